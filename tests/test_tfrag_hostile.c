/* The tfrag program on memory that holds no patch: microcode and model still do the same, and end. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "float_inputs.h"
#include "tfrag_rig.h"

TestSuite(tfrag_hostile, .init = tfrag_rig_open, .fini = tfrag_rig_close, .timeout = 600);

static const uint32_t entries[] = {0, 2, 4, 6, 8, 0xa, 0xc, 0xe, 0x10, 0x12, 0x14, 0x16, 0x18};
enum { ENTRIES = sizeof entries / sizeof *entries };

static struct float_inputs inputs;

static void fill(uint32_t (*word)(void))
{
    for (size_t i = 0; i < TFRAG_QW; i++)
        for (unsigned k = 0; k < 4; k++)
            tfrag.data[i][k] = word();
}

static void run_all(const char *kind, uint32_t (*word)(void), unsigned rounds)
{
    for (unsigned round = 0; round < rounds; round++)
        for (size_t i = 0; i < ENTRIES; i++) {
            char what[64];
            inputs.state = round * 1000 + i;
            snprintf(what, sizeof what, "%s, round %u, MSCAL %x", kind, round, (unsigned)entries[i]);
            fill(word);
            tfrag_rig_run(entries[i], (uint16_t)(random_word(&inputs) & 1023), what);
        }
}

static uint32_t any_word(void)
{
    return random_word(&inputs);
}

static uint32_t edge_word(void)
{
    return directed_word(&inputs);
}

/* Many short strips, and addresses that lead everywhere. */
static uint32_t small_word(void)
{
    uint32_t word = random_word(&inputs);
    return word % 4 ? word >> 8 & 1023 : (uint32_t)((int32_t)(word >> 8 & 255) - 128);
}

Test(tfrag_hostile, any_words)
{
    run_all("any words", any_word, 40);
}

Test(tfrag_hostile, words_at_the_edges_of_the_float_format)
{
    run_all("edges", edge_word, 40);
}

Test(tfrag_hostile, small_numbers)
{
    run_all("small numbers", small_word, 40);
}

static uint32_t endless_word(void)
{
    return 127;
}

/* No record has x = 0: the list ends behind 328 records (a limit of our own, so that both executions end). */
Test(tfrag_hostile, a_list_of_strips_without_end_ends)
{
    run_all("endless", endless_word, 1);
}

static uint32_t kicking_word(void)
{
    return 0xFFFFFF80;
}

/* Every record kicks. The first kick has nothing before it but the first record. */
Test(tfrag_hostile, nothing_but_kicks)
{
    run_all("kicks", kicking_word, 1);
}
