/* path1 convert: a recording in another form. */
#include "convert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "command.h"
#include "options.h"
#include "report.h"

static const char help[] =
    "Usage: path1 convert IN -o OUT [OPTION]...\n"
    "Reads the recording IN (- is standard input), in any form, and writes it to OUT (- is standard\n"
    "output): as a GS dump in the current form (header block, state version 9), or as a .p1t. The events\n"
    "stay as they are if OUT's form has a place for them. What was sent to VIF1 has none in a GS dump:\n"
    "then IN is replayed, and what reaches the GS is recorded. What is lost is told on standard error.\n\n"
    "  -o, --output OUT       where to write\n"
    "  --compression FORMAT   a GS dump: raw, xz or zst; without it OUT's ending decides: .gs, .gs.xz,\n"
    "                         .gs.zst, or .p1t; for an OUT whose ending says nothing, as - does\n"
    "  --p1t                  a .p1t, whatever OUT's ending\n"
    "  --text KEY=TEXT        adds a line of text to a .p1t: author, source, licence, ...; may be repeated\n"
    "  --expect RULES         replays IN under RULES and notes the hashes of its pictures and memory in the\n"
    "                         .p1t, for path1 hash --check; may be repeated\n"
    "  --rules RULES          a rule set for the replay; console without it; see path1 rules\n"
    "  -h, --help             print this\n";

static bool compression_by_name(const char *text, enum trace_compression *out)
{
    static const char *const names[] = {[TRACE_RAW] = "raw", [TRACE_XZ] = "xz", [TRACE_ZSTD] = "zst"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(text, names[i]) == 0) {
            *out = (enum trace_compression)i;
            return true;
        }
    report("convert: --compression takes raw, xz or zst, not '%s'", text);
    return false;
}

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && strcasecmp(text + length - tail, ending) == 0;
}

/* What OUT's ending says of its form, if anything. */
static bool form_of_name(const char *name, bool *p1t, enum trace_compression *compression)
{
    *compression = ends_with(name, ".xz") ? TRACE_XZ : ends_with(name, ".zst") ? TRACE_ZSTD : TRACE_RAW;
    *p1t = ends_with(name, ".p1t");
    return *p1t || *compression != TRACE_RAW || ends_with(name, ".gs");
}

/* Settles the form; `chosen`: by --compression, which an ending must not contradict. */
static bool settle_form(struct convert_job *job, bool chosen)
{
    bool p1t;
    enum trace_compression compression;
    bool says = form_of_name(job->out, &p1t, &compression);
    if (job->p1t)
        return true;
    if (chosen) {
        if (!says || (!p1t && compression == job->compression))
            return true;
        report("convert: '%s' is the name of another form than --compression says", job->out);
        return false;
    }
    job->p1t = p1t;
    job->compression = compression;
    if (!says)
        report("convert: '%s' does not end in .gs, .gs.xz, .gs.zst or .p1t; give --compression or --p1t",
               job->out);
    return says;
}

/* Replays the recording, from its start; one that was read already is opened anew. */
static bool replay_to_dump(const struct convert_job *job, struct trace_reader *reader, struct losses *losses)
{
    struct trace_error error;
    if (!trace_header(reader)->merged_gif)
        return convert_record(job, reader, losses);
    if (strcmp(job->in, "-") == 0) {
        report("standard input: has to be read twice for this conversion; give a file");
        return false;
    }
    struct trace_reader *again = trace_open(job->in, &error);
    if (!again) {
        report("%s", error.text);
        return false;
    }
    bool good = convert_record(job, again, losses);
    trace_close(again);
    return good;
}

static bool convert(const struct convert_job *job, struct trace_reader *reader)
{
    struct trace_error error = {{0}};
    struct losses losses = {0};
    bool from_dump = trace_header(reader)->container == TRACE_GS_DUMP;
    enum convert_result result = job->p1t ? convert_to_p1t(job, reader, &losses, &error)
                                          : convert_to_dump(job, reader, &losses, &error);
    if (result != CONVERT_NEEDS_REPLAY && trace_warning(reader))
        report("warning: %s", trace_warning(reader));
    if (result == CONVERT_FAILED && error.text[0])
        report("%s", error.text);
    bool good = result == CONVERT_DONE;
    if (result == CONVERT_NEEDS_REPLAY) {
        losses = (struct losses){0};
        good = replay_to_dump(job, reader, &losses);
    }
    if (good && (job->p1t || !from_dump))
        losses_report(&losses, job->in);
    return good;
}

