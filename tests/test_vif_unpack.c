/* UNPACK against a slow model (vif_model.c), and cut into pieces. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vif_model.h"
#include "vif_rig.h"

static struct vif_rig *rig;
static uint64_t seed;

static void setup(void)
{
    rig = vif_rig_create(VIF_UNIT_1);
    seed = 20;
}

static void teardown(void)
{
    vif_rig_destroy(rig);
}

TestSuite(vif_unpack, .init = setup, .fini = teardown, .timeout = 300);

static void use(enum vif_unit unit)
{
    vif_rig_destroy(rig);
    rig = vif_rig_create(unit);
}

/* The stream of one case: set-up codes, the UNPACK, its payload, NOP or another word behind it. */
struct stream {
    uint32_t words[2048];
    size_t count, payload; /* index of the payload */
};

static void put(struct stream *s, uint32_t word)
{
    s->words[s->count++] = word;
}

static void put_setup(struct stream *s, const struct vif_model *m, uint32_t code, uint32_t behind)
{
    s->count = 0;
    put(s, vif_code(0x03, 0, m->tops));
    put(s, vif_code(0x02, 0, 0));
    put(s, vif_code(0x01, 0, m->wl << 8 | m->cl));
    put(s, vif_code(0x05, 0, m->mode));
    put(s, vif_code(0x20, 0, 0));
    put(s, m->mask);
    put(s, vif_code(0x30, 0, 0));
    for (unsigned i = 0; i < 4; i++)
        put(s, m->row[i]);
    put(s, vif_code(0x31, 0, 0));
    for (unsigned i = 0; i < 4; i++)
        put(s, m->col[i]);
    while (s->count % 4 != (m->position + 3) % 4)
        put(s, 0);
    put(s, code);
    s->payload = s->count;
    uint32_t words = vif_model_payload(m, code);
    for (uint32_t i = 0; i < words; i++)
        put(s, vif_random(&seed));
    put(s, behind);
}

static void random_model(struct vif_model *m, enum vif_unit unit)
{
    m->quadwords = unit == VIF_UNIT_1 ? 1024 : 256;
    for (unsigned i = 0; i < 4; i++) {
        m->row[i] = vif_random(&seed);
        m->col[i] = vif_random(&seed);
    }
    m->mask = vif_random(&seed);
    m->tops = unit == VIF_UNIT_1 ? vif_random(&seed) & 0x3FF : 0;
    m->position = vif_random(&seed) & 3;
}

static void check(struct vif_model *m, uint32_t code, unsigned most)
{
    static struct stream s;
    char what[160];
    uint32_t behind = vif_code(0x04, vif_random(&seed) & 0xFF, vif_random(&seed) & 0xFFFF);
    snprintf(what, sizeof what, "code %08x cl %u wl %u mode %u mask %08x position %u pieces %u", code, m->cl,
             m->wl, m->mode, m->mask, m->position, most);
    put_setup(&s, m, code, behind);
    vif_rig_randomise(rig, &seed);
    for (uint32_t i = 0; i < m->quadwords * 4; i++)
        m->memory[i / 4][i % 4] = vif_rig_word(rig, i / 4, i % 4);
    vif_reset(rig->vif);
    vif_rig_feed_pieces(rig, s.words, s.count, most, &seed);
    cr_assert(vif_idle(rig->vif), "%s", what);
    vif_model_unpack(m, code, s.words + s.payload);
    for (uint32_t i = 0; i < m->quadwords * 4; i++)
        cr_assert_eq(vif_rig_word(rig, i / 4, i % 4), m->memory[i / 4][i % 4],
                     "%s: quadword %u lane %u: %08x %08x", what, i / 4, i % 4,
                     vif_rig_word(rig, i / 4, i % 4), m->memory[i / 4][i % 4]);
    for (unsigned i = 0; i < 4; i++)
        cr_assert_eq(vif_read_register(rig->vif, VIF_R0 + 16 * i), m->row[i], "%s: R%u", what, i);
    cr_assert_eq(vif_read_register(rig->vif, VIF_ITOPS), behind & (rig->unit == VIF_UNIT_1 ? 0x3FFu : 0xFFu),
                 "%s", what);
    cr_assert_eq(vif_read_register(rig->vif, VIF_NUM), 0, "%s", what);
    cr_assert_eq(vif_payload_words(rig->unit, code, m->wl << 8 | m->cl), vif_model_payload(m, code), "%s",
                 what);
}

static bool is_format(unsigned format)
{
    return (format & 3) != 3 || format == 15;
}

