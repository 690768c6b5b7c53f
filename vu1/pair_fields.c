/* Which register fields the halves of a pair read and write, for stalls (VUPIPE sections 2 and 4). */
#include "pair_cache.h"

enum { X = 8, Y = 4, Z = 2, W = 1, XYZ = X | Y | Z, XYZW = XYZ | W };

/* VF00 never changes, so nobody waits for it. */
static void add_vf(struct vu_fields *fields, unsigned vf, unsigned mask)
{
    if (vf)
        fields->vf[vf / 16] |= (uint64_t)mask << (4 * (vf % 16));
}

static void add_vi(struct vu_fields *fields, unsigned vi)
{
    if (vi % 16)
        fields->vi |= 1ull << (vi % 16);
}

static unsigned field_mask(unsigned field)
{
    return (unsigned)X >> field;
}

static void upper_fields(const struct vu_upper *upper, struct vu_fields *reads, struct vu_fields *writes)
{
    switch ((enum vu_upper_op)upper->op) {
    case VU_UPPER_INVALID:
    case VU_NOP:
    case VU_UPPER_OPS:
        return;
    case VU_CLIP:
        add_vf(reads, upper->fs, XYZ);
        add_vf(reads, upper->ft, W);
        return;
    case VU_OPMULA:
    case VU_OPMSUB:
        add_vf(reads, upper->fs, XYZ);
        add_vf(reads, upper->ft, XYZ);
        if (upper->op == VU_OPMSUB)
            add_vf(writes, upper->fd, XYZ);
        return;
    case VU_ITOF0:
    case VU_ITOF4:
    case VU_ITOF12:
    case VU_ITOF15:
    case VU_FTOI0:
    case VU_FTOI4:
    case VU_FTOI12:
    case VU_FTOI15:
    case VU_ABS:
        add_vf(reads, upper->fs, upper->dest);
        add_vf(writes, upper->ft, upper->dest);
        return;
    case VU_ADDA:
    case VU_SUBA:
    case VU_MADDA:
    case VU_MSUBA:
    case VU_MULA:
        break;
    case VU_ADD:
    case VU_SUB:
    case VU_MADD:
    case VU_MSUB:
    case VU_MAX:
    case VU_MINI:
    case VU_MUL:
        add_vf(writes, upper->fd, upper->dest);
        break;
    }
    if (!upper->dest)
        return;
    add_vf(reads, upper->fs, upper->dest);
    if (upper->source == VU_SOURCE_FT)
        add_vf(reads, upper->ft, upper->dest);
    else if (upper->source == VU_SOURCE_BC)
        add_vf(reads, upper->ft, field_mask(upper->bc));
}

/* What a lower operation does with registers. */
enum {
    READ_DEST = 1,      /* VF s, fields of dest */
    READ_ROTATED = 2,   /* VF s, the fields that MR32 moves to dest */
    READ_FSF = 4,       /* VF s */
    READ_FTF = 8,       /* VF t */
    READ_XYZ = 16,      /* VF s */
    READ_XYZW = 32,     /* VF s */
    READ_XY = 64,       /* VF s */
    READ_XZ = 128,      /* VF s */
    READ_IS = 256,      /* VI s */
    READ_IT = 512,      /* VI t */
    WRITE_DEST = 1024,  /* VF t, fields of dest */
    WRITE_LOADED = 2048 /* VI t, late */
};

