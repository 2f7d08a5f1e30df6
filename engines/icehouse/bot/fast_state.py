"""A fast mutable state for the search: the path as bits of one int, pawns and counts as lists.

Bit n of `standing` is the pyramid on space n. The moves follow `rules`; a test plays random games
on both.
"""

from __future__ import annotations

from typing import Self, TypeVar

from engines.engine import Json
from engines.icehouse.state import GROUPS, SPACES

NUMBER = {group: at for at, group in enumerate(GROUPS)}
BELOW = tuple((1 << space) - 1 for space in range(SPACES + 1))
"""The spaces before a space, as bits."""


class FastState:
    """One table, which `play` changes; `copy` it before trying a line."""

    __slots__ = ("count", "group", "left", "masks", "own", "pawns", "points", "standing", "turn")

    count: int
    """The number of seats."""
    group: list[int]
    """The number of the group on each space, even after it was taken."""
    masks: list[int]
    """The spaces of each group, as bits."""
    left: tuple[int, ...]
    """Seats that have left the game."""
    standing: int
    pawns: list[int]
    own: list[int]
    """The pyramids of group g in front of seat s, at index g * count + s."""
    points: list[int]
    turn: int
    """The seat on turn; -1 when the game is over."""

    def copy(self) -> Self:
        """Return an independent copy."""
        other = self.__class__()
        other.count = self.count
        other.group = self.group
        other.masks = self.masks
        other.left = self.left
        other.standing = self.standing
        other.pawns = self.pawns[:]
        other.own = self.own[:]
        other.points = self.points[:]
        other.turn = self.turn
        return other

    def moves(self, most: int = SPACES) -> list[int]:
        """Return the spaces that the seat on turn can take, nearest first."""
        start = self.pawns[self.turn] + 1
        ahead = self.standing >> start
        found: list[int] = []
        while ahead and len(found) < most:
            low = ahead & -ahead
            found.append(start + low.bit_length() - 1)
            ahead ^= low
        return found

    def play(self, space: int) -> None:
        """Take a pyramid, with all consequences."""
        seat, pawns = self.turn, self.pawns
        group = self.group[space]
        standing = self.standing ^ (1 << space)
        pawns[seat] = space
        self.own[group * self.count + seat] += 1
        finished = [] if standing & self.masks[group] else [group]
        low = min(pawns) if not self.left else self._rear()
        if low > 0 and (passed := standing & BELOW[low]):
            standing ^= passed
            while passed:
                bit = passed & -passed
                passed ^= bit
                group = self.group[bit.bit_length() - 1]
                if not standing & self.masks[group] and group not in finished:
                    finished.append(group)
        self.standing = standing
        for group in finished:
            self.share_group(group)
        self._pass_on()

    def _rear(self) -> int:
        return min(pawn for seat, pawn in enumerate(self.pawns) if seat not in self.left)

    def share_group(self, group: int) -> None:
        """Give out the points of a finished group: 5 to a sole owner, else 3 and 2."""
        count = self.count
        own = self.own[group * count : group * count + count]
        if count == 2:
            one, two = own
            if one and two:
                first = one > two or (one == two and self.pawns[0] > self.pawns[1])
                self.points[0] += 3 if first else 2
                self.points[1] += 2 if first else 3
            elif one:
                self.points[0] += 5
            elif two:
                self.points[1] += 5
            return
        # Pawns differ and are below 100, so one number ranks by count first, then by pawn.
        ranked = sorted(
            [(have * 100 + self.pawns[seat], seat) for seat, have in enumerate(own) if have]
        )
        if len(ranked) > 1:
            self.points[ranked[-1][1]] += 3
            self.points[ranked[-2][1]] += 2
        elif ranked:
            self.points[ranked[0][1]] += 5

    def _pass_on(self) -> None:
        """Give the turn to the next seat that can move; the last one takes the rest."""
        last = self.standing.bit_length() - 1
        count, pawns, left = self.count, self.pawns, self.left
        following = mover = -1
        movers = 0
        for step in range(1, count + 1):
            seat = (self.turn + step) % count
            if pawns[seat] < last and seat not in left:
                movers += 1
                mover = seat
                if following < 0:
                    following = seat
        if movers > 1:
            self.turn = following
            return
        self.turn = -1
        rest = self.standing
        if not rest:
            return
        self.standing = 0
        finished = set()
        while rest:
            bit = rest & -rest
            rest ^= bit
            group = self.group[bit.bit_length() - 1]
            if mover >= 0:
                self.own[group * count + mover] += 1
            finished.add(group)
        for group in finished:
            self.share_group(group)

    def ranking(self) -> list[int]:
        """Return the seats from first to last: by points, then by pawn; seats that left
        come last.
        """
        points, pawns, left = self.points, self.pawns, self.left
        return sorted(
            range(self.count), key=lambda seat: (seat in left, -points[seat], -pawns[seat])
        )


T = TypeVar("T", bound=FastState)


def track_of(view: Json, kind: type[T]) -> T:
    """Return the state that a view shows."""
    track = kind()
    track.count = count = len(view["pawns"])
    track.group = [NUMBER.get(pyramid, -1) for pyramid in view["path"]]
    track.masks = [
        sum(1 << space for space, other in enumerate(track.group) if other == group)
        for group in range(len(GROUPS))
    ]
    track.left = tuple(view.get("left", ()))
    track.standing = sum(track.masks)
    track.pawns = list(view["pawns"])
    track.own = [0] * (len(GROUPS) * count)
    for seat, held in enumerate(view["held"]):
        for pyramid in held:
            track.own[NUMBER[pyramid] * count + seat] += 1
    track.points = list(view["points"])
    track.turn = -1 if view["turn"] is None else view["turn"]
    return track
