/* Data that wait for VIF1 or for the GIF, in pieces that remember where in the trace they stood. */
#include <stdlib.h>
#include <string.h>

#include "machine.h"

static bool room_for_bytes(struct machine_queue *queue, size_t bytes)
{
    if (queue->begin) {
        memmove(queue->data, queue->data + queue->begin, queue->end - queue->begin);
        queue->end -= queue->begin;
        queue->begin = 0;
    }
    if (queue->end + bytes <= queue->capacity)
        return true;
    if (queue->end + bytes > MACHINE_QUEUE_LIMIT)
        return false;
    size_t capacity = queue->capacity ? queue->capacity : 65536;
    while (capacity < queue->end + bytes)
        capacity *= 2;
    uint8_t *data = realloc(queue->data, capacity);
    if (!data)
        return false;
    queue->data = data;
    queue->capacity = capacity;
    return true;
}

static bool room_for_piece(struct machine_queue *queue)
{
    if (queue->first == queue->last)
        queue->first = queue->last = 0;
    if (queue->last < queue->pieces)
        return true;
    if (queue->first) {
        memmove(queue->piece, queue->piece + queue->first,
                (queue->last - queue->first) * sizeof queue->piece[0]);
        queue->last -= queue->first;
        queue->first = 0;
        return true;
    }
    size_t pieces = queue->pieces ? 2 * queue->pieces : 16;
    struct machine_piece *piece = realloc(queue->piece, pieces * sizeof *piece);
    if (!piece)
        return false;
    queue->piece = piece;
    queue->pieces = pieces;
    return true;
}

bool machine_queue_add(struct machine_queue *queue, const uint8_t *data, size_t bytes, uint64_t offset,
                       uint8_t position)
{
    if (!bytes)
        return true;
    if (!room_for_bytes(queue, bytes) || !room_for_piece(queue))
        return false;
    memcpy(queue->data + queue->end, data, bytes);
    queue->end += bytes;
    queue->piece[queue->last++] =
        (struct machine_piece){.offset = offset, .bytes = bytes, .position = position};
    return true;
}

void machine_queue_drop(struct machine_queue *queue, size_t bytes)
{
    if (!bytes)
        return;
    struct machine_piece *piece = machine_queue_piece(queue);
    piece->offset += bytes;
    piece->bytes -= bytes;
    queue->begin += bytes;
    if (!piece->bytes)
        queue->first++;
}

void machine_queue_clear(struct machine_queue *queue)
{
    queue->begin = queue->end = queue->first = queue->last = 0;
}

void machine_queue_free(struct machine_queue *queue)
{
    free(queue->data);
    free(queue->piece);
    *queue = (struct machine_queue){0};
}
