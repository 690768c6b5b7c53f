/* The privileged registers as the EE sees them (GS-OUTPUT section 1, DUMPFORMAT section 4). */
#include "bytes.h"
#include "chip.h"

void gs_privileged_from_block(struct gs_privileged *out, const uint8_t block[GS_PRIVILEGED_SIZE])
{
    *out = (struct gs_privileged){
        .pmode = gs_load64(block + 0x00),
        .smode1 = gs_load64(block + 0x10),
        .smode2 = gs_load64(block + 0x20),
        .srfsh = gs_load64(block + 0x30),
        .synch1 = gs_load64(block + 0x40),
        .synch2 = gs_load64(block + 0x50),
        .syncv = gs_load64(block + 0x60),
        .dispfb1 = gs_load64(block + 0x70),
        .display1 = gs_load64(block + 0x80),
        .dispfb2 = gs_load64(block + 0x90),
        .display2 = gs_load64(block + 0xA0),
        .extbuf = gs_load64(block + 0xB0),
        .extdata = gs_load64(block + 0xC0),
        .extwrite = gs_load64(block + 0xD0),
        .bgcolor = gs_load64(block + 0xE0),
        .csr = gs_load64(block + 0x1000),
        .imr = gs_load64(block + 0x1010),
        .busdir = gs_load64(block + 0x1040),
        .siglblid = gs_load64(block + 0x1080),
    };
}

const struct gs_privileged *gs_privileged(const struct gs *gs)
{
    return &gs->privileged;
}

void gs_set_privileged(struct gs *gs, const struct gs_privileged *values)
{
    gs->privileged = *values;
}
