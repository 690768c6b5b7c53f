/* VIF and DMA cases recorded on a PlayStation 2 (tests/data/vectors/vif: format and origin in its README),
 * each also with its words fed one at a time. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/dma.h>

#include "vectors.h"
#include "vif_rig.h"

enum { IMAGE_BYTES = 1 << 21, MOVED_WORDS = 4096 };

static struct vif_rig *rig;
static uint8_t *image; /* memory of the DMA cases */
static struct dma_channel channel;
static uint32_t moved[MOVED_WORDS];
static size_t moved_words;
static bool one_at_a_time;

static void setup(void)
{
    image = calloc(1, IMAGE_BYTES);
    cr_assert(image);
}

static void teardown(void)
{
    free(image);
}

TestSuite(vif_vectors, .init = setup, .fini = teardown, .timeout = 120);

static uint32_t hex(const json_t *value)
{
    const char *text = json_string_value(value);
    char *end;
    cr_assert(text && *text, "a hexadecimal string is expected");
    unsigned long number = strtoul(text, &end, 16);
    cr_assert(*end == '\0', "%s", text);
    return (uint32_t)number;
}

static uint32_t hex_or_0(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    return value ? hex(value) : 0;
}

static bool is(json_t *object, const char *key, const char *text)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value && strcmp(value, text) == 0;
}

/* ---- running ---- */

static size_t feed(const uint32_t *words, size_t count)
{
    size_t taken = 0;
    if (!one_at_a_time)
        return vif_rig_feed(rig, words, count);
    while (taken < count && vif_rig_feed(rig, words + taken, 1))
        taken++;
    return taken;
}

static void *map(void *user, uint32_t address, bool scratchpad, size_t *quadwords)
{
    (void)user;
    cr_assert(!scratchpad);
    if (address >= IMAGE_BYTES)
        return NULL;
    if (*quadwords > (IMAGE_BYTES - address) / 16)
        *quadwords = (IMAGE_BYTES - address) / 16;
    return image + address;
}

static size_t send(void *user, const void *data, size_t words, unsigned word)
{
    uint32_t buffer[256];
    size_t count = words < 256 ? words : 256, taken = count;
    cr_assert(word < 4);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *p = (const uint8_t *)data + 4 * i;
        buffer[i] = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    }
    if (user)
        taken = feed(buffer, count);
    for (size_t i = 0; i < taken && moved_words < MOVED_WORDS; i++)
        moved[moved_words++] = buffer[i];
    return taken;
}

static void run_dma(json_t *dma, bool to_vif)
{
    const struct dma_port port = {.user = to_vif ? rig : NULL, .map = map, .send = send};
    json_t *regs = json_object_get(dma, "regs"), *entry, *word;
    size_t i, w;
    memset(image, 0, IMAGE_BYTES);
    json_array_foreach(json_object_get(dma, "mem"), i, entry)
    {
        uint32_t address = hex_or_0(entry, "addr");
        json_array_foreach(json_object_get(entry, "words"), w, word)
        {
            uint32_t value = hex(word);
            cr_assert_lt(address + 4, IMAGE_BYTES);
            for (unsigned b = 0; b < 4; b++)
                image[address++] = (uint8_t)(value >> (8 * b));
        }
    }
    channel = (struct dma_channel){.chcr = hex_or_0(regs, "CHCR"),
                                   .madr = hex_or_0(regs, "MADR"),
                                   .qwc = hex_or_0(regs, "QWC"),
                                   .tadr = hex_or_0(regs, "TADR")};
    moved_words = 0;
    enum dma_result result;
    do {
        size_t before = moved_words;
        result = dma_run(&channel, &port, 10000);
        cr_assert(result != DMA_WAIT || moved_words > before);
    } while (result == DMA_WAIT);
    cr_assert(result == DMA_DONE || result == DMA_IRQ);
}

