"""What the web page gives away: matches that somebody chose to share, and nothing else.

The event loop puts finished bytes here; the web's thread only reads them. Each change
is a new dictionary in the place of the old one, so that neither waits for the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

KEY_BYTES = 5
"""40 bits: 8 letters and digits, which a QR code and the display have room for."""
MATCHES = 8
"""So many matches are shared at a time; the oldest makes room."""

Route = Callable[[], tuple[str, bytes]]
Pages = Mapping[str, tuple[str, bytes]]
"""Paths with the type and the bytes that lie there."""

_GONE = ("text/plain; charset=utf-8", b"Share it on the box again.\n")


def _draw_key() -> str:
    from base64 import b32encode  # only where somebody shares
    from secrets import token_bytes

    return b32encode(token_bytes(KEY_BYTES)).decode().lower()


class SharedPages(Mapping[str, Route]):
    """Routes for the web panel; capitals and small letters are the same, as codes hold capitals."""

    def __init__(self, draw_key: Callable[[], str] = _draw_key) -> None:
        self._draw_key = draw_key
        self._keys: dict[int, str] = {}
        self._matches: dict[int, Pages] = {}
        self._pages: Pages = {}

    def path_of(self, match: int) -> str:
        """Return where the page of a match lies; nobody can guess it, and it stays the same."""
        if match not in self._keys:
            self._keys[match] = self._draw_key()
        return f"/export/{match}-{self._keys[match]}"

    def put(self, match: int, pages: Pages) -> None:
        """Share the pages of a match."""
        self._matches.pop(match, None)
        self._matches[match] = pages
        while len(self._matches) > MATCHES:
            del self._matches[next(iter(self._matches))]
        self._list_pages()

    def take_away(self, match: int) -> None:
        """Take the pages of a match away, if they are there."""
        self._keys.pop(match, None)
        if self._matches.pop(match, None) is not None:
            self._list_pages()

    def _list_pages(self) -> None:
        self._pages = {
            path: page for shared in self._matches.values() for path, page in shared.items()
        }

    def __getitem__(self, path: str) -> Route:
        # What somebody saw a moment ago may have made room.
        page = self._pages.get(path.lower(), _GONE)
        return lambda: page

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and path.lower() in self._pages

    def __iter__(self) -> Iterator[str]:
        return iter(self._pages)

    def __len__(self) -> int:
        return len(self._pages)
