/* Text from recordings and file names, made safe to show. */
#ifndef FRONTEND_TEXT_H
#define FRONTEND_TEXT_H

#include <stddef.h>

/* Copies `in` to `out` (at most `size` bytes with the NUL, never cutting a character): the result is valid
 * UTF-8 without control characters and without characters that turn the writing direction; what is not
 * becomes '?'. */
void text_clean(char *out, size_t size, const char *in);
/* All of `in` in this way, in memory of its own, to be freed. */
char *text_cleaned(const char *in);

#endif
