#include "tfrag_random.h"

#include "float_inputs.h"

enum { PACKET = 176 };

const struct patch_view patch_random_view = {
    .fog_near = 20 * 1024, .fog_far = 300 * 1024, .fog_least = 40, .fog_most = 250, .lod = 32};

static struct float_inputs inputs;

/* least .. most */
static int32_t between(int32_t least, int32_t most)
{
    return least + (int32_t)(random_word(&inputs) % (uint32_t)(most - least + 1));
}

static unsigned below(unsigned limit)
{
    return random_word(&inputs) % limit;
}

static void choose_sizes(struct tfrag_patch *patch)
{
    static const unsigned most[TIERS] = {16, 16, 24};
    for (unsigned tier = 0; tier < TIERS; tier++) {
        patch->positions[tier] = tier == TIER_COMMON ? 3 + below(most[tier]) : below(most[tier] + 1);
        patch->extras[tier] = below(3) ? below(patch->positions[tier] / 2 + 1) : 0;
    }
    patch->ad_gifs = 1 + below(4);
    patch->records = 28;
    patch->indices = 160;
}

/* The vertex info of a tier's number `number` and its position. */
static void put_info(const struct tfrag_patch *patch, unsigned tier, unsigned number, unsigned second_parent,
                     unsigned position)
{
    patch_info(patch, patch_first_info(patch, tier) + number, (int16_t)between(-32768, 32767),
               (int16_t)between(-32768, 32767), second_parent, position);
}

/* Parents are of the tiers above; an extra has those of the vertex that it shares the position with. */
static void fill_tier(const struct tfrag_patch *patch, unsigned tier)
{
    unsigned first_position = patch_first_position(patch, tier),
             parents = first_position ? first_position : 1;
    unsigned first[64] = {0}, second[64];
    for (unsigned i = 0; i < patch->positions[tier]; i++) {
        unsigned parent_tier = tier == TIER_LOD_0 && patch->positions[TIER_LOD_01] ? below(2) : 0;
        first[i] = patch_first_info(patch, parent_tier) +
                   below(patch->positions[parent_tier] + patch->extras[parent_tier]);
        second[i] = below(parents);
        put_info(patch, tier, i, second[i], first_position + i);
        if (tier != TIER_COMMON)
            patch_parent(patch, tier, i, first[i]);
    }
    for (unsigned i = 0; i < patch->extras[tier]; i++) {
        unsigned of = below(patch->positions[tier]);
        put_info(patch, tier, patch->positions[tier] + i, second[of], first_position + of);
        if (tier != TIER_COMMON)
            patch_extra_parent(patch, tier, i, first[of]);
    }
}

static void fill_positions(const struct tfrag_patch *patch, const int32_t origin[3], int32_t extent)
{
    unsigned all = patch_first_position(patch, TIERS);
    for (unsigned i = 0; i < all; i++) {
        patch_position(patch, i, origin[0] + between(-extent, extent), origin[1] + between(-extent, extent),
                       origin[2] + between(-extent, extent));
        patch_colour(patch, i, below(256), below(256), below(256), below(129));
    }
}

/* Strips until their room or that of the indices is used up; each packet within its buffer. */
static void fill_strips(struct tfrag_patch *patch, unsigned tier)
{
    unsigned used = 0, infos = patch_first_info(patch, tier) + patch->positions[tier] + patch->extras[tier];
    while (patch->records_written + 1 < patch->records && patch->indices_written + 20 <= patch->indices) {
        bool first = patch->records_written == 0, load = first || below(3) == 0;
        unsigned count = 3 + below(18), takes = (load ? 7u : 1u) + 3 * count;
        int ad_gif = (int)(5 * below(patch->ad_gifs));
        bool kick = !first && used + takes > PACKET;
        used = (kick ? 0 : used) + takes;
        if (kick)
            patch_record(patch, (int)count - 128, -128, load ? ad_gif : -1);
        else if (load)
            patch_record(patch, (int)count - 128, 0, ad_gif);
        else
            patch_record(patch, (int)count, 0, 0);
        for (; count > 0; count--)
            patch_index(patch, below(infos));
    }
    patch_record(patch, 0, 0, 0);
}

void patch_random(struct tfrag_patch *patch, uint32_t seed, uint16_t top, unsigned tier,
                  const struct patch_place *place, int32_t extent)
{
    const double at[3] = {place->x, place->y, place->z};
    int32_t origin[3];
    inputs.state = seed;
    for (unsigned i = 0; i < 3; i++)
        origin[i] = between(-400000, 400000);
    *patch = (struct tfrag_patch){.top = top};
    choose_sizes(patch);
    patch_begin(patch);
    patch_constants(&patch_random_view);
    patch_camera(patch, &patch_random_view, between(-314, 314) / 100.0, between(-157, 157) / 100.0, origin,
                 at);
    for (unsigned i = 0; i < patch->ad_gifs; i++)
        patch_ad_gif(patch, i);
    fill_positions(patch, origin, extent);
    for (unsigned i = 0; i < TIERS; i++)
        fill_tier(patch, i);
    fill_strips(patch, tier);
}
