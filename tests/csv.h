/* Tables of comma-separated values for tests: one header line, no quotes, LF or CR LF. */
#ifndef TESTS_CSV_H
#define TESTS_CSV_H

#include <stddef.h>
#include <stdint.h>

struct csv;

/* Opens NAME in the folder of golden tables: $PATH1_GOLDEN, or data/golden beside the tests. A table that
 * is missing, is empty or has a row of another length than its header fails the running test. */
struct csv *csv_open(const char *name);
void csv_close(struct csv *csv);
/* The name it was opened by. */
const char *csv_name(const struct csv *csv);
/* Rows behind the header. */
size_t csv_rows(const struct csv *csv);
/* A field by row (from 0) and column name. Asking for what is not there fails the running test. */
const char *csv_text(const struct csv *csv, size_t row, const char *column);
/* The field as a decimal number, or a hexadecimal one after 0x; must be nothing but that. */
int64_t csv_number(const struct csv *csv, size_t row, const char *column);
/* The field as hexadecimal digits without 0x. */
uint64_t csv_hex(const struct csv *csv, size_t row, const char *column);
/* The field as a decimal fraction, nearest double. */
double csv_real(const struct csv *csv, size_t row, const char *column);

#endif
