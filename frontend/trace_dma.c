/* path1 trace dma: what a DMA transfer from a memory image sends, as a trace. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/dma.h>
#include <path1/trace.h>

#include "command.h"
#include "options.h"
#include "report.h"
#include "trace.h"
#include "vu.h"

static const char help[] =
    "Usage: path1 trace dma RAM.bin -o FILE.p1t --tadr ADDRESS [OPTION]...\n"
    "       path1 trace dma RAM.bin -o FILE.p1t --madr ADDRESS --qwc N [OPTION]...\n"
    "Walks a DMA chain in an image of the EE's memory and writes a trace of what VIF1 or the GIF gets.\n"
    "ADDRESS and N: decimal, or hexadecimal with 0x.\n\n"
    "  -o, --output FILE.p1t   where to; - is standard output\n"
    "  --tadr ADDRESS          of the first tag (chain mode); bit 31: in the scratchpad\n"
    "  --madr ADDRESS, --qwc N data that go first; without --tadr, all that goes (normal mode; N = 0: "
    "65536)\n"
    "  --channel vif1|gif      vif1 if it is not given\n"
    "  --tte                   tags' upper halves go to VIF1 ahead of their data\n"
    "  --base ADDRESS          of the first byte of RAM.bin; 0 if it is not given\n"
    "  --spr FILE              what the scratchpad holds\n"
    "  --comments              a comment with each tag\n"
    "  -h, --help              print this\n";

/* Bytes of a memory image (the EE's memory at its largest) and of the scratchpad. */
enum { LARGEST_IMAGE = 128 << 20, SCRATCHPAD_SIZE = 16384 };
/* Tags and quadwords of a transfer: as many as an event holds. */
static const uint64_t limit = TRACE_P1T_DATA_LIMIT / 16;

struct memory {
    uint8_t *bytes;
    size_t size;
    uint32_t base;
};

/* What decides where a chain goes from here: memory stays as it is. */
struct walk_place {
    uint32_t tadr, asp, asr[2];
};

struct walk {
    struct memory ram, scratchpad;
    struct dma_channel channel;
    bool vif1, comments;
    struct trace_writer *writer;
    struct trace_event event; /* that is being filled */
    uint8_t *data;
    size_t size, room;
    char *comment; /* tags that were read since data came */
    size_t comment_size;
    uint64_t tags;          /* that were read */
    struct walk_place seen; /* at an earlier tag */
    bool begun, failed, circle;
    struct trace_error error;
};

/* ---- events ---- */

static void add(struct walk *walk, const struct trace_event *event)
{
    if (!walk->failed)
        walk->failed = !trace_writer_add(walk->writer, event, &walk->error);
}

/* Writes the event that was filled. */
static void flush_event(struct walk *walk, uint8_t flags)
{
    if (walk->size == 0)
        return;
    walk->event.kind = walk->vif1 ? TRACE_VIF1 : TRACE_GIF;
    walk->event.path_code = TRACE_PATH3;
    walk->event.flags = (uint8_t)(flags | (walk->begun ? 0 : TRACE_DMA_BEGIN));
    walk->event.data = walk->data;
    walk->event.size = (uint32_t)walk->size;
    add(walk, &walk->event);
    walk->begun = true;
    walk->size = 0;
}

static void flush_comment(struct walk *walk)
{
    if (walk->comment_size)
        add(walk, &(struct trace_event){.kind = TRACE_COMMENT,
                                        .data = (const uint8_t *)walk->comment,
                                        .size = (uint32_t)walk->comment_size});
    walk->comment_size = 0;
}

static size_t send(void *user, const void *data, size_t words, unsigned word)
{
    struct walk *walk = user;
    size_t bytes = words * 4;
    bool goes_on = (walk->event.position + walk->size / 4) % 4 == word;
    if (walk->size && (!goes_on || walk->comment_size || bytes > TRACE_P1T_DATA_LIMIT - walk->size))
        flush_event(walk, 0);
    if (walk->size == 0) {
        flush_comment(walk);
        walk->event.position = (uint8_t)word;
    }
    if (walk->size + bytes > walk->room) {
        walk->room = 2 * (walk->size + bytes);
        walk->data = reallocate(walk->data, walk->room, 1);
    }
    memcpy(walk->data + walk->size, data, bytes);
    walk->size += bytes;
    return words;
}

