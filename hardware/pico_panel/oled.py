"""An SSD1306, SSD1309, SSD1315 or SH1106 on I2C, one run of bytes within a page at a time.

All have page addressing: page (0xB0), low and high half of the column (0x00, 0x10), then data to
the right. The memory of the SH1106 begins two columns left of the visible ones.
"""

WIDTH = 128
PAGES = 8

SETUP = bytes((
    0xAE,        # dark while things change
    0xD5, 0x80,  # clock
    0xA8, 0x3F,  # 64 rows
    0xD3, 0x00,  # no offset
    0x40,        # from the first row
    0xA1, 0xC8,  # upright on the usual modules
    0xDA, 0x12,  # how the rows are wired
    0xD9, 0xF1,  # pre-charge
    0xA4, 0xA6,  # show the memory, lit is lit
))  # fmt: skip
# Additional setup commands of a chip, and the column of its memory that is the first visible one.
CHIPS = {
    "ssd1306": (bytes((0x8D, 0x14, 0x20, 0x02)), 0),  # charge pump, page addressing
    "ssd1309": (bytes((0x20, 0x02)), 0),
    "ssd1315": (bytes((0x8D, 0x14, 0x20, 0x02)), 0),
    "sh1106": (bytes((0xAD, 0x8B)), 2),
}


class Oled:
    def __init__(self, i2c, chip, address):
        self.i2c = i2c
        self.address = address
        self.own_setup, self.first_column = CHIPS[chip]
        self.run = bytearray(1 + WIDTH)
        self.run[0] = 0x40

    def set_up(self, level):
        """Set up the chip, switched off, because the memory is not yet filled."""
        self.command(SETUP + self.own_setup)
        self.contrast(level)

    def repeat(self, level):
        """Set up the chip again without switching it off; invisible on a running chip."""
        self.command(SETUP[1:] + self.own_setup)
        self.contrast(level)

    def command(self, commands):
        self.i2c.writeto(self.address, b"\x00" + commands)

    def draw(self, page, left, data):
        """Write a run of bytes into a page."""
        column = left + self.first_column
        self.command(bytes((0xB0 | page, column & 0x0F, 0x10 | column >> 4)))
        self.run[1 : 1 + len(data)] = data
        self.i2c.writeto(self.address, memoryview(self.run)[: 1 + len(data)])

    def contrast(self, level):
        self.command(bytes((0x81, level)))

    def power(self, on):
        self.command(b"\xaf" if on else b"\xae")
