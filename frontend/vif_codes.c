#include "vif_codes.h"

#include <stddef.h>

#define QUADWORDS (VIF1_MEMORY_SIZE / 16)

unsigned vif_code_command(uint32_t code)
{
    unsigned command = code >> 24 & 0x7F;
    return command >= CODE_UNPACK ? CODE_UNPACK : command;
}

const char *vif_command_name(unsigned command)
{
    static const char *const names[128] = {
        [CODE_NOP] = "NOP",           [CODE_STCYCL] = "STCYCL",     [CODE_OFFSET] = "OFFSET",
        [CODE_BASE] = "BASE",         [CODE_ITOP] = "ITOP",         [CODE_STMOD] = "STMOD",
        [CODE_MSKPATH3] = "MSKPATH3", [CODE_MARK] = "MARK",         [CODE_FLUSHE] = "FLUSHE",
        [CODE_FLUSH] = "FLUSH",       [CODE_FLUSHA] = "FLUSHA",     [CODE_MSCAL] = "MSCAL",
        [CODE_MSCALF] = "MSCALF",     [CODE_MSCNT] = "MSCNT",       [CODE_STMASK] = "STMASK",
        [CODE_STROW] = "STROW",       [CODE_STCOL] = "STCOL",       [CODE_MPG] = "MPG",
        [CODE_DIRECT] = "DIRECT",     [CODE_DIRECTHL] = "DIRECTHL", [CODE_UNPACK] = "UNPACK",
    };
    return command < 128 ? names[command] : NULL;
}

const char *vif_format_name(unsigned format)
{
    static const char *const names[16] = {"S-32",  "S-16",  "S-8",  "S-5",  "V2-32", "V2-16", "V2-8", "V2-5",
                                          "V3-32", "V3-16", "V3-8", "V3-5", "V4-32", "V4-16", "V4-8", "V4-5"};
    return names[format & 15];
}

void vif_plan_unpack(struct vif_unpack_plan *plan, uint32_t code, const struct vif_registers *registers)
{
    unsigned format = code >> 24 & 15;
    uint32_t num = code >> 16 & 0xFF, wl = registers->cycle >> 8 & 0xFF;
    *plan = (struct vif_unpack_plan){
        .format = format,
        .valid = (format & 3) != 3 || format == 15,
        .masked = code >> 28 & 1,
        .usn = code >> 14 & 1,
        .flg = code >> 15 & 1,
        .num = num ? num : 256,
        .cl = registers->cycle & 0xFF,
        .wl = wl ? wl : 256,
        .address = code & 0x3FF,
    };
    plan->first = (plan->address + (plan->flg ? registers->tops : 0)) % QUADWORDS;
    plan->vectors = plan->num;
    if (vif_plan_fills(plan)) {
        uint32_t rest = plan->num % plan->wl;
        plan->vectors = plan->cl * (plan->num / plan->wl) + (rest < plan->cl ? rest : plan->cl);
    }
}

/* The quadword of write `n`, not wrapped. */
static uint32_t write_address(const struct vif_unpack_plan *plan, uint32_t n)
{
    if (!vif_plan_skips(plan))
        return plan->first + n;
    return plan->first + n / plan->wl * plan->cl + n % plan->wl;
}

bool vif_plan_run(const struct vif_unpack_plan *plan, uint32_t *write, uint32_t *first, uint32_t *last)
{
    if (!plan->valid || *write >= plan->num)
        return false;
    *first = *last = write_address(plan, *write) % QUADWORDS;
    while (++*write < plan->num && write_address(plan, *write) % QUADWORDS == *last + 1)
        ++*last;
    return true;
}
