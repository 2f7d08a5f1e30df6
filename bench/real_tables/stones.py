"""Mandala Stones at a real table: the picks come from a dealt main board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engines.rng import Chance
from engines.stones.board import CIRCLES, CODE, FREE
from real_tables import RealTable

MANDALA = ["0", "0", "1", "0", "0", "2", "0", "0", "1", "0", "h2"] + ["0", "1", "0", "2"] * 2
MANDALA += ["h3", "0", "1", "0", "2", "0", "h4", "0", "end"]
"""What is printed on the mandala of this table's copy."""

_ARTIST_PICK = re.compile(r"P[a-c][1-3]-[a-c][1-3]:[0-9]+@([0-9]+)")


class StonesTable(RealTable):
    """In towers tracking the box hears of a pick which colours it took."""

    def entered(
        self, text: str, before: Any, after: Any, *, dealer: bool, options: Mapping[str, object]
    ) -> str | None:
        """Tell a pick by its colours; stacks matter only to a box that follows the board."""
        if options.get("tracking") == "board":
            return text
        if dealer:
            return None
        found = _ARTIST_PICK.fullmatch(text)
        if found is None:
            return text
        tower = after.towers[before.turn][int(found[1]) - 1]
        return f"P{tower.upper()}@{found[1]}"

    def answer(self, asks: str, state: Any, chance: Chance) -> str | None:
        """Read the mandala off its board; objectives are worth anything."""
        match asks:
            case "mandala":
                return f"={MANDALA[len(state.mandala)]}"
            case "objective":
                return f"O{chance.below(9)}"
        return None

    def tell_the_start(self, box: Any, truth: Any) -> None:
        """Enter the artists and the tops as they lie."""
        from firmware_py.games.stones.set_up import BoardEntry, BoardLaying

        while isinstance(box.screen, BoardLaying):
            box.press()
        board = truth.state.board
        artists = [(c, p) for c, p in zip(CIRCLES, board.artists, strict=True) if p != FREE]
        while isinstance(box.screen, BoardEntry):
            entry = box.screen
            if entry.options:
                wanted: Any
                if len(entry.artists) == len(artists):
                    wanted = CODE[board.stacks[len(entry.tops)][-1]]
                else:
                    wanted = next(each for each in entry.options if each in artists)
                box.turn(entry.options.index(wanted) - entry.index)
            box.press()


TABLE = StonesTable(
    target=(4, 10),
    ways={"towers": (4, {}), "board": (4, {"tracking": "board"})},
    limits={"towers": 30.0},
    dealt={"tracking": "board"},
    given={"mandala": MANDALA},
    dead_end="N",
)
