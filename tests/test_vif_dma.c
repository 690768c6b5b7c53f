/* The DMA chain walker over a small memory image. Expected values follow the EE user's manual unless a
 * comment names another source. */
#include <criterion/criterion.h>
#include <string.h>

#include <path1/dma.h>

#include "vif_rig.h"

enum { MAIN_BYTES = 1 << 20, PAD_BYTES = 16384, SENT_WORDS = 1 << 19 };
#define PAD 0x80000000u
#define START (DMA_CHCR_STR | DMA_CHCR_DIR)
#define CHAIN (START | 4u)

static uint8_t main_memory[MAIN_BYTES], pad_memory[PAD_BYTES];
static uint32_t sent[SENT_WORDS];
static uint8_t sent_position[SENT_WORDS];
static size_t sent_count, room, incoming;
static size_t piece; /* quadwords that lie in one piece */
static struct dma_channel channel;

static void *map(void *user, uint32_t address, bool scratchpad, size_t *quadwords)
{
    size_t size = scratchpad ? PAD_BYTES : MAIN_BYTES;
    (void)user;
    cr_assert(address % 16 == 0 && *quadwords >= 1);
    if (address >= size)
        return NULL;
    if (*quadwords > (size - address) / 16)
        *quadwords = (size - address) / 16;
    if (*quadwords > piece)
        *quadwords = piece;
    return (scratchpad ? pad_memory : main_memory) + address;
}

