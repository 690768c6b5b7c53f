#include "facts.h"

#include "arith.h"
#include "chip.h"
#include "mip.h"
#include "sampler.h"

/* Texels beyond which S and T count as overflowing. */
#define TEXEL_LIMIT 32766.0f

/* Extremes of S/Q, T/Q (in texels) and of Q over a draw. */
struct ranges {
    float min[3], max[3]; /* S, T, Q */
    bool nan;
};

static bool is_sprite(const struct gs_batch *b)
{
    return b->primitive_class == GS_CLASS_SPRITE;
}

static void note(struct ranges *r, unsigned axis, float value)
{
    if (isnan(value)) {
        r->nan = true;
        return;
    }
    if (value < r->min[axis])
        r->min[axis] = value;
    if (value > r->max[axis])
        r->max[axis] = value;
}

/* The Q by which vertex `i` is divided: its own, in sprites the second vertex's. */
static uint32_t divisor(const struct gs_batch *b, uint32_t i)
{
    return is_sprite(b) ? b->vertex[i | 1].q : b->vertex[i].q;
}

static float size_of(const struct gs_batch *b, bool t_axis)
{
    uint64_t tex0 = gs_batch_context(b)->tex0;
    return (float)(1u << gs_bits(tex0, t_axis ? 30 : 26, 4));
}

/* The Q by which S and T of vertex `i` are divided when a draw is measured again: that of its primitive's
 * second vertex, for points of the next point. */
static uint32_t second_divisor(const struct gs_batch *b, uint32_t i)
{
    if (is_sprite(b))
        return divisor(b, i);
    uint32_t second = i - i % b->per_primitive + 1;
    return b->vertex[second < b->count ? second : i].q;
}

