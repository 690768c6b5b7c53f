/* Inside the assembler. A source is read several times, statement by statement, until every symbol has the
 * value that it had in the reading before (mostly twice); each reading writes the image anew. */
#ifndef VU_ASSEMBLE_H
#define VU_ASSEMBLE_H

#include <path1/vu.h>

#include "opcodes.h"

enum {
    AS_STATEMENT_SIZE = 16384,
    AS_FRAMES = 32,          /* files and macros within each other */
    AS_CONDITIONS = 64,      /* .if within each other */
    AS_STATEMENTS = 1 << 20, /* read in one pass */
    AS_EXPANSION = 1 << 26,  /* bytes of included files and macro text in one pass */
    AS_WORK = 1 << 24,       /* steps in the symbol table in one pass */
    AS_NESTING = 100,        /* brackets in an expression */
    AS_PASSES = 16,
    AS_PAIRS = VU1_MEMORY_SIZE / 8,
};

/* Text that is being read: a file, or what a macro or repetition gave. */
struct as_frame {
    const char *name; /* of the file or macro */
    char *owned_name, *owned_text;
    const char *begin, *at, *end;
    uint32_t line;    /* of the statement read last */
    uint32_t at_line; /* of `at` */
    bool file;
    uint64_t repeats; /* still to come */
    int conditions;   /* open when it began */
};

enum as_kind {
    AS_UNDEFINED,
    AS_NUMBER,
    AS_LABEL,   /* a byte address in micro memory */
    AS_FOREIGN, /* a label outside of it */
    AS_COUNTER, /* how often a numeric label was defined so far */
    AS_MACRO,
};

struct as_macro;

struct as_symbol {
    struct as_symbol *next; /* same hash */
    enum as_kind kind;
    bool variable; /* may be defined again */
    bool forward;  /* see struct as_value */
    bool placed;
    unsigned pass; /* in which it was defined last */
    uint32_t line; /* there */
    int64_t value;
    int64_t last_value; /* at the end of the pass before */
    enum as_kind last_kind;
    struct as_macro *macro;
    size_t length;
    char name[];
};

struct as_value {
    int64_t number;
    int labels;   /* 0: a number; 1: a byte address in micro memory */
    bool placed;  /* made of such addresses: their distance, say */
    bool forward; /* rests on a symbol that is defined further down: not final in every pass */
};

struct as_condition {
    bool active, taken, has_else, parent_active;
    uint32_t line;
};

enum as_mode {
    AS_CODE,    /* pairs and data go to micro memory */
    AS_OUTSIDE, /* data belong to something else: a DMA packet, .data */
    AS_PAYLOAD, /* everything up to .End... does */
};

enum { AS_BUCKETS = 4096 };

struct assembler {
    const struct vu_include *include;
    char *error;
    size_t error_size;
    bool failed;
    char soft_error[512]; /* one that may go away in the next pass; empty if there is none */

    unsigned pass;
    struct as_frame frames[AS_FRAMES];
    int depth;
    uint32_t statements;
    uint32_t expansion;   /* bytes */
    uint64_t work;        /* symbols that look-ups passed */
    uint32_t macro_calls; /* \@ */
    struct as_condition conditions[AS_CONDITIONS];
    int condition_count;
    bool ended; /* .end */

    char statement[AS_STATEMENT_SIZE + 1];
    const char *at; /* in it */
    int nesting;

    enum as_mode mode;
    char payload_end[16]; /* AS_PAYLOAD: the directive that ends it */
    uint32_t payload_line;
    uint32_t mpg_line;            /* of the MPG that is open; 0: none */
    bool placed;                  /* anything in micro memory yet */
    uint32_t here;                /* byte address, 0..VU1_MEMORY_SIZE */
    struct as_symbol *last_label; /* directly before `here` */
    uint8_t image[VU1_MEMORY_SIZE];
    bool filled[VU1_MEMORY_SIZE];
    uint32_t lines[AS_PAIRS]; /* of the main file */

    struct as_symbol *symbols[AS_BUCKETS];
};

/* ---- assemble.c ---- */
/* Reports an error at the current statement. Always false. */
__attribute__((format(printf, 2, 3))) bool as_fail(struct assembler *as, const char *format, ...);
/* The same for a fault of a value; if that may change until the last pass the error waits, and this is true.
 */
__attribute__((format(printf, 3, 4))) bool as_fail_value(struct assembler *as, const struct as_value *value,
                                                         const char *format, ...);