static const uint16_t lower_use[VU_LOWER_OPS] = {
    [VU_LQ] = READ_IS | WRITE_DEST,
    [VU_SQ] = READ_DEST | READ_IT,
    [VU_ILW] = READ_IS | WRITE_LOADED,
    [VU_ISW] = READ_IS | READ_IT,
    [VU_IADDIU] = READ_IS,
    [VU_ISUBIU] = READ_IS,
    [VU_FMEQ] = READ_IS,
    [VU_FMAND] = READ_IS,
    [VU_FMOR] = READ_IS,
    [VU_JR] = READ_IS,
    [VU_JALR] = READ_IS,
    [VU_IBEQ] = READ_IS | READ_IT,
    [VU_IBNE] = READ_IS | READ_IT,
    [VU_IBLTZ] = READ_IS,
    [VU_IBGTZ] = READ_IS,
    [VU_IBLEZ] = READ_IS,
    [VU_IBGEZ] = READ_IS,
    [VU_IADD] = READ_IS | READ_IT,
    [VU_ISUB] = READ_IS | READ_IT,
    [VU_IADDI] = READ_IS,
    [VU_IAND] = READ_IS | READ_IT,
    [VU_IOR] = READ_IS | READ_IT,
    [VU_MOVE] = READ_DEST | WRITE_DEST,
    [VU_MR32] = READ_ROTATED | WRITE_DEST,
    [VU_LQI] = READ_IS | WRITE_DEST,
    [VU_SQI] = READ_DEST | READ_IT,
    [VU_LQD] = READ_IS | WRITE_DEST,
    [VU_SQD] = READ_DEST | READ_IT,
    [VU_DIV] = READ_FSF | READ_FTF,
    [VU_SQRT] = READ_FTF,
    [VU_RSQRT] = READ_FSF | READ_FTF,
    [VU_MTIR] = READ_FSF,
    [VU_MFIR] = READ_IS | WRITE_DEST,
    [VU_ILWR] = READ_IS | WRITE_LOADED,
    [VU_ISWR] = READ_IS | READ_IT,
    [VU_RNEXT] = WRITE_DEST,
    [VU_RGET] = WRITE_DEST,
    [VU_RINIT] = READ_FSF,
    [VU_RXOR] = READ_FSF,
    [VU_MFP] = WRITE_DEST,
    [VU_XGKICK] = READ_IS,
    [VU_ESADD] = READ_XYZ,
    [VU_ERSADD] = READ_XYZ,
    [VU_ELENG] = READ_XYZ,
    [VU_ERLENG] = READ_XYZ,
    [VU_EATANXY] = READ_XY,
    [VU_EATANXZ] = READ_XZ,
    [VU_ESUM] = READ_XYZW,
    [VU_ERCPR] = READ_FSF,
    [VU_ESQRT] = READ_FSF,
    [VU_ERSQRT] = READ_FSF,
    [VU_ESIN] = READ_FSF,
    [VU_EATAN] = READ_FSF,
    [VU_EEXP] = READ_FSF,
};

static unsigned fields_read_of_s(const struct vu_lower *lower, unsigned use)
{
    unsigned dest = lower->dest, mask = 0;
    mask |= use & READ_DEST ? dest : 0;
    /* x comes from y, y from z, z from w, w from x. */
    mask |= use & READ_ROTATED ? (dest >> 1 | dest << 3) & XYZW : 0;
    mask |= use & READ_FSF ? field_mask(lower->fsf) : 0;
    mask |= use & READ_XYZ ? XYZ : 0;
    mask |= use & READ_XYZW ? XYZW : 0;
    mask |= use & READ_XY ? X | Y : 0;
    mask |= use & READ_XZ ? X | Z : 0;
    return mask;
}

static void lower_fields(const struct vu_lower *lower, struct vu_fields *reads, struct vu_fields *writes)
{
    unsigned use = lower_use[lower->op];
    add_vf(reads, lower->s, fields_read_of_s(lower, use));
    if (use & READ_FTF)
        add_vf(reads, lower->t, field_mask(lower->ftf));
    if (use & READ_IS)
        add_vi(reads, lower->s);
    if (use & READ_IT)
        add_vi(reads, lower->t);
    if (use & WRITE_DEST)
        add_vf(writes, lower->t, lower->dest);
    if ((use & WRITE_LOADED) && lower->dest)
        add_vi(writes, lower->t);
}

struct vu_pair_fields vu_pair_fields(const struct vu_pair *pair)
{
    struct vu_pair_fields fields = {0};
    upper_fields(&pair->upper, &fields.reads, &fields.upper_writes);
    lower_fields(&pair->lower, &fields.reads, &fields.lower_writes);
    return fields;
}
