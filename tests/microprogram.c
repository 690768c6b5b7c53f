#include "microprogram.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cycle_notes.h"
#include "drawing.h"
#include "scene.h"

#define FOLDER PATH1_TEST_DATA "/../microprograms/"

struct micro micro;

static void record_step(void *user, struct vu *vu, const struct vu_step *step)
{
    (void)user;
    (void)vu;
    cr_assert_lt(micro.steps, MICRO_STEPS);
    micro.step[micro.steps++] = *step;
}

/* PATH1 reads the packet from memory, around its end if need be. */
static uint32_t send_packet(void *user, struct vu *vu, uint32_t address, uint64_t cycle)
{
    (void)user;
    uint32_t bytes = vu_packet_bytes(vu, address);
    uint8_t *packet = malloc(bytes);
    struct micro_kick kick = {address, bytes / 16, cycle, malloc(bytes)};
    cr_assert(packet && kick.words && micro.kicks < MICRO_KICKS);
    for (uint32_t i = 0; i < bytes; i++)
        packet[i] = vu_data(vu)[(address + i) % VU1_MEMORY_SIZE];
    for (uint32_t i = 0; i < bytes / 4; i++)
        kick.words[i] = (uint32_t)packet[4 * i] | (uint32_t)packet[4 * i + 1] << 8 |
                        (uint32_t)packet[4 * i + 2] << 16 | (uint32_t)packet[4 * i + 3] << 24;
    gs_gif_transfer(chip, GS_PATH1, packet, bytes / 16);
    free(packet);
    micro.kick[micro.kicks++] = kick;
    return micro.kick_cycles;
}

static void load_program(const char *name)
{
    char error[512];
    size_t length;
    struct vu_program program;
    uint32_t *lines;
    char path[4096];
    snprintf(path, sizeof path, "%s%s", FOLDER, name);
    char *source = cycle_notes_read(path, &length);
    cr_assert(vu_assemble_files(name, source, length, NULL, &program, &lines, error, sizeof error), "%s",
              error);
    cr_assert_eq(program.base, 0);
    vu_write_micro(micro.vu, 0, program.bytes, program.size);
    cycle_notes_take(source, lines, program.size / 8);
    free(source);
    free(program.bytes);
    free(lines);
}

void micro_open(const char *name)
{
    const struct vu_port port = {.xgkick = send_packet};
    drawing_open();
    memset(&micro, 0, sizeof micro);
    micro.vu = vu_create(VU_UNIT_1);
    cr_assert_not_null(micro.vu);
    vu_set_port(micro.vu, &port);
    vu_observe(micro.vu, record_step, NULL);
    load_program(name);
}

void micro_close(void)
{
    for (size_t i = 0; i < micro.kicks; i++)
        free(micro.kick[i].words);
    vu_destroy(micro.vu);
    drawing_close();
}

void micro_store(uint32_t quadword, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    const uint32_t words[4] = {x, y, z, w};
    cr_assert_lt(quadword, VU1_MEMORY_SIZE / 16);
    for (unsigned i = 0; i < 16; i++)
        vu_data(micro.vu)[quadword * 16 + i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
}

uint32_t micro_load(uint32_t quadword, unsigned field)
{
    const uint8_t *at = vu_data(micro.vu) + quadword * 16 + field * 4;
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static size_t finish_run(void)
{
    micro.steps = 0;
    cr_assert_eq(vu_run(micro.vu, 1000000, &micro.run), VU_STOP_END);
    vu_get_registers(micro.vu, &micro.registers);
    return cycle_notes_check(micro.step, micro.steps);
}

size_t micro_run(void)
{
    vu_start(micro.vu, 0);
    return finish_run();
}

size_t micro_go_on(void)
{
    vu_continue(micro.vu);
    return finish_run();
}

/* NREG 63..60, PRIM 57..47, PRE 46 of the tag. */
static uint32_t tag_high(uint32_t nreg, uint32_t prim)
{
    return nreg << 28 | prim << 15 | 1u << 14;
}

void micro_store_tag(uint32_t quadword, uint32_t nreg, uint32_t registers, uint32_t prim)
{
    micro_store(quadword, 0, tag_high(nreg, prim), registers, 0);
}

const uint32_t *micro_packet(size_t kick, uint32_t nloop, uint32_t nreg, uint32_t registers, uint32_t prim)
{
    cr_assert_lt(kick, micro.kicks);
    const uint32_t *words = micro.kick[kick].words;
    cr_assert_eq(micro.kick[kick].quadwords, 1 + nloop * nreg);
    cr_assert_eq(words[0], nloop | 0x8000);
    cr_assert_eq(words[1], tag_high(nreg, prim));
    cr_assert_eq(words[2], registers);
    cr_assert_eq(words[3], 0);
    return words + 4;
}

/* The first pixel whose centre lies at or behind a coordinate of the GS. */
static uint32_t first_pixel(uint32_t coordinate)
{
    return (coordinate + 15) / 16 - (SCENE_MIDDLE - DRAWING_SIDE / 2);
}

struct frame_box micro_box(void)
{
    uint32_t least[2] = {UINT32_MAX, UINT32_MAX}, most[2] = {0, 0};
    for (size_t kick = 0; kick < micro.kicks; kick++) {
        const uint32_t *tag = micro.kick[kick].words;
        uint32_t nreg = tag[1] >> 28;
        for (uint32_t i = 0; i + 1 < micro.kick[kick].quadwords; i++) {
            const uint32_t *words = tag + 4 + 4 * i;
            if ((tag[2] >> i % nreg * 4 & 15) != GS_XYZ2)
                continue;
            for (unsigned k = 0; k < 2; k++) {
                least[k] = words[k] < least[k] ? words[k] : least[k];
                most[k] = words[k] > most[k] ? words[k] : most[k];
            }
        }
    }
    return (struct frame_box){first_pixel(least[0]), first_pixel(least[1]), first_pixel(most[0]) - 1,
                              first_pixel(most[1]) - 1};
}
