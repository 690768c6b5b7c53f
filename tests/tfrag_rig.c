#include "tfrag_rig.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tfrag_rig tfrag;

/* More than any run takes: 328 strips of 127 vertices in 26 cycles, and transfers. */
#define CYCLES 8000000u

struct sent_list {
    size_t count;
    struct tfrag_sent sent[TFRAG_KICKS];
};
static struct sent_list from_microcode, from_model;

static void pack(uint8_t *bytes, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count * 4; i++)
        bytes[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
}

static void unpack(uint32_t *words, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words[i] = (uint32_t)bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 |
                   (uint32_t)bytes[4 * i + 2] << 16 | (uint32_t)bytes[4 * i + 3] << 24;
}

void tfrag_rig_take(const uint8_t *data)
{
    unpack(tfrag.data[0], data, TFRAG_QW * 4);
}

static void keep(struct sent_list *list, uint32_t address, const uint8_t *packet, size_t quadwords)
{
    cr_assert_lt(list->count, TFRAG_KICKS);
    struct tfrag_sent *sent = &list->sent[list->count++];
    *sent = (struct tfrag_sent){address, quadwords, malloc(quadwords * 16)};
    cr_assert_not_null(sent->words);
    unpack(sent->words, packet, quadwords * 4);
}

static void forget(struct sent_list *list)
{
    while (list->count)
        free(list->sent[--list->count].words);
}

static uint32_t microcode_kicks(void *user, struct vu *vu, uint32_t address, uint64_t cycle)
{
    uint8_t packet[VU1_MEMORY_SIZE];
    uint32_t bytes = vu_packet_bytes(vu, address);
    (void)cycle;
    for (uint32_t i = 0; i < bytes; i++)
        packet[i] = vu_data(vu)[(address + i) % VU1_MEMORY_SIZE];
    keep(user, address, packet, bytes / 16);
    return 0;
}

static void model_kicks(void *user, uint32_t address, const uint8_t *packet, size_t quadwords)
{
    keep(user, address, packet, quadwords);
}

void tfrag_rig_open(void)
{
    const struct vu_port port = {&from_microcode, microcode_kicks};
    size_t bytes;
    const uint8_t *program = tfrag_program(&bytes);
    memset(&tfrag, 0, sizeof tfrag);
    tfrag.vu = vu_create(VU_UNIT_1);
    cr_assert_not_null(tfrag.vu);
    vu_set_port(tfrag.vu, &port);
    vu_write_micro(tfrag.vu, 0, program, bytes);
}

void tfrag_rig_close(void)
{
    forget(&from_microcode);
    forget(&from_model);
    vu_destroy(tfrag.vu);
}

/* The first word that differs. */
static void compare_words(const uint32_t *model, const uint32_t *microcode, size_t quadwords,
                          const char *where, const char *what)
{
    size_t i = 0;
    if (memcmp(model, microcode, quadwords * 16) == 0)
        return;
    while (model[i] == microcode[i])
        i++;
    cr_assert_fail("%s: %s, quadword %03zx, lane %zu: model %08x, microcode %08x", what, where, i / 4, i % 4,
                   (unsigned)model[i], (unsigned)microcode[i]);
}

static void compare_kicks(const char *what)
{
    cr_assert_eq(from_model.count, from_microcode.count, "%s: %zu and %zu kicks", what, from_model.count,
                 from_microcode.count);
    for (size_t i = 0; i < from_model.count; i++) {
        const struct tfrag_sent *model = &from_model.sent[i], *microcode = &from_microcode.sent[i];
        char where[32];
        snprintf(where, sizeof where, "kick %zu", i);
        cr_assert_eq(model->address, microcode->address, "%s: %s", what, where);
        cr_assert_eq(model->quadwords, microcode->quadwords, "%s: %s", what, where);
        compare_words(model->words, microcode->words, model->quadwords, where, what);
    }
}

static void compare_memory(const uint8_t *model, const uint8_t *microcode, const char *what)
{
    uint32_t one[TFRAG_QW * 4], other[TFRAG_QW * 4];
    unpack(one, model, TFRAG_QW * 4);
    unpack(other, microcode, TFRAG_QW * 4);
    compare_words(one, other, TFRAG_QW, "data memory", what);
}

static void compare_registers(const char *what)
{
    struct vu_registers registers;
    struct tfrag_model model;
    vu_get_registers(tfrag.vu, &registers);
    tfrag_model_load(&model, &registers);
    cr_assert_eq(model.buffer, tfrag.model.buffer, "%s", what);
    cr_assert_arr_eq(model.multiplier, tfrag.model.multiplier, sizeof model.multiplier, "%s", what);
}

void tfrag_rig_run(uint32_t address, uint16_t top, const char *what)
{
    uint8_t data[VU1_MEMORY_SIZE];
    forget(&from_microcode);
    forget(&from_model);
    pack(data, tfrag.data[0], TFRAG_QW * 4);
    memcpy(vu_data(tfrag.vu), data, sizeof data);

    vu_set_top(tfrag.vu, top, 0);
    vu_start(tfrag.vu, address * 8);
    cr_assert_eq(vu_run(tfrag.vu, CYCLES, &tfrag.run), VU_STOP_END, "%s: the microcode does not end", what);
    cr_assert(tfrag_model_run(&tfrag.model, data, address, top, model_kicks, &from_model), "%s", what);

    compare_kicks(what);
    compare_memory(data, vu_data(tfrag.vu), what);
    compare_registers(what);
    unpack(tfrag.data[0], data, TFRAG_QW * 4);
    tfrag.kicks = from_model.count;
    memcpy(tfrag.kick, from_model.sent, sizeof from_model.sent);
}
