/* UNPACK once more, as slow and plain as can be: each write is worked out from its number alone, elements are
 * read bit by bit. For comparison with the real one; written from the descriptions of the hardware. */
#ifndef TESTS_VIF_MODEL_H
#define TESTS_VIF_MODEL_H

#include <stdbool.h>
#include <stdint.h>

struct vif_model {
    uint32_t quadwords; /* 256 or 1024 */
    uint32_t memory[1024][4];
    uint32_t row[4], col[4], mask, mode, cl, wl /* as in CYCLE */, tops;
    unsigned position; /* word of its quadword at which the payload starts */
};

/* Words of payload. */
uint32_t vif_model_payload(const struct vif_model *model, uint32_t code);
/* `words`: the payload, and the word behind it. */
void vif_model_unpack(struct vif_model *model, uint32_t code, const uint32_t *words);

#endif
