/* Numbers that the vector units' rules (vu_rule_info) fix. */
#ifndef VU_RULES_H
#define VU_RULES_H

enum {
    VU_RESULT_LATENCY = 4,    /* FMAC, loads, moves, flags */
    VU_DIV_LATENCY = 7,       /* DIV, SQRT */
    VU_RSQRT_LATENCY = 13,    /* RSQRT */
    VU_EFU_EARLY_RELEASE = 1, /* rule efu_release */
    VU_BRANCH_CHAIN = 4,      /* rule branch_chain */
    VU_KICK_QUADWORD = 2,     /* cycles; rule kick_rate */
};

#endif
