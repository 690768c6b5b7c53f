/* path1 vu disasm: a program as text. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/vu.h>

#include "command.h"
#include "json_out.h"
#include "options.h"
#include "report.h"
#include "vu.h"

static const char help[] =
    "Usage: path1 vu disasm M.bin [OPTION]...\n"
    "Prints VU microcode (8 bytes a pair, lower word first) as text that path1 vu asm and dvp-as make the\n"
    "same words of. - is standard input. Behind each line stand the byte address, the upper and the lower\n"
    "word. Pairs that no instructions say everything about are written as their words.\n\n"
    "  --base ADDR   the byte address of the first pair, decimal or 0x..., a multiple of 8; 0 without this\n"
    "                option\n"
    "  --cycles      print as well in which cycle each pair issues (@) and how many cycles it waits (+), if "
    "the\n"
    "                program runs straight on from its first pair\n"
    "  --json        print one JSON object instead\n"
    "  -h, --help    print this\n";

enum { TEXT_SIZE = 96 };

struct listing {
    const uint8_t *bytes;
    uint32_t base, end;    /* byte addresses */
    struct vu_step *steps; /* with --cycles: one a pair */
};

struct pair {
    uint32_t address, upper, lower;
    char up[TEXT_SIZE], low[TEXT_SIZE];
    bool exact;
    bool branches; /* to `target`, which can have a label */
    uint32_t target;
};

