"""Pairing: a page gets a token by a code that the box shows.

    page asks ──> a note on the box ──> somebody opens it: the code ──> page sends it ──> token
                        │                     │                             │
                        └── nobody does       └── refused                   └── wrong three times

The box shows a code only after a press, and `backoff` limits how often it can be guessed.

*Pair a page now* on the box opens a window of some minutes, in which waits do not count and all
requests are listed by address. A QR code with a one-time secret pairs the page that scans it:

    box opens the window ──> QR code ──> page sends the secret ──> token, and the secret is void

A page that shows its token may act until the token is revoked. Only digests of tokens are stored.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import b32encode
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from threading import Lock
from typing import Literal, NamedTuple

from firmware_py.system.backoff import CODE_DIGITS, TRIES_PER_CODE, Backoff, StoredWaits

REQUEST_LIFE_S = 300.0
CODE_LIFE_S = 180.0
WINDOW_S = 300.0
LISTED_AT_MOST = 8
"""The number of further requests in a window."""
SECRET_BYTES = 10
"""80 bits: 16 letters and digits, which fit into a QR code on the display."""
STORE_EVERY_S = 600.0
"""How often the remaining waits are stored, in case of a power cut."""


@dataclass(frozen=True, slots=True)
class PairingResult:
    """The answer to a page that wants to pair.

    asked    the box shows a note of this request; its code is not shown yet
    paired   the code or the secret was right, and the page gets a token
    wrong    the code was wrong; with a wait, the request has ended
    wait     too early: nothing was compared or shown
    refused  the box accepts no requests
    ended    there is no request: ask again
    """

    state: Literal["asked", "paired", "wrong", "wait", "refused", "ended"]
    number: int = 0
    """The number of the request."""
    seconds: float = 0.0
    """The life of the request, or the wait."""
    token: str = ""


class Stage(Enum):
    """The state of a request."""

    ASKED = auto()
    SHOWN = auto()
    PAIRED = auto()
    REFUSED = auto()
    ENDED = auto()


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """A request of a page to be paired."""

    number: int
    address: str
    ends_s: float
    stage: Stage = Stage.ASKED
    code: str = ""
    tries_left: int = TRIES_PER_CODE

    @property
    def is_waiting(self) -> bool:
        """Whether the request has not ended."""
        return self.stage in (Stage.ASKED, Stage.SHOWN)


@dataclass(frozen=True, slots=True)
class PairingWindow:
    """A time in which pages can be paired without waits."""

    ends_s: float
    secret: str
    """The secret in the QR code; empty once it was used."""

    @property
    def is_used(self) -> bool:
        """Return whether a page was paired by the secret."""
        return not self.secret


def _draw_secret() -> str:
    return b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


class Pairing:
    """Takes requests, compares codes, and keeps tokens. Safe to use from any thread.

    The listeners are called when the request changes, in the thread that changed it; the
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
        """Further waiting requests while a window is open."""
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
        """The waiting request, or the last one."""
        with self._lock:
            self._end_old()
            return self._request

    @property
    def code(self) -> str | None:
        """The code to show on the box now, or None."""
        request = self.request
        return request.code if request is not None and request.stage is Stage.SHOWN else None

    def show(self) -> None:
        """Draw a code for the waiting request, and show it."""
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
        """The open window, or None."""
        with self._lock:
            self._end_old()
            return self._window

    @property
    def requests(self) -> list[PairingRequest]:
        """All waiting requests, in the order of arrival."""
        with self._lock:
            self._end_old()
            current = [self._request] if self._request and self._request.is_waiting else []
            return sorted((*current, *self._listed), key=lambda request: request.number)

    def open_window(self) -> None:
        """Open a window with a new secret."""
        with self._lock:
            self._window = PairingWindow(self.clock() + WINDOW_S, self._draw_secret())
        self._tell()

    def close_window(self) -> None:
        """Close the window; a request whose code is shown stays."""
        with self._lock:
            self._window, self._listed = None, []
        self._tell()

    def choose(self, number: int) -> None:
        """Select the request that `show` opens; the one before goes back to the list."""
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
        """Refuse the request; with `no_more`, also all others until the next start."""
        with self._lock:
            self._wants_none = self._wants_none or no_more
            if self._request is None or not self._request.is_waiting:
                return
            self._end(Stage.REFUSED)
        self._tell()

    def take_requests(self, *, wanted: bool) -> None:
        """Accept requests again, or none until the next start."""
        with self._lock:
            self._wants_none = not wanted

    def stage_of(self, number: int) -> Stage:
        """Return the state of a request."""
        request = self.request
        if request is not None and request.number == number:
            return request.stage
        with self._lock:
            return (
                Stage.ASKED if any(each.number == number for each in self._listed) else Stage.ENDED
            )

    def deadline_s(self) -> float | None:
        """Return when the request or the window expires."""
        with self._lock:
            request, window = self._request, self._window
            times = [] if window is None else [window.ends_s]
            if request is not None and request.is_waiting:
                times.append(request.ends_s)
            return min(times, default=None)

    def end_old(self) -> None:
        """End what has expired, and call the listeners."""
        with self._lock:
            has_ended = self._end_old()
        if has_ended:
            self._tell()

    def news_to_store(self) -> StoredWaits | None:
        """Return the waits if they have to be stored, else None."""
        with self._lock:
            is_old = self.clock() - self._stored_at_s >= STORE_EVERY_S
            if self._is_stored and not (is_old and self._backoff.has_waits()):
                return None
            self._is_stored, self._stored_at_s = True, self.clock()
            return self._backoff.to_store()

    def tokens_to_store(self) -> StoredTokens | None:
        """Return the tokens if they have to be stored, else None."""
        with self._lock:
            if self._are_tokens_stored:
                return None
            self._are_tokens_stored = True
            return self._tokens.to_store()

    @property
    def wants_none(self) -> bool:
        """Whether no more requests are accepted until the next start."""
        with self._lock:
            return self._wants_none

    def pages(self) -> list[PairedPage]:
        """List the paired pages."""
        with self._lock:
            return self._tokens.pages()

    def forget(self, key: str) -> None:
        """Revoke the token of a page."""
        with self._lock:
            if not self._tokens.forget(key):
                return
            self._are_tokens_stored = False
        self._tell()

    def rename(self, key: str, label: str) -> None:
        """Give a paired page another name; an empty one changes nothing."""
        with self._lock:
            if self._tokens.rename(key, label):
                self._are_tokens_stored = False
        self._tell()

    def forget_all(self) -> None:
        """Revoke all tokens."""
        with self._lock:
            self._tokens.forget_all()
            self._are_tokens_stored = False
        self._tell()

    # --- for pages ---

    def ask(self, address: str) -> PairingResult:
        """Make a request, or return the waiting one of the same address."""
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
        """Return why an address may not make a request now, or None."""
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
        """Compare a typed code; `label` is the name of the page in lists."""
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
        """Compare the secret of a scanned QR code, which can be used once."""
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
        """Return whether a token is valid."""
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
        """End what has expired; return whether something ended."""
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


