#include "summary.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"

/* Register bits that tell textures and buffers apart. */
#define TEX0_IMAGE 0x00000003FFFFFFFFull   /* TBP0, TBW, PSM, TW, TH */
#define TEX0_PALETTE 0x1FFFFFE000000000ull /* CBP, CPSM, CSM, CSA */
#define FRAME_BUFFER 0x3F3F01FFull         /* FBP, FBW, PSM */
#define FRAME_WIDTH 0x003F0000ull          /* FBW */
#define ZBUF_BUFFER 0x0F0001FFull          /* ZBP, PSM */

static size_t first_slot(const struct tally *tally, uint64_t key)
{
    return (size_t)(key * 0x9E3779B97F4A7C15ull >> 32) & (tally->slots - 1);
}

static void insert(struct tally *tally, uint32_t index)
{
    size_t at = first_slot(tally, tally->entry[index].key);
    while (tally->slot[at])
        at = (at + 1) & (tally->slots - 1);
    tally->slot[at] = index + 1;
}

/* Makes room for one entry more, with the table at most half full. */
static void grow(struct tally *tally)
{
    if (tally->count < tally->capacity)
        return;
    tally->capacity = tally->capacity ? tally->capacity * 2 : 64;
    tally->entry = reallocate(tally->entry, tally->capacity, sizeof *tally->entry);
    tally->slots = tally->capacity * 2;
    tally->slot = reallocate(tally->slot, tally->slots, sizeof *tally->slot);
    memset(tally->slot, 0, tally->slots * sizeof *tally->slot);
    for (size_t i = 0; i < tally->count; i++)
        insert(tally, (uint32_t)i);
}

struct tally_entry *tally_count(struct tally *tally, uint64_t key)
{
    if (tally->slots) {
        for (size_t at = first_slot(tally, key); tally->slot[at]; at = (at + 1) & (tally->slots - 1)) {
            struct tally_entry *entry = &tally->entry[tally->slot[at] - 1];
            if (entry->key == key) {
                entry->draws++;
                return entry;
            }
        }
    }
    if (tally->count == TALLY_MAX) {
        tally->left_out++;
        return NULL;
    }
    grow(tally);
    struct tally_entry *entry = &tally->entry[tally->count];
    *entry = (struct tally_entry){.key = key, .draws = 1};
    insert(tally, (uint32_t)tally->count++);
    return entry;
}

void tally_free(struct tally *tally)
{
    free(tally->entry);
    free(tally->slot);
    *tally = (struct tally){0};
}

bool format_indexed(unsigned psm)
{
    return psm == 0x13 || psm == 0x14 || psm == 0x1B || psm == 0x24 || psm == 0x2C;
}

static void on_gif_tag(void *user, enum gs_path path, const uint64_t tag[2])
{
    (void)path;
    struct summary *summary = user;
    summary->tags[tag[0] >> 58 & 3]++; /* FLG */
}

static void on_primitive(void *user, unsigned type)
{
    struct summary *summary = user;
    if (type < 7)
        summary->primitives[type]++;
}

static void count_texture(struct summary *summary, const struct gs_context_registers *context)
{
    uint64_t tex0 = context->tex0, key = tex0 & TEX0_IMAGE;
    if (format_indexed((unsigned)(tex0 >> 20 & 0x3F)))
        key |= tex0 & TEX0_PALETTE;
    struct tally_entry *entry = tally_count(&summary->textures, key);
    bool mipmapped = (context->tex1 >> 6 & 7) >= 2; /* MMIN */
    uint32_t levels = mipmapped ? (uint32_t)(context->tex1 >> 2 & 7) : 0;
    if (entry && levels > entry->levels)
        entry->levels = levels;
}

static void count_buffer(struct tally *tally, uint64_t key, uint64_t scissor)
{
    struct tally_entry *entry = tally_count(tally, key);
    if (!entry)
        return;
    uint32_t width = (uint32_t)(scissor >> 16 & 0x7FF) + 1, height = (uint32_t)(scissor >> 48 & 0x7FF) + 1;
    if (width > entry->width)
        entry->width = width;
    if (height > entry->height)
        entry->height = height;
}

