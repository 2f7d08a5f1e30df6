"""Reasons for refusals: the checks of the rules in order; the first failing one counts."""

from __future__ import annotations

from dataclasses import replace

from engines.engine import Fact, Reason, Seat, Term
from engines.stones.board import (
    AROUND,
    CIRCLES,
    COLOURS,
    FREE,
    PER_COLOUR,
    PER_PATTERN,
    STACK_HEIGHT,
    Board,
)
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
from engines.stones.notation import bad_notation, write
from engines.stones.rules import dealer, legal, topped
from engines.stones.state import SPACES, State, colours_out, patterns_out

_ANSWERS = {"mandala": Printed, "reveal": Reveal, "objective": Objective}


def explain(state: State, choice: Choice, seat: int | None = None) -> Reason | None:
    """Return the first failing check, with the nearest legal choice; None if legal."""
    reason = _check(state, choice, seat)
    if reason is None or reason.code in ("GAME_OVER", "BAD_NOTATION", "NOT_YOUR_TURN"):
        return reason
    return replace(reason, instead=write(nearest(state, choice)))


def _check(state: State, choice: Choice, seat: int | None) -> Reason | None:
    if state.phase == "over":
        return Reason("GAME_OVER")
    foreign = (ArtistPick, Reveal) if state.board is None else (Pick, NothingToPick)
    if isinstance(choice, foreign):
        return bad_notation(write(choice), write(legal(state)[0]))
    asks = state.asks
    if asks is not None:
        return _check_answer(state, choice, asks)
    if seat is not None and seat != state.turn:
        return Reason("NOT_YOUR_TURN", {"turn": Seat(state.turn), "seat": Seat(seat)})
    match choice:
        case Pick() | ArtistPick() | NothingToPick():
            return _check_pick(state, choice)
        case ScoreColour(colour):
            count = len(topped(state, colour))
            facts: dict[str, Fact] = {"colour": Term("colour", colour), "count": count}
            return None if count >= 2 else Reason("COLOUR_NOT_ON_TWO_TOPS", facts)
        case ScoreTops(spaces):
            return _check_tops(state, spaces)
        case _:
            return Reason("NOTHING_ASKED", {"answer": write(choice)})


# --- answers --------------------------------------------------------------------------------


def asked(state: State) -> int | Seat:
    """Return what the open question is about: a mandala space, a stack or a player."""
    match state.asks:
        case "mandala":
            return state.placed + 1
        case "reveal":
            assert state.board is not None
            return state.board.uncovered[0]
        case _:
            return Seat(state.turn)


def _check_answer(state: State, choice: Choice, asks: str) -> Reason | None:
    about = asked(state)
    if not isinstance(choice, _ANSWERS[asks]) or (
        isinstance(choice, Reveal) and choice.stack != about
    ):
        return Reason("ANSWER_PENDING", {"question": Term("question", asks), "about": about})
    if isinstance(choice, Reveal):
        assert state.board is not None
        return _check_reveal(state, state.board, choice)
    return None


def _check_reveal(state: State, board: Board, choice: Reveal) -> Reason | None:
    dealt = dealer(state)
    if dealt is not None:
        return None if choice == dealt else _bad_answer(choice, "dealt")
    colour, pattern = choice.stone[0], choice.stone[1]
    if colours_out(state, board)[colour] >= PER_COLOUR:
        return _exhausted(colour, 0, 1)
    if patterns_out(board)[pattern] >= PER_PATTERN:
        return _bad_answer(choice, "pattern")
    return None


def _bad_answer(choice: Choice, defect: str) -> Reason:
    return Reason("BAD_BOARD_ANSWER", {"what": write(choice), "defect": Term("defect", defect)})


# --- PICK -----------------------------------------------------------------------------------


