/* Setting a draw up. */
#ifndef GS_DRAW_SETUP_H
#define GS_DRAW_SETUP_H

#include <stdbool.h>

struct gs;
struct gs_batch;
struct gs_draw_facts;
struct gs_pipeline;

/* Fills the pipeline, its console walk and its list of attributes apart; false if the draw changes nothing:
 * p->idle says why, unless memory is short. */
bool gs_draw_prepare(struct gs_pipeline *p, struct gs *gs, const struct gs_batch *b,
                     const struct gs_draw_facts *facts);
/* Lists the attributes that the rasterizers have to interpolate, once it is known what is walked. */
void gs_draw_list_attributes(struct gs_pipeline *p);

#endif
