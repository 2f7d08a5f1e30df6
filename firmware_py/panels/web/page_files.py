"""The files of the page as they are served: bundled, compressed once, with ETags.

The sources in `page/` are ordinary modules and style sheets. A connection carries one answer, and
a browser opens six at a time: over a slow network each file more costs a round trip. So a module
is served with everything that it imports, and a style sheet with what it names by `@import`:

    app.js  imports link.js, table.js ...   ->  /app.js, one file
    desk.js imports history.js ...          ->  /desk.js, loaded when somebody opens the desk

A module that two served files import is in both: it must not hold state.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import sha256
from importlib.resources import files

from firmware_py.games.picture_style import STYLE

TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
_PACKED_AT_LEAST = 512
"""In bytes; a shorter file fits into one packet uncompressed."""

_IMPORT = re.compile(
    r'^import (?P<names>\{[^}]*\}) from "\./(?P<file>[\w-]+\.js)";\n', re.MULTILINE
)
_EXPORT = re.compile(
    r"^export (?P<what>(?:async )?function|class|const|let) (?P<name>\w+)", re.MULTILINE
)
_NOT_JOINED = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_STYLE_IMPORT = re.compile(r'^@import "(?P<file>[\w-]+\.css)";\n', re.MULTILINE)


class PageFile:
    """A file with its content type; compressed and hashed when it is first asked for."""

    def __init__(self, kind: str, body: bytes) -> None:
        self.kind = kind
        self.body = body

    @cached_property
    def etag(self) -> str:
        """A hash of the content."""
        return f'"{sha256(self.body).hexdigest()[:16]}"'

    @cached_property
    def packed(self) -> bytes | None:
        """The gzipped body; None if that saves nothing."""
        if len(self.body) < _PACKED_AT_LEAST or self.kind == TYPES[".png"]:
            return None
        return gzip.compress(self.body, 9, mtime=0)


def load_page() -> Mapping[str, PageFile]:
    """Return what is served, by path."""
    sources = {
        file.name: file.read_bytes() for file in files(__package__).joinpath("page").iterdir()
    }
    page: dict[str, PageFile] = {}

    def read(name: str) -> str:
        return sources[name].decode()

    for name, body in sources.items():
        match name.rpartition(".")[2]:
            case "js":
                page[f"/{name}"] = PageFile(TYPES[".js"], join_modules(name, read).encode())
            case "css":
                page[f"/{name}"] = PageFile(TYPES[".css"], join_styles(name, read).encode())
            case ending if f".{ending}" in TYPES:
                page[f"/{name}"] = PageFile(TYPES[f".{ending}"], body)
    page["/"] = page.pop("/index.html")
    page["/picture.css"] = PageFile(TYPES[".css"], STYLE.encode())
    return page


def join_modules(name: str, read: Callable[[str], str]) -> str:
    """Return a module and everything that it imports as one module.

    Each imported module becomes a function that is called once, so that names inside stay apart:

    >>> sources = {
    ...     "app.js": 'import { twice } from "./sum.js";\\ntwice(2);\\n',
    ...     "sum.js": 'const two = 2;\\nexport const twice = (n) => two * n;\\n',
    ... }
    >>> print(join_modules("app.js", sources.__getitem__))
    const $sum = (() => {
    const two = 2;
    const twice = (n) => two * n;
    return { twice };
    })();
    const { twice } = $sum;
    twice(2);
    <BLANKLINE>

    Raise ValueError for a form of `import` or `export` that it does not know.
    """
    made: dict[str, str] = {}

    def add(file: str) -> None:
        if file in made:
            return
        made[file] = ""  # a circular import ends here: the name is not defined yet, as in a browser
        text = read(file)
        for found in _IMPORT.finditer(text):
            add(found["file"])
        exported = [found["name"] for found in _EXPORT.finditer(text)]
        inside = _joined(file, text)
        del made[file]  # after everything that it imports
        returned = f"return {{ {', '.join(exported)} }};"
        made[file] = f"const {_variable(file)} = (() => {{\n{inside}{returned}\n}})();\n"

    text = read(name)
    for found in _IMPORT.finditer(text):
        add(found["file"])
    if not made:
        return text
    keeps_exports = _IMPORT.sub(_taken, text)
    return "".join(made.values()) + keeps_exports


def _joined(file: str, text: str) -> str:
    inside = _IMPORT.sub(_taken, text)
    inside = _EXPORT.sub(lambda found: f"{found['what']} {found['name']}", inside)
    left = _NOT_JOINED.search(inside)
    if left is not None:
        raise ValueError(f"{file} cannot be joined with others: {left[0]}")
    return inside


def _taken(found: re.Match[str]) -> str:
    return f"const {found['names'].replace(' as ', ': ')} = {_variable(found['file'])};\n"


def _variable(file: str) -> str:
    return "$" + file.removesuffix(".js").replace("-", "_")


def join_styles(name: str, read: Callable[[str], str]) -> str:
    """Return a style sheet with those that it imports; `picture.css` is that of the pictures.

    >>> sources = {"page.css": '@import "app.css";\\np { margin: 0; }\\n', "app.css": "b {}\\n"}
    >>> print(join_styles("page.css", sources.__getitem__), end="")
    b {}
    p { margin: 0; }
    """

    def inside(found: re.Match[str]) -> str:
        file = found["file"]
        return STYLE if file == "picture.css" else join_styles(file, read)

    return _STYLE_IMPORT.sub(inside, read(name))
