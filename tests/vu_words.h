/* Instruction words of the vector units, for tests that want to be independent of the assembler (encodings:
 * VUPIPE sections 11 and 12). Functions named as the mnemonics, operands in the order of the text, dest
 * first. */
#ifndef TESTS_VU_WORDS_H
#define TESTS_VU_WORDS_H

#include <stdint.h>

enum { DEST_X = 8, DEST_Y = 4, DEST_Z = 2, DEST_W = 1, DEST_XYZ = 14, DEST_XZW = 11, DEST_XYZW = 15 };
enum { FIELD_X, FIELD_Y, FIELD_Z, FIELD_W };

#define VU_BIT_I 0x80000000u
#define VU_BIT_E 0x40000000u
#define VU_BIT_M 0x20000000u
#define VU_BIT_D 0x10000000u
#define VU_BIT_T 0x08000000u

#define UPPER_NOP 0x000002FFu
#define LOWER_NOP 0x8000033Cu /* MOVE with an empty dest */

static inline uint32_t vu_fields_word(unsigned dest, unsigned t, unsigned s, unsigned d)
{
    return (uint32_t)dest << 21 | (uint32_t)t << 16 | (uint32_t)s << 11 | (uint32_t)d << 6;
}

/* Upper, second source a register (op), one field of it (op + field), Q or I. */
#define UPPER_3(name, op)                                                                                    \
    static inline uint32_t name(unsigned dest, unsigned fd, unsigned fs, unsigned ft)                        \
    {                                                                                                        \
        return vu_fields_word(dest, ft, fs, fd) | (op);                                                      \
    }
#define UPPER_BC(name, op)                                                                                   \
    static inline uint32_t name(unsigned dest, unsigned fd, unsigned fs, unsigned ft, unsigned field)        \
    {                                                                                                        \
        return vu_fields_word(dest, ft, fs, fd) | ((op) + field);                                            \
    }
#define UPPER_2(name, op)                                                                                    \
    static inline uint32_t name(unsigned dest, unsigned fd, unsigned fs)                                     \
    {                                                                                                        \
        return vu_fields_word(dest, 0, fs, fd) | (op);                                                       \
    }
/* To ACC: op is the whole low 11 bits. */
#define UPPER_ACC(name, op)                                                                                  \
    static inline uint32_t name(unsigned dest, unsigned fs, unsigned ft)                                     \
    {                                                                                                        \
        return vu_fields_word(dest, ft, fs, 0) | (op);                                                       \
    }
#define UPPER_ACC_BC(name, row)                                                                              \
    static inline uint32_t name(unsigned dest, unsigned fs, unsigned ft, unsigned field)                     \
    {                                                                                                        \
        return vu_fields_word(dest, ft, fs, row) | (0x3C + field);                                           \
    }
#define UPPER_ACC_1(name, op)                                                                                \
    static inline uint32_t name(unsigned dest, unsigned fs)                                                  \
    {                                                                                                        \
        return vu_fields_word(dest, 0, fs, 0) | (op);                                                        \
    }
/* From fs to ft. */
#define UPPER_CONVERT(name, op)                                                                              \
    static inline uint32_t name(unsigned dest, unsigned ft, unsigned fs)                                     \
    {                                                                                                        \
        return vu_fields_word(dest, ft, fs, 0) | (op);                                                       \
    }

