"""How the knob enters a choice of Mana: the order of the options, and the cursor's start."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import atan2, tau

from engines.engine import ChoicePart, Term
from engines.mana import GAME
from engines.mana.board import DAIMIO, EMPTY, ENEMY, KINDS, NAMES, SQUARES, distance, walks
from engines.mana.choices import OFF_BOARD, Choice, Drop, Move, Place, home
from engines.mana.choices import PASS as LOST
from engines.mana.notation import BIRDS
from engines.mana.rules import Permitted, ends_game, perches, permitted
from engines.mana.state import ORIENT, OVER, SETUP, State
from firmware_py.match.picker import ChoiceNode, Later, grow

BACK = ChoicePart("piece", Term("action", "drop"))
PASS = ChoicePart("piece", Term("action", "pass"))
_MIDDLE_FILE = 2
_RONINS = 5


def _leaf(choice: Choice) -> ChoiceNode:
    return ChoiceNode(choice=GAME.write(choice))


# --- what is legal ---


def tree(state: State) -> ChoiceNode:
    """Return the legal choices: pieces from left to right, their squares clockwise."""
    if state.phase == SETUP and state.rules.free_setup:
        return _free_setups(state.side)
    choices = sorted(GAME.legal(state), key=_order)
    return grow((GAME.write(choice), GAME.parts(choice)) for choice in choices)


def _order(choice: Choice) -> tuple[float, ...]:
    match choice:
        case Move(begin, end, bird):
            return (begin, *clockwise(begin, end), -1 if bird is None else bird)
        case Drop(square, bird):
            return (OFF_BOARD, square, -1 if bird is None else bird)
    return ()


def clockwise(centre: int, square: int) -> tuple[float, int]:
    """Return the sort key of a square clockwise around another one, the nearer first."""
    right = square // 6 - centre // 6
    up = square % 6 - centre % 6
    return (atan2(right, up) % tau, distance(centre, square))


def _walk(side: int) -> tuple[int, ...]:
    """Return the squares of a free set-up: the first row from left to right, then the second."""
    first = home(side, 1)
    return (*first, *(square for square in home(side, 2) if square not in first))


def _free_setups(side: int) -> ChoiceNode:
    walk = _walk(side)
    return Later(
        lambda: {
            ChoicePart("daimio", NAMES[daimio]): _ronins(
                daimio, (), tuple(square for square in walk if square != daimio)
            )
            for daimio in walk
        }
    )


def _ronins(daimio: int, placed: tuple[int, ...], free: tuple[int, ...]) -> ChoiceNode:
    """Return the choices for the next ronin, in walk order so that no set-up repeats."""
    missing = _RONINS - len(placed)
    if missing == 0:
        return _leaf(Place(daimio, tuple(sorted(placed))))
    return Later(
        lambda: {
            ChoicePart("ronin", NAMES[square]): _ronins(
                daimio, (*placed, square), free[place + 1 :]
            )
            for place, square in enumerate(free[: len(free) - missing + 1])
        }
    )


# --- where the cursor begins ---


def start(
    state: State, node: ChoiceNode, picked: Sequence[ChoicePart], options: Sequence[ChoicePart]
) -> int:
    """Return the index of the likeliest option; `node` is the tree of the state."""
    match options[0].name:
        case "piece":
            return _best(options, lambda part: _promise(state, node.children[part]))
        case "destination":
            return _best(options, lambda part: _worth(state, picked[0], part))
        case "bird":
            landed = SQUARES[str(picked[1].value)]
            return _best(options, lambda part: _nearness(state, landed, part))
        case "daimio":
            return _best(options, lambda part: (_is_in_the_middle(state, part),))
    return 0


def _best(options: Sequence[ChoicePart], value: Callable[[ChoicePart], tuple[int, ...]]) -> int:
    return max(range(len(options)), key=lambda place: (*value(options[place]), -place))


def _promise(state: State, node: ChoiceNode) -> tuple[int, ...]:
    """Rank a piece that captures first, then one with many and distant squares."""
    ends = [part for part in node.children if part.value in SQUARES]
    takes = max((_prize(state, part) for part in ends), default=0)
    return (takes, len(ends))


def _prize(state: State, end: ChoicePart) -> int:
    letter = state.board[SQUARES[str(end.value)]]
    return 0 if letter == "." else 2 if letter in DAIMIO else 1


def _worth(state: State, piece: ChoicePart, end: ChoicePart) -> tuple[int, ...]:
    """Rank a square with a capture first, then one far ahead."""
    square = SQUARES[str(end.value)]
    ahead = square % 6 if state.side == 0 else 5 - square % 6
    aside = 0 if piece == BACK else abs(square // 6 - SQUARES[str(piece.value)] // 6)
    return (_prize(state, end), ahead, -aside)


def _nearness(state: State, landed: int, bird: ChoicePart) -> tuple[int, ...]:
    """Rank the bird's own square first, then the squares next to the piece."""
    square = SQUARES.get(str(bird.value), OFF_BOARD)
    if square == OFF_BOARD:
        return (0, 0)
    return (int(square == state.mana), -distance(landed, square))


