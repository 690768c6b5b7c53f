/* path1 rules --compare: what of a recording's result each rule changes. */
#ifndef FRONTEND_RULES_COMPARE_H
#define FRONTEND_RULES_COMPARE_H

#include <stdbool.h>

#include <path1/gs_rules.h>

/* Replays each recording under `from`, under `to` and on the way between them, and prints what differs.
 * `brief`: only what differs in the end, in half the time or less.
 * False if one has an error, which is reported. */
bool rules_compare(char **paths, int count, const struct gs_rules *from, const struct gs_rules *to,
                   bool brief, bool json);

#endif
