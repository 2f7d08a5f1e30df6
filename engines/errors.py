"""The root of the engines' errors, apart from everything else: it is imported first of all."""

from __future__ import annotations


class EngineError(Exception):
    """The root of everything an engine raises."""
