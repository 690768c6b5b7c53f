/* Levels that are wrong in one place each: a reader must say which, and not make a picture of it. */
#ifndef TESTS_LEVEL_GENERATOR_FAULTS_H
#define TESTS_LEVEL_GENERATOR_FAULTS_H

#include "level_generator.h"
#include "level_generator_cases.h"

/* Of a level that is right, one of the functions changes one thing: the description, the blocks before
 * packing, or the file. */
struct gen_fault {
    const char *name;
    const char *text; /* part of what a reader says */
    enum gen_case from;
    void (*content)(struct gen_content *content);
    void (*parts)(struct gen_parts *parts);
    void (*file)(struct gen_bytes *file, const struct gen_places *places);
};
extern const struct gen_fault gen_faults[];
extern const size_t gen_fault_count;

void gen_make_faulty(const struct gen_fault *fault, struct gen_bytes *file);

#endif
