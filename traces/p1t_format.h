/* Numbers of the .p1t container (docs/p1t.md) and its bounds. */
#ifndef P1T_FORMAT_H
#define P1T_FORMAT_H

#include <path1/trace.h>

/* The mark: a byte that is no ASCII, the name, and line ends that a text conversion would spoil. Then the
 * version, 32 bits. */
#define P1T_MARK                                                                                             \
    {                                                                                                        \
        0x89, 'P', '1', 'T', 0x0D, 0x0A, 0x1A, 0x0A                                                          \
    }
enum { P1T_MARK_SIZE = 8, P1T_START_SIZE = 12 };
#define P1T_VERSION 1u

/* Before a chunk's payload: name, flags, raw size, stored size (32 bits each), XXH3-64 of the payload as
 * stored, XXH3-64 of the 24 bytes before. */
enum { P1T_CHUNK_SIZE = 32, P1T_CHUNK_CHECKED = 24 };
#define P1T_FLAG_ZSTD 1u /* the payload is a zstd frame */

/* In the order in which they stand in a file. Any number of EVNT, HEAD and ENDT once, others at most once. */
enum p1t_chunk {
    P1T_HEAD,
    P1T_TEXT,
    P1T_SHOT,
    P1T_GSST,
    P1T_PRIV,
    P1T_VIF1,
    P1T_VUR1,
    P1T_VUD1,
    P1T_VUM1,
    P1T_EVNT,
    P1T_EXPT,
    P1T_ENDT,
    P1T_CHUNK_COUNT
};

/* Events of one chunk, bytes: as many whole ones as fit in here, or a larger one alone. */
#define P1T_EVENTS_SIZE 262144u
/* The bytes before an event's data. */
#define P1T_EVENT_FIELDS 13u
/* All texts, all expectations, bytes. */
#define P1T_TEXTS_LIMIT 1048576u
#define P1T_EXPECTATIONS_LIMIT 16777216u
#define P1T_KEY_LIMIT 64u
#define P1T_RULES_LIMIT 255u
#define P1T_WHAT_LIMIT 64u

enum p1t_event {
    P1T_EVENT_VIF1 = 1,      /* u8 flags, u8 position, u32 size, data */
    P1T_EVENT_GIF = 2,       /* u8 flags, u8 path code, u32 size, data */
    P1T_EVENT_REGISTER = 3,  /* u32 address, u64 value */
    P1T_EVENT_REGISTERS = 4, /* GS_PRIVILEGED_SIZE bytes */
    P1T_EVENT_VSYNC = 5,     /* u8 field */
    P1T_EVENT_READ_FIFO = 6, /* u32 quadwords */
    P1T_EVENT_WAIT = 7,      /* u64 cycles */
    P1T_EVENT_COMMENT = 8,   /* u32 size, UTF-8 */
};

#endif
