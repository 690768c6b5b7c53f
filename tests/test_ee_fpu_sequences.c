/* What stays from one instruction to the next: FCR31, the accumulator's hidden overflow state, the VU's
 * status. The sequences are those of hw/tk_sequences.md in tests/data/vectors/float: expectations of the
 * public VUTests program for real consoles. */
#include <inttypes.h>

#include <criterion/criterion.h>

#include <path1/ee_fpu.h>

#define C EE_FPU_FCR31_C
#define I EE_FPU_FCR31_I
#define D EE_FPU_FCR31_D
#define O EE_FPU_FCR31_O
#define U EE_FPU_FCR31_U
#define SI EE_FPU_FCR31_SI
#define SD EE_FPU_FCR31_SD
#define SO EE_FPU_FCR31_SO
#define SU EE_FPU_FCR31_SU

static uint32_t flags_of(const struct ee_fpu_unit *unit)
{
    return ee_fpu_read_control(unit, 31) & EE_FPU_FCR31_WRITABLE;
}

struct step {
    enum ee_fpu_instruction instruction;
    uint32_t fs, ft, result, flags;
};

static void run(struct ee_fpu_unit *unit, const struct step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct step *s = &steps[i];
        uint32_t result = ee_fpu_execute(unit, s->instruction, s->fs, s->ft);
        cr_expect_eq(result, s->result, "step %zu: %08" PRIx32, i + 1, result);
        cr_expect_eq(flags_of(unit), s->flags, "step %zu: FCR31 %08" PRIx32, i + 1, flags_of(unit));
    }
}

Test(ee_fpu_sequences, arithmetic_rewrites_O_and_U_and_divisions_rewrite_I_and_D)
{
    /* The results are those of the single operations; the record has the flags. */
    static const struct step steps[] = {
        {EE_FPU_ADD_S, 0xFFFFFFFE, 0xFFFFFFFE, 0xFFFFFFFF, O | SO},
        {EE_FPU_DIV_S, 0xFFFFFFFE, 0x00000000, 0xFFFFFFFF, D | O | SO | SD},
        {EE_FPU_SUB_S, 0x00800001, 0x00800000, 0x00000000, U | D | SU | SO | SD},
        {EE_FPU_SQRT_S, 0, 0xFFFFFFFE, 0x5FB504F2, U | I | SU | SO | SD | SI},
        {EE_FPU_MUL_S, 0x00000000, 0xFFFFFFFE, 0x80000000, I | SU | SO | SD | SI},
        {EE_FPU_SQRT_S, 0, 0x00000000, 0x00000000, SU | SO | SD | SI},
    };
    struct ee_fpu_unit unit;
    ee_fpu_reset(&unit);
    run(&unit, steps, sizeof steps / sizeof steps[0]);
}

Test(ee_fpu_sequences, an_accumulator_that_overflowed_stays_so_until_it_is_written)
{
    static const struct step steps[] = {
        {EE_FPU_ADDA_S, 0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF, O | SO},
        {EE_FPU_ADD_S, 0x3F800000, 0xC0800000, 0xC0400000, SO},
        {EE_FPU_MSUB_S, 0x7FFFFFFF, 0x3F800000, 0x7FFFFFFF, O | SO},
        {EE_FPU_MSUBA_S, 0x7FFFFFFF, 0x3F800000, 0x7FFFFFFF, O | SO},
        {EE_FPU_MADD_S, 0x7FFFFFFF, 0xC0800000, 0xFFFFFFFF, O | SO},
        {EE_FPU_ADDA_S, 0x7FFFFFFF, 0x00000000, 0x7FFFFFFF, SO},
        {EE_FPU_ADD_S, 0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF, O | SO},
        {EE_FPU_MSUB_S, 0x3F800000, 0x7FFFFFFF, 0x74000000, SO},
    };
    struct ee_fpu_unit unit;
    ee_fpu_reset(&unit);
    run(&unit, steps, sizeof steps / sizeof steps[0]);
}

