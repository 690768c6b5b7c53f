#!/usr/bin/env python3
"""Writes the generated parts of vif_features.p1s: the font's texture and the captions.

    python3 vif_features.py [DIRECTORY]  (without: vif_features/ beside it)
"""
import os
import sys

import font

TITLE = 'EVERY VIFCODE AND EVERY FORMAT OF UNPACK. A COLUMN IS A QUADWORD, X ON TOP; BARS: BITS 31..24'
# In the order of the panels, six a row.
CAPTIONS = (
    'S-32', 'S-16', 'S-8', 'V2-32', 'V2-16', 'V2-8',
    'V3-32', 'V3-16', 'V3-8', 'V4-32', 'V4-16', 'V4-8',
    'V4-5', 'S-16 USN', 'S-8 USN', 'V2-16 USN', 'V2-8 USN', 'V3-16 USN',
    'V3-8 USN', 'V4-16 USN', 'V4-8 USN', 'MASK ROW', 'MASK COL', 'MASK PROTECT',
    'MASK BY CYCLE', 'STMOD 1', 'STMOD 2', 'STMOD 3', 'STMOD 2, MASK', 'V4-5 STMOD 1',
    'SKIP 4/2', 'SKIP 2/1', 'SKIP, MASK', 'FILL 1/4 ROW', 'FILL 2/4 COL', 'FILL 1/2 KEEP',
    'FILL WL=0', 'FILL CL=0', 'NUM=0: 256', 'WRAP AT 1023', 'FLG: BASE', 'FLG: OFFSET',
    'FLG: WRAP', 'XTOP', 'MSCAL', 'MSCALF', 'MSCNT', 'MPG: WRAP',
    'FLUSHE', 'I BIT, STC', 'ERR: MII', 'ERR: ME1', 'MARK', 'STP, ER1, STC',
    'DIRECT', 'DIRECTHL', 'MSKPATH3', 'FLUSHA', 'UNPACK IN TWO', 'FDR, READ_FIFO',
)


def caption(text, x, y):
    codes = ', '.join('0x%02x' % ord(letter) for letter in text)
    return ('; %s\nUNPACK V4-16 addr=485 {\n    .half %d*16, %d*16, %d, 0\n}\nSTMOD 1\nUNPACK S-8 addr=LETTERS usn {\n'
            '    .byte %s\n}\nSTMOD 0\nMSCALF 20\nFLUSHE\n' % (text, x, y, len(text), codes))


def main():
    directory = sys.argv[1] if len(sys.argv) > 1 else os.path.splitext(os.path.abspath(__file__))[0]
    made = '; Made by vif_features.py: %s.\n'
    captions = made % 'the captions' + caption(TITLE, 8, 3)
    for i, text in enumerate(CAPTIONS):
        captions += caption(text, 10 + i % 6 * 104, 16 + i // 6 * 43)
    files = {'captions': captions, 'font': made % 'the font, PSMT4, 128 x 32' + font.hex_lines(font.psmt4(font.texture()))}
    for name, text in files.items():
        with open(os.path.join(directory, name + '.p1s'), 'w', newline='\n') as f:
            f.write(text)


if __name__ == '__main__':
    main()