static void on_draw(void *user, const struct gs_draw_event *event)
{
    struct summary *summary = user;
    const struct gs_context_registers *context = event->context;
    summary->draws++;
    summary->drawn_primitives += event->primitives;
    if (event->prim >> 4 & 1) /* TME */
        count_texture(summary, context);
    count_buffer(&summary->frames, context->frame & FRAME_BUFFER, context->scissor);
    bool tested = (context->test >> 17 & 3) >= 2; /* ZTST: GEQUAL, GREATER */
    bool written = !(context->zbuf >> 32 & 1);    /* ZMSK */
    if (tested || written)
        count_buffer(&summary->depths, (context->zbuf & ZBUF_BUFFER) | (context->frame & FRAME_WIDTH),
                     context->scissor);
}

static void on_transfer(void *user, const struct gs_transfer_event *event)
{
    struct summary *summary = user;
    if (event->direction < 3)
        summary->transfers[event->direction]++;
}

static void on_chip_event(void *user, uint8_t address, uint64_t value)
{
    (void)value;
    struct summary *summary = user;
    summary->signals += address == 0x60;
    summary->finishes += address == 0x61;
    summary->labels += address == 0x62;
}

static void on_packet(void *user, const struct trace_event *event)
{
    struct summary *summary = user;
    summary->packets++;
    switch (event->kind) {
    case TRACE_GIF:
        summary->gif_packets++;
        summary->gif_bytes += event->size;
        if (event->path_code < 4)
            summary->path_packets[event->path_code]++;
        else
            summary->other_path_packets++;
        break;
    case TRACE_VSYNC:
        summary->vsyncs++;
        break;
    case TRACE_READ_FIFO:
        summary->fifo_packets++;
        break;
    case TRACE_REGISTERS:
        summary->register_packets++;
        break;
    case TRACE_VIF1:
        summary->vif_packets++;
        summary->vif_bytes += event->size;
        break;
    case TRACE_REGISTER:
        summary->writes++;
        break;
    case TRACE_WAIT:
        summary->waits++;
        break;
    case TRACE_COMMENT:
        summary->comments++;
        break;
    }
}

static void on_read_fifo(void *user, const uint8_t *data, size_t bytes)
{
    (void)data;
    struct summary *summary = user;
    summary->fifo_bytes += bytes;
}

bool summary_collect(struct playback *playback, struct summary *out)
{
    *out = (struct summary){0};
    struct gs *gs = replay_gs(playback->replay);
    const struct gs_observer observer = {
        .user = out,
        .gif_tag = on_gif_tag,
        .primitive = on_primitive,
        .draw = on_draw,
        .transfer = on_transfer,
        .event = on_chip_event,
    };
    gs_observe(gs, &observer);
    vif_summary_begin(&out->vif);
    const struct replay_observer vif_observer = vif_summary_observer(&out->vif);
    replay_observe(playback->replay, &vif_observer);
    const struct replay_sink sink = {.user = out, .event = on_packet, .read_fifo = on_read_fifo};
    bool good = playback_run(playback, &sink, NULL);
    gs_finish(gs); /* what is still queued is a draw, too */
    gs_observe(gs, NULL);
    replay_observe(playback->replay, NULL);
    vif_summary_end(&out->vif);
    if (!trace_header(playback->reader)->merged_gif) {
        out->gif_bytes = 0;
        for (unsigned path = 0; path < GS_PATH_COUNT; path++)
            out->gif_bytes += out->vif.path_bytes[path];
    }
    return good;
}

void summary_free(struct summary *summary)
{
    tally_free(&summary->textures);
    tally_free(&summary->frames);
    tally_free(&summary->depths);
    vif_summary_free(&summary->vif);
}