/* Memory, or an error. */
void *as_allocate(struct assembler *as, size_t size);
char *as_copy(struct assembler *as, const char *text, size_t length);
/* Is the file's current statement, for messages. */
uint32_t as_line(const struct assembler *as);
/* For "%.*s" of text of any length. */
int as_shown(size_t length);
/* Counts text that was made or read on the source's demand; false if it becomes too much. */
bool as_expand(struct assembler *as, size_t bytes);
/* Takes the current statement as what it is. */
bool as_statement(struct assembler *as);

/* ---- assemble_lexer.c ---- */
/* Makes `as->statement` the next statement, without comments. False at the end and on error. */
bool as_read(struct assembler *as);
/* Starts reading `text`; with `owned_text` it is freed at its end. */
bool as_push(struct assembler *as, const struct as_frame *frame);
void as_pop(struct assembler *as);
/* The rest of the line and the following ones up to the line that begins with `end`, where lines that begin
 * with one of `begins` (a list that ends with NULL) nest. */
bool as_capture(struct assembler *as, const char *const *begins, const char *end, const char **text,
                size_t *length);

/* These move `as->at`; blanks before are skipped. */
void as_skip(struct assembler *as);
bool as_take(struct assembler *as, char c);
bool as_at_end(struct assembler *as);
bool as_expect_end(struct assembler *as);
/* A name: letters, digits, _ . $, not beginning with a digit. */
bool as_take_name(struct assembler *as, const char **name, size_t *length);
/* Letters and digits only. */
bool as_take_word(struct assembler *as, const char **word, size_t *length);
bool as_is_name(char c);
/* A string in quotes, with escapes; to `out` of at most `size` bytes. */
bool as_take_string(struct assembler *as, char *out, size_t size, size_t *length);
bool as_equal(const char *text, size_t length, const char *name); /* in any case */

/* ---- assemble_symbols.c ---- */
struct as_symbol *as_symbol(struct assembler *as, const char *name, size_t length, bool create);
bool as_define(struct assembler *as, const char *name, size_t length, enum as_kind kind, int64_t value,
               bool variable);
bool as_define_label(struct assembler *as, const char *name, size_t length);
/* "1:", and what "1b" (backwards) or "1f" is. */
bool as_define_local(struct assembler *as, uint64_t number);
bool as_local(struct assembler *as, uint64_t number, bool backwards, struct as_value *out);
bool as_lookup(struct assembler *as, const char *name, size_t length, struct as_value *out);
/* Did any symbol end this pass with another value than the last? */
bool as_symbols_changed(struct assembler *as);
void as_free_symbols(struct assembler *as);

/* ---- assemble_expression.c, assemble_number.c ---- */
bool as_expression(struct assembler *as, struct as_value *out);
/* A number whose symbols are all defined above. */
bool as_known(struct assembler *as, int64_t *out);
/* Digits: decimal, 0x, 0b, octal. `plain`: neither prefix nor leading 0. */
bool as_integer(struct assembler *as, uint64_t *out, bool *plain);
/* A decimal number as the nearest binary32, ties to even. dvp-as calculates less exactly: it may differ in
 * the last bit where the number lies at or very near the middle of two floats. */
bool as_float(struct assembler *as, uint32_t *bits);

/* ---- assemble_operands.c, assemble_pairs.c ---- */
bool as_is_register(const char *name, size_t length);
bool as_operand(struct assembler *as, const struct vu_opcode *opcode, enum vu_operand operand, uint32_t dest,
                uint32_t *word);
/* The letters of a mask, at least one. */
bool as_take_fields(struct assembler *as, uint32_t *fields);
bool as_pair(struct assembler *as);

/* ---- assemble_directives.c, assemble_data.c, assemble_macros.c, assemble_conditions.c, assemble_vif.c ----
 */
bool as_directive(struct assembler *as, const char *name, size_t length);
/* `at` is behind the "=". */
bool as_assign(struct assembler *as, const char *name, size_t length, bool variable);
bool as_put(struct assembler *as, const uint8_t *bytes, size_t size);
bool as_fill_to(struct assembler *as, uint32_t address, uint8_t byte);
bool as_data_directive(struct assembler *as, const char *name, size_t length, bool *known);
/* If the statement begins with a macro's name its text is pushed. */
bool as_macro_call(struct assembler *as, bool *known);
bool as_macro_directive(struct assembler *as, const char *name, size_t length, bool *known);
void as_free_macro(struct as_macro *macro);
bool as_condition_directive(struct assembler *as, const char *name, size_t length, bool *known);
bool as_active(const struct assembler *as);
/* MPG, DMA tags, VIF codes and the like around the program. */
bool as_vif(struct assembler *as, bool *known);
bool as_vif_directive(struct assembler *as, const char *name, size_t length, bool *known);

#endif