static void measure(const struct gs_batch *b, uint32_t (*divisor_of)(const struct gs_batch *b, uint32_t i),
                    struct ranges *r)
{
    *r = (struct ranges){.min = {INFINITY, INFINITY, INFINITY}, .max = {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < b->count; i++) {
        float q = gs_float_of_bits(divisor_of(b, i));
        note(r, 0, gs_float_of_bits(b->vertex[i].s) / q);
        note(r, 1, gs_float_of_bits(b->vertex[i].t) / q);
        note(r, 2, gs_float_of_bits(divisor(b, i)));
    }
    for (unsigned axis = 0; axis < 2; axis++) {
        r->min[axis] *= size_of(b, axis);
        r->max[axis] *= size_of(b, axis);
    }
}

static void measure_z(const struct gs_batch *b, const struct gs_vertex_queue *queue,
                      struct gs_draw_facts *out)
{
    uint32_t first = is_sprite(b), step = is_sprite(b) ? 2 : 1;
    uint32_t low = UINT32_MAX, high = 0, all_and = UINT32_MAX, all_or = 0, z0 = b->vertex[first].z;
    for (uint32_t i = first; i < b->count; i += step) {
        uint32_t z = b->vertex[i].z;
        low = z < low ? z : low;
        high = z > high ? z : high;
        all_and &= z;
        all_or |= z;
    }
    if (!is_sprite(b)) {
        all_and &= b->z_and & queue->z_and;
        all_or |= b->z_or | queue->z_or;
    }
    float most = (float)high;
    out->z_equal = (float)low == most;
    uint64_t test = gs_batch_context(b)->test;
    if (out->z_equal && gs_bits(test, 16, 1) && gs_bits(test, 17, 2) >= GS_ZTST_GEQUAL)
        out->z_equal = (z0 & 1 ? all_and : all_or) == z0;
    out->z_high = most >= 2147483648.0f;
    out->z_most = out->z_high ? 0x80000000u : (uint32_t)most;
}

static void measure_colours(const struct gs_batch *b, bool singly, struct gs_draw_facts *out)
{
    bool every = b->primitive_class == GS_CLASS_POINT || (GS_PRIM_IIP(b->prim) && !is_sprite(b));
    uint32_t first = every ? 0 : b->per_primitive - 1, step = every ? 1 : b->per_primitive;
    uint64_t tex0 = gs_batch_context(b)->tex0;
    out->colours_equal = true;
    out->alpha_min = out->alpha_max = 0;
    if (GS_PRIM_TME(b->prim) && gs_bits(tex0, 35, 2) == GS_TFX_DECAL && gs_bits(tex0, 34, 1))
        return; /* the colours have no effect */
    out->alpha_min = 255;
    uint32_t rgb = b->vertex[first].rgba & 0xFFFFFF;
    for (uint32_t i = first; i < b->count; i += step) {
        uint32_t a = b->vertex[i].rgba >> 24;
        out->alpha_min = a < out->alpha_min ? a : out->alpha_min;
        out->alpha_max = a > out->alpha_max ? a : out->alpha_max;
        out->colours_equal &= (b->vertex[i].rgba & 0xFFFFFF) == rgb;
    }
    if (GS_PRIM_AA1(b->prim) && !GS_PRIM_ABE(b->prim) &&
        (b->primitive_class == GS_CLASS_LINE || b->primitive_class == GS_CLASS_TRIANGLE))
        out->alpha_min = out->alpha_max = 128;
    out->colours_equal &= out->alpha_min == out->alpha_max;
    if (!singly)
        return;
    /* HIGHLIGHT adds alpha to the colour, also where coverage replaces it afterwards. */
    for (uint32_t i = first; i < b->count; i += step)
        out->colours_equal &= b->vertex[i].rgba == b->vertex[first].rgba;
}

/* LOD of a Q with the polynomial in separate operations: only thresholds depend on it. */
static float lod_of(float q, float scale, float k)
{
    float lod = -gs_log2(false, q) * scale;
    return lod + k;
}

static void measure_lod(const struct gs_batch *b, struct gs_draw_facts *out)
{
    uint64_t tex1 = gs_batch_context(b)->tex1;
    unsigned mxl = gs_bits(tex1, 2, 3), mmag = gs_bits(tex1, 5, 1), mmin = gs_bits(tex1, 6, 3);
    bool mmin_linear = mmin == 1 || (mmin & 4);
    float k = (float)gs_tex1_k(tex1) / 16.0f;
    out->lod_low = out->lod_high = k;
    if (!(tex1 & 1) && !GS_PRIM_FST(b->prim)) {
        float scale = (float)(1u << gs_bits(tex1, 19, 2));
        float x = lod_of(out->q_max, scale, k), y = lod_of(out->q_min, scale, k);
        out->lod_low = x < y ? x : y;
        out->lod_high = x < y ? y : x;
    }
    if (mxl == 0 || out->lod_high <= 0)
        out->linear = mmag != 0;
    else if (out->lod_low > 0)
        out->linear = mmin_linear;
    else
        out->linear = mmag || mmin_linear;
    out->mip = mxl > 0 && mmin >= 2 && mmin <= 5 && out->lod_high > 0;
}

/* ---- changes to the vertices ---- */

static uint32_t exponent(uint32_t bits)
{
    return bits >> 23 & 0xFF;
}

static uint32_t cleared(uint32_t bits, uint32_t q)
{
    uint32_t e = exponent(bits), most = e > exponent(q) ? e : exponent(q);
    uint32_t n = 9 + most - e;
    return bits & ~((1u << (n < 23 ? n : 23)) - 1);
}

/* S and T lose mantissa bits by their exponent relative to Q's, Q its low 8 (GS_RULE_ST_MANTISSA). */
static void clear_mantissas(struct gs_batch *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        struct gs_vertex *v = &b->vertex[i];
        uint32_t q = divisor(b, i);
        v->s = cleared(v->s, q);
        v->t = cleared(v->t, q);
    }
    for (uint32_t i = 0; i < b->count; i++)
        b->vertex[i].q &= ~0xFFu;
}

static void lower_minima(const struct gs_batch *b, struct ranges *r)
{
    for (uint32_t i = 0; i < b->count; i++) {
        float q = gs_float_of_bits(divisor(b, i));
        float s = gs_float_of_bits(b->vertex[i].s) / q * size_of(b, false);
        float t = gs_float_of_bits(b->vertex[i].t) / q * size_of(b, true);
        if (s < r->min[0])
            r->min[0] = s;
        if (t < r->min[1])
            r->min[1] = t;
    }
}

static bool clamps(const struct gs_batch *b, bool t_axis)
{
    unsigned mode = gs_bits(gs_batch_context(b)->clamp, t_axis ? 2 : 0, 2);
    return mode == GS_WRAP_CLAMP || mode == GS_WRAP_REGION_CLAMP;
}

