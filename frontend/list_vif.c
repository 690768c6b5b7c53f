/* path1 list: VIFcodes with what they will do, and microprograms (VIF.md). */
#include "list_vif.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "list_gif.h"
#include "vif_codes.h"

enum { RUNS_SHOWN = 8, DEPTH = 1 };

static uint32_t load32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static struct place in_trace(uint64_t offset)
{
    return (struct place){false, offset};
}

/* ---- operands ---- */

/* Inclusive ranges of addresses: text "0x010..0x013,0x020", JSON pairs. */
static json_t *ranges_json(const struct vif_unpack_plan *plan)
{
    json_t *pairs = json_new_array();
    for (uint32_t write = 0, first, last; vif_plan_run(plan, &write, &first, &last);) {
        json_t *pair = json_new_array();
        json_add(pair, listing_hex_value(first, 3));
        json_add(pair, listing_hex_value(last, 3));
        json_add(pairs, pair);
    }
    return pairs;
}

static void add_ranges(struct listing *listing, const struct vif_unpack_plan *plan)
{
    char text[RUNS_SHOWN * 16 + 64] = "none";
    size_t length = 0;
    uint32_t write = 0, first, last = 0, count = 0;
    if (listing->json) {
        listing_value(listing, "quadwords", ranges_json(plan));
        return;
    }
    for (; vif_plan_run(plan, &write, &first, &last); count++) {
        if (count >= RUNS_SHOWN)
            continue;
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%s0x%03" PRIX32, count ? "," : "", first);
        if (first != last)
            length += (size_t)snprintf(text + length, sizeof text - length, "..0x%03" PRIX32, last);
    }
    if (count > RUNS_SHOWN)
        snprintf(text + length, sizeof text - length, ",...,0x%03" PRIX32 " (%" PRIu32 " runs)", last, count);
    listing_note(listing, "-> qw %s", text);
}

/* Four cycles of lanes x y z w: d data, r ROW, c COL, p write protect. */
static void add_mask(struct listing *listing, uint32_t mask)
{
    char text[4 * 5];
    for (unsigned i = 0; i < 16; i++) {
        text[i + i / 4] = "drcp"[mask >> (2 * i) & 3];
        text[i + i / 4 + 1] = i % 4 == 3 ? ' ' : '\0';
    }
    text[19] = '\0';
    listing_hex(listing, "mask", mask, 8);
    listing_note(listing, "(%s)", text);
    listing_value(listing, "lanes", json_string(text));
}

/* Does any lane of any cycle select this (1 ROW, 2 COL)? */
static bool mask_selects(uint32_t mask, uint32_t what)
{
    for (unsigned shift = 0; shift < 32; shift += 2)
        if ((mask >> shift & 3) == what)
            return true;
    return false;
}

static void add_words(struct listing *listing, const char *key, const uint32_t *word, size_t count)
{
    json_t *values = json_new_array();
    char text[4 * 12] = "";
    for (size_t i = 0, length = 0; i < count; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, " 0x%08" PRIX32, word[i]);
        json_add(values, listing_hex_value(word[i], 8));
    }
    listing_note(listing, "%s%s", key, text);
    listing_value(listing, key, values);
}

static const char *mode_name(uint32_t mode)
{
    static const char *const names[] = {"none", "offset", "difference", "set_row"};
    return names[mode & 3];
}

