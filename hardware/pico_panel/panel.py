"""The panel's side of the protocol in README.md.

                a line is damaged, or a checksum of a picture wrong: R
    IN STEP ---------------------------------------------------------> OUT OF STEP
       ^                                                                |
       +----------------------------------------------------------------+
                            N begins a whole picture

Out of step, parts of pictures are ignored, and R is repeated once a second, never faster.
"""

from binascii import a2b_base64, crc32

import wire

VERSION = 1
WIDTH = 128
PAGES = 8
LINE_AT_MOST = 240
PATIENCE_MS = 1000
RENEW_MS = 8000


class Panel:
    """`write` sends text, `display` is an Oled or None, `ticks` counts milliseconds."""

    def __init__(self, write, contacts, display, ticks, elapsed):
        self.write = write
        self.contacts = contacts
        self.display = display
        self.ticks = ticks
        self.elapsed = elapsed
        self.line = bytearray()
        self.line_at = ticks()
        self.skipping = False
        self.in_step = False
        self.asked_at = ticks()
        self.picture = bytearray(WIDTH * PAGES)
        self.changed = [None] * PAGES  # for each page: first and last column not yet drawn
        self.level = 255
        self.on = True
        self.is_set_up = False
        self.tried_at = None
        self.renewed_at = ticks()

    def send(self, payload):
        self.write(wire.seal(payload))

    def hello(self):
        """Send the greeting; it includes the knob's state, from which the host counts."""
        kind = "none" if self.display is None else "oled"
        self.send("H %d %s %d" % (VERSION, kind, self.contacts.seen))

    def step(self):
        """One round: report input and handle timeouts."""
        digits = self.contacts.turns()
        if digits:
            self.send("K " + digits)
        for name, down in self.contacts.presses():
            self.send(("D " if down else "U ") + name)
        if self.line and self.passed(self.line_at):
            self.line = bytearray()
            self.lose_step()
        if self.display is None:
            return
        # Forget old times, because the counter wraps around after some days.
        if self.asked_at is not None and self.passed(self.asked_at):
            self.asked_at = None
        if self.tried_at is not None and self.passed(self.tried_at):
            self.tried_at = None
        if not self.in_step and self.asked_at is None:
            self.asked_at = self.ticks()
            self.send("R")
        if not self.is_set_up and self.tried_at is None:
            self.set_up()
        self.renew()

    def renew(self):
        """Send everything to the display again now and then, in case it lost power.

        This is invisible on a running display. It waits until a picture in progress is complete.
        """
        now = self.ticks()
        if not self.is_set_up or not self.on:
            self.renewed_at = now
        elif self.elapsed(now, self.renewed_at) >= RENEW_MS and not any(self.changed):
            self.renewed_at = now
            self.tell(lambda display: display.repeat(self.level))
            self.changed = [(0, WIDTH - 1)] * PAGES
            self.draw()
            self.tell(lambda display: display.power(True))

    def passed(self, since):
        return self.elapsed(self.ticks(), since) >= PATIENCE_MS

    def take(self, data):
        """Process bytes from the host."""
        for byte in data:
            if byte == 10:
                line, self.line = self.line, bytearray()
                if self.skipping:
                    self.skipping = False
                else:
                    self.obey(line)
            elif not self.skipping:
                self.line.append(byte)
                self.line_at = self.ticks()
                if len(self.line) > LINE_AT_MOST:
                    self.line = bytearray()
                    self.skipping = True
                    self.lose_step()

    def obey(self, line):
        payload = wire.unseal(line)
        if payload is None:
            self.lose_step()
            return
        try:
            word, *rest = payload.decode().split(" ")
            getattr(self, "obey_" + ORDERS[word])(*rest)
        except (KeyError, TypeError, ValueError):
            self.lose_step()

    def lose_step(self):
        """Make the host start again: `step` asks for it, at most once a second."""
        self.in_step = False

    def obey_who(self):
        self.in_step = False
        self.asked_at = self.ticks()
        self.hello()

    def obey_new(self):
        for i in range(len(self.picture)):
            self.picture[i] = 0
        self.changed = [(0, WIDTH - 1)] * PAGES
        self.in_step = True

    def obey_window(self, page, left, data):
        if not self.in_step:
            return
        page, left, data = int(page), int(left), a2b_base64(data.encode())
        right = left + len(data) - 1
        if not (0 <= page < PAGES and 0 <= left <= right < WIDTH):
            raise ValueError
        self.picture[page * WIDTH + left : page * WIDTH + right + 1] = data
        old = self.changed[page] or (left, right)
        self.changed[page] = (min(old[0], left), max(old[1], right))

    def obey_finish(self, number, checksum):
        if not self.in_step:
            return
        if "%08x" % (crc32(self.picture) & 0xFFFFFFFF) != checksum:
            raise ValueError
        self.draw()
        self.send("A " + number)

    def obey_contrast(self, level):
        self.level = min(max(int(level), 0), 255)
        self.tell(lambda display: display.contrast(self.level))

    def obey_power(self, on):
        self.on = on == "1"
        self.tell(lambda display: display.power(self.on))

    def draw(self):
        def run(display):
            for page in range(PAGES):
                if self.changed[page] is not None:
                    left, right = self.changed[page]
                    start = page * WIDTH
                    display.draw(page, left, self.picture[start + left : start + right + 1])
                    self.changed[page] = None

        self.tell(run)

    def set_up(self):
        """Initialise the display, at first or after it was lost."""
        self.tried_at = self.ticks()
        self.is_set_up = True
        self.tell(lambda display: display.set_up(self.level))
        self.changed = [(0, WIDTH - 1)] * PAGES
        self.draw()
        self.tell(lambda display: display.power(self.on))

    def tell(self, order):
        """Send the display a command; if it does not answer, set it up again later."""
        if self.is_set_up:
            try:
                order(self.display)
            except OSError:
                self.is_set_up = False


ORDERS = {
    "?": "who",
    "N": "new",
    "W": "window",
    "F": "finish",
    "C": "contrast",
    "P": "power",
}
