/* The same words in any pieces give the same result: every event with its time, what the GS got, memories and
 * registers. Streams are random: UNPACKs of all kinds beside programs that read and write the same memory and
 * kick packets out of it, uploads of programs, DIRECT, waits, masks, I bits and invalid words; between them
 * the EE waits, sends packets of PATH3, and lets a stopped VIF1 go on. Expected: what the stream in whole
 * events gives (our own rule). */
#include <criterion/criterion.h>
#include <string.h>

#include "machine_rig.h"
#include "vif_rig.h"

TestSuite(machine_splits, .timeout = 300);

enum { STREAM_WORDS = 3000, STREAMS = 60, SPLITS = 6, OPERATIONS = 200 };

static uint32_t stream[STREAM_WORDS + 4096];
static size_t length;

/* What the EE does, in order. */
static struct operation {
    enum { TO_VIF1, TO_PATH3, WAIT, RESUME, SETTLE } kind;
    size_t begin, end; /* words of the stream */
    uint64_t cycles;
} operations[OPERATIONS];
static size_t operation_count;

/* Programs: 0 kicks quadwords 0 and 64 in turn while it copies quadwords about; 0x100 polls and writes. */
static const char program[] = ".vu\n"
                              "        nop             iaddiu vi01, vi00, 0\n"
                              "        nop             iaddiu vi02, vi00, 64\n"
                              "        nop             iaddiu vi03, vi00, 20\n"
                              "        nop             xtop vi04\n"
                              "        nop             xgkick vi01\n"
                              "loop:   nop             lq.xyzw vf01, 1(vi04)\n"
                              "        nop             iaddi vi03, vi03, -1\n"
                              "        nop             sq.yzw vf01, 65(vi01)\n"
                              "        nop             isw.x vi03, 70(vi00)\n"
                              "        nop             ibne vi03, vi00, loop\n"
                              "        nop             iaddi vi01, vi01, 1\n"
                              "        nop             xgkick vi02\n"
                              "        nop             sq.xyz vf01, 66(vi00)\n"
                              "        nop[e]          isw.w vi01, 3(vi00)\n"
                              "        nop             nop\n"
                              "        .align 0\n"
                              "        .org 0x100\n"
                              "        nop             iaddiu vi05, vi00, 50\n"
                              "wait:   nop             iaddi vi05, vi05, -1\n"
                              "        nop             ilw.y vi06, 5(vi00)\n"
                              "        nop             isw.z vi06, 67(vi00)\n"
                              "        nop             ibne vi05, vi00, wait\n"
                              "        nop             nop\n"
                              "        nop[e]          nop\n"
                              "        nop             nop\n";

static void put(uint32_t word)
{
    stream[length++] = word;
}

static uint32_t payload_word(uint64_t *random)
{
    uint32_t word = vif_random(random);
    /* Something that looks like a short GIF tag with EOP now and then. */
    return word % 8 == 0 ? 0x8000u | (word >> 28) : word;
}

static void put_unpack(uint64_t *random, uint32_t *cycle)
{
    uint32_t format = vif_random(random) % 16, r = vif_random(random);
    if (format % 4 == 3 && format != 15)
        format = 12;
    uint32_t code =
        vif_code(0x60 | format | (r & 16), r >> 8 & 15 ? r >> 8 & 15 : 1, (r >> 16 & 0x7F) | (r & 0xC000));
    put(code);
    for (uint32_t left = vif_payload_words(VIF_UNIT_1, code, *cycle); left; left--)
        put(payload_word(random));
}

static void put_direct(uint64_t *random)
{
    uint32_t quadwords = 1 + vif_random(random) % 6;
    put(vif_code(vif_random(random) % 2 ? 0x50 : 0x51, 0, quadwords));
    put(0x8000u | (quadwords - 1)); /* IMAGE */
    put(0x08000000u);
    for (uint32_t i = 2; i < 4 * quadwords; i++)
        put(vif_random(random));
}

