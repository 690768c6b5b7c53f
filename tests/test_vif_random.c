/* Random streams: the same in any pieces and with any waits, and never a step outside of a memory. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "vif_rig.h"

TestSuite(vif_random, .timeout = 300);

enum { WORDS = 6000 };

static uint64_t seed = 77;

/* Valid codes of all kinds with random fields, and their payloads. Returns the number of words. */
static size_t make_stream(enum vif_unit unit, uint32_t *words)
{
    static const uint8_t cmds[] = {0x00, 0x01, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x10, 0x11,
                                   0x13, 0x14, 0x15, 0x17, 0x20, 0x30, 0x31, 0x4A, 0x50, 0x51};
    uint32_t cycle = 0;
    size_t count = 0;
    while (count < WORDS / 2) {
        unsigned choice = vif_random(&seed) % (2 * sizeof cmds);
        unsigned cmd = choice < sizeof cmds ? cmds[choice] : 0x60 + vif_random(&seed) % 32;
        uint32_t imm = vif_random(&seed) & 0xFFFF, num = vif_random(&seed) % 48;
        if (cmd == 0x01 && vif_random(&seed) % 4)
            imm &= 0x0707;
        if (cmd == 0x50 || cmd == 0x51)
            imm = 1 + imm % 20;
        if (cmd == 0x01)
            cycle = imm;
        words[count] = vif_code(cmd, num, imm);
        uint32_t payload = vif_payload_words(unit, words[count++], cycle);
        while (payload--)
            words[count++] = vif_random(&seed);
    }
    return count;
}

Test(vif_random, streams_give_the_same_in_any_pieces_and_with_any_waits)
{
    static uint32_t words[WORDS];
    static const unsigned most[] = {1, 2, 4, 7, 30, 500};
    for (unsigned n = 0; n < 60; n++) {
        enum vif_unit unit = n % 3 == 0 ? VIF_UNIT_0 : VIF_UNIT_1;
        size_t count = make_stream(unit, words);
        struct vif_rig *whole = vif_rig_create(unit), *cut = vif_rig_create(unit);
        cr_assert_eq(vif_rig_feed(whole, words, count), count);
        cr_assert(vif_idle(whole->vif));
        if (n % 2)
            cut->restless = n;
        vif_rig_feed_pieces(cut, words, count, most[n % 6], &seed);
        vif_rig_compare(whole, cut, "pieces");
        cr_assert_gt(whole->codes, 20);
        vif_rig_destroy(whole);
        vif_rig_destroy(cut);
    }
}

/* The memories are blocks of their own, and the words are a block of their own length, so AddressSanitizer
 * sees any step outside. */
Test(vif_random, garbage_never_leaves_the_memories)
{
    static const uint32_t writable[] = {VIF_STAT, VIF_FBRST, VIF_ERR, VIF_MARK, VIF_FBRST};
    static uint32_t words[400];
    uint64_t taken = 0;
    for (unsigned n = 0; n < 40; n++) {
        struct vif_rig *rig = vif_rig_create(n % 2 ? VIF_UNIT_1 : VIF_UNIT_0);
        rig->restless = n % 4 ? n : 0;
        for (unsigned round = 0; round < 400; round++) {
            size_t count = vif_random(&seed) % 400;
            for (size_t i = 0; i < count; i++) {
                words[i] = vif_random(&seed);
                if (vif_random(&seed) % 2)
                    words[i] =
                        vif_code(0x60 + vif_random(&seed) % 32, words[i] & 0xFF, words[i] >> 8 & 0xFFFF);
                if (vif_random(&seed) % 4 == 0)
                    words[i] = vif_code(0x01, 0, vif_random(&seed) & 0xFFFF);
            }
            taken += vif_rig_feed(rig, words, count);
            uint32_t value = vif_random(&seed);
            vif_write_register(rig->vif, writable[round % 5], value & ~VIF_STAT_FDR);
            vif_write_register(rig->vif, VIF_FBRST, VIF_FBRST_STC);
            vif_write_register(rig->vif, VIF_ERR, VIF_ERR_ME1 | VIF_ERR_MII);
            vif_set_position(rig->vif, value);
            cr_assert_leq(vif_read_register(rig->vif, VIF_NUM), 256);
        }
        vif_rig_destroy(rig);
    }
    cr_assert_gt(taken, 1000000u, "%llu", (unsigned long long)taken);
}
