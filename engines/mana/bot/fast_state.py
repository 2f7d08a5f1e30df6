"""The moves of the game in bit masks, as fast as plain Python makes them.

Square n is bit n. A step of play is one int, the squares that change hands with it:

    a piece moves     its square and the one it lands on        own ^ step is the side afterwards
    a ronin is back   its square
    a lost turn       0

and above these 36 bits the bird's square, in games where that matters (`bird_blocks`). Everything
is seen from the side on turn: `own` and `foes` change places after each step.
"""

from __future__ import annotations

from typing import NamedTuple

from engines.mana.board import DAIMIO, OWN
from engines.mana.fast import ALL, FREE, Reachable, ground
from engines.mana.state import State

BIRD = 36
"""How far the bird's square is shifted in a step."""


class Position(NamedTuple):
    """A position of play; also the key under which a search remembers it."""

    own: int
    foes: int
    lords: int
    """Both daimios."""
    kind: int
    """The demanded kind; 0 for none, FREE on a free turn."""
    bird: int
    """The square that the bird blocks; 0: it blocks none."""


def position_of(state: State) -> Position:
    """Return a state of play in masks."""
    own, foes = (_mask(state.board, OWN[side]) for side in (state.side, 1 - state.side))
    is_blocking = state.rules.bird_blocks and state.mana is not None
    return Position(
        own=own,
        foes=foes,
        lords=_mask(state.board, "".join(DAIMIO)),
        kind=FREE if state.free else state.kind,
        bird=1 << state.mana if is_blocking and state.mana is not None else 0,
    )


def _mask(board: str, letters: str) -> int:
    return sum(1 << square for square, letter in enumerate(board) if letter in letters)


Offers = tuple[list[tuple[int, int]], int, int]
"""Each piece that may move with the squares it reaches; all squares landed on; those of drops."""


class Core:
    """The moves by one set of rules on one orientation of the board."""

    def __init__(self, state: State) -> None:
        rules = state.rules
        self.masks, self.tables, self.demands, self.kinds = ground(state.orientation)
        self.hits = _hits(self.tables)
        """Bit of a square to the squares from which a piece might reach it."""
        self.bird_blocks = rules.bird_blocks
        self._bird_must_fly = rules.bird_must_fly
        self._blocked_passes = rules.blocked_passes
        self._drops_anywhere = rules.drops_anywhere

    def offers(self, own: int, foes: int, kind: int, bird: int, army: int) -> Offers:
        """Mana 4 and 5: return what the side on turn may do; nothing: the turn is lost."""
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

    def _others(self, movers: int, taken: int, closed: int) -> list[tuple[int, int]]:
        """Return the moves of pieces that need not obey, when none can."""
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

    def steps(self, position: Position, army: int, foe_army: int) -> list[int]:
        """Return all steps of a position; [0] when the turn is lost."""
        own, foes, _, kind, bird = position
        moves, _, drops = self.offers(own, foes, kind, bird, army)
        found = listed(moves, drops)
        if self.bird_blocks and found:
            found = self.with_birds(position, found, foe_army)
        return found or [0]

    def after(self, position: Position, step: int) -> Position:
        """Return the position after a step that does not end the game."""
        own, foes, lords, _, bird = position
        if not step:
            return Position(foes, own, lords, FREE, bird)
        squares = step & ALL
        end = squares & ~own
        led = lords ^ squares if squares & own & lords else lords
        return Position(foes & ~end, own ^ squares, led, self.kinds[end], step >> BIRD)

    # --- the bird that blocks ---

    def with_birds(self, position: Position, steps: list[int], foe_army: int) -> list[int]:
        """Return each step with every square of the bird that makes a difference."""
        lord = position.foes & position.lords
        found = []
        for step in steps:
            if step & lord:
                found.append(step)
            else:
                found += [step | bird << BIRD for bird in self._birds(position, step, foe_army)]
        return found

    def _birds(self, position: Position, step: int, foe_army: int) -> list[int]:
        own, foes, _, kind, _ = self.after(position, step)
        free = self.masks[kind] & ~(own | foes)
        if self._bird_must_fly and free != position.bird:
            free &= ~position.bird
        if not free:
            return [0]
        if self._bird_must_fly:
            return _bits(free)  # where it stands matters once more: when it has to fly on
        idle = free & ~self._in_reach(own, foes, kind, foe_army)
        return _bits(free & ~idle | idle & -idle)

    def _in_reach(self, movers: int, others: int, kind: int, army: int) -> int:
        """Return the squares where a bird changes what the side on turn may do."""
        obedient = movers & self.masks[kind]
        moves, _, drops = self.offers(movers, others, kind, 0, army)
        if drops or not moves or not moves[0][0] & obedient:
            return ALL
        around = 0
        for piece in _bits(obedient):
            crossed, reach = self.tables[piece]
            around |= crossed | reach[0]
        return around


def listed(moves: list[tuple[int, int]], drops: int) -> list[int]:
    """Return moves and drops one by one."""
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
