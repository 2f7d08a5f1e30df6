"""Who may act from afar: a code on the box, typed into a page, becomes a token.

    page asks ──> a note on the box ──> somebody opens it: the code ──> page sends it ──> token
                        │                     │                             │
                        └── nobody does       └── refused                   └── wrong three times

Without hands at the box there is no code, and so nothing to guess; `backoff` bounds the rest.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from threading import Lock

from firmware_py.panels.web.backoff import CODE_DIGITS, TRIES_PER_CODE, Backoff, StoredWaits
from firmware_py.panels.web.tokens import PairedPage, StoredTokens, Tokens

REQUEST_LIFE_S = 300.0
CODE_LIFE_S = 180.0
STORE_EVERY_S = 600.0
"""While somebody waits, what is left of it is kept so often: a plug may be pulled."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The box has a note of this request; its code is not open yet."""

    number: int
    life_s: float


@dataclass(frozen=True, slots=True)
class Paired:
    """The code was right: this token opens the door from now on."""

    token: str


@dataclass(frozen=True, slots=True)
class Wrong:
    """The code was wrong; with a wait, it has ended."""

    wait_s: float


@dataclass(frozen=True, slots=True)
class Wait:
    """Too early: nothing was compared, nobody was asked."""

    wait_s: float


@dataclass(frozen=True, slots=True)
class Refused:
    """The table wants no requests."""


@dataclass(frozen=True, slots=True)
class PairingEnded:
    """There is no code to compare with: ask for one."""


class Stage(Enum):
    """How far a request got."""

    ASKED = auto()
    SHOWN = auto()
    PAIRED = auto()
    REFUSED = auto()
    ENDED = auto()


@dataclass(frozen=True, slots=True)
class Request:
    """A page asked; the last one is remembered when it is over."""

    number: int
    address: str
    ends_s: float
    stage: Stage = Stage.ASKED
    code: str = ""
    tries_left: int = TRIES_PER_CODE

    @property
    def is_waiting(self) -> bool:
        """Say whether it can still become something."""
        return self.stage in (Stage.ASKED, Stage.SHOWN)