def _check_pick(state: State, choice: Pick | ArtistPick | NothingToPick) -> Reason | None:
    empty = tuple(at for at, tower in enumerate(state.own, 1) if not tower)
    if not empty:
        return Reason("NO_EMPTY_SPACE", {"seat": Seat(state.turn)})
    if state.waived:
        return Reason("PICK_WAIVED", {"seat": Seat(state.turn)})
    if isinstance(choice, NothingToPick):
        return None
    if not 1 <= choice.space <= SPACES:
        return Reason("BAD_SPACE", {"space": choice.space})
    if choice.space not in empty:
        return Reason("SPACE_TAKEN", {"space": choice.space, "empty": empty})
    if isinstance(choice, Pick):
        return _check_colours(state, choice.colours)
    assert state.board is not None
    return _check_artist(state.board, choice)


def _check_colours(state: State, colours: str) -> Reason | None:
    if not 1 <= len(colours) <= STACK_HEIGHT:
        return Reason("BAD_COUNT", {"count": len(colours)})
    for colour, taken in zip(COLOURS, state.taken, strict=True):
        wanted, left = colours.count(colour), PER_COLOUR - taken
        if wanted > left:
            return _exhausted(colour, left, wanted)
    return None


def _exhausted(colour: str, left: int, wanted: int) -> Reason:
    return Reason(
        "COLOUR_EXHAUSTED",
        {"colour": Term("colour", colour), "left": left, "wanted": wanted},
    )


def _check_artist(board: Board, choice: ArtistPick) -> Reason | None:
    source, target = CIRCLES.index(choice.source), CIRCLES.index(choice.target)
    artists = tuple(
        circle for circle, artist in zip(CIRCLES, board.artists, strict=True) if artist != FREE
    )
    if choice.source not in artists:
        return Reason("NO_ARTIST_THERE", {"circle": choice.source, "artists": artists})
    if source == target:
        return Reason("SAME_CIRCLE", {"circle": choice.source})
    if choice.target in artists:
        empty = tuple(circle for circle in CIRCLES if circle not in artists)
        return Reason("CIRCLE_TAKEN", {"circle": choice.target, "empty": empty})
    allowed = board.allowed(source, target)
    if not allowed:
        facts: dict[str, Fact] = {"circle": choice.target}
        for side, stack in zip(("north", "east", "south", "west"), AROUND[target], strict=True):
            facts[side] = stack
            facts[f"{side}_why"] = Term("why", board.why_not(source, target, stack) or "")
        return Reason("NOTHING_ALLOWED", facts)
    if choice.first not in allowed:
        return Reason(
            "FIRST_NOT_ALLOWED",
            {
                "stack": choice.first,
                "why": Term("why", board.why_not(source, target, choice.first) or ""),
                "allowed": allowed,
            },
        )
    return None


def _check_tops(state: State, spaces: tuple[int, ...]) -> Reason | None:
    for space in spaces:
        if not 1 <= space <= SPACES:
            return Reason("BAD_SPACE", {"space": space})
    for space in spaces:
        if not state.own[space - 1]:
            return Reason("NO_TOWER", {"space": space})
    return None


# --- instead --------------------------------------------------------------------------------


def nearest(state: State, choice: Choice) -> Choice:
    """Return the legal choice that is most similar to a refused one."""
    options = legal(state)
    alike = [option for option in options if type(option) is type(choice)]
    if alike:
        return max(alike, key=lambda option: _likeness(option, choice))
    tops = [option for option in options if isinstance(option, ScoreTops)]
    if isinstance(choice, ScoreColour) and tops:
        return ScoreTops(topped(state, choice.colour) or tops[0].spaces)
    return options[0]


def _likeness(option: Choice, choice: Choice) -> int:
    match option, choice:
        case Pick(), Pick():
            same = sum(a == b for a, b in zip(option.colours, choice.colours, strict=False))
            longer = abs(len(option.colours) - len(choice.colours))
            return 4 * same - 3 * longer + 5 * (option.space == choice.space)
        case ArtistPick(), ArtistPick():
            return (
                8 * (option.source == choice.source)
                + 4 * (option.target == choice.target)
                + 2 * (option.first == choice.first)
                + (option.space == choice.space)
            )
        case ScoreTops(), ScoreTops():
            common = len(set(option.spaces) & set(choice.spaces))
            return 2 * common - len(option.spaces)
        case Reveal(), Reveal():
            return sum(a == b for a, b in zip(option.stone, choice.stone, strict=True))
        case _:
            return 0
