#include "p1t_sample.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators", 2016. */
static uint64_t draw(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545F4914F6CDD1Du;
}

static uint32_t below(uint64_t *state, uint32_t limit)
{
    return (uint32_t)((draw(state) >> 32) % limit);
}

/* Half of the blocks are noise, half of them repeat a few bytes. */
static void fill_bytes(uint8_t *bytes, size_t size, uint64_t *state)
{
    bool noise = draw(state) >> 63;
    for (size_t i = 0; i < size; i++)
        bytes[i] = noise ? (uint8_t)(draw(state) >> 56) : (uint8_t)(i % 7 * 31);
}

static uint8_t *new_block(struct p1t_sample *sample, size_t size, uint64_t *state)
{
    uint8_t *block = calloc(1, size ? size : 1);
    cr_assert(block && sample->memory_count < sizeof sample->memory / sizeof sample->memory[0]);
    if (state)
        fill_bytes(block, size, state);
    return sample->memory[sample->memory_count++] = block;
}

static struct gs_state *new_gs(struct p1t_sample *sample, uint64_t *state)
{
    struct gs_state *gs = (struct gs_state *)(void *)new_block(sample, sizeof *gs, NULL);
    fill_bytes((uint8_t *)&gs->registers, sizeof gs->registers, state);
    fill_bytes((uint8_t *)&gs->transfer, sizeof gs->transfer, state);
    gs->transfer.write = (int32_t)below(state, 2);
    for (unsigned path = 0; path < GS_PATH_COUNT; path++) {
        gs->gif[path].tag[0] = draw(state);
        gs->gif[path].tag[1] = draw(state);
        gs->gif[path].reg = below(state, 16);
    }
    gs->gif_q = (uint32_t)draw(state);
    fill_bytes(gs->local_memory + 100000, 3000, state);
    return gs;
}

static struct vif_registers *new_vif(struct p1t_sample *sample, uint64_t *state)
{
    struct vif_registers *vif = (struct vif_registers *)(void *)new_block(sample, sizeof *vif, NULL);
    vif->err = below(state, 8);
    vif->mark = below(state, 0x10000);
    vif->cycle = below(state, 0x10000);
    vif->mode = below(state, 4);
    vif->mask = (uint32_t)draw(state);
    vif->code = (uint32_t)draw(state);
    vif->num = below(state, 257);
    vif->stat = (uint32_t)draw(state) & 0x803FC0;
    for (size_t i = 0; i < 4; i++) {
        vif->row[i] = (uint32_t)draw(state);
        vif->col[i] = (uint32_t)draw(state);
    }
    uint16_t *const halves[] = {&vif->itops, &vif->itop, &vif->base, &vif->ofst, &vif->tops, &vif->top};
    for (size_t i = 0; i < 6; i++)
        *halves[i] = (uint16_t)below(state, 1024);
    vif->path3_masked = below(state, 2);
    return vif;
}

static struct vu_registers *new_vu(struct p1t_sample *sample, uint64_t *state)
{
    struct vu_registers *vu = (struct vu_registers *)(void *)new_block(sample, sizeof *vu, NULL);
    for (size_t i = 1; i < 32; i++)
        for (size_t lane = 0; lane < 4; lane++)
            vu->vf[i][lane] = (uint32_t)draw(state);
    vu->vf[0][3] = 0x3F800000;
    for (size_t i = 1; i < 16; i++)
        vu->vi[i] = (uint16_t)draw(state);
    for (size_t lane = 0; lane < 4; lane++)
        vu->acc[lane] = (uint32_t)draw(state);
    vu->acc_overflowed = (uint8_t)below(state, 16);
    vu->q = (uint32_t)draw(state);
    vu->p = (uint32_t)draw(state);
    vu->i = (uint32_t)draw(state);
    vu->r = 0x3F800000 | below(state, 1 << 23);
    vu->status = (uint16_t)below(state, 0x1000);
    vu->mac = (uint16_t)draw(state);
    vu->clip = below(state, 1 << 24);
    vu->tpc = below(state, 2048);
    vu->top = (uint16_t)below(state, 1024);
    vu->itop = (uint16_t)below(state, 1024);
    return vu;
}

