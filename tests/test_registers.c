/* Writes of general registers: fields that exist, and side effects (GS-DRAWING sections 2 and 7.4). */
#include <stddef.h>
#include <string.h>

#include <stdlib.h>

#include <criterion/criterion.h>

#include "drawing.h"

/* A bare chip, as gs_create makes it. */
static void open_chip(void)
{
    chip = transfer_chip("pcsx2");
}

TestSuite(registers, .init = open_chip, .fini = drawing_close);

#define ONES UINT64_MAX
#define GLOBAL(name) offsetof(struct gs_registers, name)
#define IN_CONTEXT(n, name)                                                                                  \
    (offsetof(struct gs_registers, context) + (n) * sizeof(struct gs_context_registers) +                    \
     offsetof(struct gs_context_registers, name))

struct register_bits {
    uint8_t address;
    size_t member; /* in struct gs_registers */
    uint64_t bits; /* that exist, by the fields of the table in section 2 */
};

#define BITS(high, low) (ONES >> (63 - (high)) & ONES << (low))
#define BOTH(address, name, bits)                                                                            \
    {(address), IN_CONTEXT(0, name), (bits)},                                                                \
    {                                                                                                        \
        (address) + 1, IN_CONTEXT(1, name), (bits)                                                           \
    }

static const struct register_bits register_bits[] = {
    {0x00, GLOBAL(prim), BITS(10, 0)},
    {0x02, GLOBAL(st), ONES},
    {0x03, GLOBAL(uv), BITS(13, 0) | BITS(29, 16)},
    {0x0A, GLOBAL(fog), BITS(63, 56)},
    {0x1A, GLOBAL(prmodecont), BITS(0, 0)},
    {0x1C, GLOBAL(texclut), BITS(5, 0) | BITS(11, 6) | BITS(21, 12)},
    {0x22, GLOBAL(scanmsk), BITS(1, 0)},
    {0x3B, GLOBAL(texa), BITS(7, 0) | BITS(15, 15) | BITS(39, 32)},
    {0x3D, GLOBAL(fogcol), BITS(23, 0)},
    {0x44, GLOBAL(dimx), 0x7777777777777777},
    {0x45, GLOBAL(dthe), BITS(0, 0)},
    {0x46, GLOBAL(colclamp), BITS(0, 0)},
    {0x49, GLOBAL(pabe), BITS(0, 0)},
    BOTH(0x06, tex0, ONES),
    BOTH(0x08, clamp, BITS(43, 0)),
    BOTH(0x14, tex1, BITS(0, 0) | BITS(9, 2) | BITS(20, 19) | BITS(43, 32)),
    BOTH(0x18, xyoffset, BITS(15, 0) | BITS(47, 32)),
    BOTH(0x40, scissor, BITS(10, 0) | BITS(26, 16) | BITS(42, 32) | BITS(58, 48)),
    BOTH(0x47, test, BITS(18, 0)),
    BOTH(0x4A, fba, BITS(0, 0)),
    BOTH(0x4E, zbuf, BITS(8, 0) | BITS(27, 24) | BITS(32, 32)),
};

static uint64_t member(size_t offset)
{
    uint64_t value;
    memcpy(&value, (const char *)gs_registers(chip) + offset, sizeof value);
    return value;
}

Test(registers, only_the_bits_of_their_fields_are_stored)
{
    for (size_t i = 0; i < sizeof register_bits / sizeof *register_bits; i++) {
        const struct register_bits *r = &register_bits[i];
        gs_reset(chip);
        drawing_write(r->address, ONES);
        cr_expect_eq(member(r->member), r->bits, "%02X: %016llX", r->address,
                     (unsigned long long)member(r->member));
        drawing_write(r->address, 0);
        cr_expect_eq(member(r->member), 0, "%02X", r->address);
    }
}

/* FRAME: FBP[8:0] FBW[21:16] PSM[29:24] FBMSK[63:32]. PCSX2 keeps at most 32 for FBW, and makes PSMCT32 of a
 * format in the top byte, with an FBMSK that leaves its bits only (rule frame_psm). */
