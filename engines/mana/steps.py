"""What hands do on the table to come from one state to another.

| code            | what it is                                                            |
|-----------------|-----------------------------------------------------------------------|
| items           |                                                                       |
| `b` `B` `w` `W` | a ronin or the daimio of Black and White                              |
| `bird`, `mana`  | the bird; in edition 2005 the Mana                                    |
| `board`         | the board itself                                                      |
| places          |                                                                       |
| `a1` to `f6`    | a square; the Mana's place is the square of the piece under it        |
| `off.b` `off.w` | the captured pieces of a side                                         |
| `box`           | not on the table                                                      |
| `turned.90`     | how the board lies                                                    |
| `kind.2`        | the bird on some free double square (or the Mana on a piece on one)   |
| `beside`        | the bird or the Mana beside the board                                 |
"""

from __future__ import annotations

from collections import Counter

from engines.contract import Message, Step, Term
from engines.mana.board import DAIMIO, KINDS, NAMES, OF_KIND, RONIN, SQUARES
from engines.mana.events import piece_term
from engines.mana.state import State

Places = Counter[str]


def steps(before: State | None, after: State) -> tuple[Step, ...]:
    """Return the steps from one table to another; from None: out of the box."""
    return (*_board_steps(before, after), *_piece_steps(before, after), *_bird_steps(before, after))


# --- the board ---


def _board_steps(before: State | None, after: State) -> tuple[Step, ...]:
    source = "box" if before is None else f"turned.{before.orientation}"
    target = f"turned.{after.orientation}"
    if source == target:
        return ()
    row = "-".join(str(kind) for kind in KINDS[after.orientation][::6])
    return (Step("board", source, target, Message("step.board", {"row": row})),)


# --- the pieces ---


def _piece_steps(before: State | None, after: State) -> tuple[Step, ...]:
    pending: list[tuple[str, str, str]] = []
    for side in (0, 1):
        for letter in (DAIMIO[side], RONIN[side]):
            old, new = _places(before, letter, side), _places(after, letter, side)
            gone, come = old - new, new - old
            pending += [
                (letter, source, target)
                for source, target in zip(
                    sorted(gone.elements()), sorted(come.elements()), strict=True
                )
            ]
    occupied = set() if before is None else {NAMES[s] for s in range(36) if before.board[s] != "."}
    return _merged(_in_order(pending, occupied))


def _places(state: State | None, letter: str, side: int) -> Places:
    """Return how many of one piece stand where; together they are as many as the box holds."""
    owned = 1 if letter == DAIMIO[side] else 5
    if state is None:
        return Counter({"box": owned})
    places = Counter(NAMES[s] for s in range(36) if state.board[s] == letter)
    if letter == RONIN[side]:
        places[_off(letter)] = state.captured[side]
    elif state.by == "daimio" and not places:
        places[_off(letter)] = 1
    places["box"] = owned - places.total()
    return places


def _off(letter: str) -> str:
    return f"off.{letter.lower()}"


def _in_order(
    pending: list[tuple[str, str, str]], occupied: set[str]
) -> list[tuple[str, str, str]]:
    """Return the moves of pieces in an order in which every square is free when it is needed.

    Pieces that stand in each other's way in a circle are parted by laying one aside first.
    """
    ordered = []
    while pending:
        clear = next((each for each in pending if each[2] not in occupied), None)
        if clear is None:
            letter, source, target = pending.pop(0)
            pending.append((letter, _off(letter), target))
            clear = (letter, source, _off(letter))
        else:
            pending.remove(clear)
        ordered.append(clear)
        occupied.discard(clear[1])
        if clear[2] in SQUARES:
            occupied.add(clear[2])
    return ordered


def _merged(moves: list[tuple[str, str, str]]) -> tuple[Step, ...]:
    return tuple(
        Step(letter, source, target, _say(letter, source, target, count), count)
        for (letter, source, target), count in Counter(moves).items()
    )


def _say(letter: str, source: str, target: str, count: int) -> Message:
    piece = piece_term(letter)
    match source in SQUARES, target in SQUARES:
        case True, True:
            return Message("step.move", {"piece": piece, "start": source, "end": target})
        case True, False:
            code = "step.box" if target == "box" else "step.take"
            return Message(code, {"piece": piece, "square": source})
        case False, True:
            code = "step.place" if source == "box" else "step.back"
            return Message(code, {"piece": piece, "square": target})
    code = "step.unaside" if target == "box" else "step.aside"
    return Message(code, {"piece": piece, "count": count})


# --- the bird, or the Mana ---


def _bird_steps(before: State | None, after: State) -> tuple[Step, ...]:
    source = "box" if before is None else _bird_place(before)
    target = _bird_place(after)
    if source == target:
        return ()
    item = "mana" if after.rules.is_2005 else "bird"
    if target in SQUARES:
        say = Message(f"step.{item}", {"square": target})
    elif target == "beside":
        say = Message(f"step.{item}_beside")
    else:
        say = Message(f"step.{item}_kind", {"demand": Term("kind", after.kind)})
    return (Step(item, source, target, say),)


def _bird_place(state: State) -> str:
    if state.mana is not None:
        return NAMES[state.mana]
    squares = OF_KIND[state.orientation][state.kind]
    if state.rules.is_2005:
        return f"kind.{state.kind}" if squares else "beside"
    has_perch = any(state.board[square] == "." for square in squares)
    return f"kind.{state.kind}" if has_perch else "beside"
