/* XXH3-128 as `xxhsum -H2` prints it. */
#ifndef FRONTEND_HASHING_H
#define FRONTEND_HASHING_H

#include <stddef.h>

struct hashing {
    void *state;
};

void hashing_begin(struct hashing *hashing);
void hashing_add(struct hashing *hashing, const void *data, size_t bytes);
/* The hash as 32 hexadecimal digits, most significant first; frees the state. */
void hashing_end(struct hashing *hashing, char hex[33]);
/* All at once. */
void hash_bytes(const void *data, size_t bytes, char hex[33]);

#endif
