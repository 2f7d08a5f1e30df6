"""The moves of the match on the table, in words; each can be looked at."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.history.match_text import say_line, who_played
from firmware_py.match.stops import stops_of
from firmware_py.screens.history.replay import Replay
from firmware_py.ui.lists import DetailList, MenuRow
from firmware_py.ui.navigation import Push
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item

_LINES = 3
"""How much of a move the list shows; WHY shows all of it."""


class MoveList(DetailList):
    """What was played so far and was not taken back; a press shows the table after a move."""

    def __init__(self, services: Services) -> None:
        match = services.current_table.match.fork()  # a program may play on meanwhile

        def row(number: int, who: str, move: str) -> MenuRow:
            return MenuRow(
                Item(f"{number} {who}"),
                lambda: Push(Replay(services, match, index=number)),
                details=(move,),
                key=f"{number} {who} {move}",
            )

        moves = [
            row(
                number,
                who_played(services, match, stop.line),
                say_line(services, match, stop.line, stop.before),
            )
            for number, stop in enumerate(stops_of(match))
            if stop.line is not None
        ]
        super().__init__(
            services,
            lambda: services.say(N_("Moves")),
            lambda: moves,
            len(moves) - 1,
            empty=N_("Nothing was played yet"),
            head_lines=_LINES,
        )
