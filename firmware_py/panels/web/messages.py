"""What a web page says to the box: one small JSON object a message, or it is not heard.

{"kind": "edge", "control": "undo", "down": true}    a button went down or came up
{"kind": "cancel", "control": "undo"}                a press that shall not count
{"kind": "turn", "steps": -2}                        the knob
{"kind": "token", "token": "..."}                    paired before
{"kind": "ask"}                                      are you there?
{"kind": "pair"}   {"kind": "code", "code": "12345678"}   pairing now
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from hardware.events import Control

BYTES_AT_MOST = 512
STEPS_AT_MOST = 64

_CONTROLS = frozenset(Control)


@dataclass(frozen=True, slots=True)
class Moved:
    """A contact changed."""

    control: Control
    down: bool


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A press ended in a way that is no press: the finger slid off, the browser took over."""

    control: Control


@dataclass(frozen=True, slots=True)
class Spun:
    """The knob was turned."""

    steps: int


@dataclass(frozen=True, slots=True)
class Known:
    """The page was paired before, and shows its token; an empty one: it was not."""

    token: str


@dataclass(frozen=True, slots=True)
class Doubted:
    """The page heard nothing for a while and wants an answer, any answer."""


@dataclass(frozen=True, slots=True)
class WantsToPair:
    """The page asks for a code on the box."""


@dataclass(frozen=True, slots=True)
class Typed:
    """Somebody typed a code."""

    digits: str


PageMessage = Moved | Cancelled | Spun | Known | Doubted | WantsToPair | Typed


def read_message(data: str | bytes) -> PageMessage | None:
    """Read a message; None for anything else."""
    if isinstance(data, bytes) or len(data) > BYTES_AT_MOST:
        return None
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    match value:
        case {"kind": "edge", "control": str(name), "down": bool(down)} if name in _CONTROLS:
            return Moved(Control(name), down)
        case {"kind": "cancel", "control": str(name)} if name in _CONTROLS:
            return Cancelled(Control(name))
        case {"kind": "turn", "steps": int(steps)} if 0 < abs(steps) <= STEPS_AT_MOST:
            return None if isinstance(steps, bool) else Spun(steps)
        case {"kind": "token", "token": str(token)}:
            return Known(token)
        case {"kind": "ask"}:
            return Doubted()
        case {"kind": "pair"}:
            return WantsToPair()
        case {"kind": "code", "code": str(digits)}:
            return Typed(digits)
    return None