static uint32_t word_at(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static struct pair pair_at(const struct listing *listing, uint32_t address)
{
    const uint8_t *at = listing->bytes + (address - listing->base);
    struct pair pair = {.address = address, .upper = word_at(at + 4), .lower = word_at(at)};
    int32_t target;
    vu_disassemble_upper(pair.upper, pair.up, sizeof pair.up);
    vu_disassemble_lower(pair.upper, pair.lower, address, pair.low, sizeof pair.low);
    pair.exact = vu_disassembly_exact(pair.upper, pair.lower);
    pair.branches = vu_branch_target(pair.upper, pair.lower, address, &target) && target >= 0 &&
                    target < (int32_t)VU1_MEMORY_SIZE;
    if (pair.branches)
        pair.target = (uint32_t)target;
    return pair;
}

/* Which addresses need a label, by pair. */
static void find_targets(const struct listing *listing, bool *targets)
{
    for (uint32_t address = listing->base; address < listing->end; address += 8) {
        struct pair pair = pair_at(listing, address);
        if (pair.exact && pair.branches)
            targets[pair.target / 8] = true;
    }
}

static void print_pair(const struct listing *listing, const struct pair *pair)
{
    if (pair->exact)
        printf("    %-36s  %-26s  ; %04" PRIx32 "  %08" PRIx32 " %08" PRIx32, pair->up, pair->low,
               pair->address, pair->upper, pair->lower);
    else
        printf("    .word 0x%08" PRIx32 ", 0x%08" PRIx32 "%36s  ; %04" PRIx32 "  %08" PRIx32 " %08" PRIx32
               "  %s | %s",
               pair->lower, pair->upper, "", pair->address, pair->upper, pair->lower, pair->up, pair->low);
    if (listing->steps) {
        const struct vu_step *step = &listing->steps[(pair->address - listing->base) / 8];
        printf("  @%" PRIu64, step->cycle);
        if (step->stalled)
            printf(" +%" PRIu64, step->stalled);
    }
    putchar('\n');
}

static void print_text(const struct listing *listing)
{
    bool targets[VU1_MEMORY_SIZE / 8] = {false};
    find_targets(listing, targets);
    printf("    .vu\n");
    if (listing->base)
        printf("    .org 0x%04" PRIx32 "\n", listing->base);
    /* Labels outside of the program hang on the first one. */
    for (uint32_t i = 0; i < VU1_MEMORY_SIZE / 8; i++)
        if (targets[i] && (i * 8 < listing->base || i * 8 > listing->end))
            targets[listing->base / 8] = true;
    for (uint32_t address = listing->base; address <= listing->end; address += 8) {
        if (address < VU1_MEMORY_SIZE && targets[address / 8])
            printf("L%04" PRIx32 ":\n", address);
        if (address == listing->end)
            break;
        struct pair pair = pair_at(listing, address);
        print_pair(listing, &pair);
    }
    for (uint32_t i = 0; i < VU1_MEMORY_SIZE / 8; i++)
        if (targets[i] && (i * 8 < listing->base || i * 8 > listing->end))
            printf("    .equ L%04" PRIx32 ", L%04" PRIx32 "%+d\n", i * 8, listing->base,
                   (int)(i * 8) - (int)listing->base);
}

static void print_json(const struct listing *listing)
{
    json_t *root = json_new_object(), *pairs = json_new_array();
    json_put_hex(root, "base", listing->base, 4);
    for (uint32_t address = listing->base; address < listing->end; address += 8) {
        struct pair pair = pair_at(listing, address);
        json_t *object = json_new_object();
        json_put_hex(object, "address", pair.address, 4);
        json_put_hex(object, "upper", pair.upper, 8);
        json_put_hex(object, "lower", pair.lower, 8);
        json_put_text(object, "upper_text", pair.up);
        json_put_text(object, "lower_text", pair.low);
        json_put_bool(object, "exact", pair.exact);
        if (listing->steps) {
            json_put_count(object, "cycle", listing->steps[(address - listing->base) / 8].cycle);
            json_put_count(object, "stalled", listing->steps[(address - listing->base) / 8].stalled);
        }
        if (pair.branches)
            json_put_hex(object, "target", pair.target, 4);
        json_add(pairs, object);
    }
    json_put(root, "pairs", pairs);
    json_print(root);
}

/* Decimal or 0x. */
static bool parse_base(const char *text, uint32_t *out)
{
    char *end;
    unsigned long value = strtoul(text, &end, 0);
    if (strchr("0123456789", text[0]) && *text && !*end && value % 8 == 0 && value < VU1_MEMORY_SIZE) {
        *out = (uint32_t)value;
        return true;
    }
    report("vu disasm: --base takes a multiple of 8 below 0x%x, not '%s'", VU1_MEMORY_SIZE, text);
    return false;
}

/* Fills the listing's steps. */
static bool schedule(struct listing *listing)
{
    uint32_t size = listing->end - listing->base;
    struct vu *vu = vu_create(VU_UNIT_1);
    listing->steps = reallocate(NULL, size / 8 + 1, sizeof *listing->steps);
    bool good = vu != NULL;
    if (vu) {
        vu_write_micro(vu, listing->base, listing->bytes, size);
        good = vu_schedule(vu, listing->base, size / 8, listing->steps);
        vu_destroy(vu);
    }
    if (!good)
        report("out of memory");
    return good;
}

static int disassemble(const char *path, uint32_t base, bool cycles, bool json)
{
    size_t size;
    char *bytes = vu_read_file(path, VU1_MEMORY_SIZE - base, false, &size);
    if (!bytes)
        return EXIT_FAILURE;
    if (size % 8) {
        report("%s: %zu bytes are no whole number of pairs (8 bytes each)", path, size);
        free(bytes);
        return EXIT_FAILURE;
    }
    struct listing listing = {(const uint8_t *)bytes, base, base + (uint32_t)size, NULL};
    bool good = !cycles || schedule(&listing);
    if (good && json)
        print_json(&listing);
    else if (good)
        print_text(&listing);
    free(listing.steps);
    free(bytes);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int command_vu_disasm(int argc, char **argv)
{
    enum { BASE = 256, CYCLES, JSON };
    static const struct option names[] = {
        {"base", required_argument, NULL, BASE},
        {"cycles", no_argument, NULL, CYCLES},
        {"json", no_argument, NULL, JSON},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    uint32_t base = 0;
    bool cycles = false, json = false;
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        switch (option) {
        case BASE:
            if (!parse_base(optarg, &base))
                return EXIT_USAGE;
            break;
        case CYCLES:
            cycles = true;
            break;
        case JSON:
            json = true;
            break;
        case 'h':
            fputs(help, stdout);
            return EXIT_SUCCESS;
        default:
            return EXIT_USAGE;
        }
    }
    if (argc - optind != 1) {
        report("vu disasm: takes one program, but got %s", argc > optind ? "more" : "none");
        return EXIT_USAGE;
    }
    return disassemble(argv[optind], base, cycles, json);
}
