#include "dump.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

#include "program.h"
#include "transfer_chip.h"

#define PAGE_WORDS 2048u

/* ---- files ---- */

static bool is_dump(const char *name)
{
    const char *end = strstr(name, ".gs");
    return end && end != name && (!end[3] || !strcmp(end + 3, ".zst") || !strcmp(end + 3, ".xz"));
}

static int is_dump_entry(const struct dirent *entry)
{
    return is_dump(entry->d_name);
}

bool dump_list(const char *folder, struct dump_list *list)
{
    struct dirent **entries;
    *list = (struct dump_list){0};
    snprintf(list->folder, sizeof list->folder, "%s", dump_file(folder));
    int count = scandir(list->folder, &entries, is_dump_entry, alphasort);
    if (count < 0)
        return false;
    list->count = (size_t)count;
    list->file = calloc(list->count + 1, sizeof *list->file);
    cr_assert_not_null(list->file);
    for (size_t i = 0; i < list->count; i++) {
        snprintf(list->file[i], sizeof list->file[i], "%s", entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return true;
}

void dump_list_free(struct dump_list *list)
{
    free(list->file);
}

const char *dump_list_path(const struct dump_list *list, size_t index, dump_path path)
{
    snprintf(path, sizeof(dump_path), "%s/%s", list->folder, list->file[index]);
    return path;
}

const char *dump_beside(const char *dump, const char *suffix, dump_path path)
{
    const char *slash = strrchr(dump, '/'), *name = slash ? slash + 1 : dump;
    const char *end = strstr(name, ".gs");
    cr_assert_not_null(end, "%s is no dump", dump);
    snprintf(path, sizeof(dump_path), "%.*s%s", (int)(end - dump), dump, suffix);
    return path;
}

/* ---- hashes ---- */

static void print_hash(XXH128_hash_t hash, dump_hash out)
{
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, hash);
    for (size_t i = 0; i < sizeof canonical.digest; i++)
        snprintf(out + 2 * i, 3, "%02x", canonical.digest[i]);
}

void dump_hash_bytes(const void *bytes, size_t size, dump_hash out)
{
    print_hash(XXH3_128bits(bytes, size), out);
}

/* ---- replay ---- */

struct collector {
    struct dump_result *out;
    XXH3_state_t *fifo;
};

static void on_event(void *user, const struct trace_event *event)
{
    struct dump_result *out = ((struct collector *)user)->out;
    out->packets++;
    if (event->kind == TRACE_GIF) {
        out->transfers++;
        out->gif_bytes += event->size;
    }
}

static void add_picture(struct dump_result *out, struct gs *gs, uint64_t frame, unsigned rc)
{
    struct gs_circuit circuit;
    gs_circuit(gs, rc, &circuit);
    if (!circuit.enabled)
        return;
    size_t row = (size_t)circuit.width * 4, size = row * circuit.height;
    uint8_t *pixels = malloc(size + 1);
    out->picture = realloc(out->picture, (out->pictures + 1) * sizeof *out->picture);
    cr_assert(pixels && out->picture);
    for (uint32_t y = 0; y < circuit.height; y++)
        gs_circuit_row(gs, rc, y, pixels + y * row);
    struct dump_picture *picture = &out->picture[out->pictures++];
    *picture =
        (struct dump_picture){.frame = frame, .rc = rc, .width = circuit.width, .height = circuit.height};
    dump_hash_bytes(pixels, size, picture->hash);
    free(pixels);
}

static bool on_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    struct dump_result *out = ((struct collector *)user)->out;
    (void)event;
    out->vsyncs++;
    for (unsigned rc = 0; rc < 2; rc++)
        add_picture(out, gs, frame, rc);
    return true;
}

static void on_read_fifo(void *user, const uint8_t *data, size_t bytes)
{
    struct collector *collector = user;
    collector->out->fifo_bytes += bytes;
    XXH3_128bits_update(collector->fifo, data, bytes);
}

