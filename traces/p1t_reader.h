/* Reading a .p1t. */
#ifndef P1T_READER_H
#define P1T_READER_H

#include "trace_reader.h"

/* Reads what stands between the mark, which was read already, and the events. */
bool p1t_reader_begin(struct trace_reader *reader, struct trace_error *error);
/* As trace_next. */
int p1t_reader_next(struct trace_reader *reader, struct trace_event *event, struct trace_error *error);
const struct trace_text *p1t_reader_texts(const struct p1t_reader *p1t, size_t *count);
const struct trace_expectation *p1t_reader_expectations(const struct p1t_reader *p1t, size_t *count);
void p1t_reader_free(struct p1t_reader *p1t);

#endif
