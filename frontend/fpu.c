/* path1 fpu: the PS2's float operations on raw words. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/ee_fpu_ops.h>

#include "command.h"
#include "fpu_explain.h"
#include "json_out.h"
#include "options.h"
#include "report.h"

static const char help[] =
    "Usage: path1 fpu [OPTION]... OPERATION WORD...\n"
    "       path1 fpu [OPTION]... [-]\n"
    "Computes as the PlayStation 2's float units do: on 32-bit words, given as hexadecimal numbers. Without\n"
    "an operation it reads lines from standard input and answers each with one line.\n\n"
    "    $ path1 fpu fmul 3f800000 43018000\n"
    "    fmul 3f800000 43018000 -> 43017fff 0\n\n"
    "The answer is the operation, its operands, \"->\", the result and the flags:\n"
    "  f...  an instruction of the EE's FPU: FCR31's writable bits after it, if they were clear before\n"
    "  v...  one lane of a VU: MAC flags Z 1, S 2, U 4, O 8, and 10h times those that become sticky;\n"
    "        of divisions and roots I 10, D 20\n"
    "  e...  a function of VU1's EFU: 0\n"
    "What a line holds from \"->\" on is ignored, and lines that are empty or begin with # are copied: a "
    "file\n"
    "of answers is a file of questions. A line that is neither is reported and answered with a comment.\n\n"
    "  --explain    show how each result comes about, in further lines\n"
    "  --json       print a JSON object in place of each line\n"
    "  --list       list the operations and their operands\n"
    "  -h, --help   print this\n\n"
    "Exit status: 0 done, 1 a line could not be answered, 2 wrong usage.\n";

struct settings {
    bool explain, json, list;
};

enum { MAX_LINE = 1024, MAX_OPERANDS = 4 };

/* ---- questions ---- */

struct question {
    const struct ee_fpu_op *op;
    uint32_t operand[MAX_OPERANDS];
};

/* One to eight hexadecimal digits, 0x before them or not. */
static bool parse_word(const char *text, uint32_t *out)
{
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        text += 2;
    size_t digits = strspn(text, "0123456789abcdefABCDEF");
    if (digits < 1 || digits > 8 || text[digits])
        return false;
    *out = (uint32_t)strtoul(text, NULL, 16);
    return true;
}

/* Operation and words; false with `error` filled if they do not make a question. */
static bool parse_question(char *const *words, size_t count, struct question *out, char *error, size_t size)
{
    out->op = ee_fpu_op_find(words[0]);
    if (!out->op) {
        snprintf(error, size, "no operation is called '%.40s'; see path1 fpu --list", words[0]);
        return false;
    }
    if (count - 1 != out->op->operand_count) {
        snprintf(error, size, "%s takes %u operand%s (%s), not %zu", out->op->name, out->op->operand_count,
                 out->op->operand_count == 1 ? "" : "s", out->op->operands, count - 1);
        return false;
    }
    for (size_t i = 1; i < count; i++)
        if (!parse_word(words[i], &out->operand[i - 1])) {
            snprintf(error, size, "'%.40s' is not a word of 1 to 8 hexadecimal digits", words[i]);
            return false;
        }
    return true;
}

/* ---- answers ---- */

static void print_step(void *user, const char *step, const char *text)
{
    (void)user;
    printf("    %-13s%s\n", step, text);
}

static void print_answer(const struct question *q, const struct settings *settings)
{
    struct ee_fpu_answer answer = ee_fpu_op_evaluate(q->op, q->operand);
    fputs(q->op->name, stdout);
    for (unsigned i = 0; i < q->op->operand_count; i++)
        printf(" %08" PRIx32, q->operand[i]);
    printf(" -> %08" PRIx32 " %" PRIx32 "\n", answer.word, answer.flags);
    if (settings->explain)
        fpu_explain(q->op, q->operand, print_step, NULL);
}

