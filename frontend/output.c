#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"

bool output_begin(struct output *output, const char *path)
{
    *output = (struct output){.path = format_text("%s", path)};
    bool created = output_file_create(&output->place, path);
    if (created)
        output->file = fdopen(output->place.descriptor, "wb");
    if (output->file)
        return true;
    report("%s: %s", path, strerror(errno));
    if (created)
        close(output->place.descriptor);
    output_abandon(output);
    return false;
}

bool output_commit(struct output *output)
{
    bool good = fflush(output->file) == 0 && !ferror(output->file) && output_file_place(&output->place);
    if (!good)
        report("%s: %s", output->path, strerror(errno));
    output_abandon(output);
    return good;
}

void output_abandon(struct output *output)
{
    if (output->file)
        fclose(output->file);
    output_file_discard(&output->place);
    free(output->path);
    *output = (struct output){0};
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
