/* path1 fpu. Expected answers are those of the vectors in tests/data/vectors/float, and of FLOAT. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/ee_fpu_ops.h>

#include "float_vectors.h"
#include "program.h"
#include "reference.h"

TestSuite(cli_fpu, .init = program_setup, .fini = program_teardown, .timeout = 600);

/* Standard input of a run. */
static const char *input_of(const char *text, size_t size)
{
    const char *path = scratch("input");
    write_file(path, text, size);
    return path;
}

static struct run run_fpu_on(const char *text)
{
    return run_with_input(input_of(text, strlen(text)), (const char *const[]){"fpu", NULL});
}

/* The lines of `text`, those that are no comments cut before " ->"; to be freed. */
static char *questions_of(const char *text)
{
    char *out = malloc(strlen(text) + 1), *to = out;
    cr_assert_not_null(out);
    while (*text) {
        size_t length = strcspn(text, "\n"), keep = length;
        const char *arrow = strstr(text, " ->");
        if (*text != '#' && arrow && arrow < text + length)
            keep = (size_t)(arrow - text);
        memcpy(to, text, keep);
        to += keep;
        *to++ = '\n';
        text += length + (text[length] == '\n');
    }
    *to = '\0';
    return out;
}

Test(cli_fpu, fpu_answers_the_operands_of_every_vector_file_with_the_file)
{
    const struct ee_fpu_op *op;
    unsigned files = 0;
    for (size_t i = 0; (op = ee_fpu_op_at(i)); i++) {
        static const char *const recorded_only[] = {"fadda", "fsuba", "fmula", "fabs", "fneg", "fmov"};
        bool in_dev = true;
        for (size_t k = 0; k < sizeof recorded_only / sizeof recorded_only[0]; k++)
            in_dev &= strcmp(op->name, recorded_only[k]) != 0;
        if (!in_dev)
            continue;
        char name[32];
        snprintf(name, sizeof name, "dev/%s", op->name);
        char *vectors = float_vectors_text(name), *questions = questions_of(vectors);
        struct run run = run_fpu_on(questions);
        cr_expect_eq(run.status, 0, "%s: %s", op->name, run.err);
        cr_expect_str_eq(run.err, "");
        cr_expect(strcmp(run.out, vectors) == 0, "%s", op->name);
        free(questions);
        free(vectors);
        files++;
    }
    cr_assert_eq(files, 54);
}

Test(cli_fpu, fpu_takes_one_operation_from_its_arguments)
{
    struct run run = run_path1("fpu", "fmul", "3f800000", "43018000");
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_eq(run.out, "fmul 3f800000 43018000 -> 43017fff 0\n");
    run = run_path1("fpu", "frsqrt", "0x3F800000", "0X807FFFFF");
    cr_assert_str_eq(run.out, "frsqrt 3f800000 807fffff -> 7fffffff 30060\n");
    run = run_path1("fpu", "vclip", "3f800000", "bf800000", "40000000", "bf7fffff");
    cr_assert_str_eq(run.out, "vclip 3f800000 bf800000 40000000 bf7fffff -> 00000019 0\n");
    run = run_path1("fpu", "fabs", "deadbeef");
    cr_assert_str_eq(run.out, "fabs deadbeef -> 5eadbeef 0\n");
}

Test(cli_fpu, fpu_gives_a_line_for_each_line_and_names_those_that_are_wrong)
{
    struct run run = run_fpu_on("# a comment -> stays\n"
                                "fadd 3f800000 3f800000 -> wrong answer\r\n"
                                "\n"
                                "fadd 3f800000\n"
                                "froot 3f800000\n"
                                "fadd 3f800000 3f80000g\n"
                                "fadd 3f800000 03f800000\n"
                                "-> 3f800000\n"
                                "\tfadd  1\t2\n"
                                "fsqrt 40000000");
    cr_assert_eq(run.status, 1);
    cr_assert_str_eq(run.out, "# a comment -> stays\n"
                              "fadd 3f800000 3f800000 -> 40000000 0\n"
                              "\n"
                              "# line 4 cannot be answered\n"
                              "# line 5 cannot be answered\n"
                              "# line 6 cannot be answered\n"
                              "# line 7 cannot be answered\n"
                              "# line 8 cannot be answered\n"
                              "fadd 00000001 00000002 -> 00000000 0\n"
                              "fsqrt 40000000 -> 3fb504f3 0\n");
    cr_assert_str_eq(run.err, "path1: fpu: line 4: fadd takes 2 operands (fs ft), not 1\n"
                              "path1: fpu: line 5: no operation is called 'froot'; see path1 fpu --list\n"
                              "path1: fpu: line 6: '3f80000g' is not a word of 1 to 8 hexadecimal digits\n"
                              "path1: fpu: line 7: '03f800000' is not a word of 1 to 8 hexadecimal digits\n"
                              "path1: fpu: line 8: no operation before '->'\n");
}