# --- tokens ---


TOKENS_AT_MOST = 16
LABEL_AT_MOST = 60

StoredTokens = list[list[object]]
"""Digest, label and day of each token."""

_DEVICES = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")


class PairedPage(NamedTuple):
    """A paired page, for lists."""

    key: str
    """Identifies it for `forget`; it is not the token."""
    label: str
    since: int
    """The date of the pairing in seconds; 0 if the clock was not set."""


class Tokens:
    """The tokens of paired pages; of too many, the least recently used is removed."""

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
        """Return a new token; if there are too many, remove the least recently used."""
        token = secrets.token_urlsafe(32)
        digest = _digest(token)
        self._known[digest] = PairedPage(_key(digest), label[:LABEL_AT_MOST], self._date() or 0)
        self._make_room()
        return token

    def knows(self, token: str) -> bool:
        """Return whether a token is valid, and mark it as used."""
        digest = _digest(token)
        if digest not in self._known:
            return False
        self._known.move_to_end(digest)
        return True

    def pages(self) -> list[PairedPage]:
        """List the paired pages, newest first."""
        return sorted(self._known.values(), key=lambda page: page.since, reverse=True)

    def forget(self, key: str) -> bool:
        """Revoke a token; return whether it existed."""
        digest = next((each for each in self._known if _key(each) == key), None)
        return digest is not None and bool(self._known.pop(digest))

    def rename(self, key: str, label: str) -> bool:
        """Give a page another name; return whether that changed something."""
        shown = "".join(sign for sign in label if sign.isprintable()).strip()[:LABEL_AT_MOST]
        for digest, page in self._known.items():
            if page.key == key and shown not in ("", page.label):
                self._known[digest] = page._replace(label=shown)
                return True
        return False

    def forget_all(self) -> None:
        """Revoke all tokens."""
        self._known.clear()

    def to_store(self) -> StoredTokens:
        """Return the tokens to store."""
        return [[digest, page.label, page.since] for digest, page in self._known.items()]

    def _make_room(self) -> None:
        while len(self._known) > TOKENS_AT_MOST:
            self._known.popitem(last=False)


def label_of(address: str, user_agent: str) -> str:
    """Return the name of a page in lists: its device, if known, and its address."""
    device = next((each for each in _DEVICES if each in user_agent), "")
    return f"{device} {address}".strip()


def _digest(token: str) -> str:
    # Looked up by digest, so the time of a look-up reveals nothing about the token.
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _key(digest: str) -> str:
    return digest[:12]


def _is_digest(text: str) -> bool:
    return len(text) == 64 and all(sign in "0123456789abcdef" for sign in text)
