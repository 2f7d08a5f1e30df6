"""The parts of the table as messages: each is written once for all pages, and when it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_py.panels.web.messages import to_json


class TableMessages:
    """Remembers the parts of last time. The event loop takes, the web's thread reads.

    Each change is a new dictionary in the place of the old one, so that neither waits.
    """

    def __init__(self, *, tells_gone: bool) -> None:
        self.messages: Mapping[str, str] = {}
        """What to tell a page, by the name of the part."""
        self._parts: Mapping[str, Any] = {}
        self._tells_gone = tells_gone
        """A part that is not there any more is told as nothing."""

    def take(self, parts: Mapping[str, Any]) -> bool:
        """Take the parts of a moment; say whether something changed. The same object is no news."""
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
        kept = {name: told for name, told in self.messages.items() if name not in gone}
        if self._tells_gone:
            kept |= {name: _message(name, None) for name in gone}
        self.messages = {**kept, **changed}
        return True


def _message(name: str, value: Any) -> str:
    return to_json({"kind": "part", "part": name, "value": value})
