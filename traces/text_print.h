/* The disassembler's inside. */
#ifndef TEXT_PRINT_H
#define TEXT_PRINT_H

#include "text_fields.h"
#include "text_tables.h"

/* How far the GIF data of a path are. */
struct text_gif_stream {
    struct text_word tag;
    uint64_t left;    /* quadwords of data of the tag */
    uint64_t done;    /* of its doublewords (REGLIST) or quadwords */
    uint8_t part[16]; /* of a quadword that two events share */
    unsigned part_size;
};

struct text_printer {
    FILE *out;
    unsigned depth; /* of blocks */
    bool merged;
    struct text_gif_stream gif[GS_PATH_COUNT];
    /* VIF1: CYCLE, and the payload that is still to come. */
    uint32_t cycle, left;
    enum text_payload payload;
};

/* Begins a line. */
void text_indent(const struct text_printer *p);
void text_open(struct text_printer *p);  /* " {", and the lines behind it stand further in */
void text_close(struct text_printer *p); /* "}" */
/* `.hex` and `.zero`. */
void text_print_bytes(const struct text_printer *p, const uint8_t *bytes, size_t size);
/* The same with `.org` in place of zeros. */
void text_print_memory(const struct text_printer *p, const uint8_t *bytes, size_t size);
/* `.word`, up to four on a line; `count` words. */
void text_print_words(const struct text_printer *p, const uint8_t *bytes, size_t count);

/* text_print_gif.c */
void text_print_gif(struct text_printer *p, struct text_gif_stream *stream, const uint8_t *data,
                    size_t quadwords);
/* The same for words that need not begin or end with a quadword. */
void text_print_gif_words(struct text_printer *p, struct text_gif_stream *stream, const uint8_t *data,
                          size_t words);
/* text_print_vif.c */
void text_print_vif(struct text_printer *p, const uint8_t *data, size_t words, unsigned position);
/* text_print_state.c */
void text_print_privileged(const struct text_printer *p, const uint8_t block[GS_PRIVILEGED_SIZE]);
void text_print_start(struct text_printer *p, const struct trace_start *start);

#endif
