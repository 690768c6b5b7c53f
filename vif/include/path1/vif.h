/*
 * path1/vif.h: a vector unit's interface (VIF1, or VIF0) as a library: VIFcodes, UNPACK, registers, waits and
 * stalls. It knows neither a vector unit nor a GIF; it meets them through a port. Field names are those of
 * the EE user's manual; points on which sources disagree are listed by vif_rule_info.
 */
#ifndef PATH1_VIF_H
#define PATH1_VIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PATH1_VIF_API __attribute__((visibility("default")))
#else
#define PATH1_VIF_API
#endif

enum vif_unit { VIF_UNIT_0, VIF_UNIT_1 };

/* Bytes of data memory, and of micro memory, of the vector unit behind it. */
#define VIF1_MEMORY_SIZE 16384u
#define VIF0_MEMORY_SIZE 4096u

/* STAT */
#define VIF_STAT_VPS 0x00000003u /* 0 idle, 1 waits for payload, 2 decodes, 3 transfers */
#define VIF_STAT_VEW 0x00000004u /* waits for the end of a microprogram */
#define VIF_STAT_VGW 0x00000008u /* waits for the GIF */
#define VIF_STAT_MRK 0x00000040u
#define VIF_STAT_DBF 0x00000080u
#define VIF_STAT_VSS 0x00000100u /* stopped by FBRST.STP */
#define VIF_STAT_VFS 0x00000200u /* stopped by FBRST.FBK */
#define VIF_STAT_VIS 0x00000400u /* stopped by an I bit */
#define VIF_STAT_INT 0x00000800u
#define VIF_STAT_ER0 0x00001000u
#define VIF_STAT_ER1 0x00002000u /* stopped by a word that is no VIFcode */
#define VIF_STAT_FDR 0x00800000u /* VIF1: the FIFO leads from the GS to memory */
#define VIF_STAT_FQC 0x1F000000u /* quadwords in the FIFO */

/* ERR */
#define VIF_ERR_MII 1u /* I bits have no effect */
#define VIF_ERR_ME0 2u
#define VIF_ERR_ME1 4u /* words that are no VIFcode do nothing */

/* FBRST */
#define VIF_FBRST_RST 1u
#define VIF_FBRST_FBK 2u
#define VIF_FBRST_STP 4u
#define VIF_FBRST_STC 8u

/* Byte offsets of the registers from 10003800h (VIF0), 10003C00h (VIF1). */
enum vif_register {
    VIF_STAT = 0x00,
    VIF_FBRST = 0x10,
    VIF_ERR = 0x20,
    VIF_MARK = 0x30,
    VIF_CYCLE = 0x40,
    VIF_MODE = 0x50,
    VIF_NUM = 0x60,
    VIF_MASK = 0x70,
    VIF_CODE = 0x80,
    VIF_ITOPS = 0x90,
    VIF_BASE = 0xA0,
    VIF_OFST = 0xB0,
    VIF_TOPS = 0xC0,
    VIF_ITOP = 0xD0,
    VIF_TOP = 0xE0,
    VIF_R0 = 0x100, /* R1..R3 at +10h each */
    VIF_C0 = 0x140,
};

/* What a VIFcode can have to wait for. */
enum vif_busy {
    VIF_BUSY_VU,          /* a microprogram runs */
    VIF_BUSY_PATH1,       /* a transfer that XGKICK began is not complete */
    VIF_BUSY_PATH2,       /* quadwords of earlier DIRECTs are not through the GIF */
    VIF_BUSY_PATH3,       /* PATH3 transfers or asks to */
    VIF_BUSY_PATH3_IMAGE, /* PATH3 is inside a packet in IMAGE mode */
};

/* Start of a microprogram by MSCAL, MSCALF or MSCNT. */
struct vif_start {
    bool resume;        /* MSCNT: where the last program ended; `address` is 0 then */
    uint32_t address;   /* bytes, inside of micro memory, a multiple of 8 */
    uint16_t top, itop; /* what XTOP and XITOP read from now on; TOP is 0 on VIF0 */
};

/* What a unit tells and asks the rest of the machine. Any callback may be NULL; none may call the same unit's
 * vif_feed, vif_write_register, vif_reset or vif_copy. */
struct vif_port {
    void *user;
    /* The vector unit's data memory, VIF1_MEMORY_SIZE or VIF0_MEMORY_SIZE bytes, little endian words. NULL:
     * UNPACK writes nowhere. */
    uint8_t *memory;
    /* Is it busy? Asked when a code is decoded that waits for it, and again by each vif_feed until it is not.
     * NULL: nothing ever is. VIF0 asks for VIF_BUSY_VU only. */
    bool (*busy)(void *user, enum vif_busy what);
    /* MPG: `bytes` (a multiple of 8) to micro memory from byte address `address`, never past its end. */
    void (*write_micro)(void *user, uint32_t address, const void *data, size_t bytes);
    void (*start)(void *user, const struct vif_start *start);
    /* DIRECT and DIRECTHL: returns how many of the quadwords the GIF takes. When it takes fewer than are
     * offered, the unit waits, and the rest is offered again by the next vif_feed. */
    size_t (*path2)(void *user, const void *data, size_t quadwords);
    /* MSKPATH3, and a reset (false). A packet in progress is to be finished before the mask works. */
    void (*mask_path3)(void *user, bool masked);
    /* Local to host: quadwords that the GS has ready, and taking some of them (returns the number taken). */
    size_t (*local_available)(void *user);
    size_t (*local_read)(void *user, void *out, size_t quadwords);
    /* STAT.INT became or stayed 1 because of an I bit. */
    void (*interrupt)(void *user);
    /* A VIFcode was decoded; `word`: its place in the stream, counted from the reset. For observers. */
    void (*decoded)(void *user, uint32_t code, uint64_t word);
};

