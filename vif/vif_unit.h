/* Inside of a VIF, for its own files. */
#ifndef VIF_UNIT_H
#define VIF_UNIT_H

#include <path1/vif.h>

enum {
    VIF_CMD_NOP = 0x00,
    VIF_CMD_STCYCL = 0x01,
    VIF_CMD_OFFSET = 0x02,
    VIF_CMD_BASE = 0x03,
    VIF_CMD_ITOP = 0x04,
    VIF_CMD_STMOD = 0x05,
    VIF_CMD_MSKPATH3 = 0x06,
    VIF_CMD_MARK = 0x07,
    VIF_CMD_FLUSHE = 0x10,
    VIF_CMD_FLUSH = 0x11,
    VIF_CMD_FLUSHA = 0x13,
    VIF_CMD_MSCAL = 0x14,
    VIF_CMD_MSCALF = 0x15,
    VIF_CMD_MSCNT = 0x17,
    VIF_CMD_STMASK = 0x20,
    VIF_CMD_STROW = 0x30,
    VIF_CMD_STCOL = 0x31,
    VIF_CMD_MPG = 0x4A,
    VIF_CMD_DIRECT = 0x50,
    VIF_CMD_DIRECTHL = 0x51,
    VIF_CMD_UNPACK = 0x60, /* to 7F */
};

#define VIF_STAT_STOPS (VIF_STAT_VSS | VIF_STAT_VFS | VIF_STAT_VIS | VIF_STAT_ER0 | VIF_STAT_ER1)

/* What the unit does with its next word. */
enum vif_step {
    VIF_STEP_CODE,    /* decodes it */
    VIF_STEP_WAIT,    /* nothing yet: the code in CODE waits */
    VIF_STEP_PAYLOAD, /* it belongs to the code in CODE */
};

/* An UNPACK in progress. Offsets are bytes from the start of its payload. */
struct vif_unpack {
    uint32_t address;       /* quadword of the next write, not wrapped */
    uint32_t cycle;         /* writes done in this group */
    uint32_t cl, wl;        /* WL 0 is 256 here */
    uint32_t vectors;       /* not consumed yet */
    uint32_t offset;        /* of the next vector */
    uint32_t payload;       /* bytes of all words */
    uint8_t start;          /* word of its quadword at which the payload starts, 0..3 */
    uint8_t vn;             /* elements of a vector - 1 */
    uint8_t element;        /* bytes of one; V4-5: 2, its only one */
    uint8_t vector;         /* bytes */
    bool masked, v4_5, usn; /* fields of the code */
    uint8_t carried;        /* bytes in `carry` */
    uint8_t carry[16];      /* begin of a vector whose rest has not come */
};

/* A last W lane of V3 that is still to come with the next word (rule "v3_last"). */
struct vif_pending_w {
    bool active, usn;
    uint8_t element; /* bytes */
    uint8_t mode;
    uint32_t quadword; /* wrapped */
};

struct vif {
    enum vif_unit unit;
    struct vif_port port;
    struct vif_registers registers;
    enum vif_step step;
    uint32_t waits;      /* STAT bits VEW and VGW */
    bool stop_requested; /* STP came in the middle of a code */
    uint32_t payload;    /* words that the code in CODE still needs */
    uint32_t progress;   /* payload words before them; MPG: byte address */
    uint8_t position;    /* of the next word in its quadword */
    uint64_t words;      /* since the reset */
    uint8_t held[16];    /* MPG, DIRECT: an instruction or a quadword that is not whole */
    uint8_t held_words;
    struct vif_unpack unpack;
    struct vif_pending_w pending_w;
};

static inline uint32_t vif_memory_bytes(const struct vif *vif)
{
    return vif->unit == VIF_UNIT_1 ? VIF1_MEMORY_SIZE : VIF0_MEMORY_SIZE;
}

/* ---- command.c ---- */

/* Decodes a VIFcode: afterwards it is done, waits, or expects its payload. */
void vif_decode(struct vif *vif, uint32_t code);
/* If the code that waits can go on, goes on. */
void vif_retry(struct vif *vif);
/* The code in CODE is complete: I bit, STP. */
void vif_finish(struct vif *vif);

/* ---- payload.c ---- */

/* Takes payload words of the code in CODE, 0 or more; returns how many. */
size_t vif_payload(struct vif *vif, const uint8_t *data, size_t words);

/* ---- unpack.c ---- */

/* Gets ready for the payload of an UNPACK. */
void vif_unpack_begin(struct vif *vif, uint32_t code);
/* Writes what can be written with `words` words more, all of which it takes; they are not beyond the end of
 * the payload. Returns whether the UNPACK is complete. */
bool vif_unpack_words(struct vif *vif, const uint8_t *data, size_t words);
/* The word behind a V3 UNPACK: its last W lane. */
void vif_unpack_last_w(struct vif *vif, uint32_t word);
/* Bytes of a vector of format vn (bits 3..2), vl (bits 1..0); 0: no such format. */
unsigned vif_vector_bytes(unsigned vn, unsigned vl);
/* Vectors that `num` writes (1..256) consume. */
uint32_t vif_vectors_consumed(uint32_t num, uint32_t cl, uint32_t wl);

/* ---- kernels.c ---- */

/* Writes `count` whole vectors, unmasked and in mode 0, `stride` quadwords apart. For V3 one element more
 * than the vectors is readable at `from`; `phase` is the byte in its quadword at which `from` lies. */
void vif_unpack_run(const struct vif_unpack *unpack, uint8_t *to, size_t stride, const uint8_t *from,
                    size_t count, uint32_t phase);

#endif