UPPER_BC(addbc, 0x00)
UPPER_BC(subbc, 0x04)
UPPER_BC(maddbc, 0x08)
UPPER_BC(msubbc, 0x0C)
UPPER_BC(maxbc, 0x10)
UPPER_BC(minibc, 0x14)
UPPER_BC(mulbc, 0x18)
UPPER_2(mulq, 0x1C)
UPPER_2(maxi, 0x1D)
UPPER_2(muli, 0x1E)
UPPER_2(minii, 0x1F)
UPPER_2(addq, 0x20)
UPPER_2(maddq, 0x21)
UPPER_2(addi, 0x22)
UPPER_2(maddi, 0x23)
UPPER_2(subq, 0x24)
UPPER_2(msubq, 0x25)
UPPER_2(subi, 0x26)
UPPER_2(msubi, 0x27)
UPPER_3(add, 0x28)
UPPER_3(madd, 0x29)
UPPER_3(mul, 0x2A)
UPPER_3(max, 0x2B)
UPPER_3(sub, 0x2C)
UPPER_3(msub, 0x2D)
UPPER_3(opmsub, 0x2E)
UPPER_3(mini, 0x2F)
UPPER_ACC_BC(addabc, 0x00)
UPPER_ACC_BC(subabc, 0x01)
UPPER_ACC_BC(maddabc, 0x02)
UPPER_ACC_BC(msubabc, 0x03)
UPPER_ACC_BC(mulabc, 0x06)
UPPER_CONVERT(itof0, 0x13C)
UPPER_CONVERT(itof4, 0x13D)
UPPER_CONVERT(itof12, 0x13E)
UPPER_CONVERT(itof15, 0x13F)
UPPER_CONVERT(ftoi0, 0x17C)
UPPER_CONVERT(ftoi4, 0x17D)
UPPER_CONVERT(ftoi12, 0x17E)
UPPER_CONVERT(ftoi15, 0x17F)
UPPER_CONVERT(vu_abs, 0x1FD)
UPPER_ACC_1(mulaq, 0x1FC)
UPPER_ACC_1(mulai, 0x1FE)
UPPER_ACC_1(addaq, 0x23C)
UPPER_ACC_1(maddaq, 0x23D)
UPPER_ACC_1(addai, 0x23E)
UPPER_ACC_1(maddai, 0x23F)
UPPER_ACC_1(subaq, 0x27C)
UPPER_ACC_1(msubaq, 0x27D)
UPPER_ACC_1(subai, 0x27E)
UPPER_ACC_1(msubai, 0x27F)
UPPER_ACC(adda, 0x2BC)
UPPER_ACC(madda, 0x2BD)
UPPER_ACC(mula, 0x2BE)
UPPER_ACC(suba, 0x2FC)
UPPER_ACC(msuba, 0x2FD)
UPPER_ACC(opmula, 0x2FE)

static inline uint32_t clipw(unsigned fs, unsigned ft)
{
    return vu_fields_word(DEST_XYZ, ft, fs, 0) | 0x1FF;
}

/* ---- lower: op in bits 31..25 ---- */

static inline uint32_t vu_lower_word(unsigned op, unsigned dest, unsigned t, unsigned s, int imm11)
{
    return (uint32_t)op << 25 | vu_fields_word(dest, t, s, 0) | ((uint32_t)imm11 & 0x7FF);
}

static inline uint32_t vu_special(unsigned op, unsigned dest, unsigned t, unsigned s, unsigned d)
{
    return 0x80000000u | vu_fields_word(dest, t, s, d) | op;
}

/* Extended: table row and column. */
static inline uint32_t vu_extended(unsigned row, unsigned column, unsigned dest, unsigned t, unsigned s)
{
    return vu_special(0x3C + column, dest, t, s, row);
}

