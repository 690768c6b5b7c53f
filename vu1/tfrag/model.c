/* The model of tfrag.vsm: MSCAL addresses, and what a run begins with. */
#include "model.h"

#include <string.h>

void tfrag_model_load(struct tfrag_model *model, const struct vu_registers *registers)
{
    model->buffer = registers->vi[12];
    memcpy(model->multiplier, registers->vf[11], sizeof model->multiplier);
}

void tfrag_model_store(const struct tfrag_model *model, struct vu_registers *registers)
{
    registers->vi[12] = model->buffer;
    memcpy(registers->vf[11], model->multiplier, sizeof model->multiplier);
}

static void begin_chain(const struct tfrag_run *run)
{
    memcpy(run->model->multiplier, tfrag_load(run, 664).lane, sizeof run->model->multiplier);
    run->model->buffer = TFRAG_BUFFER_A;
}

static void load_constants(struct tfrag_run *run)
{
    for (unsigned i = 0; i < 4; i++)
        run->matrix[i] = tfrag_load(run, (uint16_t)(run->top + 5 + i));
    run->depth = tfrag_load(run, 656);
    run->most_weights = tfrag_load(run, 657);
    run->screen = tfrag_load(run, 661);
    run->guard = tfrag_load(run, 662);
    run->strip_tag = tfrag_load(run, 658);
    run->gif_tag = tfrag_load(run, 660);
}

/* LOD-01 vertices are morphed, in the modes of LOD 1 and where LOD 0 becomes LOD 1. */
static void morph_lod_01(const struct tfrag_run *run, bool change)
{
    tfrag_transform_all(run, tfrag_header(run, 0, X));
    tfrag_morph(run, TFRAG_LOD_01, change);
}

/* LOD 0 only. */
static void morph_lod_0(const struct tfrag_run *run)
{
    tfrag_transform_all(run, (uint16_t)(tfrag_header(run, 0, X) + tfrag_header(run, 0, Z)));
    tfrag_morph(run, TFRAG_LOD_0, false);
}

static void draw(const struct tfrag_run *run, uint32_t address)
{
    switch (address) {
    case 0x04:
        tfrag_emit(run, false, false);
        break;
    case 0x08:
        morph_lod_01(run, true);
        tfrag_emit(run, true, false);
        break;
    case 0x0a:
        morph_lod_01(run, false);
        tfrag_emit(run, true, false);
        break;
    case 0x0e:
        morph_lod_01(run, false);
        tfrag_morph(run, TFRAG_LOD_0, true);
        tfrag_emit(run, true, false);
        break;
    case 0x10:
    case 0x12:
        morph_lod_0(run);
        tfrag_emit(run, true, address == 0x12);
        break;
    default: /* 6, c, 14 */
        tfrag_emit(run, false, true);
        break;
    }
}

bool tfrag_model_run(struct tfrag_model *model, uint8_t *data, uint32_t address, uint16_t top,
                     tfrag_kick *kick, void *user)
{
    struct tfrag_run run = {.lanes = ee_fpu4_kernels(NULL),
                            .model = model,
                            .data = data,
                            .kick = kick,
                            .user = user,
                            .top = top % TFRAG_QUADWORDS};
    if (address > 0x18 || address % 2)
        return false;
    if (address == 0x00) {
        begin_chain(&run);
    } else if (address != 0x02 && address < 0x16) {
        load_constants(&run);
        draw(&run, address);
    }
    return true;
}
