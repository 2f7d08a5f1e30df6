"""The player: a search over tables that look the same from its seat."""

from __future__ import annotations

from engines.bots.player import Budget, Stop, Thought, level_of
from engines.bots.search import Search, outlook
from engines.engine import Fact, Json, Message
from engines.mandala.bot.fast_state import CLAIM, DISCARD, GROW
from engines.mandala.bot.known import Known
from engines.mandala.bot.search_state import SearchState
from engines.mandala.cards import COLOURS, colour_term
from engines.mandala.choices import Build, Choice, Claim, Discard, Grow
from engines.mandala.notation import write


def think(view: Json, level: int, budget: Budget, seed: int, stop: Stop) -> Thought:
    """Return what the seat that acts should do; at a public table its hand is guessed."""
    worlds = Known(view, SearchState)
    found = Search(worlds, level_of(level), budget, seed).run(stop)
    line = tuple(write(name(choice)) for choice in found.line)
    assumes = () if worlds.knows_choices else _assumptions(name(found.choice))
    return Thought(line[0], outlook(found.value), line, assumes=assumes)


def name(choice: int) -> Choice:
    """Return the choice that a number of the fast core means."""
    if choice >= CLAIM:
        return Claim(COLOURS[choice - CLAIM])
    if choice >= DISCARD:
        colour, count = divmod(choice - DISCARD, 20)
        return Discard(COLOURS[colour], count)
    if choice >= GROW:
        way, count = divmod(choice - GROW, 20)
        return Grow(way // 6, COLOURS[way % 6], count)
    return Build(choice // 6, COLOURS[choice % 6])


def _assumptions(choice: Choice) -> tuple[Message, ...]:
    """Return what the hand was taken to hold."""
    if not isinstance(choice, Build | Grow | Discard):
        return ()
    count = 1 if isinstance(choice, Build) else choice.count
    facts: dict[str, Fact] = {"count": count, "colour": colour_term(choice.colour)}
    return (Message("assumes.hand", facts),)
