#include "registers_json.h"

json_t *register_fields_json(const struct gs_register *layout, uint64_t value)
{
    json_t *fields = json_new_object();
    for (const struct gs_field *field = layout->field; field->name; field++) {
        if (field->kind == GS_FIELD_FLOAT || field->kind == GS_FIELD_FIXED4 ||
            field->kind == GS_FIELD_SIGNED_FIXED4)
            json_put_real(fields, field->name, gs_field_number(field, value));
        else
            json_put_integer(fields, field->name, (json_int_t)gs_field_number(field, value));
    }
    return fields;
}
