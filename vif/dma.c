/* The DMA controller's side of a channel: plain transfers and source chains. */
#include <inttypes.h>
#include <stdio.h>

#include <path1/dma.h>

#include "vif_bytes.h"

#define SCRATCHPAD 0x80000000u

static uint32_t asp(const struct dma_channel *c)
{
    uint32_t depth = (c->chcr & DMA_CHCR_ASP) >> 4;
    return depth < 2 ? depth : 2;
}

static void set_asp(struct dma_channel *c, uint32_t depth)
{
    c->chcr = (c->chcr & ~DMA_CHCR_ASP) | depth << 4;
}

/* `quadwords` on from an address, which stays on its side of bit 31. */
static uint32_t behind(uint32_t address, uint32_t quadwords)
{
    return (address & SCRATCHPAD) | ((address + 16 * quadwords) & ~SCRATCHPAD);
}

static uint8_t *map(const struct dma_port *port, uint32_t address, size_t *quadwords)
{
    size_t wanted = *quadwords;
    if (!port->map)
        return NULL;
    uint8_t *at = port->map(port->user, address & 0x7FFFFFF0u, address & SCRATCHPAD, quadwords);
    if (*quadwords > wanted)
        *quadwords = wanted;
    return *quadwords ? at : NULL;
}

/* ---- tags ---- */

static enum dma_result enter_tag(struct dma_channel *c, uint32_t id, uint32_t address)
{
    uint32_t data = behind(c->tadr, 1), end = behind(data, c->left), depth = asp(c);
    c->madr = id == DMA_REFE || id == DMA_REF || id == DMA_REFS ? address : data;
    switch (id) {
    case DMA_REFE:
        c->last = true;
        c->next = data;
        break;
    case DMA_CNT:
        c->next = end;
        break;
    case DMA_NEXT:
        c->next = address;
        break;
    case DMA_REF:
    case DMA_REFS:
        c->next = data;
        break;
    case DMA_CALL:
        if (depth >= 2)
            return DMA_ERROR_CALL_DEPTH;
        c->asr[depth] = end;
        set_asp(c, depth + 1);
        c->next = address;
        break;
    case DMA_RET:
        c->last = depth == 0;
        c->next = depth ? c->asr[depth - 1] : c->tadr;
        set_asp(c, depth ? depth - 1 : 0);
        break;
    default: /* END */
        c->last = true;
        c->next = c->tadr;
        break;
    }
    return DMA_DONE;
}

/* Reads the tag at TADR. */
static enum dma_result read_tag(struct dma_channel *c, const struct dma_port *port)
{
    size_t one = 1;
    c->tadr &= ~15u;
    c->tag_address = c->tadr;
    const uint8_t *tag = map(port, c->tadr, &one);
    if (!tag)
        return DMA_ERROR_TAG;
    uint32_t low = vif_load32(tag), address = vif_load32(tag + 4) & ~15u;
    c->chcr = (c->chcr & ~DMA_CHCR_TAG) | (low & DMA_CHCR_TAG);
    c->left = c->qwc = low & 0xFFFF;
    c->upper[0] = vif_load32(tag + 8);
    c->upper[1] = vif_load32(tag + 12);
    c->tag_words = c->chcr & DMA_CHCR_TTE ? 2 : 0;
    c->word = 0;
    c->last = false;
    c->irq = low >> 31;
    enum dma_result result = enter_tag(c, low >> 28 & 7, address);
    c->in_tag = result == DMA_DONE;
    return result;
}

/* ---- data ---- */

static enum dma_result send_tag_words(struct dma_channel *c, const struct dma_port *port)
{
    uint8_t bytes[8];
    unsigned first = 2u - c->tag_words;
    vif_store32(bytes, c->upper[0]);
    vif_store32(bytes + 4, c->upper[1]);
    size_t taken =
        port->send ? port->send(port->user, bytes + 4 * first, c->tag_words, 2 + first) : c->tag_words;
    c->tag_words = (uint8_t)(taken < c->tag_words ? c->tag_words - taken : 0);
    return c->tag_words ? DMA_WAIT : DMA_DONE;
}

static void move_on(struct dma_channel *c, uint32_t quadwords, uint64_t *limit)
{
    c->madr = behind(c->madr, quadwords);
    c->left -= quadwords;
    c->qwc = c->left & 0xFFFF;
    c->moved += quadwords;
    *limit -= quadwords;
}

