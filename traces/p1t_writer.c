#include "p1t_writer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "p1t_check.h"
#include "p1t_layout.h"
#include "trace_bytes.h"
#include "trace_failure.h"
#include "trace_format.h"

struct p1t_writer {
    struct trace_output *output;
    struct p1t_packer packer;
    bool merged;
    struct p1t_block events, expectations; /* not written yet */
    uint64_t event_count, event_bytes;
    XXH3_state_t *event_hash;
};

static struct p1t_place place_of(const struct trace_output *output, enum p1t_chunk chunk, size_t content,
                                 struct trace_error *error)
{
    return (struct p1t_place){.name = trace_output_name(output),
                              .offset = trace_output_offset(output),
                              .content = content,
                              .chunk = p1t_chunk_name(chunk),
                              .error = error};
}

static bool no_memory(const struct trace_output *output, struct trace_error *error)
{
    return trace_fail(error, trace_output_name(output), trace_output_offset(output),
                      "expected memory for a writer, found none left");
}

static bool write_head(struct p1t_writer *writer, const struct trace_header *header,
                       struct trace_error *error)
{
    uint32_t size = header->serial ? header->serial_size : 0;
    struct p1t_place place = place_of(writer->output, P1T_HEAD, P1T_HEAD_FIXED, error);
    if (!p1t_check_serial(header->serial, size, &place))
        return false;
    uint8_t *head = malloc(P1T_HEAD_FIXED + size);
    if (!head)
        return no_memory(writer->output, error);
    trace_store32(head, header->merged_gif ? P1T_HEAD_MERGED : 0);
    trace_store32(head + 4, header->crc);
    trace_store32(head + 8, size);
    if (size)
        memcpy(head + P1T_HEAD_FIXED, header->serial, size);
    bool good = p1t_packer_add(&writer->packer, P1T_HEAD, head, P1T_HEAD_FIXED + size, error);
    free(head);
    return good;
}

static bool write_texts(struct p1t_writer *writer, const struct trace_text *texts, size_t count,
                        struct trace_error *error)
{
    struct p1t_block block = {0};
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        struct p1t_place place = place_of(writer->output, P1T_TEXT, block.size, error);
        good = p1t_add_text(&block, &texts[i], &place);
    }
    if (good && count)
        good = p1t_packer_add(&writer->packer, P1T_TEXT, block.bytes, block.size, error);
    p1t_block_free(&block);
    return good;
}

static bool write_screenshot(struct p1t_writer *writer, const struct trace_header *header,
                             struct trace_error *error)
{
    uint64_t pixels = (uint64_t)header->screenshot_width * header->screenshot_height;
    if (!header->screenshot || pixels == 0)
        return true;
    if (pixels > TRACE_SCREENSHOT_LIMIT / 4)
        return trace_fail(error, trace_output_name(writer->output), trace_output_offset(writer->output),
                          "expected a screenshot of at most %u bytes, found %" PRIu32 " x %" PRIu32 " x 4",
                          TRACE_SCREENSHOT_LIMIT, header->screenshot_width, header->screenshot_height);
    struct p1t_block block = {0};
    uint8_t fixed[P1T_SHOT_FIXED];
    trace_store32(fixed, header->screenshot_width);
    trace_store32(fixed + 4, header->screenshot_height);
    bool good = (p1t_block_add(&block, fixed, sizeof fixed) &&
                 p1t_block_add(&block, header->screenshot, (size_t)pixels * 4)) ||
                no_memory(writer->output, error);
    good = good && p1t_packer_add(&writer->packer, P1T_SHOT, block.bytes, block.size, error);
    p1t_block_free(&block);
    return good;
}

static bool write_gs(struct p1t_writer *writer, const struct gs_state *state, struct trace_error *error)
{
    uint8_t *bytes = malloc(P1T_GS_SIZE);
    if (!bytes)
        return no_memory(writer->output, error);
    p1t_encode_gs(state, bytes);
    bool good = p1t_packer_add(&writer->packer, P1T_GSST, bytes, P1T_GS_SIZE, error);
    free(bytes);
    return good;
}

static bool write_vif(struct p1t_writer *writer, const struct vif_registers *vif, struct trace_error *error)
{
    uint8_t bytes[P1T_VIF_SIZE];
    struct p1t_place place = place_of(writer->output, P1T_VIF1, 0, error);
    if (!p1t_check_vif(vif, &place))
        return false;
    p1t_encode_vif(vif, bytes);
    return p1t_packer_add(&writer->packer, P1T_VIF1, bytes, sizeof bytes, error);
}

