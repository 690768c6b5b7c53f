/* path1 level info as JSON. */
#include <stdio.h>

#include "json_out.h"
#include "level.h"

static const char *letter(enum level_confidence confidence)
{
    static const char *const letters[] = {"A", "B", "C"};
    return letters[confidence];
}

static json_t *parts_json(const struct level *level)
{
    size_t count;
    const struct level_extent *extent = level_extents(level, &count);
    json_t *parts = json_new_array();
    for (size_t i = 0; i < count; i++) {
        json_t *part = json_new_object();
        json_put_text(part, "name", extent[i].name);
        json_put_count(part, "offset", extent[i].offset);
        json_put_count(part, "bytes", extent[i].size);
        if (extent[i].compressed)
            json_put_count(part, "stream_bytes", extent[i].stream_size);
        if (extent[i].decompressed)
            json_put_count(part, "decompressed_bytes", extent[i].decompressed);
        json_put_text(part, "confidence", letter(extent[i].confidence));
        json_add(parts, part);
    }
    return parts;
}

static json_t *checks_json(const struct level *level)
{
    size_t count;
    const struct level_check *check = level_checks(level, &count);
    json_t *checks = json_new_array();
    for (size_t i = 0; i < count; i++) {
        json_t *object = json_new_object();
        json_put_text(object, "id", check[i].id);
        json_put_text(object, "claim", check[i].claim);
        json_put_text(object, "confidence", letter(check[i].confidence));
        json_put_bool(object, "rule", check[i].kind == LEVEL_RULE);
        json_put_count(object, "passed", check[i].passed);
        json_put_count(object, "total", check[i].total);
        if (check[i].failure) {
            json_put_text(object, "first_part", level_part_name(check[i].part));
            json_put_count(object, "first_offset", check[i].offset);
            json_put_text(object, "first_failure", check[i].failure);
        }
        json_add(checks, object);
    }
    return checks;
}

static json_t *owners_json(const struct level *level)
{
    size_t count;
    const struct level_owner *owner = level_owners(level, &count);
    json_t *owners = json_new_array();
    for (size_t i = 0; i < count; i++) {
        json_t *object = json_new_object();
        json_put_text(object, "owner", level_owner_name(owner[i].kind));
        json_put_count(object, "index", owner[i].index);
        json_put_count(object, "offset", owner[i].span.offset);
        json_put_count(object, "bytes", owner[i].span.size);
        json_put_text(object, "confidence", letter(level_owner_confidence(owner[i].kind)));
        json_add(owners, object);
    }
    return owners;
}

static json_t *classes_json(const struct level *level)
{
    static const char *const kinds[LEVEL_CLASS_KINDS] = {"moby", "tie", "shrub"};
    json_t *classes = json_new_object();
    for (int kind = 0; kind < LEVEL_CLASS_KINDS; kind++) {
        size_t count;
        const struct level_class *class = level_classes(level, (enum level_class_kind)kind, &count);
        json_t *list = json_new_array();
        for (size_t i = 0; i < count; i++) {
            json_t *object = json_new_object(), *textures = json_new_array();
            json_put_integer(object, "class", class[i].o_class);
            json_put_count(object, "offset", class[i].offset);
            json_put_count(object, "bytes", class[i].span.size);
            for (int k = 0; k < 16 && class[i].texture[k] != 0xFF; k++)
                json_add(textures, json_integer(class[i].texture[k]));
            json_put(object, "textures", textures);
            json_add(list, object);
        }
        json_put(classes, kinds[kind], list);
    }
    return classes;
}

static json_t *counts_json(const struct level_counts *c)
{
    json_t *object = json_new_object();
    const struct {
        const char *key;
        uint64_t value;
    } list[] = {
        {"patches", c->patches},
        {"valid_patches", c->valid_patches},
        {"positions", c->positions},
        {"lit", c->lit},
        {"vertex_infos_common", c->infos[LEVEL_COMMON]},
        {"vertex_infos_lod_01", c->infos[LEVEL_LOD_01]},
        {"vertex_infos_lod_0", c->infos[LEVEL_LOD_0_TIER]},
        {"triangles_lod_0", c->triangles[0]},
        {"triangles_lod_1", c->triangles[1]},
        {"triangles_lod_2", c->triangles[2]},
        {"ad_gifs", c->ad_gifs},
        {"loads", c->loads},
        {"kicks", c->kicks},
        {"kicks_with_load", c->kick_loads},
        {"tfrag_textures", c->textures[LEVEL_TEXTURE_TFRAG]},
        {"tfrag_textures_readable", c->valid_textures[LEVEL_TEXTURE_TFRAG]},
        {"tfrag_textures_used", c->textures_used},
        {"moby_textures", c->textures[LEVEL_TEXTURE_MOBY]},
        {"tie_textures", c->textures[LEVEL_TEXTURE_TIE]},
        {"shrub_textures", c->textures[LEVEL_TEXTURE_SHRUB]},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        json_put_count(object, list[i].key, list[i].value);
    return object;
}

static json_t *lights_json(const struct level *level)
{
    const struct level_lighting *l = level_lighting(level);
    json_t *object = json_new_object();
    json_put_bool(object, "bank", l->has_bank);
    json_put_count(object, "bank_offset", l->bank_offset);
    json_put_count(object, "sets", l->bank_count);
    json_put_bool(object, "normals", l->has_normals);
    json_put_count(object, "normals_offset", l->normals_offset);
    return object;
}

static json_t *known_json(const struct level *level, const struct level_counts *counts)
{
    struct level_known known[LEVEL_KNOWN_LIMIT];
    unsigned count = level_known_of(level, counts, known);
    json_t *list = json_new_array();
    for (unsigned i = 0; i < count; i++) {
        json_t *object = json_new_object();
        json_put_text(object, "what", known[i].what);
        json_put_count(object, "expected", known[i].expected);
        json_put_count(object, "found", known[i].found);
        json_add(list, object);
    }
    return list;
}

void level_info_json(const char *path, const struct level *level, const struct level_counts *counts)
{
    struct trace_error error;
    json_t *root = json_new_object();
    json_put_text(root, "file", path);
    if (level_core(level)->from_container)
        json_put_count(root, "level", level_core(level)->level_id);
    bool sound = level_sound(level, &error);
    json_put_bool(root, "sound", sound);
    if (!sound)
        json_put_text(root, "error", error.text);
    json_put(root, "parts", parts_json(level));
    json_put(root, "checks", checks_json(level));
    json_put(root, "counts", counts_json(counts));
    json_put(root, "lights", lights_json(level));
    json_put(root, "classes", classes_json(level));
    json_put(root, "core_data", owners_json(level));
    json_put(root, "retail", known_json(level, counts));
    json_print_part("", NULL, root);
}

void level_info_json_error(const char *path, const char *error)
{
    json_t *root = json_new_object();
    json_put_text(root, "file", path);
    json_put_bool(root, "sound", false);
    json_put_text(root, "error", error);
    json_print_part("", NULL, root);
}
