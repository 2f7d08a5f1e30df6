"""SHA-256 as Python has it built in.

`hashlib` brings OpenSSL with it, several megabytes and milliseconds that a box need not spend;
`random` of the standard library takes the same way around it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Protocol


class Digest(Protocol):
    """A hash that is ready."""

    def digest(self) -> bytes:
        """Return it."""
        ...


def _find() -> Callable[[bytes], Digest]:
    """Return the first that is there: the module's name differs between versions of Python."""
    for name in ("_sha2", "_sha256"):
        try:
            found: Callable[[bytes], Digest] = import_module(name).sha256
        except ImportError:
            continue
        return found
    from hashlib import sha256  # what is to be spared, where nothing else is there

    return sha256


sha256 = _find()