class Pairing:
    """Takes requests, compares codes, and remembers tokens. Safe to use from any thread.

    The listeners are called, from whichever thread caused it, when the request changes; the
    application then reads `request` and paints.
    """

    def __init__(
        self,
        on_change: Callable[[], None] = lambda: None,
        *,
        clock: Callable[[], float],
        date: Callable[[], int | None] = lambda: None,
        stored: object = None,
        tokens: object = None,
        draw: Callable[[], str] = lambda: f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}",
    ) -> None:
        self.listeners = [on_change]
        self.clock = clock
        self._draw = draw
        self._lock = Lock()
        self._request: Request | None = None
        self._numbers = 0
        self._wants_none = False
        self._backoff = Backoff(stored, clock)
        self._is_stored = True
        self._stored_at_s = clock()
        self._tokens = Tokens(tokens, date)
        self._are_tokens_stored = True

    # --- for the box ---

    @property
    def request(self) -> Request | None:
        """The request that is waiting, or the last one there was."""
        with self._lock:
            self._end_old()
            return self._request

    @property
    def code(self) -> str | None:
        """The digits to show on the box now; None when no request is open."""
        request = self.request
        return request.code if request is not None and request.stage is Stage.SHOWN else None

    def show(self) -> None:
        """Open the request that waits: from now on it has a code."""
        with self._lock:
            self._end_old()
            if self._request is None or self._request.stage is not Stage.ASKED:
                return
            ends_s = self.clock() + CODE_LIFE_S
            self._request = replace(
                self._request, stage=Stage.SHOWN, code=self._draw(), ends_s=ends_s
            )
        self._tell()

    def refuse(self, *, no_more: bool = False) -> None:
        """Say no to the request, and perhaps to all others until the next start."""
        with self._lock:
            self._wants_none = self._wants_none or no_more
            if self._request is None or not self._request.is_waiting:
                return
            self._end(Stage.REFUSED)
        self._tell()

    def take_requests(self, *, wanted: bool) -> None:
        """Take requests again, or none until the next start."""
        with self._lock:
            self._wants_none = not wanted

    def stage_of(self, number: int) -> Stage:
        """Say how far a request got."""
        request = self.request
        is_last = request is not None and request.number == number
        return request.stage if request is not None and is_last else Stage.ENDED

    def deadline_s(self) -> float | None:
        """Say when the request ends by itself, on the monotonic clock."""
        with self._lock:
            request = self._request
            return request.ends_s if request is not None and request.is_waiting else None

    def end_old(self) -> None:
        """End a request whose time is up, and tell so."""
        with self._lock:
            has_ended = self._end_old()
        if has_ended:
            self._tell()

    def news_to_store(self) -> StoredWaits | None:
        """Return what the next start must know, if that is not kept yet."""
        with self._lock:
            is_old = self.clock() - self._stored_at_s >= STORE_EVERY_S
            if self._is_stored and not (is_old and self._backoff.has_waits()):
                return None
            self._is_stored, self._stored_at_s = True, self.clock()
            return self._backoff.to_store()

    def tokens_to_store(self) -> StoredTokens | None:
        """Return which pages may act, for the next start, if that is not kept yet."""
        with self._lock:
            if self._are_tokens_stored:
                return None
            self._are_tokens_stored = True
            return self._tokens.to_store()

    @property
    def wants_none(self) -> bool:
        """Say whether the table wants no more requests until the next start."""
        with self._lock:
            return self._wants_none

    def pages(self) -> list[PairedPage]:
        """List the pages that may act."""
        with self._lock:
            return self._tokens.pages()

    def forget(self, key: str) -> None:
        """Revoke what a page may do; it is told at once, if it is open."""
        with self._lock:
            if not self._tokens.forget(key):
                return
            self._are_tokens_stored = False
        self._tell()

    def forget_all(self) -> None:
        """Revoke what every page may do."""
        with self._lock:
            self._tokens.forget_all()
            self._are_tokens_stored = False
        self._tell()

    # --- for pages ---

    def ask(self, address: str) -> Asked | Wait | Refused:
        """Put a note on the box, or join the request that this address has there."""
        with self._lock:
            self._end_old()
            now_s = self.clock()
            request = self._request
            if request is not None and request.is_waiting:
                left_s = request.ends_s - now_s
                is_own = request.address == address
                return Asked(request.number, left_s) if is_own else Wait(left_s)
            if self._wants_none:
                return Refused()
            wait_s = self._backoff.wait_s(address)
            if wait_s > 0:
                return Wait(wait_s)
            self._numbers += 1
            self._request = Request(self._numbers, address, now_s + REQUEST_LIFE_S)
            answer = Asked(self._numbers, REQUEST_LIFE_S)
        self._tell()
        return answer

    def enter(
        self, address: str, digits: str, label: str = ""
    ) -> Asked | Paired | Wrong | Wait | PairingEnded:
        """Compare a code that somebody typed; the label is what lists call the page."""
        with self._lock:
            self._end_old()
            request = self._request
            if request is None or not request.is_waiting or request.address != address:
                return PairingEnded()
            if request.stage is Stage.ASKED:
                return Asked(request.number, request.ends_s - self.clock())
            wait_s = self._backoff.tries_wait_s()
            if wait_s > 0:
                return Wait(wait_s)
            answer = self._compare(request, digits, label or address)
        self._tell()
        return answer

    def knows(self, token: str) -> bool:
        """Say whether a token opens the door."""
        with self._lock:
            return self._tokens.knows(token)

    # --- inside ---

    def _compare(self, request: Request, digits: str, label: str) -> Paired | Wrong:
        if secrets.compare_digest(digits.encode(errors="replace"), request.code.encode()):
            self._request = replace(request, stage=Stage.PAIRED, code="")
            self._backoff.forgive(request.address)
            self._is_stored = self._are_tokens_stored = False
            return Paired(self._tokens.add(label))
        self._backoff.use_try()
        self._is_stored = False
        self._request = replace(request, tries_left=request.tries_left - 1)
        if self._request.tries_left > 0:
            return Wrong(0.0)
        self._end(Stage.ENDED)
        return Wrong(self._backoff.wait_s(request.address))

    def _end_old(self) -> bool:
        request = self._request
        if request is None or not request.is_waiting or self.clock() < request.ends_s:
            return False
        self._end(Stage.ENDED)
        return True

    def _end(self, stage: Stage) -> None:
        assert self._request is not None
        self._backoff.blame(self._request.address)
        self._is_stored = False
        self._request = replace(self._request, stage=stage, code="")

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()
