"""A batch: entries of a box's log in order, with the box's signature of the last one.

The log has every event of the box in one order. An entry has a number n from 1, a body, and a hash
over the hash before and the body. Over the wire and on a USB stick a batch is the same text:

    tablemate club batch 1
    ["<key of the box>", "<name of the log>", 12, "<hash of entry 11>"]
    ["event", "9c5e0f2a11d04b77", [7, 0, "began", "table", "tablemate record 1...", null, null, 0]]
    ["seats", "9c5e0f2a11d04b77", ["5f0c...", "77ab..."]]
    "<signature>"

`event` is an event of a match as it is stored; the text before it is the start of the hash of the
match's first event, which tells apart matches with the same number. docs/club.md has the others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from engines.unicode import read_json

FORMAT = "tablemate club batch 1"
LOG_FORMAT = "tablemate box log 1"
LARGEST = 1024 * 1024
"""Bytes of a batch; a broker refuses longer messages."""
_KEY = re.compile("[0-9a-f]{64}")
_LOG = re.compile("[0-9a-f]{16}")
_SIGNATURE = re.compile("[0-9a-f]{128}")
_NUMBER_LIMIT = 2**53


class BadBatch(Exception):
    """A text that is not a batch; the message says what is wrong."""


class Head(NamedTuple):
    """The last entry of a log: its number, 0 for an empty log, and its hash."""

    n: int
    hash: str


class Batch(NamedTuple):
    """Entries of one log, from number `first` on."""

    box: str
    """The public key of the box, in hexadecimal."""
    log: str
    first: int
    before: str
    """The hash of the entry before the first."""
    bodies: tuple[str, ...]
    signature: str

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return self.first + len(self.bodies) - 1

    def hashes(self) -> list[str]:
        """Return the hash of each entry."""
        made, hash_ = [], self.before
        for body in self.bodies:
            hash_ = link(hash_, body)
            made.append(hash_)
        return made

    def text(self) -> str:
        """Return the batch as it is sent, or written to a file."""
        head = json.dumps([self.box, self.log, self.first, self.before])
        return "\n".join([FORMAT, head, *self.bodies, json.dumps(self.signature), ""])


def link(before: str, body: str) -> str:
    """Return the hash of an entry."""
    return sha256(bytes.fromhex(before) + body.encode()).hexdigest()


def beginning(box: str, log: str) -> Head:
    """Return the head of an empty log, to which entry 1 is linked."""
    return Head(0, sha256(f"{LOG_FORMAT}\n{box} {log}".encode()).hexdigest())


def message_of(log: str, head: Head) -> bytes:
    """Return what a box signs for the head of a log."""
    return f"{LOG_FORMAT}\n{log} {head.n} {head.hash}".encode()


def is_signed(batch: Batch, last: str) -> bool:
    """Return whether the box signed the batch, whose last entry has the hash `last`."""
    return verify(batch.box, batch.signature, message_of(batch.log, Head(batch.last, last)))


def verify(key: str, signature: str, message: bytes) -> bool:
    """Return whether a key signed a message; all in hexadecimal."""
    from nacl.exceptions import CryptoError  # only where a club is used
    from nacl.signing import VerifyKey

    try:
        VerifyKey(bytes.fromhex(key)).verify(message, bytes.fromhex(signature))
    except (CryptoError, ValueError):
        return False
    return True


def read_batch(text: str) -> Batch:
    """Return the batch that a text contains; raise BadBatch."""
    lines = text.split("\n")
    if lines[0] != FORMAT:
        raise BadBatch(f"the first line is not {FORMAT!r}: no batch, or one of a newer Tablemate")
    if len(text) > LARGEST:
        raise BadBatch("it is too long")
    if len(lines) < 5 or lines[-1] != "":
        raise BadBatch("its end is missing")
    bodies = tuple(lines[2:-2])
    try:
        box, log, first, before = _json(lines[1])
        signature = _json(lines[-2])
        fits = (
            bool(_KEY.fullmatch(box) and _LOG.fullmatch(log) and _KEY.fullmatch(before))
            and bool(_SIGNATURE.fullmatch(signature))
            and type(first) is int
            and 0 < first < _NUMBER_LIMIT
        )
    except (ValueError, TypeError, RecursionError) as error:
        raise BadBatch("its second or last line cannot be read") from error
    if not fits:
        raise BadBatch("its second or last line has other values than it should")
    for body in bodies:
        if content(body) is None:
            raise BadBatch("an entry is not a list that begins with its kind")
    return Batch(box, log, first, before, bodies, signature)


def read_batches(text: str) -> Iterator[Batch]:
    """Yield the batches of a file; raise BadBatch at the first that cannot be read."""
    head, *others = text.split(f"{FORMAT}\n")
    if head or not others:
        raise BadBatch(f"the first line is not {FORMAT!r}: no batches, or of a newer Tablemate")
    for each in others:
        yield read_batch(f"{FORMAT}\n{each}")


def content(body: str) -> list[Any] | None:
    """Return the list in a body, which begins with its kind; None if it is not one."""
    try:
        found = _json(body)
    except (ValueError, RecursionError):
        return None
    is_entry = isinstance(found, list) and bool(found) and isinstance(found[0], str)
    return found if is_entry and body.isascii() else None


def _json(text: str) -> Any:
    return read_json(text)
