"""Physical steps between two tables.

| place      | what is there                                                      |
|------------|--------------------------------------------------------------------|
| `box`      | pyramids not laid yet; everything before the set-up                |
| `path.12`  | a space, from 0: one pyramid or one pawn                           |
| `path.3-9` | as a source of `pyramids`: everything on these spaces              |
| `start`    | outside the spiral, where pawns wait                               |
| `held.0`   | standing in front of a seat, from 0                                |
| `points.0` | on their side in front of a seat: its points                       |
| `eye`      | standing in the eye                                                |

Items are pyramids (`R1`), pawns (`pawn.0`), and `pyramids`, everything on a stretch of the path.

The matching is specific to this game: a move goes through several tables (`stages`), and a stretch
of the path is cleared in one step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise

from engines.engine import Fact, Message, Seat, Step, Term
from engines.icehouse.rules import stages
from engines.icehouse.state import COPIES, GROUPS, PLAY, START, State

BOX, EYE, OUTSIDE = "box", "eye", "start"


def steps(before: State | None, after: State) -> tuple[Step, ...]:
    """Return the steps from one table to another; a move goes through its stages."""
    if before is not None and before.phase == PLAY:
        space = after.pawns[before.turn]
        if space > before.pawns[before.turn] and before.path[space]:
            tables = [before, *stages(before, space)]
            if tables[-1] == after:
                return tuple(step for pair in pairwise(tables) for step in _compare(*pair))
    return tuple(_compare(before, after))


def _compare(before: State | None, after: State) -> Iterator[Step]:
    """Yield the steps: off the path, pawns, between other places, and last onto the path."""
    groups = _touched(before, after)
    here, there = _spread(before, groups), _spread(after, groups)
    moves = [move for group in groups for move in _carry(group, here[group], there[group])]
    off = {move.space: move for move in moves if move.leaves_path}
    yield from _clear(before, off)
    yield from _walk(before, after)
    yield from (move.step() for move in moves if not move.leaves_path and not move.joins_path)
    onto = [move for move in moves if move.joins_path]
    yield from (move.step() for move in sorted(onto, key=lambda move: move.goal))


@dataclass(frozen=True, slots=True)
class _Move:
    """Pyramids of one group that move from one place to another."""

    item: str
    source: str
    target: str
    count: int

    @property
    def leaves_path(self) -> bool:
        return self.source.startswith("path.")

    @property
    def joins_path(self) -> bool:
        return self.target.startswith("path.")

    @property
    def space(self) -> int:
        return int(self.source.removeprefix("path."))

    @property
    def goal(self) -> int:
        return int(self.target.removeprefix("path."))

    def step(self) -> Step:
        """Return the step, with the sentence for its kinds of place."""
        source, _, origin = self.source.partition(".")
        target, _, goal = self.target.partition(".")
        facts: dict[str, Fact] = {"pyramid": Term("pyramid", self.item)}
        if "path" not in (source, target):
            facts["count"] = self.count
        if origin:
            facts.update(_place(source, origin, "origin", "giver"))
        if goal:
            facts.update(_place(target, goal, "space", "seat"))
        return Step(
            self.item,
            self.source,
            self.target,
            Message(f"step.{source}.{target}", facts),
            self.count,
        )


def _place(kind: str, number: str, space: str, seat: str) -> dict[str, Fact]:
    return {space: int(number) + 1} if kind == "path" else {seat: Seat(int(number))}


def _carry(group: str, here: list[str], there: list[str]) -> Iterator[_Move]:
    """Yield the moves that bring the five pyramids of a group from `here` to `there`."""
    surplus, wanted = list(here), []
    for place in there:
        if place in surplus:
            surplus.remove(place)
        else:
            wanted.append(place)
    # First those that stay with their owner and are only tipped over or stood up.
    for place in dict.fromkeys(surplus):
        kind, _, seat = place.partition(".")
        twin = {"held": f"points.{seat}", "points": f"held.{seat}"}.get(kind)
        if twin is not None and (count := min(surplus.count(place), wanted.count(twin))):
            for _ in range(count):
                surplus.remove(place)
                wanted.remove(twin)
            yield _Move(group, place, twin, count)
    for (source, target), run in groupby(zip(sorted(surplus), sorted(wanted), strict=True)):
        count = len(list(run))
        if source.startswith("path.") and target.startswith("path."):
            # The other space may not be free yet.
            yield _Move(group, source, BOX, count)
            yield _Move(group, BOX, target, count)
        else:
            yield _Move(group, source, target, count)


def _touched(before: State | None, after: State) -> list[str]:
    """Return the groups that may have moved."""
    if before is None:
        return list(GROUPS)
    met: set[str] = set()
    if before.path is not after.path:
        pairs = zip(before.path, after.path, strict=True)
        met.update(*((old, new) for old, new in pairs if old != new))
    for old, new in zip((*before.held, before.eye), (*after.held, after.eye), strict=True):
        if old != new:
            met.update(old, new)
    if before.scored != after.scored:
        met.update(scored.group for scored in set(before.scored) ^ set(after.scored))
    return [group for group in GROUPS if group in met] if met else []


def _spread(state: State | None, groups: list[str]) -> dict[str, list[str]]:
    """Return where the pyramids of some groups are; those not on the table are in the box."""
    places: dict[str, list[str]] = {group: [] for group in groups}
    if state is not None and groups:
        for space, pyramid in enumerate(state.path):
            if pyramid in places:
                places[pyramid].append(f"path.{space}")
        for seat, held in enumerate(state.held):
            for pyramid in held:
                if pyramid in places:
                    places[pyramid].append(f"held.{seat}")
        for pyramid in state.eye:
            if pyramid in places:
                places[pyramid].append(EYE)
        for scored in state.scored:
            if scored.group in places:
                for seat, count in enumerate(scored.points):
                    places[scored.group] += [f"points.{seat}"] * count
    for there in places.values():
        there.extend([BOX] * (COPIES - len(there)))
    return places


def _clear(before: State | None, off: dict[int, _Move]) -> Iterator[Step]:
    """Yield the steps off the path; neighbours with the same target are taken together."""
    if before is None or not off:
        return
    lying = [space for space, pyramid in enumerate(before.path) if pyramid]
    for target, run in groupby(lying, lambda space: off[space].target if space in off else ""):
        spaces = list(run)
        if len(spaces) > 1 and target:
            yield _clear_stretch(spaces, target)
        elif target:
            yield off[spaces[0]].step()


def _clear_stretch(spaces: list[int], target: str) -> Step:
    kind, _, goal = target.partition(".")
    facts: dict[str, Fact] = {
        "count": len(spaces),
        "first": spaces[0] + 1,
        "last": spaces[-1] + 1,
    }
    if goal:
        facts["seat"] = Seat(int(goal))
    return Step(
        "pyramids",
        f"path.{spaces[0]}-{spaces[-1]}",
        target,
        Message(f"step.all.{kind}", facts),
        len(spaces),
    )


def _walk(before: State | None, after: State) -> Iterator[Step]:
    """Yield the steps of pawns; if one blocks another, all go outside first."""
    if before is not None and before.pawns == after.pawns:
        return
    now = {seat: _stand(before, seat) for seat in range(len(after.pawns))}
    then = {seat: _stand(after, seat) for seat in now}
    movers = [seat for seat in now if now[seat] != then[seat]]
    if any(then[seat] == now[other] != OUTSIDE for seat in movers for other in movers):
        for seat in movers:
            if now[seat] != OUTSIDE:
                yield _pawn(seat, now[seat], OUTSIDE)
                now[seat] = OUTSIDE
    yield from (_pawn(seat, now[seat], then[seat]) for seat in movers if now[seat] != then[seat])


def _stand(state: State | None, seat: int) -> str:
    if state is None:
        return BOX
    return OUTSIDE if state.pawns[seat] == START else f"path.{state.pawns[seat]}"


def _pawn(seat: int, source: str, target: str) -> Step:
    facts: dict[str, Fact] = {"seat": Seat(seat)}
    if target == OUTSIDE:
        return Step(f"pawn.{seat}", source, target, Message("step.pawn.start", facts))
    facts["space"] = int(target.removeprefix("path.")) + 1
    return Step(f"pawn.{seat}", source, target, Message("step.pawn.path", facts))