/* FLOAT section 8: hardware, but for the last two. */
Test(ee_fpu_sequences, the_control_register_takes_its_flag_bits_and_reads_two_ones)
{
    struct ee_fpu_unit unit;
    ee_fpu_reset(&unit);
    cr_assert_eq(ee_fpu_read_control(&unit, 31), 0x01000001);
    ee_fpu_write_fcr31(&unit, 0xFFFFFFFF);
    cr_assert_eq(ee_fpu_read_control(&unit, 31), 0x0183C079);
    cr_assert_eq(ee_fpu_read_control(&unit, 16), 0x0183C079);
    cr_assert_eq(ee_fpu_read_control(&unit, 0), 0x2E30);
    cr_assert_eq(ee_fpu_read_control(&unit, 15), 0x2E30);
    ee_fpu_execute(&unit, EE_FPU_MOV_S, 1, 0);
    ee_fpu_execute(&unit, EE_FPU_CVT_W_S, 0x7FFFFFFF, 0);
    ee_fpu_execute(&unit, EE_FPU_CVT_S_W, 0x7FFFFFFF, 0);
    cr_assert_eq(flags_of(&unit), EE_FPU_FCR31_WRITABLE, "moves and conversions leave the flags");
    ee_fpu_execute(&unit, EE_FPU_C_F_S, 0, 0);
    cr_assert_eq(flags_of(&unit), EE_FPU_FCR31_WRITABLE & ~C);
    ee_fpu_execute(&unit, EE_FPU_C_LE_S, 0x80000000, 1);
    cr_assert_eq(flags_of(&unit), EE_FPU_FCR31_WRITABLE);
    static const enum ee_fpu_instruction clearing[] = {EE_FPU_MAX_S, EE_FPU_MIN_S, EE_FPU_ABS_S,
                                                       EE_FPU_NEG_S};
    for (size_t i = 0; i < sizeof clearing / sizeof clearing[0]; i++) {
        ee_fpu_write_fcr31(&unit, 0xFFFFFFFF);
        ee_fpu_execute(&unit, clearing[i], 0, 0);
        cr_assert_eq(flags_of(&unit), EE_FPU_FCR31_WRITABLE & ~(O | U));
    }
    ee_fpu_write_fcr31(&unit, 0xFFFFFFFF);
    ee_fpu_execute(&unit, EE_FPU_DIV_S, 0x3F800000, 0x3F800000);
    cr_assert_eq(flags_of(&unit), EE_FPU_FCR31_WRITABLE & ~(I | D));
}

/* 00800001 - 00800000 * 1 underflows; 00800000 * 0.5 is a product that does (FLOAT section 8, community). */
Test(ee_fpu_sequences, underflow_of_a_product_and_of_a_sum_into_the_accumulator_shows_in_SU_only)
{
    struct ee_fpu_unit unit;
    ee_fpu_reset(&unit);
    unit.acc = 0x00800001;
    ee_fpu_execute(&unit, EE_FPU_MSUB_S, 0x00800000, 0x3F800000);
    cr_assert_eq(flags_of(&unit), U | SU);
    ee_fpu_write_fcr31(&unit, 0);
    ee_fpu_execute(&unit, EE_FPU_MADD_S, 0x00800000, 0x3F000000);
    cr_assert_eq(flags_of(&unit), SU);
    ee_fpu_write_fcr31(&unit, U);
    ee_fpu_execute(&unit, EE_FPU_MSUBA_S, 0x00800000, 0x3F800000);
    cr_assert_eq(flags_of(&unit), SU);
    cr_assert_eq(unit.acc, 0);
}

/* ---- VU0, macro mode ---- */

struct vu0 {
    uint32_t status, mac;
    struct ee_fpu4 acc;
    unsigned acc_overflowed; /* x = 8 */
};

enum { X = 8, Y = 4, Z = 2, W = 1 };

/* Only the lanes in `dest` have flags. */
static void retire(struct vu0 *vu, const struct ee_fpu4_result *result, unsigned dest)
{
    vu->mac = result->mac & dest * 0x1111;
    vu->status = ee_fpu_status_after_fmac(vu->status, vu->mac, result->product & dest * 0x1111);
}

static void write_acc(struct vu0 *vu, const struct ee_fpu4_result *result, unsigned dest)
{
    for (unsigned i = 0; i < 4; i++)
        if (dest & (unsigned)X >> i)
            vu->acc.lane[i] = result->value.lane[i];
    vu->acc_overflowed = (vu->acc_overflowed & ~dest) | (result->mac >> 12 & dest);
}

static void expect_flags(const struct vu0 *vu, uint32_t status, uint32_t mac)
{
    cr_expect_eq(vu->status, status, "status 0%" PRIo32, vu->status);
    cr_expect_eq(vu->mac, mac, "MAC %04" PRIx32, vu->mac);
}

