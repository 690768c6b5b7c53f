/* A recording played in steps, so that a test can stop anywhere, also inside a packet. Packets are applied as
 * DUMPFORMAT section 3 says, independently of path1/replay.h. */
#ifndef TESTS_DUMP_PLAYER_H
#define TESTS_DUMP_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/gs.h>
#include <path1/trace.h>

#include "dump.h"

struct player {
    struct trace_reader *reader;
    struct gs *gs; /* NULL: the recording moves on and nothing is drawn */
    uint8_t registers[GS_PRIVILEGED_SIZE];
    struct trace_event event;
    bool in_packet; /* a Transfer packet has quadwords left */
    size_t used;    /* quadwords of it that are done */
    uint64_t quadwords, vsyncs;
};

/* Opens a recording; with `rules`, a chip that holds its initial state. Fails the running test if it cannot
 * be opened. */
void player_open(struct player *player, const char *path, const char *rules);
void player_close(struct player *player);
/* Applies at most `quadwords` of a Transfer packet, or one other packet. False behind the last one. */
bool player_step(struct player *player, size_t quadwords);
/* Steps until `vsyncs` vsyncs have been in all; false if the recording ends before. */
bool player_to_vsync(struct player *player, uint64_t vsyncs);
/* Steps to the end. */
void player_finish(struct player *player, size_t quadwords);
/* The hash of local memory. */
void player_hash(const struct player *player, dump_hash out);

#endif
