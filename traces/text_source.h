/* The lines of a .p1s text: included files, repeated lines, names of numbers, errors. */
#ifndef TEXT_SOURCE_H
#define TEXT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/trace_text.h>

/* Bounds on what a text may ask for. */
enum {
    TEXT_FILES = 16,        /* inside of each other */
    TEXT_REPEATS = 64,      /* inside of each other */
    TEXT_TURNS = 1000000,   /* of one .repeat */
    TEXT_BUDGET = 16000000, /* lines of repeats and included files, 64 bytes of other files one line */
    TEXT_SYMBOLS = 65536,
    TEXT_ERRORS = 20,
    TEXT_NAME = 64 /* bytes of a name with its NUL */
};

/* A number: an integer, or a float. */
struct text_value {
    bool is_float;
    bool hex;  /* something in it was written hexadecimal: it stands for bits */
    bool wide; /* integer: above INT64_MAX, `i` has its bits */
    int64_t i;
    double d;
};

struct text_symbol {
    char name[TEXT_NAME]; /* lower case; "" in a free slot */
    struct text_value value;
};

struct text_file {
    char *text; /* to be freed; NULL for the first file */
    char *name;
    const char *at, *end;
    uint32_t line;
    unsigned repeats; /* that were open when it began */
};

struct text_repeat {
    const char *at; /* the line behind .repeat, and the number of the .repeat */
    uint32_t line;
    uint64_t count, turn;
    char variable[TEXT_NAME];
};

struct text_source {
    const struct trace_text_port *port;
    struct text_file file[TEXT_FILES];
    unsigned files;
    struct text_repeat repeat[TEXT_REPEATS];
    unsigned repeats;
    uint64_t budget;
    struct text_symbol *symbol; /* hash table */
    size_t symbols, symbol_room;
    char *line; /* the present one, without its comment */
    size_t line_room;
    const char *at; /* how far it was read */
    unsigned errors;
    bool stopped; /* no use to go on */
};

bool text_source_open(struct text_source *s, const char *name, const char *text, size_t length,
                      const struct trace_text_port *port);
void text_source_close(struct text_source *s);

/* The next line that has something to say; those about the text itself (.equ, .repeat, .endr, .include and
 * blank ones) are carried out on the way. False at the end. */
bool text_next(struct text_source *s);
/* The next line as it stands, whatever it is. False at the end of its file. */
bool text_next_raw(struct text_source *s, const char **line, size_t *length);

/* Reports "NAME:LINE: ..." and returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool text_fail(struct text_source *s, const char *format, ...);
bool text_no_memory(struct text_source *s);
/* Reports a line that is whole already. */
bool text_report(struct text_source *s, const char *line);

/* The contents of a file that a line names. NULL after an error. */
char *text_read_file(struct text_source *s, const char *name, size_t *length, char **found);

/* The value of a name, NULL if it has none. */
const struct text_value *text_symbol(const struct text_source *s, const char *name);
bool text_set_symbol(struct text_source *s, const char *name, const struct text_value *value);

/* ---- the present line (text_lexer.c) ---- */

void text_blanks(struct text_source *s);
/* Is nothing left on the line? Else an error. */
bool text_end(struct text_source *s);
/* Takes `what` (one character) if it is next, after blanks. */
bool text_take(struct text_source *s, char what);
bool text_peek(struct text_source *s, char what);
/* A name: a letter, '_' or '.', then also digits. Lower case. False, with nothing taken, if there is none. */
bool text_name(struct text_source *s, char name[TEXT_NAME]);
/* The characters up to the next blank, '{', '[' or comma, lower case: a statement's first word, formats. */
bool text_word(struct text_source *s, char word[TEXT_NAME]);
/* A string in quotes; `*length` bytes and a NUL in a block of its own. NULL after an error. */
char *text_string(struct text_source *s, size_t *length);
/* An expression. False after an error. */
bool text_value(struct text_source *s, struct text_value *value);
/* An expression that is an integer in least..most. */
bool text_integer(struct text_source *s, const char *what, int64_t least, int64_t most, int64_t *out);
/* The word that stands for a value in a field of `bits` bits (1..64): an integer from -2^(bits-1) to
 * 2^bits-1, or, for 32 bits, a float. */
bool text_bits(struct text_source *s, const struct text_value *value, unsigned bits, const char *what,
               uint64_t *out);
/* The word of a float; integers that are not written hexadecimal count as floats. */
bool text_float_bits(struct text_source *s, const struct text_value *value, uint32_t *out);

#endif
