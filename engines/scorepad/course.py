"""The course of a game: scores moment by moment, games within the game, and who is out.

A moment is a round, or an entry of a running score. Everything is found from the sheet alone, so a
correction of any cell changes whatever followed from it.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.scorepad.points import (
    bonus_points,
    line_sums,
    paid_entry,
    plain_totals,
    round_points,
)
from engines.scorepad.state import State, is_filled, is_running, side_count
from engines.scorepad.template_values import AT_ONCE


def totals(state: State) -> tuple[int, ...]:
    """Return the score of each side."""
    return plain_totals(state) if state.template.is_plain else Course(state).seen[-1]


def course(state: State) -> list[tuple[int, ...]]:
    """Return the scores at the beginning and after each moment, with bonuses once reached."""
    return Course(state).seen


class Course:
    """What has happened on a sheet.

    score    the points of each side, without bonuses of the game
    points   those of the current game of the first level
    wins     for each level, the games that each side has won in the current game of the next
    games    the number of games of the first level that were won
    is_won   whether the last level is won
    out      the sides that are out of the game, and since which moment
    seen     the scores at the beginning and after each moment
    """

    __slots__ = (
        "_is_tie_break", "_state", "_sums", "_zeros", "games", "is_won", "out", "points", "score",
        "seen", "wins",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        count, template = side_count(state), state.template
        self._state = state
        self._sums = [[0] * len(template.lines) for _ in range(count)]
        self._zeros = [0] * count
        self._is_tie_break = False
        self.score = list(state.base)
        self.points = self._fresh()
        self.wins = [[0] * count for _ in template.levels]
        self.games = 0
        self.is_won = False
        self.out: dict[int, int] = {}
        self.seen: list[tuple[int, ...]] = []
        self._look()
        moments = self._entries() if is_running(state) else self._rounds()
        for counts in moments:
            if counts and template.levels and not self.is_won:
                self._win()
            self._look()
            if counts and template.outs:
                self._put_out()

    def _fresh(self) -> list[int]:
        template = self._state.template
        first = template.start if template.score_of_levels else 0
        return [first] * side_count(self._state)

    # --- moments ---

    def _entries(self) -> Iterator[bool]:
        """Add the entries of a running score one by one; yield whether there is anything new."""
        state = self._state
        for entry in state.log:
            side = entry.side
            if entry.points is not None:
                self._zeros[side] = 0 if entry.points else self._zeros[side] + 1
                self._sums[side][entry.line] += entry.points
                for each, made in paid_entry(state, entry):
                    self._add(each, made, made if self._counts_in_level(entry.line) else 0)
            yield entry.points is not None

    def _rounds(self) -> Iterator[bool]:
        """Add the rounds one by one; yield whether a round counts although it may go on."""
        state = self._state
        lines, at_once = state.template.lines, state.template.end.when == AT_ONCE
        for number, row in enumerate(state.rounds, 1):
            playing = [side for side in range(len(row.cells)) if side not in row.out]
            filled = {s for s in playing if is_filled(state, row.cells[s], number)}
            for side, made in enumerate(round_points(state, number)):
                cells = row.cells[side]
                here = sum(lines[at].worth(value) for at, value in enumerate(cells)
                           if value is not None and self._counts_in_level(at))  # fmt: skip
                whole = made if state.template.score_of_levels else state.template.sign * here
                self._add(side, made, whole)
                for at, value in enumerate(cells):
                    self._sums[side][at] += value or 0
                if side in filled:
                    self._zeros[side] = self._zeros[side] + 1 if not any(cells) else 0
            yield at_once or number < len(state.rounds) or filled == set(playing)

    def _counts_in_level(self, line: int) -> bool:
        levels = self._state.template.levels
        return bool(levels) and levels[0].line in ("", self._state.template.lines[line].id)

    def _add(self, side: int, made: int, in_level: int) -> None:
        template = self._state.template
        self.points[side] += in_level
        value, back = self.score[side] + made, template.end.back
        if back is not None and template.sign * (value - (template.end.target or 0)) > 0:
            value = back
        self.score[side] = value if template.floor is None else max(value, template.floor)

    def _look(self) -> None:
        """Keep the scores of the moment."""
        state = self._state
        held = self.score
        if state.template.score_of_levels:
            held = self.wins[max(len(self.wins) - 2, 0)]
        for bonus in state.template.bonuses:
            held = [
                points + bonus_points(state, bonus, sums)
                for points, sums in zip(held, self._sums, strict=True)
            ]
        self.seen.append(tuple(held))

    # --- games within the game ---

    def target(self) -> int:
        """Return the points that win the current game of the first level."""
        first, *later = self._state.template.levels
        return later[0].tie_target if self._is_tie_break else first.target

    def _win(self) -> None:
        """Give the current game of the first level to its winner, and later levels."""
        first, *later = self._state.template.levels
        sign = self._state.template.sign
        winner = _ahead([sign * each for each in self.points], sign * self.target(), first.lead)
        if winner is None:
            return
        decides, self._is_tie_break = self._is_tie_break, False
        self.games += 1
        self.points = self._fresh()
        self.wins[0][winner] += 1
        for at, level in enumerate(later, 1):
            won = self.wins[at - 1]
            if not (decides and at == 1) and _ahead(won, level.target, level.lead) != winner:
                self._is_tie_break = at == 1 and set(won) == {level.tie_at}
                return
            self.wins[at][winner] += 1
            if at < len(later):
                self.wins[at - 1] = [0] * len(won)
        self.is_won = True

    # --- out of the game ---

    def _put_out(self) -> None:
        template, moment = self._state.template, len(self.seen) - 1
        for side, total in enumerate(self.seen[-1]):
            for rule in template.outs:
                at = template.line(rule.line)
                is_out = (
                    (rule.score is not None and template.sign * (total - rule.score) >= 0)
                    or (at is not None and self._sums[side][at] >= rule.at_least)
                    or 0 < rule.zeros <= self._zeros[side]
                )
                if is_out:
                    self.out.setdefault(side, moment)


def _ahead(held: list[int], target: int, lead: int) -> int | None:
    """Return the side that has reached a target with a lead, and is alone in front."""
    best = max(range(len(held)), key=held.__getitem__)
    others = [each for side, each in enumerate(held) if side != best]
    is_clear = not others or held[best] - max(others) >= max(lead, 1)
    return best if held[best] >= target and is_clear else None


def score_text(state: State, side: int, total: int) -> str:
    """Return the score of a side, with the games within the game, or its other counters.

    The counters are the lines of a running total that count nothing, as far as they are used.
    """
    if state.template.levels:
        return " ".join(standing_of(state, side))
    counters = [at for at, line in enumerate(state.template.lines) if line.times == 0]
    if not counters or not is_running(state):
        return str(total)
    sums = line_sums(state, side)
    return " ".join([str(total), *(str(sums[at]) for at in counters if sums[at])])


def standing_of(state: State, side: int) -> tuple[str, ...]:
    """Return how a side stands in the games within the game, from sets to points: 1 4 40.

    Points have the names that players give them; one more than the last name is A.
    """
    run, names = Course(state), state.template.levels[0].called
    points = run.points[side]
    shown = str(points)
    if names and run.target() == state.template.levels[0].target:
        other = max((each for at, each in enumerate(run.points) if at != side), default=0)
        is_ahead = points >= len(names) and points > other
        shown = "A" if is_ahead else names[min(points, len(names) - 1)]
    won = [str(wins[side]) for wins in reversed(run.wins[:-1])]
    return (*won, shown)