Test(cli_fpu, fpu_is_not_upset_by_lines_of_any_length_or_bytes)
{
    enum { SIZE = 1 << 20 };
    char *text = malloc(SIZE);
    cr_assert_not_null(text);
    memset(text, 'x', SIZE);
    memcpy(text + SIZE - 15, "\nfneg 1\nf\0oo\n\x1b\n", 15);
    struct run run = run_with_input(input_of(text, SIZE), (const char *const[]){"fpu", "-", NULL});
    free(text);
    cr_assert_eq(run.status, 1);
    cr_assert_str_eq(run.out, "# line 1 cannot be answered\n"
                              "fneg 00000001 -> 80000001 0\n"
                              "# line 3 cannot be answered\n"
                              "# line 4 cannot be answered\n");
    cr_assert_str_eq(run.err, "path1: fpu: line 1: longer than 1023 characters\n"
                              "path1: fpu: line 3: holds a NUL\n"
                              "path1: fpu: line 4: no operation is called '?'; see path1 fpu --list\n");
}

Test(cli_fpu, fpu_with_wrong_arguments_is_wrong_usage)
{
    cr_assert_eq(run_path1("fpu", "fadd", "1").status, 2);
    cr_assert_eq(run_path1("fpu", "froot", "1").status, 2);
    cr_assert_eq(run_path1("fpu", "fneg", "123456789").status, 2);
    cr_assert_eq(run_path1("fpu", "--list", "fneg").status, 2);
    cr_assert_eq(run_path1("fpu", "--nothing").status, 2);
    cr_assert_str_empty(run_path1("fpu", "fadd", "1").out);
}

Test(cli_fpu, fpu_lists_every_operation_with_its_operands)
{
    struct run run = run_path1("fpu", "--list");
    cr_assert_eq(run.status, 0, "%s", run.err);
    const struct ee_fpu_op *op;
    size_t count = 0;
    for (; (op = ee_fpu_op_at(count)); count++) {
        char start[64];
        snprintf(start, sizeof start, "%-10s%-20s", op->name, op->operands);
        cr_expect_not_null(strstr(run.out, start), "%s", op->name);
    }
    json_t *list = parse_json(run_path1("fpu", "--list", "--json").out);
    cr_assert_eq(json_array_size(list), count);
    cr_assert_str_eq(text_of(json_array_get(list, 0), "operation"), "fadd");
    cr_assert_str_eq(text_of(json_array_get(list, 0), "operands"), "fs ft");
    json_decref(list);
}

