/* path1 info as text. */
#include <inttypes.h>
#include <stdio.h>

#include <path1/gs_registers.h>

#include "info.h"
#include "info_vif.h"
#include "text.h"

static void print_container(const struct info *info)
{
    const struct trace_header *header = info->header;
    char clean[256];
    text_clean(clean, sizeof clean, info->path);
    printf("file           %s\n", clean);
    printf("compression    %s\n", compression_name(header->compression));
    if (header->container == TRACE_P1T)
        info_print_p1t(info);
    else if (header->has_header_block)
        printf("container      header block, version %" PRIu32 "\n", header->header_version);
    else
        printf("container      old form, without header block\n");
    if (header->container == TRACE_GS_DUMP)
        printf("state          version %" PRIu32 ", %" PRIu32 " bytes\n", header->state_version,
               header->state_size);
    text_clean(clean, sizeof clean, header->serial);
    printf("serial         %s\n", clean[0] ? clean : "none");
    printf("crc            %08" PRIX32 "\n", header->crc);
    if (header->screenshot)
        printf("screenshot     %" PRIu32 "x%" PRIu32 "\n", header->screenshot_width,
               header->screenshot_height);
    else
        printf("screenshot     none\n");
}

static void print_counts(const struct info *info)
{
    const struct summary *s = info->summary;
    printf("packets        %" PRIu64 ": gif %" PRIu64 ", vsync %" PRIu64 ", registers %" PRIu64
           ", read fifo %" PRIu64 "\n",
           s->packets, s->gif_packets, s->vsyncs, s->register_packets, s->fifo_packets);
    if (info->header->merged_gif) /* else "path bytes" tells more */
        printf("gif packets    path1 (old) %" PRIu64 ", path2 %" PRIu64 ", path3 %" PRIu64
               ", path1 or merged %" PRIu64 ", other codes %" PRIu64 "\n",
               s->path_packets[0], s->path_packets[1], s->path_packets[2], s->path_packets[3],
               s->other_path_packets);
    printf("gif bytes      %" PRIu64 "\n", s->gif_bytes);
    printf("gif tags       PACKED %" PRIu64 ", REGLIST %" PRIu64 ", IMAGE %" PRIu64 ", disabled %" PRIu64
           "\n",
           s->tags[0], s->tags[1], s->tags[2], s->tags[3]);
    printf("primitives     point %" PRIu64 ", line %" PRIu64 ", line strip %" PRIu64 ", triangle %" PRIu64
           ", triangle strip %" PRIu64 ", triangle fan %" PRIu64 ", sprite %" PRIu64 "\n",
           s->primitives[0], s->primitives[1], s->primitives[2], s->primitives[3], s->primitives[4],
           s->primitives[5], s->primitives[6]);
    printf("draws          %" PRIu64 " of %" PRIu64 " primitives\n", s->draws, s->drawn_primitives);
    printf("transfers      host to local %" PRIu64 ", local to host %" PRIu64 ", local to local %" PRIu64
           "\n",
           s->transfers[0], s->transfers[1], s->transfers[2]);
    printf("read fifo      %" PRIu64 " bytes\n", s->fifo_bytes);
    printf("events         SIGNAL %" PRIu64 ", FINISH %" PRIu64 ", LABEL %" PRIu64 "\n", s->signals,
           s->finishes, s->labels);
}

static void print_format(unsigned psm)
{
    const char *name = gs_format_name(psm);
    if (name)
        printf("%-8s", name);
    else
        printf("PSM 0x%02X", psm);
}

static void print_left_out(const struct tally *tally)
{
    if (tally->left_out)
        printf("    and more, in %" PRIu64 " draws\n", tally->left_out);
}

static void print_textures(const struct tally *tally)
{
    printf("\ntextures (%zu)\n", tally->count);
    for (size_t i = 0; i < tally->count; i++) {
        const struct tally_entry *entry = &tally->entry[i];
        uint64_t tex0 = entry->key;
        unsigned psm = (unsigned)(tex0 >> 20 & 0x3F);
        printf("    block %5u  width %4u  ", (unsigned)(tex0 & 0x3FFF), (unsigned)(tex0 >> 14 & 0x3F) * 64);
        print_format(psm);
        printf("  %ux%u", 1u << (tex0 >> 26 & 0xF), 1u << (tex0 >> 30 & 0xF));
        if (entry->levels)
            printf("  %u more levels", (unsigned)entry->levels);
        if (format_indexed(psm)) {
            printf("  palette: block %u  ", (unsigned)(tex0 >> 37 & 0x3FFF));
            print_format((unsigned)(tex0 >> 51 & 0xF));
            printf("  CSM%u  CSA %u", (unsigned)(tex0 >> 55 & 1) + 1, (unsigned)(tex0 >> 56 & 0x1F));
        }
        printf("  in %" PRIu64 " draws\n", entry->draws);
    }
    print_left_out(tally);
}

/* `depth`: the format field holds a PSMZ code without its two high bits. */
static void print_buffers(const char *title, const struct tally *tally, bool depth)
{
    printf("\n%s (%zu)\n", title, tally->count);
    for (size_t i = 0; i < tally->count; i++) {
        const struct tally_entry *entry = &tally->entry[i];
        unsigned psm =
            depth ? (unsigned)(entry->key >> 24 & 0xF) | 0x30 : (unsigned)(entry->key >> 24 & 0x3F);
        printf("    page %3u  width %4u  ", (unsigned)(entry->key & 0x1FF),
               (unsigned)(entry->key >> 16 & 0x3F) * 64);
        print_format(psm);
        printf("  scissor up to %" PRIu32 "x%" PRIu32 "  in %" PRIu64 " draws\n", entry->width, entry->height,
               entry->draws);
    }
    print_left_out(tally);
}

static void print_registers(enum gs_register_set set, const void *base, const char *suffix)
{
    size_t count;
    const struct gs_register *list = gs_register_list(set, &count);
    for (size_t i = 0; i < count && list[i].offset != GS_REGISTER_NOWHERE; i++) {
        const struct gs_register *layout = &list[i];
        uint64_t value = gs_register_value(layout, base);
        char name[24], text[40];
        snprintf(name, sizeof name, "%s%s", layout->name, suffix);
        printf("    %-10s  %016" PRIX64, name, value);
        for (const struct gs_field *field = layout->field; field->name; field++) {
            gs_field_text(field, value, text, sizeof text);
            printf("  %s %s", field->name, text);
        }
        putchar('\n');
    }
}

void info_print_text(const struct info *info)
{
    print_container(info);
    print_counts(info);
    if (info->header->container == TRACE_P1T)
        info_print_vif(info);
    print_textures(&info->summary->textures);
    print_buffers("frame buffers", &info->summary->frames, false);
    print_buffers("depth buffers", &info->summary->depths, true);
    printf("\ngeneral registers at the end\n");
    print_registers(GS_GENERAL, info->registers, "");
    print_registers(GS_CONTEXT, &info->registers->context[0], "_1");
    print_registers(GS_CONTEXT, &info->registers->context[1], "_2");
    printf("\nprivileged registers at the end\n");
    print_registers(GS_PRIVILEGED, info->privileged, "");
}
