/* Recordings for the tests of `path1 view`, and the program running beside the test. */
#ifndef TESTS_VIEW_RIG_H
#define TESTS_VIEW_RIG_H

#include <stdbool.h>
#include <sys/types.h>

#include "program.h"

/* A test's directory, and windows that nobody sees. */
void view_setup(void);
void view_teardown(void);

/* Presses keys (--keys) on the trace, not playing; screenshots go to scratch("shots"). The output has a line
 * for each key: "KEY: TITLE". */
struct run view_press(const char *trace, const char *keys);
/* The title behind key number `n` (from 0) must have this part. */
void view_check_title(const struct run *run, size_t n, const char *part);

/* Copies a recording to scratch(name), without its vsyncs if `vsyncs` is false. */
const char *view_copy(const char *from, const char *name, bool vsyncs);
/* The same as an uncompressed file with a packet at its end whose kind does not exist. */
const char *view_copy_damaged(const char *from, const char *name);
/* A recording whose only frame takes minutes to draw. */
const char *view_long_frame(const char *name);

/* Starts path1 with these arguments; standard streams are /dev/null. */
pid_t view_start(const char *const *arguments);
/* Sends SIGTERM, and gives the exit status (256 + signal if it was killed); -1 if it did not end within
 * `milliseconds`, then it is killed. */
int view_stop(pid_t child, unsigned milliseconds);
void view_sleep(unsigned milliseconds);

/* An X server with a screen of this size, whose display is put into the environment. False if there is none
 * on this machine. */
bool view_x_start(unsigned width, unsigned height);
/* The screen's pixels, width * height * 4 bytes B,G,R,X, as they are now; lives until the next call. */
const unsigned char *view_x_screen(void);
void view_x_stop(void);

#endif