static void add_unpack(struct listing *listing, const struct replay_vif_code *code)
{
    const struct vif_registers *r = code->registers;
    struct vif_unpack_plan plan;
    vif_plan_unpack(&plan, code->code, r);
    if (listing->json)
        listing_word(listing, "format", vif_format_name(plan.format));
    listing_count(listing, "num", plan.num);
    listing_hex(listing, "addr", plan.address, 3);
    if (plan.flg)
        listing_hex(listing, listing->json ? "tops" : "+ TOPS", r->tops, 3);
    add_ranges(listing, &plan);
    listing_count(listing, "cl", plan.cl);
    listing_count(listing, "wl", plan.wl);
    listing_flag(listing, "skipping", vif_plan_skips(&plan));
    listing_flag(listing, "filling", vif_plan_fills(&plan));
    if (listing->json || vif_plan_fills(&plan))
        listing_count(listing, "vectors", plan.vectors);
    listing_flag(listing, "usn", plan.usn);
    if (listing->json)
        listing_flag(listing, "flg", plan.flg);
    if (plan.masked)
        add_mask(listing, r->mask);
    if (vif_plan_adds_row(&plan, r))
        listing_word(listing, "mode", mode_name(r->mode));
    if (vif_plan_adds_row(&plan, r) || (plan.masked && mask_selects(r->mask, 1)))
        add_words(listing, "row", r->row, 4);
    if (plan.masked && mask_selects(r->mask, 2))
        add_words(listing, "col", r->col, 4);
    if (!plan.valid)
        listing_word(listing, "effect", "no such format, nothing is written");
    listing_count(listing, "bytes", 4 * (uint64_t)code->payload_words);
}

/* What a start hands to the program. */
static void add_top(struct listing *listing, const struct vif_registers *r)
{
    listing_hex(listing, "top", r->tops, 3);
    listing_hex(listing, "itop", r->itops, 3);
}

static void add_mpg(struct listing *listing, uint32_t code)
{
    uint32_t num = code >> 16 & 0xFF, address = 8 * (code & 0xFFFF) % VU1_MEMORY_SIZE;
    uint32_t bytes = 8 * (num ? num : 256), last = (address + bytes - 1) % VU1_MEMORY_SIZE;
    listing_count(listing, "num", bytes / 8);
    listing_hex(listing, "micro", address, 4);
    listing_note(listing, "to 0x%04" PRIX32 "%s", last, last < address ? " (wraps)" : "");
    listing_value(listing, "micro_last", listing_hex_value(last, 4));
    listing_count(listing, "bytes", bytes);
}

/* STMASK, STROW, STCOL. */
static void add_loaded(struct listing *listing, unsigned command, const uint32_t *word)
{
    if (command == CODE_STMASK)
        add_mask(listing, word[0]);
    else
        add_words(listing, command == CODE_STROW ? "row" : "col", word, 4);
}

static void add_immediate(struct listing *listing, const struct replay_vif_code *code)
{
    const struct vif_registers *r = code->registers;
    uint32_t imm = code->code & 0xFFFF;
    switch (vif_code_command(code->code)) {
    case CODE_STCYCL:
        listing_count(listing, "cl", imm & 0xFF);
        listing_count(listing, "wl", imm >> 8);
        break;
    case CODE_OFFSET:
        listing_hex(listing, "ofst", imm & 0x3FF, 3);
        listing_hex(listing, "tops", r->base, 3);
        break;
    case CODE_BASE:
        listing_hex(listing, "base", imm & 0x3FF, 3);
        break;
    case CODE_ITOP:
        listing_hex(listing, "itops", imm & 0x3FF, 3);
        break;
    case CODE_STMOD:
        listing_word(listing, "mode", mode_name(imm));
        break;
    case CODE_MSKPATH3:
        listing_count(listing, "masked", imm >> 15);
        break;
    case CODE_MARK:
        listing_hex(listing, "mark", imm, 4);
        break;
    case CODE_MSCAL:
    case CODE_MSCALF:
        listing_hex(listing, "micro", 8 * imm % VU1_MEMORY_SIZE, 4);
        add_top(listing, r);
        break;
    case CODE_MSCNT:
        add_top(listing, r);
        break;
    case CODE_DIRECT:
    case CODE_DIRECTHL:
        listing_count(listing, "quadwords", imm ? imm : 65536);
        break;
    default:
        break;
    }
}

