/* Decoded instruction words. Expected values: the opcode maps and field places of VUPIPE sections 5, 11 and
 * 12, written out here by hand. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "decode.h"
#include "vu_source.h"
#include "vu_words.h"

TestSuite(vu_decode, .timeout = 120);

/* ---- upper ---- */

enum { FD = 5, FS = 9, FT = 18 };

static void expect_upper(uint32_t word, enum vu_upper_op op, enum vu_source source, unsigned bc)
{
    struct vu_upper upper = vu_decode_upper(word);
    cr_assert_eq(upper.op, op, "%08X: op %u, not %u", (unsigned)word, upper.op, (unsigned)op);
    cr_assert_eq(upper.source, source, "%08X: source %u", (unsigned)word, upper.source);
    if (source == VU_SOURCE_BC)
        cr_assert_eq(upper.bc, bc, "%08X: bc %u", (unsigned)word, upper.bc);
}

/* op 00..1B, groups of four for the fields of ft. */
Test(vu_decode, upper_operations_with_one_field_of_ft)
{
    static const enum vu_upper_op low[] = {VU_ADD, VU_SUB, VU_MADD, VU_MSUB, VU_MAX, VU_MINI, VU_MUL};
    for (unsigned op = 0; op < 0x1C; op++)
        expect_upper(vu_fields_word(DEST_XYZ, FT, FS, FD) | op, low[op / 4], VU_SOURCE_BC, op % 4);
    static const struct {
        unsigned row;
        enum vu_upper_op op;
    } extended[] = {{0, VU_ADDA}, {1, VU_SUBA}, {2, VU_MADDA}, {3, VU_MSUBA}, {6, VU_MULA}};
    for (size_t i = 0; i < sizeof extended / sizeof extended[0]; i++)
        for (unsigned bc = 0; bc < 4; bc++)
            expect_upper(vu_fields_word(DEST_XYZ, FT, FS, extended[i].row) | (0x3C + bc), extended[i].op,
                         VU_SOURCE_BC, bc);
}

