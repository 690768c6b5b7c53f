#!/usr/bin/env python3
"""Writes the generated parts of spinning_knot.p1s: strips of a third of a
trefoil knot and of a round plate, and textures.

    python3 spinning_knot.py [DIRECTORY]  (without: spinning_knot/ beside it)

Positions and texture coordinates are whole numbers of 1/4096, normals of 1/127.
"""
import math
import os
import random
import sys

TURNS, SIDES = 96, 20  # of the knot: rings along it, corners of each
REPEATS = 9            # of the texture along it: a multiple of 3, as a third of a turn must change nothing
RADIUS, BEND, TUBE = 2.0, 0.95, 0.56
PLATE, PLATE_EDGE, SECTORS = 4.4, 0.22, 48


def fixed(v):
    return math.floor(v * 4096 + .5)


def normalized(v):
    length = math.sqrt(sum(x * x for x in v))
    return [x / length for x in v]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def centre(t):
    reach = RADIUS + BEND * math.cos(3 * t)
    return [reach * math.cos(2 * t), BEND * math.sin(3 * t), reach * math.sin(2 * t)]


def ring(i):
    """Positions and normals of a ring of the knot; the last corner is the first again."""
    t = 2 * math.pi * (i % TURNS) / TURNS
    here, ahead = centre(t), centre(t + 1e-4)
    along = normalized([a - b for a, b in zip(ahead, here)])
    outward = [math.cos(3 * t) * math.cos(2 * t), math.sin(3 * t), math.cos(3 * t) * math.sin(2 * t)]
    side = normalized(cross(along, outward))
    outward = cross(side, along)
    corners = []
    for j in range(SIDES + 1):
        a = 2 * math.pi * (j % SIDES) / SIDES
        n = [math.cos(a) * o + math.sin(a) * s for o, s in zip(outward, side)]
        corners.append(([h + TUBE * x for h, x in zip(here, n)], n))
    return corners


def data(values, size):
    return ''.join((v & (1 << 8 * size) - 1).to_bytes(size, 'little').hex() for v in values)


def hex_lines(text, indent, width=96):
    return ''.join('%s.hex %s\n' % (indent, text[i:i + width]) for i in range(0, len(text), width))


class Strips:
    """VIFcodes that unpack and draw strips; to be included in a vif1 block."""

    def __init__(self, what):
        self.text = '; Made by spinning_knot.py: %s.\n' % what
        self.calls = 0

    def line(self, text):
        self.text += text + '\n'

    def block(self, code, values, size):
        self.text += '%s {\n%s}\n' % (code, hex_lines(data(values, size), '    '))

    def positions(self, corners, first):
        self.block('UNPACK V3-16 addr=%d flg' % first, [fixed(x) for p, _ in corners for x in p], 2)
        self.block('UNPACK V3-8 addr=%d flg' % (first + 1), [math.floor(x * 127 + .5) for _, n in corners for x in n], 1)

    def draw(self):
        # Where the program begins anew it begins with the first of its buffers: what was kicked must be through.
        self.line('MSCNT' if self.calls else 'MSCALF 0')
        self.calls += 1