Test(registers, frame_is_stored_as_pcsx2_understands_it)
{
    static const struct {
        uint64_t written, stored;
    } rows[] = {
        {0x12345678000A01FF, 0x12345678000A01FF}, {ONES, 0xFFFFFFFF3F2001FF},
        {0x00000000DEDFFE00, 0x000000001E1F0000}, {0x0000000000200000, 0x0000000000200000},
        {0x0000000000210000, 0x0000000000200000}, {0x123456781B040007, 0x00FFFFFF00040007},
        {0x1234567824040007, 0xF0FFFFFF00040007}, {0x123456782C040007, 0x0FFFFFFF00040007},
        {0x1234567830040007, 0x1234567830040007},
    };
    for (unsigned n = 0; n < 2; n++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            drawing_write((uint8_t)(GS_FRAME_1 + n), rows[i].written);
            cr_expect_eq(gs_registers(chip)->context[n].frame, rows[i].stored, "%016llX: %016llX",
                         (unsigned long long)rows[i].written,
                         (unsigned long long)gs_registers(chip)->context[n].frame);
        }
}

Test(registers, mip_bases_have_three_levels_a_register)
{
    for (unsigned n = 0; n < 2; n++) {
        drawing_write((uint8_t)(GS_MIPTBP1_1 + n), 0x0123456789ABCDEF);
        drawing_write((uint8_t)(GS_MIPTBP2_1 + n), 0x0FEDCBA987654321);
        const struct gs_context_registers *c = &gs_registers(chip)->context[n];
        cr_expect_eq(c->miptbp1 & BITS(59, 0), 0x0123456789ABCDEF & BITS(59, 0));
        cr_expect_eq(c->miptbp2 & BITS(59, 0), 0x0FEDCBA987654321 & BITS(59, 0));
    }
}

/* "Unlisted addresses: no effect." 0x0B, 0x0E and 0x0F are none of A+D's registers. */
Test(registers, unlisted_addresses_have_no_effect)
{
    static struct gs_registers before;
    for (unsigned address = 0; address < 0x80; address++)
        drawing_write((uint8_t)address, 0x0101010101010101);
    before = *gs_registers(chip);
    static const uint8_t unlisted[] = {0x0B, 0x0E, 0x0F, 0x10, 0x12, 0x13, 0x1D, 0x1E, 0x1F, 0x20, 0x21,
                                       0x23, 0x33, 0x38, 0x3A, 0x3C, 0x3E, 0x55, 0x5F, 0x63, 0x7F};
    for (size_t i = 0; i < sizeof unlisted; i++) {
        drawing_write(unlisted[i], ONES);
        cr_expect_arr_eq(gs_registers(chip), &before, sizeof before, "%02X", unlisted[i]);
    }
}

/* ALPHA: "3 acts as 2" in each of A, B, C, D, and is stored so (PCSX2). */
Test(registers, alpha_3_acts_as_2)
{
    for (unsigned n = 0; n < 2; n++)
        for (unsigned fields = 0; fields < 256; fields++) {
            uint64_t expected = 0;
            for (unsigned i = 0; i < 8; i += 2)
                expected |= field((fields >> i & 3) == 3 ? 2 : fields >> i & 3, i);
            drawing_write((uint8_t)(GS_ALPHA_1 + n), field(0xA5, 32) | fields);
            cr_expect_eq(gs_registers(chip)->context[n].alpha, field(0xA5, 32) | expected, "%02X", fields);
        }
}

/* TEX2: PSM[25:20] and bits 63..37, "rest of TEX0 kept". */
/* The same for a recorded state, which is not trusted to hold what the chip would. */
Test(registers, alpha_3_of_a_loaded_state_acts_as_2)
{
    struct gs_state *state = calloc(1, sizeof *state);
    cr_assert_not_null(state);
    gs_save_state(chip, state);
    state->registers.context[0].alpha = field(0x55, 32) | 0xFF;
    state->registers.context[1].alpha = 0xDB; /* 3, 2, 1, 3 */
    gs_load_state(chip, state);
    free(state);
    cr_expect_eq(gs_registers(chip)->context[0].alpha, field(0x55, 32) | 0xAA);
    cr_expect_eq(gs_registers(chip)->context[1].alpha, 0x9A);
}

Test(registers, tex2_replaces_format_and_palette_only)
{
    const uint64_t part = BITS(25, 20) | BITS(63, 37);
    for (unsigned n = 0; n < 2; n++) {
        const uint64_t *tex0 = &gs_registers(chip)->context[n].tex0;
        drawing_write((uint8_t)(GS_TEX0_1 + n), 0);
        drawing_write((uint8_t)(GS_TEX2_1 + n), ONES);
        cr_expect_eq(*tex0, part);
        drawing_write((uint8_t)(GS_TEX0_1 + n), ONES);
        drawing_write((uint8_t)(GS_TEX2_1 + n), 0);
        cr_expect_eq(*tex0, ~part);
        cr_expect_eq(gs_registers(chip)->context[1 - n].tex0, n ? ~part : 0, "the other context");
    }
}

