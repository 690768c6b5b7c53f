/* VIFcodes by name, and where an UNPACK writes (VIF.md sections 1 and 3). */
#ifndef FRONTEND_VIF_CODES_H
#define FRONTEND_VIF_CODES_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/vif.h>

enum {
    CODE_NOP = 0x00,
    CODE_STCYCL = 0x01,
    CODE_OFFSET = 0x02,
    CODE_BASE = 0x03,
    CODE_ITOP = 0x04,
    CODE_STMOD = 0x05,
    CODE_MSKPATH3 = 0x06,
    CODE_MARK = 0x07,
    CODE_FLUSHE = 0x10,
    CODE_FLUSH = 0x11,
    CODE_FLUSHA = 0x13,
    CODE_MSCAL = 0x14,
    CODE_MSCALF = 0x15,
    CODE_MSCNT = 0x17,
    CODE_STMASK = 0x20,
    CODE_STROW = 0x30,
    CODE_STCOL = 0x31,
    CODE_MPG = 0x4A,
    CODE_DIRECT = 0x50,
    CODE_DIRECTHL = 0x51,
    CODE_UNPACK = 0x60, /* to 7Fh */
};

/* CMD without the I bit; every UNPACK is CODE_UNPACK. */
unsigned vif_code_command(uint32_t code);
/* The mnemonic of a command as vif_code_command gives it; NULL for what is none. */
const char *vif_command_name(unsigned command);
/* "V4-32" and the like, of VN and VL (bits 27..24 of the code). S-5, V2-5 and V3-5 are no formats. */
const char *vif_format_name(unsigned format);

/* An UNPACK of VIF1, with the registers that it meets. */
struct vif_unpack_plan {
    unsigned format; /* VN and VL */
    bool valid;      /* a format that exists; else nothing is written */
    bool masked, usn, flg;
    uint32_t num;     /* quadwords written, 1..256 */
    uint32_t vectors; /* read from the payload: fewer if filling */
    uint32_t cl, wl;  /* wl 1..256 */
    uint32_t address; /* as in the code, quadwords */
    uint32_t first;   /* first quadword written */
};

void vif_plan_unpack(struct vif_unpack_plan *plan, uint32_t code, const struct vif_registers *registers);
static inline bool vif_plan_fills(const struct vif_unpack_plan *plan)
{
    return plan->wl > plan->cl;
}
static inline bool vif_plan_skips(const struct vif_unpack_plan *plan)
{
    return plan->wl < plan->cl;
}
/* Does MODE have an effect on it (V4-5 knows none)? */
static inline bool vif_plan_adds_row(const struct vif_unpack_plan *plan,
                                     const struct vif_registers *registers)
{
    return (registers->mode & 3) && plan->format != 15;
}
/* The quadwords it writes as runs of consecutive ones, in order: the run that begins with write `*write` (0
 * for the first one), which becomes the next run's. False past the last. */
bool vif_plan_run(const struct vif_unpack_plan *plan, uint32_t *write, uint32_t *first, uint32_t *last);

#endif
