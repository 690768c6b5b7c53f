/* What the commands' option parsing has in common. */
#ifndef FRONTEND_OPTIONS_H
#define FRONTEND_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>

#include <path1/gs_rules.h>
#include <path1/replay.h>

/* The next option as getopt_long gives it, -1 at the end; an unknown or incomplete option is reported and
 * gives '?'. `letters` without a leading colon. */
int option_next(int argc, char **argv, const char *letters, const struct option *names);

/* How a recording is replayed. */
struct replay_manner {
    struct gs_rules rules;
    enum replay_vu1 vu1;
};

/* Vsyncs from `first` to `last`, both included, counting from 0. */
struct frame_range {
    uint64_t first, last;
};
/* "A", "A-B", "A-" or "-B"; reports and returns false if `text` is none of these or A > B. */
bool option_frames(const char *command, const char *text, struct frame_range *out);
/* The same of something else, which `what` names. */
bool option_range(const char *command, const char *what, const char *text, struct frame_range *out);
/* A decimal number in least..most; reports and returns false otherwise. */
bool option_number(const char *command, const char *option, const char *text, uint64_t least, uint64_t most,
                   uint64_t *out);
/* A rule set as gs_rules_parse takes it (NULL: the default); reports and returns false if it is none. The
 * second one for an option of another name than --rules. */
bool option_rules(const char *command, const char *text, struct gs_rules *out);
bool option_rule_set(const char *command, const char *option, const char *text, struct gs_rules *out);
/* "microcode" or "model", what executes microprograms; reports and returns false otherwise. */
bool option_vu1(const char *command, const char *text, enum replay_vu1 *out);
/* Does the command line hold one trace and no more? Reports otherwise. */
bool option_one_trace(int argc, char **argv);
/* Does it hold at least one trace? Reports otherwise. */
bool option_some_traces(int argc, char **argv);
/* Can the trace be read again, as no standard input ("-"), pipe or device can? Reports otherwise; `why` is
 * what reads it so: "--check reads a trace more than once". A path that does not exist is left to who opens
 * it. */
bool option_rereadable(const char *command, const char *path, const char *why);

#endif
