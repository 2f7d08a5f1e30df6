"""Descriptions of choices, of what happened, and of how a match ended."""

from __future__ import annotations

from collections.abc import Iterator

from engines.engine import Fact, Message, Seat, Term
from engines.stones.board import CIRCLES, CODE
from engines.stones.choices import (
    ArtistPick,
    Choice,
    NothingToPick,
    Objective,
    Pick,
    Printed,
    Reveal,
    ScoreColour,
    ScoreTops,
)
from engines.stones.refusals import asked
from engines.stones.rules import topped
from engines.stones.scoring import score_space, winners
from engines.stones.spaces import warnings
from engines.stones.state import Gain, State
from engines.stones.turns import is_dead_end

# --- choices --------------------------------------------------------------------------------


def describe(state: State, choice: Choice) -> Message:
    """Return the description of a choice."""
    match choice:
        case Pick(colours, space):
            return Message("say.pick", {"stones": _colours(colours), "space": space})
        case ArtistPick(source, target, first, space):
            return Message(
                "say.artist_pick",
                {"source": source, "target": target, "first": first, "space": space},
            )
        case ScoreColour(colour):
            facts: dict[str, Fact] = {"colour": Term("colour", colour)}
            return Message("say.colour", facts | {"spaces": topped(state, colour)})
        case ScoreTops((space,)):
            return Message("say.top", {"space": space})
        case ScoreTops(spaces):
            return Message("say.tops", {"spaces": spaces})
        case NothingToPick():
            return Message("say.nothing")
        case Printed(shows):
            return Message("say.printed", {"shows": Term("shows", shows)})
        case Reveal(stack, stone):
            return Message("say.reveal", {"stack": stack, "stone": Term("stone", stone)})
        case Objective(points):
            return Message("say.objective", {"points": points})


def report(state: State, choice: Choice, seat: int | None) -> Message:
    """Return the report of a choice, and what it scored."""
    del seat
    described = describe(state, choice)
    facts: dict[str, Fact] = dict(described.facts)
    match choice:
        case ArtistPick(source, target, first, _):
            assert state.board is not None
            tower, _ = state.board.pick(CIRCLES.index(source), CIRCLES.index(target), first)
            facts["stones"] = _stones(tower)
        case ScoreColour(colour):
            gains = [score_space(state.own, at, state.round) for at in topped(state, colour)]
            facts["points"] = sum(gain.points for gain in gains)
        case ScoreTops(spaces):
            facts["points"] = len(spaces)
        case Printed():
            facts["space"] = asked(state)
        case Objective():
            facts["seat"] = asked(state)
    return Message(described.code.replace("say.", "report."), facts)


def question(state: State) -> Message | None:
    """Return the open question with its subject, or None."""
    asks = state.asks
    return None if asks is None else Message(f"question.{asks}.about", {"about": asked(state)})


def _colours(colours: str) -> tuple[Term, ...]:
    return tuple(Term("colour", colour) for colour in colours)


# --- events ---------------------------------------------------------------------------------


def events(before: State, choice: Choice | None, after: State) -> tuple[Message, ...]:
    """Return what happened between two tables."""
    return (
        *_acted(before, choice, after),
        *_earned(before, after),
        *_covered(before, after),
        *_passed(before, after),
        *_ended(before, after),
    )


def _acted(before: State, choice: Choice | None, after: State) -> Iterator[Message]:
    seat = Seat(before.turn)
    match choice:
        case Pick(_, space) | ArtistPick(_, _, _, space):
            tower = after.towers[before.turn][space - 1]
            stones = _colours(tower) if before.board is None else _stones(tower)
            yield Message("picked", {"seat": seat, "stones": stones, "space": space})
        case NothingToPick():
            yield Message("nothing_to_pick", {"seat": seat})
        case Printed(shows):
            facts: dict[str, Fact] = {"space": before.placed + 1, "shows": Term("shows", shows)}
            yield Message("learned", facts)
            yield from warnings(after.mandala)[len(warnings(before.mandala)) :]
        case Reveal(stack, stone):
            yield Message("uncovered", {"stack": stack, "stone": Term("stone", stone)})
    for gone in after.left:
        if gone not in before.left:
            yield Message("left", {"seat": Seat(gone)})


def _stones(tower: str) -> tuple[Term, ...]:
    return tuple(Term("stone", CODE[letter]) for letter in tower)


def _earned(before: State, after: State) -> Iterator[Message]:
    for seat, (old, new) in enumerate(zip(before.sheet, after.sheet, strict=True)):
        for gain in new[len(old) :]:
            yield Message(f"earned_{gain.rule}", {"seat": Seat(seat), **_counted(gain)})


def _counted(gain: Gain) -> dict[str, Fact]:
    if gain.rule == "bonus":
        return {"points": gain.points, "space": gain.detail}
    return {"points": gain.points}


def _covered(before: State, after: State) -> Iterator[Message]:
    if after.triggered and not before.triggered:
        yield Message("triggered", {"hands": after.seats})
    if after.aside > before.aside:
        yield Message("set_aside", {"count": after.aside - before.aside})


def _passed(before: State, after: State) -> Iterator[Message]:
    if after.phase != "play":
        return
    if after.round > before.round:
        yield Message("round", {"round": after.round})
    passed = (before.turn, before.round) != (after.turn, after.round)
    if passed and after.asks is None and is_dead_end(after):
        yield Message("score_due", {"seat": Seat(after.turn)})


def _ended(before: State, after: State) -> Iterator[Message]:
    if before.cause is None and after.cause is not None:
        yield Message(f"ending_{after.cause}")
    if after.phase == "over" and before.phase != "over":
        vp, won = after.vp, winners(after)
        if len(won) > 1 or after.cause == "resignation":
            return
        level = tuple(Seat(seat) for seat in after.order if vp[seat] == vp[won[0]])
        if len(level) > 1:
            facts: dict[str, Fact] = {"seats": level, "points": vp[won[0]]}
            yield Message("tie", facts | {"winner": Seat(won[0])})
