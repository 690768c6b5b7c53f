/* A thread that draws a landscape: always the shot that was wanted last; what was wanted before it and is not
 * begun is left out. */
#ifndef FRONTEND_LEVEL_PAINTER_H
#define FRONTEND_LEVEL_PAINTER_H

#include "level_artist.h"

struct level_painter;

/* The level and its `name`, for errors, must live longer. NULL: reported. */
struct level_painter *level_painter_create(const struct level *level, const char *name,
                                           const struct replay_manner *manner);
/* Ends the thread, when it has drawn what it is at. */
void level_painter_destroy(struct level_painter *painter);
void level_painter_want(struct level_painter *painter, const struct level_shot *shot);
/* The newest picture, the caller's from now on; NULL: none since the last call. */
struct level_picture *level_painter_take(struct level_painter *painter);
/* Is something still to be drawn or taken? */
bool level_painter_busy(struct level_painter *painter);
/* Why nothing more is drawn, one line; NULL: no error. Lives as long as the painter. */
const char *level_painter_error(struct level_painter *painter);

#endif
