#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report.h"

int option_next(int argc, char **argv, const char *letters, const struct option *names)
{
    char quiet[32]; /* a leading colon makes getopt tell a missing value (':') from an unknown option */
    quiet[0] = ':';
    strncpy(quiet + 1, letters, sizeof quiet - 2);
    quiet[sizeof quiet - 1] = '\0';
    opterr = 0;
    int before = optind;
    int option = getopt_long(argc, argv, quiet, names, NULL);
    if (option != '?' && option != ':')
        return option;
    int at = optind > before ? optind - 1 : optind;
    const char *text = at < argc ? argv[at] : "";
    if (strncmp(text, "--", 2) != 0 && optopt > 0 && optopt < 128 && isprint(optopt))
        report("%s: option '-%c' %s; see path1 %s --help", argv[0], optopt,
               option == ':' ? "needs a value" : "is unknown", argv[0]);
    else
        report("%s: option '%s' %s; see path1 %s --help", argv[0], text,
               option == ':' ? "needs a value" : "is unknown or takes no value", argv[0]);
    return '?';
}

/* Reads decimal digits at *text and moves past them. False if there are none or they are too many. */
static bool take_number(const char **text, uint64_t *out)
{
    if (!isdigit((unsigned char)**text))
        return false;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(*text, &end, 10);
    if (errno)
        return false;
    *text = end;
    *out = value;
    return true;
}

bool option_frames(const char *command, const char *text, struct frame_range *out)
{
    return option_range(command, "vsyncs", text, out);
}

bool option_range(const char *command, const char *what, const char *text, struct frame_range *out)
{
    const char *at = text;
    struct frame_range range = {0, UINT64_MAX};
    bool has_first = take_number(&at, &range.first);
    bool has_last = false;
    if (*at == '-') {
        at++;
        has_last = take_number(&at, &range.last);
    } else {
        range.last = range.first;
    }
    if ((!has_first && !has_last) || *at || range.first > range.last) {
        report("%s: '%s' is not a range of %s; expected A, A-B, A- or -B", command, text, what);
        return false;
    }
    *out = range;
    return true;
}

bool option_number(const char *command, const char *option, const char *text, uint64_t least, uint64_t most,
                   uint64_t *out)
{
    const char *at = text;
    uint64_t value;
    if (!take_number(&at, &value) || *at || value < least || value > most) {
        report("%s: %s takes a number from %llu to %llu, not '%s'", command, option,
               (unsigned long long)least, (unsigned long long)most, text);
        return false;
    }
    *out = value;
    return true;
}

bool option_rule_set(const char *command, const char *option, const char *text, struct gs_rules *out)
{
    char error[2048];
    if (gs_rules_parse(text, out, error, sizeof error))
        return true;
    report("%s: %s: %s", command, option, error);
    return false;
}

bool option_rules(const char *command, const char *text, struct gs_rules *out)
{
    return option_rule_set(command, "--rules", text, out);
}

bool option_vu1(const char *command, const char *text, enum replay_vu1 *out)
{
    *out = strcmp(text, "model") == 0 ? REPLAY_VU1_MODEL : REPLAY_VU1_MICROCODE;
    if (*out == REPLAY_VU1_MODEL || strcmp(text, "microcode") == 0)
        return true;
    report("%s: --vu1 takes microcode or model, not '%s'", command, text);
    return false;
}

bool option_one_trace(int argc, char **argv)
{
    if (argc - optind == 1)
        return true;
    if (argc > optind)
        report("%s: takes one trace, but '%s' is a second one", argv[0], argv[optind + 1]);
    else
        report("%s: which trace? See path1 %s --help", argv[0], argv[0]);
    return false;
}

bool option_some_traces(int argc, char **argv)
{
    if (argc > optind)
        return true;
    report("%s: which trace? See path1 %s --help", argv[0], argv[0]);
    return false;
}

bool option_rereadable(const char *command, const char *path, const char *why)
{
    struct stat status;
    if (strcmp(path, "-") == 0)
        report("%s: %s, which standard input does not allow", command, why);
    else if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        report("%s: %s, and '%s' is no regular file", command, why, path);
    else
        return true;
    return false;
}
