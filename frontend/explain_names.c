/* path1 explain: what text and JSON call things. */
#include "explain.h"

const char *explain_path_name(enum gs_path path)
{
    static const char *const names[] = {
        [GS_PATH1] = "PATH1", [GS_PATH2] = "PATH2", [GS_PATH3] = "PATH3", [GS_PATH_MERGED] = "merged"};
    return names[path];
}

const char *explain_class_name(enum gs_class primitive_class)
{
    static const char *const names[] = {"point", "line", "triangle", "sprite", "invalid"};
    return names[primitive_class];
}

int explain_digits(unsigned psm)
{
    static const struct {
        unsigned psm;
        int digits;
    } narrow[] = {{0x01, 6}, {0x31, 6}, {0x02, 4}, {0x0A, 4}, {0x32, 4}, {0x3A, 4}};
    for (unsigned i = 0; i < sizeof narrow / sizeof narrow[0]; i++)
        if (narrow[i].psm == psm)
            return narrow[i].digits;
    return 8;
}

const char *explain_outcome(const struct gs_pixel_fragment *f)
{
    static const char *const reasons[] = {
        [GS_PIXEL_VOID_ZTST] = "nothing written: ZTST is NEVER",
        [GS_PIXEL_VOID_DATE_24] = "nothing written: DATE with a 24-bit frame",
        [GS_PIXEL_VOID_ALPHA] = "nothing written: the alpha test fails in the whole draw",
        [GS_PIXEL_VOID_MASKED] = "nothing written: FBMSK keeps all of the frame, and Z is not written",
        [GS_PIXEL_VOID_FORMAT] = "nothing written: the format cannot be drawn to",
        [GS_PIXEL_VOID_SCISSOR] = "nothing written: outside of the scissor",
        [GS_PIXEL_VOID_SCANMSK] = "nothing written: SCANMSK leaves out the row",
    };
    if (f->void_reason)
        return reasons[f->void_reason];
    if (f->frame_written && f->depth_written)
        return "frame and Z written";
    if (f->frame_written)
        return "frame written";
    if (f->depth_written)
        return "Z written";
    if (f->depth_test == GS_PIXEL_FAILED)
        return "nothing written: the Z test failed";
    if (f->date == GS_PIXEL_FAILED)
        return "nothing written: the destination alpha test failed";
    if (f->alpha_test == GS_PIXEL_FAILED)
        return "nothing written: the alpha test failed";
    return "nothing written: masked";
}