Test(vu_decode, upper_operations_with_q_i_and_all_of_ft)
{
    static const struct {
        unsigned low; /* bits 5..0, or 10..0 */
        enum vu_upper_op op;
        enum vu_source source;
    } rows[] = {
        {0x1C, VU_MUL, VU_SOURCE_Q},     {0x1D, VU_MAX, VU_SOURCE_I},     {0x1E, VU_MUL, VU_SOURCE_I},
        {0x1F, VU_MINI, VU_SOURCE_I},    {0x20, VU_ADD, VU_SOURCE_Q},     {0x21, VU_MADD, VU_SOURCE_Q},
        {0x22, VU_ADD, VU_SOURCE_I},     {0x23, VU_MADD, VU_SOURCE_I},    {0x24, VU_SUB, VU_SOURCE_Q},
        {0x25, VU_MSUB, VU_SOURCE_Q},    {0x26, VU_SUB, VU_SOURCE_I},     {0x27, VU_MSUB, VU_SOURCE_I},
        {0x28, VU_ADD, VU_SOURCE_FT},    {0x29, VU_MADD, VU_SOURCE_FT},   {0x2A, VU_MUL, VU_SOURCE_FT},
        {0x2B, VU_MAX, VU_SOURCE_FT},    {0x2C, VU_SUB, VU_SOURCE_FT},    {0x2D, VU_MSUB, VU_SOURCE_FT},
        {0x2E, VU_OPMSUB, VU_SOURCE_FT}, {0x2F, VU_MINI, VU_SOURCE_FT},   {0x1FC, VU_MULA, VU_SOURCE_Q},
        {0x1FE, VU_MULA, VU_SOURCE_I},   {0x23C, VU_ADDA, VU_SOURCE_Q},   {0x23D, VU_MADDA, VU_SOURCE_Q},
        {0x23E, VU_ADDA, VU_SOURCE_I},   {0x23F, VU_MADDA, VU_SOURCE_I},  {0x27C, VU_SUBA, VU_SOURCE_Q},
        {0x27D, VU_MSUBA, VU_SOURCE_Q},  {0x27E, VU_SUBA, VU_SOURCE_I},   {0x27F, VU_MSUBA, VU_SOURCE_I},
        {0x2BC, VU_ADDA, VU_SOURCE_FT},  {0x2BD, VU_MADDA, VU_SOURCE_FT}, {0x2BE, VU_MULA, VU_SOURCE_FT},
        {0x2FC, VU_SUBA, VU_SOURCE_FT},  {0x2FD, VU_MSUBA, VU_SOURCE_FT}, {0x2FE, VU_OPMULA, VU_SOURCE_FT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_upper(vu_fields_word(DEST_XYZ, FT, FS, rows[i].low < 0x40 ? FD : 0) | rows[i].low, rows[i].op,
                     rows[i].source, 0);
}

Test(vu_decode, upper_operations_with_one_source)
{
    static const struct {
        unsigned low;
        enum vu_upper_op op;
    } rows[] = {
        {0x13C, VU_ITOF0}, {0x13D, VU_ITOF4},  {0x13E, VU_ITOF12}, {0x13F, VU_ITOF15}, {0x17C, VU_FTOI0},
        {0x17D, VU_FTOI4}, {0x17E, VU_FTOI12}, {0x17F, VU_FTOI15}, {0x1FD, VU_ABS},    {0x2FF, VU_NOP},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_upper(vu_fields_word(DEST_XYZ, FT, FS, 0) | rows[i].low, rows[i].op, VU_SOURCE_NONE, 0);
}

Test(vu_decode, clip_reads_the_w_field_of_ft)
{
    expect_upper(clipw(FS, FT), VU_CLIP, VU_SOURCE_BC, FIELD_W);
}

/* 48 operations below 30, and of the extended ones all of rows 00..09, three of 0A and all of 0B. */
Test(vu_decode, upper_words_outside_of_the_map_are_invalid)
{
    unsigned valid = 0;
    for (uint32_t low = 0; low < 0x800; low++) {
        uint32_t op = low & 0x3F, row = low >> 6;
        bool expected =
            op < 0x30 || (op >= 0x3C && (row < 0x0A || (row == 0x0A && op != 0x3F) || row == 0x0B));
        struct vu_upper upper = vu_decode_upper(vu_fields_word(DEST_XYZW, FT, FS, 0) | low);
        cr_assert_eq(upper.op != VU_UPPER_INVALID, expected, "%03X", (unsigned)low);
        valid += expected;
    }
    cr_assert_eq(valid, 48 * 32 + 47);
}

Test(vu_decode, upper_fields_are_taken_as_encoded)
{
    uint64_t state = 1;
    for (int i = 0; i < 100000; i++) {
        uint32_t word = source_random(&state);
        struct vu_upper upper = vu_decode_upper(word);
        cr_assert_eq(upper.dest, (word >> 21) % 16);
        cr_assert_eq(upper.ft, (word >> 16) % 32);
        cr_assert_eq(upper.fs, (word >> 11) % 32);
        cr_assert_eq(upper.fd, (word >> 6) % 32);
        cr_assert_lt(upper.op, VU_UPPER_OPS);
        cr_assert_lt(upper.bc, 4);
        cr_assert_eq(upper.i, (word & VU_BIT_I) != 0);
        cr_assert_eq(upper.e, (word & VU_BIT_E) != 0);
        cr_assert_eq(upper.m, (word & VU_BIT_M) != 0);
        cr_assert_eq(upper.d, (word & VU_BIT_D) != 0);
        cr_assert_eq(upper.t, (word & VU_BIT_T) != 0);
    }
}

/* ---- lower ---- */

static void expect_lower(uint32_t word, enum vu_lower_op op, int32_t imm)
{
    struct vu_lower lower = vu_decode_lower(word, false);
    cr_assert_eq(lower.op, op, "%08X: op %u, not %u", (unsigned)word, lower.op, (unsigned)op);
    cr_assert_eq(lower.imm, imm, "%08X: immediate %d, not %d", (unsigned)word, (int)lower.imm, (int)imm);
}

Test(vu_decode, lower_operations_by_bits_31_to_25)
{
    static const enum vu_lower_op ops[0x40] = {
        [0x00] = VU_LQ,     [0x01] = VU_SQ,    [0x04] = VU_ILW,   [0x05] = VU_ISW,   [0x08] = VU_IADDIU,
        [0x09] = VU_ISUBIU, [0x10] = VU_FCEQ,  [0x11] = VU_FCSET, [0x12] = VU_FCAND, [0x13] = VU_FCOR,
        [0x14] = VU_FSEQ,   [0x15] = VU_FSSET, [0x16] = VU_FSAND, [0x17] = VU_FSOR,  [0x18] = VU_FMEQ,
        [0x1A] = VU_FMAND,  [0x1B] = VU_FMOR,  [0x1C] = VU_FCGET, [0x20] = VU_B,     [0x21] = VU_BAL,
        [0x24] = VU_JR,     [0x25] = VU_JALR,  [0x28] = VU_IBEQ,  [0x29] = VU_IBNE,  [0x2C] = VU_IBLTZ,
        [0x2D] = VU_IBGTZ,  [0x2E] = VU_IBLEZ, [0x2F] = VU_IBGEZ,
    };
    for (uint32_t op = 0; op < 0x80; op++) {
        struct vu_lower lower = vu_decode_lower(op << 25 | 0x3F, false);
        enum vu_lower_op expected = op < 0x40 ? ops[op] : VU_LOWER_INVALID; /* 0: VU_LOWER_INVALID */
        cr_assert_eq(lower.op, expected, "%02X: %u, not %u", (unsigned)op, lower.op, (unsigned)expected);
    }
}

Test(vu_decode, lower_operations_by_bits_10_to_0)
{
    static const enum vu_lower_op rows[32][4] = {
        [0x0C] = {VU_MOVE, VU_MR32},
        [0x0D] = {VU_LQI, VU_SQI, VU_LQD, VU_SQD},
        [0x0E] = {VU_DIV, VU_SQRT, VU_RSQRT, VU_WAITQ},
        [0x0F] = {VU_MTIR, VU_MFIR, VU_ILWR, VU_ISWR},
        [0x10] = {VU_RNEXT, VU_RGET, VU_RINIT, VU_RXOR},
        [0x19] = {VU_MFP},
        [0x1A] = {VU_XTOP, VU_XITOP},
        [0x1B] = {VU_XGKICK},
        [0x1C] = {VU_ESADD, VU_ERSADD, VU_ELENG, VU_ERLENG},
        [0x1D] = {VU_EATANXY, VU_EATANXZ, VU_ESUM},
        [0x1E] = {VU_ESQRT, VU_ERSQRT, VU_ERCPR, VU_WAITP},
        [0x1F] = {VU_ESIN, VU_EATAN, VU_EEXP},
    };
    for (uint32_t low = 0; low < 0x800; low++) {
        uint32_t op = low & 0x3F;
        enum vu_lower_op expected = VU_LOWER_INVALID;
        if (op >= 0x3C)
            expected = rows[low >> 6][op & 3];
        else if (op >= 0x30)
            expected = (const enum vu_lower_op[12]){VU_IADD,          VU_ISUB, VU_IADDI,
                                                    VU_LOWER_INVALID, VU_IAND, VU_IOR}[op - 0x30];
        struct vu_lower lower = vu_decode_lower(0x80000000u | low, false);
        cr_assert_eq(lower.op, expected, "%03X: %u, not %u", (unsigned)low, lower.op, (unsigned)expected);
    }
}

Test(vu_decode, immediates_are_sign_extended_where_they_are_signed)
{
    expect_lower(lq(DEST_XYZW, 1, -1024, 2), VU_LQ, -1024);
    expect_lower(sq(DEST_XYZW, 1, 1023, 2), VU_SQ, 1023);
    expect_lower(ilw(DEST_X, 1, -1, 2), VU_ILW, -1);
    expect_lower(isw(DEST_X, 1, 0, 2), VU_ISW, 0);
    expect_lower(iaddiu(1, 2, 0x7FFF), VU_IADDIU, 0x7FFF);
    expect_lower(isubiu(1, 2, 0x4801), VU_ISUBIU, 0x4801);
    expect_lower(iaddi(1, 2, -16), VU_IADDI, -16);
    expect_lower(iaddi(1, 2, 15), VU_IADDI, 15);
    expect_lower(fceq(0xFFFFFF), VU_FCEQ, 0xFFFFFF);
    expect_lower(fcset(0x800001), VU_FCSET, 0x800001);
    expect_lower(fcand(1), VU_FCAND, 1);
    expect_lower(fcor(0), VU_FCOR, 0);
    expect_lower(fseq(3, 0xFFF), VU_FSEQ, 0xFFF);
    expect_lower(fsand(3, 0x800), VU_FSAND, 0x800);
    expect_lower(fsor(3, 0x7FF), VU_FSOR, 0x7FF);
    expect_lower(fsset(0xFFF), VU_FSSET, 0xFFF);
    expect_lower(vu_b(-1024), VU_B, -1024);
    expect_lower(bal(1, 1023), VU_BAL, 1023);
    expect_lower(ibgez(1, -2), VU_IBGEZ, -2);
    expect_lower(iadd(1, 2, 3), VU_IADD, 0);
    expect_lower(jr(31), VU_JR, 0);
    expect_lower(move(DEST_XYZ, 31, 30), VU_MOVE, 0);
}

Test(vu_decode, lower_fields_are_taken_as_encoded)
{
    uint64_t state = 2;
    for (int i = 0; i < 100000; i++) {
        uint32_t word = source_random(&state);
        struct vu_lower lower = vu_decode_lower(word, false);
        cr_assert_lt(lower.op, VU_LOI);
        cr_assert_eq(lower.dest, (word >> 21) % 16);
        cr_assert_eq(lower.t, (word >> 16) % 32);
        cr_assert_eq(lower.s, (word >> 11) % 32);
        cr_assert_eq(lower.d, (word >> 6) % 32);
        cr_assert_eq(lower.fsf, (word >> 21) % 4);
        cr_assert_eq(lower.ftf, (word >> 23) % 4);
    }
}

Test(vu_decode, with_the_i_bit_the_lower_word_is_an_immediate)
{
    uint64_t state = 3;
    for (int i = 0; i < 1000; i++) {
        uint32_t word = source_random(&state);
        struct vu_lower lower = vu_decode_lower(word, true);
        cr_assert_eq(lower.op, VU_LOI);
        cr_assert_eq((uint32_t)lower.imm, word);
    }
    cr_assert_eq(vu_decode(UPPER_NOP | VU_BIT_I, LOWER_NOP).lower.op, VU_LOI);
    cr_assert_eq(vu_decode(UPPER_NOP, LOWER_NOP).lower.op, VU_MOVE);
}
