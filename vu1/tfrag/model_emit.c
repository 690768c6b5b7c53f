/* The model of tfrag.vsm: strips into packets. */
#include <string.h>

#include "model.h"
#include "packet.h"

#define EOP 0x8000u
enum { ADC_TRIANGLE = 0x3FFFF }; /* CLIP's bits of three vertices */

/* What becomes of a position. */
struct seen {
    struct ee_fpu4 position; /* as it lies in memory */
    struct ee_fpu4 screen;   /* XYZF2 without ADC */
    uint32_t fog;            /* F as a float */
    uint32_t q;
    uint32_t outside; /* CLIP's bits */
};

struct vertex {
    struct ee_fpu4 info, colour; /* VF16, VF18 */
    struct seen seen;            /* for VF20 */
};

struct emitter {
    const struct tfrag_run *run;
    bool transformed, tested;
    uint16_t out, tag;      /* the packet's end, and the tag of its last strip */
    uint16_t ad_gifs, next; /* ad-gifs; the record behind `record` */
    struct tfrag_list indices;
    struct ee_fpu4 record; /* VF26: the next one */
    struct vertex vertex;  /* the next one */
    uint32_t bias;         /* VF14w: of s and t */
    uint32_t clip;         /* CLIP's bits of the last three vertices */
    /* A position is drawn several times: what was seen at an address holds as long as its words do. */
    bool known[TFRAG_QUADWORDS];
    struct seen seen[TFRAG_QUADWORDS];
};

static struct ee_fpu4 all(uint32_t word)
{
    return (struct ee_fpu4){{word, word, word, word}};
}

/* Fills all but the position and what the guard band says. */
static void to_screen(const struct tfrag_run *run, const struct ee_fpu4 *from, struct seen *out)
{
    struct ee_fpu4_result result;
    out->q = ee_fpu_div(run->depth.lane[X], from->lane[W]).word;
    const struct ee_fpu4 factor = all(out->q);
    run->lanes->mul(&result, from, &factor);
    result.value.lane[W] = from->lane[W];
    run->lanes->add(&result, &result.value, &run->screen);
    out->fog = ee_fpu_max(ee_fpu_min(result.value.lane[W], run->depth.lane[Z]), run->depth.lane[Y]);
    result.value.lane[W] = out->fog;
    run->lanes->to_fixed(&out->screen, &result.value, 4);
}

/* On which sides of the guard band? */
static uint32_t outside_of_guard(const struct tfrag_run *run, const struct ee_fpu4 *from)
{
    struct ee_fpu4_result scaled;
    run->lanes->mul(&scaled, from, &run->guard);
    return ee_fpu_clip(scaled.value.lane, scaled.value.lane[W]);
}

static void look_at(const struct emitter *emitter, const struct ee_fpu4 *position, struct seen *out)
{
    const struct tfrag_run *run = emitter->run;
    struct ee_fpu4 from = *position;
    if (!emitter->transformed)
        from = tfrag_transform(run, position);
    out->position = *position;
    to_screen(run, &from, out);
    out->outside = emitter->tested ? outside_of_guard(run, &from) : 0;
}

static void fetch_info(struct emitter *emitter)
{
    uint16_t address = tfrag_address(emitter->run, tfrag_list_take(&emitter->indices));
    emitter->vertex.info = tfrag_load(emitter->run, address);
}

static void fetch_position(struct emitter *emitter)
{
    uint16_t address = tfrag_address(emitter->run, emitter->vertex.info.lane[W]),
             slot = address % TFRAG_QUADWORDS;
    const struct ee_fpu4 position = tfrag_load(emitter->run, address);
    struct seen *seen = &emitter->seen[slot];
    if (!emitter->known[slot] || memcmp(&seen->position, &position, sizeof position) != 0)
        look_at(emitter, &position, seen);
    emitter->known[slot] = true;
    emitter->vertex.seen = *seen;
    emitter->vertex.colour = tfrag_load(emitter->run, (uint16_t)(address + 1));
}

static void begin(struct emitter *emitter)
{
    const struct tfrag_run *run = emitter->run;
    emitter->indices.next = tfrag_address(run, tfrag_header(run, 3, Y));
    emitter->next = tfrag_address(run, tfrag_header(run, 4, Z));
    emitter->ad_gifs = tfrag_address(run, tfrag_header(run, 4, W));
    emitter->out = run->model->buffer;
    tfrag_list_fill(run, &emitter->indices);
    emitter->record = tfrag_load(run, emitter->next++);
    fetch_info(emitter);
    fetch_position(emitter);
}

static void load_ad_gif(struct emitter *emitter, uint16_t offset)
{
    const struct tfrag_run *run = emitter->run;
    uint16_t from = (uint16_t)(emitter->ad_gifs + offset);
    struct ee_fpu4 quadword[5];
    for (unsigned i = 0; i < 5; i++)
        quadword[i] = tfrag_load(run, (uint16_t)(from + i));
    emitter->bias = quadword[1].lane[W];
    tfrag_store(run, emitter->out++, &run->gif_tag);
    for (unsigned i = 0; i < 5; i++)
        tfrag_store(run, emitter->out++, &quadword[i]);
}

