#include "hashing.h"

#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

#include "report.h"

static void print_hash(XXH128_hash_t hash, char hex[33])
{
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, hash);
    for (size_t i = 0; i < sizeof canonical.digest; i++)
        snprintf(hex + 2 * i, 3, "%02x", canonical.digest[i]);
}

void hashing_begin(struct hashing *hashing)
{
    XXH3_state_t *state = XXH3_createState();
    if (!state || XXH3_128bits_reset(state) != XXH_OK) {
        report("out of memory");
        exit(EXIT_FAILURE);
    }
    hashing->state = state;
}

void hashing_add(struct hashing *hashing, const void *data, size_t bytes)
{
    XXH3_128bits_update(hashing->state, data, bytes);
}

void hashing_end(struct hashing *hashing, char hex[33])
{
    print_hash(XXH3_128bits_digest(hashing->state), hex);
    XXH3_freeState(hashing->state);
    hashing->state = NULL;
}

void hash_bytes(const void *data, size_t bytes, char hex[33])
{
    print_hash(XXH3_128bits(data, bytes), hex);
}
