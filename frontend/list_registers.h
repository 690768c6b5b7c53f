/* Registers by the address that writes them. */
#ifndef FRONTEND_LIST_REGISTERS_H
#define FRONTEND_LIST_REGISTERS_H

#include <stdint.h>

#include <path1/gs_registers.h>

struct register_address {
    char name[16];                    /* such as TEX0_1; "" if there is no register */
    const struct gs_register *layout; /* NULL if there is none */
};

/* The general register of the GS at address 00h..7Fh. */
const struct register_address *general_register_at(uint8_t address);
/* What the EE writes at a physical address: a privileged register of the GS, of the GIF or of VIF1. */
const struct register_address *ee_register_at(uint32_t address);

#endif
