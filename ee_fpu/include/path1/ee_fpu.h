/*
 * path1/ee_fpu.h: PlayStation 2 floating point (EE FPU, VU FMAC, FDIV and EFU) on raw 32-bit words.
 *
 * A word is sign (bit 31), exponent (30..23), fraction (22..0). Exponent 0 is zero whatever the fraction;
 * exponent 255 is an ordinary exponent; the largest magnitude is 7FFFFFFF. There are no NaN, infinities or
 * denormals, and results are truncated. No host floating point is used. The order of operands matters: the
 * first is fs, the second ft (or the broadcast lane, I or Q). Source of every rule: FLOAT.md, sections in
 * the .c files.
 */
#ifndef PATH1_EE_FPU_H
#define PATH1_EE_FPU_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
#define PATH1_ALIGN16 alignas(16)
#else
#define PATH1_ALIGN16 _Alignas(16)
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PATH1_FPU_API __attribute__((visibility("default")))
#else
#define PATH1_FPU_API
#endif

/* Flags of one operation. Z, S, U, O are those of a VU MAC lane; the EE FPU has U and O of them. I and D are
 * those of a division or root. */
enum {
    EE_FPU_Z = 1,  /* the result is +-0, or underflowed */
    EE_FPU_S = 2,  /* bit 31 of the result */
    EE_FPU_U = 4,  /* underflow */
    EE_FPU_O = 8,  /* overflow */
    EE_FPU_I = 16, /* invalid: 0/0, root of a negative number */
    EE_FPU_D = 32  /* division by zero */
};

struct ee_fpu_result {
    uint32_t word;
    uint32_t flags;
};

/* Result of a multiply-add: `product` holds Z, S, U, O of the product stage (sign of fs * ft, before MSUB's
 * negation), which the sticky flags collect too. */
struct ee_fpu_mac_result {
    uint32_t word;
    uint32_t flags;
    uint32_t product;
};

/* Scalar operations. Any words are valid operands. */
PATH1_FPU_API struct ee_fpu_result ee_fpu_add(uint32_t fs, uint32_t ft);
PATH1_FPU_API struct ee_fpu_result ee_fpu_sub(uint32_t fs, uint32_t ft);
PATH1_FPU_API struct ee_fpu_result ee_fpu_mul(uint32_t fs, uint32_t ft);
/* acc + fs * ft and acc - fs * ft. `acc_overflowed`: the hidden state of the accumulator (its last write
 * overflowed), per lane in a VU. */
PATH1_FPU_API struct ee_fpu_mac_result ee_fpu_madd(uint32_t acc, bool acc_overflowed, uint32_t fs,
                                                   uint32_t ft);
PATH1_FPU_API struct ee_fpu_mac_result ee_fpu_msub(uint32_t acc, bool acc_overflowed, uint32_t fs,
                                                   uint32_t ft);
/* fs / ft, sqrt(|ft|), fs / sqrt(|ft|): flags I and D only. */
PATH1_FPU_API struct ee_fpu_result ee_fpu_div(uint32_t fs, uint32_t ft);
PATH1_FPU_API struct ee_fpu_result ee_fpu_sqrt(uint32_t ft);
PATH1_FPU_API struct ee_fpu_result ee_fpu_rsqrt(uint32_t fs, uint32_t ft);
/* No flags: */
PATH1_FPU_API uint32_t ee_fpu_max(uint32_t fs, uint32_t ft);
PATH1_FPU_API uint32_t ee_fpu_min(uint32_t fs, uint32_t ft);
static inline uint32_t ee_fpu_abs(uint32_t fs)
{
    return fs & 0x7FFFFFFF;
}
static inline uint32_t ee_fpu_neg(uint32_t fs)
{
    return fs ^ 0x80000000;
}
/* C.EQ, C.LT, C.LE */
PATH1_FPU_API bool ee_fpu_equal(uint32_t fs, uint32_t ft);
PATH1_FPU_API bool ee_fpu_less(uint32_t fs, uint32_t ft);
PATH1_FPU_API bool ee_fpu_less_equal(uint32_t fs, uint32_t ft);
/* To fixed point with `fraction_bits` (0, 4, 12 or 15) and back: CVT.W.S / FTOI, CVT.S.W / ITOF. */
PATH1_FPU_API uint32_t ee_fpu_to_fixed(uint32_t fs, unsigned fraction_bits);
PATH1_FPU_API uint32_t ee_fpu_from_fixed(uint32_t fixed, unsigned fraction_bits);
/* The six bits that CLIP inserts for fs.xyz against ft.w: +x 1, -x 2, +y 4, -y 8, +z 10h, -z 20h. */
PATH1_FPU_API uint32_t ee_fpu_clip(const uint32_t fs[3], uint32_t ft_w);

