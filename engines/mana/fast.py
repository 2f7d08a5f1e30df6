"""The fast core: Mana in bit masks, beside the readable rules and checked against them.

Square n is bit n of an int. Where a piece can go depends only on which of the squares it may
cross are taken, so each square has a table from those taken squares to the squares it reaches:

    reached = table[occupied & crossed] & ~own          number of moves: reached.bit_count()

The tables fill themselves when a pattern is met for the first time. A square is passed around
as its bit, never as its number: `mask & -mask` is the lowest bit, and it is a key as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from engines.mana.board import DAIMIO, KINDS, NEIGHBOURS, OF_KIND, OWN
from engines.mana.state import State

ALL = (1 << 36) - 1
FREE = 4
"""Stands for the kind on a free turn: as no demand at all, but ronins may come back."""


class Reachable(dict[int, int]):
    """The squares a piece reaches from one square, by the taken ones among those it may cross."""

    def __init__(self, square: int, steps: int) -> None:
        super().__init__()
        self._square = square
        self._steps = steps

    def __missing__(self, taken: int) -> int:
        reached = self[taken] = _walk(self._square, self._steps, taken, 1 << self._square)
        return reached


def _walk(square: int, steps: int, taken: int, way: int) -> int:
    """Return where `steps` more squares lead, over none that is taken or on the way already.

    The last square may be taken: its piece is captured, or is an own one, masked out later.
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
    """The squares that a demanded kind binds to; for none and for a free turn all of them."""
    tables: dict[int, tuple[int, Reachable]]
    """Bit of a square to the squares that can be crossed from it and where that leads."""
    demands: dict[int, int]
    """Bit of a square to the squares of its kind."""
    kinds: dict[int, int]
    """Bit of a square to its kind."""


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
    """Return the squares that a move of `steps` may lead over."""
    crossed = {square}
    for _ in range(steps - 1):
        crossed |= {near for each in crossed for near in NEIGHBOURS[each]}
    return _mask(crossed - {square})


class FastState(NamedTuple):
    """A position in masks, seen from the side on turn."""

    own: int
    foes: int
    lords: int
    """Both daimios."""
    kind: int
    """The demanded kind; 0 for none, FREE on a free turn."""
    army: int
    """The pieces of the side on turn, captured ones included: it never changes."""
    foe_army: int


def fast_state_of(state: State) -> FastState:
    """Return a state of play in masks."""
    own, foes = (
        _mask(s for s in range(36) if state.board[s] in OWN[side])
        for side in (state.side, 1 - state.side)
    )
    return FastState(
        own=own,
        foes=foes,
        lords=_mask(s for s in range(36) if state.board[s] in DAIMIO),
        kind=FREE if state.free else state.kind,
        army=own.bit_count() + state.captured[state.side],
        foe_army=foes.bit_count() + state.captured[1 - state.side],
    )


Moves = list[tuple[int, int]]
"""The bit of a piece that may move, and the mask of the squares it reaches."""


