/* The rule table is in two files: rows by rule number, each in one of them. */
#ifndef GS_RULE_TABLE_H
#define GS_RULE_TABLE_H

#include <path1/gs_rules.h>

#define PCSX2_SW "PCSX2 software renderer, AVX2 JIT, commit 624717dfa"
#define STOCK GS_GRADE_STOCK
#define MEASURED GS_GRADE_MEASURED
#define FITTED GS_GRADE_FITTED
#define DERIVED GS_GRADE_DERIVED
#define INFERRED GS_GRADE_INFERRED
#define PCSX2_SSE4 "PCSX2 software renderer, SSE4 and AVX builds, commit 624717dfa"

/* Rules of texture filters and all after them; the names of other rows are NULL. */
extern const struct gs_rule_info gs_pixel_rules[GS_RULE_COUNT];

#endif
