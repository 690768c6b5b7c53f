/* Reference dumps: finding them, replaying them and comparing with what PCSX2 made of them (NAME.json and
 * NAME.vram.zst beside the dump). */
#ifndef TESTS_DUMP_H
#define TESTS_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/replay.h>

#include "reference.h"

/* The dumps of one folder, sorted by name. */
struct dump_list {
    char folder[3072];
    size_t count;
    char (*file)[256]; /* "fog.gs.zst" */
};
/* Lists FOLDER of the repository's dumps, or of $PATH1_DUMPS. False if there is no such folder. */
bool dump_list(const char *folder, struct dump_list *list);
void dump_list_free(struct dump_list *list);
/* FOLDER/FILE, in a buffer of the caller's. */
typedef char dump_path[4096];
const char *dump_list_path(const struct dump_list *list, size_t index, dump_path path);
/* The path of the dump with everything from ".gs" on replaced by `suffix`: ".json" and the like. */
const char *dump_beside(const char *dump, const char *suffix, dump_path path);

/* XXH3-128 as `xxhsum -H2` prints it. */
typedef char dump_hash[33];
void dump_hash_bytes(const void *bytes, size_t size, dump_hash out);

struct dump_picture {
    uint64_t frame;
    unsigned rc;
    uint32_t width, height;
    dump_hash hash;
};

/* What a replay left. */
struct dump_result {
    uint8_t *memory; /* GS_LOCAL_MEMORY_SIZE bytes at the end */
    dump_hash memory_hash;
    struct dump_picture *picture; /* each circuit that is on, at each vsync */
    size_t pictures;
    uint64_t vsyncs, packets, transfers, gif_bytes;
    uint64_t fifo_bytes;
    dump_hash fifo_hash;
    uint64_t draws, primitives; /* as the draw observer counts them */
};

/* Plays a dump under the rules that `rules` names; fails the running test if it cannot be played. */
void dump_replay(const char *path, const char *rules, struct dump_result *out);
void dump_result_free(struct dump_result *result);

/* A text that grows by whole lines and never overflows. */
struct dump_report {
    char text[2048];
};
__attribute__((format(printf, 2, 3))) void dump_say(struct dump_report *report, const char *format, ...);

/* Compares everything that the dump's JSON tells, as the build `build` ("avx2" or "sse4") made it. True if
 * all is equal; else each difference is a line of `report`. */
bool dump_matches(const char *path, const struct dump_result *result, const char *build,
                  struct dump_report *report);

#endif
