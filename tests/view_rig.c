#include "view_rig.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <path1/trace.h>

#include "gif_packet.h"

void view_setup(void)
{
    program_setup();
    setenv("SDL_VIDEODRIVER", "dummy", 1); /* a window that nobody sees */
    setenv("SDL_RENDER_DRIVER", "software", 1);
}

void view_teardown(void)
{
    view_x_stop();
    program_teardown();
}

/* ---- keys ---- */

struct run view_press(const char *trace, const char *keys)
{
    struct run run = run_path1("view", trace, "--paused", "--screenshots", scratch("shots"), "--keys", keys);
    return run;
}

/* The title behind key number `n` (from 0) of a script. */
static const char *title(const struct run *run, size_t n)
{
    static char line[1024];
    const char *at = run->out;
    for (size_t i = 0; i < n && at; i++) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    cr_assert(at && *at, "no line %zu in: %s%s", n, run->out, run->err);
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    return line;
}

void view_check_title(const struct run *run, size_t n, const char *part)
{
    cr_assert_not_null(strstr(title(run, n), part), "'%s' is not in '%s'", part, title(run, n));
}

/* ---- recordings ---- */

static const char *copy(const char *from, const char *name, bool vsyncs, bool damaged)
{
    const char *path = scratch(name);
    struct trace_error error;
    struct trace_event event;
    struct trace_reader *reader = trace_open(from, &error);
    cr_assert_not_null(reader, "%s", error.text);
    struct trace_writer *writer =
        trace_writer_create(path, TRACE_RAW, trace_header(reader), trace_initial_state(reader),
                            trace_initial_registers(reader), &error);
    cr_assert_not_null(writer, "%s", error.text);
    while (trace_next(reader, &event, &error) > 0)
        if (vsyncs || event.kind != TRACE_VSYNC)
            cr_assert(trace_writer_add(writer, &event, &error), "%s", error.text);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
    trace_close(reader);
    if (damaged) {
        FILE *file = fopen(path, "ab");
        cr_assert(file && fputc(0x77, file) == 0x77 && fclose(file) == 0);
    }
    return path;
}

const char *view_copy(const char *from, const char *name, bool vsyncs)
{
    return copy(from, name, vsyncs, false);
}

const char *view_copy_damaged(const char *from, const char *name)
{
    return copy(from, name, true, true);
}

enum {
    PACKETS = 200,
    SPRITES = 100,           /* of 1024 x 1024 pixels, in each packet */
    PRIM_BLEND = 6 | 1 << 6, /* sprite, ABE */
    ADDRESS_PRIM = 0x00,
    ADDRESS_XYZ2 = 0x05,
    ADDRESS_SCISSOR_1 = 0x40,
    ADDRESS_FRAME_1 = 0x4C,
    DESCRIPTOR_AD = 0xE,
};

static void add_sprites(struct gif_packet *packet)
{
    *packet = (struct gif_packet){0};
    gif_add(packet, gif_tag(3 + 2 * SPRITES, 1, 0, 1), DESCRIPTOR_AD);
    gif_add_ad(packet, ADDRESS_FRAME_1, 16 << 16); /* FBW: 16 * 64 pixels */
    gif_add_ad(packet, ADDRESS_SCISSOR_1, 1023ull << 16 | 1023ull << 48);
    gif_add_ad(packet, ADDRESS_PRIM, PRIM_BLEND);
    for (int i = 0; i < SPRITES; i++) {
        gif_add_ad(packet, ADDRESS_XYZ2, 0);
        gif_add_ad(packet, ADDRESS_XYZ2, 16384ull << 16 | 16384);
    }
}

