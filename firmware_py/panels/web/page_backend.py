"""What pages may read, take along and bring beside the event loop; the application has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol


class NotServed(Exception):
    """A request is refused; the message says why, in the table's language."""

    def __init__(self, why: str, found: Exception | None = None) -> None:
        super().__init__(why)
        self.found = found
        """What was found in a file, for the box to say in its own way."""


class MadeFile(NamedTuple):
    """A file to be sent."""

    name: str
    kind: str
    path: Path
    is_temporary: bool = True


class Intake(NamedTuple):
    """A file to be taken in: where it is kept, and how long it may be."""

    path: Path
    bytes_at_most: int
    then: Callable[[Path], Any] | None = None
    """What is done with it beside the event loop, and told to the page; the file goes then.
    None: it stays, and the event loop hears of it."""
    look: Callable[[Path], object] | None = None
    """Checks a file that stays, outside the event loop, and returns what the box needs to know of
    it; raises NotServed for one that is refused, so that the page gets the reason as well."""
    begins: bytes = b""
    """What such a file begins with: anything else is refused with its first piece."""
    why_not: str = ""
    """What the page is told then."""


class PageBackend(Protocol):
    """All of it is called from threads of the web, several at once, and may take its time."""

    def read(self, what: str, text: str) -> Any:
        """Return what was looked up, ready for JSON."""
        ...

    def make(self, what: str) -> MadeFile:
        """Return a file to download; raise NotServed."""
        ...

    def intake(self, what: str) -> Intake:
        """Say where an upload goes; raise NotServed."""
        ...
