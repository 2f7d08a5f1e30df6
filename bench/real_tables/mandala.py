"""Mandala at a real table: the cards come from a full table with dealt hands."""

from __future__ import annotations

from typing import Any

from engines.mandala.cards import plus
from engines.mandala.scoring import points as cup_points
from real_tables import RealTable


class MandalaTable(RealTable):
    """People enter the cards that the dealer turned up."""

    def is_apart(self, state: Any, text: str) -> bool:
        """Claiming does not count as a turn."""
        del state
        return text[0] == "T"

    def points(self, engine: Any, state: Any) -> tuple[int, ...]:
        """Count the own cup, which its player knows."""
        if state.dealt is None:
            return super().points(engine, state)
        return tuple(
            cup_points(state.rivers[seat], plus(state.cups_known[seat], state.dealt.cups[seat]))
            for seat in (0, 1)
        )


TABLE = MandalaTable(
    target=(5, 7),
    ways={"public": (2, {}), "full": (2, {"table": "full"})},
    dealt={"table": "full"},
    wire_limit=0.32,  # both mandalas lie side by side, and a choice moves cards of both rows
)
