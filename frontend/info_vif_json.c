/* path1 info as JSON: traces of what was sent to VIF1. */
#include <stdio.h>

#include "info_vif.h"
#include "vif_codes.h"

void info_put_p1t(json_t *container, const struct info *info)
{
    const char *names[INFO_START_PARTS];
    size_t count;
    json_t *parts = json_new_array(), *texts = json_new_array();
    info_start_parts(info, names, &count);
    for (size_t i = 0; i < count; i++)
        json_add(parts, json_string(names[i]));
    const struct trace_text *text = trace_texts(info->reader, &count);
    for (size_t i = 0; i < count; i++) {
        json_t *entry = json_new_object();
        json_put_text(entry, "key", text[i].key);
        json_put_text(entry, "text", text[i].text);
        json_add(texts, entry);
    }
    json_put_count(container, "p1t_version", info->header->p1t_version);
    json_put_bool(container, "merged_gif", info->header->merged_gif);
    json_put(container, "state", parts);
    json_put(container, "texts", texts);
}

void info_put_packets(json_t *packets, const struct summary *summary)
{
    json_put_count(packets, "vif1", summary->vif_packets);
    json_put_count(packets, "write", summary->writes);
    json_put_count(packets, "wait", summary->waits);
    json_put_count(packets, "comment", summary->comments);
}

static json_t *unpack_json(unsigned format, const struct unpack_tally *tally)
{
    json_t *object = json_new_object();
    json_put_text(object, "format", vif_format_name(format));
    json_put_count(object, "codes", tally->codes);
    json_put_count(object, "quadwords", tally->quadwords);
    json_put_count(object, "bytes", tally->bytes);
    json_put_count(object, "masked", tally->masked);
    json_put_count(object, "with_mode", tally->with_mode);
    json_put_count(object, "usn", tally->usn);
    json_put_count(object, "flg", tally->flg);
    json_put_count(object, "skipping", tally->skipping);
    json_put_count(object, "filling", tally->filling);
    return object;
}

static json_t *vif_json(const struct summary *summary)
{
    const struct vif_summary *vif = &summary->vif;
    json_t *object = json_new_object(), *codes = json_new_object(), *unpacks = json_new_array();
    for (unsigned command = 0; command < 128; command++)
        if (vif->codes[command])
            json_put_count(codes, vif_command_name(command), vif->codes[command]);
    for (unsigned format = 0; format < 16; format++)
        if (vif->unpack[format].codes)
            json_add(unpacks, unpack_json(format, &vif->unpack[format]));
    json_put_count(object, "bytes", summary->vif_bytes);
    json_put(object, "codes", codes);
    json_put_count(object, "invalid", vif->invalid);
    json_put_count(object, "interrupts", vif->interrupts);
    json_put(object, "unpack", unpacks);
    return object;
}

static json_t *upload_json(const struct upload_tally *upload)
{
    json_t *object = json_new_object();
    json_put_text(object, "xxh3_128", upload->hash);
    json_put_hex(object, "address", upload->address, 4);
    json_put_count(object, "bytes", upload->size);
    json_put_count(object, "pairs", upload->size / 8);
    json_put_count(object, "times", upload->times);
    return object;
}

static json_t *start_json(const struct start_tally *start)
{
    json_t *object = json_new_object();
    json_put_text(object, "micro_xxh3_128", start->micro_hash);
    json_put_text(object, "code", vif_command_name(start->command));
    json_put_hex(object, "address", start->address, 4);
    json_put_count(object, "starts", start->starts);
    json_put_count(object, "runs", start->runs);
    json_put_count(object, "cycles", start->cycles);
    json_put_count(object, "cycles_least", start->least);
    json_put_count(object, "cycles_most", start->most);
    json_put_real(object, "cycles_mean", info_mean_cycles(start));
    json_put_count(object, "pairs", start->pairs);
    json_put_count(object, "xgkicks", start->kicks);
    json_put_count(object, "xgkick_bytes", start->kick_bytes);
    return object;
}

static json_t *vu_json(const struct vif_summary *vif)
{
    json_t *object = json_new_object(), *uploads = json_new_array(), *starts = json_new_array();
    for (size_t i = 0; i < vif->uploads; i++)
        json_add(uploads, upload_json(&vif->upload[i]));
    for (size_t i = 0; i < vif->starts; i++)
        json_add(starts, start_json(&vif->start[i]));
    json_put(object, "uploads", uploads);
    json_put(object, "starts", starts);
    if (vif->uploads_left_out)
        json_put_count(object, "uploads_left_out", vif->uploads_left_out);
    if (vif->starts_left_out)
        json_put_count(object, "starts_left_out", vif->starts_left_out);
    return object;
}

static json_t *paths_json(const struct vif_summary *vif)
{
    json_t *object = json_new_object();
    json_put_count(object, "path1", vif->path_bytes[GS_PATH1]);
    json_put_count(object, "path1_xgkick", vif->kick_bytes);
    json_put_count(object, "path2", vif->path_bytes[GS_PATH2]);
    json_put_count(object, "path3", vif->path_bytes[GS_PATH3]);
    return object;
}

static json_t *expectation_json(const struct trace_expectation *expect)
{
    char hex[33];
    json_t *object = json_new_object();
    for (unsigned k = 0; k < 16; k++)
        snprintf(hex + 2 * k, 3, "%02x", expect->xxh3_128[k]);
    json_put_text(object, "rules", expect->rules);
    json_put_text(object, "what", expect->what);
    json_put_count(object, "width", expect->width);
    json_put_count(object, "height", expect->height);
    json_put_text(object, "xxh3_128", hex);
    return object;
}

void info_put_vif(json_t *root, const struct info *info)
{
    size_t count;
    if (!info->header->merged_gif) {
        json_put_count(root, "time_cycles", info->time);
        json_put_real(root, "time_seconds", info_seconds(info->time));
        json_put(root, "path_bytes", paths_json(&info->summary->vif));
        json_put(root, "vif1", vif_json(info->summary));
        json_put(root, "vu1", vu_json(&info->summary->vif));
    }
    json_t *expectations = json_new_array();
    const struct trace_expectation *expect = trace_expectations(info->reader, &count);
    for (size_t i = 0; i < count; i++)
        json_add(expectations, expectation_json(&expect[i]));
    json_put(root, "expectations", expectations);
}