static inline uint32_t lq(unsigned dest, unsigned ft, int imm11, unsigned is)
{
    return vu_lower_word(0x00, dest, ft, is, imm11);
}
static inline uint32_t sq(unsigned dest, unsigned fs, int imm11, unsigned it)
{
    return vu_lower_word(0x01, dest, it, fs, imm11);
}
static inline uint32_t ilw(unsigned dest, unsigned it, int imm11, unsigned is)
{
    return vu_lower_word(0x04, dest, it, is, imm11);
}
static inline uint32_t isw(unsigned dest, unsigned it, int imm11, unsigned is)
{
    return vu_lower_word(0x05, dest, it, is, imm11);
}
static inline uint32_t iaddiu(unsigned it, unsigned is, unsigned imm15)
{
    return vu_lower_word(0x08, imm15 >> 11 & 15, it, is, (int)(imm15 & 0x7FF));
}
static inline uint32_t isubiu(unsigned it, unsigned is, unsigned imm15)
{
    return vu_lower_word(0x09, imm15 >> 11 & 15, it, is, (int)(imm15 & 0x7FF));
}
static inline uint32_t fceq(uint32_t imm24)
{
    return 0x10u << 25 | imm24;
}
static inline uint32_t fcset(uint32_t imm24)
{
    return 0x11u << 25 | imm24;
}
static inline uint32_t fcand(uint32_t imm24)
{
    return 0x12u << 25 | imm24;
}
static inline uint32_t fcor(uint32_t imm24)
{
    return 0x13u << 25 | imm24;
}
static inline uint32_t fseq(unsigned it, unsigned imm12)
{
    return vu_lower_word(0x14, imm12 >> 11, it, 0, (int)(imm12 & 0x7FF));
}
static inline uint32_t fsset(unsigned imm12)
{
    return vu_lower_word(0x15, imm12 >> 11, 0, 0, (int)(imm12 & 0x7FF));
}
static inline uint32_t fsand(unsigned it, unsigned imm12)
{
    return vu_lower_word(0x16, imm12 >> 11, it, 0, (int)(imm12 & 0x7FF));
}
static inline uint32_t fsor(unsigned it, unsigned imm12)
{
    return vu_lower_word(0x17, imm12 >> 11, it, 0, (int)(imm12 & 0x7FF));
}
static inline uint32_t fmeq(unsigned it, unsigned is)
{
    return vu_lower_word(0x18, 0, it, is, 0);
}
static inline uint32_t fmand(unsigned it, unsigned is)
{
    return vu_lower_word(0x1A, 0, it, is, 0);
}
static inline uint32_t fmor(unsigned it, unsigned is)
{
    return vu_lower_word(0x1B, 0, it, is, 0);
}
static inline uint32_t fcget(unsigned it)
{
    return vu_lower_word(0x1C, 0, it, 0, 0);
}
/* Branch offsets count pairs from the delay slot on. */
static inline uint32_t vu_b(int offset)
{
    return vu_lower_word(0x20, 0, 0, 0, offset);
}
static inline uint32_t bal(unsigned it, int offset)
{
    return vu_lower_word(0x21, 0, it, 0, offset);
}
static inline uint32_t jr(unsigned is)
{
    return vu_lower_word(0x24, 0, 0, is, 0);
}
static inline uint32_t jalr(unsigned it, unsigned is)
{
    return vu_lower_word(0x25, 0, it, is, 0);
}
static inline uint32_t ibeq(unsigned it, unsigned is, int offset)
{
    return vu_lower_word(0x28, 0, it, is, offset);
}
static inline uint32_t ibne(unsigned it, unsigned is, int offset)
{
    return vu_lower_word(0x29, 0, it, is, offset);
}
static inline uint32_t ibltz(unsigned is, int offset)
{
    return vu_lower_word(0x2C, 0, 0, is, offset);
}
static inline uint32_t ibgtz(unsigned is, int offset)
{
    return vu_lower_word(0x2D, 0, 0, is, offset);
}
static inline uint32_t iblez(unsigned is, int offset)
{
    return vu_lower_word(0x2E, 0, 0, is, offset);
}
static inline uint32_t ibgez(unsigned is, int offset)
{
    return vu_lower_word(0x2F, 0, 0, is, offset);
}

static inline uint32_t iadd(unsigned id, unsigned is, unsigned it)
{
    return vu_special(0x30, 0, it, is, id);
}
static inline uint32_t isub(unsigned id, unsigned is, unsigned it)
{
    return vu_special(0x31, 0, it, is, id);
}
static inline uint32_t iaddi(unsigned it, unsigned is, int imm5)
{
    return vu_special(0x32, 0, it, is, (unsigned)imm5 & 31);
}
static inline uint32_t iand(unsigned id, unsigned is, unsigned it)
{
    return vu_special(0x34, 0, it, is, id);
}
static inline uint32_t ior(unsigned id, unsigned is, unsigned it)
{
    return vu_special(0x35, 0, it, is, id);
}

