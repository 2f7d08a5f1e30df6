"""Reads TOML files of users within limits of memory and time.

`tomllib` needs quadratic time and memory for a dotted key: 64 kB of `a.a.a...` take gigabytes. A
key is on one line, so limits per line are enough:

>>> read_toml("title = 'Skat'")
{'title': 'Skat'}
>>> read_toml("a." * 20 + "a = 1")
Traceback (most recent call last):
tomllib.TOMLDecodeError: A key has more than 16 parts (at line 1, column 1)
"""

from __future__ import annotations

import re
import sys
import tomllib
from typing import Any

SIZE_LIMIT = 64 * 1024
"""In bytes of UTF-8."""
LINE_LIMIT = 500
"""In characters."""
DEPTH_LIMIT = 16
"""The most parts of a dotted key. Nested lists are limited by Python's recursion limit."""

_PART = r"""(?:[\w-]++|"[^"]*+"|'[^']*+')"""
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{{DEPTH_LIMIT}}}")


def read_toml(text: str) -> dict[str, Any]:
    """Return the content of a TOML text; raise tomllib.TOMLDecodeError, also above a limit."""
    check_bounds(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError as error:
        raise _beyond("It is nested too deeply", 1) from error
    except ValueError as error:  # a number with more digits than Python converts
        raise _beyond(str(error), 1) from error


def check_bounds(text: str) -> None:
    """Raise tomllib.TOMLDecodeError for a text above a limit."""
    if len(text) > SIZE_LIMIT or len(text.encode(errors="replace")) > SIZE_LIMIT:
        raise _beyond(f"It has more than {SIZE_LIMIT // 1024} kB", 1)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LINE_LIMIT:
            raise _beyond(f"The line has more than {LINE_LIMIT} characters", number, LINE_LIMIT + 1)
        if found := _LONG_KEY.search(line):
            raise _beyond(f"A key has more than {DEPTH_LIMIT} parts", number, found.start() + 1)


def _beyond(problem: str, line: int, column: int = 1) -> tomllib.TOMLDecodeError:
    if sys.version_info >= (3, 14):  # finds line and column in a text by itself
        before = "\n" * (line - 1) + " " * (column - 1)
        return tomllib.TOMLDecodeError(problem, f"{before}.", len(before))
    return tomllib.TOMLDecodeError(f"{problem} (at line {line}, column {column})")
