"""Physical steps on the table from one state to another.

| code            | what it is                                                            |
|-----------------|-----------------------------------------------------------------------|
| items           |                                                                       |
| `b` `B` `w` `W` | a ronin or the daimio of Black and White                              |
| `bird`, `mana`  | the bird; in edition 2005 the Mana                                    |
| `board`         | the board itself                                                      |
| places          |                                                                       |
| `a1` to `f6`    | a square; the Mana's place is the square of the piece under it        |
| `off.b` `off.w` | the captured pieces of a side                                         |
| `box`           | the game's own box                                                    |
| `a1,c1`         | several squares, a like piece on each                                 |
| `turned.90`     | the orientation of the board                                          |
| `kind.2`        | the bird on some free double square (or the Mana on a piece on one);  |
|                 | from there to there: to another one, or it stays                      |
| `beside`        | the bird or the Mana next to the board                                |

The matching is specific to this game: a square must be free before a piece comes to it, and equal
pieces are moved together only to or from the side of the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from engines.engine import Fact, Message, Step, Term
from engines.mana.board import DAIMIO, ENEMY, KINDS, NAMES, OF_KIND, OWN, RONIN, SQUARES
from engines.mana.state import PLAY, Rules, State
from engines.mana.words import piece_term, pieces_term

Places = Counter[str]


def steps(before: State | None, after: State) -> tuple[Step, ...]:
    """Return the steps from one table to another; from None, out of the game's box."""
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
    return tuple(_together(after.rules, _in_order(pending, occupied)))


def _places(state: State | None, letter: str, side: int) -> Places:
    """Return the number of pieces of a kind in each place; their sum is that of the box."""
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
    """Return the moves in an order in which every target square is free.

    If pieces block each other in a circle, one of them is put aside first.
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


def _together(rules: Rules, moves: list[tuple[str, str, str]]) -> Iterator[Step]:
    """Yield one step for all equal pieces that come from, or go to, one place off the board."""
    for (letter, far, _), group in groupby(moves, key=_way_off):
        like = list(group)
        if far is None or len(like) == 1:
            for _, source, target in like:
                yield Step(letter, source, target, _say(rules, letter, source, target))
            continue
        count = len(like)
        sources, targets = (_listed(places) for places in list(zip(*like, strict=True))[1:])
        yield Step(
            letter, sources, targets, _say_all(rules, letter, sources, targets, count), count
        )


def _way_off(move: tuple[str, str, str]) -> tuple[str, str | None, bool]:
    """Return a piece and the place off the board from or to which it goes, if any."""
    letter, source, target = move
    if source not in SQUARES:
        return (letter, source if target in SQUARES else f"{source} {target}", True)
    return (letter, None if target in SQUARES else target, False)


def _listed(places: tuple[str, ...]) -> str:
    """Return the squares as a list, or the one place that all share."""
    return ",".join(places) if places[0] in SQUARES else places[0]


def _say_all(rules: Rules, letter: str, source: str, target: str, count: int) -> Message:
    """Return the sentence for several equal pieces."""
    facts: dict[str, Fact] = {"count": count, "pieces": pieces_term(rules, letter)}
    if source == "box" and not target.startswith("off"):
        return Message("step.place_all", {**facts, "squares": _names(target)})
    if target == "box":
        return Message("step.box_all", facts)
    if source == "box":
        return Message("step.aside_all", facts)
    code = "step.take_all" if target.startswith("off") else "step.back_all"
    squares = source if target.startswith("off") else target
    return Message(code, {**facts, "squares": _names(squares)})


def _names(listed: str) -> tuple[str, ...]:
    return tuple(listed.split(","))


def _say(rules: Rules, letter: str, source: str, target: str) -> Message:
    piece = piece_term(rules, letter)
    match source in SQUARES, target in SQUARES:
        case True, True:
            return Message("step.move", {"piece": piece, "start": source, "end": target})
        case True, False:
            code = "step.box" if target == "box" else "step.take"
            return Message(code, {"piece": piece, "square": source})
        case False, True:
            code = "step.place" if source == "box" else "step.back"
            return Message(code, {"piece": piece, "square": target})
    return Message("step.unaside" if target == "box" else "step.aside", {"piece": piece})


# --- the bird, or the Mana ---


def _bird_steps(before: State | None, after: State) -> tuple[Step, ...]:
    source = "box" if before is None else _bird_place(before)
    target = _bird_place(after)
    if source == target and not _is_next(before, after):
        return ()
    item = "mana" if after.rules.is_2005 else "bird"
    if target in SQUARES:
        # The Mana of a captured piece goes to the one that captured it.
        code = "step.bird_stays" if source == target and item == "bird" else f"step.{item}"
        say = Message(code, {"square": target})
    elif target == "beside":
        say = Message(f"step.{item}_beside")
    else:
        code = f"step.{item}_again" if source == target else f"step.{item}_kind"
        say = Message(code, {"demand": Term("kind", after.kind)})
    return (Step(item, source, target, say),)


def _is_next(before: State | None, after: State) -> bool:
    """Return whether the side on turn moved or returned a piece, so that the bird is picked up.

    Undoing such a choice is different: the piece of the side that is not on turn moves.
    """
    if before is None or {before.phase, after.phase} != {PLAY} or after.side == before.side:
        return False
    own, enemy = OWN[before.side], ENEMY[before.side]
    changed = [s for s in range(36) if before.board[s] != after.board[s]]
    return any(after.board[s] in own for s in changed) and not any(
        after.board[s] in enemy for s in changed
    )


def _bird_place(state: State) -> str:
    if state.mana is not None:
        return NAMES[state.mana]
    squares = OF_KIND[state.orientation][state.kind]
    if state.rules.is_2005:
        return f"kind.{state.kind}" if squares else "beside"
    has_perch = any(state.board[square] == "." for square in squares)
    return f"kind.{state.kind}" if has_perch else "beside"