Test(vif_unpack, every_format_mode_mask_bit_and_sign_with_every_kind_of_cycle_equals_the_model)
{
    static const unsigned cycles[][2] = {{1, 1}, {4, 4}, {4, 1}, {7, 2}, {255, 1},
                                         {1, 2}, {2, 5}, {0, 0}, {0, 3}, {3, 0}};
    static struct vif_model m;
    unsigned cases = 0;
    for (int unit = VIF_UNIT_0; unit <= VIF_UNIT_1; unit++) {
        use((enum vif_unit)unit);
        for (unsigned n = 0; n < 16 * 4 * 2 * 2 * 10; n++) {
            unsigned format = n % 16, mode = n / 16 % 4, masked = n / 64 % 2, usn = n / 128 % 2,
                     cycle = n / 256;
            if (!is_format(format))
                continue;
            random_model(&m, rig->unit);
            m.mode = mode;
            m.cl = cycles[cycle][0];
            m.wl = cycles[cycle][1];
            uint32_t num = vif_random(&seed) % 40, imm = vif_random(&seed) & 0x83FF;
            check(&m, vif_code(0x60 | masked << 4 | format, num, imm | usn << 14),
                  cases % 3 ? 4 * (cases % 7) + 1 : 4096);
            cases++;
        }
    }
    cr_assert_eq(cases, 2 * 13 * 160);
}

Test(vif_unpack, random_cycles_and_lengths_equal_the_model_in_any_pieces)
{
    static const unsigned pieces[] = {1, 2, 3, 5, 9, 40, 4096};
    static struct vif_model m;
    for (unsigned n = 0; n < 3000; n++) {
        if (n % 500 == 0)
            use(n % 1000 ? VIF_UNIT_0 : VIF_UNIT_1);
        unsigned format = vif_random(&seed) % 16;
        if (!is_format(format))
            continue;
        random_model(&m, rig->unit);
        m.mode = vif_random(&seed) % 4;
        m.cl = vif_random(&seed) % (n % 5 ? 8 : 256);
        m.wl = vif_random(&seed) % (n % 5 ? 8 : 256);
        uint32_t code = vif_code(0x60 | format, vif_random(&seed) & 0xFF, vif_random(&seed) & 0xFFFF);
        check(&m, code | (vif_random(&seed) & 0x10000000u), pieces[n % 7]);
    }
}

Test(vif_unpack, every_selection_of_every_lane_in_every_cycle_is_applied)
{
    /* One lane's two bits in one row at a time, all other lanes protected. */
    static struct vif_model m;
    for (unsigned bits = 0; bits < 16; bits++) {
        for (uint32_t select = 0; select < 4; select++) {
            random_model(&m, VIF_UNIT_1);
            m.mode = select;
            m.cl = m.wl = 6;
            m.mask = ~(3u << (2 * bits)) | select << (2 * bits);
            check(&m, vif_code(0x7C, 12, 0x100), 4096);
        }
    }
}

/* What has been written is a matter of the words taken so far, not of how they were cut. */
Test(vif_unpack, the_state_after_each_word_does_not_depend_on_the_pieces)
{
    static struct vif_model m;
    static struct stream s;
    for (unsigned n = 0; n < 60; n++) {
        unsigned format = n % 16;
        if (!is_format(format))
            continue;
        random_model(&m, VIF_UNIT_1);
        m.mode = n % 4;
        m.cl = 1 + vif_random(&seed) % 4;
        m.wl = 1 + vif_random(&seed) % 4;
        put_setup(&s, &m, vif_code(0x60 | format | (n & 16), 9, vif_random(&seed) & 0xC3FF), 0);
        use(VIF_UNIT_1);
        for (size_t words = s.payload; words <= s.count; words++) {
            struct vif_rig *whole = vif_rig_create(VIF_UNIT_1);
            cr_assert_eq(vif_rig_feed(whole, s.words, words), words);
            vif_rig_feed(rig, s.words + (words == s.payload ? 0 : words - 1), words == s.payload ? words : 1);
            vif_rig_compare(rig, whole, "prefix");
            vif_rig_destroy(whole);
        }
    }
}

Test(vif_unpack, addresses_wrap_at_the_end_of_each_memory)
{
    /* Sizes: 256 quadwords recorded on a console for VIF0 (stcycl); 1024 for VIF1. */
    for (int unit = VIF_UNIT_0; unit <= VIF_UNIT_1; unit++) {
        use((enum vif_unit)unit);
        uint32_t last = rig->size / 16 - 1;
        uint32_t words[] = {vif_code(1, 0, 0x101), vif_code(0x60, 2, 0x3FF), 0x11, 0x22};
        cr_assert_eq(vif_rig_feed(rig, words, 4), 4);
        cr_expect_eq(vif_rig_word(rig, last, 3), 0x11);
        cr_expect_eq(vif_rig_word(rig, 0, 0), 0x22);
        cr_expect_eq(vif_rig_word(rig, 1, 0), 0);
    }
}

