/* Rules of texels and LOD switched one by one: sampling with some of them as PCSX2's and some as the
 * console's is what the two ways do wherever the rule that was switched does not matter. The expected values
 * are the results under the whole sets, which have tests of their own. */
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>

#include "dump.h"

TestSuite(rules_sampler, .timeout = 1100);

/* Recordings without coordinates beyond 2048 texels. */
static const char *const plain[] = {"mipmap_lcm_k_l",      "mipmap_mmin",     "mipmap_mtba",
                                    "filter_nearest",      "filter_bilinear", "wrap_uv_modes",
                                    "perspective_texture", "constant_q_st",   "fog",
                                    "prmode_context2"};
/* Those of them without mip-mapping. */
enum { FLAT = 3, PLAIN = sizeof plain / sizeof *plain };

static bool same_memory(const char *name, const char *rules, const char *other)
{
    char file[64];
    dump_path path;
    struct dump_list list;
    struct dump_result a, b;
    snprintf(file, sizeof file, "%s.gs.zst", name);
    cr_assert(dump_list("features", &list));
    size_t i = 0;
    while (i < list.count && strcmp(list.file[i], file) != 0)
        i++;
    cr_assert_lt(i, list.count, "%s", file);
    dump_list_path(&list, i, path);
    dump_replay(path, rules, &a);
    dump_replay(path, other, &b);
    bool same = strcmp(a.memory_hash, b.memory_hash) == 0;
    dump_result_free(&a);
    dump_result_free(&b);
    dump_list_free(&list);
    return same;
}

Test(rules_sampler, the_range_of_texels_does_not_matter_within_it)
{
    for (unsigned i = 0; i < PLAIN; i++) {
        cr_expect(same_memory(plain[i], "pcsx2,texel_range=saturate", "pcsx2"), "%s", plain[i]);
        cr_expect(same_memory(plain[i], "console,texel_range=wrap", "console"), "%s", plain[i]);
    }
    cr_expect_not(same_memory("huge_st", "console,texel_range=wrap", "console"));
}

Test(rules_sampler, levels_and_their_blend_do_not_matter_without_levels)
{
    for (unsigned i = FLAT; i < PLAIN; i++) {
        cr_expect(same_memory(plain[i], "pcsx2,lod_weight=4bit", "pcsx2"), "%s", plain[i]);
        cr_expect(same_memory(plain[i], "console,lod_weight=15bit", "console"), "%s", plain[i]);
        cr_expect(same_memory(plain[i], "pcsx2,lod=table", "pcsx2"), "%s", plain[i]);
        cr_expect(same_memory(plain[i], "console,lod=polynomial", "console"), "%s", plain[i]);
    }
}

Test(rules_sampler, each_rule_matters_in_some_recording)
{
    static const char *const made[][2] = {{"mipmap_mmin", "lod=polynomial"},
                                          {"mipmap_mmin", "lod_filter=draw"},
                                          {"mipmap_lcm_k_l", "lod_weight=15bit"},
                                          {"perspective_texture", "texel=floor"}};
    for (unsigned i = 0; i < sizeof made / sizeof *made; i++) {
        char rules[64];
        snprintf(rules, sizeof rules, "console,%s", made[i][1]);
        cr_expect_not(same_memory(made[i][0], rules, "console"), "%s", rules);
    }
}
