#!/usr/bin/env python3
"""Writes still_life.gs.zst: four frames of a torus and three cubes on a lit floor.

    python3 still_life.py [OUT]

It uses much of what the chip can do in one picture: a 16-bit frame with dither and PSMZ16, an alpha bit as a
stencil for shadows (FBMSK, DATE), a floor in two passes with fog, a picture drawn through context 2 and then used
as a texture, HIGHLIGHT, indexed textures in three formats, a blended pane and antialiased lines.
"""
import math
import os
import random
import sys

from gsdump_writer import *

WIDTH, HEIGHT = 640, 448
FOCAL = 430.0
# Pages of local memory. Frames alternate between two buffers.
FRAME_PAGES = (0, 70)
DEPTH_PAGE = 140
PICTURE_PAGE, PICTURE_DEPTH_PAGE = 210, 230
TEXTURE_PAGE = 260

CAMERA_HEIGHT, CAMERA_PITCH, CAMERA_DISTANCE = 6.0, .42, 9.0
LIGHT = (-.5, -1.0, .35)
CUBES = (((-3.6, 1.0, 1.0), .8, .3), ((3.4, 1.2, 3.5), 1.0, .9), ((2.6, .7, -1.2), .55, 1.4))  # centre, half, angle
CORNERS = ((-1, 1, -1), (1, 1, -1), (1, -1, -1), (-1, -1, -1), (-1, 1, 1), (1, 1, 1), (1, -1, 1), (-1, -1, 1))
FACES = ((0, 1, 2, 3), (5, 4, 7, 6), (4, 0, 3, 7), (1, 5, 6, 2), (4, 5, 1, 0), (3, 2, 6, 7))
FACE_LIGHT = (120, 70, 80, 110, 150, 40)
DITHER = (-4, 0, -3, 1, 2, -2, 3, -1, -3, 1, -4, 0, 3, -1, 2, -2)

# Alpha blending equations, and write masks.
OVER, ADD, DARKEN = alpha(0, 1, 0, 1), alpha(0, 2, 0, 1), alpha(2, 1, 0, 1)
ALPHA_BIT_ONLY = 0x00FFFFFF


def noise(size, seed, freq, octaves):
    """A tiling picture of size x size values 0..255."""
    rnd = random.Random(seed)
    out = [0.0] * (size * size)
    amp = 1.0

    def smooth(t):
        return t * t * (3 - 2 * t)

    for _ in range(octaves):
        lattice = [[rnd.random() for _ in range(freq)] for _ in range(freq)]
        for y in range(size):
            y0, fy = divmod(y * freq / size, 1)
            upper, lower = lattice[int(y0)], lattice[(int(y0) + 1) % freq]
            fy = smooth(fy)
            for x in range(size):
                x0, fx = divmod(x * freq / size, 1)
                x0, x1 = int(x0), (int(x0) + 1) % freq
                fx = smooth(fx)
                top = upper[x0] + (upper[x1] - upper[x0]) * fx
                bottom = lower[x0] + (lower[x1] - lower[x0]) * fx
                out[y * size + x] += amp * (top * (1 - fy) + bottom * fy)
        amp *= .55
        freq *= 2
    lo, hi = min(out), max(out)
    return [int((v - lo) * 255 / (hi - lo + 1e-9)) for v in out]


def ramp(stops):
    """256 colours through (position 0..1, colour) stops."""
    out = []
    for i in range(256):
        t = i / 255
        for (a, ca), (b, cb) in zip(stops, stops[1:]):
            if t <= b:
                k = (t - a) / (b - a)
                out.append(tuple(int(ca[j] + (cb[j] - ca[j]) * k) for j in range(4)))
                break
    return out


def turn(p, a, b):
    """Turns a point about the y axis by a, then about the x axis by b."""
    x, y, z = p
    x, z = x * math.cos(a) + z * math.sin(a), z * math.cos(a) - x * math.sin(a)
    y, z = y * math.cos(b) + z * math.sin(b), z * math.cos(b) - y * math.sin(b)
    return x, y, z


def project(p):
    """World to screen x, screen y, 1/distance."""
    x, y, z = p[0], p[1] - CAMERA_HEIGHT, p[2] + CAMERA_DISTANCE
    c, s = math.cos(CAMERA_PITCH), math.sin(CAMERA_PITCH)
    y, z = y * c + z * s, z * c - y * s
    z = max(z, .5)
    return WIDTH / 2 + FOCAL * x / z, HEIGHT / 2 - FOCAL * y / z, 1 / z


def shadow(p):
    """Where the light throws a point onto the floor."""
    k = p[1] / -LIGHT[1]
    return project((p[0] + LIGHT[0] * k, 0, p[2] + LIGHT[2] * k))


