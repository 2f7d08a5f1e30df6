"""Texts in TOML that would cost much memory or time to read, or break the reader."""

from __future__ import annotations

from engines.toml_text import DEPTH_LIMIT, LINE_LIMIT, SIZE_LIMIT


def fill(line: str) -> str:
    """Return as much of a line, numbered, as a file may have."""
    made: list[str] = []
    size = 0
    while size + len(line) + 8 < SIZE_LIMIT:
        made.append(line.replace("#", str(len(made))))
        size += len(made[-1]) + 1
    return "\n".join(made)


QUOTED = r'"\"".' * 90 + '"#" = 1'
HOSTILE = {
    "dotted key": "a." * 32_000 + "a=1",
    "dotted header": "[" + "a." * 32_000 + "a]",
    "dotted in a table": "x = {" + "a." * 32_000 + "a=1}",
    "dotted, spaced": "a . " * 16_000 + "a=1",
    "dotted, quoted": '"a".' * 16_000 + '"a"=1',
    "dotted, escaped": r'"\"".' * 12_000 + '"a"=1',
    "escaped within a line": fill(QUOTED),
    "bare within a line": fill("a." * (DEPTH_LIMIT - 2) + "a# = 1"),
    "headers": fill("[" + "a." * (DEPTH_LIMIT - 2) + "a#]"),
    "lists of tables": fill("[[a]]"),
    "lists": "x = " + "[" * 60_000,
    "lists on lines": "x = " + "[\n" * 30_000,
    "tables": "x = " + "{a=" * 120,
    "digits": "x = " + "9" * 60_000,
    "hex": fill("x# = 0x" + "f" * (LINE_LIMIT - 20)),
    "escapes": 'x = """' + "\n".join(r"\n" * 240 for _ in range(130)) + '"""',
    "strings": fill("x# = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']"),
    "quotes": fill("x# = '" + '"' * 400 + "'"),
    "spaces": fill("[" + " " * 400 + "a#]"),
    "words": fill("#" + "a" * 490),
    "unclosed": 'x = """' + "a.\n" * 20_000,
    "carriage returns": "x = 1" + "\r" * 60_000,
    "too large": "#\n" * SIZE_LIMIT,
}
