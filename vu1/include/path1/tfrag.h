/*
 * path1/tfrag.h: drawing patches of level geometry ("tfrags") on VU1: a microprogram of our own, and a model
 * of it on the host that gives the same bits.
 *
 * What both do is said at the head of vu1/tfrag/tfrag.vsm: the map of VU1's data memory, the MSCAL addresses
 * and the order of the arithmetic (source: LEVEL, sections 4 to 6).
 */
#ifndef PATH1_TFRAG_H
#define PATH1_TFRAG_H

#include <path1/vu.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the microprogram ---- */

/* The pairs for micro memory from address 0 on: lower word first, little endian. `*bytes`: their length, a
 * multiple of 8, at most VU1_MEMORY_SIZE. */
PATH1_VU_API const uint8_t *tfrag_program(size_t *bytes);
/* Does micro memory (VU1_MEMORY_SIZE bytes) begin with the program? What lies behind it does not matter. */
PATH1_VU_API bool tfrag_is_program(const uint8_t *micro);

/* ---- the model ---- */

/* What a run finds from the run before it. The program keeps it in registers. All 0: as after a reset of VU1.
 */
struct tfrag_model {
    uint16_t buffer;        /* vi12: quadword address of the packet buffer that is filled next */
    uint32_t multiplier[4]; /* vf11: of morphed colours; r g b a */
};
PATH1_VU_API void tfrag_model_load(struct tfrag_model *model, const struct vu_registers *registers);
PATH1_VU_API void tfrag_model_store(const struct tfrag_model *model, struct vu_registers *registers);

/* A kick: the GIF packet of `quadwords` quadwords at byte address `address` (0..16368) of data memory, up to
 * and with the tag that has EOP, at most once around memory (as vu_packet_bytes). `packet` is good until
 * return. */
typedef void tfrag_kick(void *user, uint32_t address, const uint8_t *packet, size_t quadwords);

/* Does what the program does when it is started at `address`, in pairs (the immediate of MSCAL), with XTOP
 * giving `top` (quadwords, 10 bits): changes `data`, VU1_MEMORY_SIZE bytes of data memory, as the program
 * would, and calls `kick` (may be NULL) for each XGKICK in turn. Any contents of memory are valid. False if
 * the program has no entry at `address` (that is any but 0, 2, 4, 6, 8, 0xa, 0xc, 0xe, 0x10, 0x12, 0x14,
 * 0x16, 0x18): then nothing was done. */
PATH1_VU_API bool tfrag_model_run(struct tfrag_model *model, uint8_t *data, uint32_t address, uint16_t top,
                                  tfrag_kick *kick, void *user);

#ifdef __cplusplus
}
#endif
#endif
