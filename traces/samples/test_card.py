#!/usr/bin/env python3
"""Writes the generated parts of test_card.p1s: nine tiles in nine pixel formats, palettes, the font, lines of text.

    python3 test_card.py [DIRECTORY]  (without: test_card/ beside it)

All tiles are the same picture as far as the format allows, but for the format's name in it.
"""
import os
import sys

import font

SIZE = 48
NAMES = {'ct32': 'CT32', 'ct24': 'CT24', 'ct16': 'CT16', 'ct16s': 'CT16S', 't8': 'T8', 't4': 'T4', 't8h': 'T8H',
         't4hl': 'T4HL', 't4hh': 'T4HH'}
# Sixteen colours for the formats of 4 bits: a round of hues, two greys.
SIXTEEN = [(0, 0, 0), (255, 255, 255), (255, 0, 0), (255, 110, 0), (255, 190, 0), (240, 255, 0), (130, 240, 0),
           (0, 220, 40), (0, 220, 150), (0, 210, 230), (0, 130, 255), (20, 40, 255), (120, 0, 255), (220, 0, 240),
           (255, 0, 130), (128, 128, 128)]


def hue(t):
    """A colour for 0 <= t < 1536."""
    part, rest = divmod(t, 256)
    return ((255, rest, 0), (255 - rest, 255, 0), (0, 255, rest), (0, 255 - rest, 255), (rest, 0, 255),
            (255, 0, 255 - rest))[part]


def picture(name):
    """Rows of (r, g, b): hues from left to right, white above and black below, a ring, the name."""
    rows = []
    for y in range(SIZE):
        row = []
        for x in range(SIZE):
            colour = hue(x * 1536 // SIZE)
            if y < 16:
                colour = tuple(255 - (255 - c) * (y + 1) // 17 for c in colour)
            elif y > 32:
                colour = tuple(c * (SIZE - y) // 16 for c in colour)
            square = (2 * x - SIZE + 1) ** 2 + (2 * y - SIZE + 1) ** 2
            if 40 * 40 < square < 45 * 45 or x in (0, SIZE - 1) or y in (0, SIZE - 1):
                colour = (255, 255, 255)
            row.append(colour)
        rows.append(row)
    left, top = (SIZE - 6 * len(name) + 1) // 2, 20
    for y in range(top - 1, top + 8):
        for x in range(left - 1, left + 6 * len(name)):
            i, column = divmod(x - left, 6)
            ink = 0 <= x - left and column < 5 and font.row(name[i], y - top) >> (4 - column) & 1
            rows[y][x] = (255, 255, 255) if ink else (0, 0, 0)
    return [colour for row in rows for colour in row]


def rgba16(c):
    return c[0] >> 3 | c[1] >> 3 << 5 | c[2] >> 3 << 10 | 0x8000


def cube(c):
    """Index in a palette of 6 x 6 x 6 colours."""
    r, g, b = ((v * 5 + 127) // 255 for v in c)
    return r * 36 + g * 6 + b


def nearest(c):
    return min(range(16), key=lambda i: sum((a - b) ** 2 for a, b in zip(c, SIXTEEN[i])))


def pixels(name):
    """Hexadecimal digits of a transfer."""
    colours = picture(NAMES[name])
    if name == 'ct32':
        return ''.join('%02x%02x%02x80' % c for c in colours)
    if name == 'ct24':
        return ''.join('%02x%02x%02x' % c for c in colours)
    if name in ('ct16', 'ct16s'):
        return ''.join(rgba16(c).to_bytes(2, 'little').hex() for c in colours)
    if name in ('t8', 't8h'):
        return ''.join('%02x' % cube(c) for c in colours)
    return font.psmt4([nearest(c) for c in colours])


def palette_256():
    """PSMCT32, 16 x 16 in the order of CSM1."""
    out = ['00000080'] * 256
    for i in range(216):
        r, g, b = i // 36 * 51, i // 6 % 6 * 51, i % 6 * 51
        out[i & ~0x18 | i << 1 & 0x10 | i >> 1 & 8] = '%02x%02x%02x80' % (r, g, b)
    return ''.join(out)


def palette_16():
    """PSMCT16, 8 x 2; the first colour is black here, and in the font's palette clear."""
    return ''.join(rgba16(c).to_bytes(2, 'little').hex() for c in SIXTEEN)


def letters(text, x, y, scale):
    """A line of text in REGLIST data: UV and XYZ2 of two corners a letter. Coordinates are about half a pixel into
    the texel, as games have them: a console's are a little low in sprites 6 pixels wide."""
    out, inset = '; %s\n' % text, 8 // scale / 16
    for i, letter in enumerate(text):
        code = ord(letter) - 0x20
        u, v, left = code % 16 * 8, code // 16 * 8, x + i * 6 * scale
        out += 'REG UV u=%g v=%g\nREG XYZ2 x=%d y=%d\n' % (u + inset, v + inset, left, y)
        out += 'REG UV u=%g v=%g\nREG XYZ2 x=%d y=%d\n' % (u + 6 + inset, v + 8 + inset, left + 6 * scale,
                                                          y + 8 * scale)
    return out


def main():
    directory = sys.argv[1] if len(sys.argv) > 1 else os.path.splitext(os.path.abspath(__file__))[0]
    files = {name: font.hex_lines(pixels(name)) for name in NAMES}
    files.update({'palette_256': font.hex_lines(palette_256()), 'palette_16': font.hex_lines(palette_16()),
                  'font': font.hex_lines(font.psmt4(font.texture())),
                  'text': letters('PATH1', 276, 54, 3) + letters('640 X 448 BY WAY OF PATH2 AND PATH3', 216, 388, 1) +
                  letters('1', 128, 328, 1) + letters('2', 192, 328, 1) + letters('3', 256, 328, 1) +
                  letters('4', 320, 328, 1) + letters('6', 384, 328, 1) + letters('8', 448, 328, 1)})
    for name, text in files.items():
        with open(os.path.join(directory, name + '.p1s'), 'w', newline='\n') as f:
            f.write('; Made by test_card.py.\n' + text)


if __name__ == '__main__':
    main()
