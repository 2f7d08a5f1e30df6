"""The hands' work: a pad keeps the score of a table that it does not see, so there is none."""

from __future__ import annotations

from engines.engine import Step
from engines.scorepad.state import State


def steps(_: State | None, __: State) -> tuple[Step, ...]:
    """Return nothing: what people move belongs to the game whose score is kept."""
    return ()