static void fill_start(struct p1t_sample *sample, unsigned parts, uint64_t *state)
{
    struct trace_start *start = &sample->start;
    if (parts & P1T_SAMPLE_GS)
        start->gs = new_gs(sample, state);
    if (parts & P1T_SAMPLE_REGISTERS)
        start->registers = new_block(sample, GS_PRIVILEGED_SIZE, state);
    if (parts & P1T_SAMPLE_VIF)
        start->vif = new_vif(sample, state);
    if (parts & P1T_SAMPLE_VU)
        start->vu = new_vu(sample, state);
    if (parts & P1T_SAMPLE_VU_DATA)
        start->vu_data = new_block(sample, VU1_MEMORY_SIZE, state);
    if (parts & P1T_SAMPLE_VU_MICRO)
        start->vu_micro = new_block(sample, VU1_MEMORY_SIZE, state);
}

static uint32_t register_address(uint64_t *state)
{
    switch (below(state, 3)) {
    case 0:
        return 0x12000000 + 16 * below(state, 512);
    case 1:
        return 0x10003000 + 16 * below(state, 2);
    default:
        return 0x10003C00 + 16 * below(state, 24);
    }
}

/* Fills an event of any kind whose data are a part of `pool`. */
static void fill_event(struct trace_event *event, bool merged, const uint8_t *pool, uint32_t most,
                       uint64_t *state)
{
    static const char comments[] = "a mark: \xE2\x82\xAC\n\tin UTF-8";
    *event = (struct trace_event){.kind = (enum trace_event_kind)below(state, TRACE_COMMENT + 1)};
    if (merged && event->kind == TRACE_VIF1)
        event->kind = TRACE_GIF;
    const uint8_t *data = pool + below(state, 64);
    switch (event->kind) {
    case TRACE_GIF:
        event->path_code = (uint8_t)below(state, merged ? 256 : 4);
        event->flags = (uint8_t)below(state, 4);
        event->size = below(state, most / 16 + 1) * 16;
        event->data = data;
        break;
    case TRACE_VIF1:
        event->position = (uint8_t)below(state, 4);
        event->flags = (uint8_t)below(state, 4);
        event->size = below(state, most / 4 + 1) * 4;
        event->data = data;
        break;
    case TRACE_REGISTER:
        event->address = register_address(state);
        event->value = event->address >= 0x12000000 ? draw(state) : (uint32_t)draw(state);
        break;
    case TRACE_REGISTERS:
        event->size = GS_PRIVILEGED_SIZE;
        event->data = data;
        break;
    case TRACE_VSYNC:
        event->field = (uint8_t)draw(state);
        break;
    case TRACE_READ_FIFO:
        event->quadwords = below(state, 0x400001);
        break;
    case TRACE_WAIT:
        event->value = draw(state) >> below(state, 64);
        break;
    default:
        event->size = (uint32_t)sizeof comments - 1;
        event->data = (const uint8_t *)comments;
        break;
    }
}

static void fill_texts(struct p1t_sample *sample)
{
    sample->texts[0] = (struct trace_text){"author", "nobody \xC3\xA4"};
    sample->texts[1] = (struct trace_text){"x-1_2.z", ""};
    sample->texts[2] = (struct trace_text){"author", "twice"};
    sample->text_count = 3;
}

static void fill_expectations(struct p1t_sample *sample, uint64_t *state)
{
    sample->expectations[0] = (struct trace_expectation){"pcsx2", "vram", 0, 0, {0}};
    sample->expectations[1] = (struct trace_expectation){"pcsx2,fog_blend=byte", "f0012_rc1", 640, 448, {0}};
    sample->expectations[2] = (struct trace_expectation){"console", "f10000", 1, 65535, {0}};
    sample->expectations[3] = (struct trace_expectation){"pcsx2", "readfifo", 0, 0, {0}};
    sample->expectation_count = 4;
    for (size_t i = 0; i < 4; i++)
        for (size_t n = 0; n < 16; n++)
            sample->expectations[i].xxh3_128[n] = (uint8_t)(draw(state) >> 56);
}

