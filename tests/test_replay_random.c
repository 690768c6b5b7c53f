/* Random traces of what was sent to VIF1, the GIF and the registers, played to the end. Whatever they hold:
 * no crash, no endless loop, and the GS dump that `convert` makes of what reached the GS gives the same
 * hashes as the trace (our own rule: both are the same sequence of packets). */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"
#include "vif_rig.h"
#include "vu_source.h"

TestSuite(replay_random, .init = program_setup, .fini = program_teardown, .timeout = 600);

enum { WORDS = 1 << 16, TRACES = 60 };

static uint32_t words[WORDS];
static size_t count;
static uint64_t seed;

static uint32_t random_word(void)
{
    return vif_random(&seed);
}

static uint32_t below(uint32_t n)
{
    return (uint32_t)((uint64_t)random_word() * n >> 32);
}

static void put(uint32_t word)
{
    if (count < WORDS)
        words[count++] = word;
}

static void put_quadword(uint64_t low, uint64_t high)
{
    put((uint32_t)low);
    put((uint32_t)(low >> 32));
    put((uint32_t)high);
    put((uint32_t)(high >> 32));
}

/* ---- GIF packets ---- */

static void put_tag(uint32_t nloop, bool eop, unsigned flg, unsigned nreg, uint64_t regs, unsigned prim)
{
    put_quadword(nloop | (uint64_t)eop << 15 | (uint64_t)(prim > 0) << 46 | (uint64_t)prim << 47 |
                     (uint64_t)flg << 58 | (uint64_t)(nreg & 15) << 60,
                 regs);
}

/* A+D writes of registers with values that keep drawing inside 256 x 256 pixels. */
static void put_registers(unsigned writes, bool eop)
{
    put_tag(writes, eop, 0, 1, 0xE, 0);
    for (unsigned i = 0; i < writes; i++) {
        switch (below(10)) {
        case 0:
            put_quadword(4ull << 16 | (uint64_t)below(2) * 2 << 24, 0x4C); /* FRAME_1 */
            break;
        case 1:
            put_quadword((uint64_t)below(256) << 16 | (uint64_t)below(256) << 48, 0x40); /* SCISSOR_1 */
            break;
        case 2:
            put_quadword(below(0x4000) | (uint64_t)4 << 14 | (uint64_t)below(64) << 20 |
                             (uint64_t)below(8) << 26 | (uint64_t)below(8) << 30 |
                             (uint64_t)random_word() << 34,
                         0x06); /* TEX0_1 */
            break;
        case 3:
            put_quadword((random_word() & 0xFF) | (uint64_t)below(256) << 32, 0x42); /* ALPHA_1 */
            break;
        case 4:
            put_quadword(random_word() & 0x7FFFF, 0x47); /* TEST_1 */
            break;
        case 5:
            put_quadword(below(0x1000) | 1ull << 24 | (uint64_t)below(0x1000) << 32 | 4ull << 48, 0x50);
            put_quadword(0, 0x0F);
            i++;
            break;
        case 6:
            put_quadword((1 + below(31)) | (uint64_t)(1 + below(31)) << 32, 0x52); /* TRXREG */
            break;
        case 7:
            put_quadword(below(4), 0x53); /* TRXDIR */
            break;
        case 8:
            put_quadword(random_word() & 0x7FF, 0x00); /* PRIM */
            break;
        default:
            put_quadword((uint64_t)random_word() << 32 | random_word(),
                         0x3B + below(12)); /* whatever is there */
            break;
        }
    }
}

static void put_vertices(unsigned nloop, bool eop)
{
    put_tag(nloop, eop, 0, 3, 0x512, 1 + below(0x7FE));
    for (unsigned i = 0; i < nloop; i++) {
        put_quadword((uint64_t)random_word() << 32 | random_word(), random_word());
        put_quadword((uint64_t)random_word() << 32 | random_word(), random_word());
        put_quadword(below(4096) | (uint64_t)below(4096) << 32, random_word() | (uint64_t)(below(4) == 0)
                                                                                    << 47);
    }
}