Test(vif_unpack, flg_adds_tops_on_vif1_only)
{
    for (int unit = VIF_UNIT_0; unit <= VIF_UNIT_1; unit++) {
        use((enum vif_unit)unit);
        uint32_t words[] = {vif_code(1, 0, 0x101), vif_code(3, 0, 0x30), vif_code(2, 0, 0x10),
                            vif_code(0x60, 1, 0x8005), 0x77};
        cr_assert_eq(vif_rig_feed(rig, words, 5), 5);
        cr_expect_eq(vif_rig_word(rig, unit == VIF_UNIT_1 ? 0x35 : 5, 2), 0x77);
    }
}

Test(vif_unpack, w_of_v3_is_the_next_element_and_0_at_the_end_of_a_quadword)
{
    /* V3-16 from word 0 of a quadword: vectors end at halfwords 3, 6, 9 ... 24; the eighth ends a quadword.
     */
    uint32_t words[4 + 13] = {0, 0, vif_code(1, 0, 0x101), vif_code(0x69, 8, 0)};
    for (uint32_t i = 0; i < 12; i++)
        words[4 + i] = (2 * i + 2) << 16 | (2 * i + 1);
    cr_assert_eq(vif_rig_feed(rig, words, 17), 17);
    for (uint32_t n = 0; n < 8; n++)
        cr_expect_eq(vif_rig_word(rig, n, 3), n == 7 ? 0 : 3 * n + 4, "vector %u: %x", n,
                     vif_rig_word(rig, n, 3));
    /* The same two words later: now the fourth vector, at halfword 12 + 4, ends one. */
    vif_set_position(rig->vif, 1);
    cr_assert_eq(vif_rig_feed(rig, words + 3, 14), 14);
    for (uint32_t n = 0; n < 7; n++)
        cr_expect_eq(vif_rig_word(rig, n, 3), n == 3 ? 0 : 3 * n + 4, "vector %u: %x", n,
                     vif_rig_word(rig, n, 3));
}

Test(vif_unpack, the_last_w_of_v3_is_0_until_the_word_behind_it_is_taken)
{
    uint32_t words[] = {vif_code(1, 0, 0x101), vif_code(5, 0, 3), vif_code(0x68, 1, 7), 1, 2, 3,
                        vif_code(7, 0, 0xBEEF)};
    vif_rig_set_word(rig, 7, 3, 0xFFFFFFFF);
    cr_assert_eq(vif_rig_feed(rig, words, 6), 6);
    cr_expect_eq(vif_rig_word(rig, 7, 2), 3);
    cr_expect_eq(vif_rig_word(rig, 7, 3), 0);
    cr_assert(vif_idle(rig->vif));
    cr_assert_eq(vif_rig_feed(rig, words + 6, 1), 1);
    cr_expect_eq(vif_rig_word(rig, 7, 3), 0x0700BEEF);
    cr_expect_eq(vif_read_register(rig->vif, VIF_R0 + 0x30), 0x0700BEEF, "mode 3 keeps it in ROW");
}

Test(vif_unpack, formats_that_do_not_exist_write_nothing_and_have_no_payload)
{
    uint64_t other = 5;
    vif_rig_randomise(rig, &other);
    for (unsigned format = 3; format < 15; format += 4) {
        uint32_t words[] = {vif_code(0x60 | format, 4, 0), vif_code(7, 0, 0x100 + format)};
        uint8_t before[64];
        memcpy(before, rig->memory, sizeof before);
        cr_assert_eq(vif_rig_feed(rig, words, 2), 2);
        cr_expect_eq(vif_read_register(rig->vif, VIF_MARK), 0x100 + format);
        cr_expect_arr_eq(rig->memory, before, sizeof before);
    }
}

Test(vif_unpack, fills_without_payload_complete_at_once)
{
    /* CL 0: every write is a fill and consumes nothing (rule "fill_consumes"). */
    uint32_t words[] = {
        vif_code(1, 0, 0x0400), vif_code(0x20, 0, 0), 0x55555555, vif_code(0x30, 0, 0), 1, 2, 3, 4,
        vif_code(0x7C, 6, 2)};
    cr_assert_eq(vif_rig_feed(rig, words, 9), 9);
    cr_assert(vif_idle(rig->vif));
    for (uint32_t n = 0; n < 6; n++)
        for (unsigned lane = 0; lane < 4; lane++)
            cr_expect_eq(vif_rig_word(rig, 2 + n, lane), lane + 1);
    cr_expect_eq(vif_rig_word(rig, 8, 0), 0);
}
