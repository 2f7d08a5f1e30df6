"""The tokens of paired pages: who shows one may act."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict

TOKENS_AT_MOST = 16


class Tokens:
    """Remembers tokens, by their digests alone; the ones in use are the last to be forgotten."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, None] = OrderedDict()

    def add(self) -> str:
        """Return a new token; the one that was not used for longest makes room."""
        token = secrets.token_urlsafe(32)
        self._known[_digest(token)] = None
        while len(self._known) > TOKENS_AT_MOST:
            self._known.popitem(last=False)
        return token

    def knows(self, token: str) -> bool:
        """Say whether a token opens the door."""
        key = _digest(token)
        if key not in self._known:
            return False
        self._known.move_to_end(key)
        return True

    def forget_all(self) -> None:
        """Let nobody in any more."""
        self._known.clear()


def _digest(token: str) -> bytes:
    # Looked up by digest: how long a look-up takes says nothing about the token.
    return hashlib.sha256(token.encode(errors="replace")).digest()
