#include "listing.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registers_json.h"
#include "report.h"
#include "text.h"

json_t *listing_hex_value(uint64_t value, int digits)
{
    char text[24];
    snprintf(text, sizeof text, "0x%0*" PRIX64, digits, value);
    return json_string(text);
}

void listing_begin(struct listing *listing, struct place place, unsigned depth, const char *kind,
                   const char *name)
{
    listing->lines++;
    if (listing->json) {
        listing->line = json_new_object();
        json_put_count(listing->line, "event", listing->event);
        if (place.in_vu_memory)
            json_put_hex(listing->line, "vu_address", place.offset, 4);
        else
            json_put_hex(listing->line, "offset", place.offset, 8);
        json_put_text(listing->line, "kind", kind);
        if (name)
            json_put_text(listing->line, "name", name);
        return;
    }
    if (place.in_vu_memory)
        printf(" vu 0x%04" PRIX64, place.offset);
    else
        printf("0x%08" PRIX64, place.offset);
    printf("  %*s%s", (int)(2 * depth), "", name ? name : kind);
}

void listing_count(struct listing *listing, const char *key, uint64_t value)
{
    if (listing->json)
        json_put_count(listing->line, key, value);
    else
        printf("  %s %" PRIu64, key, value);
}

void listing_hex(struct listing *listing, const char *key, uint64_t value, int digits)
{
    if (listing->json)
        json_put_hex(listing->line, key, value, digits);
    else
        printf("  %s 0x%0*" PRIX64, key, digits, value);
}

void listing_word(struct listing *listing, const char *key, const char *text)
{
    if (listing->json) {
        json_put_text(listing->line, key, text);
        return;
    }
    char *clean = text_cleaned(text);
    printf("  %s %s", key, clean);
    free(clean);
}

void listing_flag(struct listing *listing, const char *key, bool value)
{
    if (listing->json)
        json_put_bool(listing->line, key, value);
    else if (value)
        printf("  %s", key);
}

void listing_fields(struct listing *listing, const struct gs_register *layout, uint64_t value)
{
    if (listing->json) {
        json_put_hex(listing->line, "value", value, 16);
        if (layout)
            json_put(listing->line, "fields", register_fields_json(layout, value));
        return;
    }
    if (!layout || !layout->field[0].name)
        printf("  0x%016" PRIX64, value);
    for (const struct gs_field *field = layout ? layout->field : NULL; field && field->name; field++) {
        char text[40];
        const char *name = gs_value_name(field->kind, (unsigned)gs_field_bits(field, value));
        gs_field_text(field, value, text, sizeof text);
        printf("  %s %s", field->name, name ? name : text);
    }
}

void listing_note(struct listing *listing, const char *format, ...)
{
    if (listing->json)
        return;
    va_list arguments;
    va_start(arguments, format);
    fputs("  ", stdout);
    vprintf(format, arguments);
    va_end(arguments);
}

void listing_value(struct listing *listing, const char *key, json_t *value)
{
    if (listing->json)
        json_put(listing->line, key, value);
    else
        json_decref(value);
}

void listing_end(struct listing *listing)
{
    if (!listing->json) {
        putchar('\n');
        return;
    }
    json_print_part(listing->lines > 1 ? ",\n    " : "\n    ", NULL, listing->line);
    listing->line = NULL;
}
