/* The commands of path1 level. */
#ifndef FRONTEND_LEVEL_H
#define FRONTEND_LEVEL_H

#include <stdbool.h>

#include <path1/level.h>

int command_level_info(int argc, char **argv);
int command_level_textures(int argc, char **argv);
int command_level_trace(int argc, char **argv);
int command_level_view(int argc, char **argv);

/* Opens a level; reports and returns NULL if it cannot be. */
struct level *level_open_or_report(const char *path);
/* "[A]", "[B]", "[C]" */
const char *level_mark(enum level_confidence confidence);
/* "tfrag", "moby", "tie", "shrub" */
const char *level_texture_kind_name(enum level_texture_kind kind);

/* What is in the core's landscape and elsewhere, in numbers. */
struct level_counts {
    uint64_t patches, valid_patches, positions, lit;
    uint64_t infos[LEVEL_TIERS], triangles[LEVEL_LODS], ad_gifs;
    uint64_t loads, kicks, kick_loads; /* strip records; a kick that loads counts as both of the last */
    uint64_t classes[LEVEL_CLASS_KINDS];
    uint64_t textures[LEVEL_TEXTURE_KINDS], valid_textures[LEVEL_TEXTURE_KINDS];
    uint64_t texture_levels[LEVEL_MIPS]; /* tfrag textures with 1, 2, 3, 4 levels */
    uint64_t textures_used;              /* tfrag textures that an ad-gif names */
    int64_t least[3], most[3];           /* of all positions, raw units; least > most: none */
};
void level_count(const struct level *level, struct level_counts *counts);
void level_counts_add(struct level_counts *sum, const struct level_counts *more);

/* A number that is known of the retail disc. */
struct level_known {
    const char *what;
    uint64_t expected, found;
};
enum { LEVEL_KNOWN_LIMIT = 24 };
/* Of the level with this one's number; of all levels together. Return how many are filled in. */
unsigned level_known_of(const struct level *level, const struct level_counts *counts,
                        struct level_known known[LEVEL_KNOWN_LIMIT]);
unsigned level_known_of_disc(const struct level_counts *sum, struct level_known known[LEVEL_KNOWN_LIMIT]);

void level_info_text(const char *path, const struct level *level, const struct level_counts *counts);
/* Classes and sections, a line each. */
void level_info_classes(const struct level *level);
/* One level as a JSON value on standard output. */
void level_info_json(const char *path, const struct level *level, const struct level_counts *counts);
/* One that cannot be opened. */
void level_info_json_error(const char *path, const char *error);

#endif
