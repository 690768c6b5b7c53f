/* Points on which sources about VIF and DMA disagree or are silent, with what is done here. */
#include <path1/vif.h>

#define PCSX2 "PCSX2"
#define DOBIE "DobieStation"
#define PLAY "Play!"

static const struct vif_rule_info rules[] = {
    {"v3_w",
     "W of V3 is the element behind the vector; 0 for V3-16 and V3-8 if the vector ends a quadword of the "
     "stream",
     DOBIE ": the next vector's x, first and last 0; " PLAY ": 0",
     PCSX2 ", a game needs it; console records of single vectors agree"},
    {"v3_last",
     "if that element is in the word behind the payload, usually the next VIFcode, W is 0 until that word is "
     "taken",
     DOBIE " and " PLAY ": 0", PCSX2 " reads on in its buffer; consoles: unknown"},
    {"fill_data",
     "lanes with data in a fill write get the next vector that is not consumed, and 0 behind the last one",
     DOBIE ": 0, and MASK works without the m bit; " PLAY ": 0",
     PCSX2 ", but for the end; consoles: unknown"},
    {"fill_mode", "MODE works in fill writes as in others", NULL, PCSX2 "; consoles: unknown"},
    {"fill_consumes", "fill writes consume no vector", NULL,
     "console: S-8, NUM 256, CL 1, WL 0 ends after 28 bytes"},
    {"v4_5_mode", "MODE has no effect on V4-5", NULL, PCSX2 " and " DOBIE "; consoles: unknown"},
    {"mode_3", "MODE 3 writes the data and puts them into ROW", NULL, "console (stmod)"},
    {"mode_row_lanes", "lanes masked to ROW read it as updated so far and do not update it", NULL,
     "console (stmod, diagonal mask)"},
    {"unpack_invalid", "S, V2 and V3 with vl 3 write nothing and have no payload", NULL,
     PCSX2 "; consoles: unknown"},
    {"num_units", "UNPACK with NUM 0 reads NUM 256 on VIF1 and 0 on VIF0; NUM counts down by writes", NULL,
     "console (unpack); the counting: " PCSX2},
    {"start_time", "MSCAL, MSCALF and MSCNT start the program at once",
     PCSX2 ": often only after three UNPACKs or at a flush",
     "the best without a model of time; consoles: unknown"},
    {"i_bit",
     "the code with the I bit completes, with its payload; then the unit stops with VPS 2, even if no "
     "word follows yet",
     NULL, "console (intstall); without a next word: unknown"},
    {"i_bit_mark", "MARK with the I bit sets INT but does not stop", NULL, "console (intstall)"},
    {"fqc", "FQC is 0 but for local-to-host transfers", NULL,
     "console (intstall): 0 although two quadwords waited"},
    {"stop", "STP stops, and VSS is set, when the code in progress is complete; FBK stops at once", NULL,
     "names of the bits; unknown"},
    {"stop_vps", "VPS is 2 when stopped by an I bit or an unknown code, 0 between codes when stopped by STP",
     NULL, "I bit: console (intstall); others unknown"},
    {"reset", "RST clears all but ROW, COL, CYCLE and MASK", NULL,
     PCSX2 " and a game for ROW and COL; the others: unknown"},
    {"er0", "ER0 is never set: DMA tags are not looked for among the words", NULL, "unknown"},
    {"er1_interrupt", "an unknown code sets ER1 and stops, without INT", NULL, "unknown"},
    {"vif0_codes", "codes that only VIF1 has do nothing on VIF0, and have no payload there", NULL,
     PCSX2 "; consoles: unknown"},
    {"itops_vif0", "ITOP keeps 8 bits on VIF0", NULL, "manual"},
    {"program_wrap", "MPG and start addresses wrap in micro memory", NULL, PCSX2 " and " DOBIE},
    {"unpack_wrap", "UNPACK addresses wrap in data memory", NULL, "console (stcycl): 256 quadwords on VIF0"},
    {"tops_wrap", "BASE + OFST keeps 10 bits", NULL, "width of the register"},
    {"payload_registers", "STROW and STCOL set each register when its word comes", NULL, "unknown"},
    {"directhl", "DIRECTHL waits while the port says that PATH3 is inside an image; else it is DIRECT", NULL,
     "manual"},
    {"mskpath3", "MSKPATH3 is told to the port at once; the GIF ends its packet first", NULL, "manual"},
    {"fdr_feed", "no words are taken while FDR is set", NULL, "the FIFO leads one way at a time; unknown"},
    {"dma_qwc0", "a plain transfer with QWC 0 moves 65,536 quadwords; a tag with QWC 0 has no data", NULL,
     "plain: " PCSX2 ", citing a console; tags: console (spr/chain)"},
    {"dma_irq", "IRQ with TIE ends the chain when the tag's data are moved", NULL,
     "end and TADR: console (tagintr); data first: manual, " PCSX2},
    {"dma_tadr", "TADR ends behind a REFE and at an END, or at a RET with an empty stack", NULL,
     "REFE, END: console (spr/chain, tagintr); RET: as END"},
    {"dma_call", "a CALL inside of two others is an error, found before its data", NULL,
     PCSX2 " stops; consoles: unknown"},
    {"chain_qwc", "a chain that starts with QWC not 0 moves that from MADR first, then reads the tag at TADR",
     NULL, "needed to go on with a suspended chain; unknown for a last tag"},
};

const struct vif_rule_info *vif_rule_info(size_t index)
{
    return index < sizeof rules / sizeof rules[0] ? &rules[index] : NULL;
}