static bool write_vu(struct p1t_writer *writer, const struct vu_registers *vu, struct trace_error *error)
{
    uint8_t bytes[P1T_VU_SIZE];
    struct p1t_place place = place_of(writer->output, P1T_VUR1, 0, error);
    if (!p1t_check_vu(vu, &place))
        return false;
    p1t_encode_vu(vu, bytes);
    return p1t_packer_add(&writer->packer, P1T_VUR1, bytes, sizeof bytes, error);
}

static bool write_start(struct p1t_writer *writer, const struct trace_start *start, struct trace_error *error)
{
    struct p1t_packer *packer = &writer->packer;
    if (!start)
        return true;
    return (!start->gs || write_gs(writer, start->gs, error)) &&
           (!start->registers ||
            p1t_packer_add(packer, P1T_PRIV, start->registers, GS_PRIVILEGED_SIZE, error)) &&
           (!start->vif || write_vif(writer, start->vif, error)) &&
           (!start->vu || write_vu(writer, start->vu, error)) &&
           (!start->vu_data || p1t_packer_add(packer, P1T_VUD1, start->vu_data, VU1_MEMORY_SIZE, error)) &&
           (!start->vu_micro || p1t_packer_add(packer, P1T_VUM1, start->vu_micro, VU1_MEMORY_SIZE, error));
}

static bool write_mark(struct trace_output *output, struct trace_error *error)
{
    uint8_t bytes[P1T_START_SIZE] = P1T_MARK;
    trace_store32(bytes + P1T_MARK_SIZE, P1T_VERSION);
    return trace_output_write(output, bytes, sizeof bytes, error);
}

struct p1t_writer *p1t_writer_begin(struct trace_output *output, const struct trace_header *header,
                                    const struct trace_start *start, const struct trace_text *texts,
                                    size_t text_count, struct trace_error *error)
{
    struct p1t_writer *writer = calloc(1, sizeof *writer);
    if (!writer) {
        no_memory(output, error);
        return NULL;
    }
    writer->output = output;
    writer->merged = header->merged_gif;
    writer->event_hash = XXH3_createState();
    bool good = writer->event_hash || no_memory(output, error);
    if (good)
        XXH3_64bits_reset(writer->event_hash);
    if (good && p1t_packer_begin(&writer->packer, output, error) && write_mark(output, error) &&
        write_head(writer, header, error) && write_texts(writer, texts, text_count, error) &&
        write_screenshot(writer, header, error) && write_start(writer, start, error))
        return writer;
    p1t_writer_free(writer);
    return NULL;
}

/* Writes the first `size` bytes of the events that wait. */
static bool write_events(struct p1t_writer *writer, size_t size, struct trace_error *error)
{
    struct p1t_block *events = &writer->events;
    if (size == 0)
        return true;
    if (!p1t_packer_add(&writer->packer, P1T_EVNT, events->bytes, size, error))
        return false;
    XXH3_64bits_update(writer->event_hash, events->bytes, size);
    events->size -= size;
    memmove(events->bytes, events->bytes + size, events->size);
    return true;
}

bool p1t_writer_add(struct p1t_writer *writer, const struct trace_event *event, struct trace_error *error)
{
    size_t before = writer->events.size;
    struct p1t_place place = place_of(writer->output, P1T_EVNT, before, error);
    if (!p1t_add_event(&writer->events, event, writer->merged, &place))
        return false;
    writer->event_count++;
    writer->event_bytes += writer->events.size - before;
    return writer->events.size <= P1T_EVENTS_SIZE || write_events(writer, before, error);
}

bool p1t_writer_expect(struct p1t_writer *writer, const struct trace_expectation *expectation,
                       struct trace_error *error)
{
    struct p1t_place place = place_of(writer->output, P1T_EXPT, writer->expectations.size, error);
    return p1t_add_expectation(&writer->expectations, expectation, &place);
}

bool p1t_writer_end(struct p1t_writer *writer, struct trace_error *error)
{
    const struct p1t_block *expectations = &writer->expectations;
    uint8_t totals[P1T_END_SIZE];
    if (!write_events(writer, writer->events.size, error))
        return false;
    if (expectations->size &&
        !p1t_packer_add(&writer->packer, P1T_EXPT, expectations->bytes, expectations->size, error))
        return false;
    trace_store64(totals, writer->event_count);
    trace_store64(totals + 8, writer->event_bytes);
    trace_store64(totals + 16, XXH3_64bits_digest(writer->event_hash));
    return p1t_packer_add(&writer->packer, P1T_ENDT, totals, sizeof totals, error);
}

void p1t_writer_free(struct p1t_writer *writer)
{
    if (!writer)
        return;
    p1t_packer_end(&writer->packer);
    p1t_block_free(&writer->events);
    p1t_block_free(&writer->expectations);
    XXH3_freeState(writer->event_hash);
    free(writer);
}