/* ---- what the VU makes of the flags ---- */

/* The VU's status register: Z 0, S 1, U 2, O 3, I 4, D 5, and the sticky copy of each 6 bits higher. */
enum { EE_FPU_STATUS_STICKY = 6 };
/* The status register after a four-lane operation with these MAC flags (and those of the product, for MADD
 * and MSUB; else 0), in the layout of struct ee_fpu4_result: Z, S, U, O are replaced, the sticky bits
 * collect both, I and D stay. */
PATH1_FPU_API uint32_t ee_fpu_status_after_fmac(uint32_t status, uint32_t mac, uint32_t product);
/* The same after DIV, SQRT or RSQRT: I and D are replaced and collected, the rest stays. */
PATH1_FPU_API uint32_t ee_fpu_status_after_division(uint32_t status, uint32_t flags);

/* ---- the EE's FPU: instructions, FCR31, accumulator ---- */

/* Bits of FCR31. */
#define EE_FPU_FCR31_C 0x00800000u /* result of the last comparison */
#define EE_FPU_FCR31_I 0x00020000u /* causes: of the last instruction that sets them */
#define EE_FPU_FCR31_D 0x00010000u
#define EE_FPU_FCR31_O 0x00008000u
#define EE_FPU_FCR31_U 0x00004000u
#define EE_FPU_FCR31_SI 0x00000040u /* sticky: since they were last cleared by CTC1 */
#define EE_FPU_FCR31_SD 0x00000020u
#define EE_FPU_FCR31_SO 0x00000010u
#define EE_FPU_FCR31_SU 0x00000008u
#define EE_FPU_FCR31_WRITABLE 0x0083C078u /* all of the above */
#define EE_FPU_FCR31_ONES 0x01000001u     /* always read as 1 */

/* State beside the registers. */
struct ee_fpu_unit {
    uint32_t fcr31;
    uint32_t acc;
    bool acc_overflowed; /* hidden: the last write to ACC overflowed */
};

enum ee_fpu_instruction {
    EE_FPU_ADD_S,
    EE_FPU_SUB_S,
    EE_FPU_MUL_S,
    EE_FPU_MADD_S,
    EE_FPU_MSUB_S,
    EE_FPU_ADDA_S,
    EE_FPU_SUBA_S,
    EE_FPU_MULA_S,
    EE_FPU_MADDA_S,
    EE_FPU_MSUBA_S,
    EE_FPU_DIV_S,
    EE_FPU_SQRT_S,
    EE_FPU_RSQRT_S,
    EE_FPU_MAX_S,
    EE_FPU_MIN_S,
    EE_FPU_ABS_S,
    EE_FPU_NEG_S,
    EE_FPU_MOV_S,
    EE_FPU_C_F_S,
    EE_FPU_C_EQ_S,
    EE_FPU_C_LT_S,
    EE_FPU_C_LE_S,
    EE_FPU_CVT_W_S,
    EE_FPU_CVT_S_W
};

/* All flags clear, ACC 0. */
PATH1_FPU_API void ee_fpu_reset(struct ee_fpu_unit *unit);
/* Executes one instruction (FLOAT sections 2 to 8). An operand that it does not have is ignored (SQRT.S has
 * ft; ABS, NEG, MOV and CVT have fs). Returns what goes to fd; of the A forms the new ACC, which is in `unit`
 * too; of a comparison 1 or 0, which is FCR31.C too. */