class Core:
    """The moves of Mana by one set of rules on one orientation, in masks."""

    def __init__(self, state: State) -> None:
        self._masks, self._tables, self._demands, self._kinds = ground(state.orientation)
        self._blocked_passes = state.rules.blocked_passes
        self._drops_anywhere = state.rules.drops_anywhere
        self._asks_bird = state.rules.asks_bird

    def offers(self, own: int, foes: int, kind: int, army: int) -> tuple[Moves, int]:
        """Mana 4 and 5: return the moves and the mask of squares for a ronin that comes back."""
        moves = self._moves(own, foes, own & self._masks[kind])
        if kind == 0:
            return moves, 0
        if kind != FREE:
            if moves:
                return moves, 0
            if self._blocked_passes and own & self._masks[kind]:
                return [], 0
            moves = self._moves(own, foes, own)
        if army == own.bit_count():
            return moves, 0
        squares = ALL if self._drops_anywhere else self._masks[kind]
        return moves, squares & ~(own | foes)

    def _moves(self, own: int, foes: int, movers: int) -> Moves:
        moves = []
        occupied = own | foes
        while movers:
            piece = movers & -movers
            movers ^= piece
            crossed, reach = self._tables[piece]
            if reached := reach[occupied & crossed] & ~own:
                moves.append((piece, reached))
        return moves

    def children(self, node: FastState, moves: Moves, drops: int) -> Iterator[FastState]:
        """Yield the positions after each choice that does not end the game."""
        own, foes, lords, _, army, foe_army = node
        for piece, reached in moves:
            left = own ^ piece
            open_squares = reached & ~(foes & lords)
            while open_squares:
                end = open_squares & -open_squares
                open_squares ^= end
                led = lords ^ piece ^ end if piece & lords else lords
                yield FastState(foes & ~end, left | end, led, self._kinds[end], foe_army, army)
        while drops:
            end = drops & -drops
            drops ^= end
            yield FastState(foes, own | end, lords, self._kinds[end], foe_army, army)

    def count(self, node: FastState, depth: int, limit: int) -> int:
        """Return the number of sequences of exactly `depth` choices, or some number past the limit.

        With the bird's square asked for, a choice counts once for each square.
        """
        moves, drops = self.offers(node.own, node.foes, node.kind, node.army)
        if not moves and not drops:
            if node.kind == FREE:
                return 0  # both sides are blocked: the game was over before this turn
            return 1 if depth == 1 else self.count(_passed(node), depth - 1, limit)
        if depth == 1:
            return self._leaves(node, moves, drops)
        if depth == 2 and not self._asks_bird:
            return self._count_replies(node, moves, drops)
        total = 0
        for child in self.children(node, moves, drops):
            times = self._perches(child) if self._asks_bird else 1
            total += times * self.count(child, depth - 1, limit - total)
            if total > limit:
                break
        return total

    def _leaves(self, node: FastState, moves: Moves, drops: int) -> int:
        if not self._asks_bird:
            return drops.bit_count() + sum(reached.bit_count() for _, reached in moves)
        lord = node.foes & node.lords
        fatal = sum((reached & lord).bit_count() for _, reached in moves)
        return fatal + sum(map(self._perches, self.children(node, moves, drops)))

    def _perches(self, node: FastState) -> int:
        """Return in how many ways the bird can be put to demand a node's kind."""
        return (self._masks[node.kind] & ~(node.own | node.foes)).bit_count() or 1

    def _count_replies(self, node: FastState, moves: Moves, drops: int) -> int:
        """Return the number of sequences of two choices: the loop that decides the speed."""
        own, foes, lords, _, _, foe_army = node
        tables, demands = self._tables, self._demands
        moves = [(own ^ piece, reached & ~(foes & lords)) for piece, reached in moves]
        if drops:
            moves.append((own, drops))
        total = 0
        for left, reached in moves:
            ends = reached
            while ends:
                end = ends & -ends
                ends ^= end
                repliers = foes & ~end
                others = ~repliers
                occupied = left | end | repliers
                movers = repliers & demands[end]
                found = 0
                while movers:
                    piece = movers & -movers
                    movers ^= piece
                    crossed, reach = tables[piece]
                    found += (reach[occupied & crossed] & others).bit_count()
                total += found or self._exceptions(repliers, left | end, end, foe_army)
        return total

    def _exceptions(self, own: int, foes: int, landed: int, army: int) -> int:
        """Return the number of choices where no piece can obey the kind landed on."""
        moves, drops = self.offers(own, foes, self._kinds[landed], army)
        return drops.bit_count() + sum(reached.bit_count() for _, reached in moves) or 1


def _passed(node: FastState) -> FastState:
    own, foes, lords, _, army, foe_army = node
    return FastState(foes, own, lords, FREE, foe_army, army)
