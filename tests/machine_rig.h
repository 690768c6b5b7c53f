/* A machine (traces/machine.h) on a test bench: it is fed words, and what it does is written down with its
 * time. */
#ifndef TESTS_MACHINE_RIG_H
#define TESTS_MACHINE_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/gs.h>

#include "machine.h"

enum { MACHINE_RIG_LOG = 16384, MACHINE_RIG_WORDS = 1 << 20 };

enum machine_rig_kind { RIG_CODE, RIG_MICRO, RIG_START, RIG_END, RIG_GIF };

struct machine_rig_entry {
    enum machine_rig_kind kind;
    uint64_t time, offset;
    uint32_t code;         /* RIG_CODE */
    uint32_t address;      /* RIG_START, RIG_MICRO; RIG_GIF: of the kick */
    uint16_t top, itop;    /* RIG_START */
    enum gs_path path;     /* RIG_GIF */
    bool kicked;           /* RIG_GIF */
    size_t quadwords;      /* RIG_GIF */
    const uint32_t *words; /* RIG_GIF: the data */
};

struct machine_rig {
    struct gs *gs;
    struct machine *machine;
    size_t entries;
    struct machine_rig_entry log[MACHINE_RIG_LOG];
    size_t kept;
    uint32_t words[MACHINE_RIG_WORDS];
    uint64_t offset; /* of the next word that is fed, counted as if nothing stood between the pieces */
};

struct machine_rig *machine_rig_create(void);
void machine_rig_destroy(struct machine_rig *rig);
/* Words for VIF1. */
void machine_rig_feed(struct machine_rig *rig, const uint32_t *words, size_t count);
#define MACHINE_RIG_FEED(rig, ...)                                                                           \
    machine_rig_feed((rig), (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4)
/* Quadwords for a path. */
void machine_rig_gif(struct machine_rig *rig, enum gs_path path, const uint32_t *words, size_t quadwords);
/* Puts an assembled program at byte address 0 of micro memory, past VIF1. */
void machine_rig_program(struct machine_rig *rig, const char *text);
void machine_rig_store(struct machine_rig *rig, uint32_t quadword, uint32_t x, uint32_t y, uint32_t z,
                       uint32_t w);
uint32_t machine_rig_load(const struct machine_rig *rig, uint32_t quadword, unsigned lane);
/* The entry number `index` (from 0) of a kind; fails the test if there are fewer. */
const struct machine_rig_entry *machine_rig_entry(const struct machine_rig *rig, enum machine_rig_kind kind,
                                                  size_t index);
size_t machine_rig_count(const struct machine_rig *rig, enum machine_rig_kind kind);
/* The order in which paths got the GIF, a digit a packet or slice: "132". */
const char *machine_rig_paths(const struct machine_rig *rig);

#endif
