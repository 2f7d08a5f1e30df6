"""The knob and the buttons: what changed since the last look.

A contact closes its line to ground; the Pico's own pull-ups keep it high. The buttons are looked
at in every round of the loop. The knob is quicker than that, so an interrupt notes each of its
edges. It may come in the middle of anything and must not allocate memory: it only writes small
numbers into a ring that is there already.
"""

from machine import Pin

RING = 64  # a power of two


class Contacts:
    def __init__(self, knob_a, knob_b, buttons):
        self.a = Pin(knob_a, Pin.IN, Pin.PULL_UP)
        self.b = Pin(knob_b, Pin.IN, Pin.PULL_UP)
        self.buttons = [(name, Pin(gpio, Pin.IN, Pin.PULL_UP)) for name, gpio in buttons]
        self.down = {name: not pin.value() for name, pin in self.buttons}
        self.ring = bytearray(RING)
        self.written = 0
        self.read = 0
        self.seen = self.place()
        for pin in (self.a, self.b):
            pin.irq(self.note, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def place(self):
        """Return which contacts of the knob are closed: 0 none, 1 A, 2 B, 3 both."""
        return 3 - self.a.value() - 2 * self.b.value()

    def note(self, pin):
        """Interrupt: keep where the knob stands now; when the ring is full, let it go."""
        after = (self.written + 1) & (RING - 1)
        if after != self.read:
            self.ring[self.written] = self.place()
            self.written = after

    def turns(self):
        """Return the places of the knob since the last call, in order, as digits."""
        digits = ""
        while self.read != self.written:
            place = self.ring[self.read]
            self.read = (self.read + 1) & (RING - 1)
            if place != self.seen:
                digits += str(place)
                self.seen = place
        return digits

    def presses(self):
        """Return the buttons that changed since the last call: names, and whether down."""
        changes = []
        for name, pin in self.buttons:
            down = not pin.value()
            if down != self.down[name]:
                self.down[name] = down
                changes.append((name, down))
        return changes