def depth(w):
    return min(0xFFFF, int(w * 0xFFFF * .9))


class Scene:
    def __init__(self):
        self.dump = Dump('PATH-00003', 0x50415448)
        self.gif = Gif()
        self.block = TEXTURE_PAGE * 32
        display_setup(self.dump, WIDTH, HEIGHT, 0, WIDTH // 64, PSMCT16)
        self.gif.ad('PRMODECONT', 1, 'FRAME_1', frame(0, WIDTH // 64, PSMCT16), 'ZBUF_1', zbuf(DEPTH_PAGE, PSMZ16),
                    'XYOFFSET_1', xyoffset(OFS, OFS), 'SCISSOR_1', scissor(0, WIDTH - 1, 0, HEIGHT - 1),
                    'TEST_1', test(), 'COLCLAMP', 1, 'DTHE', 0, 'PABE', 0, 'FBA_1', 0, 'TEXA', texa(),
                    'ALPHA_1', OVER, 'CLAMP_1', 0, 'FOGCOL', 0x402010, 'SCANMSK', 0, 'TEX1_1', tex1())
        self.upload_textures()
        self.send(2)

    def send(self, path=3):
        self.dump.transfer(self.gif.take(), path)

    # ---- textures ----

    def allocate(self, pages):
        block = self.block
        self.block += pages * 32
        return block

    def texture(self, psm, size, values, width, pages):
        """Uploads a square texture into a buffer `width` * 64 pixels wide; returns its block and width."""
        block = self.allocate(pages)
        self.gif.upload(block, width, psm, size, size, pack_pixels(psm, values))
        return block, width

    def palette(self, psm, colours):
        block = self.allocate(1)
        values = colour_values(psm, csm1_store(256, colours))
        self.gif.upload(block, 1, psm, 16, 16, pack_pixels(psm, values))
        return block

    def upload_textures(self):
        size = 128
        tiles = [v // 2 + ((i % size // 32 + i // size // 32) & 1) * 110 for i, v in enumerate(noise(size, 3, 8, 3))]
        self.floor = self.texture(PSMT8, size, tiles, 2, 2)
        self.floor_palette = self.palette(PSMCT16, ramp([(0, (40, 40, 60, 128)), (.5, (120, 110, 100, 128)),
                                                         (1, (220, 210, 190, 128))]))
        spot = [min(255, int(300 * math.exp(-((x - 32) ** 2 + (y - 32) ** 2) / 300))) for y in range(64) for x in range(64)]
        self.spot = self.texture(PSMT8H, 64, spot, 1, 2)
        self.spot_palette = self.palette(PSMCT32, [(i, i, i * 3 // 4, i // 2) for i in range(256)])
        checks = [(min(255, 60 + y * 2), min(255, 80 + y * 2), 120 + y * 2, 0) if (x // 8 + y // 8) & 1
                  else (250 - y, 250 - y, 255, 0) for y in range(64) for x in range(64)]
        self.checks = self.texture(PSMCT24, 64, colour_values(PSMCT24, checks), 1, 2)

    # ---- drawing ----

    def rectangle(self, x0, y0, x1, y1, colour, **attributes):
        self.gif.ad('PRIM', prim(SPRITE, **attributes), 'RGBAQ', rgbaq(*colour), 'XYZ2', xyz(x0, y0), 'XYZ2', xyz(x1, y1))

    def shape(self, kind, points, colour, **attributes):
        self.gif.ad('PRIM', prim(kind, **attributes), 'RGBAQ', rgbaq(*colour))
        for p in points:
            self.gif.ad('XYZ2', xyz(*p))

    def strip(self, registers, quads, **attributes):
        """One PACKED triangle strip; each of `quads` holds one vertex."""
        self.gif.packed(len(quads), registers, quads, pre=1, prim_=prim(STRIP, **attributes))

    def background(self, page):
        g = self.gif
        g.ad('PRMODECONT', 1, 'FRAME_1', frame(page, 10, PSMCT16), 'ZBUF_1', zbuf(DEPTH_PAGE, PSMZ16),
             'XYOFFSET_1', xyoffset(OFS, OFS), 'SCISSOR_1', scissor(0, WIDTH - 1, 0, HEIGHT - 1), 'TEST_1', test(),
             'DTHE', 1, 'DIMX', dimx(DITHER), 'COLCLAMP', 1, 'TEXA', texa(0x80, 0, 0x80), 'ALPHA_1', OVER,
             'FOGCOL', 0x402818, 'FBA_1', 0, 'PABE', 0)
        self.rectangle(0, 0, WIDTH, HEIGHT, (24, 40, 64, 0))
        g.ad('PRIM', prim(STRIP, iip=1))
        for y, colour in ((0, (10, 12, 40, 0)), (180, (90, 60, 70, 0))):
            for x in (0, WIDTH):
                g.ad('RGBAQ', rgbaq(*colour), 'XYZ2', xyz(x, y))

    def picture(self, f):
        """The 128 x 128 picture on the cubes, through context 2."""
        g = self.gif
        g.ad('FRAME_2', frame(PICTURE_PAGE, 2, PSMCT32), 'ZBUF_2', zbuf(PICTURE_DEPTH_PAGE, PSMZ24),
             'XYOFFSET_2', xyoffset(OFS, OFS), 'SCISSOR_2', scissor(0, 127, 0, 127), 'TEST_2', test(), 'ALPHA_2', ADD,
             'TEX1_2', tex1(mmag=1), 'CLAMP_2', 0, 'FBA_2', 0, 'TEX0_2', tex0(*self.checks, PSMCT24, 6, 6, 1, 0))
        self.rectangle(0, 0, 128, 128, (0, 20, 10, 128), ctxt=1)
        for i in range(16):
            angle = i * .39 + f * .2
            g.ad('PRIM', prim(TRI, iip=1, abe=1, ctxt=1))
            for k, radius in ((0, 0), (.15, 62), (-.15, 62)):
                g.ad('RGBAQ', rgbaq(200 if k else 255, 60 + 10 * i, 220 - 12 * i, 40 if k else 128),
                     'XYZ2', xyz(64 + radius * math.cos(angle + k), 64 + radius * math.sin(angle + k), 5))
        g.ad('PRIM', prim(SPRITE, fst=1, tme=1, ctxt=1, abe=1), 'RGBAQ', rgbaq(100, 128, 128, 64),
             'UV', uv(f * 4, 0), 'XYZ2', xyz(40, 40, 9), 'UV', uv(f * 4 + 64, 64), 'XYZ2', xyz(88, 88, 9))

    def floor_pass(self, f, lit):
        """The floor, first its tiles, then the light on it, both fogged."""
        for row in range(24):
            quads = []
            for column in range(25):
                for near in (1, 0):
                    x, z = -14 + column * 28 / 24, 16 - (row + near) * 22 / 24
                    p = project((x, 0, z))
                    s, t = (x / 12 + .5 + .1 * math.sin(f), z / 12 + .5) if lit else (x / 6, z / 6)
                    fog = max(0, min(255, 300 - int((z + 9) * 11)))
                    quads.append(p_st(s * p[2], t * p[2], p[2]) + p_rgba(128, 128, 128, 0x80 if lit else 0) +
                                 p_xyzf2(p[0], p[1], depth(p[2]), fog))
            self.strip((2, 1, 4), quads, iip=1, tme=1, fge=1, abe=lit)
        self.send()

    def draw_floor(self, f):
        g = self.gif
        g.ad('TEX0_1', tex0(*self.floor, PSMT8, 7, 7, 1, 0, self.floor_palette, PSMCT16, 0, 0, 1),
             'TEX1_1', tex1(mmag=1, mmin=1), 'CLAMP_1', 0, 'TEST_1', test(ztst=2))
        self.floor_pass(f, 0)
        g.ad('TEX0_1', tex0(*self.spot, PSMT8H, 6, 6, 1, 0, self.spot_palette, PSMCT32, 0, 0, 1),
             'CLAMP_1', clamp(1, 1), 'ALPHA_1', ADD, 'ZBUF_1', zbuf(DEPTH_PAGE, PSMZ16, 1))
        self.floor_pass(f, 1)

    def draw_shadows(self, page, torus, cubes):
        """Sets the alpha bit under the shadows, then darkens where it is set."""
        g = self.gif
        g.ad('FRAME_1', frame(page, 10, PSMCT16, ALPHA_BIT_ONLY), 'ZBUF_1', zbuf(DEPTH_PAGE, PSMZ16, 1), 'TEST_1', test())
        for strip in torus:
            quads = []
            for p, _ in strip:
                x, y, w = shadow(p)
                quads.append(p_rgba(0, 0, 0, 0xFF) + p_xyz2(x, y, depth(w)))
            self.strip((1, 5), quads)
        for corners in cubes:
            for face in FACES:
                places = [shadow(corners[k]) for k in face]
                self.shape(FAN, [(x, y, depth(w)) for x, y, w in places], (0, 0, 0, 0xFF))
        g.ad('FRAME_1', frame(page, 10, PSMCT16), 'TEST_1', test(date=1, datm=1), 'ALPHA_1', DARKEN)
        for i in range(20):
            self.rectangle(i * 32, 0, i * 32 + 32, HEIGHT, (0, 0, 0, 0x48), abe=1)

    def draw_torus(self, torus):
        """An environment map with HIGHLIGHT on a lit torus."""
        self.gif.ad('ZBUF_1', zbuf(DEPTH_PAGE, PSMZ16), 'TEST_1', test(ztst=2), 'ALPHA_1', OVER,
                    'TEX0_1', tex0(*self.checks, PSMCT24, 6, 6, 0, 2), 'TEX1_1', tex1(mmag=1, mmin=1), 'CLAMP_1', clamp(1, 1))
        for strip in torus:
            quads = []
            for p, n in strip:
                x, y, w = project(p)
                light = max(.2, n[1] * .7 - n[2] * .4 + n[0] * .3)
                gleam = int(180 * max(0, n[1] * .6 - n[2] * .7) ** 8)
                quads.append(p_st((.5 + n[0] * .48) * w, (.5 - n[1] * .48) * w, w) +
                             p_rgba(min(255, 150 * light), min(255, 110 * light), min(255, 60 * light), min(255, gleam)) +
                             p_xyzf2(x, y, depth(w), 255))
            self.strip((2, 1, 4), quads, iip=1, tme=1)
        self.send()

    def draw_cubes(self, cubes):
        g = self.gif
        g.ad('TEXFLUSH', 0, 'TEX0_1', tex0(PICTURE_PAGE * 32, 2, PSMCT32, 7, 7, 1, 0), 'CLAMP_1', clamp(1, 1))
        for index, corners in enumerate(cubes):
            g.ad('TEX1_1', tex1(mmag=index != 1, mmin=index != 1))
            for face, light in zip(FACES, FACE_LIGHT):
                places = [project(corners[k]) for k in face]
                (ax, ay, _), (bx, by, _), (cx, cy, _) = places[:3]
                if (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0:
                    continue  # seen from behind
                g.ad('PRIM', prim(FAN, tme=1, fge=1))
                for (s, t), (x, y, w) in zip(((0, 0), (1, 0), (1, 1), (0, 1)), places):
                    g.ad('RGBAQ', rgbaq(light, light, light, 128, w), 'ST', st(s * w, t * w), 'XYZF2', xyzf(x, y, depth(w), 230))

    def draw_pane(self):
        self.gif.ad('ZBUF_1', zbuf(DEPTH_PAGE, PSMZ16, 1), 'ALPHA_1', OVER)
        a, b, c, d = (project(p) for p in ((-2.5, 0, -2.5), (1.0, 0, -3.2), (-2.5, 2.2, -2.5), (1.0, 2.2, -3.2)))
        self.shape(STRIP, [(x, y, depth(w)) for x, y, w in (a, b, c, d)], (120, 200, 255, 40), abe=1)
        self.shape(LINESTRIP, [(x, y, depth(w) + 50) for x, y, w in (a, b, d, c, a)], (255, 255, 255, 128), abe=1, aa1=1)
        self.send()

    def frame(self, f):
        page = FRAME_PAGES[f & 1]
        torus, cubes = torus_strips(f * .12), [cube_corners(c, f) for c in CUBES]
        self.background(page)
        self.picture(f)
        self.draw_floor(f)
        self.draw_shadows(page, torus, cubes)
        self.draw_torus(torus)
        self.draw_cubes(cubes)
        self.draw_pane()
        self.dump.set(DISPFB1=dispfb(page, 10, PSMCT16))
        self.dump.vsync(f & 1)


def torus_strips(angle, around=36, across=18):
    """Strips of (position, normal)."""
    rings = []
    for i in range(around + 1):
        ring = []
        for j in range(across + 1):
            a, b = 2 * math.pi * i / around, 2 * math.pi * j / across
            n = (math.cos(a) * math.cos(b), math.sin(b), math.sin(a) * math.cos(b))
            p = ((1.7 + .6 * math.cos(b)) * math.cos(a), .6 * math.sin(b), (1.7 + .6 * math.cos(b)) * math.sin(a))
            n, p = turn(n, angle, .7 + angle * .5), turn(p, angle, .7 + angle * .5)
            ring.append(((p[0] - .5, p[1] + 2.6, p[2] + 2), n))
        rings.append(ring)
    return [[ring[j] for j in range(across + 1) for ring in pair] for pair in zip(rings, rings[1:])]


def cube_corners(cube, f):
    centre, half, angle = cube
    corners = [turn((x * half, y * half, z * half), angle + f * .15, 0) for x, y, z in CORNERS]
    return [tuple(q[k] + centre[k] for k in range(3)) for q in corners]


def main():
    default = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'still_life.gs.zst')
    scene = Scene()
    for f in range(4):
        scene.frame(f)
    scene.dump.write(sys.argv[1] if len(sys.argv) > 1 else default, level=19)


if __name__ == '__main__':
    main()
