/* path1 hash --check: does a recording still give what it says it gives? */
#ifndef FRONTEND_HASH_CHECK_H
#define FRONTEND_HASH_CHECK_H

#include <stdbool.h>

/* Replays each recording under every rule set that its expected results name, and prints a line a result.
 * False if one differs, and for a recording that has none or cannot be replayed. */
bool hash_check_traces(char **paths, int count, bool json);

#endif
