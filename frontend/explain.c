/* path1 explain: the history of one pixel. */
#include "explain.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/gs_registers.h>

#include "command.h"
#include "report.h"

static const char help[] =
    "Usage: path1 explain TRACE --pixel X,Y [OPTION]...\n"
    "Replays TRACE and tells the history of one pixel of local memory: every draw and every transfer that\n"
    "touched it, in order, and for a draw what went into each stage of the pipeline and what came out:\n"
    "vertices, coverage, interpolated values and how they were made, texel coordinates, texels with their\n"
    "addresses and CLUT entries, filter, texture function, fog, tests, blending, dithering, and what was\n"
    "written, or why it was not. docs/explain.md says what each line and each key of JSON is.\n"
    "The pixel is one of the frame buffer that read circuit 1 shows (else circuit 2) at vsync N or, without\n"
    "--frame, at the last one (without any vsync, at the end). Whatever meets its bits counts, by\n"
    "whatever buffer the draw knows them, also as a depth buffer. Primitives over it that change nothing\n"
    "because of registers are there too, with the reason; so are those that SCISSOR keeps from this pixel\n"
    "of this buffer.\n"
    "A program that shows one buffer and draws to another has drawn what vsync N shows before vsync N - 1.\n"
    "TRACE is read twice; with --fbp, --fbw and --psm once, and can then be -, standard input.\n\n"
    "  --pixel X,Y     column and row in the buffer, from 0, at most 2047. In the picture of a read circuit\n"
    "                  pixel 0,0 is that at DBX,DBY of the buffer\n"
    "  --frame N       only what happened between vsync N - 1 and vsync N, counted from 0; without it, all\n"
    "  --fbp HEX       the buffer at this page, as in FRAME; width and format are those of the last draw to\n"
    "                  it. A depth buffer, whose page is ZBUF's ZBP, needs --fbw and --psm\n"
    "  --fbw N         with --fbp: its width in units of 64 pixels\n"
    "  --psm NAME      with --fbp: its format, such as PSMCT16 or PSMZ24\n"
    "  --last K        only the last K, 1 to 100000; 100 without this option\n"
    "  --against RULES what this rule set makes of the pixel: where the two histories part, and which "
    "rules,\n"
    "                  switched alone or one after the other, change what is left. For that TRACE is read\n"
    "                  twice for each rule that differs\n"
    "  --json          print one JSON object instead\n"
    "  --rules RULES   a rule set and single rules, such as pcsx2,fog_blend=byte; console without it; see\n"
    "                  path1 rules\n"
    "  --vu1 WHAT      microcode: run microprograms as the trace has them; model: for path1's tfrag program\n"
    "                  its model on the host\n"
    "  -h, --help      print this\n"
    "Exit status: 0, 1 if the trace or the pixel cannot be had, 2 for wrong usage.\n";

/* ---- output ---- */

static void print_text(const struct explain_request *r, const struct explain_history *h, uint64_t first,
                       const struct explain_comparison *c)
{
    explain_print_target(r);
    if (first)
        printf("%" PRIu64 " before these are not shown (--last)\n", first);
    if (!h->records)
        puts("nothing touched it");
    for (uint64_t i = first; i < h->records; i++)
        explain_print(explain_record_at(r, h, i), &r->target);
    if (c)
        explain_compare_print(c);
    else
        printf("\nin the end      0x%0*" PRIX32 "\n", explain_digits(r->target.psm), h->value);
}

static void print_json(const struct explain_request *r, const struct explain_history *h, uint64_t first,
                       const struct explain_comparison *c)
{
    json_print_text("{\n  ", "file", r->path);
    json_print_text(",\n  ", "rules", r->rules_text);
    json_print_part(",\n  ", "pixel", explain_target_json(&r->target));
    printf(",\n  \"not_shown\": %" PRIu64 ",\n  \"history\": [", first);
    for (uint64_t i = first; i < h->records; i++)
        json_print_part(i == first ? "\n    " : ",\n    ", NULL,
                        explain_json(explain_record_at(r, h, i), &r->target));
    fputs(h->records ? "\n  ]" : "]", stdout);
    printf(",\n  \"value\": \"0x%0*" PRIX32 "\"", explain_digits(r->target.psm), h->value);
    if (c)
        json_print_part(",\n  ", "against", explain_compare_json(c));
    fputs("\n}\n", stdout);
}

/* ---- the command ---- */

static bool parse_pixel(const char *command, const char *text, struct explain_target *out)
{
    unsigned x, y;
    int end = -1;
    if (isdigit((unsigned char)text[0]) && sscanf(text, "%4u,%n", &x, &end) == 1 && end > 0 &&
        isdigit((unsigned char)text[end])) {
        int more = -1;
        if (sscanf(text + end, "%4u%n", &y, &more) == 1 && !text[end + more] && x <= 2047 && y <= 2047) {
            out->x = x;
            out->y = y;
            return true;
        }
    }
    report("%s: --pixel takes X,Y, each from 0 to 2047, not '%s'", command, text);
    return false;
}

static bool parse_fbp(const char *command, const char *text, struct explain_target *out)
{
    const char *digits = strncmp(text, "0x", 2) == 0 || strncmp(text, "0X", 2) == 0 ? text + 2 : text;
    size_t count = strspn(digits, "0123456789abcdefABCDEF");
    unsigned long value = strtoul(digits, NULL, 16);
    if (!count || count > 8 || digits[count] || value > 0x1FF) {
        report("%s: --fbp takes a page from 0 to 1ff (hexadecimal), not '%s'", command, text);
        return false;
    }
    out->fbp = (uint32_t)value;
    out->circuit = -1;
    return true;
}