def knot():
    """A third, and one strip more, so that the thirds overlap where they meet: roundings can leave no gap."""
    strips = Strips('a third of the knot, a strip from ring to ring')
    strips.line('ITOP %d' % (2 * SIDES + 2))
    strips.line('STCYCL cl=6 wl=1 ; a ring is every other vertex')
    coordinates = '    .repeat %d, CORNER\n    .half 0, CORNER*4096/%d\n    .endr\n' % (SIDES + 1, SIDES)
    for i in range(TURNS // 3 + 1):
        for k in range(2):
            strips.positions(ring(i + k), 3 * k)
            strips.line('STROW %d, 0, 0, 0' % ((i + k) * REPEATS * 4096 // TURNS))
            strips.line('STMOD 1')
            strips.text += 'UNPACK V2-16 addr=%d flg {\n%s}\n' % (3 * k + 2, coordinates)
            strips.line('STMOD 0')
        strips.draw()
    return strips.text


def plate():
    strips = Strips('the plate, half of it a strip, and its edge')

    def spot(r, i, y=0.0):
        a = 2 * math.pi * (i % SECTORS) / SECTORS
        return [r * math.cos(a), y, r * math.sin(a)]

    half = SECTORS // 2
    strips.line('ITOP %d' % (2 * half + 2))
    strips.line('STCYCL cl=3 wl=1')
    for begin in (0, half):
        sectors = range(begin, begin + half + 1)
        top = [(spot(r, i), (0, 1, 0)) for i in sectors for r in (0, PLATE)]
        edge = [(spot(PLATE, i, y), spot(1, i)) for i in sectors for y in (0, -PLATE_EDGE)]
        for corners in top, edge:
            strips.positions(corners, 0)
            strips.block('UNPACK V2-16 addr=2 flg',
                         [fixed(.5 + x / (2 * PLATE)) for p, _ in corners for x in (p[0], p[2])], 2)
            strips.draw()
    return strips.text


# ---- textures ----

def noise(width, height, seed, frequency, octaves):
    """A tiling picture of values 0..1. `frequency`: cells across and down."""
    rnd = random.Random(seed)
    out = [0.0] * (width * height)
    across, down = frequency
    amplitude, total = 1.0, 0.0
    for _ in range(octaves):
        lattice = [[rnd.random() for _ in range(across)] for _ in range(down)]
        for y in range(height):
            y0, fy = divmod(y * down / height, 1)
            upper, lower = lattice[int(y0)], lattice[(int(y0) + 1) % down]
            fy = fy * fy * (3 - 2 * fy)
            for x in range(width):
                x0, fx = divmod(x * across / width, 1)
                x0, x1 = int(x0), (int(x0) + 1) % across
                fx = fx * fx * (3 - 2 * fx)
                top = upper[x0] + (upper[x1] - upper[x0]) * fx
                bottom = lower[x0] + (lower[x1] - lower[x0]) * fx
                out[y * width + x] += amplitude * (top * (1 - fy) + bottom * fy)
        total += amplitude
        amplitude *= .5
        across, down = across * 2, down * 2
    return [v / total for v in out]


def ramp(count, first, last):
    return [tuple(round(a + (b - a) * i / (count - 1)) for a, b in zip(first, last)) for i in range(count)]


def csm1(colours):
    """A palette of 256 colours in the order in which CSM1 has them in memory, as 16 x 16 pixels."""
    out = [None] * 256
    for i, (r, g, b) in enumerate(colours):
        place = i & ~0x18 | i << 1 & 0x10 | i >> 1 & 8
        out[place] = r | g << 8 | b << 16 | 0x80 << 24
    return data(out, 4)


def glaze():
    """Ribbons of glaze with golden edges around a marbled tube: 64 shades each of ivory, blue and gold."""
    size = 128
    cloud, vein = noise(size, size, 5, (4, 4), 4), noise(size, size, 8, (3, 3), 3)
    pixels = []
    for y in range(size):
        for x in range(size):
            shade, warp = cloud[y * size + x], vein[y * size + x]
            d = (x + y) / size % 1  # across the ribbons
            off = abs(d - .5)
            if off < .20:
                line = abs(math.sin(math.pi * (3 * warp + 4 * d)))
                pixels.append(64 + min(63, int(20 + 30 * shade + 12 * line)))
            elif off < .25:
                pixels.append(128 + min(63, int(63 - 1600 * (off - .225) ** 2 * 14 + 8 * shade)))
            else:
                line = max(0, 1 - abs(warp - .5) * 14)
                pixels.append(min(63, int(34 + 28 * shade - 26 * line)))
    colours = ramp(64, (120, 104, 92), (255, 248, 228)) + ramp(64, (4, 20, 60), (40, 150, 190)) + \
        ramp(64, (110, 60, 10), (255, 214, 110)) + [(0, 0, 0)] * 64
    return size, size, pixels, colours


def wood(x, y, grain, size):
    """Shade 0..255 at a point of the plate."""
    u, v = x / size * 2 - 1, y / size * 2 - 1
    r, a = math.hypot(u, v), math.atan2(v, u) / (2 * math.pi)
    petal = abs(a * 12 % 1 - .5) * 2  # 0 in the middle of a sector, 1 at its edge
    column, row = int(x) % size, int(y) % size
    if r < .50:
        light = r < .46 * (1 - .62 * petal)
    elif r < .53 or .84 < r < .87:
        return 8 + 40 * grain[column * size + row]
    else:
        light = r < .84 and (int((a + 1) * 36) + int((r - .53) / .31 * 3)) & 1
    return 176 + 79 * grain[row * size + column] if light else 56 + 76 * grain[column * size + row]


def marquetry():
    """A round picture of inlaid wood: a star, a ring of squares, a rim. One ramp of shades from ebony to maple, so
    that borders can be smoothed: each pixel is the mean of nine points."""
    size = 256
    grain = noise(size, size, 21, (3, 24), 3)
    offsets = [(i + .5) / 3 for i in range(3)]
    pixels = [int(sum(wood(x + dx, y + dy, grain, size) for dy in offsets for dx in offsets) / 9)
              for y in range(size) for x in range(size)]
    stops = ((20, 12, 12), (66, 30, 16), (136, 78, 42), (200, 146, 90), (250, 214, 160))
    colours = [c for first, last in zip(stops, stops[1:]) for c in ramp(64, first, last)]
    return size, size, pixels, colours


def main():
    directory = sys.argv[1] if len(sys.argv) > 1 else os.path.splitext(os.path.abspath(__file__))[0]
    files = {'knot': knot(), 'plate': plate()}
    for name, (_, _, pixels, colours) in (('glaze', glaze()), ('marquetry', marquetry())):
        files[name] = '; Made by spinning_knot.py: pixels of the texture, PSMT8.\n' + hex_lines(data(pixels, 1), '')
        files[name + '_palette'] = '; Made by spinning_knot.py: its palette, PSMCT32, 16 x 16 (CSM1).\n' + \
            hex_lines(csm1(colours), '')
    for name, text in files.items():
        with open(os.path.join(directory, name + '.p1s'), 'w', newline='\n') as f:
            f.write(text)


if __name__ == '__main__':
    main()