bool list_vif_code(struct listing *listing, const struct replay_vif_code *code, const uint8_t *payload,
                   size_t words)
{
    unsigned command = vif_code_command(code->code);
    const char *name = vif_command_name(command);
    char label[24];
    bool complete = true;
    snprintf(label, sizeof label, "%s%s%s", name ? name : "invalid", command == CODE_UNPACK ? " " : "",
             command == CODE_UNPACK ? vif_format_name(code->code >> 24) : "");
    listing_begin(listing, in_trace(code->offset), DEPTH, "vifcode", listing->json ? name : label);
    if (listing->json || !name)
        listing_hex(listing, "code", code->code, 8);
    switch (command) {
    case CODE_STMASK:
    case CODE_STROW:
    case CODE_STCOL:
        complete = words >= code->payload_words;
        if (complete) {
            uint32_t word[4] = {0};
            for (size_t i = 0; i < code->payload_words && i < 4; i++)
                word[i] = load32(payload + 4 * i);
            add_loaded(listing, command, word);
        }
        break;
    case CODE_MPG:
        add_mpg(listing, code->code);
        break;
    case CODE_UNPACK:
        add_unpack(listing, code);
        break;
    default:
        add_immediate(listing, code);
        break;
    }
    if (!name)
        listing_word(listing, "effect", code->registers->err & VIF_ERR_ME1 ? "none" : "VIF1 stops (ER1)");
    listing_flag(listing, listing->json ? "i" : "[i]", code->code >> 31);
    listing_count(listing, "time", code->time);
    listing_end(listing);
    return complete;
}

void list_vif_loaded(struct listing *listing, uint32_t code, uint64_t offset,
                     const struct vif_registers *registers)
{
    unsigned command = vif_code_command(code);
    char label[24];
    snprintf(label, sizeof label, "%s loaded", vif_command_name(command));
    listing_begin(listing, in_trace(offset), DEPTH, "loaded",
                  listing->json ? vif_command_name(command) : label);
    if (command == CODE_STMASK)
        add_loaded(listing, command, &registers->mask);
    else
        add_loaded(listing, command, command == CODE_STROW ? registers->row : registers->col);
    listing_end(listing);
}

/* ---- microprograms and the GIF ---- */

void list_program_start(struct listing *listing, const struct replay_start *start)
{
    listing_begin(listing, in_trace(start->offset), DEPTH, "start", listing->json ? NULL : "program starts");
    listing_hex(listing, "micro", start->address, 4);
    listing_flag(listing, "resume", start->resume);
    listing_hex(listing, "top", start->top, 3);
    listing_hex(listing, "itop", start->itop, 3);
    listing_count(listing, "time", start->time);
    listing_end(listing);
}

void list_program_end(struct listing *listing, const struct replay_end *end)
{
    listing_begin(listing, in_trace(end->offset), DEPTH, "end", listing->json ? NULL : "program ends");
    listing_count(listing, "cycles", end->run->cycles);
    listing_count(listing, "pairs", end->run->pairs);
    listing_hex(listing, "micro", end->run->start_pc, 4);
    listing_hex(listing, "next", end->run->end_pc, 4);
    if (end->run->stop != VU_STOP_END)
        listing_word(listing, "stop", end->run->stop == VU_STOP_BREAK ? "break" : "not at its end");
    listing_count(listing, "time", end->time);
    listing_end(listing);
}

void list_gif_piece(struct listing *listing, const struct replay_gif *gif)
{
    listing_begin(listing, in_trace(gif->offset), DEPTH, gif->kicked ? "xgkick" : "gif",
                  listing->json ? NULL
                  : gif->kicked ? "XGKICK"
                                : gif_path_name(gif->path));
    if (listing->json)
        listing_word(listing, "path", gif_path_name(gif->path));
    if (gif->kicked) {
        listing_hex(listing, "pc", gif->kick_pc, 4);
        listing_hex(listing, "vu_data", gif->kick_address, 4);
    }
    listing_count(listing, "quadwords", gif->quadwords);
    listing_count(listing, "time", gif->time);
    listing_end(listing);
}
