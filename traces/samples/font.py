"""A font of 5 x 7 letters for the samples' captions: ASCII 20h..5Fh in cells of 8 x 8."""

# Seven rows a letter from top to bottom, two hexadecimal digits each; bit 4 is the leftmost column.
GLYPHS = {
    ' ': '00000000000000', '!': '04040404040004', '"': '0A0A0000000000', '#': '0A0A1F0A1F0A0A',
    '%': '18190204081303', '&': '0C12140C15120D', "'": '04040000000000', '(': '02040808080402',
    ')': '08040202020408', '*': '00041F0E1F0400', '+': '0004041F040400', ',': '00000000040408',
    '-': '0000001F000000', '.': '000000000C0C00', '/': '01020204080810', '0': '0E11131519110E',
    '1': '040C040404040E', '2': '0E11010204081F', '3': '1F02040201110E', '4': '02060A121F0202',
    '5': '1F101E0101110E', '6': '0608101E11110E', '7': '1F010204080808', '8': '0E11110E11110E',
    '9': '0E11110F01020C', ':': '000C0C000C0C00', ';': '000C0C00040408', '<': '02040810080402',
    '=': '00001F001F0000', '>': '08040201020408', '?': '0E110102040004', '@': '0E11171517100E',
    'A': '0E11111F111111', 'B': '1E11111E11111E', 'C': '0E11101010110E', 'D': '1E09090909091E',
    'E': '1F10101E10101F', 'F': '1F10101E101010', 'G': '0E11101713110F', 'H': '1111111F111111',
    'I': '0E04040404040E', 'J': '07020202020C08', 'K': '11121418141211', 'L': '1010101010101F',
    'M': '111B1515111111', 'N': '11191513111111', 'O': '0E11111111110E', 'P': '1E11111E101010',
    'Q': '0E11111115120D', 'R': '1E11111E141211', 'S': '0F10100E01011E', 'T': '1F040404040404',
    'U': '1111111111110E', 'V': '11111111110A04', 'W': '1111111515150A', 'X': '11110A040A1111',
    'Y': '11110A04040404', 'Z': '1F01020408101F', '[': '0E08080808080E', ']': '0E02020202020E',
    '_': '0000000000001F',
}


def row(letter, y):
    """Five bits of row y."""
    return int(GLYPHS[letter][2 * y:2 * y + 2], 16) if 0 <= y < 7 and letter in GLYPHS else 0


def texture():
    """128 x 32 pixels of 4 bits: 1 where a letter is, else 0."""
    return [row(chr(0x20 + y // 8 * 16 + x // 8), y % 8) >> (4 - x % 8) & 1 if x % 8 < 5 else 0
            for y in range(32) for x in range(128)]


def psmt4(pixels):
    """Bytes of a transfer as hexadecimal digits: the left pixel in the low four bits."""
    return ''.join('%02x' % (a | b << 4) for a, b in zip(pixels[::2], pixels[1::2]))


def hex_lines(text, width=96):
    return ''.join('.hex %s\n' % text[i:i + width] for i in range(0, len(text), width))
