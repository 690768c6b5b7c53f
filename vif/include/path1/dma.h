/*
 * path1/dma.h: a DMA channel towards a VIF or the GIF (channels 0, 1, 2): plain transfers and source chains,
 * over a memory image that is reached through a port. Nothing takes time here; a device that takes no more
 * interrupts the walk, and the next call goes on.
 */
#ifndef PATH1_DMA_H
#define PATH1_DMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PATH1_DMA_API __attribute__((visibility("default")))
#else
#define PATH1_DMA_API
#endif

/* CHCR */
#define DMA_CHCR_DIR 0x00000001u /* 1: from memory */
#define DMA_CHCR_MOD 0x0000000Cu /* 0 normal, 1 chain, 2 interleave */
#define DMA_CHCR_ASP 0x00000030u /* addresses on the CALL stack, 0..2 */
#define DMA_CHCR_TTE 0x00000040u
#define DMA_CHCR_TIE 0x00000080u
#define DMA_CHCR_STR 0x00000100u
#define DMA_CHCR_TAG 0xFFFF0000u /* bits 31..16 of the last tag read */

enum dma_id { DMA_REFE, DMA_CNT, DMA_NEXT, DMA_REF, DMA_REFS, DMA_CALL, DMA_RET, DMA_END };

/* A channel: its registers, and how far a transfer is. Plain data; all 0 is a channel at rest. Set the
 * registers, STR in CHCR with them, then call dma_run. In addresses bit 31 stands for the scratchpad, and
 * bits 3..0 are ignored. */
struct dma_channel {
    uint32_t chcr, madr, qwc, tadr, asr[2];
    bool interrupt; /* CIS: set at each end; to be cleared by the user */

    /* Of a transfer in progress. */
    bool started;         /* QWC of a plain transfer was taken */
    bool in_tag;          /* a tag was read whose words or data are not all moved */
    uint8_t tag_words;    /* of the tag's upper half, still to be sent: 0..2 */
    uint8_t word;         /* of the quadword at MADR, words 0..word-1 have been sent */
    bool last;            /* the transfer ends behind this tag's data */
    bool irq;             /* IRQ of this tag */
    uint32_t left;        /* quadwords of data to move */
    uint32_t next;        /* TADR behind this tag */
    uint32_t upper[2];    /* bits 95..64 and 127..96 of the tag */
    uint32_t tag_address; /* of the last tag read */
    uint64_t moved;       /* quadwords of data moved since it started, tags not counted */
};

struct dma_port {
    void *user;
    /* Memory from byte address `address` (a multiple of 16; in the scratchpad if `scratchpad`). On entry
     * `*quadwords` is what is wanted (at least 1), on return how much of it lies there in one piece. NULL:
     * there is none. Written to in transfers to memory only. */
    void *(*map)(void *user, uint32_t address, bool scratchpad, size_t *quadwords);
    /* Words for the device; the first is word `word` (0..3) of its quadword. Returns how many it takes. */
    size_t (*send)(void *user, const void *data, size_t words, unsigned word);
    /* Quadwords from the device (VIF1 with FDR); returns how many there were. NULL: there is no such way. */
    size_t (*receive)(void *user, void *out, size_t quadwords);
};

enum dma_result {
    DMA_DONE,             /* the transfer ended; STR is 0, `interrupt` set */
    DMA_IRQ,              /* the same, ended by a tag's IRQ bit with TIE */
    DMA_WAIT,             /* the device takes, or has, no more for now */
    DMA_IDLE,             /* STR is 0: nothing was done */
    DMA_ERROR_TAG,        /* no memory where a tag should be */
    DMA_ERROR_DATA,       /* no memory at MADR */
    DMA_ERROR_CALL_DEPTH, /* a CALL inside two others */
    DMA_ERROR_MODE,       /* interleave, or to memory where there is no such way */
    DMA_ERROR_LIMIT,      /* `limit` was reached: the chain is too long, or runs in a circle */
};

/* Moves until the transfer ends, the device waits, or an error. `limit`: tags and quadwords together that
 * this call may take before it gives up. Every error ends the transfer as an end does (STR 0, interrupt
 * set) and leaves the other registers where it happened: what came before has been moved. In chain mode DIR
 * has no effect. */
PATH1_DMA_API enum dma_result dma_run(struct dma_channel *channel, const struct dma_port *port,
                                      uint64_t limit);
/* One line about a result, with addresses, to `out`; returns its length as snprintf does. */
PATH1_DMA_API int dma_describe(const struct dma_channel *channel, enum dma_result result, char *out,
                               size_t size);

#ifdef __cplusplus
}
#endif
#endif
