/* path1 convert: its parts. */
#ifndef FRONTEND_CONVERT_H
#define FRONTEND_CONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/trace.h>

/* What the command line asks for. */
struct convert_job {
    const char *in, *out;
    bool p1t; /* write a .p1t; else a GS dump */
    enum trace_compression compression;
    const char *rules;        /* for replaying; NULL: console */
    struct trace_text *texts; /* to be added */
    size_t text_count;
    char **expect; /* rule sets whose results are to be noted */
    size_t expect_count;
};

/* What a converted recording no longer holds. */
struct losses {
    uint64_t vif_words, starts; /* words for VIF1; microprograms that were started */
    uint64_t comments, texts, expectations, waits, dma;
    uint64_t resets;        /* CSR.RESET */
    uint64_t other;         /* writes to registers of the GIF and VIF1 */
    uint64_t interleaved;   /* GIF data inside of another path's tag */
    uint64_t split;         /* events that became several */
    bool unit_state;        /* of VIF1 and VU1 at the start */
    bool old_form;          /* a header without its block */
    uint32_t state_version; /* of the state, if it is not the current one */
};
/* Tells them on standard error, a line each. */
void losses_report(const struct losses *losses, const char *in);

enum convert_result {
    CONVERT_DONE,
    CONVERT_FAILED,      /* `error` is filled, or its text is empty: it was told */
    CONVERT_NEEDS_REPLAY /* nothing was written; the recording holds what only a replay can turn into packets
                          */
};

/* Copies the events of `reader`, which is at its start, one to one. */
enum convert_result convert_to_p1t(const struct convert_job *job, struct trace_reader *reader,
                                   struct losses *losses, struct trace_error *error);
enum convert_result convert_to_dump(const struct convert_job *job, struct trace_reader *reader,
                                    struct losses *losses, struct trace_error *error);
/* Replays `reader` and records what reaches the GS as a GS dump. Errors are reported as they are met. */
bool convert_record(const struct convert_job *job, struct trace_reader *reader, struct losses *losses);

#endif