void p1t_sample_fill(struct p1t_sample *sample, unsigned parts, size_t events, uint32_t most, uint64_t seed)
{
    uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
    draw(&state);
    *sample = (struct p1t_sample){0};
    sample->header = (struct trace_header){.merged_gif = parts & P1T_SAMPLE_MERGED,
                                           .crc = (uint32_t)draw(&state),
                                           .serial = "SLUS-\xFF 1",
                                           .serial_size = 8};
    if (parts & P1T_SAMPLE_SCREENSHOT) {
        sample->header.screenshot = new_block(sample, 5 * 3 * 4, &state);
        sample->header.screenshot_width = 5;
        sample->header.screenshot_height = 3;
    }
    fill_start(sample, parts, &state);
    if (parts & P1T_SAMPLE_TEXTS)
        fill_texts(sample);
    if (parts & P1T_SAMPLE_EXPECTATIONS)
        fill_expectations(sample, &state);
    uint8_t *pool = new_block(sample, (most > GS_PRIVILEGED_SIZE ? most : GS_PRIVILEGED_SIZE) + 64, &state);
    sample->events = calloc(events ? events : 1, sizeof *sample->events);
    sample->event_count = events;
    for (size_t i = 0; i < events; i++)
        fill_event(&sample->events[i], sample->header.merged_gif, pool, most, &state);
}

void p1t_sample_free(struct p1t_sample *sample)
{
    while (sample->memory_count)
        free(sample->memory[--sample->memory_count]);
    free(sample->events);
}

void p1t_sample_write(const struct p1t_sample *sample, const char *path)
{
    struct trace_error error = {{0}};
    struct trace_writer *writer = trace_writer_create_p1t(path, &sample->header, &sample->start,
                                                          sample->texts, sample->text_count, &error);
    cr_assert_not_null(writer, "%s", error.text);
    for (size_t i = 0; i < sample->event_count; i++)
        cr_assert(trace_writer_add(writer, &sample->events[i], &error), "%s", error.text);
    for (size_t i = 0; i < sample->expectation_count; i++)
        cr_assert(trace_writer_expect(writer, &sample->expectations[i], &error), "%s", error.text);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
}

static void check_block(const void *expected, const void *found, size_t size)
{
    cr_assert_eq(expected == NULL, found == NULL);
    if (expected)
        cr_assert_eq(memcmp(expected, found, size), 0);
}

static void check_start(const struct p1t_sample *sample, const struct trace_reader *reader)
{
    const struct trace_header *header = trace_header(reader);
    const struct trace_start *start = trace_start(reader);
    cr_assert_eq(header->container, TRACE_P1T);
    cr_assert_eq(header->p1t_version, 1);
    cr_assert_eq(header->merged_gif, sample->header.merged_gif);
    cr_assert_eq(header->crc, sample->header.crc);
    cr_assert_str_eq(header->serial, sample->header.serial);
    cr_assert_eq(header->serial_size, sample->header.serial_size);
    cr_assert_eq(header->screenshot_width, sample->header.screenshot_width);
    cr_assert_eq(header->screenshot_height, sample->header.screenshot_height);
    check_block(sample->header.screenshot, header->screenshot,
                (size_t)4 * header->screenshot_width * header->screenshot_height);
    check_block(sample->start.gs, start->gs, sizeof *start->gs);
    check_block(sample->start.registers, start->registers, GS_PRIVILEGED_SIZE);
    check_block(sample->start.vif, start->vif, sizeof *start->vif);
    check_block(sample->start.vu, start->vu, sizeof *start->vu);
    check_block(sample->start.vu_data, start->vu_data, VU1_MEMORY_SIZE);
    check_block(sample->start.vu_micro, start->vu_micro, VU1_MEMORY_SIZE);
    size_t count;
    const struct trace_text *texts = trace_texts(reader, &count);
    cr_assert_eq(count, sample->text_count);
    for (size_t i = 0; i < count; i++) {
        cr_assert_str_eq(texts[i].key, sample->texts[i].key);
        cr_assert_str_eq(texts[i].text, sample->texts[i].text);
    }
}

