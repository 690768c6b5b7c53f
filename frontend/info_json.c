/* path1 info as JSON. */
#include <stdio.h>

#include <path1/gs_registers.h>

#include "info.h"
#include "info_vif.h"
#include "json_out.h"
#include "registers_json.h"

static json_t *container_json(const struct info *info)
{
    const struct trace_header *header = info->header;
    json_t *object = json_new_object();
    json_put_text(object, "compression", compression_name(header->compression));
    if (header->container == TRACE_P1T) {
        info_put_p1t(object, info);
    } else {
        json_put_bool(object, "header_block", header->has_header_block);
        json_put_count(object, "header_version", header->header_version);
        json_put_count(object, "state_version", header->state_version);
        json_put_count(object, "state_size", header->state_size);
    }
    json_put_text(object, "serial", header->serial);
    json_put_hex(object, "crc", header->crc, 8);
    if (header->screenshot) {
        json_t *screenshot = json_new_object();
        json_put_count(screenshot, "width", header->screenshot_width);
        json_put_count(screenshot, "height", header->screenshot_height);
        json_put(object, "screenshot", screenshot);
    }
    return object;
}

/* An object of `count` counters with these names. */
static json_t *counters(const char *const *names, const uint64_t *values, size_t count)
{
    json_t *object = json_new_object();
    for (size_t i = 0; i < count; i++)
        json_put_count(object, names[i], values[i]);
    return object;
}

static json_t *packets_json(const struct info *info)
{
    const struct summary *s = info->summary;
    static const char *const paths[] = {"path1_old", "path2", "path3", "path1_new"};
    json_t *object = json_new_object();
    json_put_count(object, "all", s->packets);
    json_put_count(object, "gif", s->gif_packets);
    json_put_count(object, "vsync", s->vsyncs);
    json_put_count(object, "registers", s->register_packets);
    json_put_count(object, "read_fifo", s->fifo_packets);
    if (info->header->container == TRACE_P1T)
        info_put_packets(object, s);
    if (info->header->merged_gif) { /* else "path_bytes" tells more */
        json_t *by_path = counters(paths, s->path_packets, 4);
        json_put_count(by_path, "other", s->other_path_packets);
        json_put(object, "gif_by_path", by_path);
    }
    return object;
}

static json_t *counts_json(const struct info *info)
{
    const struct summary *s = info->summary;
    static const char *const modes[] = {"packed", "reglist", "image", "disabled"};
    static const char *const types[] = {"point",          "line",         "line_strip", "triangle",
                                        "triangle_strip", "triangle_fan", "sprite"};
    static const char *const directions[] = {"host_to_local", "local_to_host", "local_to_local"};
    static const char *const events[] = {"signal", "finish", "label"};
    const uint64_t event_counts[] = {s->signals, s->finishes, s->labels};
    json_t *object = json_new_object();
    json_put(object, "packets", packets_json(info));
    json_put_count(object, "gif_bytes", s->gif_bytes);
    json_put(object, "gif_tags", counters(modes, s->tags, 4));
    json_put(object, "primitives", counters(types, s->primitives, 7));
    json_put_count(object, "draws", s->draws);
    json_put_count(object, "drawn_primitives", s->drawn_primitives);
    json_put(object, "transfers", counters(directions, s->transfers, 3));
    json_put_count(object, "read_fifo_bytes", s->fifo_bytes);
    json_put(object, "events", counters(events, event_counts, 3));
    return object;
}

static void put_format(json_t *object, const char *key, unsigned psm)
{
    const char *name = gs_format_name(psm);
    if (name)
        json_put_text(object, key, name);
    else
        json_put_hex(object, key, psm, 2);
}

