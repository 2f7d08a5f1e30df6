"""The interface to what pages may read, download and upload outside the event loop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol


class NotServed(Exception):
    """A request is refused. The message says why, in the table's language."""

    def __init__(self, why: str, found: Exception | None = None) -> None:
        super().__init__(why)
        self.found = found
        """The error in an uploaded file, for the screen of the box."""


class MadeFile(NamedTuple):
    """A file to download."""

    name: str
    kind: str
    path: Path
    is_temporary: bool = True


class Intake(NamedTuple):
    """How to receive an upload."""

    path: Path
    bytes_at_most: int
    then: Callable[[Path], Any] | None = None
    """Processes the file outside the event loop; the page gets the result, and the file is removed.
    None: the file stays, and a PageRequest is posted."""
    look: Callable[[Path], object] | None = None
    """Checks a file that stays, outside the event loop, and returns the result for the box; raises
    NotServed with the reason for the page."""
    begins: bytes = b""
    """The first bytes of such a file; another file is refused at its first piece."""
    why_not: str = ""
    """The reason for that, for the page."""


class PageBackend(Protocol):
    """Its methods are called from several web threads at once, and may take long."""

    def read(self, what: str, text: str) -> Any:
        """Return the answer to a query, ready for JSON."""
        ...

    def make(self, what: str) -> MadeFile:
        """Make a file to download; raise NotServed."""
        ...

    def intake(self, what: str) -> Intake:
        """Return how to receive an upload; raise NotServed."""
        ...
