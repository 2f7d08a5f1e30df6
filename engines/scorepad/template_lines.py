"""Finds the line of a file that contains a value.

`tomllib` does not keep positions, but error messages need them. The text is known to be valid TOML,
so a simple scan for tables, keys and multi-line values is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engines.toml_text import LINE_LIMIT

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_QUOTED = re.compile(
    r'''#[^\n]*|"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|'[^'\n]*\'''', re.DOTALL
)


def find_line(text: str, place: str) -> int | None:
    """Return the line (from 1) of a place in a template, or of the nearest part around it."""
    lines = dict(reversed(tuple(_places(text))))
    words = tuple(place.split(" "))
    while words:
        if words in lines:
            return lines[words]
        words = words[:-1]
    return None


def _places(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield every key with its tables, as a reader names them, and its line."""
    table: tuple[str, ...] = ()
    counts: dict[tuple[str, ...], int] = {}
    depth = 0
    for number, line in enumerate(_without_texts(text).split("\n"), 1):
        if depth == 0 and (header := _HEADER.fullmatch(line)):
            table = _words(header[2])
            if header[1] == "[[":
                counts[table] = counts.get(table, 0) + 1
                yield table, number
                table = (*table, str(counts[table]))
            yield table, number
            continue
        if depth == 0 and (key := _KEY.match(line)):
            names = _words(key[1])
            for upto in range(1, len(names) + 1):
                yield (*table, *names[:upto]), number
        depth += sum(line.count(each) for each in "[{") - sum(line.count(each) for each in "]}")


def _words(dotted: str) -> tuple[str, ...]:
    return tuple(word.strip().strip("\"'") for word in dotted.split("."))


def _without_texts(text: str) -> str:
    """Return the text with comments and quoted values blanked out, on the same lines."""

    def blank(found: re.Match[str]) -> str:
        if found[0][0] == "#":
            return ""
        rest = text[found.end() : found.end() + LINE_LIMIT].lstrip(" \t")
        if rest[:1] in ("=", ".") and "\n" not in found[0]:
            return found[0]
        return '"' + "\n" * found[0].count("\n") + '"'

    return _QUOTED.sub(blank, text)