static inline uint32_t move(unsigned dest, unsigned ft, unsigned fs)
{
    return vu_extended(0x0C, 0, dest, ft, fs);
}
static inline uint32_t mr32(unsigned dest, unsigned ft, unsigned fs)
{
    return vu_extended(0x0C, 1, dest, ft, fs);
}
static inline uint32_t lqi(unsigned dest, unsigned ft, unsigned is)
{
    return vu_extended(0x0D, 0, dest, ft, is);
}
static inline uint32_t sqi(unsigned dest, unsigned fs, unsigned it)
{
    return vu_extended(0x0D, 1, dest, it, fs);
}
static inline uint32_t lqd(unsigned dest, unsigned ft, unsigned is)
{
    return vu_extended(0x0D, 2, dest, ft, is);
}
static inline uint32_t sqd(unsigned dest, unsigned fs, unsigned it)
{
    return vu_extended(0x0D, 3, dest, it, fs);
}
static inline uint32_t vu_div(unsigned fs, unsigned fsf, unsigned ft, unsigned ftf)
{
    return vu_extended(0x0E, 0, ftf << 2 | fsf, ft, fs);
}
static inline uint32_t vu_sqrt(unsigned ft, unsigned ftf)
{
    return vu_extended(0x0E, 1, ftf << 2, ft, 0);
}
static inline uint32_t rsqrt(unsigned fs, unsigned fsf, unsigned ft, unsigned ftf)
{
    return vu_extended(0x0E, 2, ftf << 2 | fsf, ft, fs);
}
#define WAITQ_WORD 0x800003BFu
#define WAITP_WORD 0x800007BFu
static inline uint32_t mtir(unsigned it, unsigned fs, unsigned fsf)
{
    return vu_extended(0x0F, 0, fsf, it, fs);
}
static inline uint32_t mfir(unsigned dest, unsigned ft, unsigned is)
{
    return vu_extended(0x0F, 1, dest, ft, is);
}
static inline uint32_t ilwr(unsigned dest, unsigned it, unsigned is)
{
    return vu_extended(0x0F, 2, dest, it, is);
}
static inline uint32_t iswr(unsigned dest, unsigned it, unsigned is)
{
    return vu_extended(0x0F, 3, dest, it, is);
}
static inline uint32_t rnext(unsigned dest, unsigned ft)
{
    return vu_extended(0x10, 0, dest, ft, 0);
}
static inline uint32_t rget(unsigned dest, unsigned ft)
{
    return vu_extended(0x10, 1, dest, ft, 0);
}
static inline uint32_t rinit(unsigned fs, unsigned fsf)
{
    return vu_extended(0x10, 2, fsf, 0, fs);
}
static inline uint32_t rxor(unsigned fs, unsigned fsf)
{
    return vu_extended(0x10, 3, fsf, 0, fs);
}
static inline uint32_t mfp(unsigned dest, unsigned ft)
{
    return vu_extended(0x19, 0, dest, ft, 0);
}
static inline uint32_t xtop(unsigned it)
{
    return vu_extended(0x1A, 0, 0, it, 0);
}
static inline uint32_t xitop(unsigned it)
{
    return vu_extended(0x1A, 1, 0, it, 0);
}
static inline uint32_t xgkick(unsigned is)
{
    return vu_extended(0x1B, 0, 0, 0, is);
}
static inline uint32_t esadd(unsigned fs)
{
    return vu_extended(0x1C, 0, 0, 0, fs);
}
static inline uint32_t ersadd(unsigned fs)
{
    return vu_extended(0x1C, 1, 0, 0, fs);
}
static inline uint32_t eleng(unsigned fs)
{
    return vu_extended(0x1C, 2, 0, 0, fs);
}
static inline uint32_t erleng(unsigned fs)
{
    return vu_extended(0x1C, 3, 0, 0, fs);
}
static inline uint32_t eatanxy(unsigned fs)
{
    return vu_extended(0x1D, 0, 0, 0, fs);
}
static inline uint32_t eatanxz(unsigned fs)
{
    return vu_extended(0x1D, 1, 0, 0, fs);
}
static inline uint32_t esum(unsigned fs)
{
    return vu_extended(0x1D, 2, 0, 0, fs);
}
static inline uint32_t esqrt(unsigned fs, unsigned fsf)
{
    return vu_extended(0x1E, 0, fsf, 0, fs);
}
static inline uint32_t ersqrt(unsigned fs, unsigned fsf)
{
    return vu_extended(0x1E, 1, fsf, 0, fs);
}
static inline uint32_t ercpr(unsigned fs, unsigned fsf)
{
    return vu_extended(0x1E, 2, fsf, 0, fs);
}
static inline uint32_t esin(unsigned fs, unsigned fsf)
{
    return vu_extended(0x1F, 0, fsf, 0, fs);
}
static inline uint32_t eatan(unsigned fs, unsigned fsf)
{
    return vu_extended(0x1F, 1, fsf, 0, fs);
}
static inline uint32_t eexp(unsigned fs, unsigned fsf)
{
    return vu_extended(0x1F, 2, fsf, 0, fs);
}

#endif
