#include "list_registers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define U GS_FIELD_UNSIGNED
#define NOWHERE GS_REGISTER_NOWHERE

static void put(struct register_address *at, const struct gs_register *layout, const char *suffix)
{
    snprintf(at->name, sizeof at->name, "%.10s%s", layout->name, suffix);
    at->layout = layout;
}

const struct register_address *general_register_at(uint8_t address)
{
    static struct register_address table[128];
    static bool filled;
    if (!filled) {
        size_t count;
        const struct gs_register *list = gs_register_list(GS_GENERAL, &count);
        for (size_t i = 0; i < count; i++)
            if (list[i].address < 128)
                put(&table[list[i].address], &list[i], "");
        list = gs_register_list(GS_CONTEXT, &count);
        for (size_t i = 0; i < count; i++) {
            put(&table[list[i].address], &list[i], "_1");
            put(&table[list[i].address + 1], &list[i], "_2");
        }
        filled = true;
    }
    return &table[address & 0x7F];
}

/* EE user's manual: what the EE can write. */
static const struct {
    uint32_t address;
    struct gs_register layout;
} units[] = {
    {0x10003000, {"GIF_CTRL", NOWHERE, NOWHERE, {{"RST", 0, 1, U}, {"PSE", 3, 1, U}}}},
    {0x10003010, {"GIF_MODE", NOWHERE, NOWHERE, {{"M3R", 0, 1, U}, {"IMT", 2, 1, U}}}},
    {0x10003C00, {"VIF1_STAT", NOWHERE, NOWHERE, {{"FDR", 23, 1, U}}}},
    {0x10003C10,
     {"VIF1_FBRST",
      NOWHERE,
      NOWHERE,
      {{"RST", 0, 1, U}, {"FBK", 1, 1, U}, {"STP", 2, 1, U}, {"STC", 3, 1, U}}}},
    {0x10003C20, {"VIF1_ERR", NOWHERE, NOWHERE, {{"MII", 0, 1, U}, {"ME0", 1, 1, U}, {"ME1", 2, 1, U}}}},
    {0x10003C30, {"VIF1_MARK", NOWHERE, NOWHERE, {{"MARK", 0, 16, GS_FIELD_HEX}}}},
};

const struct register_address *ee_register_at(uint32_t address)
{
    static struct register_address found;
    size_t count;
    const struct gs_register *list = gs_register_list(GS_PRIVILEGED, &count);
    found = (struct register_address){"", NULL};
    for (size_t i = 0; i < count; i++)
        if (address == 0x12000000 + (uint32_t)list[i].address)
            put(&found, &list[i], "");
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (address == units[i].address)
            put(&found, &units[i].layout, "");
    return &found;
}
