"""Physical steps between two tables.

| place | holds |
|---|---|
| `box` | everything before the game; +50 markers |
| `main` | the main board, where it is not tracked stack by stack |
| `stack.1` to `stack.24` | a stack of the main board |
| `circle.a1` to `circle.c3` | an artist |
| `tower.<seat>.<space>` | a tower of a player (seats from 0, spaces from 1) |
| `mandala`, `aside` | stones on the mandala, stones beyond its end |
| `hand` | stones that wait for an answer, or are held while others move |
| `track.<seat>.<number>` | the score marker; `fifty.<seat>` the +50 markers |
| `cards.<seat>` | the objective cards |

Items are `R P B Y` (a stone by colour), `Ro` to `Yx` (a stone with its pattern), `stone` (any or
unseen), `artist`, `artist.o`, `artist.x`, `marker`, `fifty`, `card`. A stone that is
only uncovered, not moved, has no step.

The matching is specific to this game: places are piles, of which only the top can be taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from engines.engine import Fact, Message, Seat, Step, Term
from engines.stones.board import CIRCLES, CODE, COLOURS, FREE, PER_COLOUR, STACKS, UNKNOWN, Board
from engines.stones.scoring import track
from engines.stones.state import SPACES, State

_DIRECT = {
    ("main", "tower"), ("stack", "tower"), ("tower", "main"), ("tower", "stack"),
    ("tower", "mandala"), ("tower", "aside"), ("mandala", "tower"), ("aside", "tower"),
}  # fmt: skip
"""Moves with their own sentence; all others go through the hand."""

_LOOSE = ("mandala", "aside", "hand")


def steps(before: State | None, after: State) -> tuple[Step, ...]:
    """Return the steps from one table to the other; from the box if there is none before."""
    if before is None:
        return (*_unpack(after), *_first_artists(after), *_first_markers(after))
    stones = StoneWork(before, after).steps()
    artists = tuple(_artists(before.board, after.board))
    # An artist moves before its stones are taken, and back after they are returned.
    first, second = (
        (stones, artists) if _stones_on(after) > _stones_on(before) else (artists, stones)
    )
    return (*first, *second, *_markers(before, after))


def _stones_on(state: State) -> int:
    """Return the number of stones on the main board."""
    return PER_COLOUR * len(COLOURS) - sum(state.taken)


# --- stones ---------------------------------------------------------------------------------


class StoneWork:
    """Finds the moves of stones: surplus stones are matched with missing ones."""

    def __init__(self, before: State, after: State) -> None:
        self._moves: list[tuple[str, str, str]] = []
        self._patterned = before.board is not None
        self._go: dict[str, list[str]] = {}
        self._come: dict[str, list[str]] = {}
        self._held: Counter[str] = Counter()
        self._piles(before, after)
        self._loose = {
            "mandala": after.placed - before.placed,
            "aside": after.aside - before.aside,
            "hand": after.waiting - before.waiting,
        }
        self._stones_on = {
            "mandala": before.placed,
            "aside": before.aside,
            "hand": before.waiting,
        }
        self._off = _off_board(after)
        self._off.subtract(_off_board(before))
        self._main: Counter[str] = Counter()
        if not self._patterned:
            self._main.update(dict(zip(COLOURS, before.taken, strict=True)))
            self._main.subtract(dict(zip(COLOURS, after.taken, strict=True)))

    def steps(self) -> tuple[Step, ...]:
        """Return the steps, with equal consecutive ones merged."""
        while self._go or self._come:
            if not self._bring():
                self._take_away()
        self._settle()
        return tuple(
            _step(item, source, target, len(list(same)))
            for (item, source, target), same in groupby(self._moves)
        )

    def _piles(self, before: State, after: State) -> None:
        for seat, (old, new) in enumerate(zip(before.towers, after.towers, strict=True)):
            for space in range(SPACES):
                self._pile(f"tower.{seat}.{space + 1}", old[space], new[space])
        if before.board is not None and after.board is not None:
            for stack in range(1, STACKS + 1):
                self._pile(f"stack.{stack}", *_merge(before.board, after.board, stack))

    def _pile(self, place: str, old: str, new: str) -> None:
        same = 0
        while same < min(len(old), len(new)) and old[same] == new[same]:
            same += 1
        if len(old) > same:
            self._go[place] = list(old[same:])
        if len(new) > same:
            self._come[place] = list(reversed(new[same:]))

    def _bring(self) -> bool:
        """Move a stone to a pile that can take it now, if one is available."""
        for target, wanted in self._come.items():
            if target in self._go:
                continue
            source = self._find(wanted[-1])
            if source is not None:
                self._move(wanted[-1], source, target)
                _drop(self._come, target)
                return True
        return False

    def _find(self, letter: str) -> str | None:
        for place, stones in self._go.items():
            if stones[-1] == letter:
                _drop(self._go, place)
                return place
        if self._held[letter]:
            self._held[letter] -= 1
            return "hand"
        if self._main[letter] < 0:
            self._main[letter] += 1
            return "main"
        if self._off[letter] < 0:
            self._off[letter] += 1
            return self._loosen(-1)
        return None if self._go else "box"

    def _take_away(self) -> None:
        """Remove one surplus stone, to make room."""
        place, stones = next(iter(self._go.items()))
        letter = stones[-1]
        _drop(self._go, place)
        if self._main[letter] > 0:
            self._main[letter] -= 1
            self._move(letter, place, "main")
        elif self._off[letter] > 0:
            self._off[letter] -= 1
            self._move(letter, place, self._loosen(1))
        else:
            self._held[letter] += 1
            self._move(letter, place, "hand")

    def _loosen(self, sign: int) -> str:
        """Return the unordered place that still needs one stone more (or less)."""
        for place in _LOOSE if sign > 0 else reversed(_LOOSE):
            if self._loose[place] * sign > 0:
                break
        else:
            # If a stone comes as another goes, the hand takes any, but gives only what it has.
            place = next((each for each in _LOOSE if sign < 0 < self._stones_on[each]), "hand")
        self._loose[place] -= sign
        self._stones_on[place] += sign
        return place

    def _settle(self) -> None:
        """Move stones between unordered places."""
        for letter, change in self._main.items():
            sign = 1 if change < 0 else -1
            places = Counter(self._loosen(sign) for _ in range(abs(change)))
            for place, count in places.items():
                route = ("main", place) if sign > 0 else (place, "main")
                self._move(letter, *route, count)
        for letter, count in self._held.items():
            self._move(letter, "hand", "box", count)
        for place in _LOOSE:
            places = Counter(self._loosen(1) for _ in range(-self._loose[place]))
            for target, count in places.items():
                self._loose[place] += count
                self._move(UNKNOWN, place, target, count)

    def _move(self, letter: str, source: str, target: str, count: int = 1) -> None:
        item = _item(letter, self._patterned)
        kinds = _kind(source), _kind(target)
        if "hand" in kinds or kinds in _DIRECT:
            self._moves += [(item, source, target)] * count
        else:
            self._moves += [(item, source, "hand")] * count
            self._moves += [(item, "hand", target)] * count


def _merge(before: Board, after: Board, stack: int) -> tuple[str, str]:
    """Return a stack in both tables, each completed by what the other has seen."""
    old, new = before.seen(stack), after.seen(stack)
    pairs = list(zip(old, new, strict=True))
    return (
        "".join(b if a == UNKNOWN else a for a, b in pairs)[: before.heights[stack - 1]],
        "".join(a if b == UNKNOWN else b for a, b in pairs)[: after.heights[stack - 1]],
    )


def _off_board(state: State) -> Counter[str]:
    """Return the number of stones on the mandala, set aside or in the hand."""
    if state.board is None:
        stones = Counter(dict(zip(COLOURS, state.taken, strict=True)))
    else:
        board = state.board
        stones = Counter(
            "".join(
                stack[height:] for stack, height in zip(board.stacks, board.heights, strict=True)
            )
        )
    stones.subtract("".join("".join(towers) for towers in state.towers))
    return stones


def _drop(piles: dict[str, list[str]], place: str) -> None:
    piles[place].pop()
    if not piles[place]:
        del piles[place]


# --- artists and markers --------------------------------------------------------------------


def _artists(before: Board | None, after: Board | None) -> Iterator[Step]:
    if before is None or after is None:
        return
    walks = []
    for pattern in "ox":
        gone = [
            at for at in range(len(CIRCLES)) if before.artists[at] == pattern != after.artists[at]
        ]
        come = [
            at for at in range(len(CIRCLES)) if after.artists[at] == pattern != before.artists[at]
        ]
        walks += [(f"artist.{pattern}", *walk) for walk in zip(gone, come, strict=True)]
    standing = {source for _, source, _ in walks}
    held = []
    # If two artists change places, one waits in the hand.
    for item, source, target in sorted(walks, key=lambda walk: walk[2] in standing):
        standing.discard(source)
        if target in standing:
            held.append((item, target))
            yield _step(item, f"circle.{CIRCLES[source]}", "hand")
        else:
            yield _step(item, f"circle.{CIRCLES[source]}", f"circle.{CIRCLES[target]}")
    for item, target in held:
        yield _step(item, "hand", f"circle.{CIRCLES[target]}")


def _markers(before: State, after: State) -> Iterator[Step]:
    for seat, (old, new) in enumerate(zip(before.vp, after.vp, strict=True)):
        (old_fifties, old_place), (fifties, place) = track(old), track(new)
        if fifties > old_fifties:
            yield _step("fifty", "box", f"fifty.{seat}", fifties - old_fifties)
        elif fifties < old_fifties:
            yield _step("fifty", f"fifty.{seat}", "box", old_fifties - fifties)
        if place != old_place:
            yield _step("marker", f"track.{seat}.{old_place}", f"track.{seat}.{place}")


# --- from the box ---------------------------------------------------------------------------


def _unpack(state: State) -> Iterator[Step]:
    """Place the stones: the known ones first, then the rest unseen from the bag."""
    patterned = state.board is not None
    for seat, towers in enumerate(state.towers):
        for space, tower in enumerate(towers, 1):
            yield from _from_box(tower, f"tower.{seat}.{space}", patterned)
    off = "".join(sorted(_off_board(state).elements()))
    ends = (0, state.placed, state.placed + state.aside, len(off))
    for place, low, high in zip(_LOOSE, ends, ends[1:], strict=False):
        yield from _from_box(off[low:high], place, patterned)
    if state.board is None:
        if _stones_on(state):
            yield _step("stone", "box", "main", _stones_on(state))
        return
    for stack in range(1, STACKS + 1):
        seen = state.board.seen(stack)[: state.board.heights[stack - 1]]
        yield from _from_box(seen, f"stack.{stack}", patterned)


def _from_box(stones: str, place: str, patterned: bool) -> Iterator[Step]:
    for letter, same in groupby(stones):
        yield _step(_item(letter, patterned), "box", place, len(list(same)))


def _first_artists(state: State) -> Iterator[Step]:
    if state.board is None:
        yield _step("artist", "box", "main", 4)
        return
    for circle, pattern in zip(CIRCLES, state.board.artists, strict=True):
        if pattern != FREE:
            yield _step(f"artist.{pattern}", "box", f"circle.{circle}")


def _first_markers(state: State) -> Iterator[Step]:
    for seat, points in enumerate(state.vp):
        fifties, place = track(points)
        yield _step("card", "box", f"cards.{seat}", 2)
        if fifties:
            yield _step("fifty", "box", f"fifty.{seat}", fifties)
        yield _step("marker", "box", f"track.{seat}.{place}")


# --- words ----------------------------------------------------------------------------------


def _item(letter: str, patterned: bool) -> str:
    if letter == UNKNOWN:
        return "stone"
    return CODE[letter] if patterned else letter


def _kind(place: str) -> str:
    return place.partition(".")[0]


def _step(item: str, source: str, target: str, count: int = 1) -> Step:
    return Step(item, source, target, _say(item, source, target, count), count)


def _say(item: str, source: str, target: str, count: int) -> Message:
    facts: dict[str, Fact] = {}
    for place in (source, target):
        facts |= _place_facts(place.split("."), place == source)
    kind = item.partition(".")[0]
    code = f"step.{_kind(source)}.{_kind(target)}"
    if kind == "artist":
        code = f"step.artist.{_kind(source)}.{_kind(target)}"
        if "." in item:
            facts["artist"] = Term("artist", item.partition(".")[2])
    elif kind in ("card", "fifty") or (source, target) == ("box", "main"):
        facts["count"] = count
        if kind == "stone" and count < PER_COLOUR * len(COLOURS):
            code = "step.box.main.rest"
    elif kind != "marker":
        facts |= {"stone": Term("one" if count == 1 else "many", item), "count": count}
    return Message(code, facts)


def _place_facts(place: Sequence[str], is_source: bool) -> dict[str, Fact]:
    match place:
        case ["tower", seat, space]:
            return {"seat": Seat(int(seat)), "space": int(space)}
        case ["track", seat, number]:
            return {"seat": Seat(int(seat)), ("old" if is_source else "new"): int(number)}
        case ["stack", number]:
            return {"stack": int(number)}
        case ["circle", name]:
            return {("source" if is_source else "target"): name}
        case ["fifty" | "cards", seat]:
            return {"seat": Seat(int(seat))}
    return {}
