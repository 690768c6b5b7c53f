#include "machine_rig.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "vu_source.h"

static struct machine_rig_entry *note(struct machine_rig *rig, enum machine_rig_kind kind, uint64_t time,
                                      uint64_t offset)
{
    cr_assert_lt(rig->entries, MACHINE_RIG_LOG);
    struct machine_rig_entry *entry = &rig->log[rig->entries++];
    *entry = (struct machine_rig_entry){.kind = kind, .time = time, .offset = offset};
    return entry;
}

static void on_code(void *user, const struct replay_vif_code *code)
{
    note(user, RIG_CODE, code->time, code->offset)->code = code->code;
}

static void on_micro(void *user, uint32_t address, const void *data, size_t bytes)
{
    (void)data, (void)bytes;
    note(user, RIG_MICRO, 0, 0)->address = address;
}

static void on_start(void *user, const struct replay_start *start)
{
    struct machine_rig_entry *entry = note(user, RIG_START, start->time, start->offset);
    entry->address = start->address;
    entry->top = start->top;
    entry->itop = start->itop;
}

static void on_end(void *user, const struct replay_end *end)
{
    note(user, RIG_END, end->time, end->offset);
}

static void on_gif(void *user, const struct replay_gif *gif)
{
    struct machine_rig *rig = user;
    struct machine_rig_entry *entry = note(rig, RIG_GIF, gif->time, gif->offset);
    cr_assert_leq(rig->kept + 4 * gif->quadwords, MACHINE_RIG_WORDS);
    memcpy(rig->words + rig->kept, gif->data, 16 * gif->quadwords);
    entry->path = gif->path;
    entry->kicked = gif->kicked;
    entry->address = gif->kick_address;
    entry->quadwords = gif->quadwords;
    entry->words = rig->words + rig->kept;
    rig->kept += 4 * gif->quadwords;
}

struct machine_rig *machine_rig_create(void)
{
    static const struct trace_start power_on = {0};
    struct machine_rig *rig = calloc(1, sizeof *rig);
    cr_assert_not_null(rig);
    rig->gs = gs_create(NULL);
    rig->machine = machine_create(rig->gs, &power_on);
    cr_assert_not_null(rig->machine);
    rig->machine->observer = (struct replay_observer){
        .user = rig, .vif_code = on_code, .micro = on_micro, .start = on_start, .end = on_end, .gif = on_gif};
    return rig;
}

void machine_rig_destroy(struct machine_rig *rig)
{
    machine_destroy(rig->machine);
    gs_destroy(rig->gs);
    free(rig);
}

void machine_rig_feed(struct machine_rig *rig, const uint32_t *words, size_t count)
{
    cr_assert(machine_vif1(rig->machine, (const uint8_t *)words, 4 * count, rig->offset,
                           (unsigned)(rig->offset / 4 % 4)));
    rig->offset += 4 * count;
}

void machine_rig_gif(struct machine_rig *rig, enum gs_path path, const uint32_t *words, size_t quadwords)
{
    cr_assert(machine_gif(rig->machine, path, (const uint8_t *)words, 16 * quadwords, rig->offset));
}

void machine_rig_program(struct machine_rig *rig, const char *text)
{
    const struct source_program *program = source_assemble(text);
    for (size_t i = 0; i < program->count; i++) {
        uint32_t pair[2] = {program->pairs[i].lower, program->pairs[i].upper};
        vu_write_micro(rig->machine->vu, (uint32_t)(program->base + 8 * i), pair, 8);
    }
}

void machine_rig_store(struct machine_rig *rig, uint32_t quadword, uint32_t x, uint32_t y, uint32_t z,
                       uint32_t w)
{
    uint32_t words[4] = {x, y, z, w};
    memcpy(vu_data(rig->machine->vu) + 16 * quadword, words, 16);
}

uint32_t machine_rig_load(const struct machine_rig *rig, uint32_t quadword, unsigned lane)
{
    uint32_t word;
    memcpy(&word, vu_data(rig->machine->vu) + 16 * quadword + 4 * lane, 4);
    return word;
}

const struct machine_rig_entry *machine_rig_entry(const struct machine_rig *rig, enum machine_rig_kind kind,
                                                  size_t index)
{
    for (size_t i = 0; i < rig->entries; i++)
        if (rig->log[i].kind == kind && !index--)
            return &rig->log[i];
    cr_assert_fail("there are fewer entries of kind %d", (int)kind);
    return NULL;
}

size_t machine_rig_count(const struct machine_rig *rig, enum machine_rig_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < rig->entries; i++)
        count += rig->log[i].kind == kind;
    return count;
}

const char *machine_rig_paths(const struct machine_rig *rig)
{
    static char paths[MACHINE_RIG_LOG + 1];
    size_t length = 0;
    for (size_t i = 0; i < rig->entries; i++)
        if (rig->log[i].kind == RIG_GIF)
            paths[length++] = (char)('1' + (rig->log[i].path - GS_PATH1));
    paths[length] = 0;
    return paths;
}