static void put_code(uint64_t *random, uint32_t *cycle)
{
    static const uint16_t cycles[] = {0x0101, 0x0404, 0x0102, 0x0201, 0x0300, 0x0203};
    uint32_t r = vif_random(random);
    switch (r % 22) {
    case 16:
        put(vif_code(7, 0, r >> 8 & 0xFFFF) | (r & 0x1000000 ? VIF_I : 0));
        break;
    case 17:
        put(vif_code(0x13, 0, 0));
        break;
    case 18:
        put(vif_code(4, 0, r >> 8 & 0x3FF));
        break;
    case 19: /* to where no program is */
        put(vif_code(0x4A, 3, 0x100));
        for (unsigned i = 0; i < 6; i++)
            put(vif_random(random));
        break;
    case 20: /* rarely: a stop, or an invalid word */
        if (r % 5 == 0)
            put(r & 0x100000 ? VIF_I : 0x08000000u);
        break;
    case 0:
        put(vif_code(0x14, 0, r & 0x100 ? 0x20 : 0));
        break;
    case 1:
        put(vif_code(0x17, 0, 0));
        break;
    case 2:
        put(vif_code(r & 0x100 ? 0x11 : 0x10, 0, 0));
        break;
    case 3:
        *cycle = cycles[(r >> 8) % 6];
        put(vif_code(1, 0, *cycle));
        break;
    case 4:
        put_direct(random);
        break;
    case 5:
        put(vif_code(3, 0, r >> 8 & 63));
        put(vif_code(2, 0, r >> 16 & 63));
        break;
    case 6:
        put(vif_code(5, 0, r >> 8 & 3));
        put(vif_code(0x20, 0, 0));
        put(vif_random(random));
        break;
    case 7:
        put(vif_code(0x30 | (r >> 8 & 1), 0, 0));
        for (unsigned i = 0; i < 4; i++)
            put(vif_random(random));
        break;
    case 8:
        put(vif_code(0x15, 0, 0));
        break;
    case 9:
        put(vif_code(6, 0, r & 0x8000));
        break;
    default:
        put_unpack(random, cycle);
        break;
    }
}

static struct machine_rig *open_rig(void)
{
    struct machine_rig *rig = machine_rig_create();
    machine_rig_program(rig, program);
    machine_rig_store(rig, 0, 0x8000u | 12, 0x08000000u, 0, 0);
    machine_rig_store(rig, 64, 0x8000u | 9, 0x08000000u, 0, 0);
    return rig;
}

static void feed_pieces(struct machine_rig *rig, const struct operation *operation, unsigned most,
                        uint64_t *random)
{
    unsigned unit = operation->kind == TO_VIF1 ? 1 : 4; /* words */
    for (size_t at = operation->begin; at < operation->end;) {
        size_t left = operation->end - at, piece = most ? unit * (1 + vif_random(random) % most) : left;
        piece = piece < left ? piece : left;
        if (operation->kind == TO_VIF1)
            machine_rig_feed(rig, stream + at, piece);
        else
            machine_rig_gif(rig, GS_PATH3, stream + at, piece / 4);
        at += piece;
    }
}

/* In pieces of 1 to `most` words, or quadwords; 0: whole. */
static void perform(struct machine_rig *rig, unsigned most, uint64_t *random)
{
    for (size_t i = 0; i < operation_count; i++) {
        const struct operation *operation = &operations[i];
        if (operation->kind == WAIT)
            machine_wait(rig->machine, operation->cycles);
        else if (operation->kind == RESUME)
            machine_register(rig->machine, 0x10003C10, VIF_FBRST_STC);
        else if (operation->kind == SETTLE)
            machine_settle(rig->machine);
        else
            feed_pieces(rig, operation, most, random);
    }
    machine_settle(rig->machine);
}

