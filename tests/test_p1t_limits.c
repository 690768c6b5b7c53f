/* Memory that reading a .p1t takes, and what the writer refuses. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zstd.h>

#include "p1t_image.h"
#include "p1t_outcome.h"
#include "program.h"

TestSuite(p1t_limits, .init = program_setup, .fini = program_teardown);

#if !defined(__SANITIZE_ADDRESS__) /* it needs much address space itself */
/* Reads with an address space of `bytes` more than there is now, in a child. */
static struct p1t_outcome read_with_little_memory(const char *path, size_t bytes)
{
    int ends[2], status;
    struct p1t_outcome outcome = {0};
    cr_assert_eq(pipe(ends), 0);
    pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        unsigned long pages = 0;
        FILE *file = fopen("/proc/self/statm", "r");
        if (!file || fscanf(file, "%lu", &pages) != 1)
            _exit(1);
        fclose(file);
        struct rlimit limit = {pages * 4096 + bytes, pages * 4096 + bytes};
        if (setrlimit(RLIMIT_AS, &limit) != 0)
            _exit(1);
        outcome = p1t_read(path);
        _exit(write(ends[1], &outcome, sizeof outcome) == sizeof outcome ? 0 : 1);
    }
    close(ends[1]);
    cr_assert_eq(read(ends[0], &outcome, sizeof outcome), sizeof outcome);
    close(ends[0]);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert_eq(status, 0);
    return outcome;
}

Test(p1t_limits, memory_follows_the_data_and_not_the_declared_sizes)
{
    struct image image = {0};
    image_add_p1t_start(&image, 1);
    image_add_chunk_of(&image, "EVNT", 0, 67108877, 67108877, "\5\0", 2);
    write_file(scratch("bad.p1t"), image.bytes, image.size);
    struct p1t_outcome outcome = read_with_little_memory(scratch("bad.p1t"), 32 << 20);
    cr_assert(outcome.opened && outcome.warned);
    cr_assert_str_eq(
        outcome.text,
        "offset 0x3a: expected 67108877 bytes of chunk EVNT, found 2 before the end of the file");
    image_free(&image);
}
#endif

/* A frame that holds more than its chunk declares is given up as soon as it does. */
Test(p1t_limits, a_frame_larger_than_declared_takes_no_more_memory_than_declared)
{
    size_t zeros = 256u << 20, bound = ZSTD_compressBound(1 << 20);
    struct image image = {0};
    uint8_t *raw = calloc(1, zeros), *packed = malloc(bound);
    cr_assert(raw && packed);
    size_t size = ZSTD_compress(packed, bound, raw, zeros, 1);
    cr_assert_not(ZSTD_isError(size));
    free(raw);
    image_add_p1t_start(&image, 1);
    image_add_chunk_of(&image, "EVNT", 1, 65536, (uint32_t)size, packed, size);
    struct p1t_outcome outcome = p1t_read_image(&image);
    cr_assert_not_null(
        strstr(outcome.text, "expected a zstd frame of 65536 bytes in EVNT, found a larger one"), "%s",
        outcome.text);
    free(packed);
    image_free(&image);
}

/* ---- the writer refuses the same things ---- */

static void check_refused(const struct trace_event *event, bool merged, const char *text)
{
    struct trace_error error = {{0}};
    const struct trace_header header = {.merged_gif = merged};
    struct trace_writer *writer = trace_writer_create_p1t(scratch("out.p1t"), &header, NULL, NULL, 0, &error);
    cr_assert_not_null(writer, "%s", error.text);
    cr_assert_not(trace_writer_add(writer, event, &error));
    cr_assert_not_null(strstr(error.text, text), "%s", error.text);
    cr_assert_not(trace_writer_add(writer, &(struct trace_event){.kind = TRACE_VSYNC}, &error));
    cr_assert_not_null(strstr(error.text, text));
    cr_assert_not(trace_writer_finish(writer, &error));
    cr_assert_not_null(strstr(error.text, text));
    cr_assert_str_eq(directory_listing(scratch("")), "");
}

Test(p1t_limits, the_writer_refuses_what_the_reader_would)
{
    check_refused(&(struct trace_event){.kind = TRACE_VIF1, .position = 4}, false, "expected a position");
    check_refused(&(struct trace_event){.kind = TRACE_VIF1}, true, "expected no words for VIF1");
    check_refused(&(struct trace_event){.kind = TRACE_GIF, .path_code = 9}, false, "expected a path code");
    check_refused(&(struct trace_event){.kind = TRACE_GIF, .size = 67108880}, false,
                  "expected at most 67108864 bytes of GIF data, found 67108880");
    check_refused(&(struct trace_event){.kind = TRACE_REGISTER, .address = 1}, false, "expected a register");
    check_refused(&(struct trace_event){.kind = (enum trace_event_kind)99}, false,
                  "expected an event that has a place in the file, found kind 99");
    check_refused(&(struct trace_event){.kind = TRACE_COMMENT, .size = 1, .data = (const uint8_t *)"\xFF"},
                  false, "expected UTF-8 text");
}

Test(p1t_limits, expected_results_have_no_place_in_a_gs_dump)
{
    struct trace_error error = {{0}};
    struct gs_state *state = calloc(1, sizeof *state);
    const uint8_t registers[GS_PRIVILEGED_SIZE] = {0};
    struct trace_writer *writer =
        trace_writer_create(scratch("a.gs"), TRACE_RAW, &(struct trace_header){0}, state, registers, &error);
    cr_assert_not_null(writer);
    const struct trace_expectation expectation = {.rules = "pcsx2", .what = "vram"};
    cr_assert_not(trace_writer_expect(writer, &expectation, &error));
    cr_assert_not_null(strstr(error.text, "expected a .p1t for expected results, found a GS dump"));
    trace_writer_abort(writer);
    free(state);
}
