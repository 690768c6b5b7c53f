/* A whole .p1t (docs/p1t.md) that is cut or changed at every byte. */
#include <criterion/criterion.h>
#include <string.h>

#include "p1t_image.h"
#include "p1t_outcome.h"
#include "p1t_sample.h"
#include "program.h"

TestSuite(p1t_damage, .init = program_setup, .fini = program_teardown);

/* A small trace with every chunk but the large state. */
static struct image small_trace(struct p1t_sample *sample)
{
    unsigned parts = P1T_SAMPLE_TEXTS | P1T_SAMPLE_SCREENSHOT | P1T_SAMPLE_VIF | P1T_SAMPLE_EXPECTATIONS;
    p1t_sample_fill(sample, parts, 12, 40, 11);
    for (size_t i = 0; i < sample->event_count; i++)
        if (sample->events[i].kind == TRACE_REGISTERS) /* 8 KiB */
            sample->events[i] = (struct trace_event){.kind = TRACE_WAIT, .value = i};
    p1t_sample_write(sample, scratch("small.p1t"));
    return image_load(scratch("small.p1t"));
}

static size_t chunk_of(const struct image *image, const char *name)
{
    size_t at = P1T_IMAGE_HEAD;
    while (at < image->size && memcmp(image->bytes + at, name, 4) != 0)
        at = image_next_chunk(image, at);
    cr_assert_lt(at, image->size, "%s", name);
    return at;
}

Test(p1t_damage, a_cut_at_any_byte_is_an_error_before_the_events_and_a_warning_from_there_on)
{
    struct p1t_sample sample;
    struct image image = small_trace(&sample);
    size_t events = chunk_of(&image, "EVNT"), expected = chunk_of(&image, "EXPT"),
           end = chunk_of(&image, "ENDT");
    size_t whole = image.size;
    for (image.size = 0; image.size < whole; image.size++) {
        struct p1t_outcome outcome = p1t_read_image(&image);
        cr_assert_not_null(strstr(outcome.text, "before the end of the file"), "%zu: %s", image.size,
                           outcome.text);
        /* The head of the chunk of events tells that nothing stands before them any more. */
        cr_assert_eq(outcome.opened, image.size >= events + 32, "%zu", image.size);
        cr_assert_eq(outcome.warned, outcome.opened);
        cr_assert_eq(outcome.events, image.size >= expected ? 12 : 0);
        cr_assert_eq(outcome.expectations, image.size >= end ? 4 : 0);
    }
    struct p1t_outcome outcome = p1t_read_image(&image);
    cr_assert_eq(outcome.last, 0);
    cr_assert_not(outcome.warned);
    image_free(&image);
    p1t_sample_free(&sample);
}

Test(p1t_damage, a_change_of_any_byte_is_an_error)
{
    struct p1t_sample sample;
    struct image image = small_trace(&sample);
    for (size_t at = 0; at < image.size; at++)
        for (unsigned bit = at % 8; bit < 8; bit += 8) {
            image.bytes[at] ^= (uint8_t)(1u << bit);
            struct p1t_outcome outcome = p1t_read_image(&image);
            cr_assert(!outcome.opened || outcome.last < 0, "byte %zu", at);
            cr_assert_eq(strncmp(outcome.text, "offset 0x", 9), 0, "%s", outcome.text);
            if (at >= P1T_IMAGE_HEAD)
                cr_assert_not_null(strstr(outcome.text, "checksum"), "byte %zu: %s", at, outcome.text);
            image.bytes[at] ^= (uint8_t)(1u << bit);
        }
    image_free(&image);
    p1t_sample_free(&sample);
}

/* With its checksums made right again a change may be a valid file; it never is more than an error, and what
 * it reads as is written again without one. */
Test(p1t_damage, a_change_of_any_byte_with_right_checksums_is_an_error_or_another_trace)
{
    struct p1t_sample sample;
    struct image image = small_trace(&sample);
    const char *bad = scratch("bad.p1t"), *again = scratch("again.p1t");
    size_t good = 0;
    for (size_t chunk = P1T_IMAGE_HEAD; chunk < image.size; chunk = image_next_chunk(&image, chunk))
        for (size_t at = chunk; at < image_next_chunk(&image, chunk); at++) {
            struct image changed = {0};
            image_add(&changed, image.bytes, image.size);
            changed.bytes[at] ^= (uint8_t)(1u << at % 8);
            image_fix_chunk(&changed, chunk);
            struct p1t_outcome outcome = p1t_read_image(&changed);
            if (outcome.opened && outcome.last == 0 && !outcome.warned) {
                good++;
                p1t_rewrite(bad, again);
            } else {
                cr_assert_eq(strncmp(outcome.text, "offset 0x", 9), 0, "%s", outcome.text);
            }
            image_free(&changed);
        }
    cr_assert_gt(good, 100); /* the screenshot, texts, hashes */
    image_free(&image);
    p1t_sample_free(&sample);
}