static void make_stream(uint64_t *random)
{
    uint32_t cycle = 0x0101;
    length = 0;
    operation_count = 0;
    put(vif_code(1, 0, 0x0101));
    while (length < STREAM_WORDS && operation_count < OPERATIONS) {
        struct operation *operation = &operations[operation_count++];
        uint32_t r = operation_count == 1 ? 2 : vif_random(random);
        *operation = (struct operation){.kind = TO_VIF1, .begin = operation_count == 1 ? 0 : length};
        if (r % 4 == 0) {
            operation->kind = TO_PATH3;
            put(0x8000u | (r >> 8 & 15)); /* IMAGE */
            put(0x08000000u);
            for (uint32_t i = 2; i < 4 * (1 + (r >> 8 & 15)); i++)
                put(vif_random(random));
        } else if (r % 4 == 1) {
            operation->kind = r & 0x100 ? WAIT : r & 0x200 ? RESUME : SETTLE;
            operation->cycles = r >> 16 & 0xFF;
        } else {
            for (uint32_t codes = 1 + (r >> 8) % 30; codes && length < STREAM_WORDS; codes--)
                put_code(random, &cycle);
        }
        operation->end = length;
    }
}

/* What is written down of one kind. In which order VIF1 and the GIF say what they do at different times is
 * not part of the result. */
static void compare_kind(const struct machine_rig *a, const struct machine_rig *b, enum machine_rig_kind kind,
                         unsigned most)
{
    cr_assert_eq(machine_rig_count(a, kind), machine_rig_count(b, kind), "pieces of up to %u: kind %d", most,
                 kind);
    size_t at = 0;
    for (size_t i = 0; i < a->entries; i++) {
        const struct machine_rig_entry *x = &a->log[i], *y = &b->log[at];
        if (x->kind != kind)
            continue;
        while (y->kind != kind)
            y = &b->log[++at];
        cr_assert(x->time == y->time && x->offset == y->offset && x->code == y->code &&
                      x->address == y->address && x->quadwords == y->quadwords && x->path == y->path,
                  "pieces of up to %u: kind %d, offset %llu at %llu, offset %llu at %llu", most, kind,
                  (unsigned long long)x->offset, (unsigned long long)x->time, (unsigned long long)y->offset,
                  (unsigned long long)y->time);
        at++;
    }
}

static void compare(const struct machine_rig *a, const struct machine_rig *b, unsigned most)
{
    for (int kind = RIG_CODE; kind <= RIG_GIF; kind++)
        if (kind != RIG_MICRO) /* as many as there are pieces */
            compare_kind(a, b, (enum machine_rig_kind)kind, most);
    cr_assert_arr_eq(vu_micro(a->machine->vu), vu_micro(b->machine->vu), VU1_MEMORY_SIZE);
    cr_assert_eq(a->kept, b->kept);
    cr_assert_arr_eq(a->words, b->words, 4 * a->kept, "pieces of up to %u: other GIF data", most);
    cr_assert_arr_eq(vu_data(a->machine->vu), vu_data(b->machine->vu), VU1_MEMORY_SIZE);
    struct vif_registers x, y;
    vif_get_registers(a->machine->vif, &x);
    vif_get_registers(b->machine->vif, &y);
    cr_assert_eq(memcmp(&x, &y, sizeof x), 0);
    cr_assert_eq(a->machine->now, b->machine->now);
}

Test(machine_splits, any_pieces_give_the_same_result)
{
    static const unsigned pieces[SPLITS] = {1, 2, 3, 5, 16, 200};
    size_t packets = 0, ends = 0;
    for (uint64_t seed = 1; seed <= STREAMS; seed++) {
        uint64_t random = seed;
        make_stream(&random);
        struct machine_rig *whole = open_rig();
        perform(whole, 0, &random);
        packets += machine_rig_count(whole, RIG_GIF);
        ends += machine_rig_count(whole, RIG_END);
        for (unsigned i = 0; i < SPLITS; i++) {
            struct machine_rig *cut = open_rig();
            perform(cut, pieces[i], &random);
            compare(whole, cut, pieces[i]);
            machine_rig_destroy(cut);
        }
        machine_rig_destroy(whole);
    }
    /* The streams do what they are meant to. */
    cr_assert_geq(packets, 40 * STREAMS, "%zu packets", packets);
    cr_assert_geq(ends, 20 * STREAMS, "%zu programs", ends);
}
