#include "console_colour.h"

#include "console_reciprocal.h"

/* Steps of 1/16 level in units of 1/1024. */
#define COARSE 64

static int64_t coarse(int64_t step)
{
    return step / COARSE * COARSE;
}

static int64_t gradient(int64_t n, const struct gs_console_area *area, bool exact)
{
    return exact ? gs_console_exact_gradient(n, area) : gs_console_colour_gradient(n, area);
}

void gs_console_ramp_init(struct gs_console_ramp *r, const struct gs_console_shape *s, const int64_t level[3],
                          const struct gs_console_steps *steps)
{
    int32_t x16 = s->x[s->anchor];
    r->x_step = gradient(gs_console_numerator_x(s, level), &s->area, steps->exact);
    r->y_step = gradient(gs_console_numerator_y(s, level), &s->area, steps->exact);
    r->coarse_x_step = steps->fine ? r->x_step : coarse(r->x_step);
    r->coarse_y_step = steps->fine ? r->y_step : coarse(r->y_step);
    r->direction = s->direction;
    r->grid_x = gs_console_grid_x(s);
    r->exact_x = r->grid_x + 2 * s->direction;
    r->anchor_y = s->y[s->anchor];
    r->row_mask = steps->single ? ~0 : ~1;
    r->row_bit = !steps->single && s->anchor == s->bottom;
    r->start = 1024 * level[s->anchor] + r->x_step * (16 * (int64_t)r->exact_x - x16) / 16;
    r->width_log2 = 0;
    while (1u << r->width_log2 < steps->width)
        r->width_log2++;
}

int64_t gs_console_ramp_at(const struct gs_console_ramp *r, int32_t x, int32_t y)
{
    return gs_console_ramp_column(r, x) + gs_console_ramp_row(r, y);
}

uint8_t gs_console_ramp_byte(int64_t value)
{
    int64_t level = value >> 10;
    return (uint8_t)(level < 0 ? 0 : level > 255 ? 255 : level);
}
