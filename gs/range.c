#include "range.h"

#include "memory.h"

struct gs_block_range gs_block_range(const struct gs_format *f, uint32_t bp, uint32_t bw,
                                     const struct gs_rect *r)
{
    uint32_t page_x = (1u << f->page_w_log2) - 1, page_y = (1u << f->page_h_log2) - 1;
    uint32_t x0 = (uint32_t)r->x0, y0 = (uint32_t)r->y0, x1 = (uint32_t)r->x1, y1 = (uint32_t)r->y1;
    struct gs_block_range out = {.base = bp};
    out.start = gs_block_number(f, bp, bw, x0, y0);
    out.end = gs_block_number(f, bp, bw, x1 - 1, y1 - 1);
    if (!(x0 & page_x) && !(y0 & page_y))
        out.start &= ~31u;
    if (!(x1 & page_x) && !(y1 & page_y))
        out.end = ((out.end + 31) & ~31u) - 1;
    return out;
}

/* In whole pages, the end exclusive; past 16384 when the range wraps. */
static void whole_pages(const struct gs_block_range *r, uint32_t *start, uint32_t *end)
{
    *start = r->start & ~31u;
    *end = (r->end + (r->end < r->base ? GS_BLOCKS : 0) + 1 + 31) & ~31u;
}

bool gs_block_ranges_overlap(const struct gs_block_range *a, const struct gs_block_range *b)
{
    uint32_t sa, ea, sb, eb;
    whole_pages(a, &sa, &ea);
    whole_pages(b, &sb, &eb);
    if (ea > GS_BLOCKS && eb < sa) {
        sb += GS_BLOCKS;
        eb += GS_BLOCKS;
    } else if (eb > GS_BLOCKS && ea < sb) {
        sa += GS_BLOCKS;
        ea += GS_BLOCKS;
    }
    return sa < eb && sb < ea;
}