static void run_words(json_t *test)
{
    uint32_t words[512];
    size_t count = 0, i, at = 0;
    json_t *word, *chunk, *chunks = json_object_get(test, "chunks");
    json_array_foreach(json_object_get(test, "words"), i, word)
    {
        cr_assert_lt(count, 512);
        words[count++] = hex(word);
    }
    json_array_foreach(chunks, i, chunk)
    {
        size_t piece = (size_t)json_integer_value(chunk);
        cr_assert_leq(at + piece, count);
        cr_assert_eq(feed(words + at, piece), piece);
        at += piece;
    }
    cr_assert(!chunks || at == count);
    feed(words + at, count - at);
}

static void set_up(json_t *test)
{
    json_t *initial = json_object_get(test, "initial"), *entry;
    size_t i;
    uint64_t any = 7;
    rig = vif_rig_create(is(test, "unit", "vif0") ? VIF_UNIT_0 : VIF_UNIT_1);
    vif_rig_randomise(rig, &any);
    json_array_foreach(json_object_get(initial, "mem"), i, entry)
    {
        uint32_t qw = (uint32_t)json_integer_value(json_object_get(entry, "qw"));
        for (uint32_t n = 0; n < (uint32_t)json_integer_value(json_object_get(entry, "count")); n++)
            for (unsigned lane = 0; lane < 4; lane++)
                vif_rig_set_word(rig, qw + n, lane,
                                 hex(json_array_get(json_object_get(entry, "words"), lane)));
    }
    if (json_is_true(json_object_get(initial, "reset")))
        vif_write_register(rig->vif, VIF_FBRST, VIF_FBRST_RST);
}

/* ---- checking; each returns the number of values compared ---- */

static unsigned check_memory(json_t *memory, const char *name)
{
    json_t *entry, *word;
    size_t i, lane;
    unsigned compared = 0;
    json_array_foreach(memory, i, entry)
    {
        uint32_t qw = (uint32_t)json_integer_value(json_object_get(entry, "qw"));
        json_t *count = json_object_get(entry, "count");
        for (uint32_t n = 0; n < (count ? (uint32_t)json_integer_value(count) : 1); n++)
            json_array_foreach(json_object_get(entry, "words"), lane, word)
            {
                if (json_is_null(word))
                    continue;
                uint32_t got = vif_rig_word(rig, qw + n, (unsigned)lane);
                cr_assert_eq(got, hex(word), "%s: quadword %u lane %zu is %08x", name, qw + n, lane, got);
                compared++;
            }
    }
    return compared;
}

static uint32_t register_of(const char *key, size_t index)
{
    static const struct {
        const char *name;
        uint32_t offset;
    } names[] = {{"STAT", VIF_STAT}, {"CODE", VIF_CODE}, {"NUM", VIF_NUM}, {"CYCLE", VIF_CYCLE},
                 {"MODE", VIF_MODE}, {"MASK", VIF_MASK}, {"ROW", VIF_R0},  {"COL", VIF_C0}};
    if (strcmp(key, "GIF_STAT") == 0)
        return rig->masked ? 2 : 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i].name, key) == 0)
            return vif_read_register(rig->vif, names[i].offset + 16 * (uint32_t)index);
    cr_assert_fail("register %s", key);
    return 0;
}

static unsigned check_registers(json_t *regs, const char *name)
{
    const char *key;
    json_t *value, *word;
    size_t i;
    unsigned compared = 0;
    json_object_foreach(regs, key, value)
    {
        char mask_key[32];
        if (strstr(key, "_mask"))
            continue;
        snprintf(mask_key, sizeof mask_key, "%s_mask", key);
        uint32_t mask = json_object_get(regs, mask_key) ? hex_or_0(regs, mask_key) : 0xFFFFFFFF;
        if (json_is_array(value)) {
            json_array_foreach(value, i, word)
            {
                if (json_is_null(word))
                    continue;
                cr_assert_eq(register_of(key, i), hex(word), "%s: %s%zu is %08x", name, key, i,
                             register_of(key, i));
                compared++;
            }
            continue;
        }
        cr_assert_eq(register_of(key, 0) & mask, hex(value), "%s: %s is %08x", name, key,
                     register_of(key, 0));
        compared++;
    }
    return compared;
}

