/* path1 info: what a recording contains. */
#include "info.h"

#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "options.h"
#include "report.h"
#include "view.h"

static const char help[] =
    "Usage: path1 info TRACE [OPTION]...\n"
    "Replays TRACE (- is standard input) and prints its container form, serial and CRC of the program it "
    "was\n"
    "recorded from, counts of packets, GIF tags, draws, primitives and transfers, the textures, frame and\n"
    "depth buffers that draws use, and all registers after the last packet. Addresses of textures and\n"
    "palettes are in blocks of 256 bytes, of frame and depth buffers in pages of 8192 bytes.\n"
    "Of a .p1t also what its start, texts and expected results say; VIFcodes and UNPACK formats; the\n"
    "microprograms that MPG uploads (runs of pairs one behind the other), with XXH3-128 hashes; how often\n"
    "and how long they run, told apart by start, address and the contents of micro memory; bytes by path.\n\n"
    "  --json              print one JSON object instead\n"
    "  --screenshot FILE   write the embedded screenshot's colours as a PNG file\n"
    "  -h, --help          print this\n";

const char *compression_name(enum trace_compression compression)
{
    switch (compression) {
    case TRACE_XZ:
        return "xz";
    case TRACE_ZSTD:
        return "zst";
    default:
        return "raw";
    }
}

static bool write_screenshot(const struct info *info, const char *path)
{
    const struct trace_header *header = info->header;
    if (!header->screenshot) {
        report("%s: has no screenshot", info->path);
        return false;
    }
    struct view view;
    view_pixels(&view, header->screenshot_width, header->screenshot_height, header->screenshot);
    return view_write_png(&view, false, path);
}

static bool print_info(const char *path, struct playback *playback, bool json, const char *screenshot)
{
    struct summary summary;
    struct info info = {.path = path,
                        .reader = playback->reader,
                        .header = trace_header(playback->reader),
                        .summary = &summary};
    if (screenshot && !write_screenshot(&info, screenshot))
        return false;
    bool good = summary_collect(playback, &summary);
    if (good) {
        struct gs *gs = replay_gs(playback->replay);
        info.registers = gs_registers(gs);
        info.privileged = gs_privileged(gs);
        info.time = replay_time(playback->replay);
        info.warning = playback_warning(playback);
        if (json)
            info_print_json(&info);
        else
            info_print_text(&info);
    }
    summary_free(&summary);
    return good;
}

int command_info(int argc, char **argv)
{
    enum { JSON = 256, SCREENSHOT };
    static const struct option names[] = {
        {"json", no_argument, NULL, JSON},
        {"screenshot", required_argument, NULL, SCREENSHOT},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    bool json = false;
    const char *screenshot = NULL;
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        switch (option) {
        case JSON:
            json = true;
            break;
        case SCREENSHOT:
            screenshot = optarg;
            break;
        case 'h':
            fputs(help, stdout);
            return EXIT_SUCCESS;
        default:
            return EXIT_USAGE;
        }
    }
    if (!option_one_trace(argc, argv))
        return EXIT_USAGE;
    struct playback playback;
    if (!playback_open(&playback, argv[optind], NULL, NULL))
        return EXIT_FAILURE;
    bool good = print_info(argv[optind], &playback, json, screenshot);
    playback_close(&playback);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
