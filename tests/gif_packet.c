#include "gif_packet.h"

#include <assert.h>

uint64_t gif_tag(unsigned nloop, unsigned eop, unsigned flg, unsigned nreg)
{
    return (uint64_t)nloop | (uint64_t)eop << 15 | (uint64_t)flg << 58 | (uint64_t)(nreg & 15) << 60;
}

uint64_t gif_tag_pre(unsigned nloop, unsigned eop, unsigned flg, unsigned nreg, unsigned prim)
{
    return gif_tag(nloop, eop, flg, nreg) | (uint64_t)1 << 46 | (uint64_t)prim << 47;
}

void gif_add(struct gif_packet *packet, uint64_t low, uint64_t high)
{
    assert(packet->quadwords < GIF_PACKET_MAX);
    uint8_t *out = packet->data + 16 * packet->quadwords++;
    for (unsigned i = 0; i < 8; i++) {
        out[i] = (uint8_t)(low >> (8 * i));
        out[8 + i] = (uint8_t)(high >> (8 * i));
    }
}

void gif_add_words(struct gif_packet *packet, uint32_t w0, uint32_t w1, uint32_t w2, uint32_t w3)
{
    gif_add(packet, w0 | (uint64_t)w1 << 32, w2 | (uint64_t)w3 << 32);
}

void gif_add_ad(struct gif_packet *packet, uint8_t address, uint64_t value)
{
    gif_add(packet, value, address);
}
