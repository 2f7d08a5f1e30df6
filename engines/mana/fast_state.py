"""The rules of play as bit masks, for perft and the bot.

Square n is bit n of an int. Where a piece can go depends only on which of the squares it may cross
are occupied, so each square has a table from those to the squares it reaches:

    reached = table[occupied & crossed] & ~own       number of moves: reached.bit_count()

The tables are filled on demand. A square is represented by its bit, never by its number: `mask &
-mask` is the lowest bit, and can be used as a key.

A step of play is one int, the squares that change:

    a piece moves     its square and the one it lands on     own ^ step is the side afterwards
    a ronin returns   its square
    a lost turn       0

and above these 36 bits the bird's square, in games where it matters (`bird_blocks`). Everything is
seen from the side on turn: `own` and `foes` are swapped after each step.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from engines.mana.board import DAIMIO, KINDS, NEIGHBOURS, OF_KIND, OWN
from engines.mana.state import State

ALL = (1 << 36) - 1
FREE = 4
"""The kind on a free turn: no demand, but ronins may return."""
BIRD = 36
"""The shift of the bird's square in a step."""

# --- tables ---------------------------------------------------------------------------------


class Reachable(dict[int, int]):
    """The squares a piece reaches from one square, by the occupied ones among those it may
    cross.
    """

    def __init__(self, square: int, steps: int) -> None:
        super().__init__()
        self._square = square
        self._steps = steps

    def __missing__(self, taken: int) -> int:
        reached = self[taken] = _walk(self._square, self._steps, taken, 1 << self._square)
        return reached


def _walk(square: int, steps: int, taken: int, way: int) -> int:
    """Return where `steps` more squares lead, avoiding occupied squares and those already used.

    The last square may be occupied: its piece is captured, or is an own one that is masked out
    later.
    """
    reached = 0
    for neighbour in NEIGHBOURS[square]:
        bit = 1 << neighbour
        if bit & way:
            continue
        if steps == 1:
            reached |= bit
        elif not bit & taken:
            reached |= _walk(neighbour, steps - 1, taken, way | bit)
    return reached


class Ground(NamedTuple):
    """The tables of one orientation of the board."""

    masks: tuple[int, int, int, int, int]
    """The squares that each demanded kind binds; all squares for none and for a free turn."""
    tables: dict[int, tuple[int, Reachable]]
    """For the bit of a square: the squares that can be crossed from it, and where that leads."""
    demands: dict[int, int]
    """For the bit of a square: the squares of its kind."""
    kinds: dict[int, int]
    """For the bit of a square: its kind."""


@cache
def ground(orientation: int) -> Ground:
    """Return the tables of an orientation, empty at first."""
    kinds = KINDS[orientation]
    one, two, three = (_mask(squares) for squares in OF_KIND[orientation][1:])
    masks = (ALL, one, two, three, ALL)
    return Ground(
        masks,
        {1 << s: (_crossed(s, kinds[s]), Reachable(s, kinds[s])) for s in range(36)},
        {1 << s: masks[kinds[s]] for s in range(36)},
        {1 << s: kinds[s] for s in range(36)},
    )


def _mask(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)


def _crossed(square: int, steps: int) -> int:
    """Return the squares that a move of `steps` may cross."""
    crossed = {square}
    for _ in range(steps - 1):
        crossed |= {near for each in crossed for near in NEIGHBOURS[each]}
    return _mask(crossed - {square})


# --- positions and steps --------------------------------------------------------------------


class FastState(NamedTuple):
    """A position of play; also the key of the transposition table."""

    own: int
    foes: int
    lords: int
    """Both daimios."""
    kind: int
    """The demanded kind; 0 for none, FREE on a free turn."""
    bird: int
    """The square that the bird blocks, or 0."""


def fast_state_of(state: State) -> FastState:
    """Return a state of play as masks."""
    own, foes = (_standing(state.board, OWN[side]) for side in (state.side, 1 - state.side))
    is_blocking = state.rules.bird_blocks and state.mana is not None
    return FastState(
        own=own,
        foes=foes,
        lords=_standing(state.board, "".join(DAIMIO)),
        kind=FREE if state.free else state.kind,
        bird=1 << state.mana if is_blocking and state.mana is not None else 0,
    )


def armies_of(state: State) -> tuple[int, int]:
    """Return the pieces of the side on turn and of the other, including captured ones."""
    here = fast_state_of(state)
    side = state.side
    return (
        here.own.bit_count() + state.captured[side],
        here.foes.bit_count() + state.captured[1 - side],
    )


def _standing(board: str, letters: str) -> int:
    return _mask(square for square, letter in enumerate(board) if letter in letters)


Moves = list[tuple[int, int]]
"""Each piece that may move, with the squares it reaches."""
Offers = tuple[Moves, int, int]
"""The moves, all squares landed on, and the squares on which a ronin may return."""


