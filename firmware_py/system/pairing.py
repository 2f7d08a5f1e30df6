"""Who may act from afar: a code on the box, typed into a page, becomes a token.

    page asks ──> a note on the box ──> somebody opens it: the code ──> page sends it ──> token
                        │                     │                             │
                        └── nobody does       └── refused                   └── wrong three times

Without hands at the box there is no code, and so nothing to guess; `backoff` bounds the rest.

*Pair a page now* on the box opens a window of some minutes: a QR code with a one-time secret pairs
whoever scans it, waits do not count, and all requests are listed by address:

    box opens the window ──> QR code ──> page sends the secret ──> token, and the secret is void
"""

from __future__ import annotations

import secrets
from base64 import b32encode
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from threading import Lock
from typing import Literal

from firmware_py.system.backoff import CODE_DIGITS, TRIES_PER_CODE, Backoff, StoredWaits
from firmware_py.system.page_tokens import PairedPage, StoredTokens, Tokens

REQUEST_LIFE_S = 300.0
CODE_LIFE_S = 180.0
WINDOW_S = 300.0
LISTED_AT_MOST = 8
"""Requests beside the first one, in a window."""
SECRET_BYTES = 10
"""80 bits: 16 letters and digits, as many as a QR code on the display has room for."""
STORE_EVERY_S = 600.0
"""While somebody waits, what is left of it is kept so often: a plug may be pulled."""


@dataclass(frozen=True, slots=True)
class PairingResult:
    """The answer to a page that wants to pair.

    asked    the box has a note of this request; its code is not open yet
    paired   the code or the secret was right: the page has a token from now on
    wrong    the code was wrong; with a wait, the request has ended
    wait     too early: nothing was compared, nobody was asked
    refused  the table wants no requests
    ended    there is no code to compare with: ask for one
    """

    state: Literal["asked", "paired", "wrong", "wait", "refused", "ended"]
    number: int = 0
    """Of the request."""
    seconds: float = 0.0
    """The life of a request, or the wait."""
    token: str = ""


class Stage(Enum):
    """How far a request got."""

    ASKED = auto()
    SHOWN = auto()
    PAIRED = auto()
    REFUSED = auto()
    ENDED = auto()


@dataclass(frozen=True, slots=True)
class PairingRequest:
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


@dataclass(frozen=True, slots=True)
class PairingWindow:
    """Some minutes in which a page can be paired without waits."""

    ends_s: float
    secret: str
    """What the QR code holds; empty once it was used."""

    @property
    def is_used(self) -> bool:
        """Return whether a page was paired by the secret."""
        return not self.secret


