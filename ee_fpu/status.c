/* The VU's status register (FLOAT section 8). */
#include <path1/ee_fpu.h>

enum { DIVISION_FLAGS = EE_FPU_I | EE_FPU_D, STATUS_BITS = 0xFFF };

/* Z, S, U, O: is the flag set in any lane? */
static uint32_t any_lane(uint32_t mac)
{
    uint32_t flags = 0;
    for (unsigned i = 0; i < 4; i++)
        if (mac >> (4 * i) & 0xF)
            flags |= 1u << i;
    return flags;
}

uint32_t ee_fpu_status_after_fmac(uint32_t status, uint32_t mac, uint32_t product)
{
    const uint32_t fmac_flags = EE_FPU_Z | EE_FPU_S | EE_FPU_U | EE_FPU_O;
    uint32_t sticky = any_lane(mac | product) << EE_FPU_STATUS_STICKY;
    return ((status & ~fmac_flags) | any_lane(mac) | sticky) & STATUS_BITS;
}

uint32_t ee_fpu_status_after_division(uint32_t status, uint32_t flags)
{
    flags &= DIVISION_FLAGS;
    return ((status & ~(uint32_t)DIVISION_FLAGS) | flags | flags << EE_FPU_STATUS_STICKY) & STATUS_BITS;
}
