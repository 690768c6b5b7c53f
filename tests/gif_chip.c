#include "gif_chip.h"

#include <stdlib.h>

#include <criterion/criterion.h>

struct gs *gif_chip;
unsigned gif_primitives;
unsigned gif_tags;

static void count_primitive(void *user, unsigned type)
{
    (void)user;
    (void)type;
    gif_primitives++;
}

static void count_tag(void *user, enum gs_path path, const uint64_t tag[2])
{
    (void)user;
    (void)path;
    (void)tag;
    gif_tags++;
}

void gif_chip_open(void)
{
    gif_chip = gs_create(NULL);
    cr_assert_not_null(gif_chip);
    struct gs_observer observer = {.primitive = count_primitive, .gif_tag = count_tag};
    gs_observe(gif_chip, &observer);
    gif_primitives = gif_tags = 0;
}

void gif_chip_close(void)
{
    gs_destroy(gif_chip);
}

void gif_send(const struct gif_packet *packet)
{
    gs_gif_transfer(gif_chip, GS_PATH_MERGED, packet->data, packet->quadwords);
}

void gif_send_packed(unsigned desc, uint32_t w0, uint32_t w1, uint32_t w2, uint32_t w3)
{
    struct gif_packet packet = {0};
    gif_add(&packet, gif_tag(1, 1, PACKED, 1), desc);
    gif_add_words(&packet, w0, w1, w2, w3);
    gif_send(&packet);
}

struct gs_state *gif_saved_state(void)
{
    struct gs_state *state = malloc(sizeof *state);
    cr_assert_not_null(state);
    gs_save_state(gif_chip, state);
    return state;
}
