#include "vectors.h"

#include <stdlib.h>

#include <criterion/criterion.h>

void vectors_path(const char *name, char *out, size_t size)
{
    const char *folder = getenv("PATH1_VECTORS");
    int length = snprintf(out, size, "%s/%s", folder ? folder : PATH1_TEST_DATA "/vectors", name);
    cr_assert(length > 0 && (size_t)length < size, "%s: a path that is too long", name);
}

FILE *vectors_open(const char *name)
{
    char path[4096];
    vectors_path(name, path, sizeof path);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s cannot be read", path);
    return file;
}