static json_t *texture_json(const struct tally_entry *entry)
{
    uint64_t tex0 = entry->key;
    unsigned psm = (unsigned)(tex0 >> 20 & 0x3F);
    json_t *object = json_new_object();
    json_put_count(object, "tbp0", tex0 & 0x3FFF);
    json_put_count(object, "tbw", tex0 >> 14 & 0x3F);
    put_format(object, "psm", psm);
    json_put_count(object, "width", 1u << (tex0 >> 26 & 0xF));
    json_put_count(object, "height", 1u << (tex0 >> 30 & 0xF));
    json_put_count(object, "mipmap_levels", entry->levels);
    if (format_indexed(psm)) {
        json_t *clut = json_new_object();
        json_put_count(clut, "cbp", tex0 >> 37 & 0x3FFF);
        put_format(clut, "cpsm", (unsigned)(tex0 >> 51 & 0xF));
        json_put_count(clut, "csm", tex0 >> 55 & 1);
        json_put_count(clut, "csa", tex0 >> 56 & 0x1F);
        json_put(object, "clut", clut);
    }
    json_put_count(object, "draws", entry->draws);
    return object;
}

static json_t *buffer_json(const struct tally_entry *entry, bool depth)
{
    json_t *object = json_new_object();
    json_put_count(object, depth ? "zbp" : "fbp", entry->key & 0x1FF);
    json_put_count(object, "fbw", entry->key >> 16 & 0x3F);
    put_format(object, "psm",
               depth ? (unsigned)(entry->key >> 24 & 0xF) | 0x30 : (unsigned)(entry->key >> 24 & 0x3F));
    json_put_count(object, "scissor_width", entry->width);
    json_put_count(object, "scissor_height", entry->height);
    json_put_count(object, "draws", entry->draws);
    return object;
}

static void put_register(json_t *object, const struct gs_register *layout, const void *base,
                         const char *suffix)
{
    uint64_t value = gs_register_value(layout, base);
    json_t *entry = json_new_object();
    json_put_hex(entry, "value", value, 16);
    json_put(entry, "fields", register_fields_json(layout, value));
    char name[24];
    snprintf(name, sizeof name, "%s%s", layout->name, suffix);
    json_put(object, name, entry);
}

static void put_registers(json_t *object, enum gs_register_set set, const void *base, const char *suffix)
{
    size_t count;
    const struct gs_register *list = gs_register_list(set, &count);
    for (size_t i = 0; i < count && list[i].offset != GS_REGISTER_NOWHERE; i++)
        put_register(object, &list[i], base, suffix);
}

void info_print_json(const struct info *info)
{
    const struct summary *s = info->summary;
    json_t *root = json_new_object();
    json_put_text(root, "file", info->path);
    json_put(root, "container", container_json(info));
    json_put(root, "counts", counts_json(info));
    json_t *textures = json_new_array(), *frames = json_new_array(), *depths = json_new_array();
    for (size_t i = 0; i < s->textures.count; i++)
        json_add(textures, texture_json(&s->textures.entry[i]));
    for (size_t i = 0; i < s->frames.count; i++)
        json_add(frames, buffer_json(&s->frames.entry[i], false));
    for (size_t i = 0; i < s->depths.count; i++)
        json_add(depths, buffer_json(&s->depths.entry[i], true));
    if (info->header->container == TRACE_P1T)
        info_put_vif(root, info);
    if (info->warning)
        json_put_text(root, "warning", info->warning);
    json_put(root, "textures", textures);
    json_put(root, "frame_buffers", frames);
    json_put(root, "depth_buffers", depths);
    if (s->textures.left_out)
        json_put_count(root, "draws_with_textures_left_out", s->textures.left_out);
    if (s->frames.left_out)
        json_put_count(root, "draws_with_frame_buffers_left_out", s->frames.left_out);
    if (s->depths.left_out)
        json_put_count(root, "draws_with_depth_buffers_left_out", s->depths.left_out);
    json_t *general = json_new_object(), *privileged = json_new_object();
    put_registers(general, GS_GENERAL, info->registers, "");
    put_registers(general, GS_CONTEXT, &info->registers->context[0], "_1");
    put_registers(general, GS_CONTEXT, &info->registers->context[1], "_2");
    put_registers(privileged, GS_PRIVILEGED, info->privileged, "");
    json_put(root, "registers", general);
    json_put(root, "privileged_registers", privileged);
    json_print(root);
}
