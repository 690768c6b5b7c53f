/* VIF: VIF section 1 and 2; GIF: GS-DRAWING section 1; EE addresses: the EE user's manual. */
#include "text_tables.h"

#include <string.h>

#include "text_fields.h"

#define U GS_FIELD_UNSIGNED
#define NO_FIELDS                                                                                            \
    {                                                                                                        \
        {                                                                                                    \
            NULL, 0, 0, U                                                                                    \
        }                                                                                                    \
    }

/* ---- VIFcodes ---- */

static const struct text_vif_code codes[] = {
    {"NOP", 0x00, 0, TEXT_NO_PAYLOAD, NO_FIELDS},
    {"STCYCL", 0x01, 0, TEXT_NO_PAYLOAD, {{"CL", 0, 8, U}, {"WL", 8, 8, U}}},
    {"OFFSET", 0x02, 0, TEXT_NO_PAYLOAD, {{"OFST", 0, 10, U}}},
    {"BASE", 0x03, 0, TEXT_NO_PAYLOAD, {{"BASE", 0, 10, U}}},
    {"ITOP", 0x04, 0, TEXT_NO_PAYLOAD, {{"ITOPS", 0, 10, U}}},
    {"STMOD", 0x05, 0, TEXT_NO_PAYLOAD, {{"MODE", 0, 2, U}}},
    {"MSKPATH3", 0x06, 0, TEXT_NO_PAYLOAD, {{"MASK", 15, 1, U}}},
    {"MARK", 0x07, 0, TEXT_NO_PAYLOAD, {{"MARK", 0, 16, GS_FIELD_HEX}}},
    {"FLUSHE", 0x10, 0, TEXT_NO_PAYLOAD, NO_FIELDS},
    {"FLUSH", 0x11, 0, TEXT_NO_PAYLOAD, NO_FIELDS},
    {"FLUSHA", 0x13, 0, TEXT_NO_PAYLOAD, NO_FIELDS},
    {"MSCAL", 0x14, 0, TEXT_NO_PAYLOAD, {{"ADDR", 0, 16, U}}},
    {"MSCALF", 0x15, 0, TEXT_NO_PAYLOAD, {{"ADDR", 0, 16, U}}},
    {"MSCNT", 0x17, 0, TEXT_NO_PAYLOAD, NO_FIELDS},
    {"STMASK", 0x20, 1, TEXT_WORDS, NO_FIELDS},
    {"STROW", 0x30, 4, TEXT_WORDS, NO_FIELDS},
    {"STCOL", 0x31, 4, TEXT_WORDS, NO_FIELDS},
    {"MPG", 0x4A, 0, TEXT_MPG, {{"ADDR", 0, 16, U}, {"NUM", 16, 8, GS_FIELD_COUNT}}},
    {"DIRECT", 0x50, 0, TEXT_DIRECT, {{"QWC", 0, 16, GS_FIELD_COUNT}}},
    {"DIRECTHL", 0x51, 0, TEXT_DIRECT, {{"QWC", 0, 16, GS_FIELD_COUNT}}},
    {"UNPACK",
     0x60,
     0,
     TEXT_UNPACK,
     {{"ADDR", 0, 10, U},
      {"NUM", 16, 8, GS_FIELD_COUNT},
      {"USN", 14, 1, U},
      {"FLG", 15, 1, U},
      {"MASK", 28, 1, U}}},
};

static const char *const formats[] = {"S-32",  "S-16",  "S-8",  "S-5",  "V2-32", "V2-16", "V2-8", "V2-5",
                                      "V3-32", "V3-16", "V3-8", "V3-5", "V4-32", "V4-16", "V4-8", "V4-5"};

const struct text_vif_code *text_vif_code_named(const char *name)
{
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (text_same(codes[i].name, name))
            return &codes[i];
    return NULL;
}

const struct text_vif_code *text_vif_code(unsigned command)
{
    if ((command & 0x60) == 0x60)
        command = 0x60;
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i].command == command)
            return &codes[i];
    return NULL;
}

/* The place of a name in a list, -1 if it is not there. */
static int find_name(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (text_same(names[i], name))
            return (int)i;
    return -1;
}

const char *text_unpack_format(unsigned command)
{
    return formats[command & 15];
}

int text_unpack_format_named(const char *name)
{
    return find_name(formats, sizeof formats / sizeof formats[0], name);
}

/* ---- GIF ---- */

const struct gs_field text_tag_fields[] = {
    {"NLOOP", 0, 15, U},          {"EOP", 15, 1, U}, {"PRE", 46, 1, U}, {"NREG", 60, 4, U},
    {"ID", 16, 30, GS_FIELD_HEX}, {NULL, 0, 0, U}};

static const char *const modes[] = {"packed", "reglist", "image", "disabled"};

const char *text_tag_mode(unsigned flg)
{
    return modes[flg & 3];
}

int text_tag_mode_named(const char *name)
{
    return find_name(modes, sizeof modes / sizeof modes[0], name);
}

static const struct gs_field rgbaq[] = {
    {"R", 0, 8, U}, {"G", 32, 8, U}, {"B", 64, 8, U}, {"A", 96, 8, U}, {NULL, 0, 0, U}};
static const struct gs_field st[] = {{"S", 0, 32, GS_FIELD_FLOAT},
                                     {"T", 32, 32, GS_FIELD_FLOAT},
                                     {"Q", 64, 32, GS_FIELD_FLOAT},
                                     {NULL, 0, 0, U}};
static const struct gs_field uv[] = {
    {"U", 0, 14, GS_FIELD_FIXED4}, {"V", 32, 14, GS_FIELD_FIXED4}, {NULL, 0, 0, U}};
