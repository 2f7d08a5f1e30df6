"""Texts that can be written anywhere."""

from __future__ import annotations


def valid_text(text: str) -> str:
    """Return a text with every lone surrogate replaced.

    JSON can spell half of a character. Python reads it, and no file, terminal or page takes it.

    >>> valid_text("a\\ud800b")
    'a?b'
    """
    return text if text.isascii() else text.encode(errors="replace").decode()
