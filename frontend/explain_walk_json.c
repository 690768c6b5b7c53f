/* path1 explain as JSON: the console's interpolators, in the units of struct gs_pixel_console. */
#include "explain.h"

static json_t *ramp_json(const struct gs_pixel_ramp *r)
{
    json_t *o = json_new_object();
    json_put_count(o, "level", r->level);
    json_put_integer(o, "step", r->x_step);
    json_put_integer(o, "step_down", r->y_step);
    json_put_integer(o, "coarse_step", r->coarse_x_step);
    json_put_integer(o, "coarse_step_down", r->coarse_y_step);
    json_put_integer(o, "sum", r->value);
    return o;
}

static json_t *blocks_json(const struct gs_pixel_console *c)
{
    static const char *const keys[] = {"r", "g", "b", "a", "f"};
    json_t *o = json_new_object();
    json_put_count(o, "width", c->width);
    json_put_integer(o, "grid_x", c->grid_x);
    json_put_integer(o, "exact_x", c->exact_x);
    json_put_integer(o, "exact_y", c->exact_y);
    json_put_integer(o, "block", c->block);
    for (unsigned i = c->colour ? 0 : 4; i < (c->fog ? 5 : 4); i++)
        json_put(o, keys[i], ramp_json(&c->ramp[i]));
    return o;
}

static json_t *depth_json(const struct gs_pixel_console *c)
{
    json_t *o = json_new_object();
    json_put_count(o, "vertex", c->depth_vertex);
    json_put_integer(o, "step", c->depth_x_step);
    json_put_integer(o, "down_numerator", c->depth_y_numerator);
    json_put_integer(o, "shortfall", c->depth_shortfall);
    json_put_integer(o, "sum", c->depth_sum);
    return o;
}

static json_t *segment_json(const struct gs_pixel_console *c)
{
    json_t *o = json_new_object();
    json_put_count(o, "from", c->from);
    json_put_count(o, "to", c->to);
    json_put_text(o, "axis", c->x_major ? "x" : "y");
    json_put_integer(o, "start", c->start);
    json_put_integer(o, "length", c->length);
    json_put_integer(o, "pixel", c->pixel);
    return o;
}

static json_t *plane_json(const struct gs_pixel_fragment *f)
{
    const struct gs_pixel_console *c = &f->console;
    static const char *const keys[] = {"s", "t", "q"};
    json_t *o = json_new_object();
    json_put_integer(o, "exponent", c->exponent);
    for (unsigned i = 0; i < 3; i++) {
        const struct gs_pixel_plane *p = &c->stq[i];
        json_t *axis = json_new_object(), *vertices = json_new_array();
        for (unsigned v = 0; v < f->vertices; v++)
            json_add(vertices, json_integer(p->value[v]));
        json_put(axis, "vertices", vertices);
        if (c->plane) {
            json_put_integer(axis, "step", p->x_step);
            json_put_integer(axis, "step_down", p->y_step);
            json_put_integer(axis, "sum", p->sum);
        }
        json_put_integer(axis, "h", p->quarters);
        json_put(o, keys[i], axis);
    }
    json_put_count(o, "inverse", c->inverse);
    json_put_count(o, "inverse_shift", c->inverse_shift);
    return o;
}

static json_t *axis_json(const struct gs_pixel_axis *a)
{
    json_t *o = json_new_object();
    json_put_integer(o, "first", a->first);
    json_put_integer(o, "start", a->start);
    json_put_integer(o, "step", a->step);
    json_put_integer(o, "step", a->step);
    json_put_bool(o, "low", a->low);
    if (a->cut) {
        json_put_integer(o, "step_rest", a->step_rest);
        json_put_integer(o, "grain", a->grain);
    }
    return o;
}

json_t *explain_walk_json(const struct gs_pixel_fragment *f)
{
    const struct gs_pixel_console *c = &f->console;
    json_t *o = json_new_object();
    if (c->triangle) {
        json_put_count(o, "anchor", c->anchor);
        json_put_integer(o, "direction", c->direction);
        json_put_integer(o, "cross", c->cross);
    }
    if (c->segment)
        json_put(o, "segment", segment_json(c));
    if (!c->segment && (c->colour || c->fog))
        json_put(o, "colour", blocks_json(c));
    if (!c->segment && c->depth)
        json_put(o, "z", depth_json(c));
    if (c->plane || c->divided)
        json_put(o, "plane", plane_json(f));
    if (c->trail || c->axes) {
        json_put(o, "u", axis_json(&c->axis[0]));
        json_put(o, "v", axis_json(&c->axis[1]));
    }
    return o;
}
