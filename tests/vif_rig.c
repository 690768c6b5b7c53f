#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "vif_rig.h"

uint32_t vif_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

static bool busy(void *user, enum vif_busy what)
{
    struct vif_rig *rig = user;
    rig->asked[what]++;
    return rig->busy[what] || (rig->restless && vif_random(&rig->restless) % 4 == 0);
}

static void write_micro(void *user, uint32_t address, const void *data, size_t bytes)
{
    struct vif_rig *rig = user;
    cr_assert(address % 8 == 0 && bytes % 8 == 0 && bytes && address + bytes <= rig->size, "%x, %zu bytes",
              address, bytes);
    memcpy(rig->micro + address, data, bytes);
}

static void start(void *user, const struct vif_start *how)
{
    struct vif_rig *rig = user;
    cr_assert(how->address < rig->size && how->address % 8 == 0);
    if (rig->starts < VIF_RIG_STARTS)
        rig->start[rig->starts] = *how;
    rig->starts++;
}

static size_t path2(void *user, const void *data, size_t quadwords)
{
    struct vif_rig *rig = user;
    size_t taken = quadwords < rig->room ? quadwords : rig->room;
    if (rig->restless && taken)
        taken = vif_random(&rig->restless) % (taken + 1);
    size_t kept = 4 * taken;
    if (kept > VIF_RIG_PATH2_WORDS - rig->path2_words)
        kept = VIF_RIG_PATH2_WORDS - rig->path2_words;
    if (kept)
        memcpy(rig->path2 + rig->path2_words, data, 4 * kept);
    rig->path2_words += kept;
    return taken;
}

static void mask_path3(void *user, bool masked)
{
    struct vif_rig *rig = user;
    rig->masks++;
    rig->masked = masked;
}

static size_t local_available(void *user)
{
    return ((struct vif_rig *)user)->local;
}

static size_t local_read(void *user, void *out, size_t quadwords)
{
    struct vif_rig *rig = user;
    size_t taken = quadwords < rig->local ? quadwords : rig->local;
    memset(out, 0x5A, 16 * taken);
    rig->local -= taken;
    return taken;
}

static void interrupt(void *user)
{
    ((struct vif_rig *)user)->interrupts++;
}

static void decoded(void *user, uint32_t code, uint64_t word)
{
    struct vif_rig *rig = user;
    rig->codes++;
    cr_assert_eq(vif_words(rig->vif), word + 1, "code %08x", code);
}

struct vif_rig *vif_rig_create(enum vif_unit unit)
{
    struct vif_rig *rig = calloc(1, sizeof *rig);
    cr_assert(rig);
    rig->unit = unit;
    rig->size = unit == VIF_UNIT_1 ? VIF1_MEMORY_SIZE : VIF0_MEMORY_SIZE;
    rig->memory = calloc(1, rig->size);
    rig->micro = calloc(1, rig->size);
    rig->path2 = calloc(VIF_RIG_PATH2_WORDS, sizeof *rig->path2);
    rig->room = SIZE_MAX;
    rig->vif = vif_create(unit);
    cr_assert(rig->memory && rig->micro && rig->path2 && rig->vif);
    struct vif_port port = {.user = rig,
                            .memory = rig->memory,
                            .busy = busy,
                            .write_micro = write_micro,
                            .start = start,
                            .path2 = path2,
                            .mask_path3 = mask_path3,
                            .local_available = local_available,
                            .local_read = local_read,
                            .interrupt = interrupt,
                            .decoded = decoded};
    vif_set_port(rig->vif, &port);
    return rig;
}

void vif_rig_destroy(struct vif_rig *rig)
{
    vif_destroy(rig->vif);
    free(rig->memory);
    free(rig->micro);
    free(rig->path2);
    free(rig);
}

size_t vif_rig_feed(struct vif_rig *rig, const uint32_t *words, size_t count)
{
    /* A block of just this size: a read behind it is found. */
    uint8_t *bytes = malloc(4 * count + 1);
    cr_assert(bytes);
    for (size_t i = 0; i < count; i++) {
        for (unsigned b = 0; b < 4; b++)
            bytes[4 * i + b + 1] = (uint8_t)(words[i] >> (8 * b));
    }
    size_t taken = vif_feed(rig->vif, bytes + 1, count);
    cr_assert_leq(taken, count);
    free(bytes);
    return taken;
}

void vif_rig_feed_pieces(struct vif_rig *rig, const uint32_t *words, size_t count, unsigned most,
                         uint64_t *random)
{
    size_t at = 0;
    for (unsigned idle = 0; at < count; idle++) {
        size_t piece = most > 1 ? 1 + vif_random(random) % most : 1;
        if (piece > count - at)
            piece = count - at;
        size_t taken = vif_rig_feed(rig, words + at, piece);
        at += taken;
        idle = taken ? 0 : idle;
        cr_assert_lt(idle, 1000u, "no progress at word %zu of %zu", at, count);
    }
    for (unsigned i = 0; i < 1000 && vif_read_register(rig->vif, VIF_STAT) & (VIF_STAT_VEW | VIF_STAT_VGW);
         i++)
        vif_feed(rig->vif, NULL, 0);
}

uint32_t vif_rig_word(const struct vif_rig *rig, uint32_t quadword, unsigned lane)
{
    const uint8_t *p = rig->memory + 16 * quadword + 4 * lane;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

void vif_rig_set_word(struct vif_rig *rig, uint32_t quadword, unsigned lane, uint32_t word)
{
    for (unsigned b = 0; b < 4; b++)
        rig->memory[16 * quadword + 4 * lane + b] = (uint8_t)(word >> (8 * b));
}

void vif_rig_randomise(struct vif_rig *rig, uint64_t *random)
{
    for (uint32_t i = 0; i < rig->size / 4; i++)
        vif_rig_set_word(rig, i / 4, i % 4, vif_random(random));
}

void vif_rig_compare(const struct vif_rig *a, const struct vif_rig *b, const char *what)
{
    for (uint32_t offset = 0; offset < 0x180; offset += 0x10)
        cr_assert_eq(vif_read_register(a->vif, offset), vif_read_register(b->vif, offset),
                     "%s: register %x: %08x %08x", what, offset, vif_read_register(a->vif, offset),
                     vif_read_register(b->vif, offset));
    for (uint32_t i = 0; i < a->size / 4; i++)
        cr_assert_eq(vif_rig_word(a, i / 4, i % 4), vif_rig_word(b, i / 4, i % 4),
                     "%s: quadword %u lane %u: %08x %08x", what, i / 4, i % 4, vif_rig_word(a, i / 4, i % 4),
                     vif_rig_word(b, i / 4, i % 4));
    cr_assert_eq(memcmp(a->micro, b->micro, a->size), 0, "%s: micro memory", what);
    cr_assert_eq(a->path2_words, b->path2_words, "%s: PATH2", what);
    cr_assert_eq(memcmp(a->path2, b->path2, 4 * a->path2_words), 0, "%s: PATH2", what);
    cr_assert_eq(a->starts, b->starts, "%s: starts", what);
    for (size_t i = 0; i < a->starts && i < VIF_RIG_STARTS; i++)
        cr_assert(a->start[i].resume == b->start[i].resume && a->start[i].address == b->start[i].address &&
                      a->start[i].top == b->start[i].top && a->start[i].itop == b->start[i].itop,
                  "%s: start %zu", what, i);
    cr_assert_eq(a->interrupts, b->interrupts, "%s: interrupts", what);
    cr_assert_eq(a->masked, b->masked, "%s: PATH3 mask", what);
    cr_assert_eq(a->codes, b->codes, "%s: codes", what);
}
