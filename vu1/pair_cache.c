#include "pair_cache.h"

#include <stddef.h>

#include "words.h"

const struct ee_fpu4 vu_lane_masks[16] = {
#define LANES(m)                                                                                             \
    {                                                                                                        \
        {                                                                                                    \
            (m) & 8 ? UINT32_MAX : 0, (m)&4 ? UINT32_MAX : 0, (m)&2 ? UINT32_MAX : 0, (m)&1 ? UINT32_MAX : 0 \
        }                                                                                                    \
    }
    LANES(0), LANES(1), LANES(2),  LANES(3),  LANES(4),  LANES(5),  LANES(6),  LANES(7),
    LANES(8), LANES(9), LANES(10), LANES(11), LANES(12), LANES(13), LANES(14), LANES(15),
#undef LANES
};

/* Operations that VU0 does not have are no instructions there (VUPIPE section 3). */
static bool only_on_vu1(unsigned op)
{
    return op == VU_WAITP || op == VU_MFP || op == VU_XTOP || op == VU_XGKICK ||
           (op >= VU_ESADD && op <= VU_ERSQRT) || (op >= VU_ESIN && op <= VU_EEXP);
}

/* Where a set of written fields is: the register, or NULL if the set is empty (also for VF00). */
static struct ee_fpu4 *register_of(struct vu *vu, const struct vu_fields *fields)
{
    for (unsigned n = 1; n < 32; n++)
        if (fields->vf[n / 16] >> (4 * (n % 16)) & 15)
            return &vu->state.vf[n];
    return NULL;
}

static void prepare_writes(struct vu *vu, struct vu_code *code, struct vu_pair_fields *fields)
{
    code->out = register_of(vu, &fields->upper_writes);
    code->lower_out = register_of(vu, &fields->lower_writes);
    if (code->out && code->out == code->lower_out) { /* rule same_register */
        code->lower_out = NULL;
        fields->lower_writes.vf[0] = fields->lower_writes.vf[1] = 0;
    }
    code->reads = fields->reads;
    for (unsigned i = 0; i < 2; i++)
        code->writes.vf[i] = fields->upper_writes.vf[i] | fields->lower_writes.vf[i];
    code->writes.vi = fields->lower_writes.vi;
}

void vu_prepare(struct vu *vu, uint32_t pc)
{
    const uint8_t *bytes = vu->state.micro + pc;
    struct vu_code *code = &vu->code[pc / 8];
    struct vu_pair pair = vu_decode(vu_load_word(bytes + 4), vu_load_word(bytes));
    if (pair.upper.op == VU_OPMULA || pair.upper.op == VU_OPMSUB)
        pair.upper.dest = 0xE; /* rule opm_dest */
    if (vu->unit == VU_UNIT_0 && only_on_vu1(pair.lower.op))
        pair.lower.op = VU_LOWER_INVALID;

    *code = (struct vu_code){
        .ready = true, .half = pair.lower, .lower_mask = &vu_lane_masks[pair.lower.dest & 15]};
    struct vu_pair_fields fields = vu_pair_fields(&pair);
    prepare_writes(vu, code, &fields);
    code->target = (pc + 8 + (uint32_t)pair.lower.imm * 8) % vu->memory_size;
    code->control = (uint8_t)((pair.upper.e ? VU_CONTROL_E : 0) | (pair.upper.d ? VU_CONTROL_D : 0) |
                              (pair.upper.t ? VU_CONTROL_T : 0));
    vu_prepare_upper(vu, code, &pair.upper);
    vu_prepare_lower(code);
    code->delayed = code->flags || code->writes.vf[0] || code->writes.vf[1] || code->writes.vi;
}