/* One object on one line. */
static void print_json_line(json_t *object)
{
    json_dumpf(object, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(object);
}

static void add_step(void *user, const char *step, const char *text)
{
    json_t *object = json_new_object();
    json_put_text(object, "step", step);
    json_put_text(object, "text", text);
    json_add(user, object);
}

/* The operands under their names. */
static void put_operands(json_t *object, const struct question *q)
{
    const char *name = q->op->operands;
    for (unsigned i = 0; i < q->op->operand_count; i++) {
        char key[16];
        size_t length = strcspn(name, " ");
        snprintf(key, sizeof key, "%.*s", (int)length, name);
        json_put_hex(object, key, q->operand[i], 8);
        name += length + (name[length] == ' ');
    }
}

static void print_answer_json(const struct question *q, const struct settings *settings)
{
    struct ee_fpu_answer answer = ee_fpu_op_evaluate(q->op, q->operand);
    json_t *object = json_new_object(), *operands = json_new_object();
    json_put_text(object, "operation", q->op->name);
    put_operands(operands, q);
    json_put(object, "operands", operands);
    json_put_hex(object, "result", answer.word, 8);
    json_put_hex(object, "flags", answer.flags, 1);
    if (settings->explain) {
        json_t *steps = json_new_array();
        fpu_explain(q->op, q->operand, add_step, steps);
        json_put(object, "steps", steps);
    }
    print_json_line(object);
}

static void give_answer(const struct question *q, const struct settings *settings)
{
    if (settings->json)
        print_answer_json(q, settings);
    else
        print_answer(q, settings);
}

/* In the place of the answer, so that there is a line for each line. */
static void give_error(uint64_t line, const char *error, const struct settings *settings)
{
    report("fpu: line %" PRIu64 ": %s", line, error);
    if (!settings->json) {
        printf("# line %" PRIu64 " cannot be answered\n", line);
        return;
    }
    json_t *object = json_new_object();
    json_put_count(object, "line", line);
    json_put_text(object, "error", error);
    print_json_line(object);
}

static void copy_comment(const char *text, const struct settings *settings)
{
    if (!settings->json) {
        puts(text);
        return;
    }
    json_t *object = json_new_object();
    json_put_text(object, "comment", text);
    print_json_line(object);
}

/* ---- lines ---- */

enum line_state { LINE_GOOD, LINE_LONG, LINE_NUL, LINE_END };

/* One line without its end. Of a line that is too long or has a NUL the rest is skipped. */
static enum line_state read_line(char line[MAX_LINE])
{
    size_t length = 0;
    enum line_state state = LINE_GOOD;
    int c = getchar();
    if (c == EOF)
        return LINE_END;
    for (; c != EOF && c != '\n'; c = getchar()) {
        if (c == '\0')
            state = LINE_NUL;
        else if (length + 1 == MAX_LINE)
            state = LINE_LONG;
        if (state == LINE_GOOD)
            line[length++] = (char)c;
    }
    if (length && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    return state;
}

/* Cuts the line into words up to "->"; returns how many there are, at most `most`. */
static size_t split(char *line, char **words, size_t most)
{
    static const char blanks[] = " \t\v\f\r";
    size_t count = 0;
    for (char *at = line + strspn(line, blanks); *at && count < most; at += strspn(at, blanks)) {
        if (strncmp(at, "->", 2) == 0)
            break;
        words[count++] = at;
        at += strcspn(at, blanks);
        if (*at)
            *at++ = '\0';
    }
    return count;
}

/* Answers the line; false if it cannot be. */
static bool answer_line(char *line, uint64_t number, const struct settings *settings)
{
    char *words[MAX_OPERANDS + 8], error[256];
    struct question question;
    if (line[strspn(line, " \t\v\f\r")] == '#' || line[strspn(line, " \t\v\f\r")] == '\0') {
        copy_comment(line, settings);
        return true;
    }
    size_t count = split(line, words, sizeof words / sizeof words[0]);
    if (count == 0)
        snprintf(error, sizeof error, "no operation before '->'");
    else if (parse_question(words, count, &question, error, sizeof error)) {
        give_answer(&question, settings);
        return true;
    }
    give_error(number, error, settings);
    return false;
}

static int answer_input(const struct settings *settings)
{
    char line[MAX_LINE];
    bool good = true;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* whoever asks through a pipe gets each answer at once */
    for (uint64_t number = 1; !ferror(stdout); number++) {
        enum line_state state = read_line(line);
        if (state == LINE_END)
            break;
        if (state == LINE_GOOD) {
            good &= answer_line(line, number, settings);
        } else {
            give_error(number, state == LINE_LONG ? "longer than 1023 characters" : "holds a NUL", settings);
            good = false;
        }
    }
    if (ferror(stdin)) {
        report("fpu: standard input cannot be read");
        good = false;
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int answer_arguments(int count, char **words, const struct settings *settings)
{
    char error[256];
    struct question question;
    if (!parse_question(words, (size_t)count, &question, error, sizeof error)) {
        report("fpu: %s", error);
        return EXIT_USAGE;
    }
    give_answer(&question, settings);
    return EXIT_SUCCESS;
}

static void list_operations(bool json)
{
    json_t *all = json ? json_new_array() : NULL;
    const struct ee_fpu_op *op;
    for (size_t i = 0; (op = ee_fpu_op_at(i)); i++) {
        if (!json) {
            printf("%-10s%-20s%s\n", op->name, op->operands, op->summary);
            continue;
        }
        json_t *object = json_new_object();
        json_put_text(object, "operation", op->name);
        json_put_text(object, "operands", op->operands);
        json_put_text(object, "summary", op->summary);
        json_add(all, object);
    }
    if (json)
        json_print(all);
}

int command_fpu(int argc, char **argv)
{
    enum { EXPLAIN = 256, JSON, LIST };
    static const struct option names[] = {{"explain", no_argument, NULL, EXPLAIN},
                                          {"json", no_argument, NULL, JSON},
                                          {"list", no_argument, NULL, LIST},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    struct settings settings = {0};
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        switch (option) {
        case EXPLAIN:
            settings.explain = true;
            break;
        case JSON:
            settings.json = true;
            break;
        case LIST:
            settings.list = true;
            break;
        case 'h':
            fputs(help, stdout);
            return EXIT_SUCCESS;
        default:
            return EXIT_USAGE;
        }
    }
    int words = argc - optind;
    if (settings.list) {
        if (words) {
            report("fpu: --list takes no operation, but got '%s'", argv[optind]);
            return EXIT_USAGE;
        }
        list_operations(settings.json);
        return EXIT_SUCCESS;
    }
    if (words == 0 || (words == 1 && strcmp(argv[optind], "-") == 0))
        return answer_input(&settings);
    return answer_arguments(words, argv + optind, &settings);
}