const char *view_long_frame(const char *name)
{
    const char *path = scratch(name);
    const struct trace_header header = {0};
    const uint8_t registers[GS_PRIVILEGED_SIZE] = {0};
    struct gs_state *zero = calloc(1, sizeof *zero);
    struct gif_packet packet;
    struct trace_error error;
    struct trace_writer *writer = trace_writer_create(path, TRACE_RAW, &header, zero, registers, &error);
    cr_assert(zero && writer);
    add_sprites(&packet);
    struct trace_event event = {.kind = TRACE_GIF,
                                .path_code = TRACE_PATH3,
                                .data = packet.data,
                                .size = (uint32_t)packet.quadwords * 16};
    for (int i = 0; i < PACKETS; i++)
        cr_assert(trace_writer_add(writer, &event, &error));
    cr_assert(trace_writer_add(writer, &(struct trace_event){.kind = TRACE_VSYNC}, &error));
    cr_assert(trace_writer_finish(writer, &error));
    free(zero);
    return path;
}

/* ---- the program ---- */

pid_t view_start(const char *const *arguments)
{
    fflush(NULL);
    pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child)
        return child;
    char *argv[32] = {(char *)PATH1_PROGRAM};
    for (size_t i = 0; arguments[i] && i < 30; i++)
        argv[i + 1] = (char *)(uintptr_t)arguments[i];
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(null, 1);
    dup2(null, 2);
    execv(argv[0], argv);
    _exit(127);
}

void view_sleep(unsigned milliseconds)
{
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L}, NULL);
}

int view_stop(pid_t child, unsigned milliseconds)
{
    int status;
    kill(child, SIGTERM);
    for (unsigned waited = 0; waited < milliseconds; waited += 10) {
        if (waitpid(child, &status, WNOHANG) == child)
            return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
        view_sleep(10);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return -1;
}

/* ---- the X server ---- */

static struct {
    pid_t server;
    unsigned width, height;
} x;

/* In the child. The server tells on descriptor 3 which display it took. */
static void run_server(int tell)
{
    char size[32], descriptor[] = "3";
    snprintf(size, sizeof size, "%ux%ux24", x.width, x.height);
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(null, 1);
    dup2(null, 2);
    dup2(tell, 3);
    execlp("Xvfb", "Xvfb", "-displayfd", descriptor, "-screen", "0", size, "-fbdir", scratch(""), "-nolisten",
           "tcp", (char *)NULL);
    _exit(127);
}

bool view_x_start(unsigned width, unsigned height)
{
    int ends[2];
    x.width = width;
    x.height = height;
    cr_assert_eq(pipe(ends), 0);
    fflush(NULL);
    x.server = fork();
    cr_assert_geq(x.server, 0);
    if (x.server == 0)
        run_server(ends[1]);
    close(ends[1]);
    char number[16] = "", display[32];
    FILE *told = fdopen(ends[0], "r");
    bool good = fgets(number, sizeof number, told);
    fclose(told);
    if (!good) {
        view_x_stop();
        return false;
    }
    snprintf(display, sizeof display, ":%d", atoi(number));
    setenv("DISPLAY", display, 1);
    return true;
}

/* Xvfb keeps its screen in a file of the form of xwd: a header of big-endian words, colours, pixels. */
const unsigned char *view_x_screen(void)
{
    static unsigned char *screen;
    enum { HEADER_SIZE = 0, BYTES_PER_LINE = 12, COLOURS = 19, WORDS = 25, COLOUR_BYTES = 12 };
    uint32_t header[WORDS];
    unsigned char bytes[4];
    FILE *file = fopen(scratch("Xvfb_screen0"), "rb");
    cr_assert_not_null(file);
    for (int i = 0; i < WORDS; i++) {
        cr_assert_eq(fread(bytes, 1, 4, file), 4);
        header[i] = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
    }
    cr_assert_eq(header[BYTES_PER_LINE], x.width * 4);
    fseek(file, (long)(header[HEADER_SIZE] + header[COLOURS] * COLOUR_BYTES), SEEK_SET);
    free(screen);
    size_t size = (size_t)x.width * x.height * 4;
    screen = malloc(size);
    cr_assert(screen && fread(screen, 1, size, file) == size);
    fclose(file);
    return screen;
}

void view_x_stop(void)
{
    int status;
    if (x.server <= 0)
        return;
    kill(x.server, SIGTERM);
    waitpid(x.server, &status, 0);
    x.server = 0;
}
