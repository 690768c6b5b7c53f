#include "vif_model.h"

struct format {
    unsigned elements, bits; /* V4-5: 1 element of 16 bits */
    bool v4_5;
};

static struct format format_of(uint32_t code)
{
    unsigned vn = code >> 26 & 3, vl = code >> 24 & 3;
    if (vl == 3)
        return (struct format){1, 16, true};
    return (struct format){vn + 1, 32u >> vl, false};
}

static uint32_t writes_of(uint32_t code)
{
    return code >> 16 & 0xFF ? code >> 16 & 0xFF : 256;
}

/* Is write n a fill, and which vector does it look at? */
static bool is_fill(const struct vif_model *m, uint32_t n, uint32_t *vector)
{
    uint32_t wl = m->wl ? m->wl : 256, in_group = n % wl;
    *vector = n;
    if (wl <= m->cl)
        return false;
    *vector = n / wl * m->cl + (in_group < m->cl ? in_group : m->cl);
    return in_group >= m->cl;
}

static uint32_t vectors_of(const struct vif_model *m, uint32_t code)
{
    uint32_t count = 0, vector;
    for (uint32_t n = 0; n < writes_of(code); n++)
        count += !is_fill(m, n, &vector);
    return count;
}

uint32_t vif_model_payload(const struct vif_model *m, uint32_t code)
{
    struct format f = format_of(code);
    return (vectors_of(m, code) * f.elements * f.bits + 31) / 32;
}

static uint32_t element(const uint32_t *words, uint32_t index, unsigned bits, bool sign)
{
    uint64_t value = 0;
    for (unsigned b = 0; b < bits; b++) {
        uint32_t at = index * bits + b;
        value |= (uint64_t)(words[at / 32] >> (at % 32) & 1) << b;
    }
    if (sign && value >> (bits - 1))
        value |= UINT64_MAX << bits;
    return (uint32_t)value;
}

static uint32_t v3_w(const struct vif_model *m, uint32_t code, const uint32_t *words, uint32_t vector,
                     bool last_write)
{
    struct format f = format_of(code);
    uint32_t index = 3 * vector + 3, payload = vif_model_payload(m, code);
    if (f.bits < 32 && (m->position * 32 + index * f.bits) % 128 == 0)
        return 0;
    if (index * f.bits / 32 >= payload && !last_write)
        return 0;
    return element(words, index, f.bits, !(code >> 14 & 1));
}

static uint32_t lane_data(const struct vif_model *m, uint32_t code, const uint32_t *words, uint32_t n,
                          unsigned lane)
{
    static const unsigned from[4][4] = {{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 2, 3}, {0, 1, 2, 3}};
    struct format f = format_of(code);
    uint32_t vector;
    bool fill = is_fill(m, n, &vector), sign = !(code >> 14 & 1);
    if (vector >= vectors_of(m, code))
        return 0;
    if (f.v4_5) {
        uint32_t v = element(words, vector, 16, false);
        static const unsigned top[4] = {0x1F, 0x3E0, 0x7C00, 0x8000};
        v &= top[lane];
        return lane == 0 ? v << 3 : lane == 1 ? v >> 2 : lane == 2 ? v >> 7 : v >> 8;
    }
    if (f.elements == 3 && lane == 3)
        return v3_w(m, code, words, vector, !fill && n + 1 == writes_of(code));
    return element(words, vector * f.elements + from[f.elements - 1][lane], f.bits, sign);
}

void vif_model_unpack(struct vif_model *m, uint32_t code, const uint32_t *words)
{
    uint32_t wl = m->wl ? m->wl : 256, base = (code & 0x3FF) + (code >> 15 & 1 ? m->tops : 0);
    bool v4_5 = format_of(code).v4_5;
    for (uint32_t n = 0; n < writes_of(code); n++) {
        uint32_t address = base + (wl <= m->cl ? n / wl * m->cl + n % wl : n);
        unsigned row = n % wl > 3 ? 3 : n % wl;
        for (unsigned lane = 0; lane < 4; lane++) {
            uint32_t *to = &m->memory[address % m->quadwords][lane];
            unsigned select = code >> 28 & 1 ? m->mask >> (8 * row + 2 * lane) & 3 : 0;
            uint32_t d = lane_data(m, code, words, n, lane);
            if (select == 1)
                *to = m->row[lane];
            if (select == 2)
                *to = m->col[row];
            if (select != 0)
                continue;
            if (!v4_5 && (m->mode == 1 || m->mode == 2))
                d += m->row[lane];
            *to = d;
            if (!v4_5 && m->mode >= 2)
                m->row[lane] = d;
        }
    }
}
