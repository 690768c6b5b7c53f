#include "results.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hashing.h"
#include "playback.h"
#include "report.h"
#include "view.h"

struct collector {
    struct results *results;
    size_t capacity;
    const char *rules;
    struct hashing read_fifo;
    bool read;
};

static uint8_t digit(char c)
{
    return (uint8_t)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static void add(struct collector *collector, const char *name, uint32_t width, uint32_t height,
                const char hex[33])
{
    struct results *results = collector->results;
    if (results->count == collector->capacity) {
        collector->capacity = 2 * collector->capacity + 16;
        results->item = reallocate(results->item, collector->capacity, sizeof *results->item);
    }
    struct result *item = &results->item[results->count++];
    *item = (struct result){.value = {.rules = collector->rules, .width = width, .height = height}};
    snprintf(item->name, sizeof item->name, "%s", name);
    for (size_t i = 0; i < 16; i++)
        item->value.xxh3_128[i] = (uint8_t)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
}

static bool on_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    struct view view;
    char name[32], hex[33];
    (void)event;
    for (unsigned rc = 0; rc < 2; rc++)
        if (view_circuit(&view, gs, rc)) {
            view_hash(&view, hex);
            snprintf(name, sizeof name, "f%04" PRIu64 "_rc%u", frame, rc);
            add(user, name, view.width, view.height, hex);
        }
    if (view_merged(&view, gs)) {
        view_hash(&view, hex);
        snprintf(name, sizeof name, "f%04" PRIu64, frame);
        add(user, name, view.width, view.height, hex);
    }
    return true;
}

static void on_read_fifo(void *user, const uint8_t *data, size_t bytes)
{
    struct collector *collector = user;
    hashing_add(&collector->read_fifo, data, bytes);
    collector->read = true;
}

/* The items do not move any more: their names can be pointed to. */
static void name_items(struct results *results)
{
    for (size_t i = 0; i < results->count; i++)
        results->item[i].value.what = results->item[i].name;
}

bool results_collect(struct results *results, const char *path, const char *rules_text,
                     struct trace_error *error)
{
    struct collector collector = {.results = results, .capacity = results->count, .rules = rules_text};
    struct gs_rules rules;
    struct playback playback;
    char hex[33];
    if (!gs_rules_parse(rules_text, &rules, error->text, sizeof error->text)) {
        report("%s: %s", path, error->text);
        return false;
    }
    if (!playback_open(&playback, path, &rules, error))
        return false;
    hashing_begin(&collector.read_fifo);
    const struct replay_sink sink = {.user = &collector, .vsync = on_vsync, .read_fifo = on_read_fifo};
    bool good = playback_run(&playback, &sink, error);
    hashing_end(&collector.read_fifo, hex);
    if (good && collector.read)
        add(&collector, "readfifo", 0, 0, hex);
    if (good) {
        hash_bytes(gs_local_memory(replay_gs(playback.replay)), GS_LOCAL_MEMORY_SIZE, hex);
        add(&collector, "vram", 0, 0, hex);
    }
    playback_close(&playback);
    name_items(results);
    return good;
}

void results_free(struct results *results)
{
    free(results->item);
    *results = (struct results){0};
}

void results_hex(const uint8_t hash[16], char hex[33])
{
    for (size_t i = 0; i < 16; i++)
        snprintf(hex + 2 * i, 3, "%02x", hash[i]);
}
