/* How fast UNPACK writes: for each format, gigabytes (10^9) of data memory written a second of processor
 * time, the fastest of several rounds. Without mask and mode as games mostly use it, then with a mask, and
 * with skips.
 *
 *     bench_vif [MEGABYTES]
 *
 * MEGABYTES: how much is written in a round, 256 without it. Exits with 1 if a figure of the first column is
 * below the aim: 2.4 for V4-32, 0.6 for others; only without an argument, as short runs measure nothing. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <path1/vif.h>

enum { ROUNDS = 5, WRITES = 256, STREAM_WORDS = 8 + 4 * WRITES };

static uint8_t memory[VIF1_MEMORY_SIZE];

struct way {
    uint32_t cycle, mask;
    unsigned masked;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Gigabytes a second. */
static double measure(struct vif *vif, unsigned format, const struct way *way, size_t bytes)
{
    static uint32_t words[STREAM_WORDS];
    double best = 0;
    uint32_t code = (0x60u | way->masked << 4 | format) << 24;
    size_t payload = vif_payload_words(VIF_UNIT_1, code, way->cycle), repeats = bytes / (16 * WRITES);
    uint32_t setup[] = {0x01000000u | way->cycle, 0x20000000u, way->mask};
    for (size_t i = 0; i < payload; i++)
        words[1 + i] = (uint32_t)i * 2654435761u;
    words[0] = code;
    vif_feed(vif, setup, 3);
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (size_t i = 0; i < repeats; i++) {
            if (vif_feed(vif, words, 1 + payload) != 1 + payload)
                exit(2);
        }
        double rate = 1e-9 * 16 * WRITES * (double)repeats / (now() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

int main(int argc, char **argv)
{
    static const char *const names[16] = {"S-32",  "S-16",  "S-8",  NULL, "V2-32", "V2-16", "V2-8", NULL,
                                          "V3-32", "V3-16", "V3-8", NULL, "V4-32", "V4-16", "V4-8", "V4-5"};
    static const struct way plain = {0x0101, 0, 0}, masked = {0x0101, 0x40404040u, 1}, skips = {0x0103, 0, 0};
    size_t bytes = (argc > 1 ? strtoul(argv[1], NULL, 10) : 256) << 20;
    struct vif_port port = {.memory = memory};
    struct vif *vif = vif_create(VIF_UNIT_1);
    int missed = 0;
    if (!vif)
        return 2;
    vif_set_port(vif, &port);
    puts("GB/s     plain  masked  every third");
    for (unsigned format = 0; format < 16; format++) {
        if (!names[format])
            continue;
        double rate = measure(vif, format, &plain, bytes);
        printf("%-6s %7.2f %7.2f %7.2f\n", names[format], rate, measure(vif, format, &masked, bytes / 8),
               measure(vif, format, &skips, bytes));
        missed |= argc == 1 && rate < (format == 12 ? 2.4 : 0.6);
    }
    vif_destroy(vif);
    return missed;
}
