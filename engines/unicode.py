"""Reads JSON into texts without lone surrogates.

JSON can contain half of a character ("\\ud800"). Python reads it, but cannot encode it for a file,
terminal or page. All JSON is therefore read here.
"""

from __future__ import annotations

import json
from typing import Any


def valid_text(text: str) -> str:
    """Return a text with every lone surrogate replaced.

    >>> valid_text("a\\ud800b")
    'a?b'
    """
    return text if text.isascii() else text.encode(errors="replace").decode()


def read_json(text: str | bytes, **how: Any) -> Any:
    """Return the value that a JSON text holds, with valid texts in it.

    `how` is passed on to `json.loads`. Raise ValueError, or RecursionError if it is nested too
    deeply.

    >>> read_json('{"name": "a\\\\ud800b"}')
    {'name': 'a?b'}
    """
    value = json.loads(text, **how)
    may_be_invalid = isinstance(text, bytes) or "\\u" in text or not text.isascii()
    return _valid(value) if may_be_invalid else value


def _valid(value: Any) -> Any:
    if isinstance(value, str):
        return valid_text(value)
    if isinstance(value, list):
        return [_valid(each) for each in value]
    if isinstance(value, dict):
        return {valid_text(key): _valid(each) for key, each in value.items()}
    return value
