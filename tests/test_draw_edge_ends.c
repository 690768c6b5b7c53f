/* GS-EXACT section 16: the walk along an edge of AA1 begins at ceil(p0 - 1), a pixel before its first vertex.
 */
#include <criterion/criterion.h>

#include "drawing.h"

static void open_console(void)
{
    drawing_open_with("console");
}

TestSuite(draw_edge_ends, .init = open_console, .fini = drawing_close);

/* At column 19, left of the vertex at (20, 20), the upper edge is at row 19.9 and the lower one at 19.5: they
 * cover 1/10 of pixel 19 above and 1/2 of pixel 20 below, alpha 12 and 63. */
Test(draw_edge_ends, edges_begin_a_pixel_before_their_vertex)
{
    static const int xy[6] = {20 * 16, 20 * 16, 60 * 16, 24 * 16, 60 * 16, 40 * 16};
    drawing_fill_frame(0xFFFFFFFF);
    drawing_colour(0x80102030);
    drawing_triangle(AA1, xy, 0);
    cr_expect_eq(drawing_pixel(19, 19) >> 24, 65535 / 10 >> 9, "%08X", drawing_pixel(19, 19));
    cr_expect_eq(drawing_pixel(19, 20) >> 24, 65535 / 2 >> 9, "%08X", drawing_pixel(19, 20));
    cr_expect_eq(drawing_pixel(18, 19), 0xFFFFFFFF);
}