/* ---- circles ---- */

static struct walk_place place_of(const struct dma_channel *channel)
{
    struct walk_place place = {.tadr = channel->tadr, .asp = channel->chcr & DMA_CHCR_ASP};
    for (uint32_t i = 0; i < 2 && i < place.asp >> 4; i++)
        place.asr[i] = channel->asr[i];
    return place;
}

/* At a tag: was the walk here before? Each place is compared with an older one, which moves on after 1, 2, 4,
 * 8 ... tags (Brent): every circle is found within three times the tags that it and the way to it have. */
static bool in_circle(struct walk *walk)
{
    struct walk_place place = place_of(&walk->channel);
    if (walk->tags && memcmp(&place, &walk->seen, sizeof place) == 0)
        return true;
    if ((walk->tags & (walk->tags - 1)) == 0)
        walk->seen = place;
    walk->tags++;
    return false;
}

/* ---- memory ---- */

static uint32_t load32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void note_tag(struct walk *walk, const uint8_t *tag)
{
    static const char *const names[] = {"REFE", "CNT", "NEXT", "REF", "REFS", "CALL", "RET", "END"};
    char text[96];
    uint32_t low = load32(tag);
    int length = snprintf(text, sizeof text, "%sDMA tag %08" PRIX32 "h: %s QWC %u ADDR %08" PRIX32 "h%s",
                          walk->comment_size ? "\n" : "", walk->channel.tadr, names[low >> 28 & 7],
                          (unsigned)(low & 0xFFFF), load32(tag + 4), low >> 31 ? " IRQ" : "");
    walk->comment = reallocate(walk->comment, walk->comment_size + (size_t)length, 1);
    memcpy(walk->comment + walk->comment_size, text, (size_t)length);
    walk->comment_size += (size_t)length;
}

static void *map(void *user, uint32_t address, bool scratchpad, size_t *quadwords)
{
    struct walk *walk = user;
    const struct memory *memory = scratchpad ? &walk->scratchpad : &walk->ram;
    const struct dma_channel *channel = &walk->channel;
    uint32_t at = address - memory->base;
    if (scratchpad && memory->size)
        at = address % SCRATCHPAD_SIZE;
    if (address < memory->base || at >= memory->size || memory->size - at < 16)
        return NULL;
    size_t there = (memory->size - at) / 16;
    if (there < *quadwords)
        *quadwords = there;
    /* Outside of a tag's data, only tags are read. */
    bool tag = channel->chcr & DMA_CHCR_MOD && channel->started && !channel->in_tag;
    if (tag && in_circle(walk)) {
        walk->circle = true;
        return NULL;
    }
    if (walk->comments && tag)
        note_tag(walk, memory->bytes + at);
    return memory->bytes + at;
}

static bool load(struct memory *memory, const char *path, size_t most, size_t least)
{
    memory->bytes = (uint8_t *)vu_read_file(path, most, false, &memory->size);
    if (memory->bytes && memory->size < least) {
        report("%s: expected %zu bytes, found %zu", path, least, memory->size);
        return false;
    }
    return memory->bytes != NULL;
}

/* ---- the command ---- */

static bool run(struct walk *walk, const char *out)
{
    const struct dma_port port = {.user = walk, .map = map, .send = send};
    const struct trace_header header = {.serial = ""};
    const struct trace_start start = {0};
    walk->writer = trace_writer_create_p1t(out, &header, &start, NULL, 0, &walk->error);
    if (!walk->writer) {
        report("%s", walk->error.text);
        return false;
    }
    enum dma_result result = dma_run(&walk->channel, &port, limit);
    if (result != DMA_DONE) {
        char text[256];
        dma_describe(&walk->channel, result, text, sizeof text);
        if (walk->circle)
            report("trace dma: the chain runs in a circle: tag %08" PRIx32 " comes again and again",
                   walk->channel.tadr);
        else
            report("trace dma: %s", text);
        trace_writer_abort(walk->writer);
        return false;
    }
    flush_event(walk, TRACE_DMA_END);
    flush_comment(walk);
    if (walk->failed)
        trace_writer_abort(walk->writer);
    else
        walk->failed = !trace_writer_finish(walk->writer, &walk->error);
    if (walk->failed)
        report("%s", walk->error.text);
    return !walk->failed;
}

