/*
 * mutate_dumps: damages recordings at random places and checks that the program survives each.
 *
 *     mutate_dumps PROGRAM DIRECTORY COUNT SEED [SECONDS [KEEP]]
 *
 * PROGRAM    the path1 executable; run as "PROGRAM hash FILE"
 * DIRECTORY  searched, folders within included, for *.gs, *.gs.xz and *.gs.zst
 * COUNT      number of damaged files to try
 * SEED       any number; the same seed, files and COUNT give the same damage
 * SECONDS    time limit for each run (default 60)
 * KEEP       a directory where files that failed are kept (default: they are removed, and are to be had
 *            again from the same seed)
 *
 * Each run must end with exit code 0 or 1 within the limit; anything else, a crash above all, is reported
 * with the file's number and makes the exit code 1. Exit code 2: it could not be tried; the program must
 * play the first recording undamaged.
 *
 * Most damage goes to the packets, heads of packets and first GIF tags above all, some to the container
 * header, the registers and the GIF paths of the state, little to its 4 MiB of local memory. In half of the
 * files the damage spares what frames the parts. One file in eight is damaged in its compressed bytes, one
 * in sixteen is cut off.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <lzma.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zstd.h>

enum {
    FILE_LIMIT = 256 << 20, /* bytes of a recording, decompressed */
    HEAD = 425,             /* bytes of a state before local memory, and behind it (DUMPFORMAT section 5) */
    TAIL = 84,
    PLACES_LIMIT = 20, /* changes to one file */
    DEFAULT_SECONDS = 60,
    POLL_NANOSECONDS = 2000000 /* between looks at a running program */
};

struct bytes {
    uint8_t *data;
    size_t size;
};

struct names {
    char **name;
    size_t count;
};

static void die(const char *what, const char *detail)
{
    fprintf(stderr, "mutate_dumps: %s: %s\n", what, detail);
    exit(2);
}

static void *need(void *memory)
{
    if (!memory)
        die("memory", "none left");
    return memory;
}

/* xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators", 2016. */
static uint64_t draw(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545F4914F6CDD1Du;
}

/* A number below `limit`, 0 if that is 0. */
static size_t below(uint64_t *state, size_t limit)
{
    uint64_t value = draw(state) >> 11;
    return limit ? (size_t)(value % limit) : 0;
}

/* A state of the generator for one file, so that each can be made without those before it. */
static uint64_t seeded(uint64_t seed, uint64_t number)
{
    uint64_t state = (seed * 0x9E3779B97F4A7C15u) ^ ((number + 1) * 0xBF58476D1CE4E5B9u);
    state += state == 0;
    for (int i = 0; i < 8; i++)
        draw(&state);
    return state;
}

/* ---- files ---- */

static bool has_suffix(const char *name, const char *suffix)
{
    size_t length = strlen(name), end = strlen(suffix);
    return length >= end && !strcmp(name + length - end, suffix);
}

static char *join(const char *directory, const char *name)
{
    size_t size = strlen(directory) + strlen(name) + 2;
    char *path = need(malloc(size));
    snprintf(path, size, "%s/%s", directory, name);
    return path;
}

static void find_recordings(const char *directory, struct names *names)
{
    DIR *entries = opendir(directory);
    if (!entries)
        die(directory, strerror(errno));
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        struct stat status;
        if (entry->d_name[0] == '.')
            continue;
        char *path = join(directory, entry->d_name);
        if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
            find_recordings(path, names);
        if (!has_suffix(path, ".gs") && !has_suffix(path, ".gs.xz") && !has_suffix(path, ".gs.zst")) {
            free(path);
            continue;
        }
        names->name = need(realloc(names->name, (names->count + 1) * sizeof *names->name));
        names->name[names->count++] = path;
    }
    closedir(entries);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static struct bytes load(const char *path)
{
    struct bytes file = {0};
    FILE *stream = fopen(path, "rb");
    struct stat status;
    if (!stream || fstat(fileno(stream), &status) != 0)
        die(path, strerror(errno));
    if (status.st_size > FILE_LIMIT)
        die(path, "too large");
    file.data = need(malloc((size_t)status.st_size + 1));
    file.size = fread(file.data, 1, (size_t)status.st_size, stream);
    fclose(stream);
    return file;
}

static void save(const char *path, const struct bytes *file)
{
    FILE *stream = fopen(path, "wb");
    if (!stream)
        die(path, strerror(errno));
    bool good = fwrite(file->data, 1, file->size, stream) == file->size;
    if (fclose(stream) != 0 || !good)
        die(path, strerror(errno));
}

