/* path1 info as text: traces of what was sent to VIF1. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "info_vif.h"
#include "text.h"
#include "vif_codes.h"

void info_start_parts(const struct info *info, const char *names[INFO_START_PARTS], size_t *count)
{
    const struct trace_start *start = trace_start(info->reader);
    const struct {
        const void *part;
        const char *name;
    } parts[INFO_START_PARTS] = {
        {start->gs, "gs"},
        {start->registers, "privileged"},
        {start->vif, "vif1"},
        {start->vu, "vu1_registers"},
        {start->vu_data, "vu1_data"},
        {start->vu_micro, "vu1_micro"},
    };
    *count = 0;
    for (size_t i = 0; i < INFO_START_PARTS; i++)
        if (parts[i].part)
            names[(*count)++] = parts[i].name;
}

double info_mean_cycles(const struct start_tally *start)
{
    return start->runs ? (double)start->cycles / (double)start->runs : 0.0;
}

double info_seconds(uint64_t cycles)
{
    return (double)cycles / 294912000.0;
}

static void print_texts(const struct info *info)
{
    size_t count;
    const struct trace_text *text = trace_texts(info->reader, &count);
    for (size_t i = 0; i < count; i++) {
        char *shown = text_cleaned(text[i].text);
        printf("text           %s: %s\n", text[i].key, shown);
        free(shown);
    }
}

void info_print_p1t(const struct info *info)
{
    const char *names[INFO_START_PARTS];
    size_t count;
    printf("container      p1t, version %" PRIu32 "\n", info->header->p1t_version);
    printf("gif data       %s\n", info->header->merged_gif ? "merged" : "on their paths");
    info_start_parts(info, names, &count);
    printf("state          ");
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i ? ", " : "", names[i]);
    puts(count ? "" : "power-on");
    print_texts(info);
}

/* ---- VIF1 ---- */

static void print_codes(const struct vif_summary *vif)
{
    bool first = true;
    printf("vif codes      ");
    for (unsigned command = 0; command < 128; command++) {
        if (!vif->codes[command])
            continue;
        printf("%s%s %" PRIu64, first ? "" : ", ", vif_command_name(command), vif->codes[command]);
        first = false;
    }
    if (vif->invalid)
        printf("%sinvalid %" PRIu64, first ? "" : ", ", vif->invalid);
    if (vif->interrupts)
        printf("; with I bit %" PRIu64, vif->interrupts);
    puts(first && !vif->invalid ? "none" : "");
}

static void print_extra(const char *name, uint64_t count)
{
    if (count)
        printf("  %s %" PRIu64, name, count);
}

static void print_unpacks(const struct vif_summary *vif)
{
    puts("\nUNPACK formats");
    for (unsigned format = 0; format < 16; format++) {
        const struct unpack_tally *tally = &vif->unpack[format];
        if (!tally->codes)
            continue;
        printf("    %-6s codes %" PRIu64 "  quadwords %" PRIu64 "  bytes %" PRIu64, vif_format_name(format),
               tally->codes, tally->quadwords, tally->bytes);
        print_extra("masked", tally->masked);
        print_extra("with mode", tally->with_mode);
        print_extra("usn", tally->usn);
        print_extra("flg", tally->flg);
        print_extra("skipping", tally->skipping);
        print_extra("filling", tally->filling);
        putchar('\n');
    }
}

/* ---- VU1 ---- */

static void print_uploads(const struct vif_summary *vif)
{
    printf("\nmicroprograms uploaded (%zu)\n", vif->uploads);
    for (size_t i = 0; i < vif->uploads; i++) {
        const struct upload_tally *upload = &vif->upload[i];
        printf("    0x%04" PRIX32 "  %5" PRIu32 " bytes  %4" PRIu32 " pairs  %s  %" PRIu64 " times\n",
               upload->address, upload->size, upload->size / 8, upload->hash, upload->times);
    }
    if (vif->uploads_left_out)
        printf("    and more, %" PRIu64 " times\n", vif->uploads_left_out);
}

static void print_starts(const struct vif_summary *vif)
{
    printf("\nmicroprograms run (%zu), by the hash of all micro memory\n", vif->starts);
    for (size_t i = 0; i < vif->starts; i++) {
        const struct start_tally *start = &vif->start[i];
        printf("    %s  %-6s 0x%04" PRIX32 "  starts %" PRIu64 "  cycles %" PRIu64 " to %" PRIu64
               ", mean %.1f  pairs %" PRIu64 "  XGKICK %" PRIu64 ", %" PRIu64 " bytes\n",
               start->micro_hash, vif_command_name(start->command), start->address, start->starts,
               start->least, start->most, info_mean_cycles(start), start->pairs, start->kicks,
               start->kick_bytes);
    }
    if (vif->starts_left_out)
        printf("    and more, in %" PRIu64 " starts\n", vif->starts_left_out);
}

static void print_expectations(const struct info *info)
{
    size_t count;
    const struct trace_expectation *expect = trace_expectations(info->reader, &count);
    printf("\nexpected results (%zu)\n", count);
    for (size_t i = 0; i < count; i++) {
        char *rules = text_cleaned(expect[i].rules), *what = text_cleaned(expect[i].what);
        printf("    ");
        for (unsigned k = 0; k < 16; k++)
            printf("%02x", expect[i].xxh3_128[k]);
        printf("  %s", what);
        if (expect[i].width)
            printf("  %" PRIu32 "x%" PRIu32, expect[i].width, expect[i].height);
        printf("  under %s\n", rules);
        free(rules);
        free(what);
    }
}

void info_print_vif(const struct info *info)
{
    const struct summary *s = info->summary;
    const struct vif_summary *vif = &s->vif;
    printf("more events    vif1 %" PRIu64 ", register writes %" PRIu64 ", waits %" PRIu64
           ", comments %" PRIu64 "\n",
           s->vif_packets, s->writes, s->waits, s->comments);
    if (!info->header->merged_gif) {
        printf("path bytes     PATH1 %" PRIu64 " (by XGKICK %" PRIu64 " in %" PRIu64 "), PATH2 %" PRIu64
               ", PATH3 %" PRIu64 "\n",
               vif->path_bytes[GS_PATH1], vif->kick_bytes, vif->kicks, vif->path_bytes[GS_PATH2],
               vif->path_bytes[GS_PATH3]);
        printf("time           %" PRIu64 " cycles, %.6f ms\n", info->time, 1000.0 * info_seconds(info->time));
        printf("vif bytes      %" PRIu64 "\n", s->vif_bytes);
        print_codes(vif);
        print_unpacks(vif);
        print_uploads(vif);
        print_starts(vif);
    }
    print_expectations(info);
}
