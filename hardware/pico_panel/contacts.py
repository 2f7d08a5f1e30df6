"""Reads the knob and the buttons, and reports changes since the last call.

A contact connects its line to ground; the Pico's pull-ups keep open lines high. The buttons are
polled in every round of the loop. The knob is faster than that, so an interrupt notes each of its
edges. It must not allocate memory, so it only writes small numbers into a preallocated ring.
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
        """Interrupt handler: store the state of the knob; drop it if the ring is full."""
        after = (self.written + 1) & (RING - 1)
        if after != self.read:
            self.ring[self.written] = self.place()
            self.written = after

    def turns(self):
        """Return the states of the knob since the last call, in order, as digits."""
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