PATH1_FPU_API uint32_t ee_fpu_execute(struct ee_fpu_unit *unit, enum ee_fpu_instruction instruction,
                                      uint32_t fs, uint32_t ft);
/* CFC1 of register 0 to 31: 0 to 15 read the revision, 16 to 31 FCR31. */
PATH1_FPU_API uint32_t ee_fpu_read_control(const struct ee_fpu_unit *unit, unsigned number);
/* CTC1 of FCR31: bits outside of EE_FPU_FCR31_WRITABLE are ignored. */
PATH1_FPU_API void ee_fpu_write_fcr31(struct ee_fpu_unit *unit, uint32_t value);

/* EFU functions of VU1 (FLOAT section 9). `v`: x, y, z, w; those of one operand take v[0]. No flags. */
enum ee_fpu_efu {
    EE_FPU_ESADD,
    EE_FPU_ERSADD,
    EE_FPU_ELENG,
    EE_FPU_ERLENG,
    EE_FPU_EATANXY,
    EE_FPU_EATANXZ,
    EE_FPU_ESUM,
    EE_FPU_ERCPR,
    EE_FPU_ESQRT,
    EE_FPU_ERSQRT,
    EE_FPU_ESIN,
    EE_FPU_EATAN,
    EE_FPU_EEXP,
    EE_FPU_EFU_COUNT
};
PATH1_FPU_API uint32_t ee_fpu_efu(enum ee_fpu_efu function, const uint32_t v[4]);
/* Cycles until P holds the result (11 .. 54). */
PATH1_FPU_API unsigned ee_fpu_efu_latency(enum ee_fpu_efu function);

/* ---- four lanes: what the VU's FMAC needs ---- */

/* Lanes x, y, z, w. */
struct ee_fpu4 {
    PATH1_ALIGN16 uint32_t lane[4];
};

/* Values of all four lanes, and flags in the layout of the MAC register: Z 3..0, S 7..4, U 11..8, O 15..12,
 * in each nibble x = bit 3 ... w = bit 0. */
struct ee_fpu4_result {
    struct ee_fpu4 value;
    uint32_t mac;
    uint32_t product; /* madd, msub: flags of the product stage, same layout; else 0 */
};

/* One implementation of the four-lane operations. All give the same bits as the scalar functions lane by
 * lane. Arguments may alias. `acc_overflowed`: a bit a lane, x = 8 ... w = 1. */
struct ee_fpu4_kernels {
    const char *name; /* "scalar", "sse4.1", "avx2" */
    void (*add)(struct ee_fpu4_result *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft);
    void (*sub)(struct ee_fpu4_result *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft);
    void (*mul)(struct ee_fpu4_result *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft);
    void (*madd)(struct ee_fpu4_result *out, const struct ee_fpu4 *acc, unsigned acc_overflowed,
                 const struct ee_fpu4 *fs, const struct ee_fpu4 *ft);
    void (*msub)(struct ee_fpu4_result *out, const struct ee_fpu4 *acc, unsigned acc_overflowed,
                 const struct ee_fpu4 *fs, const struct ee_fpu4 *ft);
    void (*max)(struct ee_fpu4 *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft);
    void (*min)(struct ee_fpu4 *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft);
    void (*to_fixed)(struct ee_fpu4 *out, const struct ee_fpu4 *fs, unsigned fraction_bits);
    void (*from_fixed)(struct ee_fpu4 *out, const struct ee_fpu4 *fixed, unsigned fraction_bits);
};

/* The kernels called `name`, or with NULL the fastest that this processor runs. NULL if there are none of
 * that name, or the processor lacks what they need. */
PATH1_FPU_API const struct ee_fpu4_kernels *ee_fpu4_kernels(const char *name);

#ifdef __cplusplus
}
#endif
#endif
