/* Numbers of the PCSX2 GS dump container (DUMPFORMAT sections 2, 3 and 5), and our bounds on it. */
#ifndef TRACE_FORMAT_H
#define TRACE_FORMAT_H

/* First word of the new form; the old form has the game's CRC there. */
#define TRACE_MARK 0xFFFFFFFFu
/* Fixed part of the header block; serial and screenshot follow. */
#define TRACE_HEADER_FIXED 36u

/* State versions that are read, and the one that is written. */
#define TRACE_VERSION_OLDEST 1u
#define TRACE_VERSION_NEWEST 9u

/* Longest serial that is believed. A product code has ten characters, ELF names a few more. */
#define TRACE_SERIAL_LIMIT 65536u
/* Largest screenshot that is kept, bytes: 2048 x 2048. Recorders store a small preview. */
#define TRACE_SCREENSHOT_LIMIT 16777216u
/* Quadwords of the largest transfer: 4095 x 4095 pixels of 32 bits, rounded up. */
#define TRACE_LARGEST_READ 0x400000u

enum trace_packet_id {
    TRACE_ID_TRANSFER,  /* u8 path, u32 size, data */
    TRACE_ID_VSYNC,     /* u8 field */
    TRACE_ID_READ_FIFO, /* u32 quadwords */
    TRACE_ID_REGISTERS, /* GS_PRIVILEGED_SIZE bytes */
    TRACE_ID_COUNT
};

#endif
