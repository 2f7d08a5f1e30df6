"""The identity of this box: an Ed25519 key, with which it signs the matches that end on it.

The key is a file of the data directory that only the owner can read. It is made at the first start.
A backup does not contain it, and a restore leaves it: a card with the same key is the same box.
"""

from __future__ import annotations

import logging
import os
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.core.files import atomic_write

if TYPE_CHECKING:
    from nacl.signing import SigningKey

FILE_NAME = "identity.key"
CLUB_CARD = Path("club/card.json")
"""The file of a box that is in a club (`membership`)."""


class Identity:
    """The key of the box, read when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME

    def make(self) -> None:
        """Make the key if there is none; without a disk that can be written there is none."""
        seed = os.urandom(32)
        try:
            if not self._path.exists():
                text = f"{seed.hex()} {_digest(seed)}\n"
                atomic_write(self._path, text.encode(), replace=False, mode=0o600)
        except OSError as error:
            logging.getLogger(__name__).warning("no identity yet: %s", error)

    @property
    def public_key(self) -> str | None:
        """The public key in hexadecimal; None without a sound key."""
        key = self._key()
        return None if key is None else bytes(key.verify_key).hex()

    def sign(self, message: bytes) -> str | None:
        """Return the public key and the signature, in hexadecimal; None without a sound key."""
        key = self._key()
        if key is None:
            return None
        return f"{bytes(key.verify_key).hex()} {key.sign(message).signature.hex()}"

    def _key(self) -> SigningKey | None:
        from nacl.signing import SigningKey  # only when a match ends

        try:
            text, digest = self._path.read_text(encoding="ascii").split()
            seed = bytes.fromhex(text)
            if _digest(seed) != digest:
                raise ValueError("it is damaged")  # noqa: TRY301 - as text that is not hexadecimal
            return SigningKey(seed)
        except (OSError, ValueError) as error:
            logging.getLogger(__name__).error("not signed: %s: %s", self._path, error)  # noqa: TRY400 - expected
            return None


def is_member(data: Path) -> bool:
    """Return whether the box is in a club, without loading what a club needs."""
    return (data / CLUB_CARD).exists()


def _digest(seed: bytes) -> str:
    """Return by what a damaged key is found; it says nothing about the key itself."""
    return sha256(b"identity " + seed).hexdigest()[:16]