static unsigned check_dma(json_t *expect, const char *name)
{
    json_t *regs = json_object_get(expect, "dma_regs"), *value, *word;
    const char *key;
    size_t i;
    unsigned compared = 0;
    json_object_foreach(regs, key, value)
    {
        if (strcmp(key, "CHCR_mask") == 0)
            continue;
        uint32_t got = strcmp(key, "CHCR") == 0   ? channel.chcr & hex_or_0(regs, "CHCR_mask")
                       : strcmp(key, "MADR") == 0 ? channel.madr
                       : strcmp(key, "TADR") == 0 ? channel.tadr
                                                  : ~hex(value);
        cr_assert_eq(got, hex(value), "%s: %s is %08x", name, key, got);
        compared++;
    }
    if ((value = json_object_get(expect, "qwc")) != NULL) {
        cr_assert_eq(channel.moved, (uint64_t)json_integer_value(value), "%s", name);
        cr_assert_eq(moved_words, 4 * channel.moved, "%s", name);
        compared++;
    }
    json_array_foreach(json_object_get(expect, "payload"), i, word)
    {
        cr_assert(i < moved_words && moved[i] == hex(word), "%s: word %zu", name, i);
        compared++;
    }
    if (json_is_true(json_object_get(expect, "channel_interrupt"))) {
        cr_assert(channel.interrupt, "%s", name);
        compared++;
    }
    return compared;
}

static unsigned run(json_t *test)
{
    const char *name = json_string_value(json_object_get(test, "name"));
    json_t *expect = json_object_get(test, "expect"), *dma = json_object_get(test, "dma");
    unsigned compared;
    cr_assert(name && expect);
    set_up(test);
    if (dma)
        run_dma(dma, !is(test, "unit", "dma"));
    else
        run_words(test);
    compared = check_memory(json_object_get(expect, "mem"), name);
    compared += check_registers(json_object_get(expect, "regs"), name);
    if (dma)
        compared += check_dma(expect, name);
    vif_rig_destroy(rig);
    cr_assert_gt(compared, 0, "%s", name);
    return compared;
}

/* Both numbers were counted in the file with another program. */
static void run_file(const char *file, unsigned cases, unsigned values)
{
    char name[256];
    unsigned count = 0, compared = 0;
    json_error_t error;
    snprintf(name, sizeof name, "vif/%s", file);
    FILE *in = vectors_open(name);
    for (json_t *test; (test = json_loadf(in, JSON_DISABLE_EOF_CHECK, &error)) != NULL; json_decref(test)) {
        one_at_a_time = false;
        compared += run(test);
        one_at_a_time = true;
        run(test);
        count++;
    }
    fclose(in);
    cr_assert_eq(count, cases, "%s: %u cases, %s", file, count, error.text);
    cr_assert_eq(compared, values, "%s: %u values", file, compared);
}

Test(vif_vectors, fifo_plain_transfer_and_chain_deliver_the_same)
{
    run_file("basic.jsonl", 5, 30);
}

Test(vif_vectors, every_format_is_unpacked_as_recorded)
{
    run_file("unpack.jsonl", 40, 154);
}

Test(vif_vectors, modes_without_mask_are_as_recorded)
{
    run_file("stmod.jsonl", 7, 147);
}

Test(vif_vectors, modes_with_masks_are_as_recorded)
{
    run_file("mask.jsonl", 8, 134);
}

Test(vif_vectors, cycles_skip_and_fill_as_recorded)
{
    run_file("stcycl.jsonl", 404, 26260);
}

Test(vif_vectors, i_bits_stop_as_recorded)
{
    run_file("intstall.jsonl", 5, 10);
}

Test(vif_vectors, path3_is_masked_as_recorded)
{
    run_file("mskpath3.jsonl", 3, 3);
}

Test(vif_vectors, chains_end_as_recorded)
{
    run_file("dma.jsonl", 7, 27);
}