/* z: Q itself, and not 1.0 * Q, which would be less. */
static struct ee_fpu4 texture_coordinates(const struct emitter *emitter, const struct ee_fpu4 *info,
                                          uint32_t q)
{
    const struct ee_fpu4_kernels *lanes = emitter->run->lanes;
    const struct ee_fpu4 bias = all(emitter->bias), factor = all(q);
    struct ee_fpu4_result st;
    lanes->sub(&st, info, &bias);
    lanes->mul(&st, &st.value, &factor);
    return (struct ee_fpu4){{st.value.lane[X], st.value.lane[Y], ee_fpu_add(0, q).word, 0}};
}

/* Sends the fetched vertex and fetches another. In the program's order: fetched is before what is stored
 * later.
 */
static void emit_vertex(struct emitter *emitter)
{
    const struct tfrag_run *run = emitter->run;
    const struct vertex vertex = emitter->vertex;
    const struct ee_fpu4 st = texture_coordinates(emitter, &vertex.info, vertex.seen.q);
    struct ee_fpu4 screen = vertex.seen.screen;
    emitter->clip = emitter->clip << 6 | vertex.seen.outside;
    if (emitter->clip & ADC_TRIANGLE)
        screen.lane[W] = ee_fpu_to_fixed(ee_fpu_add(vertex.seen.fog, run->depth.lane[W]).word, 4);

    fetch_info(emitter);
    tfrag_store(run, (uint16_t)(emitter->out + 1), &vertex.colour);
    fetch_position(emitter);
    tfrag_store(run, emitter->out, &st);
    if (!emitter->indices.left)
        tfrag_list_fill(run, &emitter->indices);
    tfrag_store(run, (uint16_t)(emitter->out + 2), &screen);
    emitter->out = (uint16_t)(emitter->out + 3);
}

static void emit_strip(struct emitter *emitter, uint16_t x)
{
    const struct tfrag_run *run = emitter->run;
    uint16_t count = x & 127;
    emitter->record = tfrag_load(run, emitter->next++);
    tfrag_store(run, emitter->out, &run->strip_tag);
    vu_store_word(tfrag_at(run, emitter->out), count);
    emitter->tag = emitter->out++;
    emitter->clip = 0;
    for (; count > 0; count--)
        emit_vertex(emitter);
}

static void send_packet(const struct tfrag_run *run, uint16_t buffer)
{
    uint8_t copy[VU1_MEMORY_SIZE];
    size_t start = buffer % TFRAG_QUADWORDS, quadwords;
    const uint8_t *packet = run->data + start * 16;
    if (!run->kick)
        return;
    quadwords = vu_packet_quadwords(run->data, TFRAG_QUADWORDS, (uint32_t)start);
    if (start + quadwords > TFRAG_QUADWORDS) {
        size_t before = VU1_MEMORY_SIZE - start * 16;
        memcpy(copy, packet, before);
        memcpy(copy + before, run->data, quadwords * 16 - before);
        packet = copy;
    }
    run->kick(run->user, (uint32_t)start * 16, packet, quadwords);
}

static void kick(struct emitter *emitter)
{
    const struct tfrag_run *run = emitter->run;
    uint8_t *tag = tfrag_at(run, emitter->tag);
    vu_store_word(tag, (uint16_t)(vu_load_word(tag) + EOP));
    send_packet(run, run->model->buffer);
    run->model->buffer = (uint16_t)(TFRAG_BUFFERS - run->model->buffer);
    emitter->out = run->model->buffer;
}

void tfrag_emit(const struct tfrag_run *run, bool transformed, bool tested)
{
    struct emitter emitter;
    emitter.run = run;
    emitter.transformed = transformed;
    emitter.tested = tested;
    memset(emitter.known, 0, sizeof emitter.known);
    begin(&emitter);
    uint16_t x = (uint16_t)emitter.record.lane[X];
    load_ad_gif(&emitter, (uint16_t)emitter.record.lane[Z]);
    emit_strip(&emitter, x);
    for (unsigned records = 1; records < TFRAG_RECORDS; records++) {
        x = (uint16_t)emitter.record.lane[X];
        int16_t y = (int16_t)(uint16_t)emitter.record.lane[Y], z = (int16_t)(uint16_t)emitter.record.lane[Z];
        if (x == 0)
            break;
        bool command = (int16_t)x < 0;
        if (command && y < 0)
            kick(&emitter);
        if (command && (y >= 0 || z >= 0))
            load_ad_gif(&emitter, (uint16_t)z);
        emit_strip(&emitter, x);
    }
    kick(&emitter);
}