static struct bytes decompress(const char *path, const struct bytes *packed)
{
    struct bytes out = {need(malloc(FILE_LIMIT)), 0};
    if (has_suffix(path, ".zst")) {
        out.size = ZSTD_decompress(out.data, FILE_LIMIT, packed->data, packed->size);
        if (ZSTD_isError(out.size))
            die(path, ZSTD_getErrorName(out.size));
    } else if (has_suffix(path, ".xz")) {
        uint64_t memory = UINT64_MAX;
        size_t in = 0;
        if (lzma_stream_buffer_decode(&memory, 0, NULL, packed->data, &in, packed->size, out.data, &out.size,
                                      FILE_LIMIT) != LZMA_OK)
            die(path, "cannot be decompressed");
    } else {
        memcpy(out.data, packed->data, packed->size);
        out.size = packed->size;
    }
    out.data = need(realloc(out.data, out.size + 1));
    return out;
}

/* ---- damage ---- */

static uint32_t word(const struct bytes *file, size_t at)
{
    uint32_t value = 0;
    for (size_t i = 0; i < 4 && at + i < file->size; i++)
        value |= (uint32_t)file->data[at + i] << 8 * i;
    return value;
}

/* Where the parts of a recording are (DUMPFORMAT section 2). */
struct layout {
    size_t state, state_size, packets;
    size_t *heads; /* offsets of packets */
    size_t head_count;
};

static struct layout lay_out(const struct bytes *file)
{
    struct layout layout = {0};
    size_t room = 0;
    bool block = word(file, 0) == 0xFFFFFFFF;
    layout.state = block ? 8 + (size_t)word(file, 4) : 8;
    layout.state_size = block ? word(file, 12) : word(file, 4);
    layout.packets = layout.state + layout.state_size + 8192;
    for (size_t at = layout.packets; at < file->size;) {
        if (layout.head_count == room) {
            room = 2 * room + 64;
            layout.heads = need(realloc(layout.heads, room * sizeof *layout.heads));
        }
        layout.heads[layout.head_count++] = at;
        static const size_t sizes[4] = {6, 2, 5, 8193};
        uint8_t id = file->data[at];
        at += id == 0 ? sizes[0] + word(file, at + 2) : id < 4 ? sizes[id] : 1;
    }
    return layout;
}

/* An offset to damage. With `inside`, what frames the parts is spared, so that the GS gets to see the damage:
 * container header, ids and sizes of packets. */
static size_t place(uint64_t *random, const struct layout *layout, size_t size, bool inside)
{
    size_t kind = below(random, 20), frame = inside ? 6 : 0;
    if (layout->packets >= size || layout->head_count == 0)
        return below(random, size);
    if (kind < 6) /* a packet's head and first GIF tag */
        return layout->heads[below(random, layout->head_count)] + frame + below(random, 22 - frame);
    if (kind < 14)
        return layout->packets + frame + below(random, size - layout->packets);
    if (kind < 16 && !inside)
        return below(random, layout->state);
    if (kind < 17)
        return layout->state + 4 + below(random, HEAD - 4);
    if (kind < 18)
        return layout->packets - 8192 - TAIL + below(random, TAIL);
    if (kind < 19)
        return layout->packets - 8192 + below(random, 8192);
    return layout->state + below(random, layout->state_size);
}

static void damage_byte(uint64_t *random, uint8_t *byte)
{
    switch (below(random, 4)) {
    case 0:
        *byte ^= (uint8_t)(1u << below(random, 8));
        break;
    case 1:
        *byte = below(random, 2) ? 0xFF : 0;
        break;
    default:
        *byte = (uint8_t)below(random, 256);
        break;
    }
}

/* Makes the damaged file `number` from one of the recordings. */
static struct bytes damaged(const struct names *names, uint64_t seed, uint64_t number, const char **source)
{
    uint64_t random = seeded(seed, number);
    const char *path = *source = names->name[below(&random, names->count)];
    struct bytes file = load(path);
    if (below(&random, 8) != 0) {
        struct bytes packed = file;
        file = decompress(path, &packed);
        free(packed.data);
    }
    /* A file left compressed has no layout: it is damaged anywhere. */
    struct layout layout = lay_out(&file);
    bool inside = below(&random, 2) == 0;
    size_t places = 1 + below(&random, PLACES_LIMIT);
    for (size_t i = 0; i < places && file.size > 0; i++) {
        size_t at = place(&random, &layout, file.size, inside);
        if (at < file.size)
            damage_byte(&random, &file.data[at]);
    }
    if (below(&random, 16) == 0)
        file.size = below(&random, file.size + 1);
    free(layout.heads);
    return file;
}

