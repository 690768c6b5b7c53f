#include "cycle_notes.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t cycle_of_pair[VU1_MEMORY_SIZE / 8];

char *cycle_notes_read(const char *path, size_t *length)
{
    enum { MOST = 65536 };
    FILE *file = fopen(path, "rb");
    char *source = calloc(MOST, 1);
    cr_assert(file && source, "%s cannot be read", path);
    *length = fread(source, 1, MOST - 1, file);
    cr_assert(*length < MOST - 1 && !ferror(file));
    fclose(file);
    return source;
}

/* Notes the number behind the last "@" of each pair's line. */
void cycle_notes_take(const char *source, const uint32_t *lines, size_t pairs)
{
    const char *line = source;
    memset(cycle_of_pair, 0, sizeof cycle_of_pair);
    for (uint32_t number = 1; *line; number++) {
        size_t length = strcspn(line, "\n");
        uint32_t cycle = 0;
        for (size_t i = 0; i < length; i++)
            if (line[i] == '@')
                cycle = (uint32_t)strtoul(line + i + 1, NULL, 10);
        for (size_t pair = 0; pair < pairs; pair++)
            if (lines[pair] == number)
                cycle_of_pair[pair] = cycle;
        line += length + (line[length] == '\n');
    }
}

uint32_t cycle_notes_at(uint32_t pc)
{
    return cycle_of_pair[pc / 8];
}

size_t cycle_notes_check(const struct vu_step *step, size_t steps)
{
    size_t checked = 0;
    uint64_t begin = 0;
    for (size_t i = 0; i < steps; i++, step++) {
        uint32_t wanted = cycle_notes_at(step->pc);
        if (wanted == 0)
            continue;
        if (wanted == 1)
            begin = step->cycle;
        cr_assert_eq(step->cycle - begin + 1, wanted, "the pair at %04x issues in cycle %llu, not %u",
                     (unsigned)step->pc, (unsigned long long)(step->cycle - begin + 1), (unsigned)wanted);
        checked++;
    }
    return checked;
}