static bool parse_number(const char *option, const char *text, uint32_t most, uint32_t *out)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 0);
    if (strchr("0123456789", text[0]) && *text && !*end && !errno && value <= most) {
        *out = (uint32_t)value;
        return true;
    }
    report("trace dma: %s takes a number up to 0x%" PRIX32 ", not '%s'", option, most, text);
    return false;
}

static int run_files(struct walk *walk, const char *ram, const char *spr, const char *out)
{
    bool good = load(&walk->ram, ram, LARGEST_IMAGE, 16) &&
                (!spr || load(&walk->scratchpad, spr, SCRATCHPAD_SIZE, SCRATCHPAD_SIZE)) && run(walk, out);
    free(walk->ram.bytes);
    free(walk->scratchpad.bytes);
    free(walk->data);
    free(walk->comment);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

enum { TADR = 256, MADR, QWC, CHANNEL, TTE, BASE, SPR, COMMENTS };

struct arguments {
    const char *out, *spr;
    bool tadr, madr, qwc;
};

/* One option. False on wrong usage. */
static bool take_option(struct walk *walk, struct arguments *arguments, int option)
{
    switch (option) {
    case 'o':
        arguments->out = optarg;
        return true;
    case TADR:
        arguments->tadr = true;
        walk->channel.chcr |= 1 << 2;
        return parse_number("--tadr", optarg, UINT32_MAX, &walk->channel.tadr);
    case MADR:
        arguments->madr = true;
        return parse_number("--madr", optarg, UINT32_MAX, &walk->channel.madr);
    case QWC:
        arguments->qwc = true;
        return parse_number("--qwc", optarg, 0xFFFF, &walk->channel.qwc);
    case CHANNEL:
        walk->vif1 = strcmp(optarg, "vif1") == 0;
        if (walk->vif1 || strcmp(optarg, "gif") == 0)
            return true;
        report("trace dma: --channel takes vif1 or gif, not '%s'", optarg);
        return false;
    case TTE:
        walk->channel.chcr |= DMA_CHCR_TTE;
        return true;
    case BASE:
        return parse_number("--base", optarg, 0x7FFFFFFF, &walk->ram.base);
    case SPR:
        arguments->spr = optarg;
        return true;
    case COMMENTS:
        walk->comments = true;
        return true;
    default:
        return false;
    }
}

static bool check_arguments(const struct walk *walk, const struct arguments *arguments, int files)
{
    if (files != 1)
        report("trace dma: takes one memory image, but got %s", files > 1 ? "more" : "none");
    else if (!arguments->out)
        report("trace dma: where to? Give a file with -o FILE.p1t");
    else if (arguments->madr != arguments->qwc || (!arguments->tadr && !arguments->madr))
        report("trace dma: what? Give --tadr ADDRESS, or --madr ADDRESS and --qwc N");
    else if (!walk->vif1 && walk->channel.chcr & DMA_CHCR_TTE)
        report("trace dma: --tte is for vif1 only");
    else
        return true;
    return false;
}

int command_trace_dma(int argc, char **argv)
{
    static const struct option names[] = {
        {"output", required_argument, NULL, 'o'},
        {"tadr", required_argument, NULL, TADR},
        {"madr", required_argument, NULL, MADR},
        {"qwc", required_argument, NULL, QWC},
        {"channel", required_argument, NULL, CHANNEL},
        {"tte", no_argument, NULL, TTE},
        {"base", required_argument, NULL, BASE},
        {"spr", required_argument, NULL, SPR},
        {"comments", no_argument, NULL, COMMENTS},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct walk walk = {.vif1 = true, .channel.chcr = DMA_CHCR_DIR | DMA_CHCR_STR};
    struct arguments arguments = {0};
    for (int option; (option = option_next(argc, argv, "o:h", names)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return EXIT_SUCCESS;
        }
        if (!take_option(&walk, &arguments, option))
            return EXIT_USAGE;
    }
    if (!check_arguments(&walk, &arguments, argc - optind))
        return EXIT_USAGE;
    return run_files(&walk, argv[optind], arguments.spr, arguments.out);
}