Test(cli_fpu, fpu_explains_why_one_times_x_is_not_x)
{
    struct run run = run_path1("fpu", "--explain", "fmul", "3f800000", "43018000");
    cr_assert_eq(run.status, 0, "%s", run.err);
    /* B = 818000h, so P = 2^23 * B; digit 7 of B is -2, its row inverted and the carry out of columns below
     * 15 lost, so that 2^15 is missing. */
    static const char *const parts[] = {"fmul 3f800000 43018000 -> 43017fff 0\n",
                                        "fs           3f800000 = 1\n",
                                        "ft           43018000 = 129.5\n",
                                        "product      40c000000000, exact\n",
                                        "row 7        -2  ...11111111111111111.100000000000000",
                                        "lost         the carry from the columns below 15",
                                        "kept         40bfffff8000\n",
                                        "result       43017fff = 129.499985\n"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        cr_expect_not_null(strstr(run.out, parts[i]), "'%s' is not in\n%s", parts[i], run.out);
    run = run_path1("fpu", "--explain", "fmul", "43018000", "3f800000");
    cr_assert_not_null(strstr(run.out, "lost         nothing"), "%s", run.out);
}

Test(cli_fpu, fpu_explains_the_guard_bit_and_what_underflow_keeps)
{
    struct run run = run_path1("fpu", "--explain", "fadd", "3f800000", "b3800001");
    cr_assert_not_null(strstr(run.out, "smaller      - 00.00000000000000000000000 1"), "%s", run.out);
    cr_assert_not_null(strstr(run.out, "lost         000000000000000000000010 below the guard bit"), "%s",
                       run.out);
    cr_assert_not_null(strstr(run.out, "sum          + 00.11111111111111111111111 1"), "%s", run.out);
    run = run_path1("fpu", "--explain", "fsub", "0080008b", "008000ea");
    cr_assert_not_null(strstr(run.out, "exponent     1 - 17 = -16\n"), "%s", run.out);
    cr_assert_not_null(strstr(run.out, "flags        4008 U SU\n"), "%s", run.out);
    run = run_path1("fpu", "--explain", "fmul", "5fc00000", "5fc00000");
    cr_assert_not_null(strstr(run.out, "exponent 256 is over 255: overflow"), "%s", run.out);
}

/* Every operation has an explanation that begins with its operands and ends with its result. */
Test(cli_fpu, fpu_explains_every_operation_on_any_operands)
{
    static const uint32_t words[] = {0,          1,          0x80000000, 0x00800000, 0x3F800000, 0xBF800001,
                                     0x7FFFFFFF, 0xFF812345, 0x4F000000, 0x33C00001, 0x3FD55555, 0x41C80000};
    enum { WORDS = sizeof words / sizeof words[0] };
    char text[8192];
    const struct ee_fpu_op *op;
    for (size_t i = 0; (op = ee_fpu_op_at(i)); i++) {
        size_t used = 0;
        for (unsigned n = 0; n < 24; n++) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s", op->name);
            for (unsigned k = 0; k < op->operand_count; k++)
                used += (size_t)snprintf(text + used, sizeof text - used, " %x",
                                         words[(n * (2 * k + 1) + 5 * k) % WORDS]);
            used += (size_t)snprintf(text + used, sizeof text - used, "\n");
        }
        struct run run =
            run_with_input(input_of(text, used), (const char *const[]){"fpu", "--explain", NULL});
        cr_assert_eq(run.status, 0, "%s", run.err);
        unsigned answers = 0, results = 0;
        for (const char *at = run.out; (at = strstr(at, " -> ")); at++)
            answers += at > run.out; /* the EFU's steps have arrows, too */
        for (const char *at = run.out; (at = strstr(at, "\n    result ")); at++)
            results++;
        cr_expect(answers >= 24 && results == 24, "%s: %u answers, %u results", op->name, answers, results);
    }
}

Test(cli_fpu, fpu_json_has_an_object_for_each_line)
{
    static const char text[] = "# hi\nfmul 3f800000 43018000\nfoo\n";
    struct run run = run_with_input(input_of(text, sizeof text - 1),
                                    (const char *const[]){"fpu", "--json", "--explain", NULL});
    cr_assert_eq(run.status, 1);
    char *line = strtok(run.out, "\n");
    json_t *object = parse_json(line);
    cr_assert_str_eq(text_of(object, "comment"), "# hi");
    json_decref(object);
    object = parse_json(strtok(NULL, "\n"));
    cr_assert_str_eq(text_of(object, "operation"), "fmul");
    cr_assert_str_eq(text_of(json_object_get(object, "operands"), "fs"), "0x3F800000");
    cr_assert_str_eq(text_of(json_object_get(object, "operands"), "ft"), "0x43018000");
    cr_assert_str_eq(text_of(object, "result"), "0x43017FFF");
    cr_assert_str_eq(text_of(object, "flags"), "0x0");
    cr_assert_gt(json_array_size(json_object_get(object, "steps")), 8);
    json_decref(object);
    object = parse_json(strtok(NULL, "\n"));
    cr_assert_eq(number_of(object, "line"), 3);
    cr_assert_not_null(strstr(text_of(object, "error"), "foo"));
    json_decref(object);
    cr_assert_null(strtok(NULL, "\n"));
}
