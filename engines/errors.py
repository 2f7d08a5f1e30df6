"""The base class of the engines' errors, in its own module so that it imports nothing."""

from __future__ import annotations


class EngineError(Exception):
    """The base class of all errors that engines raise."""