static void on_draw(void *user, const struct gs_draw_event *event)
{
    struct dump_result *out = user;
    out->draws++;
    out->primitives += event->primitives;
}

void dump_replay(const char *path, const char *rules, struct dump_result *out)
{
    struct trace_error error;
    struct gs_rules parsed;
    *out = (struct dump_result){0};
    cr_assert(gs_rules_parse(rules, &parsed, error.text, sizeof error.text), "%s", error.text);
    struct trace_reader *reader = trace_open(path, &error);
    cr_assert_not_null(reader, "%s", error.text);
    struct replay *replay = replay_create(reader, &parsed);
    struct collector collector = {out, XXH3_createState()};
    out->memory = malloc(GS_LOCAL_MEMORY_SIZE);
    cr_assert(replay && collector.fifo && out->memory);
    XXH3_128bits_reset(collector.fifo);
    const struct gs_observer observer = {.user = out, .draw = on_draw};
    gs_observe(replay_gs(replay), &observer);
    const struct replay_sink sink = {&collector, on_event, on_vsync, on_read_fifo};
    cr_assert_eq(replay_run(replay, &sink, &error), REPLAY_END, "%s", error.text);
    cr_assert_null(trace_warning(reader), "%s", trace_warning(reader));
    memcpy(out->memory, gs_local_memory(replay_gs(replay)), GS_LOCAL_MEMORY_SIZE);
    dump_hash_bytes(out->memory, GS_LOCAL_MEMORY_SIZE, out->memory_hash);
    print_hash(XXH3_128bits_digest(collector.fifo), out->fifo_hash);
    XXH3_freeState(collector.fifo);
    replay_destroy(replay);
    trace_close(reader);
}

void dump_result_free(struct dump_result *result)
{
    free(result->memory);
    free(result->picture);
}

/* ---- comparison ---- */

void dump_say(struct dump_report *report, const char *format, ...)
{
    size_t used = strlen(report->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->text + used, sizeof report->text - used, format, arguments);
    va_end(arguments);
}

/* NAME.vram.zst beside the dump, or NULL. The caller frees it. */
static uint8_t *reference_memory(const char *dump)
{
    dump_path path;
    FILE *file = fopen(dump_beside(dump, ".vram.zst", path), "rb");
    if (!file)
        return NULL;
    size_t bound = ZSTD_compressBound(GS_LOCAL_MEMORY_SIZE);
    uint8_t *packed = malloc(bound), *memory = malloc(GS_LOCAL_MEMORY_SIZE);
    cr_assert(packed && memory);
    size_t bytes = fread(packed, 1, bound, file);
    fclose(file);
    size_t got = ZSTD_decompress(memory, GS_LOCAL_MEMORY_SIZE, packed, bytes);
    cr_assert_eq(got, GS_LOCAL_MEMORY_SIZE, "%s", path);
    free(packed);
    return memory;
}

/* How many 32-bit words differ from the AVX2 build's memory, and in which pages the first of them lie. */
static void describe_memory(const char *dump, const uint8_t *memory, struct dump_report *report)
{
    uint8_t *reference = reference_memory(dump);
    if (!reference)
        return;
    size_t words = 0, pages = 0, last = SIZE_MAX;
    dump_say(report, ", pages");
    for (size_t word = 0; word < GS_LOCAL_MEMORY_SIZE / 4; word++) {
        if (memcmp(memory + 4 * word, reference + 4 * word, 4) == 0)
            continue;
        words++;
        if (word / PAGE_WORDS == last)
            continue;
        last = word / PAGE_WORDS;
        if (++pages <= 12)
            dump_say(report, " %zu", last);
    }
    dump_say(report, "%s: %zu words in %zu pages differ from the AVX2 build's", pages > 12 ? " .." : "",
             words, pages);
    free(reference);
}

