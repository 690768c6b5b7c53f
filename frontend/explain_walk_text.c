/* path1 explain as text: the console's interpolators. Steps and values of colour and fog are in 1/1024 level,
 * those of the plane in 1/1024 and 2^-14 of its unit. */
#include <inttypes.h>
#include <stdio.h>

#include "explain.h"

static void print_ramp(const char *name, const struct gs_pixel_ramp *r)
{
    printf("  %-13s level %u  step %" PRId64 ", down %" PRId64 "  coarse %" PRId64 ", %" PRId64
           "  sum %" PRId64 "/1024 = %.6g\n",
           name, r->level, r->x_step, r->y_step, r->coarse_x_step, r->coarse_y_step, r->value,
           (double)r->value / 1024);
}

static void print_colour(const struct gs_pixel_console *c)
{
    static const char *const names[] = {"R walk", "G walk", "B walk", "A walk", "F walk"};
    printf("  blocks        of %u from column %" PRId32 ": number %" PRId32 "  exact at column %" PRId32
           ", row %" PRId32 "\n",
           c->width, c->grid_x, c->block, c->exact_x, c->exact_y);
    for (unsigned i = c->colour ? 0 : 4; i < (c->fog ? 5 : 4); i++)
        print_ramp(names[i], &c->ramp[i]);
}

static void print_depth(const struct gs_pixel_console *c)
{
    double down = c->depth_y_numerator ? (double)c->depth_y_numerator * 16 / (double)c->cross : 0;
    printf("  Z walk        vertex %u  step %" PRId64 "/1024, down %.9g  short %" PRId32 "/2048  sum %.13g\n",
           c->depth_vertex, c->depth_x_step, down, c->depth_shortfall, (double)c->depth_sum / 16384);
}

static void print_segment(const struct gs_pixel_console *c)
{
    if (c->from != c->to)
        printf("  walk          from vertex %u to %u along %s: %.9g pixels from %.9g, here at %" PRId32 "\n",
               c->from, c->to, c->x_major ? "X" : "Y", c->length / 16.0, c->start / 16.0, c->pixel);
}

void explain_print_walk(const struct gs_pixel_fragment *f)
{
    const struct gs_pixel_console *c = &f->console;
    if (f->walked && c->segment)
        print_segment(c);
    if (!f->walked || !c->triangle || !(c->colour || c->fog || c->depth || c->plane || c->trail))
        return;
    printf("  walk          to the %s, anchor vertex %u  twice the area %" PRId64 "/256\n",
           c->direction > 0 ? "right" : "left", c->anchor, c->cross);
    if (f->shaded && (c->colour || c->fog))
        print_colour(c);
    if (c->depth)
        print_depth(c);
}

static void print_axes(const struct gs_pixel_console *c)
{
    for (unsigned t = 0; t < 2; t++) {
        const struct gs_pixel_axis *a = &c->axis[t];
        /* In triangles V too is walked along the row. */
        printf("  %c walk        from %s %" PRId32 " at %.9g  step %.9g", t ? 'V' : 'U',
               t && c->axes ? "row" : "column", a->first, (double)a->start / 65536,
               (double)a->step / 65536 + (double)a->step_rest / 65536 / 1024);
        if (a->cut)
            printf("  grain 2^%" PRId32, a->grain - 16);
        printf("%s\n", !a->low   ? ""
                       : c->axes ? "  a hair low behind the first pixel"
                                 : "  trailing by 1/65536");
    }
}

void explain_print_plane(const struct gs_pixel_fragment *f)
{
    static const char *const names[] = {"S plane", "T plane", "Q plane"};
    const struct gs_pixel_console *c = &f->console;
    if (c->trail || c->axes)
        print_axes(c);
    if (!c->plane && !c->divided)
        return;
    printf("  plane         exponent %" PRId32 ", unit 2^%" PRId32 "\n", c->exponent, c->exponent - 14);
    for (unsigned i = 0; i < 3; i++) {
        const struct gs_pixel_plane *p = &c->stq[i];
        printf("  %-13s vertices", names[i]);
        for (unsigned v = 0; v < f->vertices; v++)
            printf(" %" PRId32, p->value[v]);
        if (c->plane)
            printf("  step %" PRId64, p->x_step);
        if (c->triangle)
            printf(", down %" PRId64, p->y_step);
        if (c->plane)
            printf("  sum %" PRId32, p->sum);
        printf("  h %" PRId32 "\n", p->quarters);
    }
    if (c->inverse)
        printf("  1 / h of Q    0x%06" PRIX32 " * 2^-%u = %.9g\n", c->inverse, c->inverse_shift,
               (double)c->inverse / (double)(1ull << c->inverse_shift));
}
