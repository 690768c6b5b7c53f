/* Files of the .p1t form built byte by byte after docs/p1t.md: nothing here uses the code under test. */
#ifndef TESTS_P1T_IMAGE_H
#define TESTS_P1T_IMAGE_H

#include "traces_image.h"

enum { P1T_IMAGE_HEAD = 12, P1T_IMAGE_AFTER_HEAD = 12 + 32 + 14 };

/* Mark, version 1, and a HEAD with these flags, CRC 5 and the serial "AB". */
void image_add_p1t_start(struct image *image, uint32_t flags);
/* A chunk whose content is stored as it is. */
void image_add_chunk(struct image *image, const char *name, const void *content, size_t size);
/* A chunk with any declared sizes; the checksums are right. */
void image_add_chunk_of(struct image *image, const char *name, uint32_t flags, uint32_t raw_size,
                        uint32_t stored_size, const void *payload, size_t size);
/* ENDT for these events in all. */
void image_add_p1t_end(struct image *image, uint64_t count, const void *events, size_t size);
/* Computes the checksums of the chunk at `offset` anew. */
void image_fix_chunk(struct image *image, size_t offset);
/* Where the chunk behind the one at `offset` is. */
size_t image_next_chunk(const struct image *image, size_t offset);

#endif
