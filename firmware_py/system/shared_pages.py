"""The pages of matches and evenings that somebody chose to share, as routes of the web page.

The event loop adds finished bytes and the web thread reads them. Each change replaces the
dictionary, so that no lock is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

KEY_BYTES = 5
"""40 bits: 8 letters and digits, which fit into a QR code and on the display."""
MATCHES = 8
"""The number of shared matches; a further one replaces the oldest."""

Route = Callable[[], tuple[str, bytes]]
Pages = Mapping[str, tuple[str, bytes]]
"""Media type and content by path."""

_GONE = ("text/plain; charset=utf-8", b"Share it on the box again.\n")


def _draw_key() -> str:
    from base64 import b32encode  # only where somebody shares
    from secrets import token_bytes

    return b32encode(token_bytes(KEY_BYTES)).decode().lower()


class SharedPages(Mapping[str, Route]):
    """Routes for the web panel. Paths ignore case, because QR codes contain capitals."""

    def __init__(self, draw_key: Callable[[], str] = _draw_key) -> None:
        self._draw_key = draw_key
        self._keys: dict[int, str] = {}
        self._matches: dict[int, Pages] = {}
        self._fixed: Pages = {}
        self._pages: Pages = {}

    def path_of(self, match: int) -> str:
        """Return the path of the page of a match, which cannot be guessed and does not change."""
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

    def put_fixed(self, pages: Pages) -> None:
        """Serve other pages than those of matches, in the place of those before."""
        self._fixed = pages
        self._list_pages()

    def take_away(self, match: int) -> None:
        """Remove the pages of a match, if it is shared."""
        self._keys.pop(match, None)
        if self._matches.pop(match, None) is not None:
            self._list_pages()

    def _list_pages(self) -> None:
        self._pages = dict(self._fixed) | {
            path: page for shared in self._matches.values() for path, page in shared.items()
        }

    def __getitem__(self, path: str) -> Route:
        # The path may have been removed after it was looked up.
        page = self._pages.get(path.lower(), _GONE)
        return lambda: page

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and path.lower() in self._pages

    def __iter__(self) -> Iterator[str]:
        return iter(self._pages)

    def __len__(self) -> int:
        return len(self._pages)
