/* The tfrag program on patches like a level's, at random: model and microcode do the same in every mode
 * (tests/tfrag_rig.h compares), and modes agree with each other where they must. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tfrag_random.h"

enum { INPUT_A = 0, INPUT_B = 0x148, PATCHES = 150, ADC = 0x8000 };

static const struct {
    uint32_t address;
    unsigned tier;
} modes[] = {{4, 0}, {6, 0}, {8, 1}, {0xa, 1}, {0xc, 2}, {0xe, 2}, {0x10, 2}, {0x12, 2}, {0x14, 2}};
enum { MODES = sizeof modes / sizeof *modes };

TestSuite(tfrag_patches, .init = tfrag_rig_open, .fini = tfrag_rig_close, .timeout = 600);

static struct tfrag_patch patch;

/* What the packets of all runs held. */
static size_t kicks, vertices, dropped;

static void count_packet(const struct tfrag_sent *sent)
{
    for (size_t at = 0; at < sent->quadwords;) {
        const uint32_t *tag = sent->words + 4 * at;
        size_t loops = tag[0] & 0x7FFF, registers = tag[1] >> 28;
        for (size_t i = 0; registers == 3 && i < loops; i++, vertices++)
            dropped += (tag[4 * (3 + 3 * i) + 3] & ADC) != 0;
        at += 1 + loops * registers;
    }
    cr_assert_leq(sent->quadwords, 176);
    kicks++;
}

static void run_mode(uint32_t address, const char *what)
{
    tfrag_rig_run(address, patch.top, what);
    for (size_t i = 0; i < tfrag.kicks; i++)
        count_packet(&tfrag.kick[i]);
}

Test(tfrag_patches, both_executions_agree_in_every_mode_at_every_distance)
{
    for (uint32_t seed = 0; seed < PATCHES; seed++)
        for (size_t i = 0; i < MODES; i++) {
            char what[64];
            const struct patch_place place = {(seed % 5) * 20000.0 - 40000, (seed % 3) * 20000.0 - 20000,
                                              seed * 1600.0};
            snprintf(what, sizeof what, "patch %u, MSCAL %x", (unsigned)seed, (unsigned)modes[i].address);
            patch_random(&patch, seed, seed % 2 ? INPUT_B : INPUT_A, modes[i].tier, &place, 32767);
            if (seed % 16 == 0)
                tfrag_rig_run(0, patch.top, what);
            run_mode(modes[i].address, what);
        }
    cr_assert_gt(kicks, 3 * PATCHES * MODES);
    cr_assert_gt(dropped, vertices / 50, "%zu of %zu", dropped, vertices);
    cr_assert_lt(dropped, vertices / 5, "%zu of %zu", dropped, vertices);
}

/* The packets of a run, to compare with another's. */
static size_t kept;
static struct tfrag_sent kept_kick[TFRAG_KICKS];

static void keep_packets(void)
{
    kept = tfrag.kicks;
    for (size_t i = 0; i < kept; i++) {
        kept_kick[i] = tfrag.kick[i];
        kept_kick[i].words = malloc(kept_kick[i].quadwords * 16);
        cr_assert_not_null(kept_kick[i].words);
        memcpy(kept_kick[i].words, tfrag.kick[i].words, kept_kick[i].quadwords * 16);
    }
}

static void expect_kept_packets(const char *what)
{
    cr_assert_eq(tfrag.kicks, kept, "%s", what);
    for (size_t i = 0; i < kept; i++) {
        cr_assert_eq(tfrag.kick[i].quadwords, kept_kick[i].quadwords, "%s", what);
        cr_assert_arr_eq(tfrag.kick[i].words, kept_kick[i].words, kept_kick[i].quadwords * 16, "%s, kick %zu",
                         what, i);
        free(kept_kick[i].words);
    }
}