static void put_image(unsigned nloop, bool eop)
{
    put_tag(nloop, eop, 2, 0, 0, 0);
    for (unsigned i = 0; i < nloop; i++)
        put_quadword((uint64_t)random_word() << 32 | random_word(), random_word());
}

static void put_packet(void)
{
    unsigned tags = 1 + below(3);
    for (unsigned i = 0; i < tags; i++) {
        bool eop = i + 1 == tags && below(20) != 0; /* some packets do not end here */
        switch (below(4)) {
        case 0:
            put_registers(1 + below(8), eop);
            break;
        case 1:
            put_vertices(1 + below(12), eop);
            break;
        case 2:
            put_image(below(40), eop);
            break;
        default:
            put_tag(0, eop, below(4), below(16), random_word(), 0);
            break;
        }
    }
}

/* ---- VIF1 ---- */

static void put_direct(void)
{
    size_t at = count;
    put(0);
    put_packet();
    uint32_t quadwords = (uint32_t)((count - at - 1) / 4);
    words[at] = vif_code(below(4) ? 0x50 : 0x51, 0, quadwords);
}

/* A packet for an XGKICK: into VU memory by UNPACK V4-32. */
static void put_kick_data(void)
{
    put(vif_code(1, 0, 0x0101));
    size_t at = count;
    put(0);
    put_packet();
    uint32_t quadwords = (uint32_t)((count - at - 1) / 4);
    if (quadwords > 255) {
        count = at;
        return;
    }
    words[at] = vif_code(0x6C, quadwords, 16 + below(2) * 512);
}

static void put_code(void)
{
    switch (below(14)) {
    case 0:
        put_direct();
        break;
    case 1:
        put_kick_data();
        break;
    case 2:
        put(vif_code(0x14, 0, below(2) * 8));
        break;
    case 3:
        put(vif_code(below(2) ? 0x11 : 0x13, 0, 0));
        break;
    case 4:
        put(vif_code(6, 0, below(2) << 15));
        break;
    case 5:
        put(vif_code(below(2) ? 0x17 : 0x15, 0, 0));
        break;
    case 6:
        put(vif_code(below(0x80), below(256), random_word() & 0xFFFF)); /* whatever it is */
        break;
    case 7:
        put(random_word());
        break;
    default:
        put(vif_code(0x60 | below(32), 1 + below(8), random_word() & 0xC0FF));
        for (unsigned left = below(30); left; left--)
            put(below(3) ? 0 : random_word());
        break;
    }
}

/* ---- traces ---- */

static void add(struct trace_writer *writer, const struct trace_event *event)
{
    struct trace_error error;
    cr_assert(trace_writer_add(writer, event, &error), "%s", error.text);
}

static void add_register(struct trace_writer *writer, uint32_t address, uint64_t value)
{
    add(writer, &(const struct trace_event){.kind = TRACE_REGISTER, .address = address, .value = value});
}

