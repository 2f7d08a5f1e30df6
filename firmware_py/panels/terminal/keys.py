"""Reads keys from the bytes that a terminal sends, and maps them to events.

A terminal does not send when a key is released, so a hold has a key of its own: the same letter
with Shift.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from hardware.events import Control, Event, Held, Pressed, Stopped, Turned

SOURCE = "terminal"
PAGE_STEPS = 5
SEQUENCE_BYTES_AT_MOST = 32

_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\[O])", re.DOTALL)
_HALF = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)?")
_PASTE_BEGINS, _PASTE_ENDS = b"\x1b[200~", b"\x1b[201~"
_NAMES: Mapping[bytes, str] = {
    b"\r": "enter", b"\n": "enter", b" ": "enter",
    b"\x7f": "backspace", b"\x08": "backspace",
    b"\x03": "ctrl-c", b"\x04": "ctrl-d", b"\x0c": "ctrl-l",
    b"\x1a": "ctrl-z", b"\x1c": "ctrl-backslash",
    b"\x1b[5~": "page up", b"\x1b[6~": "page down",
    **{
        start + final: name
        for final, name in ((b"A", "up"), (b"B", "down"), (b"C", "right"), (b"D", "left"))
        for start in (b"\x1b[", b"\x1bO")
    },
    **{
        b"\x1b[1;" + shift + final: name
        for final, name in ((b"A", "page up"), (b"B", "page down"),
                            (b"C", "page down"), (b"D", "page up"))
        for shift in (b"2", b"5")
    },
}  # fmt: skip


class KeyReader:
    """Splits a stream of bytes into keys. Unknown sequences and pasted text are dropped."""

    def __init__(self) -> None:
        self._rest = b""
        self._pasting = False

    @property
    def is_waiting(self) -> bool:
        """Whether an Escape was read that may be a key or the beginning of one."""
        return bool(self._rest) and not self._pasting

    def feed(self, data: bytes) -> list[str]:
        """Return the names of the keys that `data` completes."""
        self._rest += data
        keys = []
        while self._rest:
            if self._pasting and not self._skip_paste():
                break
            part = self._cut()
            if not part:
                break
            if part == _PASTE_BEGINS:
                self._pasting = True
            keys += self._name(part)
        return keys

    def flush(self) -> list[str]:
        """Return what is waiting after a pause: a lone Escape is the key Escape."""
        rest, self._rest = self._rest, b""
        return ["escape"] if rest == b"\x1b" else []

    def _skip_paste(self) -> bool:
        """Drop pasted text; return whether its end was found."""
        _, found, after = self._rest.partition(_PASTE_ENDS)
        self._rest = after if found else self._rest[1 - len(_PASTE_ENDS) :]
        self._pasting = not found
        return bool(found)

    def _cut(self) -> bytes:
        """Cut off and return the next key, or b"" if it is incomplete."""
        if self._rest[:1] != b"\x1b" or self._rest[1:2] == b"\x1b":
            length = 1
        elif match := _SEQUENCE.match(self._rest):
            length = match.end()
        elif _HALF.fullmatch(self._rest) and len(self._rest) < SEQUENCE_BYTES_AT_MOST:
            return b""
        else:
            length = len(self._rest)
        part, self._rest = self._rest[:length], self._rest[length:]
        return part

    def _name(self, part: bytes) -> list[str]:
        if part in _NAMES:
            return [_NAMES[part]]
        if part == b"\x1b":
            return ["escape"]
        return [part.decode("ascii")] if len(part) == 1 and 0x20 < part[0] < 0x7F else []


def _press(control: Control) -> Callable[[float], Event]:
    return lambda _at_s: Pressed(control, SOURCE)


def _hold(control: Control) -> Callable[[float], Event]:
    return lambda _at_s: Held(control, 1.0, SOURCE)


def _turn(steps: int, *, pressed: bool = False) -> Callable[[float], Event]:
    return lambda at_s: Turned(steps, SOURCE, at_s, pressed)


def _stop(why: str) -> Callable[[float], Event]:
    return lambda _at_s: Stopped(why, can_answer=True)


ACTIONS: Mapping[str, Callable[[float], Event]] = {
    "right": _turn(1), "down": _turn(1), "j": _turn(1), "+": _turn(1),
    "left": _turn(-1), "up": _turn(-1), "k": _turn(-1), "-": _turn(-1),
    ">": _turn(1, pressed=True), "<": _turn(-1, pressed=True),
    "page down": _turn(PAGE_STEPS), "page up": _turn(-PAGE_STEPS),
    "enter": _press(Control.KNOB), "m": _hold(Control.KNOB), "M": _hold(Control.KNOB),
    "b": _press(Control.BACK), "B": _hold(Control.BACK),
    "escape": _press(Control.BACK), "backspace": _press(Control.BACK),
    "w": _press(Control.WHY), "W": _hold(Control.WHY), "?": _press(Control.WHY),
    "u": _press(Control.UNDO), "U": _hold(Control.UNDO),
    "q": _stop("q"), "ctrl-c": _stop("Ctrl-C"), "ctrl-d": _stop("Ctrl-D"),
}  # fmt: skip
