/* A program is often written between the DMA tags and VIF codes that send it. Only MPG says something about
 * the code; what the others say or carry is not assembled. */
#include "assemble.h"

#include <stdio.h>
#include <string.h>

static const char *const codes[] = {
    "dmacnt", "dmaret",  "dmaend",   "dmanext",   "dmaref",     "dmarefs",  "dmarefe", "dmacall",  "vifnop",
    "stcycl", "stcycle", "stmask",   "stmod",     "strow",      "stcol",    "base",    "offset",   "itop",
    "mscal",  "mscalf",  "mscnt",    "mark",      "flush",      "flushe",   "flusha",  "mskpath3", "mpg",
    "unpack", "direct",  "directhl", "gifpacked", "gifreglist", "gifimage",
};

/* Codes that data follow, and the directive that ends them. */
static const struct {
    const char *name, *end;
} carriers[] = {
    {"unpack", ".endunpack"}, {"direct", ".enddirect"},  {"directhl", ".enddirect"},
    {"gifpacked", ".endgif"}, {"gifreglist", ".endgif"}, {"gifimage", ".endgif"},
};

/* MPG ADDRESS|*, COUNT|*: the address in pairs. */
static bool mpg(struct assembler *as)
{
    if (as->mpg_line)
        return as_fail(as, "MPG inside MPG");
    as->mode = AS_CODE;
    as->mpg_line = as_line(as);
    as->last_label = NULL;
    if (!as_take(as, '*')) {
        struct as_value value;
        if (!as_expression(as, &value))
            return false;
        if (value.forward)
            return as_fail(as, "this must be known here, but rests on a symbol that is defined further down");
        int64_t address = value.labels ? value.number / 8 : value.number;
        if (address < 0 || address > AS_PAIRS)
            return as_fail(as, "%lld is no pair of micro memory", (long long)address);
        as->here = (uint32_t)address * 8;
    }
    as_skip(as);
    if (as_take(as, ',') && (as_skip(as), *as->at == '"'))
        return as_fail(as, "MPG with a file is not possible here");
    return true; /* the count follows from the code */
}

static bool is_code(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (as_equal(name, length, codes[i]))
            return true;
    return false;
}

bool as_vif(struct assembler *as, bool *known)
{
    const char *begin = as->at, *name;
    size_t length;
    *known = as_take_word(as, &name, &length) && is_code(name, length);
    if (!*known) {
        as->at = begin;
        return true;
    }
    if (as_equal(name, length, "mpg"))
        return mpg(as);
    if (as->mpg_line)
        return as_fail(as, "'%.*s' between MPG and .EndMPG", as_shown(length), name);
    as->mode = AS_OUTSIDE;
    for (size_t i = 0; i < sizeof carriers / sizeof carriers[0]; i++)
        if (as_equal(name, length, carriers[i].name)) {
            as->mode = AS_PAYLOAD;
            as->payload_line = as_line(as);
            snprintf(as->payload_end, sizeof as->payload_end, "%s", carriers[i].end);
        }
    return true;
}

bool as_vif_directive(struct assembler *as, const char *name, size_t length, bool *known)
{
    *known = true;
    if (as->mode == AS_PAYLOAD) {
        if (as_equal(name, length, as->payload_end))
            as->mode = AS_OUTSIDE;
        return true;
    }
    if (as_equal(name, length, ".endmpg")) {
        if (!as->mpg_line)
            return as_fail(as, ".EndMPG without MPG");
        as->mpg_line = 0;
        as->mode = AS_OUTSIDE;
        return true;
    }
    *known = as_equal(name, length, ".dmapackvif") || as_equal(name, length, ".dmapack") ||
             as_equal(name, length, ".dmadata") || as_equal(name, length, ".enddmadata");
    if (*known && !as->mpg_line)
        as->mode = AS_OUTSIDE;
    return true;
}
