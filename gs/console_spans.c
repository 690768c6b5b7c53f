#include "console_spans.h"

#include "arith.h"

static void begin_trails(struct gs_console_walk *w, const struct gs_vertex raw[3])
{
    for (unsigned t = 0; t < 2; t++) {
        int64_t value[3];
        for (unsigned i = 0; i < 3; i++)
            value[i] = (int64_t)(t ? raw[i].v : raw[i].u) << 12;
        gs_console_trail_init(&w->trail[t], &w->shape, value);
    }
}

static void begin_grains(struct gs_console_walk *w, const struct gs_vertex raw[3])
{
    for (unsigned t = 0; t < 2; t++) {
        const uint32_t bits[3] = {t ? raw[0].t : raw[0].s, t ? raw[1].t : raw[1].s, t ? raw[2].t : raw[2].s};
        gs_console_grain_init(&w->grain[t], &w->shape, bits, w->size_log2[t]);
    }
}

void gs_console_spans_triangle(struct gs_console_walk *w, const struct gs_vertex raw[3])
{
    const uint32_t one = gs_bits_of_float(1.0f);
    if (w->grains) {
        w->trails = raw[0].q == one && raw[1].q == one && raw[2].q == one;
        w->plane = !w->trails;
    }
    if (w->trails && w->grains)
        begin_grains(w, raw);
    else if (w->trails)
        begin_trails(w, raw);
}

void gs_console_spans_row(struct gs_console_walk *w, int32_t y)
{
    int32_t end;
    w->first = 0;
    gs_console_span(&w->shape, y, &w->first, &end);
    for (unsigned t = 0; t < 2; t++)
        if (w->grains)
            w->grain_start[t] = gs_console_grain_start(&w->grain[t], w->first, y);
        else
            w->trail_start[t] = gs_console_trail_start(&w->trail[t], w->first, y);
}

int32_t gs_console_spans_at(const struct gs_console_walk *w, unsigned axis, int32_t x)
{
    if (w->grains)
        return gs_console_grain_at(&w->grain[axis], w->grain_start[axis], x - w->first);
    return gs_console_trail_at(&w->trail[axis], w->trail_start[axis], x - w->first);
}