/* ---- runs ---- */

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

/* What run() returns beside exit codes. */
enum { OUT_OF_TIME = 1000, SIGNALLED = 2000 };

/* Runs the program on `path`: its exit code, SIGNALLED + signal, or OUT_OF_TIME. */
static int run(const char *program, const char *path, double limit)
{
    struct timespec start, pause = {0, POLL_NANOSECONDS};
    int status;
    clock_gettime(CLOCK_MONOTONIC, &start);
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        die("fork", strerror(errno));
    if (child == 0) {
        int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
        /* A sanitizer's report must not look like the program's own exit code 1. */
        setenv("ASAN_OPTIONS", "exitcode=99", 0);
        setenv("UBSAN_OPTIONS", "exitcode=99", 0);
        execl(program, program, "hash", path, (char *)NULL);
        _exit(127);
    }
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (seconds_since(&start) > limit) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return OUT_OF_TIME;
        }
        nanosleep(&pause, NULL);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : SIGNALLED + WTERMSIG(status);
}

static void tell(uint64_t number, uint64_t seed, const char *source, int result)
{
    printf("number %llu of seed %llu, from %s: ", (unsigned long long)number, (unsigned long long)seed,
           source);
    if (result >= SIGNALLED)
        printf("signal %d\n", result - SIGNALLED);
    else if (result == OUT_OF_TIME)
        printf("does not end in time\n");
    else
        printf("exit code %d\n", result);
}

static uint64_t number_argument(const char *text)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 0);
    if (errno || end == text || *end)
        die(text, "expected a number");
    return value;
}

static void keep_file(const char *directory, const struct bytes *file, uint64_t seed, uint64_t number)
{
    char name[80];
    snprintf(name, sizeof name, "damaged-%llu-%llu.gs", (unsigned long long)seed, (unsigned long long)number);
    char *path = join(directory, name);
    save(path, file);
    free(path);
}

/* Tries them all; returns how many failed. */
static uint64_t try_all(const char *program, const struct names *names, const char *directory, uint64_t count,
                        uint64_t seed, double limit, const char *keep)
{
    uint64_t played = 0, refused = 0;
    double slowest = 0;
    char *path = join(directory, "damaged.gs");
    for (uint64_t i = 0; i < count; i++) {
        const char *source;
        struct timespec start;
        struct bytes file = damaged(names, seed, i, &source);
        save(path, &file);
        clock_gettime(CLOCK_MONOTONIC, &start);
        int result = run(program, path, limit);
        double seconds = seconds_since(&start);
        slowest = seconds > slowest ? seconds : slowest;
        played += result == 0;
        refused += result == 1;
        if (result > 1) {
            tell(i, seed, source, result);
            if (keep)
                keep_file(keep, &file, seed, i);
        }
        free(file.data);
    }
    unlink(path);
    free(path);
    uint64_t failed = count - played - refused;
    printf("%llu damaged files from %zu recordings: %llu played, %llu refused, %llu failed; slowest %.1f s\n",
           (unsigned long long)count, names->count, (unsigned long long)played, (unsigned long long)refused,
           (unsigned long long)failed, slowest);
    return failed;
}

int main(int argc, char **argv)
{
    if (argc < 5 || argc > 7) {
        fprintf(stderr, "usage: mutate_dumps PROGRAM DIRECTORY COUNT SEED [SECONDS [KEEP]]\n");
        return 2;
    }
    const char *program = argv[1];
    uint64_t count = number_argument(argv[3]), seed = number_argument(argv[4]);
    double limit = argc > 5 ? (double)number_argument(argv[5]) : DEFAULT_SECONDS;
    if (access(program, X_OK) != 0)
        die(program, strerror(errno));
    struct names names = {0};
    find_recordings(argv[2], &names);
    if (names.count == 0)
        die(argv[2], "no recordings here");
    qsort(names.name, names.count, sizeof *names.name, compare_names);

    /* A program that refuses everything would pass. */
    if (run(program, names.name[0], limit) != 0)
        die(names.name[0], "the program does not play it undamaged");
    char directory[512];
    const char *parent = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/mutate-dumps-XXXXXX", parent ? parent : P_tmpdir);
    if (!mkdtemp(directory))
        die(directory, strerror(errno));
    uint64_t failed = try_all(program, &names, directory, count, seed, limit, argc > 6 ? argv[6] : NULL);
    rmdir(directory);
    for (size_t i = 0; i < names.count; i++)
        free(names.name[i]);
    free(names.name);
    return failed ? 1 : 0;
}
