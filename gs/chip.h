/* The whole chip as one struct. */
#ifndef GS_CHIP_H
#define GS_CHIP_H

#include <path1/gs.h>

#include "clut.h"
#include "gif.h"
#include "memory.h"
#include "registers.h"
#include "transfer.h"
#include "vertex.h"
#include "watch.h"

struct gs_batch;
struct gs_tmem;

struct gs {
    struct gs_rules rules;
    struct gs_observer observer; /* all NULL when nobody watches */
    struct gs_watch watch;       /* off when nobody watches */
    struct gs_registers registers;
    struct gs_privileged privileged;
    struct gs_gif gif[GS_PATH_COUNT];
    uint32_t gif_q; /* float bits */
    struct gs_vertex_queue queue;
    struct gs_clut clut;
    uint32_t palette[256]; /* RGBA, as expanded for the last draw with an indexed texture */
    struct gs_transfer transfer;
    bool changed;              /* a register that drawing depends on was written since the last kick */
    bool texflush;             /* TEXFLUSH was written since the last textured draw (see feedback.h) */
    enum gs_class drawn_class; /* of the last executed draw; GS_CLASS_INVALID: none yet */
    unsigned field;            /* of the last vsync */
    struct gs_memory memory;
    struct gs_batch *batch; /* primitives queued for one draw; part of the state */
    struct gs_tmem *tmem;   /* decoded textures; derived from memory, may be dropped at any time */
};

/* PRIM with the attribute bits in force. There is one store for them: PRIM writes with PRMODECONT.AC = 1
 * and PRMODE writes with AC = 0 replace it (GS_RULE_PRMODE). */
static inline uint64_t gs_effective_prim(const struct gs_registers *r)
{
    return r->prim & 0x7FF;
}

#endif
