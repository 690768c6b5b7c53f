#include "summary_vif.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "vif_codes.h"

/* Makes room for one more of `count` entries. */
static void *grow(void *entries, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return entries;
    *capacity = *capacity ? *capacity * 2 : 16;
    return reallocate(entries, *capacity, size);
}

/* ---- VIFcodes ---- */

static void count_unpack(struct vif_summary *summary, const struct replay_vif_code *code)
{
    struct vif_unpack_plan plan;
    vif_plan_unpack(&plan, code->code, code->registers);
    struct unpack_tally *tally = &summary->unpack[plan.format];
    tally->codes++;
    tally->quadwords += plan.valid ? plan.num : 0;
    tally->bytes += 4 * (uint64_t)code->payload_words;
    tally->masked += plan.masked;
    tally->with_mode += vif_plan_adds_row(&plan, code->registers);
    tally->usn += plan.usn;
    tally->flg += plan.flg;
    tally->filling += vif_plan_fills(&plan);
    tally->skipping += vif_plan_skips(&plan);
}

static void on_vif_code(void *user, const struct replay_vif_code *code)
{
    struct vif_summary *summary = user;
    summary->command = vif_code_command(code->code);
    summary->interrupts += code->code >> 31;
    if (vif_command_name(summary->command))
        summary->codes[summary->command]++;
    else
        summary->invalid++;
    if (summary->command == CODE_UNPACK)
        count_unpack(summary, code);
}

/* ---- uploads ---- */

static void finish_upload(struct vif_summary *summary)
{
    if (!summary->uploading)
        return;
    struct upload_tally new = {.address = summary->upload_address, .size = summary->upload_size, .times = 1};
    hashing_end(&summary->upload_hash, new.hash);
    summary->uploading = false;
    for (size_t i = 0; i < summary->uploads; i++) {
        struct upload_tally *old = &summary->upload[i];
        if (old->address == new.address && old->size == new.size &&strcmp(old->hash, new.hash) == 0) {
            old->times++;
            return;
        }
    }
    if (summary->uploads == VIF_TALLY_MAX) {
        summary->uploads_left_out++;
        return;
    }
    summary->upload = grow(summary->upload, summary->uploads, &summary->upload_capacity, sizeof new);
    summary->upload[summary->uploads++] = new;
}

static void on_micro(void *user, uint32_t address, const void *data, size_t bytes)
{
    struct vif_summary *summary = user;
    if (address != summary->upload_address + summary->upload_size)
        finish_upload(summary);
    if (!summary->uploading) {
        summary->uploading = true;
        summary->upload_address = address;
        summary->upload_size = 0;
        hashing_begin(&summary->upload_hash);
    }
    hashing_add(&summary->upload_hash, data, bytes);
    summary->upload_size += (uint32_t)bytes;
    summary->micro_hashed = false;
}

/* ---- runs ---- */

/* The entry for a start; SIZE_MAX if there is no room for it. */
static size_t start_index(struct vif_summary *summary, unsigned command, uint32_t address)
{
    for (size_t i = 0; i < summary->starts; i++) {
        const struct start_tally *old = &summary->start[i];
        if (old->command == command && old->address == address &&
            strcmp(old->micro_hash, summary->micro_hash) == 0)
            return i;
    }
    if (summary->starts == VIF_TALLY_MAX) {
        summary->starts_left_out++;
        return SIZE_MAX;
    }
    summary->start = grow(summary->start, summary->starts, &summary->start_capacity, sizeof *summary->start);
    struct start_tally *new = &summary->start[summary->starts];
    *new = (struct start_tally){.command = command, .address = address};
    memcpy(new->micro_hash, summary->micro_hash, sizeof new->micro_hash);
    return summary->starts++;
}

static void on_start(void *user, const struct replay_start *start)
{
    struct vif_summary *summary = user;
    finish_upload(summary);
    if (!summary->micro_hashed)
        hash_bytes(vu_micro(start->vu), VU1_MEMORY_SIZE, summary->micro_hash);
    summary->micro_hashed = true;
    size_t index = start_index(summary, summary->command, start->address);
    if (index != SIZE_MAX)
        summary->start[index].starts++;
    summary->recent[1] = summary->recent[0];
    summary->recent[0].offset = start->offset;
    summary->recent[0].index = index;
}

/* The entry of the start at `offset`; NULL if it is not known any more. */
static struct start_tally *started(struct vif_summary *summary, uint64_t offset)
{
    for (unsigned i = 0; i < 2; i++)
        if (summary->recent[i].index != SIZE_MAX && summary->recent[i].offset == offset)
            return &summary->start[summary->recent[i].index];
    return NULL;
}

static void on_end(void *user, const struct replay_end *end)
{
    struct vif_summary *summary = user;
    struct start_tally *tally = started(summary, end->offset);
    uint64_t cycles = end->run->cycles;
    if (!tally)
        return;
    if (!tally->runs || cycles < tally->least)
        tally->least = cycles;
    if (cycles > tally->most)
        tally->most = cycles;
    tally->runs++;
    tally->cycles += cycles;
    tally->pairs += end->run->pairs;
}

static void on_gif(void *user, const struct replay_gif *gif)
{
    struct vif_summary *summary = user;
    uint64_t bytes = 16 * (uint64_t)gif->quadwords;
    summary->path_bytes[gif->path] += bytes;
    if (!gif->kicked)
        return;
    summary->kicks++;
    summary->kick_bytes += bytes;
    struct start_tally *tally = started(summary, gif->offset);
    if (tally) {
        tally->kicks++;
        tally->kick_bytes += bytes;
    }
}

/* ---- life ---- */

void vif_summary_begin(struct vif_summary *summary)
{
    *summary = (struct vif_summary){.recent = {{.index = SIZE_MAX}, {.index = SIZE_MAX}}};
}

struct replay_observer vif_summary_observer(struct vif_summary *summary)
{
    return (struct replay_observer){.user = summary,
                                    .vif_code = on_vif_code,
                                    .micro = on_micro,
                                    .start = on_start,
                                    .end = on_end,
                                    .gif = on_gif};
}

void vif_summary_end(struct vif_summary *summary)
{
    finish_upload(summary);
}

void vif_summary_free(struct vif_summary *summary)
{
    free(summary->upload);
    free(summary->start);
    *summary = (struct vif_summary){0};
}
