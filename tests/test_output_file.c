/* Output files: they appear whole or not at all, whatever ends the program. */
#define _GNU_SOURCE /* O_TMPFILE */

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "output_file.h"
#include "program.h"

TestSuite(output_file, .init = program_setup, .fini = program_teardown, .timeout = 120);

/* Writes `text` to `path`, and places it. */
static bool write_text(const char *path, const char *text)
{
    struct output_file file;
    if (!output_file_create(&file, path))
        return false;
    size_t size = strlen(text);
    cr_assert_eq(write(file.descriptor, text, size), (ssize_t)size);
    int descriptor = file.descriptor;
    bool good = output_file_place(&file);
    int why = errno;
    close(descriptor);
    errno = why;
    return good;
}

static void check_text(const char *path, const char *text)
{
    cr_assert_str_eq(read_file(path, NULL), text);
}

static bool is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

Test(output_file, a_new_file_and_one_that_takes_anothers_place_have_the_permissions_of_the_umask)
{
    struct stat status;
    umask(027);
    for (unsigned i = 0; i < 2; i++) {
        const char *text = i ? "second" : "first";
        cr_assert(write_text(scratch("a"), text));
        check_text(scratch("a"), text);
        cr_assert_eq(stat(scratch("a"), &status), 0);
        cr_assert_eq(status.st_mode & 0777, 0640);
        cr_assert_str_eq(directory_listing(scratch("")), "a ");
        cr_assert_eq(chmod(scratch("a"), 0600), 0);
    }
}

Test(output_file, a_link_stays_and_the_file_that_it_names_is_made_or_replaced)
{
    cr_assert_eq(mkdir(scratch("d"), 0777), 0);
    cr_assert_eq(symlink("d/second", scratch("first")), 0);
    cr_assert_eq(symlink("third", scratch("d/second")), 0);
    for (unsigned i = 0; i < 2; i++) {
        const char *text = i ? "again" : "new";
        cr_assert(write_text(scratch("first"), text));
        check_text(scratch("d/third"), text);
        cr_assert(is_link(scratch("first")) && is_link(scratch("d/second")));
    }
    cr_assert_eq(symlink(scratch("absolute"), scratch("d/there")), 0);
    cr_assert(write_text(scratch("d/there"), "x"));
    check_text(scratch("absolute"), "x");
    cr_assert_str_eq(directory_listing(scratch("")), "absolute d first ");
    cr_assert_str_eq(directory_listing(scratch("d")), "second there third ");
}

Test(output_file, what_cannot_be_a_file_is_an_error_and_leaves_nothing)
{
    cr_assert_eq(symlink("b", scratch("a")), 0);
    cr_assert_eq(symlink("a", scratch("b")), 0);
    cr_assert_eq(symlink("missing/c", scratch("c")), 0);
    const struct {
        const char *path;
        int error;
    } cases[] = {{scratch("a"), ELOOP},     {scratch("c"), ENOENT}, {scratch("missing/x"), ENOENT},
                 {scratch("new/"), EISDIR}, {scratch(""), EISDIR},  {"", ENOENT},
                 {scratch("c/"), ENOENT}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        errno = 0;
        cr_assert_not(write_text(cases[i].path, "x"), "case %zu", i);
        cr_assert(errno == cases[i].error || i == 6, "case %zu: %s", i, strerror(errno));
    }
    cr_assert_str_eq(directory_listing(scratch("")), "a b c ");
}

Test(output_file, giving_up_leaves_what_was_there)
{
    struct output_file file;
    write_file(scratch("a"), "old", 3);
    for (unsigned i = 0; i < 2; i++) {
        cr_assert(output_file_create(&file, i ? scratch("b") : scratch("a")));
        cr_assert_eq(write(file.descriptor, "new", 3), 3);
        output_file_discard(&file);
        close(file.descriptor);
    }
    check_text(scratch("a"), "old");
    cr_assert_str_eq(directory_listing(scratch("")), "a ");
}

/* ---- killed ---- */

/* Does the process have a file of this directory open? */
static bool has_open(pid_t process, const char *directory)
{
    for (int descriptor = 3; descriptor < 16; descriptor++) {
        char proc[64], name[4096];
        snprintf(proc, sizeof proc, "/proc/%ld/fd/%d", (long)process, descriptor);
        ssize_t length = readlink(proc, name, sizeof name);
        if (length > (ssize_t)strlen(directory) && memcmp(name, directory, strlen(directory)) == 0)
            return true;
    }
    return false;
}

/* Starts `path1 convert` from a pipe that gives the recording and no end; kills it when it writes. */
static void convert_and_kill(const char *recording, const char *out, int with)
{
    size_t size;
    const char *bytes = read_file(recording, &size);
    int ends[2], status;
    cr_assert_eq(pipe(ends), 0);
    pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(PATH1_PROGRAM, PATH1_PROGRAM, "convert", "-", "-o", out, (char *)NULL);
        _exit(127);
    }
    close(ends[0]);
    cr_assert_eq(write(ends[1], bytes, size), (ssize_t)size);
    char directory[4096];
    snprintf(directory, sizeof directory, "%.*s", (int)(strrchr(out, '/') - out), out);
    for (unsigned tries = 0; !has_open(child, directory); tries++) {
        cr_assert_lt(tries, 6000, "the output was never opened");
        cr_assert_eq(waitpid(child, &status, WNOHANG), 0, "the program ended");
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    cr_assert_eq(kill(child, with), 0);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == with);
    close(ends[1]);
}

Test(output_file, nothing_stays_of_a_file_whose_writing_was_killed)
{
    cr_assert_eq(mkdir(scratch("d"), 0777), 0);
    int nameless = open(scratch("d"), O_TMPFILE | O_WRONLY, 0666);
    if (nameless < 0 || access("/proc/self/fd", F_OK) != 0)
        return; /* a file system without such files: the temporary one stays */
    close(nameless);
    signal(SIGPIPE, SIG_IGN);
    const struct trace_header header = {.serial = "", .crc = 1};
    const char *recording = write_recording("in.gs", &header, NULL);
    static const int signals[] = {SIGTERM, SIGKILL};
    for (size_t i = 0; i < 2; i++) {
        convert_and_kill(recording, scratch("d/out.p1t"), signals[i]);
        cr_assert_str_eq(directory_listing(scratch("d")), "");
        convert_and_kill(recording, scratch("d/out.gs"), signals[i]);
        cr_assert_str_eq(directory_listing(scratch("d")), "");
    }
}