static enum dma_result send_data(struct dma_channel *c, const struct dma_port *port, uint64_t *limit)
{
    while (c->left) {
        if (*limit == 0)
            return DMA_ERROR_LIMIT;
        size_t quadwords = c->left < *limit ? c->left : (size_t)*limit;
        const uint8_t *data = map(port, c->madr, &quadwords);
        if (!data)
            return DMA_ERROR_DATA;
        size_t words = 4 * quadwords - c->word, taken = words;
        if (port->send)
            taken = port->send(port->user, data + 4 * c->word, words, c->word);
        if (taken > words)
            taken = words;
        size_t at = c->word + taken;
        c->word = (uint8_t)(at % 4);
        move_on(c, (uint32_t)(at / 4), limit);
        if (taken < words)
            return DMA_WAIT;
    }
    return DMA_DONE;
}

static enum dma_result receive_data(struct dma_channel *c, const struct dma_port *port, uint64_t *limit)
{
    while (c->left) {
        if (*limit == 0)
            return DMA_ERROR_LIMIT;
        size_t quadwords = c->left < *limit ? c->left : (size_t)*limit;
        uint8_t *to = map(port, c->madr, &quadwords);
        if (!to)
            return DMA_ERROR_DATA;
        size_t taken = port->receive(port->user, to, quadwords);
        if (taken > quadwords)
            taken = quadwords;
        move_on(c, (uint32_t)taken, limit);
        if (taken < quadwords)
            return DMA_WAIT;
    }
    return DMA_DONE;
}

/* ---- transfers ---- */

static enum dma_result run_plain(struct dma_channel *c, const struct dma_port *port, uint64_t *limit)
{
    if (!c->started) {
        c->started = true;
        c->madr &= ~15u;
        c->left = c->qwc & 0xFFFF ? c->qwc & 0xFFFF : 65536;
    }
    if (c->chcr & DMA_CHCR_DIR)
        return send_data(c, port, limit);
    return port->receive ? receive_data(c, port, limit) : DMA_ERROR_MODE;
}

/* What QWC says when a chain starts goes first, from MADR (rule "chain_qwc"). */
static void begin_chain(struct dma_channel *c)
{
    c->started = true;
    c->madr &= ~15u;
    c->left = c->qwc & 0xFFFF;
    c->in_tag = c->left > 0;
    c->next = c->tadr;
}

static enum dma_result run_chain(struct dma_channel *c, const struct dma_port *port, uint64_t *limit)
{
    if (!c->started)
        begin_chain(c);
    for (;;) {
        enum dma_result result = DMA_DONE;
        if (!c->in_tag) {
            if (*limit == 0)
                return DMA_ERROR_LIMIT;
            (*limit)--;
            result = read_tag(c, port);
        }
        if (result == DMA_DONE && c->tag_words)
            result = send_tag_words(c, port);
        if (result == DMA_DONE)
            result = send_data(c, port, limit);
        if (result != DMA_DONE)
            return result;
        c->in_tag = false;
        c->tadr = c->next;
        if (c->last)
            return DMA_DONE;
        if (c->irq && c->chcr & DMA_CHCR_TIE)
            return DMA_IRQ;
    }
}

enum dma_result dma_run(struct dma_channel *channel, const struct dma_port *port, uint64_t limit)
{
    enum dma_result result;
    if (!(channel->chcr & DMA_CHCR_STR))
        return DMA_IDLE;
    if (!channel->started)
        channel->moved = 0;
    switch ((channel->chcr & DMA_CHCR_MOD) >> 2) {
    case 0:
        result = run_plain(channel, port, &limit);
        break;
    case 1:
        result = run_chain(channel, port, &limit);
        break;
    default:
        result = DMA_ERROR_MODE;
        break;
    }
    if (result == DMA_WAIT)
        return result;
    channel->chcr &= ~DMA_CHCR_STR;
    channel->interrupt = true;
    channel->started = channel->in_tag = channel->last = channel->irq = false;
    channel->tag_words = channel->word = 0;
    return result;
}

int dma_describe(const struct dma_channel *channel, enum dma_result result, char *out, size_t size)
{
    static const char *const texts[] = {
        [DMA_DONE] = "transfer ended",
        [DMA_IRQ] = "transfer ended by the IRQ bit of a tag",
        [DMA_WAIT] = "the device waits",
        [DMA_IDLE] = "no transfer was started",
        [DMA_ERROR_TAG] = "no memory where a DMA tag should be",
        [DMA_ERROR_DATA] = "no memory where data should be",
        [DMA_ERROR_CALL_DEPTH] = "a CALL tag inside of two others",
        [DMA_ERROR_MODE] = "a transfer mode that this channel does not have",
        [DMA_ERROR_LIMIT] = "too long; does the chain run in a circle?",
    };
    const char *text = (size_t)result < sizeof texts / sizeof texts[0] ? texts[result] : "unknown result";
    return snprintf(out, size,
                    "%s (tag %08" PRIx32 ", MADR %08" PRIx32 ", QWC %04" PRIx32 ", TADR %08" PRIx32
                    ", %" PRIu64 " quadwords moved)",
                    text, channel->tag_address, channel->madr, channel->qwc, channel->tadr, channel->moved);
}
