"""Principal variation search with a transposition table.

    best(depth) -- look(ply 1) -- look(ply 2) ... depth 0: quiet? -> evaluation, else one more step

Values are points for the side on turn. A won position is worth WIN minus the plies to the end, so
that the search finds the shortest win and the longest defence. A position that repeats one of the
line, or would occur for the third time in the match, is worth 0: a win never relies on it, so an
announced forced win is forced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from engines.mana.bot.evaluate import judge
from engines.mana.fast_state import ALL, BIRD, FREE, FastRules, FastState, listed

WIN = 30_000
WIN_THRESHOLD = 29_000
"""Above this a value means a forced win, and WIN minus the value is the number of plies to it."""
EXTENSIONS = 8
"""The most extra plies at the horizon while the daimio is in danger whatever is played."""
CHECK_MASK = 0xFF
"""A mask: the deadline is checked every 256 nodes."""
ENTRY_BYTES = 480
"""The size of a table entry, with its share of the dictionary at its emptiest."""
BASE_MB = 30
"""The memory of Python and the move tables before anything is stored."""

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
Entry = tuple[int, int, int, int]
"""Depth, type of the value (exact or a bound), value counted from here, best step."""


class OutOfTime(Exception):
    """The search was stopped by the deadline."""


class PvSearch:
    """The search of one position, with its transposition table."""

    def __init__(
        self,
        fast: FastRules,
        armies: tuple[int, int],
        memory_mb: int,
        is_over: Callable[[int], bool],
        *,
        extends: bool = True,
    ) -> None:
        self.nodes = 0
        self.hurries = True
        """Whether the deadline is checked; not during the search of the very next turn."""
        self.fast = fast
        self.armies = armies
        self._is_over = is_over
        self._on_the_way: set[tuple[int, ...]] = set()
        self._extends = EXTENSIONS if extends else 0
        self._entries = max(1_000, (memory_mb - BASE_MB) * 2**20 // ENTRY_BYTES)
        known: dict[tuple[int, ...], Entry] = {}
        # With equal armies a position has the same value for both sides.
        self._known = (known, known if armies[0] == armies[1] else {})
        self._history: dict[int, int] = {}
        self._killers: dict[int, int] = {}

    @property
    def remembered(self) -> int:
        """The number of stored positions."""
        known, others = self._known
        return len(known) if known is others else len(known) + len(others)

    def avoid(self, positions: Iterable[FastState]) -> None:
        """Value some positions as 0, because they would occur once too often."""
        self._on_the_way.update(positions)

    def best(self, position: FastState, steps: list[int], depth: int) -> Iterator[tuple[int, int]]:
        """Yield the best step so far and its value each time a step was searched at this depth."""
        self._on_the_way.add(position)
        best, low = steps[0], -WIN
        for step in steps:
            value = low + 1 if low == -WIN else self.worth(position, step, depth, low, low + 1)
            if value > low:
                best, low = step, self.worth(position, step, depth, low, WIN)
            yield best, low

    def worth(self, position: FastState, step: int, depth: int, alpha: int, beta: int) -> int:
        """Return the value of a step at the root, exact between alpha and beta."""
        if step & position.foes & position.lords:
            return WIN - 1
        after = self.fast.after(position, step)
        return -self.look(*after, depth - 1, -beta, -alpha, 1)

    def judge(self, position: FastState, ply: int) -> int:
        """Return the static evaluation of a position."""
        own, foes, lords, kind, bird = position
        _, landed, _ = self.fast.offers(own, foes, kind, bird, self.armies[ply & 1])
        taken = own | foes | bird
        danger = self.fast.hitters(foes, taken, own & lords)
        return judge(self.fast, own, foes, lords, taken, landed & ~danger, danger)

    def look(
        self,
        own: int,
        foes: int,
        lords: int,
        kind: int,
        bird: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """Return the value of a position for the side on turn, exact between alpha and beta."""
        self.nodes += 1
        if not self.nodes & CHECK_MASK and self.hurries and self._is_over(self.nodes):
            raise OutOfTime
        fast = self.fast
        lord = foes & lords
        taken = own | foes | bird
        if fast.hitters(own & fast.masks[kind], taken, lord):
            return WIN - ply - 1
        key = (own, foes, lords, kind, bird)
        hint = 0
        if depth > 0:
            if key in self._on_the_way:
                return 0
            entry = self._known[ply & 1].get(key)
            if entry is not None:
                value = _usable(entry, depth, alpha, beta, ply)
                if value is not None:
                    return value
                hint = entry[3]
        moves, landed, drops = fast.offers(own, foes, kind, bird, self.armies[ply & 1])
        if landed & lord:
            return WIN - ply - 1
        if not landed:
            if kind == FREE:
                return 0  # both sides are blocked
            return -self.look(foes, own, lords, FREE, bird, depth - 1, -beta, -alpha, ply + 1)
        if depth <= 0:
            danger = fast.hitters(foes, taken, own & lords)
            safe = landed & ~danger
            if safe or depth <= -self._extends:
                return judge(fast, own, foes, lords, taken, safe, danger)
        steps = listed(moves, drops)
        if fast.bird_blocks:
            armies = self.armies[ply & 1 ^ 1]
            steps = fast.with_birds(FastState(*key), steps, armies)
        if len(steps) > 1:
            self._sort(steps, foes, hint, ply)
        return self._expand(key, steps, depth, alpha, beta, ply)

    def _expand(
        self,
        key: tuple[int, int, int, int, int],
        steps: list[int],
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """Return the value of the best of some steps, and store it."""
        own, foes, lords, _, _ = key
        kinds, look, deeper = self.fast.kinds, self.look, ply + 1
        best, chosen, low = -WIN, 0, alpha
        self._on_the_way.add(key)
        for step in steps:
            squares = step & ALL
            end = squares & ~own
            left, came = foes & ~end, own ^ squares
            led = lords ^ squares if squares & own & lords else lords
            kind, bird = kinds[end], step >> BIRD
            if chosen:
                value = -look(left, came, led, kind, bird, depth - 1, -low - 1, -low, deeper)
                if low < value < beta:
                    value = -look(left, came, led, kind, bird, depth - 1, -beta, -value, deeper)
            else:
                value = -look(left, came, led, kind, bird, depth - 1, -beta, -low, deeper)
            if value > best or not chosen:
                best, chosen = value, step
                if value > low:
                    low = value
                    if value >= beta:
                        self._history[step] = self._history.get(step, 0) + depth * depth
                        self._killers[ply] = step
                        break
        self._on_the_way.discard(key)
        if depth > 0:
            self._remember(key, depth, alpha, beta, best, chosen, ply)
        return best

    def _sort(self, steps: list[int], foes: int, hint: int, ply: int) -> None:
        """Sort the steps: those that were good elsewhere first."""
        history = self._history
        merit = {step: history.get(step, 0) + (1_000 if step & foes else 0) for step in steps}
        killer = self._killers.get(ply)
        if killer in merit:
            merit[killer] += 1 << 30
        if hint in merit:
            merit[hint] = 1 << 60
        steps.sort(key=merit.__getitem__, reverse=True)

    def _remember(
        self,
        key: tuple[int, ...],
        depth: int,
        alpha: int,
        beta: int,
        value: int,
        step: int,
        ply: int,
    ) -> None:
        what = AT_LEAST if value >= beta else AT_MOST if value <= alpha else EXACT
        if value > WIN_THRESHOLD:
            value += ply
        elif value < -WIN_THRESHOLD:
            value -= ply
        known = self._known[ply & 1]
        known[key] = (depth, what, value, step)
        if len(known) > self._entries:
            for old in list(islice(known, self._entries // 2)):
                del known[old]

    def line(self, position: FastState, longest: int) -> list[int]:
        """Return the expected continuation from a position, as far as it is stored."""
        steps: list[int] = []
        ply = 1
        been = set()
        while len(steps) < longest and position not in been:
            been.add(position)
            step = self._remembered_step(position, ply)
            if step is None:
                break
            steps.append(step)
            if step & position.foes & position.lords:
                break
            position = self.fast.after(position, step)
            ply += 1
        return steps

    def _remembered_step(self, position: FastState, ply: int) -> int | None:
        """Return the expected step: an immediate win, a lost turn, or the stored best."""
        steps = self.fast.steps(position, self.armies[ply & 1], self.armies[ply & 1 ^ 1])
        lord = position.foes & position.lords
        if steps == [0]:
            return None if position.kind == FREE else 0
        for step in steps:
            if step & lord:
                return step
        entry = self._known[ply & 1].get(position)
        return None if entry is None or entry[3] not in steps else entry[3]


def _usable(entry: Entry, depth: int, alpha: int, beta: int, ply: int) -> int | None:
    """Return the value if a stored entry decides it, counted from the root; else None."""
    known_depth, what, value, _ = entry
    if value > WIN_THRESHOLD:
        value -= ply
    elif value < -WIN_THRESHOLD:
        value += ply
    elif known_depth < depth:
        return None
    is_enough = (
        what == EXACT
        or (what == AT_LEAST and value >= beta)
        or (what == AT_MOST and value <= alpha)
    )
    return value if is_enough else None
