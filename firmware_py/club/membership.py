"""How a box joins a club, and leaves it: the folder `club` of its data directory.

    archive: `tablemate club invite`   a code of ten letters and digits, for ten minutes, once
    box:     `tablemate club join HOST CODE`
        box -> archive    its key and name, encrypted with the code
        archive -> box    card, authority, certificate and its key, encrypted with the code

Both sides stretch the code by scrypt and use it as the key of a PyNaCl SecretBox. So who does not
know the code can neither read nor answer, and a wrong one only fails.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Callable
from hashlib import scrypt
from pathlib import Path
from typing import Any, NamedTuple

from engines.unicode import read_json
from firmware_py.club.batch import verify
from firmware_py.club.identity import CLUB_CARD, is_member
from firmware_py.club.wire import Broker
from firmware_py.core.files import atomic_write

FOLDER, CARD_NAME = CLUB_CARD.parent, CLUB_CARD.name
LOG_NAME = "log.db"
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without what looks alike."""
CODE_LETTERS = 10
CODE_LIFE_S = 600
FILES = {"ca": "ca.pem", "certificate": "box.pem", "private": "box.key"}
JOIN_PATH = "/join"
MESSAGE_LIMIT = 64 * 1024


class NotJoined(Exception):
    """A box could not join; the message says what to do."""


class Member(NamedTuple):
    """The membership of this box."""

    club: str
    key: str
    """The public key of the club."""
    host: str
    port: int
    card: str
    since: int
    """The number of the newest match when the box joined: those up to it stay out."""
    folder: Path
    since_evening: int = 0
    """The same for evenings."""

    @property
    def name(self) -> str:
        """The name of this box in the club."""
        return str(read_json(self.card)[0]).split("\n")[3]

    @property
    def broker(self) -> Broker:
        """Return the way to the broker of the club."""
        ca, certificate, key = (self.folder / name for name in FILES.values())
        return Broker(self.host, self.port, ca, certificate, key)

    @property
    def log(self) -> Path:
        """The file of the log."""
        return self.folder / LOG_NAME


def membership(data: Path) -> Member | None:
    """Return the membership of a box, or None without a readable one."""
    try:
        found = read_json((data / FOLDER / CARD_NAME).read_bytes())
        return Member(**found, folder=data / FOLDER)
    except (OSError, ValueError, TypeError, RecursionError):
        return None


def leave(data: Path) -> bool:
    """Delete everything of the club from a box; return whether there was something."""
    is_there = (data / FOLDER).exists()
    shutil.rmtree(data / FOLDER, ignore_errors=True)
    return is_there


def draw_code() -> str:
    """Return a new code."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))


def key_of(code: str) -> bytes:
    """Return the key that a code stands for, however it was typed."""
    plain = "".join(each for each in code.upper() if each in LETTERS)
    return scrypt(plain.encode(), salt=b"tablemate club join", n=2**14, r=8, p=1, dklen=32)


def encrypt(key: bytes, value: Any) -> bytes:
    """Return a value that only the key opens."""
    from nacl.secret import SecretBox  # only while a box joins

    return bytes(SecretBox(key).encrypt(json.dumps(value).encode()))


def decrypt(key: bytes, message: bytes) -> Any:
    """Return a value that was encrypted; raise ValueError."""
    from nacl.exceptions import CryptoError  # only while a box joins
    from nacl.secret import SecretBox

    try:
        return read_json(SecretBox(key).decrypt(message))
    except CryptoError as error:
        raise ValueError("encrypted with another code") from error


def proof_of(club_code: bytes) -> bytes:
    """Return what a box signs to show that the key is its own."""
    return b"tablemate club join 1\n" + club_code


Ask = Callable[[bytes], bytes]
"""Sends the archive what a box asks, and returns the answer; raises NotJoined."""


def asking(host: str, port: int) -> Ask:
    """Return how an archive is asked over the network."""

    def ask(message: bytes) -> bytes:
        from websockets.exceptions import WebSocketException  # only while a box joins
        from websockets.sync.client import connect

        place = f"ws://{host}:{port}{JOIN_PATH}"
        try:
            with connect(place, max_size=MESSAGE_LIMIT, proxy=None, open_timeout=10) as wire:
                wire.send(message)
                answer = wire.recv(timeout=20)
                return answer if isinstance(answer, bytes) else answer.encode()
        except (OSError, TimeoutError, WebSocketException) as error:
            raise NotJoined(
                f"no archive answers at {host}, port {port}, or the code is wrong or too old "
                f"({error}): make a new code there with: tablemate club invite"
            ) from error

    return ask


def join(
    data: Path,
    ask: Ask,
    host: str,
    code: str,
    name: str,
    sign: Callable[[bytes], str | None],
    since: int,
    since_evening: int = 0,
) -> Member:
    """Join the club whose archive is asked at a host; raise NotJoined.

    Matches up to the number `since` stay out of the club, and evenings up to `since_evening`.
    """
    if is_member(data):
        raise NotJoined("this box is in a club already; leave it first: tablemate club leave")
    key = key_of(code)
    signed = sign(proof_of(key))
    if signed is None:
        raise NotJoined("the key of this box cannot be read: tablemate doctor says more")
    box, proof = signed.split(" ")
    asked = encrypt(key, {"box": box, "name": name, "proof": proof})
    try:
        found = decrypt(key, ask(asked))
        text, signature = read_json(found["card"])
        fits = verify(found["key"], signature, text.encode()) and box in text.split("\n")
        if not fits:
            raise ValueError("the card is not for this box")  # noqa: TRY301 - as all that cannot be read
        files = {name: found[part].encode() for part, name in FILES.items()}
        card = {
            "club": found["club"], "key": found["key"], "host": found["host"] or host,
            "port": int(found["port"]), "card": found["card"], "since": since,
            "since_evening": since_evening,
        }  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotJoined(f"the archive at {host} sends something else: {error}") from error
    folder = data / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    for name_, content in files.items():
        atomic_write(folder / name_, content, mode=0o600)
    atomic_write(folder / CARD_NAME, json.dumps(card).encode(), mode=0o600)  # the last: it counts
    member = membership(data)
    assert member is not None
    return member
