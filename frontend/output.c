#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"

static void output_free(struct output *output)
{
    free(output->path);
    free(output->temporary);
    *output = (struct output){0};
}

/* DIR/.path1-XXXXXX for DIR/NAME: as short as can be, since NAME may be as long as names may be. */
static char *temporary_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t directory = slash ? (size_t)(slash + 1 - path) : 0;
    return format_text("%.*s.path1-XXXXXX", (int)directory, path);
}

/* Opens a temporary file with the permissions that a plain open would have given. */
static int open_temporary(char *name)
{
    int file = mkstemp(name);
    if (file < 0)
        return -1;
    mode_t mask = umask(0);
    umask(mask);
    if (fchmod(file, 0666 & ~mask) == 0)
        return file;
    close(file);
    unlink(name);
    return -1;
}

bool output_begin(struct output *output, const char *path)
{
    struct stat status;
    /* Renaming over /dev/null or a pipe would replace it. */
    bool special = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    *output = (struct output){.path = format_text("%s", path)};
    int file;
    if (special) {
        file = open(path, O_WRONLY);
    } else {
        output->temporary = temporary_name(path);
        file = open_temporary(output->temporary);
    }
    if (file >= 0) {
        output->file = fdopen(file, "wb");
        if (output->file)
            return true;
    }
    report("%s: %s", path, strerror(errno));
    if (file >= 0) {
        close(file);
        if (output->temporary)
            unlink(output->temporary);
    }
    output_free(output);
    return false;
}

bool output_commit(struct output *output)
{
    bool good = fflush(output->file) == 0 && !ferror(output->file);
    int why = errno;
    if (fclose(output->file) != 0 && good) {
        why = errno;
        good = false;
    }
    output->file = NULL;
    if (good && output->temporary && rename(output->temporary, output->path) != 0) {
        why = errno;
        good = false;
    }
    if (!good) {
        report("%s: %s", output->path, strerror(why));
        if (output->temporary)
            unlink(output->temporary);
    }
    output_free(output);
    return good;
}

void output_abandon(struct output *output)
{
    if (output->file)
        fclose(output->file);
    if (output->temporary)
        unlink(output->temporary);
    output_free(output);
}

bool output_directory(const char *path)
{
    struct stat status;
    if (mkdir(path, 0777) == 0)
        return true;
    int why = errno;
    if (why == EEXIST && stat(path, &status) == 0) {
        if (S_ISDIR(status.st_mode))
            return true;
        why = ENOTDIR;
    }
    report("%s: %s", path, strerror(why));
    return false;
}