def _draw_secret() -> str:
    return b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


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
        draw_secret: Callable[[], str] = _draw_secret,
    ) -> None:
        self.listeners = [on_change]
        self.clock = clock
        self._draw = draw
        self._draw_secret = draw_secret
        self._lock = Lock()
        self._request: PairingRequest | None = None
        self._listed: list[PairingRequest] = []
        """Other requests that wait, while a window is open."""
        self._window: PairingWindow | None = None
        self._numbers = 0
        self._wants_none = False
        self._backoff = Backoff(stored, clock)
        self._is_stored = True
        self._stored_at_s = clock()
        self._tokens = Tokens(tokens, date)
        self._are_tokens_stored = True

    # --- for the box ---

    @property
    def request(self) -> PairingRequest | None:
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

    # --- a window, for the box ---

    @property
    def window(self) -> PairingWindow | None:
        """The window that is open; None: none is."""
        with self._lock:
            self._end_old()
            return self._window

    @property
    def requests(self) -> list[PairingRequest]:
        """All requests that wait, in the order they came."""
        with self._lock:
            self._end_old()
            current = [self._request] if self._request and self._request.is_waiting else []
            return sorted((*current, *self._listed), key=lambda request: request.number)

    def open_window(self) -> None:
        """Begin some minutes in which waits do not count, with a new secret."""
        with self._lock:
            self._window = PairingWindow(self.clock() + WINDOW_S, self._draw_secret())
        self._tell()

    def close_window(self) -> None:
        """End them; a request that was opened goes on."""
        with self._lock:
            self._window, self._listed = None, []
        self._tell()

    def choose(self, number: int) -> None:
        """Make one of the requests the one that `show` opens; the one before it waits."""
        with self._lock:
            self._end_old()
            chosen = next((each for each in self._listed if each.number == number), None)
            if chosen is None:
                return
            before = self._request
            self._listed.remove(chosen)
            if before is not None and before.is_waiting:
                self._listed.append(replace(before, stage=Stage.ASKED, code=""))
            self._request = chosen

    # --- the request, for the box ---

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
        if request is not None and request.number == number:
            return request.stage
        with self._lock:
            return (
                Stage.ASKED if any(each.number == number for each in self._listed) else Stage.ENDED
            )

    def deadline_s(self) -> float | None:
        """Say when the request ends by itself, on the monotonic clock."""
        with self._lock:
            request, window = self._request, self._window
            times = [] if window is None else [window.ends_s]
            if request is not None and request.is_waiting:
                times.append(request.ends_s)
            return min(times, default=None)

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

    def ask(self, address: str) -> PairingResult:
        """Put a note on the box, or join the request that this address has there."""
        with self._lock:
            self._end_old()
            now_s = self.clock()
            own = self._own_request(address)
            if own is not None:
                return PairingResult("asked", own.number, own.ends_s - now_s)
            refusal = self._why_wait(address)
            if refusal is not None:
                return refusal
            self._numbers += 1
            made = PairingRequest(self._numbers, address, now_s + REQUEST_LIFE_S)
            if self._request is not None and self._request.is_waiting:
                self._listed.append(made)
            else:
                self._request = made
        self._tell()
        return PairingResult("asked", made.number, REQUEST_LIFE_S)

    def _own_request(self, address: str) -> PairingRequest | None:
        current = [self._request] if self._request and self._request.is_waiting else []
        return next((each for each in (*current, *self._listed) if each.address == address), None)

    def _why_wait(self, address: str) -> PairingResult | None:
        """Return why an address may not ask now; None: it may."""
        if self._window is not None:
            is_full = len(self._listed) >= LISTED_AT_MOST
            left_s = self._window.ends_s - self.clock()
            return PairingResult("wait", seconds=left_s) if is_full else None
        if self._request is not None and self._request.is_waiting:
            return PairingResult("wait", seconds=self._request.ends_s - self.clock())
        if self._wants_none:
            return PairingResult("refused")
        wait_s = self._backoff.wait_s(address)
        return PairingResult("wait", seconds=wait_s) if wait_s > 0 else None

    def enter(self, address: str, digits: str, label: str = "") -> PairingResult:
        """Compare a code that somebody typed; the label is what lists call the page."""
        with self._lock:
            self._end_old()
            request = self._own_request(address)
            if request is None:
                return PairingResult("ended")
            if request.stage is Stage.ASKED:
                return PairingResult("asked", request.number, request.ends_s - self.clock())
            wait_s = self._backoff.tries_wait_s()
            if wait_s > 0:
                return PairingResult("wait", seconds=wait_s)
            answer = self._compare(request, digits, label or address)
        self._tell()
        return answer

    def redeem(self, address: str, secret: str, label: str = "") -> PairingResult:
        """Compare the secret of a QR code that somebody scanned; it serves once."""
        with self._lock:
            self._end_old()
            window = self._window
            expected = "" if window is None else window.secret
            is_right = secrets.compare_digest(secret.encode(errors="replace"), expected.encode())
            if window is None or window.is_used or not is_right:
                return PairingResult("ended")
            self._window = replace(window, secret="")
            self._backoff.forgive(address)
            self._is_stored = self._are_tokens_stored = False
            paired = PairingResult("paired", token=self._tokens.add(label or address))
        self._tell()
        return paired

    def knows(self, token: str) -> bool:
        """Say whether a token opens the door."""
        with self._lock:
            return self._tokens.knows(token)

    # --- inside ---

    def _compare(self, request: PairingRequest, digits: str, label: str) -> PairingResult:
        if secrets.compare_digest(digits.encode(errors="replace"), request.code.encode()):
            self._request = replace(request, stage=Stage.PAIRED, code="")
            self._backoff.forgive(request.address)
            self._is_stored = self._are_tokens_stored = False
            return PairingResult("paired", token=self._tokens.add(label))
        self._backoff.use_try()
        self._is_stored = False
        self._request = replace(request, tries_left=request.tries_left - 1)
        if self._request.tries_left > 0:
            return PairingResult("wrong")
        self._end(Stage.ENDED)
        return PairingResult("wrong", seconds=self._backoff.wait_s(request.address))

    def _end_old(self) -> bool:
        """End what has lasted too long; return whether something ended."""
        now_s, before = self.clock(), (self._window, self._request, len(self._listed))
        if self._window is not None and now_s >= self._window.ends_s:
            self._window, self._listed = None, []
        self._listed = [each for each in self._listed if now_s < each.ends_s]
        request = self._request
        if request is not None and request.is_waiting and now_s >= request.ends_s:
            self._end(Stage.ENDED)
        return before != (self._window, self._request, len(self._listed))

    def _end(self, stage: Stage) -> None:
        assert self._request is not None
        if self._window is None:
            self._backoff.blame(self._request.address)
            self._is_stored = False
        self._request = replace(self._request, stage=stage, code="")

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()
