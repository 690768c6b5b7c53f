/* GIF packets in data memory. */
#ifndef VU_PACKET_H
#define VU_PACKET_H

#include <stdint.h>

/* Quadwords of the packet at quadword `start` of `all` quadwords of memory: up to and with the tag that has
 * EOP, at most once around. */
uint32_t vu_packet_quadwords(const uint8_t *data, uint32_t all, uint32_t start);

#endif