/* PCSX2 looks at S alone here; T overflowing by itself changes nothing. */
static bool overflows(const struct gs_batch *b, const struct ranges *r)
{
    return r->nan || (clamps(b, false) && (r->min[0] <= -TEXEL_LIMIT || r->max[0] >= TEXEL_LIMIT));
}

static uint32_t *coordinate(struct gs_vertex *v, bool t_axis)
{
    return t_axis ? &v->t : &v->s;
}

/* Does this axis of the primitive at `at` have to be replaced, and by what S/Q? */
static bool replacement(const struct gs_batch *b, uint32_t at, bool t_axis, float *value)
{
    float limit = TEXEL_LIMIT / size_of(b, t_axis);
    bool small = false, big = false, nan = false;
    for (uint32_t i = at; i < at + b->per_primitive; i++) {
        float r = gs_float_of_bits(*coordinate(&b->vertex[i], t_axis)) / gs_float_of_bits(divisor(b, i));
        nan |= isnan(r) != 0;
        small |= r <= -limit;
        big |= r >= limit;
    }
    *value = nan || (small && big) ? 0 : big ? limit : -limit;
    return ((small || big) && clamps(b, t_axis)) || nan;
}

static void replace_overflow(struct gs_batch *b)
{
    for (uint32_t at = 0; at < b->count; at += b->per_primitive) {
        float value[2];
        bool s = replacement(b, at, false, &value[0]), t = replacement(b, at, true, &value[1]);
        for (uint32_t i = at; s && t && i < at + b->per_primitive; i++)
            b->vertex[i].q = gs_bits_of_float(1.0f);
        for (uint32_t i = at; i < at + b->per_primitive; i++) {
            float q = gs_float_of_bits(divisor(b, i));
            if (s)
                b->vertex[i].s = gs_bits_of_float(value[0] * q);
            if (t)
                b->vertex[i].t = gs_bits_of_float(value[1] * q);
        }
    }
}

static void measure_uv(const struct gs_batch *b, struct gs_draw_facts *out)
{
    uint16_t low[2] = {UINT16_MAX, UINT16_MAX}, high[2] = {0, 0};
    for (uint32_t i = 0; i < b->count; i++) {
        uint16_t c[2] = {b->vertex[i].u, b->vertex[i].v};
        for (unsigned axis = 0; axis < 2; axis++) {
            low[axis] = c[axis] < low[axis] ? c[axis] : low[axis];
            high[axis] = c[axis] > high[axis] ? c[axis] : high[axis];
        }
    }
    for (unsigned axis = 0; axis < 2; axis++) {
        out->texel_min[axis] = (float)low[axis] / 16.0f;
        out->texel_max[axis] = (float)high[axis] / 16.0f;
    }
}

static void take_q(const struct ranges *r, struct gs_draw_facts *out)
{
    out->q_min = r->min[2];
    out->q_max = r->max[2];
    out->q_equal = r->min[2] == r->max[2];
}

void gs_draw_facts(struct gs_batch *b, const struct gs_vertex_queue *queue, const struct gs_rules *rules,
                   struct gs_draw_facts *out)
{
    *out = (struct gs_draw_facts){.q_min = 1, .q_max = 1, .q_equal = true};
    measure_z(b, queue, out);
    measure_colours(b, rules->choice[GS_RULE_DRAW] == GS_DRAW_PRIMITIVE, out);
    if (!GS_PRIM_TME(b->prim))
        return;
    bool stq = !GS_PRIM_FST(b->prim);
    struct ranges r = {0};
    if (stq) {
        measure(b, divisor, &r);
        take_q(&r, out);
    }
    measure_lod(b, out);
    if (!stq) {
        measure_uv(b, out);
        return;
    }
    bool flat = rules->choice[GS_RULE_ST_MANTISSA] == GS_ST_MANTISSA_FLAT;
    if (is_sprite(b) || (flat && out->z_equal)) {
        clear_mantissas(b);
        lower_minima(b, &r);
    }
    if (rules->choice[GS_RULE_HUGE_ST] == GS_HUGE_ST_REPLACE && overflows(b, &r)) {
        replace_overflow(b);
        measure(b, second_divisor, &r);
        take_q(&r, out);
    }
    for (unsigned axis = 0; axis < 2; axis++) {
        out->texel_min[axis] = r.min[axis];
        out->texel_max[axis] = r.max[axis];
    }
    out->q_divide = !out->mip && (out->q_equal ? out->q_min != 1.0f : is_sprite(b));
}