def _is_in_the_middle(state: State, part: ChoicePart) -> int:
    square = SQUARES[str(part.value)]
    return int(square == _MIDDLE_FILE * 6 + (0 if state.side == 0 else 5))


# --- what hands could try ---


def attempts(state: State) -> ChoiceNode:
    """Return every move that a person could try, legal or not, with the parts of the tree."""
    if state.phase == OVER:
        return ChoiceNode()
    if state.phase == ORIENT:
        return tree(state)
    if state.phase == SETUP:
        return _setup_attempts(state)
    granted = permitted(state)
    pieces = [square for square in range(36) if state.board[square] != "."]
    pieces.sort(key=lambda square: state.board[square] in ENEMY[state.side])
    tries: dict[ChoicePart, ChoiceNode] = {
        ChoicePart("piece", NAMES[square]): _tries(state, granted, square) for square in pieces
    }
    return ChoiceNode({**tries, BACK: _drop_tries(state, granted), PASS: _leaf(LOST)})


def _tries(state: State, granted: Permitted, begin: int) -> ChoiceNode:
    """Return every square to try: those in reach of an unhindered piece first, then the nearest."""

    steps = KINDS[state.orientation][begin]
    near = {way[-1] for way in walks(EMPTY, begin, steps)}

    def order(end: int) -> tuple[float, ...]:
        # A diagonal step comes before distant squares, because people ask about it.
        away = max(abs(end // 6 - begin // 6), abs(end % 6 - begin % 6))
        return (end not in near, 0 if end in near else away or 6, *clockwise(begin, end))

    def make() -> dict[ChoicePart, ChoiceNode]:
        legal = granted.moves.get(begin, ())
        return {
            ChoicePart("destination", NAMES[end]): _bird_tries(
                state, Move(begin, end), end in legal
            )
            for end in sorted(range(36), key=order)
        }

    return Later(make)


def _drop_tries(state: State, granted: Permitted) -> ChoiceNode:
    return Later(
        lambda: {
            ChoicePart("destination", NAMES[end]): _bird_tries(
                state, Drop(end), end in granted.drops
            )
            for end in range(36)
        }
    )


def _bird_tries(state: State, choice: Move | Drop, legal: bool) -> ChoiceNode:
    """Return every square to try for the bird, but only after a legal move."""
    if not state.rules.asks_bird or (isinstance(choice, Move) and ends_game(state, choice)):
        return _leaf(choice)
    end = choice.end if isinstance(choice, Move) else choice.square
    birds = range(OFF_BOARD + 1) if legal else perches(state, end)[:1]
    return Later(lambda: {_bird_part(bird): _leaf(replace(choice, bird=bird)) for bird in birds})


def _bird_part(bird: int) -> ChoicePart:
    return ChoicePart("bird", Term("bird", "beside") if bird == OFF_BOARD else BIRDS[bird])


def _setup_attempts(state: State) -> ChoiceNode:
    """Return squares for the daimio, and for one ronin in a free set-up, up to a row too far."""
    walk = _walk(state.side)
    ordered = (*walk, *(square for square in home(state.side, 3) if square not in walk))
    if not state.rules.free_setup:
        return grow(
            (f"={NAMES[square]}", (ChoicePart("daimio", NAMES[square]),)) for square in ordered
        )

    def place(daimio: int, ronin: int) -> ChoiceNode:
        others = [square for square in walk if square not in (daimio, ronin)]
        return _leaf(Place(daimio, tuple(sorted((ronin, *others[: _RONINS - 1])))))

    def ronins(daimio: int) -> ChoiceNode:
        if daimio not in walk:
            return place(daimio, walk[0])
        return Later(
            lambda: {ChoicePart("ronin", NAMES[each]): place(daimio, each) for each in ordered}
        )

    return Later(
        lambda: {ChoicePart("daimio", NAMES[square]): ronins(square) for square in ordered}
    )