/* 0x11 "behaves as RGBAQ"; Q = 0 becomes 1.0 and NaN the largest number (PCSX2-SW section 1). */
Test(registers, rgbaq_has_a_second_address_and_a_usable_q)
{
    static const uint8_t addresses[] = {GS_RGBAQ, GS_RGBAQ_ALIAS};
    static const uint32_t q[][2] = {{0, 0x3F800000},          {0x80000000, 0x80000000},
                                    {0x7FC00000, 0x7F7FFFFF}, {0xFFC00001, 0x7F7FFFFF},
                                    {0x7F800000, 0x7F800000}, {0x00000001, 0x00000001},
                                    {0xC0490FDB, 0xC0490FDB}};
    for (unsigned a = 0; a < 2; a++)
        for (size_t i = 0; i < sizeof q / sizeof *q; i++) {
            uint64_t colour = 0x12345678 + i;
            drawing_write(addresses[a], colour | field(q[i][0], 32));
            cr_expect_eq(gs_registers(chip)->rgbaq, colour | field(q[i][1], 32), "%08X", q[i][0]);
        }
}

/* ---- PRIM, PRMODE, PRMODECONT ---- */

Test(registers, prim_writes_all_attributes_while_ac_is_1)
{
    drawing_write(GS_PRMODECONT, 1);
    drawing_write(GS_PRIM, GS_PRIM_SPRITE | TME | ABE);
    drawing_write(GS_PRMODE, IIP | AA1 | CTXT2); /* ignored */
    cr_expect_eq(gs_registers(chip)->prim, GS_PRIM_SPRITE | TME | ABE);
}

Test(registers, prmode_has_the_attributes_while_ac_is_0)
{
    drawing_write(GS_PRMODECONT, 0);
    drawing_write(GS_PRMODE, IIP | FIX | CTXT2 | 7); /* no type */
    drawing_write(GS_PRIM, GS_PRIM_LINE | TME | ABE);
    cr_expect_eq(gs_registers(chip)->prim, GS_PRIM_LINE | IIP | FIX | CTXT2);
    drawing_write(GS_PRMODE, TME);
    cr_expect_eq(gs_registers(chip)->prim, GS_PRIM_LINE | TME, "the type stays");
}

/* One store of attributes (rule prmode): AC says whose writes change it, and changes nothing by itself. */
Test(registers, prmodecont_alone_changes_no_attribute)
{
    drawing_write(GS_PRIM, GS_PRIM_POINT | FGE);
    drawing_write(GS_PRMODECONT, 0);
    cr_expect_eq(gs_registers(chip)->prim, GS_PRIM_POINT | FGE);
    drawing_write(GS_PRMODE, ABE);
    drawing_write(GS_PRMODECONT, 1);
    cr_expect_eq(gs_registers(chip)->prim, GS_PRIM_POINT | ABE);
    drawing_write(GS_PRIM, GS_PRIM_LINE);
    cr_expect_eq(gs_registers(chip)->prim, GS_PRIM_LINE);
}

/* ---- SIGNAL, FINISH, LABEL ---- */

static unsigned events;
static uint8_t event_address;
static uint64_t event_value;

static void on_event(void *user, uint8_t address, uint64_t value)
{
    (void)user;
    events++;
    event_address = address;
    event_value = value;
}

/* SIGLBLID.SIGID = (SIGID & ~IDMSK) | (ID & IDMSK), the same for LBLID in the high half; CSR.SIGNAL, FINISH.
 */
Test(registers, signal_and_label_merge_under_their_mask)
{
    struct gs_privileged p = {.siglblid = 0x1111111122222222};
    gs_set_privileged(chip, &p);
    drawing_write(GS_SIGNAL, 0xAAAAAAAA | field(0x0000FFFF, 32));
    cr_expect_eq(gs_privileged(chip)->siglblid, 0x111111112222AAAA);
    cr_expect_eq(gs_privileged(chip)->csr & 3, 1);
    drawing_write(GS_LABEL, 0xBBBBBBBB | field(0xFF0000F0, 32));
    cr_expect_eq(gs_privileged(chip)->siglblid, 0xBB1111B12222AAAA);
    cr_expect_eq(gs_privileged(chip)->csr & 3, 1, "no interrupt");
    drawing_write(GS_FINISH, 0);
    cr_expect_eq(gs_privileged(chip)->csr & 3, 3);
}