/* Does the patch, seen at this depth, give the same packets from both addresses? */
static void compare_modes(uint32_t one, uint32_t other, unsigned tier, double depth)
{
    for (uint32_t seed = 0; seed < PATCHES; seed++) {
        char what[64];
        const struct patch_place place = {0, 0, depth};
        snprintf(what, sizeof what, "patch %u, MSCAL %x, %x", (unsigned)seed, (unsigned)one, (unsigned)other);
        for (unsigned i = 0; i < 2; i++) {
            patch_random(&patch, seed, INPUT_A, tier, &place, 10000);
            tfrag_rig_run(0, patch.top, what);
            tfrag_rig_run(i ? other : one, patch.top, what);
            if (i == 0)
                keep_packets();
        }
        expect_kept_packets(what);
    }
}

/* Nearer than D2 = 65536 a LOD-0 vertex has weight 0: MSCAL 10 draws what 04 draws, bit for bit. (extent
 * 10000: no vertex is more than 17321 from the centre) */
Test(tfrag_patches, lod_0_before_its_morph_is_lod_0_without)
{
    compare_modes(4, 0x10, TIER_LOD_0, 45000);
}

Test(tfrag_patches, mscal_12_before_the_morph_is_mscal_14)
{
    compare_modes(0x14, 0x12, TIER_LOD_0, 45000);
}

/* Nearer than D1 = 131072: LOD 1. */
Test(tfrag_patches, lod_1_before_its_morph_is_lod_1_without)
{
    compare_modes(4, 0xa, TIER_LOD_01, 100000);
}

/* Nothing has passed the change either. */
Test(tfrag_patches, lod_1_before_its_change_is_lod_1_in_its_morph)
{
    compare_modes(0xa, 8, TIER_LOD_01, 160000);
}

Test(tfrag_patches, lod_0_before_its_change_is_lod_0_in_its_morph)
{
    compare_modes(0x10, 0xe, TIER_LOD_0, 90000);
}

/* Makes each vertex info of the tier what the first parent's is: what is left of a level of detail behind its
 * change is the next coarser one. */
static void replace_by_parents(unsigned tier)
{
    for (unsigned i = 0; i < patch.positions[tier] + patch.extras[tier]; i++) {
        bool extra = i >= patch.positions[tier];
        unsigned number = extra ? i - patch.positions[tier] : i;
        unsigned list = extra ? patch.extra_parents[tier] : patch.parents[tier];
        uint32_t parent = tfrag.data[patch.top + list + number / 4][number % 4];
        memcpy(tfrag.data[patch.top + patch.info[tier] + i], tfrag.data[patch.top + parent], 16);
    }
}

static void compare_with_parents(uint32_t address, unsigned tier, uint32_t coarser, double depth)
{
    for (uint32_t seed = 0; seed < PATCHES; seed++) {
        char what[64];
        const struct patch_place place = {0, 0, depth};
        snprintf(what, sizeof what, "patch %u, MSCAL %x", (unsigned)seed, (unsigned)address);
        for (unsigned i = 0; i < 2; i++) {
            patch_random(&patch, seed, INPUT_A, tier, &place, 10000);
            tfrag_rig_run(0, patch.top, what);
            if (i == 0)
                replace_by_parents(tier);
            tfrag_rig_run(i ? address : coarser, patch.top, what);
            if (i == 0)
                keep_packets();
        }
        expect_kept_packets(what);
    }
}

/* Farther than D0 = 196608 all that MSCAL 08 draws are common vertices, where LOD 2 has them. */
Test(tfrag_patches, lod_1_behind_its_change_is_lod_2)
{
    compare_with_parents(8, TIER_LOD_01, 4, 230000);
}

/* Farther than D1 = 131072 those of LOD 0 are on LOD-01 vertices, which morph. */
Test(tfrag_patches, lod_0_behind_its_change_is_lod_1)
{
    compare_with_parents(0xe, TIER_LOD_0, 0xa, 160000);
}
