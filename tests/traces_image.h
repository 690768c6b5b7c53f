/* Recordings built byte by byte for the tests of traces/: nothing here uses the code under test. */
#ifndef TRACES_IMAGE_H
#define TRACES_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include <path1/trace.h>

/* A growing run of bytes. Start with {0}. */
struct image {
    uint8_t *bytes;
    size_t size, capacity;
};

void image_free(struct image *image);
void image_add(struct image *image, const void *bytes, size_t size);
void image_add_u8(struct image *image, uint8_t value);
void image_add_u32(struct image *image, uint32_t value);
void image_add_u64(struct image *image, uint64_t value);
/* `size` bytes that depend on their position and on `seed`. */
void image_add_pattern(struct image *image, size_t size, uint32_t seed);
/* Byte `at` of such a run. */
uint8_t image_pattern(size_t at, uint32_t seed);
/* Overwrites a little-endian word. */
void image_set_u32(struct image *image, size_t offset, uint32_t value);

/* A state field by its place in the table of DUMPFORMAT section 5. */
struct image_field {
    size_t offset; /* in the state of version 9 */
    size_t size;   /* bytes: 1, 4 or 8 */
    size_t member; /* offset in struct gs_state */
    size_t member_size;
    unsigned shift; /* of the stored value in the member */
};
extern const struct image_field image_fields[];
extern const size_t image_field_count;
/* Bytes of the whole state (DUMPFORMAT section 5). */
size_t image_state_size(unsigned version);
/* Where the field is in another version; SIZE_MAX if it is not there. */
size_t image_field_offset(const struct image_field *field, unsigned version);

/* Appends a state in which every field has a value of its own and every unused byte is 0xEE. */
void image_add_state(struct image *image, unsigned version);
/* What a reader must make of it. */
void image_expect_state(struct gs_state *state, unsigned version);

/* Header block form: mark, size, fixed fields, serial "TEST-00001", no screenshot; then the state and
 * the registers (pattern 77). */
enum { IMAGE_CRC = 0x12345678, IMAGE_SERIAL_SIZE = 10, IMAGE_BLOCK = 36 + IMAGE_SERIAL_SIZE };
enum { IMAGE_REGISTERS_SEED = 77 };
void image_add_new_start(struct image *image, unsigned version);
void image_add_old_start(struct image *image, unsigned version);
/* Packets. */
void image_add_transfer(struct image *image, uint8_t path_code, const void *data, uint32_t size);
void image_add_vsync(struct image *image, uint8_t field);
void image_add_read_fifo(struct image *image, uint32_t quadwords);
void image_add_registers(struct image *image, const uint8_t registers[GS_PRIVILEGED_SIZE]);

/* `image` as one xz stream or one zstd frame. */
struct image image_xz(const struct image *image);
struct image image_zstd(const struct image *image);

/* A directory of this test's own, made at the first call and removed with its files by
 * image_remove_directory. */
const char *image_directory(void);
void image_remove_directory(void);
/* DIRECTORY/NAME; valid until the next call. */
const char *image_path(const char *name);
/* Writes the bytes to image_path(name) and returns that. */
const char *image_save(const struct image *image, const char *name);
/* A whole file. */
struct image image_load(const char *path);

#endif
