"""The bot: a tree search over tables that look the same from its seat."""

from __future__ import annotations

from engines.bots.player import Budget, Stop, Thought, level_of
from engines.bots.search import Search, outlook
from engines.engine import Fact, Json, Message
from engines.mandala.bot.fast_state import CLAIM, DISCARD, GROW
from engines.mandala.bot.known import Known
from engines.mandala.bot.search_state import SearchState
from engines.mandala.cards import COLOURS, INDEX, colour_term
from engines.mandala.choices import Build, Choice, Claim, Discard, Grow
from engines.mandala.notation import read, write


def think(
    view: Json, level: int, budget: Budget, seed: int, stop: Stop, move: str | None = None
) -> Thought:
    """Return what the seat that acts should do; at a public table its hand is guessed.

    What a `move` is worth can be said only where the hand is known.
    """
    worlds = Known(view, SearchState)
    only = None if move is None else number(read(move))
    if only is not None and not worlds.knows_choices:
        raise ValueError("the hand is not known")
    found = Search(worlds, level_of(level), budget, seed, only).run(stop)
    line = tuple(write(name(choice)) for choice in found.line)
    assumes = () if worlds.knows_choices else _assumptions(name(found.choice))
    return Thought(line[0], outlook(found.value), line, assumes=assumes)


def name(choice: int) -> Choice:
    """Return the choice for a number of the fast state."""
    if choice >= CLAIM:
        return Claim(COLOURS[choice - CLAIM])
    if choice >= DISCARD:
        colour, count = divmod(choice - DISCARD, 20)
        return Discard(COLOURS[colour], count)
    if choice >= GROW:
        way, count = divmod(choice - GROW, 20)
        return Grow(way // 6, COLOURS[way % 6], count)
    return Build(choice // 6, COLOURS[choice % 6])


def number(choice: Choice) -> int:
    """Return the number of a choice, as `name` reads it."""
    match choice:
        case Claim(colour):
            return CLAIM + INDEX[colour]
        case Discard(colour, count):
            return DISCARD + INDEX[colour] * 20 + count
        case Grow(mandala, colour, count):
            return GROW + (mandala * 6 + INDEX[colour]) * 20 + count
        case Build(mandala, colour):
            return mandala * 6 + INDEX[colour]
    raise ValueError(f"no choice of a seat: {choice}")


def _assumptions(choice: Choice) -> tuple[Message, ...]:
    """Return what the hand was assumed to contain."""
    if not isinstance(choice, Build | Grow | Discard):
        return ()
    count = 1 if isinstance(choice, Build) else choice.count
    facts: dict[str, Fact] = {"count": count, "colour": colour_term(choice.colour)}
    return (Message("assumes.hand", facts),)
