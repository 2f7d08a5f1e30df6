"""Messages between web pages and the box: small JSON objects, anything else is not accepted.

{"kind": "edge", "control": "undo", "down": true}    a button went down or came up
{"kind": "cancel", "control": "undo"}                a press that does not count
{"kind": "turn", "steps": -2}                        a turn of the knob
{"kind": "hold", "control": "knob"}                  a complete hold, without pressing for long
{"kind": "tap", "code": "piece:a2"}                  a tap on something on the table, or on a row
{"kind": "want", "what": "names", "text": ""}        a request
{"kind": "token", "token": "..."}                    the token of a paired page
{"kind": "ask"}                                      keep-alive
{"kind": "pair"}   {"kind": "code", "code": "12345678"}   a request to pair, and the code
{"kind": "scan", "secret": "..."}                    the secret of the QR code on the box
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engines.unicode import read_json, valid_text
from hardware.events import Control

BYTES_AT_MOST = 512
STEPS_AT_MOST = 64

ANYBODY = frozenset({"question", "replay", "aid", "link"})
"""Requests of every page: words and pictures of what everybody sees."""
PAIRED = frozenset(
    {
        "write", "dial", "enter", "settings", "set", "names", "add_name", "rename", "remove_name",
        "pages", "forget", "requests", "name_page", "open_request", "share",
        "lift", "redo", "play", "sheet", "seat", "go_from",
    }
)  # fmt: skip
"""Requests of pages that may act, for the event loop."""
READ = frozenset({"history", "match", "statistics", "papers", "paper", "remove_paper"})
"""Requests of pages that may act, answered outside the event loop."""
WANTS = ANYBODY | PAIRED | READ


@dataclass(frozen=True, slots=True)
class PageMessage:
    """A message of a page: its kind and the fields of this kind."""

    kind: str
    control: Control = Control.KNOB
    down: bool = False
    steps: int = 0
    code: str = ""
    """The code of a tap, or the digits of a pairing code."""
    what: str = ""
    text: str = ""
    token: str = ""
    """Empty if the page was never paired."""
    secret: str = ""


def _control(value: object) -> Control:
    return Control(_text(value))


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"not true or false: {value!r}")
    return value


def _steps(value: object) -> int:
    if type(value) is not int or not 0 < abs(value) <= STEPS_AT_MOST:
        raise ValueError(f"not a turn: {value!r}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"not a text: {value!r}")
    return value


def _request(value: object) -> str:
    if value not in WANTS:
        raise ValueError(f"an unknown request: {value!r}")
    return _text(value)


KINDS: Mapping[str, Mapping[str, Callable[[object], Any]]] = {
    "edge": {"control": _control, "down": _flag},
    "cancel": {"control": _control},
    "turn": {"steps": _steps},
    "hold": {"control": _control},
    "tap": {"code": _text},
    "want": {"what": _request, "text": _text},
    "token": {"token": _text},
    "ask": {},
    "pair": {},
    "code": {"code": _text},
    "scan": {"secret": _text},
}
"""Every kind of message, with a reader for each of its fields."""


def read_message(data: str | bytes) -> PageMessage | None:
    """Read a message; None for anything else."""
    if isinstance(data, bytes) or len(data) > BYTES_AT_MOST:
        return None
    try:
        value = read_json(data)
        fields = {name: read(value[name]) for name, read in KINDS[value["kind"]].items()}
        return PageMessage(value["kind"], **fields)
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


def to_json(message: Mapping[str, Any]) -> str:
    """Return a message as it can be sent: JSON that every browser reads, of valid Unicode.

    Raise ValueError for numbers that JSON does not have.
    """
    return valid_text(json.dumps(message, ensure_ascii=False, allow_nan=False))


class TableMessages:
    """The parts of the table as messages, encoded once for all pages when they change.

    Written by the event loop and read by the web thread. Each change replaces the dictionary, so
    that no lock is needed.
    """

    def __init__(self, *, sends_removed: bool) -> None:
        self.messages: Mapping[str, str] = {}
        """The message of each part, by its name."""
        self._parts: Mapping[str, Any] = {}
        self._sends_removed = sends_removed
        """Whether a removed part is sent as None."""

    def take(self, parts: Mapping[str, Any]) -> bool:
        """Store the current parts; return whether one is another object than before."""
        before = self._parts
        changed = {
            name: _message(name, value)
            for name, value in parts.items()
            if name not in before or before[name] is not value
        }
        gone = [name for name in before if name not in parts]
        if not changed and not gone:
            return False
        self._parts = dict(parts)
        kept = {name: text for name, text in self.messages.items() if name not in gone}
        if self._sends_removed:
            kept |= {name: _message(name, None) for name in gone}
        self.messages = {**kept, **changed}
        return True


def _message(name: str, value: Any) -> str:
    return to_json({"kind": "part", "part": name, "value": value})