Test(registers, an_observer_hears_signal_finish_and_label)
{
    const struct gs_observer observer = {.event = on_event};
    static const uint8_t addresses[] = {GS_SIGNAL, GS_FINISH, GS_LABEL};
    gs_observe(chip, &observer);
    for (unsigned i = 0; i < 3; i++) {
        drawing_write(addresses[i], 0x123456789 + i);
        cr_expect_eq(events, i + 1);
        cr_expect_eq(event_address, addresses[i]);
        cr_expect_eq(event_value, 0x123456789 + i);
    }
    gs_observe(chip, NULL);
    drawing_write(GS_SIGNAL, 1);
    cr_expect_eq(events, 3);
}

/* ---- MTBA ---- */

struct mtba {
    unsigned psm, tw;
    uint32_t tbp[3], tbw[3]; /* of levels 1..3, the bases relative to TBP0; tbp[0] = 0: nothing computed */
};

/* Worked out by hand from section 7.4: size = (w * w * (b / 4)) >> 9 blocks, then a quarter, at least 1;
 * width w / 64 halved, at least 1; 5 <= TW <= 9 in cells of 32 bits, 10 in others; no Z formats. */
static const struct mtba mtba_rows[] = {
    {GS_PSMCT32, 4, {0}, {0}},
    {GS_PSMCT32, 5, {16, 20, 21}, {1, 1, 1}},
    {GS_PSMCT32, 6, {64, 80, 84}, {1, 1, 1}},
    {GS_PSMCT32, 9, {4096, 5120, 5376}, {4, 2, 1}},
    {GS_PSMCT32, 10, {0}, {0}},
    {GS_PSMCT24, 7, {256, 320, 336}, {1, 1, 1}},
    {GS_PSMCT24, 10, {0}, {0}},
    {GS_PSMCT16, 8, {512, 640, 672}, {2, 1, 1}},
    {GS_PSMCT16S, 10, {8192, 10240, 10752}, {8, 4, 2}},
    {GS_PSMT8, 8, {256, 320, 336}, {2, 1, 1}},
    {GS_PSMT8, 10, {4096, 5120, 5376}, {8, 4, 2}},
    {GS_PSMT8, 11, {0}, {0}},
    {GS_PSMT4, 5, {2, 3, 4}, {1, 1, 1}},
    {GS_PSMT4, 8, {128, 160, 168}, {2, 1, 1}},
    {GS_PSMT8H, 9, {4096, 5120, 5376}, {4, 2, 1}},
    {GS_PSMT8H, 10, {0}, {0}},
    {GS_PSMT4HL, 6, {64, 80, 84}, {1, 1, 1}},
    {GS_PSMT4HH, 10, {0}, {0}},
    {GS_PSMZ32, 7, {0}, {0}},
    {GS_PSMZ16, 7, {0}, {0}},
};

static uint64_t mtba_value(const struct mtba *m, uint32_t tbp0)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < 3; i++)
        value |= field((tbp0 + m->tbp[i]) & 0x3FFF, 20 * i) | field(m->tbw[i], 20 * i + 14);
    return value;
}

/* TH and TBW do not matter; MIPTBP2, and registers of a texture without MTBA, stay. */
Test(registers, mtba_computes_the_bases_of_levels_1_to_3_at_tex0_writes)
{
    const uint64_t own = 0x123456789ABCDEF, mtba = 1 << 9;
    for (unsigned n = 0; n < 2; n++)
        for (size_t i = 0; i < sizeof mtba_rows / sizeof *mtba_rows; i++) {
            const struct mtba *m = &mtba_rows[i];
            const struct gs_context_registers *c = &gs_registers(chip)->context[n];
            uint32_t tbp0 = i % 2 ? 0x3FF8 : 0x100; /* bases wrap at 2^14 */
            uint64_t tex0 = tex0_value(tbp0, 3, m->psm, m->tw, 2, 0, 0);
            drawing_write((uint8_t)(GS_MIPTBP1_1 + n), own);
            drawing_write((uint8_t)(GS_MIPTBP2_1 + n), own);
            drawing_write((uint8_t)(GS_TEX1_1 + n), 0);
            drawing_write((uint8_t)(GS_TEX0_1 + n), tex0);
            cr_expect_eq(c->miptbp1, own, "without MTBA");
            drawing_write((uint8_t)(GS_TEX1_1 + n), mtba);
            drawing_write((uint8_t)(GS_TEX2_1 + n), tex0);
            cr_expect_eq(c->miptbp1, own, "at a TEX2 write");
            drawing_write((uint8_t)(GS_TEX0_1 + n), tex0);
            cr_expect_eq(c->miptbp1, m->tbp[0] ? mtba_value(m, tbp0) : own, "PSM %02X TW %u: %016llX", m->psm,
                         m->tw, (unsigned long long)c->miptbp1);
            cr_expect_eq(c->miptbp2, own);
        }
}