static int convert_file(const struct convert_job *job)
{
    struct trace_error error;
    struct trace_reader *reader = trace_open(job->in, &error);
    if (!reader) {
        report("%s", error.text);
        return EXIT_FAILURE;
    }
    bool good = convert(job, reader);
    trace_close(reader);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* KEY=TEXT; the key ends up in memory that is kept. */
static bool add_text(struct convert_job *job, char *argument)
{
    char *equals = strchr(argument, '=');
    if (!equals || equals == argument) {
        report("convert: --text takes KEY=TEXT, not '%s'", argument);
        return false;
    }
    *equals = '\0';
    job->texts = reallocate(job->texts, job->text_count + 1, sizeof *job->texts);
    job->texts[job->text_count++] = (struct trace_text){argument, equals + 1};
    return true;
}

/* A rule set's text, in memory of its own, with the default set by its name: another one may be the default
 * when the recording is read. */
static char *with_set(const char *rules)
{
    static const char word[] = "default";
    size_t set = strcspn(rules, ",");
    bool named = set && (set != sizeof word - 1 || memcmp(rules, word, set) != 0);
    const char *name = named ? "" : gs_rules_name(0), *rest = named ? rules : rules + set;
    size_t size = strlen(name) + strlen(rest) + 1;
    char *text = reallocate(NULL, size, 1);
    snprintf(text, size, "%s%s", name, rest);
    return text;
}

static bool add_expect(struct convert_job *job, const char *rules)
{
    enum { LONGEST = 255 }; /* docs/p1t.md */
    struct gs_rules parsed;
    if (!option_rule_set("convert", "--expect", rules, &parsed))
        return false;
    char *text = with_set(rules);
    bool known = false;
    for (size_t i = 0; i < job->expect_count; i++)
        known = known || strcmp(job->expect[i], text) == 0;
    if (known || strlen(text) > LONGEST) {
        if (!known)
            report("convert: --expect: a recording has rule sets of %d characters at most, not %zu", LONGEST,
                   strlen(text));
        free(text);
        return known;
    }
    job->expect = reallocate(job->expect, job->expect_count + 1, sizeof *job->expect);
    job->expect[job->expect_count++] = text;
    return true;
}

/* Do the options go together? */
static bool job_fits(const struct convert_job *job)
{
    if (!job->p1t && (job->text_count || job->expect_count))
        report("convert: a GS dump has no place for %s; write a .p1t",
               job->text_count ? "texts" : "expected results");
    else if (job->p1t && job->rules)
        report("convert: --rules has no meaning for a .p1t; see --expect");
    else
        return !job->expect_count ||
               option_rereadable("convert", job->in, "--expect reads IN more than once");
    return false;
}

/* Takes the options into `job`. Returns -1, or the status to exit with. */
static int take_options(struct convert_job *job, int argc, char **argv)
{
    enum { COMPRESSION = 256, P1T, TEXT, EXPECT, RULES };
    static const struct option names[] = {
        {"output", required_argument, NULL, 'o'},
        {"compression", required_argument, NULL, COMPRESSION},
        {"p1t", no_argument, NULL, P1T},
        {"text", required_argument, NULL, TEXT},
        {"expect", required_argument, NULL, EXPECT},
        {"rules", required_argument, NULL, RULES},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    bool chosen = false, good = true;
    struct gs_rules parsed;
    for (int option; good && (option = option_next(argc, argv, "o:h", names)) != -1;) {
        switch (option) {
        case 'o':
            job->out = optarg;
            break;
        case COMPRESSION:
            good = compression_by_name(optarg, &job->compression);
            chosen = true;
            break;
        case P1T:
            job->p1t = true;
            break;
        case TEXT:
            good = add_text(job, optarg);
            break;
        case EXPECT:
            good = add_expect(job, optarg);
            break;
        case RULES:
            job->rules = optarg;
            good = option_rules(argv[0], optarg, &parsed);
            break;
        case 'h':
            fputs(help, stdout);
            return EXIT_SUCCESS;
        default:
            return EXIT_USAGE;
        }
    }
    if (!good || !option_one_trace(argc, argv))
        return EXIT_USAGE;
    job->in = argv[optind];
    if (!job->out) {
        report("convert: where to? Give a file with -o OUT");
        return EXIT_USAGE;
    }
    if (chosen && job->p1t) {
        report("convert: --compression is for GS dumps; a .p1t is compressed inside");
        return EXIT_USAGE;
    }
    if (!settle_form(job, chosen))
        return EXIT_USAGE;
    return job_fits(job) ? -1 : EXIT_USAGE;
}

int command_convert(int argc, char **argv)
{
    struct convert_job job = {0};
    int status = take_options(&job, argc, argv);
    if (status < 0)
        status = convert_file(&job);
    free(job.texts);
    for (size_t i = 0; i < job.expect_count; i++)
        free(job.expect[i]);
    free(job.expect);
    return status;
}
