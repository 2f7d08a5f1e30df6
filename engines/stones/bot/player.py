"""The bot: a tree search over tables that fit what is known."""

from __future__ import annotations

from engines.bots.player import Budget, Stop, Thought, level_of
from engines.bots.rng import Random, random_for
from engines.bots.search import Search, Worlds, outlook
from engines.engine import Json, Message, Term
from engines.stones.board import CIRCLES, COLOURS
from engines.stones.bot.fast_state import SCORE, TOPS
from engines.stones.bot.known import Hidden, Mandala, begin
from engines.stones.bot.search_state import SearchState
from engines.stones.bot.unseen import (
    NOTHING,
    REACHABLE_TOWERS,
    Unseen,
    number_of,
    supply_of,
    tower_of,
)
from engines.stones.choices import (
    ArtistPick,
    Choice,
    NothingToPick,
    Pick,
    ScoreColour,
    ScoreTops,
)
from engines.stones.notation import read, write


class Boards:
    """The main board is tracked: only the stones below the tops are hidden."""

    is_certain = False
    knows_choices = True
    misjudges = 0.4

    def __init__(self, view: Json) -> None:
        self._table = begin(view, SearchState)
        self._mandala = Mandala(view)
        self._hidden = Hidden(view, self._table)

    def sample(self, chance: Random) -> SearchState:
        """Return the table with the hidden stones at random."""
        table = self._table.copy()
        self._mandala.put(table, chance)
        self._hidden.put(table, chance)
        return table


class Towers:
    """Only the towers are tracked."""

    is_certain = False
    knows_choices = True
    misjudges = 0.4

    def __init__(self, view: Json) -> None:
        self._table = table = begin(view, Unseen)
        table.chance = random_for(0, "offers")
        table.supply = supply_of(view["taken"])
        table.waived = view["waived"]
        table.wished = [tower for tower in REACHABLE_TOWERS if table.allows(tower)]
        self._mandala = Mandala(view)

    def sample(self, chance: Random) -> Unseen:
        """Return the table; future offers are drawn when needed."""
        table = self._table.copy()
        table.chance = chance
        self._mandala.put(table, chance)
        return table


def think(
    view: Json, level: int, budget: Budget, seed: int, stop: Stop, move: str | None = None
) -> Thought:
    """Return what the seat on turn should do or what a move is worth, and what was assumed."""
    is_tracked = "tops" in view
    worlds: Worlds = Boards(view) if is_tracked else Towers(view)
    only = None if move is None else _number(read(move))
    found = Search(worlds, level_of(level), budget, seed, only).run(stop)
    name = _on_board if is_tracked else _in_towers
    line = tuple(write(name(choice)) for choice in found.line)
    assumes = _assumptions(view, found.choice, is_tracked=is_tracked)
    return Thought(line[0], outlook(found.value), line, assumes=assumes)


def _number(choice: Choice) -> int:
    """Return the number of a choice in the search."""
    match choice:
        case ArtistPick(source, target, first, space):
            way = CIRCLES.index(source) * 9 + CIRCLES.index(target)
            return (way * 24 + first - 1) * 5 + space - 1
        case Pick(colours, space):
            return number_of(tuple(COLOURS.index(colour) for colour in colours)) * 5 + space - 1
        case ScoreColour(colour):
            return SCORE + COLOURS.index(colour)
        case ScoreTops(spaces):
            return TOPS + sum(1 << space - 1 for space in spaces)
        case NothingToPick():
            return NOTHING
    raise ValueError(f"no choice of a seat: {choice}")


def _on_board(choice: int) -> Choice:
    if choice >= SCORE:
        return _score(choice)
    way, space = divmod(choice, 5)
    way, first = divmod(way, 24)
    source, target = divmod(way, 9)
    return ArtistPick(CIRCLES[source], CIRCLES[target], first + 1, space + 1)


def _in_towers(choice: int) -> Choice:
    if choice >= SCORE:
        return _score(choice)
    number, space = divmod(choice, 5)
    return Pick("".join(COLOURS[colour] for colour in tower_of(number)), space + 1)


def _score(choice: int) -> Choice:
    if choice == NOTHING:
        return NothingToPick()
    if choice < TOPS:
        return ScoreColour(COLOURS[choice - SCORE])
    return ScoreTops(tuple(space + 1 for space in range(5) if (choice - TOPS) >> space & 1))


def _assumptions(view: Json, choice: int, *, is_tracked: bool) -> tuple[Message, ...]:
    """Return the assumptions: the end of the mandala, and untracked stones."""
    found = []
    if not is_tracked:
        if choice < SCORE:
            colours = tower_of(choice // 5)
            stones = tuple(Term("colour", COLOURS[colour]) for colour in colours)
            found.append(Message("assumes.reach", {"stones": stones}))
        found.append(Message("assumes.offers"))
    mandala = Mandala(view)
    if not mandala.is_known:
        found.append(Message("assumes.end", {"space": mandala.expected_end()}))
    return tuple(found)
