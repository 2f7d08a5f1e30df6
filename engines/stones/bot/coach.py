"""Explains the bot's choice: what it scores now, or what it can score next."""

from __future__ import annotations

from engines.bots.evaluation_words import standing
from engines.bots.player import Thought
from engines.engine import Json, Message
from engines.stones.board import (
    CIRCLES,
    COLOURS,
    FREE,
    STACK_HEIGHT,
    STONE,
    UNKNOWN,
    Board,
)
from engines.stones.choices import ArtistPick, Pick, ScoreColour, ScoreTops
from engines.stones.notation import read
from engines.stones.scoring import score_space
from engines.stones.state import Towers


def coach(view: Json, thought: Thought) -> tuple[Message, ...]:
    """Return what the move gains, and how good the seat's position is."""
    return (_gain(view, thought), standing(thought))


def _gain(view: Json, thought: Thought) -> Message:
    towers: Towers = tuple(view["towers"][view["turn"]])
    match read(thought.move):
        case ScoreColour(colour):
            return Message("coach.scores", {"points": _worth(towers, colour)})
        case ScoreTops(spaces):
            return Message("coach.scores", {"points": len(spaces)})
        case Pick(colours, space):
            return _prepared(towers, colours, space)
        case ArtistPick(source, target, first, space):
            ends = CIRCLES.index(source), CIRCLES.index(target)
            tower, _ = _board(view).pick(*ends, first)
            return _prepared(towers, tower.upper(), space)
    return Message("coach.waits")


def _prepared(towers: Towers, tower: str, space: int) -> Message:
    """Return what the towers could score next, including the new one."""
    grown = (*towers[: space - 1], tower, *towers[space:])
    best = max(_worth(grown, colour) for colour in COLOURS)
    return Message("coach.prepares", {"points": best})


def _board(view: Json) -> Board:
    """Return the visible part of the main board."""
    artists = "".join(view["artists"].get(circle, FREE) for circle in CIRCLES)
    stacks = (
        (UNKNOWN * max(0, height - 1) + STONE.get(top, "")).ljust(STACK_HEIGHT, UNKNOWN)
        for top, height in zip(view["tops"], view["heights"], strict=True)
    )
    return Board(artists, tuple(stacks), tuple(view["heights"]))


def _worth(towers: Towers, colour: str) -> int:
    """Return what a colour would score: every tower with it on top."""
    return sum(
        score_space(towers, space, 1).points
        for space, tower in enumerate(towers, 1)
        if tower and tower[-1] == colour
    )
