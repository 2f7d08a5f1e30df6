"""Hands and eyes on the machine: move simulated contacts, compare the picture with the twin's.

Hands.press("knob") --> the twin gets it, and shows what must come
                    --> the guest's line is pulled down and up again
                    --> the bytes on the guest's I2C bus are fed to a model of the chip
                    --> its picture must become the twin's
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial

from machine import Machine
from twin import Twin

from hardware.controls.pins import Pins
from hardware.display.chip_models import MODELS, ModelBus, orbits
from hardware.display.config import DisplayConfig
from hardware.display.frame import Frame

ADDRESS = 0x3C
EDGE_S = 0.03
"""A calm hand: the emulated kernel reads a line's level late, and then sees the edge after next."""
PRESS_S = 0.12
"""Short: on a busy host the machine stands still for moments, and a press must be no hold."""
HOLD_S = 1.1
SEEN_S = 600.0
"""How long the picture may take: the machine is emulated, and its host may be busy."""
LATE_S = 5.0
"""After this time without the picture it is looked whether the program has anything to do."""
REST_S = 2.0
"""A program that used no time of the processor for so long has nothing to do."""
MOST_REPEATS = 5
FIRST_LOOK_S, LAST_LOOK_S = 0.02, 0.64
"""How soon to look again, at growing distances: looking takes time from what is waited for."""
BETWEEN_TURNS_S = 0.3
"""Slower than what counts as a quick spin."""
BETWEEN_PRESSES_S = 1.0
"""Longer than the moment after a turn in which the next player's entry takes no press."""
MOST_RESTS = 12
"""A program that rested so often in a row with another picture will not show the right one."""
PULSE = "cut -d' ' -f 1,3,14,15 /proc/$(systemctl show tablemate --value -p MainPID)/stat"


class NotSeen(AssertionError):
    """The display does not show what the same inputs give on a desk."""


@dataclass
class Tally:
    """What was seen so far."""

    inputs: int = 0
    equal: int = 0
    repeated: int = 0
    longest_s: float = 0.0
    times_s: list[float] = field(default_factory=list)


class Eyes:
    """The display, rebuilt from what went over the bus."""

    def __init__(self, machine: Machine, seed: int = 0) -> None:
        self._machine = machine
        # The model's memory is full of noise at first: an incomplete picture cannot be equal.
        self._bus = ModelBus(MODELS[DisplayConfig().chip](seed), ADDRESS)

    @property
    def frame(self) -> Frame:
        """The picture, after everything that was sent up to now."""
        self.feed(bytes.fromhex(self._machine.ask("tape")["tape"]))
        return self.picture

    def show(self, frames: Iterable[Frame]) -> bool:
        """Return whether the display shows one of some frames, wherever its orbit has moved it."""
        seen = self.frame
        return self.on and any(seen in _orbits(frame) for frame in frames)

    @property
    def picture(self) -> Frame:
        """The picture as it is known."""
        return self._bus.chip.frame()

    @property
    def on(self) -> bool:
        """Whether the display is lit."""
        return self._bus.chip.on

    def feed(self, tape: bytes) -> None:
        """Take a stretch of tape: two bytes of length, then the message."""
        at = 0
        while at < len(tape):
            length = int.from_bytes(tape[at : at + 2], "little")
            message = tape[at + 2 : at + 2 + length]
            if message:
                self._bus.write_i2c_block_data(ADDRESS, message[0], list(message[1:]))
            at += 2 + length


