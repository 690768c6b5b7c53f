/* UNPACK of whole vectors, without mask and mode: one loop a format. */
#include "vif_bytes.h"
#include "vif_unit.h"

/* Every format's loop is this function with constant arguments. */
#if defined(__GNUC__)
#define KERNEL static inline __attribute__((always_inline))
#else
#define KERNEL static inline
#endif

KERNEL void copy(uint8_t *to, size_t stride, const uint8_t *from, size_t count, uint32_t phase, unsigned vn,
                 unsigned element, bool usn)
{
    const unsigned vector = (vn + 1) * element;
    for (size_t i = 0; i < count; i++) {
        uint32_t x = vif_load_element(from, element, usn);
        uint32_t y = vn >= 1 ? vif_load_element(from + element, element, usn) : x;
        uint32_t z = vn == 0 ? x : vn == 1 ? x : vif_load_element(from + 2 * element, element, usn);
        uint32_t w = vn == 0 ? x : vn == 1 ? y : vif_load_element(from + 3 * element, element, usn);
        phase += vector;
        if (vn == 2 && element < 4 && phase % 16 == 0)
            w = 0;
        vif_store32(to, x);
        vif_store32(to + 4, y);
        vif_store32(to + 8, z);
        vif_store32(to + 12, w);
        to += 16 * stride;
        from += vector;
    }
}

KERNEL void copy_vn(uint8_t *to, size_t stride, const uint8_t *from, size_t count, uint32_t phase,
                    unsigned vn, unsigned element, bool usn)
{
    if (vn == 0)
        copy(to, stride, from, count, phase, 0, element, usn);
    else if (vn == 1)
        copy(to, stride, from, count, phase, 1, element, usn);
    else if (vn == 2)
        copy(to, stride, from, count, phase, 2, element, usn);
    else
        copy(to, stride, from, count, phase, 3, element, usn);
}

/* Where vectors follow without gaps the stride is a constant too. */
KERNEL void copy_any(uint8_t *to, size_t stride, const uint8_t *from, size_t count, uint32_t phase,
                     const struct vif_unpack *u)
{
    if (u->element == 4)
        copy_vn(to, stride, from, count, phase, u->vn, 4, true);
    else if (u->element == 2 && u->usn)
        copy_vn(to, stride, from, count, phase, u->vn, 2, true);
    else if (u->element == 2)
        copy_vn(to, stride, from, count, phase, u->vn, 2, false);
    else if (u->usn)
        copy_vn(to, stride, from, count, phase, u->vn, 1, true);
    else
        copy_vn(to, stride, from, count, phase, u->vn, 1, false);
}

static void copy_v4_5(uint8_t *to, size_t stride, const uint8_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t v = vif_load16(from + 2 * i);
        for (unsigned lane = 0; lane < 4; lane++)
            vif_store32(to + 16 * stride * i + 4 * lane, vif_v4_5_lane(v, lane));
    }
}

void vif_unpack_run(const struct vif_unpack *unpack, uint8_t *to, size_t stride, const uint8_t *from,
                    size_t count, uint32_t phase)
{
    if (unpack->v4_5)
        copy_v4_5(to, stride, from, count);
    else if (unpack->vector == 16 && stride == 1)
        memcpy(to, from, 16 * count);
    else if (stride == 1)
        copy_any(to, 1, from, count, phase, unpack);
    else
        copy_any(to, stride, from, count, phase, unpack);
}
