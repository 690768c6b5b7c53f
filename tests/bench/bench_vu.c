/* How many instruction pairs a second VU1 executes with exact floats: a vertex transform loop of 27 pairs
 * (position by a 4x4 matrix, perspective division, clip flags, texture coordinates with 1/w, colour, fixed
 * point, stores). Prints the fastest of several rounds,
 * in processor time. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <path1/vu.h>

#include "../vu_words.h"

enum { VERTICES = 160, ROUNDS = 5, INPUT = 16, OUTPUT = INPUT + 3 * VERTICES };

static uint32_t program[128][2]; /* lower, upper */
static size_t pairs;

static void pair(uint32_t upper, uint32_t lower)
{
    program[pairs][0] = lower;
    program[pairs++][1] = upper;
}

/* VF01..04 matrix, VF05 light, VF06 limits; VI01 input, VI02 output, VI03 vertices left. */
static void write_program(void)
{
    for (unsigned n = 1; n <= 6; n++)
        pair(UPPER_NOP, lq(DEST_XYZW, n, (int)n, 0));
    pair(UPPER_NOP, iaddiu(1, 0, INPUT));
    pair(UPPER_NOP, iaddiu(2, 0, OUTPUT));
    pair(UPPER_NOP, iaddiu(3, 0, VERTICES));
    size_t loop = pairs;
    pair(UPPER_NOP, lqi(DEST_XYZW, 10, 1));
    pair(UPPER_NOP, lqi(DEST_XYZW, 11, 1));
    pair(UPPER_NOP, lqi(DEST_XYZW, 12, 1));
    pair(UPPER_NOP, iaddi(3, 3, -1));
    pair(mulabc(DEST_XYZW, 1, 10, FIELD_X), LOWER_NOP);
    pair(maddabc(DEST_XYZW, 2, 10, FIELD_Y), LOWER_NOP);
    pair(maddabc(DEST_XYZW, 3, 10, FIELD_Z), LOWER_NOP);
    pair(maddbc(DEST_XYZW, 13, 4, 0, FIELD_W), LOWER_NOP);
    pair(itof0(DEST_XYZW, 12, 12), move(DEST_W, 11, 0));
    pair(UPPER_NOP, LOWER_NOP);
    pair(mulbc(DEST_XYZ, 14, 5, 10, FIELD_W), LOWER_NOP);
    pair(clipw(13, 13), vu_div(0, FIELD_W, 13, FIELD_W));
    pair(mul(DEST_XYZW, 12, 12, 5), LOWER_NOP);
    pair(UPPER_NOP, fsand(4, 0xC0));
    pair(maxbc(DEST_XYZ, 14, 14, 0, FIELD_X), LOWER_NOP);
    pair(UPPER_NOP, fcand(0x3FFFF));
    pair(minibc(DEST_XYZW, 12, 12, 6, FIELD_X), LOWER_NOP);
    pair(UPPER_NOP, LOWER_NOP);
    pair(mulq(DEST_XYZ, 13, 13), LOWER_NOP);
    pair(mulq(DEST_XYZ, 11, 11), LOWER_NOP);
    pair(ftoi0(DEST_XYZW, 12, 12), LOWER_NOP);
    pair(UPPER_NOP, isw(DEST_W, 1, 2, 2));
    pair(ftoi4(DEST_XYZ, 13, 13), sq(DEST_XYZW, 11, 0, 2));
    pair(add(DEST_XYZ, 14, 14, 5), iaddiu(2, 2, 3));
    pair(UPPER_NOP, sq(DEST_XYZW, 12, -2, 2));
    pair(UPPER_NOP, ibne(3, 0, (int)loop - (int)pairs - 1));
    pair(UPPER_NOP, sq(DEST_XYZW, 13, -1, 2));
    pair(UPPER_NOP | VU_BIT_E, LOWER_NOP);
    pair(UPPER_NOP, LOWER_NOP);
}

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

/* Numbers between 1 and 16 with full fractions, so that nothing is a simple case. */
static void write_data(uint8_t *data)
{
    uint64_t random = 1;
    for (size_t at = 0; at < VU1_MEMORY_SIZE; at += 4) {
        uint32_t word = 0x3F800000u + next_random(&random) % (4u << 23);
        bool colour = at / 16 >= INPUT && (at / 16 - INPUT) % 3 == 2;
        if (colour)
            word &= 0xFF;
        for (unsigned i = 0; i < 4; i++)
            data[at + i] = (uint8_t)(word >> 8 * i);
    }
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

int main(int argc, char **argv)
{
    long runs = argc > 1 ? strtol(argv[1], NULL, 10) : 2000;
    struct vu *vu = vu_create(VU_UNIT_1);
    if (!vu || runs <= 0)
        return EXIT_FAILURE;
    write_program();
    vu_write_micro(vu, 0, program, pairs * 8);
    write_data(vu_data(vu));
    double best = 0;
    struct vu_run run = {0};
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t start = now(), executed = 0;
        for (long i = 0; i < runs; i++) {
            vu_start(vu, 0);
            if (vu_run(vu, 1000000, &run) != VU_STOP_END)
                return EXIT_FAILURE;
            executed += run.pairs;
        }
        double rate = (double)executed * 1e3 / (double)(now() - start);
        best = rate > best ? rate : best;
    }
    printf("%.1f million pairs/s, %" PRIu64 " pairs and %" PRIu64 " cycles a run of %d vertices\n", best,
           run.pairs, run.cycles, VERTICES);
    vu_destroy(vu);
    return EXIT_SUCCESS;
}