static void check_event(const struct trace_event *expected, const struct trace_event *found)
{
    cr_assert_eq(found->kind, expected->kind);
    cr_assert_eq(found->path_code, expected->path_code);
    cr_assert_eq(found->field, expected->field);
    cr_assert_eq(found->flags, expected->flags);
    cr_assert_eq(found->position, expected->position);
    cr_assert_eq(found->size, expected->size);
    cr_assert_eq(found->quadwords, expected->quadwords);
    cr_assert_eq(found->address, expected->address);
    cr_assert_eq(found->value, expected->value);
    check_block(expected->data, found->data, expected->size);
}

static void check_expectations(const struct p1t_sample *sample, const struct trace_reader *reader)
{
    size_t count;
    const struct trace_expectation *found = trace_expectations(reader, &count);
    cr_assert_eq(count, sample->expectation_count);
    for (size_t i = 0; i < count; i++) {
        const struct trace_expectation *expected = &sample->expectations[i];
        cr_assert_str_eq(found[i].rules, expected->rules);
        cr_assert_str_eq(found[i].what, expected->what);
        cr_assert_eq(found[i].width, expected->width);
        cr_assert_eq(found[i].height, expected->height);
        cr_assert_eq(memcmp(found[i].xxh3_128, expected->xxh3_128, 16), 0);
    }
}

void p1t_sample_check(const struct p1t_sample *sample, const char *path)
{
    struct trace_error error = {{0}};
    struct trace_event event;
    struct trace_reader *reader = trace_open(path, &error);
    cr_assert_not_null(reader, "%s", error.text);
    check_start(sample, reader);
    uint64_t offset = 0;
    for (size_t i = 0; i < sample->event_count; i++) {
        /* docs/p1t.md: bytes before the data of each kind, in the order of enum trace_event_kind */
        static const uint64_t fields[] = {7, 2, 5, 1, 7, 13, 9, 5};
        cr_assert_eq(trace_next(reader, &event, &error), 1, "%s", error.text);
        check_event(&sample->events[i], &event);
        cr_assert_eq(event.offset, offset);
        cr_assert_eq(event.data_offset, offset + fields[event.kind]);
        offset += fields[event.kind] + event.size;
    }
    cr_assert_eq(trace_next(reader, &event, &error), 0, "%s", error.text);
    cr_assert_eq(trace_next(reader, &event, &error), 0);
    cr_assert_null(trace_warning(reader));
    check_expectations(sample, reader);
    trace_close(reader);
}

void p1t_rewrite(const char *from, const char *to)
{
    struct trace_error error = {{0}};
    struct trace_event event;
    struct trace_reader *reader = trace_open(from, &error);
    cr_assert_not_null(reader, "%s", error.text);
    size_t count;
    const struct trace_text *texts = trace_texts(reader, &count);
    struct trace_writer *writer =
        trace_writer_create_p1t(to, trace_header(reader), trace_start(reader), texts, count, &error);
    cr_assert_not_null(writer, "%s", error.text);
    int more;
    while ((more = trace_next(reader, &event, &error)) > 0)
        cr_assert(trace_writer_add(writer, &event, &error), "%s", error.text);
    cr_assert_eq(more, 0, "%s", error.text);
    const struct trace_expectation *expectations = trace_expectations(reader, &count);
    for (size_t i = 0; i < count; i++)
        cr_assert(trace_writer_expect(writer, &expectations[i], &error), "%s", error.text);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
    trace_close(reader);
}