Test(ee_fpu_sequences, vu_flags_of_lanes_not_written_are_clear_and_division_has_its_own)
{
    static const struct ee_fpu4 vf1 = {{0x7FFFFFFE, 0x7FFFFFFE, 0x7FFFFFFE, 0x7FFFFFFE}};
    static const struct ee_fpu4 vf2 = {{0, 0, 0x7FFFFFFE, 0x7FFFFFFE}};
    static const struct ee_fpu4 vf3 = {{0x7FFFFFFE, 0x7FFFFFFE, 0, 0}};
    const struct ee_fpu4_kernels *k = ee_fpu4_kernels(NULL);
    struct vu0 vu = {0};
    struct ee_fpu4_result r;
    k->add(&r, &vf1, &vf2);
    retire(&vu, &r, X | Y);
    expect_flags(&vu, 00000, 0x0000);
    retire(&vu, &r, X | Z);
    expect_flags(&vu, 01010, 0x2000);
    vu.status = ee_fpu_status_after_division(vu.status, ee_fpu_div(vf1.lane[0], 0).flags);
    expect_flags(&vu, 05050, 0x2000);
    k->add(&r, &vf1, &vf3);
    retire(&vu, &r, W);
    expect_flags(&vu, 05040, 0x0000);
}

static void accumulate(struct vu0 *vu, const struct ee_fpu4_kernels *k, const struct ee_fpu4 *fs,
                       const struct ee_fpu4 *ft, struct ee_fpu4_result *r)
{
    k->madd(r, &vu->acc, vu->acc_overflowed, fs, ft);
}

static void check_accumulator_lanes(const struct ee_fpu4_kernels *k)
{
    static const struct ee_fpu4 vf1 = {{0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF}};
    static const struct ee_fpu4 xz = {{0x7FFFFFFF, 0, 0x7FFFFFFF, 0}}, yw = {{0, 0x7FFFFFFF, 0, 0x7FFFFFFF}};
    static const struct ee_fpu4 factors = {{0xBF800000, 0x3F000000, 0xBF800001, 0}};
    static const struct ee_fpu4 last = {{0xBF800001, 0xBF800000, 0xBF800000, 0xBF800000}};
    struct vu0 vu = {0};
    struct ee_fpu4_result r;
    k->add(&r, &vf1, &xz); /* vadda */
    retire(&vu, &r, X | Y | Z | W);
    write_acc(&vu, &r, X | Y | Z | W);
    expect_flags(&vu, 01010, 0xA000);
    k->add(&r, &vf1, &yw);
    retire(&vu, &r, X | Y | Z | W);
    expect_flags(&vu, 01010, 0x5000);
    accumulate(&vu, k, &vf1, &factors, &r); /* vmadda.xyw */
    retire(&vu, &r, X | Y | W);
    write_acc(&vu, &r, X | Y | W);
    expect_flags(&vu, 01310, 0xC000);
    accumulate(&vu, k, &last, &vf1, &r);
    retire(&vu, &r, X | Y | Z | W);
    expect_flags(&vu, 01312, 0xE080);
    static const uint32_t results[4] = {0xFFFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF, 0x74000000};
    for (unsigned i = 0; i < 4; i++)
        cr_expect_eq(r.value.lane[i], results[i], "%s lane %u: %08" PRIx32, k->name, i, r.value.lane[i]);
}

Test(ee_fpu_sequences, every_lane_of_the_vu_accumulator_has_its_own_overflow_state)
{
    static const char *const names[] = {"scalar", "sse4.1", "avx2"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (ee_fpu4_kernels(names[i]))
            check_accumulator_lanes(ee_fpu4_kernels(names[i]));
}

/* FLOAT section 8. */
Test(ee_fpu_sequences, sticky_status_bits_collect_the_flags_of_the_product)
{
    /* MAC bits: any lane of Z, S, U, O. */
    cr_assert_eq(ee_fpu_status_after_fmac(0, 0x0000, 0x0000), 0);
    cr_assert_eq(ee_fpu_status_after_fmac(0, 0x1248, 0x0000), 0x3CF);
    cr_assert_eq(ee_fpu_status_after_fmac(0, 0x0000, 0x8421), 0x3C0);
    cr_assert_eq(ee_fpu_status_after_fmac(0xFFF, 0x0000, 0x0000), 0xFF0);
    cr_assert_eq(ee_fpu_status_after_division(0xFFF, 0), 0xFCF);
    cr_assert_eq(ee_fpu_status_after_division(0, EE_FPU_I), 0x410);
    cr_assert_eq(ee_fpu_status_after_division(0, EE_FPU_D), 0x820);
}
