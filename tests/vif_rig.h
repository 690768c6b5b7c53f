/* A VIF on a test bench: memories, and a port that records and can be made to wait. */
#ifndef TESTS_VIF_RIG_H
#define TESTS_VIF_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/vif.h>

enum { VIF_RIG_STARTS = 64, VIF_RIG_PATH2_WORDS = 1 << 19 };

struct vif_rig {
    struct vif *vif;
    enum vif_unit unit;
    uint32_t size;   /* of each memory, bytes */
    uint8_t *memory; /* data memory, a block of its own: a write outside of it is found */
    uint8_t *micro;
    bool busy[5];      /* by enum vif_busy */
    uint64_t restless; /* not 0: a random sequence that makes things busy now and then */
    size_t room;       /* quadwords that the GIF takes at a time */
    size_t starts;     /* in all; the first VIF_RIG_STARTS are kept */
    struct vif_start start[VIF_RIG_STARTS];
    size_t path2_words; /* kept in path2 as far as there is room */
    uint32_t *path2;
    unsigned asked[5], interrupts, masks, codes;
    bool masked;
    size_t local; /* quadwords that the GS has ready */
};

struct vif_rig *vif_rig_create(enum vif_unit unit);
void vif_rig_destroy(struct vif_rig *rig);
/* Feeds words; returns how many were taken. */
size_t vif_rig_feed(struct vif_rig *rig, const uint32_t *words, size_t count);
/* The same, in pieces of 1..`most` words (random if most > 1) until all are taken; fails the test if it makes
 * no progress. */
void vif_rig_feed_pieces(struct vif_rig *rig, const uint32_t *words, size_t count, unsigned most,
                         uint64_t *random);
uint32_t vif_rig_word(const struct vif_rig *rig, uint32_t quadword, unsigned lane);
void vif_rig_set_word(struct vif_rig *rig, uint32_t quadword, unsigned lane, uint32_t word);
/* Fills data memory with random words. */
void vif_rig_randomise(struct vif_rig *rig, uint64_t *random);
/* Fails the test, naming `what`, if registers, memories or what the ports saw differ. */
void vif_rig_compare(const struct vif_rig *a, const struct vif_rig *b, const char *what);

uint32_t vif_random(uint64_t *state);

/* VIFcode words. */
static inline uint32_t vif_code(unsigned cmd, unsigned num, unsigned imm)
{
    return (uint32_t)cmd << 24 | (uint32_t)num << 16 | imm;
}
#define VIF_I 0x80000000u

#endif