static bool same_count(struct dump_report *report, const char *what, uint64_t ours, json_int_t reference)
{
    bool same = ours == (uint64_t)reference;
    if (!same)
        dump_say(report, "  %s: %" PRIu64 ", reference %" PRId64 "\n", what, ours, (int64_t)reference);
    return same;
}

static const char *build_key(const char *build)
{
    return strcmp(build, "sse4") == 0 ? "xxh3_128_sse4" : "xxh3_128";
}

static bool same_picture(const struct dump_picture *ours, uint64_t frame, json_t *circuit, const char *build,
                         struct dump_report *report)
{
    bool same = ours->frame == frame && ours->rc == (unsigned)number_of(circuit, "rc") &&
                ours->width == number_of(circuit, "w") && ours->height == number_of(circuit, "h") &&
                strcmp(ours->hash, text_of(circuit, build_key(build))) == 0;
    if (!same)
        dump_say(report, "  vsync %" PRIu64 ", circuit %u, %ux%u differs\n", ours->frame, ours->rc,
                 ours->width, ours->height);
    return same;
}

static bool same_pictures(const struct dump_result *result, json_t *vsyncs, const char *build,
                          struct dump_report *report)
{
    bool same = same_count(report, "vsyncs", result->vsyncs, (json_int_t)json_array_size(vsyncs));
    size_t frame, k, next = 0;
    json_t *vsync, *circuit;
    json_array_foreach(vsyncs, frame, vsync)
    {
        json_array_foreach(json_object_get(vsync, "circuits"), k, circuit)
        {
            if (next >= result->pictures) {
                dump_say(report, "  vsync %zu, circuit %d is off\n", frame, (int)number_of(circuit, "rc"));
                return false;
            }
            same = same_picture(&result->picture[next++], frame, circuit, build, report) && same;
        }
    }
    return same_count(report, "pictures", result->pictures, (json_int_t)next) && same;
}

static bool same_fifo(const struct dump_result *result, json_t *fifo, const char *build,
                      struct dump_report *report)
{
    if (!fifo)
        return same_count(report, "bytes read back", result->fifo_bytes, 0);
    bool same = same_count(report, "bytes read back", result->fifo_bytes, number_of(fifo, "bytes"));
    if (strcmp(result->fifo_hash, text_of(fifo, build_key(build))) == 0)
        return same;
    dump_say(report, "  the data read back differ\n");
    return false;
}

static bool same_counts(const struct dump_result *result, json_t *counts, struct dump_report *report)
{
    bool same = same_count(report, "packets", result->packets, number_of(counts, "packets"));
    same = same_count(report, "transfers", result->transfers, number_of(counts, "transfers")) && same;
    same = same_count(report, "GIF bytes", result->gif_bytes, number_of(counts, "gif_bytes")) && same;
    same = same_count(report, "draws", result->draws, number_of(counts, "draws")) && same;
    return same_count(report, "primitives", result->primitives, number_of(counts, "prims")) && same;
}

bool dump_matches(const char *path, const struct dump_result *result, const char *build,
                  struct dump_report *report)
{
    dump_path json_path;
    json_error_t error;
    json_t *root = json_load_file(dump_beside(path, ".json", json_path), JSON_REJECT_DUPLICATES, &error);
    cr_assert_not_null(root, "%s: %s, line %d", json_path, error.text, error.line);
    json_t *hashes = json_object_get(json_object_get(root, "vram"), "xxh3_128");
    bool same = strcmp(result->memory_hash, text_of(hashes, build)) == 0;
    if (!same) {
        dump_say(report, "  memory differs");
        describe_memory(path, result->memory, report);
        dump_say(report, "\n");
    }
    same = same_pictures(result, json_object_get(root, "vsyncs"), build, report) && same;
    same = same_fifo(result, json_object_get(root, "readfifo"), build, report) && same;
    same = same_counts(result, json_object_get(root, "counts"), report) && same;
    json_decref(root);
    return same;
}
