/* Points on which sources about the vector units disagree or are silent, with what is done here. */
#include <path1/vu.h>

#define PCSX2 "PCSX2"
#define DOBIE "DobieStation"

static const struct vu_rule_info rules[] = {
    {"ilw_stall", "every reader of a VI register loaded by ILW or ILWR waits until four cycles after it",
     PCSX2 ": only branches wait",
     "manual; 14,638 of 14,684 stall notes of a scheduling compiler in 25 public listings"},
    {"ilw_overwritten", "a later write by another operation does not end that wait", NULL, "unknown"},
    {"ilw_fields", "ILW and ILWR with several fields load the last one; with none they do nothing", NULL,
     "agreed by emulators; consoles: unknown"},
    {"field_stall", "waits look at single fields; with an empty dest mask nothing is read", NULL,
     "the wait: console (fdivdelay); single fields: agreed by emulators"},
    {"madd_flags",
     "flags of MADD and MSUB take the same four cycles as all others; sticky flags collect those "
     "of the product too",
     DOBIE " and PCSX2: no product flags", "console: 18 four-lane rows"},
    {"flagless", "operations without flags leave the sticky flags alone", NULL, "manual: they have none"},
    {"same_register",
     "both halves write one VF register: the lower value is dropped in all fields, its other "
     "effects stay",
     PCSX2 " drops the whole lower operation; " DOBIE " restores the register", "unknown"},
    {"opm_dest", "OPMULA and OPMSUB change x, y and z whatever the dest mask says, and clear the flags of w",
     PCSX2 " leaves the flags of w", "flags: general rule of unselected lanes, console; mask: emulators"},
    {"rnext_vf00", "RNEXT to VF00 advances R", PCSX2 " does not", "unknown"},
    {"efu_release",
     "who waits for the EFU goes on one cycle before P changes: MFP after WAITP reads the new P", NULL,
     "console: 208 of 208 EFU cases"},
    {"div_div", "a second division issues in the cycle in which the first one's Q appears",
     "a scheduling compiler counts no wait at distance 6", "console (fdivdelay)"},
    {"branch_chain",
     "a conditional branch sees a VI register as it was before the integer operations that wrote "
     "it in the cycles just before, four at most",
     PCSX2 "'s interpreter: any number; " DOBIE ": only if the last one also read it",
     PCSX2 "'s recompiler and " DOBIE "; consoles: unknown"},
    {"branch_writers",
     "ILW, ILWR, flag readers, XTOP, XITOP and links are seen by a branch at once and end a "
     "chain",
     NULL, "agreed by emulators"},
    {"branch_in_slot",
     "a branch in the delay slot of a taken branch: one pair at the first target, then the "
     "second target; its link is the first target + 8",
     NULL, "agreed by emulators"},
    {"branch_at_end", "a taken branch in the last pair of a run: a continuation starts at its target", NULL,
     PCSX2 "; consoles: unknown"},
    {"end_in_slot", "E in the delay slot of a taken branch: the last pair is the one at the target", NULL,
     "agreed by emulators but one"},
    {"debug_bits", "an enabled D or T bit stops after its pair", NULL, "manual; where exactly: unknown"},
    {"clip_fcset", "CLIP and FCSET in one pair: CLIP wins", NULL, PCSX2 "; consoles: unknown"},
    {"fsset_pair", "FSSET beside an operation with flags: its sticky flags, then those of the pair on top",
     NULL, PCSX2 "; consoles: unknown"},
    {"fsset_fdiv", "FSSET and a division that take effect in one cycle: the division's flags on top", NULL,
     "order of PCSX2's pipelines; consoles: unknown"},
    {"address_masks", "JR and JALR targets wrap in micro memory; TOP, ITOP and XGKICK addresses have 10 bits",
     NULL, "sizes of the memories"},
    {"kick_data", "a packet is read from memory after the pair that follows XGKICK, or when the run ends",
     "quadword by quadword, later stores race", "PCSX2 and Play: the next store comes first"},
    {"kick_rate", "a transfer takes two cycles a quadword from the issue of XGKICK",
     "one to four cycles less or more", DOBIE " and " PCSX2 "; consoles: unknown"},
    {"kick_second", "XGKICK waits until the transfer before it is complete",
     DOBIE ": one or two more pairs run before the wait", "agreed but for the place; consoles: unknown"},
    {"kick_at_end", "a run starts without a transfer from the run before", "a transfer goes on",
     "unknown; how long "
     "the VIF takes between runs is not modelled"},
    {"cycles",
     "cycles: issue of the last pair, the first pair being 1; flushed: the cycle in which the last "
     "result becomes usable, without transfers",
     NULL, "definition"},
    {"vu0_only_vu1", "EFU operations, WAITP, MFP, XTOP and XGKICK do nothing on VU0", NULL, "manual"},
    {"vu0_window",
     "addresses with bit 4000h on VU0 are VU1's registers if one is connected, repeating every "
     "400h bytes; else they wrap",
     NULL, "agreed by emulators"},
    {"invalid", "words that are no instruction do nothing", NULL, "unknown"},
};

const struct vu_rule_info *vu_rule_info(size_t index)
{
    return index < sizeof rules / sizeof rules[0] ? &rules[index] : NULL;
}
