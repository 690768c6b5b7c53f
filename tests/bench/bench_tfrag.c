/* How long the tfrag program takes on patches like a level's, as microcode on VU1 with exact floats and as
 * the model. Prints the fastest of several rounds, in processor time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../tfrag_random.h"

enum { PATCHES = 64, ROUNDS = 5 };

static const struct {
    uint32_t address;
    unsigned tier;
    double depth;
} modes[] = {
    {0x14, TIER_LOD_0, 40000}, {0x10, TIER_LOD_0, 100000}, {0xe, TIER_LOD_0, 131072}, {6, 0, 250000}};
enum { MODES = sizeof modes / sizeof *modes };

static uint8_t image[PATCHES][VU1_MEMORY_SIZE], data[VU1_MEMORY_SIZE];
static size_t quadwords; /* kicked */

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void make_patches(size_t mode)
{
    const struct patch_place place = {0, 0, modes[mode].depth};
    for (unsigned i = 0; i < PATCHES; i++) {
        struct tfrag_patch patch;
        patch_random(&patch, i, 0, modes[mode].tier, &place, 20000);
        for (size_t k = 0; k < VU1_MEMORY_SIZE; k++)
            image[i][k] = (uint8_t)(tfrag.data[k / 16][k / 4 % 4] >> 8 * (k % 4));
    }
}

static void count(void *user, uint32_t address, const uint8_t *packet, size_t length)
{
    (void)user;
    (void)address;
    (void)packet;
    quadwords += length;
}

/* Nanoseconds a patch. */
static double time_model(uint32_t address, long runs)
{
    struct tfrag_model model = {0};
    uint64_t start = now();
    for (long i = 0; i < runs; i++) {
        memcpy(data, image[i % PATCHES], sizeof data);
        if (i % PATCHES == 0)
            tfrag_model_run(&model, data, 0, 0, count, NULL);
        tfrag_model_run(&model, data, address, 0, count, NULL);
    }
    return (double)(now() - start) / (double)runs;
}

static double time_microcode(struct vu *vu, uint32_t address, long runs, uint64_t *pairs, uint64_t *cycles)
{
    struct vu_run run;
    *pairs = *cycles = 0;
    uint64_t start = now();
    for (long i = 0; i < runs; i++) {
        memcpy(vu_data(vu), image[i % PATCHES], VU1_MEMORY_SIZE);
        if (i % PATCHES == 0) {
            vu_start(vu, 0);
            vu_run(vu, 1000000, &run);
        }
        vu_start(vu, address * 8);
        if (vu_run(vu, 1000000, &run) != VU_STOP_END)
            exit(EXIT_FAILURE);
        *pairs += run.pairs;
        *cycles += run.cycles;
    }
    return (double)(now() - start) / (double)runs;
}

static void measure(struct vu *vu, size_t mode, long runs)
{
    double model = 0, microcode = 0;
    uint64_t pairs = 0, cycles = 0;
    make_patches(mode);
    for (int round = 0; round < ROUNDS; round++) {
        quadwords = 0;
        double one = time_model(modes[mode].address, runs);
        double other = time_microcode(vu, modes[mode].address, runs, &pairs, &cycles);
        model = round == 0 || one < model ? one : model;
        microcode = round == 0 || other < microcode ? other : microcode;
    }
    double each = (double)runs;
    printf("MSCAL %2x: %.0f quadwords, %.0f pairs, %.0f cycles a patch; microcode %.1f us (%.1f million "
           "pairs/s), "
           "model %.1f us\n",
           (unsigned)modes[mode].address, (double)quadwords / each, (double)pairs / each,
           (double)cycles / each, microcode / 1e3, (double)pairs / each * 1e3 / microcode, model / 1e3);
}

int main(int argc, char **argv)
{
    long runs = argc > 1 ? strtol(argv[1], NULL, 10) : 10 * PATCHES;
    size_t bytes;
    const uint8_t *program = tfrag_program(&bytes);
    struct vu *vu = vu_create(VU_UNIT_1);
    if (!vu || runs <= 0)
        return EXIT_FAILURE;
    vu_write_micro(vu, 0, program, bytes);
    for (size_t mode = 0; mode < MODES; mode++)
        measure(vu, mode, runs);
    vu_destroy(vu);
    return EXIT_SUCCESS;
}