/* Formats that can be drawn to, as gs_watch_pixel knows them. */
static bool parse_psm(const char *command, const char *text, struct explain_target *out)
{
    static const uint8_t formats[] = {0x00, 0x01, 0x02, 0x0A, 0x30, 0x31, 0x32, 0x3A};
    for (size_t i = 0; i < sizeof formats; i++)
        if (strcmp(text, gs_format_name(formats[i])) == 0) {
            out->psm = formats[i];
            return true;
        }
    report("%s: --psm takes PSMCT32, PSMCT24, PSMCT16, PSMCT16S, PSMZ32, PSMZ24, PSMZ16 or PSMZ16S, not '%s'",
           command, text);
    return false;
}

struct arguments {
    struct explain_request request;
    struct gs_rules against;
    const char *against_text; /* NULL: no other rule set */
    bool json, has_pixel;
};

enum { PIXEL = 256, FRAME, FBP, FBW, PSM, LAST, AGAINST, JSON, RULES, VU1 };

static bool parse_buffer(struct explain_request *r, const char *command, int option)
{
    uint64_t fbw;
    switch (option) {
    case PIXEL:
        return parse_pixel(command, optarg, &r->target);
    case FBP:
        r->by_fbp = true;
        return parse_fbp(command, optarg, &r->target);
    case FBW:
        r->has_fbw = true;
        if (!option_number(command, "--fbw", optarg, 1, 32, &fbw))
            return false;
        r->target.fbw = (uint32_t)fbw;
        return true;
    default:
        r->has_psm = true;
        return parse_psm(command, optarg, &r->target);
    }
}

static bool parse_option(struct arguments *a, const char *command, int option)
{
    struct explain_request *r = &a->request;
    switch (option) {
    case PIXEL:
        a->has_pixel = true;
        return parse_buffer(r, command, option);
    case FBP:
    case FBW:
    case PSM:
        return parse_buffer(r, command, option);
    case FRAME:
        r->one_frame = true;
        return option_number(command, "--frame", optarg, 0, UINT64_MAX - 1, &r->frame);
    case LAST:
        return option_number(command, "--last", optarg, 1, 100000, &r->last);
    case AGAINST:
        a->against_text = optarg;
        return option_rule_set(command, "--against", optarg, &a->against);
    case JSON:
        a->json = true;
        return true;
    case RULES:
        r->rules_text = optarg;
        return option_rules(command, optarg, &r->rules);
    case VU1:
        return option_vu1(command, optarg, &r->vu1);
    default:
        return false;
    }
}

static bool complete(const struct arguments *a, int argc, char **argv)
{
    const struct explain_request *r = &a->request;
    if (!option_one_trace(argc, argv))
        return false;
    const char *path = argv[optind];
    bool known = r->by_fbp && r->has_fbw && r->has_psm;
    if (!a->has_pixel)
        report("%s: which pixel? See path1 %s --help", argv[0], argv[0]);
    else if ((r->has_fbw || r->has_psm) && !r->by_fbp)
        report("%s: --fbw and --psm go with --fbp", argv[0]);
    else if (a->against_text)
        return option_rereadable(argv[0], path, "--against reads the trace many times");
    else
        return known ||
               option_rereadable(argv[0], path, "without --fbp, --fbw and --psm reads the trace twice");
    return false;
}

static int explain(const struct arguments *a, struct explain_request *r)
{
    struct explain_history h = {.marks_wanted = a->against_text != NULL};
    struct explain_comparison *c = NULL;
    bool good = explain_survey(r) && explain_collect(r, &r->rules, &h);
    if (good && a->against_text) {
        c = explain_compare(r, &h, &a->against, a->against_text);
        good = c != NULL;
    }
    uint64_t first = h.records > r->last ? h.records - r->last : 0;
    if (good && a->json)
        print_json(r, &h, first, c);
    else if (good)
        print_text(r, &h, first, c);
    if (c)
        explain_compare_free(c);
    explain_free(&h);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int command_explain(int argc, char **argv)
{
    static const struct option names[] = {
        {"pixel", required_argument, NULL, PIXEL},
        {"frame", required_argument, NULL, FRAME},
        {"fbp", required_argument, NULL, FBP},
        {"fbw", required_argument, NULL, FBW},
        {"psm", required_argument, NULL, PSM},
        {"last", required_argument, NULL, LAST},
        {"against", required_argument, NULL, AGAINST},
        {"json", no_argument, NULL, JSON},
        {"rules", required_argument, NULL, RULES},
        {"vu1", required_argument, NULL, VU1},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct arguments a = {
        .request = {.last = 100, .rules_text = gs_rules_name(0), .vu1 = REPLAY_VU1_MICROCODE}};
    gs_rules_parse(NULL, &a.request.rules, NULL, 0);
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return EXIT_SUCCESS;
        }
        if (!parse_option(&a, argv[0], option))
            return EXIT_USAGE;
    }
    if (!complete(&a, argc, argv))
        return EXIT_USAGE;
    a.request.path = argv[optind];
    return explain(&a, &a.request);
}