class Hands:
    """Acts on the machine and on its twin alike."""

    def __init__(self, machine: Machine, twin: Twin, tally: Tally, seed: int = 1) -> None:
        self.machine = machine
        self.twin = twin
        self.tally = tally
        self.eyes = Eyes(machine, seed)
        self._pins = Pins()
        self._pid = self._pulse()[0]
        self._chance = random.Random(seed)

    # --- acting ---

    def press(self, control: str = "knob") -> None:
        """Press a button, and see what comes."""
        before = self.twin.frames
        self.twin.press(control)
        self._give(before, lambda: self.send_press(control))
        time.sleep(BETWEEN_PRESSES_S)

    def send_press(self, control: str = "knob", down_s: float = PRESS_S) -> None:
        """Press a button of the machine only."""
        gpio = self._pins.knob_press if control == "knob" else getattr(self._pins, control)
        self.machine.ask("pull", lines=[[gpio, 0, down_s], [gpio, 1, 0.0]])
        self.tally.inputs += 1

    def hold(self, control: str) -> None:
        """Hold a button until it acts, and see what comes."""
        before = self.twin.frames
        self.twin.hold(control)
        self._give(before, lambda: self.send_press(control, HOLD_S))

    def turn(self, steps: int) -> None:
        """Turn the knob, detent by detent, and see what comes of each."""
        for _ in range(abs(steps)):
            step = 1 if steps > 0 else -1
            before = self.twin.frames
            self.twin.turn(step)
            if self.twin.frames == before:  # the end of a menu: nothing could be checked
                continue
            self._give(before, partial(self._send_turn, step))
            time.sleep(BETWEEN_TURNS_S)

    def _send_turn(self, step: int) -> None:
        a, b = self._pins.knob_a, self._pins.knob_b
        first, second = (a, b) if step > 0 else (b, a)
        edges = [(first, 0), (second, 0), (first, 1), (second, 1)]
        self.machine.ask("pull", lines=[[gpio, level, EDGE_S] for gpio, level in edges])
        self.tally.inputs += 1

    def _give(self, before: frozenset[Frame], send: Callable[[], None]) -> None:
        """Give an input and wait for its picture; give one that is lost again.

        The emulated kernel reads the level of a line after it was woken up. When it is late, a
        contact that closed and opened again has no edge for it. An input is lost if the picture is
        the one before it although the program rests: one that is only slow is waited for.
        """
        for _ in range(MOST_REPEATS):
            send()
            begun_s = time.monotonic()
            if not self._is_lost(before, begun_s + SEEN_S):
                break
            self.tally.repeated += 1
        self.expect(begun_s=begun_s)

    def _is_lost(self, before: frozenset[Frame], until_s: float) -> bool:
        rests = 0
        while not self._sees(LATE_S) and time.monotonic() < until_s:
            if not self._rests():
                rests = 0
            elif self.eyes.show(before):
                return True
            else:
                rests += 1
                if rests == MOST_RESTS:
                    raise self._other_picture()
        return False

    # --- seeing ---

    def _sees(self, limit_s: float) -> bool:
        """Wait for one of the twin's pictures."""
        until_s = time.monotonic() + limit_s
        wait_s = FIRST_LOOK_S
        while not self.eyes.show(self.twin.frames):
            if time.monotonic() > until_s:
                return False
            time.sleep(wait_s)
            wait_s = min(2 * wait_s, LAST_LOOK_S)
        return True

    def _rests(self) -> bool:
        """Return whether the program has nothing to do; raise NotSeen if it is another one."""
        before = self._pulse()
        time.sleep(REST_S)
        after = self._pulse()
        pid, state, *_ = after
        if pid != self._pid:
            raise NotSeen(f"the program was replaced: {self._pid} by {pid}")
        return state == "S" and after == before

    def _pulse(self) -> list[str]:
        """Return the program's process, its state, and how long it has run so far."""
        return self.machine.run("sh", "-c", PULSE, check=False).split() or ["none", "gone"]

    def expect(self, limit_s: float = SEEN_S, begun_s: float | None = None) -> float:
        """Wait for one of the twin's pictures; return how long it took."""
        begun_s = time.monotonic() if begun_s is None else begun_s
        if not self._sees(begun_s + limit_s - time.monotonic()):
            raise self._other_picture()
        took_s = time.monotonic() - begun_s
        self.tally.equal += 1
        self.tally.times_s.append(took_s)
        self.tally.longest_s = max(self.tally.longest_s, took_s)
        return took_s

    def _other_picture(self) -> NotSeen:
        return NotSeen(
            f"expected {self.twin.text}\n{picture(self.twin.frame)}\n"
            f"and not\n{picture(self.eyes.picture)}"
        )

    # --- playing ---

    def choose(self, label: str) -> None:
        """Go to the row of a menu that says `label`, and press."""
        self.point(label)
        self.press()

    def point(self, label: str) -> None:
        """Go to the row of a menu that says `label`."""
        for step in (-1, 1):
            while True:
                chosen = [line for line in self.twin.text if line.startswith("> ")]
                if any(label in line for line in chosen):
                    return
                before = self.twin.text
                self.turn(step)
                if self.twin.text == before:
                    break
        raise NotSeen(f"no row {label!r} in {self.twin.text}")

    def begin_mana(self) -> None:
        """Begin a match from Home, with the first seat to begin."""
        self.choose("New game")
        self.choose("Mana")
        if not any("Begins: Player 1" in line for line in self.twin.text):
            self.choose("First player")
            self.choose("Player 1")
        self.choose("Start")
        while self.twin.top_name != "Play":
            self.press()

    def pick_move(self) -> bool:
        """Enter a legal move up to its last press, which is left; False: the match is over."""
        match = self.twin.match
        if self.twin.top_name != "Play" or match.turn is None:
            return False
        choices = [match.engine.write(choice) for choice in match.engine.legal(match.state)]
        wanted = self._chance.choice(choices)
        while True:
            picker = self.twin.top.picker
            while wanted not in picker.reachable:
                self.turn(1)
            if picker.reachable == [wanted]:
                return True
            self.press()

    def play_move(self) -> bool:
        """Play a legal move through the knob; False: the match is over."""
        if not self.pick_move():
            return False
        self.press()
        return True


@cache
def _orbits(frame: Frame) -> frozenset[Frame]:
    return frozenset(orbits(frame))


def picture(frame: Frame) -> str:
    """Return a frame as text, two rows a line."""
    rows = [[frame[(y // 8) * 128 + x] >> (y % 8) & 1 for x in range(128)] for y in range(64)]
    return "\n".join(
        "".join(" ▀▄█"[up + 2 * down] for up, down in zip(rows[y], rows[y + 1], strict=True))
        for y in range(0, 64, 2)
    )