static size_t send(void *user, const void *data, size_t words, unsigned word)
{
    size_t taken = words < room ? words : room;
    (void)user;
    for (size_t i = 0; i < taken && sent_count < SENT_WORDS; i++) {
        const uint8_t *p = (const uint8_t *)data + 4 * i;
        sent_position[sent_count] = (uint8_t)((word + i) % 4);
        sent[sent_count++] =
            (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    }
    return taken;
}

static size_t receive(void *user, void *out, size_t quadwords)
{
    size_t taken = quadwords < incoming ? quadwords : incoming;
    (void)user;
    memset(out, 0xA5, 16 * taken);
    incoming -= taken;
    return taken;
}

static const struct dma_port port = {.map = map, .send = send, .receive = receive};

static void put(uint32_t address, uint32_t word)
{
    uint8_t *to = (address & PAD ? pad_memory : main_memory) + (address & ~PAD);
    for (unsigned b = 0; b < 4; b++)
        to[b] = (uint8_t)(word >> (8 * b));
}

static void put_tag(uint32_t at, enum dma_id id, uint32_t qwc, uint32_t address)
{
    put(at, (uint32_t)id << 28 | qwc);
    put(at + 4, address);
    put(at + 8, 0xAAAA0000u | (at & 0xFFFF));
    put(at + 12, 0xBBBB0000u | (at & 0xFFFF));
}

/* Data whose first word of each quadword is its number. */
static void put_data(uint32_t at, uint32_t quadwords, uint32_t first)
{
    for (uint32_t i = 0; i < quadwords; i++)
        put(at + 16 * i, first + i);
}

static void setup(void)
{
    room = SIZE_MAX;
    piece = SIZE_MAX;
}

TestSuite(vif_dma, .init = setup, .timeout = 60);

static enum dma_result run(uint32_t chcr, uint32_t tadr)
{
    sent_count = 0;
    channel.chcr = chcr;
    channel.tadr = tadr;
    return dma_run(&channel, &port, 100000);
}

static void expect_sent(const uint32_t *numbers, size_t count)
{
    cr_assert_eq(sent_count, 4 * count, "%zu words", sent_count);
    cr_assert_eq(channel.moved, count);
    for (size_t i = 0; i < count; i++)
        cr_expect_eq(sent[4 * i], numbers[i], "quadword %zu is %u", i, sent[4 * i]);
}

Test(vif_dma, every_id_finds_its_data_and_its_next_tag)
{
    put_tag(0x1000, DMA_CNT, 2, 0x9999990);
    put_data(0x1010, 2, 1);
    put_tag(0x1030, DMA_NEXT, 1, 0x2000);
    put_data(0x1040, 1, 3);
    put_tag(0x2000, DMA_REF, 2, 0x8000);
    put_data(0x8000, 2, 4);
    put_tag(0x2010, DMA_REFS, 1, 0x8020);
    put_data(0x8020, 1, 6);
    put_tag(0x2020, DMA_CALL, 1, 0x3000);
    put_data(0x2030, 1, 7);
    put_tag(0x2040, DMA_REFE, 1, 0x9000);
    put_data(0x9000, 1, 13);
    put_tag(0x3000, DMA_CALL, 0, 0x4000);
    put_tag(0x3010, DMA_CNT, 1, 0);
    put_data(0x3020, 1, 11);
    put_tag(0x3030, DMA_RET, 1, 0);
    put_data(0x3040, 1, 12);
    put_tag(0x4000, DMA_RET, 3, 0);
    put_data(0x4010, 3, 8);
    static const uint32_t numbers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
    for (piece = 1; piece < 5; piece++) {
        cr_assert_eq(run(CHAIN, 0x1000), DMA_DONE);
        expect_sent(numbers, 13);
        cr_expect_eq(channel.tadr, 0x2050, "behind a REFE: console (spr/chain)");
        cr_expect_eq(channel.madr, 0x9010);
        cr_expect_eq(channel.qwc, 0);
        cr_expect_eq(channel.chcr & (DMA_CHCR_STR | DMA_CHCR_ASP), 0);
        cr_expect(channel.interrupt);
        cr_expect_eq(channel.asr[0], 0x2040);
        cr_expect_eq(channel.asr[1], 0x3010);
        channel.interrupt = false;
    }
}

Test(vif_dma, end_and_a_ret_without_call_end_the_chain)
{
    static const uint32_t numbers[] = {5, 6};
    for (enum dma_id id = DMA_RET; id <= DMA_END; id++) {
        put_tag(0x1000, id, 2, 0x5000);
        put_data(0x1010, 2, 5);
        cr_assert_eq(run(CHAIN, 0x1000), DMA_DONE);
        expect_sent(numbers, 2);
        cr_expect_eq(channel.tadr, 0x1000, "END: its own address, console (tagintr)");
        cr_expect_eq(channel.madr, 0x1030);
        cr_expect_eq(channel.chcr >> 16, (uint32_t)id << 12);
    }
}

Test(vif_dma, tte_sends_the_upper_half_of_each_tag_first)
{
    put_tag(0x1000, DMA_REF, 1, 0x8000);
    put_data(0x8000, 1, 1);
    put_tag(0x1010, DMA_END, 0, 0);
    cr_assert_eq(run(CHAIN | DMA_CHCR_TTE, 0x1000), DMA_DONE);
    static const uint32_t words[] = {0xAAAA1000, 0xBBBB1000, 1, 0, 0, 0, 0xAAAA1010, 0xBBBB1010};
    static const uint8_t positions[] = {2, 3, 0, 1, 2, 3, 2, 3};
    cr_assert_eq(sent_count, 8);
    cr_expect_arr_eq(sent, words, sizeof words);
    cr_expect_arr_eq(sent_position, positions, sizeof positions);
    cr_expect_eq(channel.moved, 1);
}

Test(vif_dma, irq_ends_the_chain_with_tie_only)
{
    static const uint32_t numbers[] = {1, 2, 3};
    for (unsigned tie = 0; tie < 2; tie++) {
        put_tag(0x1000, DMA_CNT, 1, 0);
        put_data(0x1010, 1, 1);
        put_tag(0x1020, DMA_NEXT, 1, 0x2000);
        put(0x1020, 0xA0000001);
        put_data(0x1030, 1, 2);
        put_tag(0x2000, DMA_REFE, 1, 0x8000);
        put_data(0x8000, 1, 3);
        cr_assert_eq(run(CHAIN | (tie ? DMA_CHCR_TIE : 0), 0x1000), tie ? DMA_IRQ : DMA_DONE);
        expect_sent(numbers, tie ? 2 : 3);
        cr_expect_eq(channel.tadr, tie ? 0x2000 : 0x2010);
        cr_expect(channel.interrupt);
        cr_expect_eq(channel.chcr & DMA_CHCR_STR, 0);
        if (tie) { /* and goes on when started again */
            cr_assert_eq(run(channel.chcr | DMA_CHCR_STR, channel.tadr), DMA_DONE);
            expect_sent(numbers + 2, 1);
        }
    }
}

Test(vif_dma, bit_31_of_an_address_is_the_scratchpad)
{
    put_tag(PAD | 0x100, DMA_CNT, 1, 0);
    put_data(PAD | 0x110, 1, 1);
    put_tag(PAD | 0x120, DMA_REF, 1, 0x8000);
    put_data(0x8000, 1, 2);
    put_tag(PAD | 0x130, DMA_NEXT, 0, 0x3000);
    put_tag(0x3000, DMA_REFE, 2, PAD | 0x3FE0);
    put_data(PAD | 0x3FE0, 2, 3);
    static const uint32_t numbers[] = {1, 2, 3, 4};
    cr_assert_eq(run(CHAIN, PAD | 0x100), DMA_DONE);
    expect_sent(numbers, 4);
    cr_expect_eq(channel.madr, PAD | 0x4000);
}

Test(vif_dma, plain_transfers_move_qwc_quadwords_and_65536_for_0)
{
    static const uint32_t numbers[] = {8, 9};
    put_data(0x100, 2, 8);
    channel.madr = 0x10F;
    channel.qwc = 2;
    cr_assert_eq(run(START, 0), DMA_DONE);
    expect_sent(numbers, 2);
    cr_expect_eq(channel.madr, 0x120);
    cr_expect_eq(channel.qwc, 0);
    channel.madr = 0;
    cr_assert_eq(run(START, 0), DMA_DONE, "rule dma_qwc0");
    cr_expect_eq(channel.moved, 65536);
    cr_expect_eq(channel.madr, MAIN_BYTES);
}

Test(vif_dma, a_chain_with_qwc_moves_that_first)
{
    static const uint32_t numbers[] = {3, 4, 1};
    put_tag(0x1000, DMA_REFE, 1, 0x8000);
    put_data(0x8000, 1, 1);
    put_data(0x9000, 2, 3);
    channel.madr = 0x9000;
    channel.qwc = 2;
    cr_assert_eq(run(CHAIN, 0x1000), DMA_DONE);
    expect_sent(numbers, 3);
}

Test(vif_dma, transfers_to_memory_take_what_the_device_has)
{
    incoming = 2;
    channel.madr = 0x4000;
    channel.qwc = 3;
    cr_assert_eq(run(DMA_CHCR_STR, 0), DMA_WAIT);
    cr_expect_eq(channel.qwc, 1);
    incoming = 5;
    cr_assert_eq(dma_run(&channel, &port, 10), DMA_DONE);
    cr_expect_eq(incoming, 4);
    cr_expect(main_memory[0x402F] == 0xA5 && main_memory[0x4030] == 0);
    cr_expect_eq(channel.madr, 0x4030);
}

Test(vif_dma, a_device_that_waits_gets_the_same_words)
{
    put_tag(0x1000, DMA_CALL, 3, 0x2000);
    put_data(0x1010, 3, 1);
    put_tag(0x1040, DMA_END, 0, 0);
    put_tag(0x2000, DMA_RET, 2, 0);
    put_data(0x2010, 2, 4);
    cr_assert_eq(run(CHAIN | DMA_CHCR_TTE, 0x1000), DMA_DONE);
    static uint32_t all[26];
    static uint8_t positions[26];
    cr_assert_eq(sent_count, 26);
    memcpy(all, sent, sizeof all);
    memcpy(positions, sent_position, sizeof positions);
    for (size_t step = 1; step < 6; step++) {
        enum dma_result result;
        unsigned calls = 0;
        room = step;
        result = run(CHAIN | DMA_CHCR_TTE, 0x1000);
        for (; result == DMA_WAIT && calls < 100; calls++)
            result = dma_run(&channel, &port, 100);
        cr_assert_eq(result, DMA_DONE);
        cr_assert_gt(calls, 2);
        cr_assert_eq(sent_count, 26);
        cr_expect_arr_eq(sent, all, sizeof all);
        cr_expect_arr_eq(sent_position, positions, sizeof positions);
        cr_expect_eq(channel.moved, 5);
    }
    room = 0;
    cr_expect_eq(run(CHAIN, 0x1000), DMA_WAIT);
    cr_expect_eq(dma_run(&channel, &port, 100), DMA_WAIT);
    cr_expect_eq(sent_count, 0);
}

/* A run on a channel that was at rest. */
static enum dma_result run_fresh(uint32_t chcr, uint32_t tadr)
{
    channel = (struct dma_channel){0};
    return run(chcr, tadr);
}

Test(vif_dma, broken_chains_end_with_an_error)
{
    char text[200];
    put_tag(0x1000, DMA_NEXT, 0, 0x1000);
    cr_expect_eq(run_fresh(CHAIN, 0x1000), DMA_ERROR_LIMIT, "a circle without data");
    put_tag(0x1000, DMA_NEXT, 0xFFFF, 0x1000);
    cr_expect_eq(run_fresh(CHAIN, 0x1000), DMA_ERROR_DATA, "data beyond the end of memory");
    put_tag(0x2000, DMA_REF, 1, 0x7FFFFFF0);
    cr_expect_eq(run_fresh(CHAIN, 0x2000), DMA_ERROR_DATA);
    put_tag(0x2000, DMA_NEXT, 0, 0x7FFFFFF0);
    cr_expect_eq(run_fresh(CHAIN, 0x2000), DMA_ERROR_TAG);
    cr_expect_gt(dma_describe(&channel, DMA_ERROR_TAG, text, sizeof text), 0);
    cr_expect(strstr(text, "tag 7ffffff0") || strstr(text, "tag 7FFFFFF0"), "%s", text);
    put_tag(0x3000, DMA_CALL, 0, 0x3010);
    put_tag(0x3010, DMA_CALL, 0, 0x3020);
    put_tag(0x3020, DMA_CALL, 1, 0x3000);
    cr_expect_eq(run_fresh(CHAIN, 0x3000), DMA_ERROR_CALL_DEPTH);
    cr_expect_eq(sent_count, 0);
    cr_expect_eq(run_fresh(START | 8, 0x3000), DMA_ERROR_MODE, "interleave");
    cr_expect_eq(run_fresh(DMA_CHCR_DIR | 4, 0x3000), DMA_IDLE);
    const struct dma_port one_way = {.map = map, .send = send};
    channel.chcr = DMA_CHCR_STR;
    cr_expect_eq(dma_run(&channel, &one_way, 10), DMA_ERROR_MODE);
    cr_expect_eq(channel.chcr & DMA_CHCR_STR, 0);
    channel = (struct dma_channel){.chcr = START, .qwc = 9};
    cr_expect_eq(dma_run(&channel, &port, 5), DMA_ERROR_LIMIT);
    cr_expect_eq(channel.moved, 5);
}

static size_t claims_too_much(void *user, const void *data, size_t words, unsigned word)
{
    (void)user, (void)data, (void)word;
    return words + 100;
}

static size_t delivers_too_much(void *user, void *out, size_t quadwords)
{
    (void)user;
    memset(out, 1, 16 * quadwords);
    return quadwords + 100;
}

static void *maps_too_much(void *user, uint32_t address, bool scratchpad, size_t *quadwords)
{
    void *at = map(user, address, scratchpad, quadwords);
    *quadwords += 100;
    return at;
}

Test(vif_dma, answers_of_a_port_that_are_too_large_are_cut)
{
    const struct dma_port too_large = {
        .map = maps_too_much, .send = claims_too_much, .receive = delivers_too_much};
    for (uint32_t dir = 0; dir < 2; dir++) {
        channel = (struct dma_channel){.chcr = DMA_CHCR_STR | dir, .madr = 0x100, .qwc = 7};
        cr_expect_eq(dma_run(&channel, &too_large, 100), DMA_DONE);
        cr_expect_eq(channel.moved, 7);
        cr_expect_eq(channel.madr, 0x170);
    }
    put_tag(0x1000, DMA_END, 1, 0);
    channel = (struct dma_channel){.chcr = CHAIN | DMA_CHCR_TTE, .tadr = 0x1000};
    cr_expect_eq(dma_run(&channel, &too_large, 100), DMA_DONE);
    cr_expect_eq(channel.moved, 1);
}

Test(vif_dma, memory_that_is_not_there_is_an_error_both_ways)
{
    const struct dma_port no_memory = {.send = send, .receive = receive};
    for (uint32_t dir = 0; dir < 2; dir++) {
        channel = (struct dma_channel){.chcr = DMA_CHCR_STR | dir, .madr = 0x100, .qwc = 7};
        cr_expect_eq(dma_run(&channel, &no_memory, 100), DMA_ERROR_DATA);
        cr_expect_eq(channel.qwc, 7);
    }
}

Test(vif_dma, every_result_has_a_text_of_its_own)
{
    char texts[DMA_ERROR_LIMIT + 1][200], unknown[200];
    for (int i = 0; i <= DMA_ERROR_LIMIT; i++) {
        cr_assert_gt(dma_describe(&channel, (enum dma_result)i, texts[i], sizeof texts[i]), 0);
        for (int k = 0; k < i; k++)
            cr_expect_str_neq(texts[i], texts[k]);
    }
    cr_assert_gt(dma_describe(&channel, (enum dma_result)(DMA_ERROR_LIMIT + 1), unknown, sizeof unknown), 0);
    cr_expect_eq(dma_describe(&channel, DMA_DONE, NULL, 0), (int)strlen(texts[DMA_DONE]));
}

Test(vif_dma, garbage_ends_and_stays_inside_of_memory)
{
    uint64_t seed = 3;
    unsigned results[DMA_ERROR_LIMIT + 1] = {0};
    for (unsigned i = 0; i < MAIN_BYTES / 4; i++) {
        /* Addresses mostly inside, few quadwords, so that chains get somewhere. */
        uint32_t word = vif_random(&seed);
        put(4 * i, i % 4 == 1   ? word & (word & 0x700 ? 0xFFFF0u : 0xFFFFFFFF)
                   : i % 4 == 0 ? word & 0xF000001Fu
                                : word);
    }
    for (unsigned i = 0; i < 3000; i++) {
        channel = (struct dma_channel){.chcr = CHAIN | (vif_random(&seed) & 0xFC),
                                       .tadr = vif_random(&seed) & 0xFFFFF};
        room = 1 + vif_random(&seed) % 50;
        sent_count = 0;
        enum dma_result result = DMA_WAIT;
        for (unsigned calls = 0; result == DMA_WAIT && calls < 1000; calls++)
            result = dma_run(&channel, &port, 500);
        results[result]++;
    }
    cr_expect_gt(results[DMA_DONE], 0);
    cr_expect_gt(results[DMA_IRQ], 0);
    cr_expect_gt(results[DMA_ERROR_TAG], 0);
    cr_expect_gt(results[DMA_ERROR_CALL_DEPTH], 0);
    cr_expect_gt(results[DMA_ERROR_MODE], 0);
}