/* Registers, by value. STAT is made up on reading: see vif_read_register. */
struct vif_registers {
    uint32_t err, mark, cycle, mode, mask, code;
    uint32_t num;  /* writes that are left: 0..256 */
    uint32_t stat; /* MRK, DBF, VSS, VFS, VIS, INT, ER0, ER1 and FDR only */
    uint32_t row[4], col[4];
    uint16_t itops, itop;           /* quadwords, 10 bits (VIF0: 8) */
    uint16_t base, ofst, tops, top; /* quadwords, 10 bits; VIF0: 0 */
    bool path3_masked;              /* by MSKPATH3 (GIF_STAT.M3P) */
};

struct vif;

/* A unit in power-on state: every register 0. NULL if memory is short. */
PATH1_VIF_API struct vif *vif_create(enum vif_unit unit);
PATH1_VIF_API void vif_destroy(struct vif *vif);
/* FBRST.RST: drops what was begun, clears every register but ROW, COL, CYCLE and MASK (rule "reset"). */
PATH1_VIF_API void vif_reset(struct vif *vif);
/* Makes `to` the same unit as `from`, half done codes included; the port stays. Both must be of one kind. */
PATH1_VIF_API void vif_copy(struct vif *to, const struct vif *from);
/* Copies `port`; NULL: no port. */
PATH1_VIF_API void vif_set_port(struct vif *vif, const struct vif_port *port);

/* Feeds `words` 32-bit words (little endian, any alignment) and returns how many were taken. Fewer than
 * offered means that the unit waits (STAT.VEW, VGW) or is stopped (VSS, VFS, VIS, ER1) or that its FIFO is
 * turned round (FDR); offer the rest again later. A call with 0 words looks whether a wait is over. Where a
 * stream is cut makes no difference to the result. */
PATH1_VIF_API size_t vif_feed(struct vif *vif, const void *data, size_t words);
/* The next word is word `word` (0..3) of its quadword. The unit counts on by itself, from 0 after a reset;
 * the words of a DMA tag (TTE) are 2 and 3. Matters to the W lane of V3-16 and V3-8 only (rule "v3_w"). */
PATH1_VIF_API void vif_set_position(struct vif *vif, unsigned word);
/* Nothing is half done, waits or is stopped: STAT.VPS is 0 and no stop bit is set. */
PATH1_VIF_API bool vif_idle(const struct vif *vif);
/* Words taken since the reset. */
PATH1_VIF_API uint64_t vif_words(const struct vif *vif);

/* A register as the EE reads it, by its offset (enum vif_register); others, FBRST, and on VIF0 those that
 * only VIF1 has, are 0. STAT.FQC is 0 unless FDR is set (words wait outside of this unit); NUM of VIF0 has 8
 * bits. */
PATH1_VIF_API uint32_t vif_read_register(const struct vif *vif, uint32_t offset);
/* What the EE can write: FBRST, ERR, MARK (clears STAT.MRK), and FDR in STAT of VIF1; others stay as they
 * are. STC does not go on by itself: the next vif_feed does. */
PATH1_VIF_API void vif_write_register(struct vif *vif, uint32_t offset, uint32_t value);
/* All registers, for observers and saved states. Setting drops a code that is half done. Fields are cut to
 * their widths. The port is not told about path3_masked. */
PATH1_VIF_API void vif_get_registers(const struct vif *vif, struct vif_registers *out);
PATH1_VIF_API void vif_set_registers(struct vif *vif, const struct vif_registers *in);

/* Local to host through the FIFO of VIF1: takes up to `quadwords` of 16 bytes from the GS; 0 unless FDR is
 * set. Returns the number delivered. */
PATH1_VIF_API size_t vif_read_fifo(struct vif *vif, void *out, size_t quadwords);

/* Payload words of a VIFcode under a CYCLE register value; 0 for what is no code and for codes that `unit`
 * does not have. */
PATH1_VIF_API uint32_t vif_payload_words(enum vif_unit unit, uint32_t code, uint32_t cycle);

/* ---- rules ---- */

/* A point on which sources about VIF and DMA disagree or are silent. There are no choices: this says what is
 * done. */
struct vif_rule_info {
    const char *name;
    const char *choice;   /* what is done, one line */
    const char *others;   /* what other sources do; NULL: none known */
    const char *evidence; /* for the choice */
};
/* Rule number `index`, NULL past the last. */
PATH1_VIF_API const struct vif_rule_info *vif_rule_info(size_t index);

#ifdef __cplusplus
}
#endif
#endif