class FastRules:
    """The moves under one set of rules on one orientation of the board."""

    def __init__(self, state: State) -> None:
        rules = state.rules
        self.masks, self.tables, self.demands, self.kinds = ground(state.orientation)
        self.hits = _hits(self.tables)
        """For the bit of a square: the squares from which a piece might reach it."""
        self.bird_blocks = rules.bird_blocks
        self._bird_must_fly = rules.bird_must_fly
        self._blocked_passes = rules.blocked_passes
        self._drops_anywhere = rules.drops_anywhere

    def offers(self, own: int, foes: int, kind: int, bird: int, army: int) -> Offers:
        """Return what the side on turn may do (Mana 4 and 5); nothing: the turn is lost."""
        taken = own | foes | bird
        closed = ~(own | bird)
        tables = self.tables
        obedient = movers = own & self.masks[kind]
        moves = []
        landed = 0
        while movers:
            piece = movers & -movers
            movers ^= piece
            crossed, reach = tables[piece]
            if reached := reach[taken & crossed] & closed:
                moves.append((piece, reached))
                landed |= reached
        if not kind or (kind != FREE and (moves or (obedient and self._blocked_passes))):
            return moves, landed, 0
        for piece, reached in self._others(own ^ obedient, taken, closed):
            moves.append((piece, reached))
            landed |= reached
        if own.bit_count() == army:
            return moves, landed, 0
        drops = (ALL if self._drops_anywhere else self.masks[kind]) & ~taken
        return moves, landed | drops, drops

    def _others(self, movers: int, taken: int, closed: int) -> Moves:
        """Return the moves of pieces that need not obey, if none can."""
        moves = []
        while movers:
            piece = movers & -movers
            movers ^= piece
            crossed, reach = self.tables[piece]
            if reached := reach[taken & crossed] & closed:
                moves.append((piece, reached))
        return moves

    def hitters(self, pieces: int, taken: int, target: int) -> int:
        """Return the squares of the kinds whose pieces reach a target."""
        kinds = 0
        pieces &= self.hits[target]
        while pieces:
            piece = pieces & -pieces
            pieces ^= piece
            crossed, reach = self.tables[piece]
            if reach[taken & crossed] & target:
                kinds |= self.demands[piece]
        return kinds

    def steps(self, position: FastState, army: int, foe_army: int) -> list[int]:
        """Return all steps of a position; [0] if the turn is lost."""
        own, foes, _, kind, bird = position
        moves, _, drops = self.offers(own, foes, kind, bird, army)
        found = listed(moves, drops)
        if self.bird_blocks and found:
            found = self.with_birds(position, found, foe_army)
        return found or [0]

    def after(self, position: FastState, step: int) -> FastState:
        """Return the position after a step that does not end the game."""
        own, foes, lords, _, bird = position
        if not step:
            return FastState(foes, own, lords, FREE, bird)
        squares = step & ALL
        end = squares & ~own
        led = lords ^ squares if squares & own & lords else lords
        return FastState(foes & ~end, own ^ squares, led, self.kinds[end], step >> BIRD)

    # --- the bird that blocks ---

    def with_birds(self, position: FastState, steps: list[int], foe_army: int) -> list[int]:
        """Return each step with every square of the bird that makes a difference."""
        lord = position.foes & position.lords
        found = []
        for step in steps:
            if step & lord:
                found.append(step)
            else:
                found += [step | bird << BIRD for bird in self._birds(position, step, foe_army)]
        return found

    def _birds(self, position: FastState, step: int, foe_army: int) -> list[int]:
        own, foes, _, kind, _ = self.after(position, step)
        free = self.masks[kind] & ~(own | foes)
        if self._bird_must_fly and free != position.bird:
            free &= ~position.bird
        if not free:
            return [0]
        if self._bird_must_fly:
            return _bits(free)  # its square matters again when it has to fly on
        idle = free & ~self._in_reach(own, foes, kind, foe_army)
        return _bits(free & ~idle | idle & -idle)

    def _in_reach(self, movers: int, others: int, kind: int, army: int) -> int:
        """Return the squares on which the bird changes what the side on turn may do."""
        obedient = movers & self.masks[kind]
        moves, _, drops = self.offers(movers, others, kind, 0, army)
        if drops or not moves or not moves[0][0] & obedient:
            return ALL
        around = 0
        for piece in _bits(obedient):
            crossed, reach = self.tables[piece]
            around |= crossed | reach[0]
        return around


def listed(moves: Moves, drops: int) -> list[int]:
    """Return moves and drops as single steps."""
    steps = []
    for piece, reached in moves:
        ends = reached
        while ends:
            end = ends & -ends
            ends ^= end
            steps.append(piece | end)
    while drops:
        end = drops & -drops
        drops ^= end
        steps.append(end)
    return steps


def _bits(mask: int) -> list[int]:
    bits = []
    while mask:
        bits.append(mask & -mask)
        mask &= mask - 1
    return bits


def _hits(tables: dict[int, tuple[int, Reachable]]) -> dict[int, int]:
    hits = dict.fromkeys(tables, 0)
    for piece, (_, reach) in tables.items():
        for end in _bits(reach[0]):
            hits[end] |= piece
    return hits
