"""Who may act from afar: a code on the box, typed into a page, becomes a token.

    page asks ──> code on the box (2 minutes) ──> page sends it ──> token, stored by the page
                        │                              │
                        └── nobody types it: ends      └── wrong: wait; five times: a new code

Guessing is hopeless by waiting: every wrong code, and every code that was asked for and never
used, doubles the wait of that address, and a shared wait grows beside it, so that many addresses
gain nothing.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from threading import Lock

CODE_DIGITS = 6
CODE_LIFE_S = 120.0
TRIES_PER_CODE = 5
TOKENS_AT_MOST = 16
ADDRESSES_AT_MOST = 256
FREE_FAULTS = 3
"""Wrong codes from all addresses together that cost the others nothing: people mistype."""
ADDRESS_WAIT_AT_MOST_S = 60.0
SHARED_WAIT_AT_MOST_S = 30.0
FORGIVEN_AFTER_S = 300.0


@dataclass(frozen=True, slots=True)
class Asked:
    """A code is on the box now, for so long."""

    life_s: float


@dataclass(frozen=True, slots=True)
class Paired:
    """The code was right: this token opens the door from now on."""

    token: str


@dataclass(frozen=True, slots=True)
class Wrong:
    """The code was wrong; the next try is heard after the wait."""

    wait_s: float


@dataclass(frozen=True, slots=True)
class Wait:
    """Too early: nothing was compared."""

    wait_s: float


@dataclass(frozen=True, slots=True)
class PairingEnded:
    """There is no code to compare with: ask for one."""


@dataclass(slots=True)
class _Faults:
    """How often an address (or everybody together) was wrong, and until when it waits."""

    count: int = 0
    wait_until_s: float = 0.0
    last_s: float = 0.0

    def add(self, now_s: float, free: int, at_most_s: float) -> None:
        self.count += 1
        self.last_s = now_s
        if self.count > free:
            doublings = min(self.count - free - 1, 10)
            self.wait_until_s = now_s + min(2.0**doublings, at_most_s)

    def forgive(self, now_s: float) -> None:
        if self.count and now_s - max(self.last_s, self.wait_until_s) >= FORGIVEN_AFTER_S:
            self.count = 0


@dataclass(frozen=True, slots=True)
class _Code:
    digits: str
    asked_by: str
    ends_s: float
    tries_left: int = TRIES_PER_CODE


class Pairing:
    """Makes codes, compares them, and remembers tokens. Safe to use from any thread.

    `on_change` is called, from whichever thread caused it, when the code to show appears,
    changes or ends; the application then reads `code` and paints.
    """

    def __init__(
        self,
        on_change: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._on_change = on_change
        self._clock = clock
        self._lock = Lock()
        self._code: _Code | None = None
        self._everybody = _Faults()
        self._faults: OrderedDict[str, _Faults] = OrderedDict()
        self._tokens: OrderedDict[bytes, None] = OrderedDict()

    @property
    def code(self) -> str | None:
        """The digits to show on the box now; None when nobody is pairing."""
        with self._lock:
            self._end_old_code()
            return self._code.digits if self._code else None

    def deadline_s(self) -> float | None:
        """Say when the shown code ends, on the monotonic clock: the loop then paints again."""
        with self._lock:
            return self._code.ends_s if self._code else None

    def ask(self, address: str) -> Asked | Wait:
        """Put a code on the box, or keep the one that is there."""
        with self._lock:
            self._end_old_code()
            now_s = self._clock()
            if self._code is not None:
                return Asked(self._code.ends_s - now_s)
            wait_s = self._wait_s(address, now_s)
            if wait_s > 0:
                return Wait(wait_s)
            self._code = _Code(_draw(), address, now_s + CODE_LIFE_S)
        self._on_change()
        return Asked(CODE_LIFE_S)

    def enter(self, address: str, digits: str) -> Paired | Wrong | Wait | PairingEnded:
        """Compare a code that somebody typed."""
        with self._lock:
            self._end_old_code()
            now_s = self._clock()
            wait_s = self._wait_s(address, now_s)
            if wait_s > 0:
                return Wait(wait_s)
            if self._code is None:
                return PairingEnded()
            if secrets.compare_digest(digits.encode(errors="replace"), self._code.digits.encode()):
                answer: Paired | Wrong = Paired(self._new_token())
                self._code = None
                self._faults.pop(_neighbourhood(address), None)
            else:
                self._blame(address, now_s)
                answer = Wrong(self._wait_s(address, now_s))
                if not self._use_up_a_try():
                    return answer
        self._on_change()
        return answer

    def cancel(self) -> None:
        """End the code at once: somebody at the box said no."""
        with self._lock:
            if self._code is None:
                return
            self._blame(self._code.asked_by, self._clock())
            self._code = None
        self._on_change()

    def knows(self, token: str) -> bool:
        """Say whether a token opens the door; the ones in use are the last to be forgotten."""
        with self._lock:
            key = _digest(token)
            if key not in self._tokens:
                return False
            self._tokens.move_to_end(key)
            return True

    def _end_old_code(self) -> None:
        if self._code is not None and self._clock() >= self._code.ends_s:
            self._blame(self._code.asked_by, self._code.ends_s)
            self._code = None

    def _use_up_a_try(self) -> bool:
        """Say whether the code had to be replaced."""
        assert self._code is not None
        left = self._code.tries_left - 1
        if left > 0:
            self._code = _Code(self._code.digits, self._code.asked_by, self._code.ends_s, left)
            return False
        self._code = _Code(_draw(), self._code.asked_by, self._code.ends_s)
        return True

    def _wait_s(self, address: str, now_s: float) -> float:
        faults = self._faults.get(_neighbourhood(address), _Faults())
        return max(0.0, faults.wait_until_s - now_s, self._everybody.wait_until_s - now_s)

    def _blame(self, address: str, now_s: float) -> None:
        key = _neighbourhood(address)
        faults = self._faults.pop(key, _Faults())
        self._faults[key] = faults  # the newest at the end
        while len(self._faults) > ADDRESSES_AT_MOST:
            self._faults.popitem(last=False)
        for each, free, at_most_s in (
            (faults, 0, ADDRESS_WAIT_AT_MOST_S),
            (self._everybody, FREE_FAULTS, SHARED_WAIT_AT_MOST_S),
        ):
            each.forgive(now_s)
            each.add(now_s, free, at_most_s)

    def _new_token(self) -> str:
        token = secrets.token_urlsafe(32)
        self._tokens[_digest(token)] = None
        while len(self._tokens) > TOKENS_AT_MOST:
            self._tokens.popitem(last=False)
        return token


def _draw() -> str:
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"


def _digest(token: str) -> bytes:
    # Looked up by digest: how long a look-up takes says nothing about the token.
    return hashlib.sha256(token.encode(errors="replace")).digest()


def _neighbourhood(address: str) -> str:
    """Count an IPv6 network as one address: its owner has 2 ** 64 of them."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is None:
        return f"{int(ip) >> 64:x}::/64"
    return str(ip)
