/* Lower operations, by what they use. */
#ifndef VU_LOWER_H
#define VU_LOWER_H

#include "pair_cache.h"
#include "rules.h"

/* The handlers of all operations: lower_memory.c, lower_integer.c, lower_flags.c, lower_units.c. */
vu_lower_handler vu_do_lq, vu_do_sq, vu_do_lqi, vu_do_sqi, vu_do_lqd, vu_do_sqd, vu_do_ilw, vu_do_isw,
    vu_do_ilwr, vu_do_iswr, vu_do_move, vu_do_mr32;
vu_lower_handler vu_do_iaddiu, vu_do_isubiu, vu_do_iadd, vu_do_isub, vu_do_iaddi, vu_do_iand, vu_do_ior,
    vu_do_mtir, vu_do_mfir, vu_do_xtop, vu_do_xitop;
vu_lower_handler vu_do_b, vu_do_bal, vu_do_jr, vu_do_jalr, vu_do_ibeq, vu_do_ibne, vu_do_ibltz, vu_do_ibgtz,
    vu_do_iblez, vu_do_ibgez;
vu_lower_handler vu_do_fceq, vu_do_fcset, vu_do_fcand, vu_do_fcor, vu_do_fcget, vu_do_fseq, vu_do_fsset,
    vu_do_fsand, vu_do_fsor, vu_do_fmeq, vu_do_fmand, vu_do_fmor;
vu_lower_handler vu_do_div, vu_do_sqrt, vu_do_rsqrt, vu_do_efu, vu_do_mfp, vu_do_rnext, vu_do_rget,
    vu_do_rinit, vu_do_rxor, vu_do_xgkick, vu_do_loi;

/* VI00 stays 0. */
static inline void vu_write_vi(struct vu_state *state, unsigned vi, unsigned value)
{
    state->vi[vi] = (uint16_t)value;
    state->vi[0] = 0;
}

/* The result of an operation whose value a conditional branch in the next cycle does not see yet. */
static inline void vu_write_integer(struct vu_state *state, unsigned vi, unsigned value)
{
    struct vu_chain *chain = &state->chain;
    bool goes_on = chain->vi == vi && chain->cycle + 1 == state->cycle;
    chain->before = (goes_on ? chain->before << 16 : 0) | state->vi[vi];
    if (!goes_on)
        chain->length = 1;
    else if (chain->length < VU_BRANCH_CHAIN)
        chain->length++;
    chain->vi = (uint8_t)vi;
    chain->cycle = state->cycle;
    vu_write_vi(state, vi, value);
}

static inline void vu_write_lower(const struct vu_code *code, const struct ee_fpu4 *value)
{
    if (code->lower_out)
        vu_blend(code->lower_out, value, code->lower_mask);
}

static inline void vu_write_lower_word(const struct vu_code *code, uint32_t word)
{
    const struct ee_fpu4 value = {{word, word, word, word}};
    vu_write_lower(code, &value);
}

#endif
