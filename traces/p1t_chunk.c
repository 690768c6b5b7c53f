#include "p1t_chunk.h"

#include <stdlib.h>
#include <string.h>

#include "trace_format.h"

bool p1t_block_room(struct p1t_block *block, size_t size)
{
    if (size <= block->capacity - block->size)
        return true;
    size_t capacity = block->size + size + block->capacity / 2;
    uint8_t *bytes = realloc(block->bytes, capacity);
    if (!bytes)
        return false;
    block->bytes = bytes;
    block->capacity = capacity;
    return true;
}

bool p1t_block_add(struct p1t_block *block, const void *bytes, size_t size)
{
    if (size == 0)
        return true;
    if (!p1t_block_room(block, size))
        return false;
    memcpy(block->bytes + block->size, bytes, size);
    block->size += size;
    return true;
}

void p1t_block_free(struct p1t_block *block)
{
    free(block->bytes);
    *block = (struct p1t_block){0};
}

const char *p1t_chunk_name(enum p1t_chunk chunk)
{
    static const char names[P1T_CHUNK_COUNT][5] = {"HEAD", "TEXT", "SHOT", "GSST", "PRIV", "VIF1",
                                                   "VUR1", "VUD1", "VUM1", "EVNT", "EXPT", "ENDT"};
    return names[chunk];
}