static void add_event(struct trace_writer *writer)
{
    static const uint32_t addresses[] = {0x10003C00, 0x10003C10, 0x10003C20, 0x10003C30,
                                         0x10003000, 0x10003010, 0x12001000};
    struct trace_event event = {0};
    count = 0;
    switch (below(12)) {
    case 0:
    case 1:
        for (unsigned i = 1 + below(3); i; i--)
            put_packet();
        event = (struct trace_event){.kind = TRACE_GIF, .path_code = (uint8_t)below(4)};
        break;
    case 2: /* neither GIF_CTRL.RST nor CSR.RESET: a dump has no place for them */
        add_register(writer, addresses[below(7)], (below(3) ? below(16) : random_word()) & ~0x201u);
        add_register(writer, 0x10003C10, 8); /* STC, so that not everything stands still */
        add_register(writer, 0x10003C00, 0);
        add_register(writer, 0x10003000, 0);
        return;
    case 3:
        add(writer, &(const struct trace_event){.kind = TRACE_VSYNC, .field = (uint8_t)below(2)});
        return;
    case 4:
        add(writer, &(const struct trace_event){.kind = TRACE_READ_FIFO, .quadwords = below(100)});
        return;
    case 5:
        add(writer, &(const struct trace_event){.kind = TRACE_WAIT, .value = below(3) ? below(10000) : 0});
        return;
    default:
        for (unsigned i = 1 + below(40); i; i--)
            put_code();
        event = (struct trace_event){.kind = TRACE_VIF1, .position = (uint8_t)below(4)};
        break;
    }
    event.data = (const uint8_t *)words;
    event.size = (uint32_t)(4 * count);
    add(writer, &event);
}

/* Kicks quadword 16 and 528 in turn, and moves things about. */
static const char program[] =
    ".vu\n nop iaddiu vi01, vi00, 16\n nop xgkick vi01\n nop lq.xyzw vf01, 20(vi00)\n"
    " nop iaddiu vi02, vi00, 528\n nop xgkick vi02\n nop[e] sq.x vf01, 30(vi01)\n nop nop\n"
    " nop[e] xgkick vi02\n nop nop\n nop[e] nop\n nop nop\n";

static const char *write_trace(const char *name)
{
    static uint8_t micro[VU1_MEMORY_SIZE];
    static uint8_t privileged[GS_PRIVILEGED_SIZE];
    const struct source_program *source = source_assemble(program);
    for (size_t i = 0; i < source->count; i++) {
        memcpy(micro + 8 * i, &source->pairs[i].lower, 4);
        memcpy(micro + 8 * i + 4, &source->pairs[i].upper, 4);
    }
    const uint64_t display = 255ull << 32 | 255ull << 44, dispfb = 4ull << 9;
    privileged[0] = 1; /* PMODE.EN1 */
    memcpy(privileged + 0x70, &dispfb, 8);
    memcpy(privileged + 0x80, &display, 8);
    const struct trace_header header = {.serial = "", .merged_gif = false};
    const struct trace_start start = {.registers = privileged, .vu_micro = micro};
    struct trace_error error;
    const char *path = scratch(name);
    struct trace_writer *writer = trace_writer_create_p1t(path, &header, &start, NULL, 0, &error);
    cr_assert_not_null(writer, "%s", error.text);
    for (unsigned events = 20 + below(60); events; events--)
        add_event(writer);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
    return path;
}

/* Without the file's name at the end of each line. */
static char *hashes(const char *path)
{
    struct run run = run_path1("hash", path);
    cr_assert_eq(run.status, 0, "%s", run.err);
    for (char *at = run.out; (at = strstr(at, path));)
        memset(at, ' ', strlen(path));
    return run.out;
}

static void strip(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ')
            *to++ = *from;
    *to = 0;
}

Test(replay_random, a_converted_trace_gives_the_same_hashes)
{
    size_t lines = 0;
    const char *other = getenv("PATH1_SEED"); /* for longer searches by hand */
    unsigned base = other ? (unsigned)strtoul(other, NULL, 10) : 1000;
    for (unsigned i = 0; i < TRACES; i++) {
        seed = base + i;
        const char *trace = write_trace("random.p1t"), *dump = scratch("random.gs");
        struct run convert = run_path1("convert", trace, "-o", dump);
        cr_assert_eq(convert.status, 0, "seed %u: %s", base + i, convert.err);
        char *a = hashes(trace), *b = hashes(dump);
        strip(a);
        strip(b);
        cr_assert_str_eq(a, b, "seed %u", base + i);
        for (const char *at = a; *at; at++)
            lines += *at == '\n';
    }
    cr_assert_geq(lines, 5 * TRACES, "%zu", lines);
}
