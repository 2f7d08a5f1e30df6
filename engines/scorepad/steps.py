"""A score pad has no physical steps, because it does not know the table."""

from __future__ import annotations

from engines.engine import Step
from engines.scorepad.state import State


def steps(_: State | None, __: State) -> tuple[Step, ...]:
    """Return no steps."""
    return ()
