#include "gif_walk.h"

#include "trace_bytes.h"

uint32_t gif_tag_data(uint64_t tag)
{
    uint32_t nloop = (uint32_t)(tag & 0x7FFF), nreg = (uint32_t)(tag >> 60);
    if (nreg == 0)
        nreg = 16;
    switch (tag >> 58 & 3) {
    case 0: /* PACKED */
        return nloop * nreg;
    case 1: /* REGLIST: two registers a quadword */
        return (nloop * nreg + 1) / 2;
    default: /* IMAGE, and "disabled", which acts as it */
        return nloop;
    }
}

size_t gif_walk_take(struct gif_walk *walk, const uint8_t *data, size_t quadwords)
{
    size_t used = 0;
    while (used < quadwords) {
        if (walk->left) {
            size_t run = walk->left < quadwords - used ? walk->left : quadwords - used;
            walk->left -= (uint32_t)run;
            used += run;
        } else {
            uint64_t tag = trace_load64(data + 16 * used);
            walk->left = gif_tag_data(tag);
            walk->last = tag >> 15 & 1;
            walk->image = tag >> 59 & 1;
            walk->inside = true;
            used++;
        }
        if (!walk->left && walk->last) {
            *walk = (struct gif_walk){0};
            break;
        }
    }
    return used;
}
