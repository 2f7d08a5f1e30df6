"""The tokens of paired pages: who shows one may act, until somebody revokes it.

Kept over restarts, by their digests alone: whoever reads the file cannot act with it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

TOKENS_AT_MOST = 16
LABEL_AT_MOST = 60

StoredTokens = list[list[object]]
"""What the next start must know: digest, label and day of each."""

_DEVICES = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")


class PairedPage(NamedTuple):
    """A page that may act, as lists show it."""

    key: str
    """What it is revoked by; opens nothing."""
    label: str
    since: int
    """When it was paired, in seconds of the calendar; 0 if the clock was not set."""


class Tokens:
    """Remembers tokens; the ones in use are the last to be forgotten."""

    def __init__(
        self, stored: object = None, date: Callable[[], int | None] = lambda: None
    ) -> None:
        self._date = date
        self._known: OrderedDict[str, PairedPage] = OrderedDict()
        for each in stored if isinstance(stored, list) else ():
            match each:
                case [str(digest), str(label), int(since)] if _is_digest(digest):
                    self._known[digest] = PairedPage(_key(digest), label[:LABEL_AT_MOST], since)
        self._make_room()

    def add(self, label: str = "") -> str:
        """Return a new token; the one that was not used for longest makes room."""
        token = secrets.token_urlsafe(32)
        digest = _digest(token)
        self._known[digest] = PairedPage(_key(digest), label[:LABEL_AT_MOST], self._date() or 0)
        self._make_room()
        return token

    def knows(self, token: str) -> bool:
        """Say whether a token opens the door."""
        digest = _digest(token)
        if digest not in self._known:
            return False
        self._known.move_to_end(digest)
        return True

    def pages(self) -> list[PairedPage]:
        """List the pages that may act, the one paired last first."""
        return sorted(self._known.values(), key=lambda page: page.since, reverse=True)

    def forget(self, key: str) -> bool:
        """Let a page in no more; say whether there was one."""
        digest = next((each for each in self._known if _key(each) == key), None)
        return digest is not None and bool(self._known.pop(digest))

    def forget_all(self) -> None:
        """Let nobody in any more."""
        self._known.clear()

    def to_store(self) -> StoredTokens:
        """Return what the next start must know."""
        return [[digest, page.label, page.since] for digest, page in self._known.items()]

    def _make_room(self) -> None:
        while len(self._known) > TOKENS_AT_MOST:
            self._known.popitem(last=False)


def label_of(address: str, user_agent: str) -> str:
    """Return how a list names a page: its device, as far as it tells, and its address."""
    device = next((each for each in _DEVICES if each in user_agent), "")
    return f"{device} {address}".strip()


def _digest(token: str) -> str:
    # Looked up by digest: how long a look-up takes says nothing about the token.
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _key(digest: str) -> str:
    return digest[:12]


def _is_digest(text: str) -> bool:
    return len(text) == 64 and all(sign in "0123456789abcdef" for sign in text)
