/* Register fields as JSON. */
#ifndef FRONTEND_REGISTERS_JSON_H
#define FRONTEND_REGISTERS_JSON_H

#include <stdint.h>

#include <path1/gs_registers.h>

#include "json_out.h"

/* An object of the fields of `value` as numbers. */
json_t *register_fields_json(const struct gs_register *layout, uint64_t value);

#endif
