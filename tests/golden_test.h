/* A test of a golden table that draws. */
#ifndef TESTS_GOLDEN_TEST_H
#define TESTS_GOLDEN_TEST_H

#include "drawing.h"
#include "golden_count.h"

/* Test NAME of SUITE, whose body follows: under RULES, whose rows are not counted, and under "console". */
#define GOLDEN_TEST(suite, rules, name)                                                                      \
    static void name(void);                                                                                  \
    Test(suite, name)                                                                                        \
    {                                                                                                        \
        golden_other_rules(true);                                                                            \
        drawing_open_with(rules);                                                                            \
        name();                                                                                              \
        drawing_close();                                                                                     \
        golden_other_rules(false);                                                                           \
        drawing_open_with("console");                                                                        \
        name();                                                                                              \
        drawing_close();                                                                                     \
    }                                                                                                        \
    static void name(void)

#endif
