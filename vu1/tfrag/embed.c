/* Assembles a source to a C array while the library is built: embed NAME.vsm ARRAY OUTPUT.h */
#include <stdio.h>
#include <stdlib.h>

#include <path1/vu.h>

enum { MOST = 1 << 20 };

static int fail(const char *why)
{
    fprintf(stderr, "embed: %s\n", why);
    return EXIT_FAILURE;
}

static bool write_array(const char *path, const char *name, const struct vu_program *program)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fprintf(file, "static const uint8_t %s[%zu] = {", name, program->size);
    for (size_t i = 0; i < program->size; i++)
        fprintf(file, "%s0x%02x,", i % 16 ? " " : "\n    ", program->bytes[i]);
    fprintf(file, "\n};\n");
    bool written = !ferror(file);
    return fclose(file) == 0 && written;
}

static size_t read_text(const char *path, char *text)
{
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(text, 1, MOST, file) : 0;
    bool complete = file && !ferror(file) && length < MOST;
    if (file)
        fclose(file);
    return complete ? length : 0;
}

int main(int argc, char **argv)
{
    static char text[MOST];
    char error[512];
    struct vu_program program;
    if (argc != 4)
        return fail("usage: embed NAME.vsm ARRAY OUTPUT.h");
    size_t length = read_text(argv[1], text);
    if (!length)
        return fail("the source cannot be read");
    if (!vu_assemble(argv[1], text, length, &program, error, sizeof error))
        return fail(error);
    bool written = program.base == 0 && write_array(argv[3], argv[2], &program);
    free(program.bytes);
    return written ? EXIT_SUCCESS : fail("the program does not begin at address 0, or cannot be written");
}
