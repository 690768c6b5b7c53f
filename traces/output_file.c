#define _GNU_SOURCE /* O_TMPFILE */
#define _FILE_OFFSET_BITS 64

#include "output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NAME_ATTEMPTS = 1000, /* names that are tried for a temporary file */
    LINKS = 40,           /* symbolic links behind each other, as Linux follows them */
    LONGEST_LINK = 4096,
    PROC_NAME = 32,
};

/* Bytes of `path` before its last name: "" or ending in '/'. */
static size_t directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

static char *join(const char *directory, size_t length, const char *name)
{
    char *path = malloc(length + strlen(name) + 1);
    if (path) {
        memcpy(path, directory, length);
        strcpy(path + length, name);
    }
    return path;
}

/* The name behind all symbolic links that `path` may be. NULL on error (errno). */
static char *follow_links(const char *path)
{
    char *name = join("", 0, path);
    for (unsigned links = 0; name; links++) {
        char next[LONGEST_LINK];
        ssize_t length = readlink(name, next, sizeof next - 1);
        if (length < 0)
            return name; /* no link, or nothing there */
        next[length] = '\0';
        char *behind = join(name, next[0] == '/' ? 0 : directory_length(name), next);
        free(name);
        name = behind;
        if (links == LINKS) {
            free(name);
            errno = ELOOP;
            return NULL;
        }
    }
    return NULL;
}

/* ---- a file without a name ---- */

static void proc_name(int descriptor, char name[PROC_NAME])
{
    snprintf(name, PROC_NAME, "/proc/self/fd/%d", descriptor);
}

/* -1 where there is no such thing, or no /proc to give it a name by. */
static int create_nameless(const char *target)
{
    char proc[PROC_NAME], *directory = join(target, directory_length(target), ".");
    if (!directory)
        return -1;
    int descriptor = open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    free(directory);
    if (descriptor < 0)
        return -1;
    proc_name(descriptor, proc);
    if (access(proc, F_OK) == 0)
        return descriptor;
    close(descriptor);
    return -1;
}

/* ---- a file with a temporary name ---- */

/* Finds a new name beside the target for `make`, which returns less than 0 with EEXIST for one that is taken.
 * The name is short, since the target's may be as long as names may be. */
static int make_temporary(struct output_file *file, int (*make)(const struct output_file *file))
{
    int made = -1;
    size_t directory = directory_length(file->target), size = directory + 64;
    file->temporary = malloc(size);
    if (!file->temporary)
        return -1;
    for (int attempt = 0; attempt < NAME_ATTEMPTS; attempt++) {
        snprintf(file->temporary, size, "%.*s.path1-%ld-%d", (int)directory, file->target, (long)getpid(),
                 attempt);
        made = make(file);
        if (made >= 0 || errno != EEXIST)
            break;
    }
    if (made >= 0)
        return made;
    int why = errno;
    free(file->temporary); /* not ours to remove */
    file->temporary = NULL;
    errno = why;
    return -1;
}

static int create_named(const struct output_file *file)
{
    return open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

static int link_to(const struct output_file *file, const char *name)
{
    char proc[PROC_NAME];
    proc_name(file->descriptor, proc);
    return linkat(AT_FDCWD, proc, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

static int link_temporary(const struct output_file *file)
{
    return link_to(file, file->temporary);
}

/* ---- the whole ---- */

bool output_file_create(struct output_file *file, const char *path)
{
    struct stat status;
    *file = (struct output_file){.descriptor = -1};
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        file->descriptor = open(path, O_WRONLY | O_CLOEXEC);
        return file->descriptor >= 0;
    }
    file->target = follow_links(path);
    if (file->target && !file->target[directory_length(file->target)]) {
        errno = file->target[0] ? EISDIR : ENOENT;
    } else if (file->target) {
        file->descriptor = create_nameless(file->target);
        if (file->descriptor < 0)
            file->descriptor = make_temporary(file, create_named);
    }
    if (file->descriptor >= 0)
        return true;
    int why = errno;
    output_file_discard(file);
    errno = why;
    return false;
}

/* An error that shows when a file is closed must show before it gets its name. */
static bool close_copy(int descriptor)
{
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    return copy >= 0 && close(copy) == 0;
}

bool output_file_place(struct output_file *file)
{
    bool good = close_copy(file->descriptor);
    if (good && file->target) {
        bool placed = false;
        if (!file->temporary) {
            placed = link_to(file, file->target) == 0; /* only where nothing is */
            good = placed || (errno == EEXIST && make_temporary(file, link_temporary) >= 0);
        }
        good = good && (placed || rename(file->temporary, file->target) == 0);
    }
    if (good) {
        free(file->temporary);
        file->temporary = NULL;
    }
    int why = errno;
    output_file_discard(file);
    errno = why;
    return good;
}

void output_file_discard(struct output_file *file)
{
    if (file->temporary)
        unlink(file->temporary);
    free(file->temporary);
    free(file->target);
    file->temporary = file->target = NULL;
}
