"""An external panel for Tablemate on a Raspberry Pi Pico; README.md has wiring and protocol.

Copy the five .py files of this folder to the Pico. It needs MicroPython 1.20 or later.
"""

import select
import sys
import time

from machine import I2C, Pin, reset

from contacts import Contacts
from oled import Oled
from panel import Panel

# The wiring, by GPIO number. The display is optional.
KNOB_A = 2
KNOB_B = 3
BUTTONS = (("knob", 6), ("back", 7), ("why", 8), ("undo", 9))
DISPLAY_SDA = 4
DISPLAY_SCL = 5
DISPLAY_CHIP = "ssd1306"  # or "ssd1309", "ssd1315", "sh1106"
DISPLAY_ADDRESSES = (0x3C, 0x3D)

ROUND_MS = 2


def find_display():
    """Return the display, or None if none answers."""
    i2c = I2C(0, sda=Pin(DISPLAY_SDA), scl=Pin(DISPLAY_SCL), freq=400_000)
    for address in i2c.scan():
        if address in DISPLAY_ADDRESSES:
            return Oled(i2c, DISPLAY_CHIP, address)
    return None


def main():
    contacts = Contacts(KNOB_A, KNOB_B, BUTTONS)
    panel = Panel(sys.stdout.write, contacts, find_display(), time.ticks_ms, time.ticks_diff)
    waiting = select.poll()
    waiting.register(sys.stdin, select.POLLIN)
    panel.hello()
    while True:
        # One byte at a time, because a larger read would block.
        budget = 256
        ready = waiting.poll(ROUND_MS)
        while ready and budget:
            panel.take(sys.stdin.buffer.read(1))
            budget -= 1
            ready = waiting.poll(0)
        panel.step()


try:
    main()
except Exception as error:  # not KeyboardInterrupt, so that Ctrl-C still leads to the prompt
    sys.print_exception(error)
    time.sleep(1)
    reset()
