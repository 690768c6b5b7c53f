/* path1 vu run: results as text, JSON and files. */
#include <inttypes.h>
#include <math.h>

#include "json_out.h"
#include "output.h"
#include "vu_run.h"

/* ---- JSON ---- */

static json_t *word_json(uint32_t word, int digits)
{
    char text[16];
    snprintf(text, sizeof text, "%0*" PRIx32, digits, word);
    return json_string(text);
}

static json_t *words_json(const uint32_t words[4])
{
    json_t *list = json_new_array();
    for (unsigned i = 0; i < 4; i++)
        json_add(list, word_json(words[i], 8));
    return list;
}

static void put_registers(json_t *root, const struct vu_registers *r)
{
    json_t *vf = json_new_array(), *vi = json_new_array();
    for (unsigned n = 0; n < 32; n++)
        json_add(vf, words_json(r->vf[n]));
    for (unsigned n = 0; n < 16; n++)
        json_add(vi, word_json(r->vi[n], 4));
    json_put(root, "vf", vf);
    json_put(root, "vi", vi);
    json_put(root, "acc", words_json(r->acc));
    json_put(root, "q", word_json(r->q, 8));
    json_put(root, "p", word_json(r->p, 8));
    json_put(root, "i", word_json(r->i, 8));
    json_put(root, "r", word_json(r->r, 8));
    json_put(root, "status", word_json(r->status, 8));
    json_put(root, "mac", word_json(r->mac, 8));
    json_put(root, "clip", word_json(r->clip, 8));
}

void vu_run_print_json(const struct vu_run_result *result)
{
    json_t *root = json_new_object(), *runs = json_new_array(), *kicks = json_new_array();
    put_registers(root, &result->registers);
    for (size_t i = 0; i < result->run_count; i++) {
        const struct vu_run *run = &result->runs[i];
        json_t *object = json_new_object();
        json_put_count(object, "start", run->start_pc);
        json_put_count(object, "end_pc", run->end_pc);
        json_put_count(object, "cycles", run->cycles);
        json_put_count(object, "cycles_flushed", run->cycles_flushed);
        json_put_count(object, "pairs", run->pairs);
        json_put_bool(object, "finished", run->stop == VU_STOP_END);
        json_add(runs, object);
    }
    for (size_t i = 0; i < result->kick_count; i++) {
        const struct vu_run_kick *kick = &result->kicks[i];
        json_t *object = json_new_object();
        json_put_count(object, "run", kick->run);
        json_put_count(object, "addr", kick->address);
        json_put_count(object, "cycle", kick->cycle);
        json_put_count(object, "bytes", kick->bytes);
        json_add(kicks, object);
    }
    json_put(root, "runs", runs);
    json_put(root, "kicks", kicks);
    json_print(root);
}

/* ---- text ---- */

/* The value of a word: exponent 0 is zero, 255 an ordinary exponent. */
static double value_of(uint32_t word)
{
    int exponent = (int)(word >> 23 & 0xFF);
    double magnitude = exponent ? ldexp((double)(0x800000 | (word & 0x7FFFFF)), exponent - 150) : 0.0;
    return word >> 31 ? -magnitude : magnitude;
}

static void print_vector(const char *name, const uint32_t words[4])
{
    printf("%-5s", name);
    for (unsigned i = 0; i < 4; i++)
        printf(" %08" PRIx32, words[i]);
    printf("  ");
    for (unsigned i = 0; i < 4; i++)
        printf(" %13.7g", value_of(words[i]));
    putchar('\n');
}

static void print_word(const char *name, uint32_t word)
{
    printf("%-5s %08" PRIx32 "  %.9g\n", name, word, value_of(word));
}

static void print_registers(const struct vu_registers *r)
{
    for (unsigned n = 0; n < 32; n++) {
        char name[8];
        snprintf(name, sizeof name, "vf%02u", n);
        print_vector(name, r->vf[n]);
    }
    print_vector("acc", r->acc);
    for (unsigned n = 0; n < 16; n++)
        printf("vi%02u %04x%s", n, (unsigned)r->vi[n], n % 8 == 7 ? "\n" : "  ");
    print_word("q", r->q);
    print_word("p", r->p);
    print_word("i", r->i);
    print_word("r", r->r);
    printf("status %03x  mac %04x  clip %06" PRIx32 "\n", (unsigned)r->status, (unsigned)r->mac, r->clip);
}

void vu_run_print_text(const struct vu_run_result *result)
{
    for (size_t i = 0; i < result->run_count; i++) {
        const struct vu_run *run = &result->runs[i];
        printf("run %zu: from 0x%04" PRIx32 " %s 0x%04" PRIx32 ", %" PRIu64 " pairs in %" PRIu64
               " cycles, %" PRIu64 " flushed\n",
               i, run->start_pc, run->stop == VU_STOP_END ? "to" : "and not to its end: at", run->end_pc,
               run->pairs, run->cycles, run->cycles_flushed);
    }
    for (size_t i = 0; i < result->kick_count; i++) {
        const struct vu_run_kick *kick = &result->kicks[i];
        printf("kick %zu: run %zu, cycle %" PRIu64 ", 0x%04" PRIx32 ", %" PRIu32 " bytes\n", i, kick->run,
               kick->cycle, kick->address, kick->bytes);
    }
    print_registers(&result->registers);
}

/* ---- files ---- */

bool vu_run_write_memory(const char *path, struct vu *vu, uint32_t address, uint32_t bytes)
{
    struct output output;
    const uint8_t *data = vu_data(vu);
    uint32_t size = vu_memory_size(vu), first = size - address < bytes ? size - address : bytes;
    if (!output_begin(&output, path))
        return false;
    /* A short write shows when the file is put in place. */
    fwrite(data + address, 1, first, output.file);
    fwrite(data, 1, bytes - first, output.file);
    return output_commit(&output);
}