static const struct gs_field xyzf[] = {{"X", 0, 16, GS_FIELD_FIXED4},
                                       {"Y", 32, 16, GS_FIELD_FIXED4},
                                       {"Z", 68, 24, U},
                                       {"F", 100, 8, U},
                                       {"ADC", 111, 1, U},
                                       {NULL, 0, 0, U}};
static const struct gs_field xyz[] = {{"X", 0, 16, GS_FIELD_FIXED4},
                                      {"Y", 32, 16, GS_FIELD_FIXED4},
                                      {"Z", 64, 32, U},
                                      {"ADC", 111, 1, U},
                                      {NULL, 0, 0, U}};
static const struct gs_field fog[] = {{"F", 100, 8, U}, {NULL, 0, 0, U}};

static const struct text_descriptor descriptors[16] = {
    {"PRIM", 64, NULL},    {"RGBAQ", 0, rgbaq},   {"ST", 0, st},        {"UV", 0, uv},
    {"XYZF2", 0, xyzf},    {"XYZ2", 0, xyz},      {"TEX0_1", 64, NULL}, {"TEX0_2", 64, NULL},
    {"CLAMP_1", 64, NULL}, {"CLAMP_2", 64, NULL}, {"FOG", 0, fog},      {"RESERVED", 0, NULL},
    {"XYZF3", 0, xyzf},    {"XYZ3", 0, xyz},      {"A+D", 0, NULL},     {"NOP", 0, NULL},
};

const struct text_descriptor *text_descriptor(unsigned index)
{
    return &descriptors[index & 15];
}

int text_descriptor_named(const char *name)
{
    if (text_same("AD", name))
        return 14;
    for (int i = 0; i < 16; i++)
        if (text_same(descriptors[i].name, name))
            return i;
    return -1;
}

const struct gs_field *text_prim_fields(void)
{
    size_t count;
    return gs_register_list(GS_GENERAL, &count)[0].field;
}

/* ---- registers ---- */

const struct gs_register *text_general_named(const char *name, unsigned *address)
{
    size_t count, length = strlen(name);
    const struct gs_register *list = gs_register_list(GS_GENERAL, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].address != GS_REGISTER_NOWHERE && text_same(list[i].name, name)) {
            *address = list[i].address;
            return &list[i];
        }
    char stem[TEXT_NAME];
    if (length < 3 || length >= sizeof stem || name[length - 2] != '_' ||
        (name[length - 1] != '1' && name[length - 1] != '2'))
        return NULL;
    memcpy(stem, name, length - 2);
    stem[length - 2] = '\0';
    list = gs_register_list(GS_CONTEXT, &count);
    for (size_t i = 0; i < count; i++)
        if (text_same(list[i].name, stem)) {
            *address = list[i].address + (name[length - 1] == '2' ? 1u : 0u);
            return &list[i];
        }
    return NULL;
}

const struct gs_register *text_general(unsigned address, const char **suffix)
{
    size_t count;
    const struct gs_register *list = gs_register_list(GS_GENERAL, &count);
    *suffix = "";
    for (size_t i = 0; i < count; i++)
        if (list[i].address == address && address != GS_REGISTER_NOWHERE)
            return &list[i];
    list = gs_register_list(GS_CONTEXT, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].address == address || list[i].address + 1u == address) {
            *suffix = list[i].address == address ? "_1" : "_2";
            return &list[i];
        }
    return NULL;
}

static const struct text_register registers[] = {
    {"GIF_CTRL", 0x10003000, 32, {{"RST", 0, 1, U}, {"PSE", 3, 1, U}}},
    {"GIF_MODE", 0x10003010, 32, {{"M3R", 0, 1, U}, {"IMT", 2, 1, U}}},
    {"VIF1_STAT",
     0x10003C00,
     32,
     {{"MRK", 6, 1, U},
      {"DBF", 7, 1, U},
      {"VSS", 8, 1, U},
      {"VFS", 9, 1, U},
      {"VIS", 10, 1, U},
      {"INT", 11, 1, U},
      {"ER0", 12, 1, U},
      {"ER1", 13, 1, U},
      {"FDR", 23, 1, U}}},
    {"VIF1_FBRST", 0x10003C10, 32, {{"RST", 0, 1, U}, {"FBK", 1, 1, U}, {"STP", 2, 1, U}, {"STC", 3, 1, U}}},
    {"VIF1_ERR", 0x10003C20, 32, {{"MII", 0, 1, U}, {"ME0", 1, 1, U}, {"ME1", 2, 1, U}}},
    {"VIF1_MARK", 0x10003C30, 32, {{"MARK", 0, 16, GS_FIELD_HEX}}},
    {"VIF1_CYCLE", 0x10003C40, 32, {{"CL", 0, 8, U}, {"WL", 8, 8, U}}},
    {"VIF1_MODE", 0x10003C50, 32, {{"MODE", 0, 2, U}}},
    {"VIF1_NUM", 0x10003C60, 32, NO_FIELDS},
    {"VIF1_MASK", 0x10003C70, 32, NO_FIELDS},
    {"VIF1_CODE", 0x10003C80, 32, NO_FIELDS},
    {"VIF1_ITOPS", 0x10003C90, 32, NO_FIELDS},
    {"VIF1_BASE", 0x10003CA0, 32, NO_FIELDS},
    {"VIF1_OFST", 0x10003CB0, 32, NO_FIELDS},
    {"VIF1_TOPS", 0x10003CC0, 32, NO_FIELDS},
    {"VIF1_ITOP", 0x10003CD0, 32, NO_FIELDS},
    {"VIF1_TOP", 0x10003CE0, 32, NO_FIELDS},
};

const struct text_register *text_registers(size_t *count)
{
    *count = sizeof registers / sizeof registers[0];
    return registers;
}
