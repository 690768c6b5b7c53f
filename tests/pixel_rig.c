#include "pixel_rig.h"

#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"

struct pixel_rig seen;

static void on_origin(void *user, struct gs_pixel_origin *out)
{
    (void)user;
    out->known = true; /* the quadword is set already */
    out->event = seen.kicks++;
}

static void on_fragment(void *user, const struct gs_pixel_fragment *fragment)
{
    (void)user;
    cr_assert_lt(seen.fragments, PIXEL_RIG_KEPT);
    seen.fragment[seen.fragments++] = *fragment;
}

static void on_transfer(void *user, const struct gs_pixel_transfer *transfer)
{
    (void)user;
    cr_assert_lt(seen.transfers, PIXEL_RIG_KEPT);
    seen.transfer[seen.transfers++] = *transfer;
}

void watch(uint32_t x, uint32_t y)
{
    memset(&seen, 0, sizeof seen);
    unsigned psm = gs_registers(chip)->context[0].frame >> 24 & 0x3F;
    const struct gs_pixel_watch what = {0, DRAWING_FBW, psm, x, y, NULL, on_origin, on_fragment, on_transfer};
    gs_finish(chip);
    cr_assert(gs_watch_pixel(chip, &what));
}

const struct gs_pixel_fragment *only(void)
{
    gs_finish(chip);
    cr_assert_eq(seen.fragments, 1, "%u fragments", seen.fragments);
    return &seen.fragment[0];
}
