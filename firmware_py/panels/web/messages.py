"""What a web page says to the box: one small JSON object a message, or it is not heard; and what
the box says to the page, as JSON.

{"kind": "edge", "control": "undo", "down": true}    a button went down or came up
{"kind": "cancel", "control": "undo"}                a press that shall not count
{"kind": "turn", "steps": -2}                        the knob
{"kind": "hold", "control": "knob"}                  a whole hold, where none can be held
{"kind": "tap", "code": "piece:a2"}                  something on the table, or a row
{"kind": "want", "what": "names", "text": ""}        something beyond the controls
{"kind": "token", "token": "..."}                    paired before
{"kind": "ask"}                                      are you there?
{"kind": "pair"}   {"kind": "code", "code": "12345678"}   pairing now
{"kind": "scan", "secret": "..."}                    the secret of the QR code on the box
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines.unicode import read_json, valid_text
from hardware.events import Control

BYTES_AT_MOST = 512
STEPS_AT_MOST = 64

_CONTROLS = frozenset(Control)

ANYBODY = frozenset({"question", "replay", "aid", "link"})
"""What a page may want that may only look: words and pictures of what everybody sees."""
PAIRED = frozenset(
    {
        "write", "dial", "enter", "settings", "set", "names", "add_name", "rename", "remove_name",
        "pages", "forget", "requests", "share",
    }
)  # fmt: skip
"""What only a page may want that may act."""
READ = frozenset({"history", "match", "statistics", "papers", "paper", "remove_paper"})
"""What is done beside the event loop, for pages that may act."""
WANTS = ANYBODY | PAIRED | READ


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
class HeldWhole:
    """A button of the page that means a hold."""

    control: Control


@dataclass(frozen=True, slots=True)
class TappedThere:
    """Something on the picture of the table was tapped."""

    code: str


@dataclass(frozen=True, slots=True)
class Wants:
    """The page wants something beyond the controls."""

    what: str
    text: str


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


@dataclass(frozen=True, slots=True)
class Scanned:
    """Somebody scanned the QR code for pairing."""

    secret: str


PageMessage = (
    Moved
    | Cancelled
    | Spun
    | HeldWhole
    | TappedThere
    | Wants
    | Known
    | Doubted
    | WantsToPair
    | Typed
    | Scanned
)


def read_message(data: str | bytes) -> PageMessage | None:
    """Read a message; None for anything else."""
    if isinstance(data, bytes) or len(data) > BYTES_AT_MOST:
        return None
    try:
        value = read_json(data)
    except (ValueError, RecursionError):
        return None
    match value:
        case {"kind": "edge", "control": str(name), "down": bool(down)} if name in _CONTROLS:
            return Moved(Control(name), down)
        case {"kind": "cancel", "control": str(name)} if name in _CONTROLS:
            return Cancelled(Control(name))
        case {"kind": "turn", "steps": int(steps)} if 0 < abs(steps) <= STEPS_AT_MOST:
            return None if isinstance(steps, bool) else Spun(steps)
        case {"kind": "hold", "control": str(name)} if name in _CONTROLS:
            return HeldWhole(Control(name))
        case {"kind": "tap", "code": str(code)}:
            return TappedThere(code)
        case {"kind": "want", "what": str(what), "text": str(text)} if what in WANTS:
            return Wants(what, text)
        case {"kind": "token", "token": str(token)}:
            return Known(token)
        case {"kind": "ask"}:
            return Doubted()
        case {"kind": "pair"}:
            return WantsToPair()
        case {"kind": "code", "code": str(digits)}:
            return Typed(digits)
        case {"kind": "scan", "secret": str(secret)}:
            return Scanned(secret)
    return None


def to_json(message: Mapping[str, Any]) -> str:
    """Return a message as it can be sent: JSON that every browser reads, of valid Unicode.

    Raise ValueError for numbers that JSON does not have.
    """
    return valid_text(json.dumps(message, ensure_ascii=False, allow_nan=False))
