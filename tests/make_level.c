/*
 * make_level: writes a level of our own making as a LEVEL<n>.WAD.
 *
 *     make_level NAME FILE
 *
 * NAME: landscape (a place to look at; a good view is from 210, 30, 24, yaw 117, pitch -7 degrees), or one of the
 * small ones for tests: plain, many, averages, limits, sweep. Exit code 2: wrong usage.
 */
#include <stdio.h>
#include <string.h>

#include "level_generator.h"
#include "level_generator_cases.h"

static bool make(const char *name, struct gen_content *content)
{
    for (unsigned i = 0; i < GEN_CASES; i++)
        if (strcmp(name, gen_case_name(i)) == 0) {
            gen_make_case(i, content);
            return true;
        }
    return false;
}

static bool save(const char *path, const struct gen_bytes *bytes)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool good = fwrite(bytes->data, 1, bytes->size, file) == bytes->size;
    return fclose(file) == 0 && good;
}

int main(int argc, char **argv)
{
    struct gen_content content;
    struct gen_bytes file = {0};
    if (argc != 3 || !make(argv[1], &content)) {
        fprintf(stderr, "usage: make_level landscape|plain|many|averages|limits|sweep FILE\n");
        return 2;
    }
    gen_make(&content, &file);
    gen_content_free(&content);
    bool good = save(argv[2], &file);
    if (!good)
        perror(argv[2]);
    gen_bytes_free(&file);
    return good ? 0 : 1;
}
