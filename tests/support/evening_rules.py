"""Checks an evening by the rules of docs/evening.md, from its exported CSV alone."""

from __future__ import annotations

import csv
from collections import defaultdict
from fractions import Fraction
from functools import cache
from io import StringIO
from typing import Any

NEXT_TO = 12
"""Up to this many at tables for two, every pairing is compared."""


class Broken(AssertionError):
    """A rule was broken."""


def read_rounds(text: str) -> list[list[dict[str, str]]]:
    """Return the lines of each round."""
    rounds: dict[int, list[dict[str, str]]] = defaultdict(list)
    for row in csv.DictReader(StringIO(text)):
        rounds[int(row["round"])].append(row)
    return [rounds[number] for number in sorted(rounds)]


class Checker:
    """Follows an evening round by round."""

    def __init__(self, form: str) -> None:
        self.form = form
        self.points: dict[str, Fraction] = defaultdict(Fraction)
        self.met: dict[str, list[str]] = defaultdict(list)
        self.sides: dict[str, list[str]] = defaultdict(list)
        self.outs: dict[str, int] = defaultdict(int)
        self.excused = 0
        """Rounds in which no pairing without a repetition was possible."""

    def check(self, rows: list[dict[str, str]]) -> None:
        """Check one round, then take its results."""
        tables: dict[str, list[str]] = defaultdict(list)
        for row in rows:
            if row["rank"] != "sits out" and row["game"] == "1":
                tables[row["table"]].append(row["player"])
        out = [row["player"] for row in rows if row["rank"] == "sits out"]
        seated = [name for names in tables.values() for name in names]
        if len(set(seated + out)) != len(seated + out):
            raise Broken("somebody sits at two tables")
        pairs = list(tables.values())
        if self.form == "tables":
            self._check_tables(pairs, out)
        else:
            self._check_pairs([(names[0], names[1]) for names in pairs], out)
        self._take(rows, pairs, out)

    def _check_tables(self, tables: list[list[str]], out: list[str]) -> None:
        count = sum(map(len, tables)) + len(out)
        sizes = sorted(map(len, tables))
        if count == 5:
            if sizes != [4]:
                raise Broken("five are not four and one")
        elif out or set(sizes) - {3, 4} or sizes.count(3) > 3:
            raise Broken(f"{count} players at tables of {sizes}")
        self._check_out(out, lambda _: True)

    def _check_pairs(self, pairs: list[tuple[str, str]], out: list[str]) -> None:
        names = sorted([name for each in pairs for name in each] + out)
        if len(out) != len(names) % 2 or any(len(set(each)) != 2 for each in pairs):
            raise Broken("not everybody has an opponent")
        repeats = sum(other in self.met[one] for one, other in pairs)
        if self.form == "swiss":
            self._check_out(out, lambda name: self._fresh([n for n in names if n != name]))
        if repeats:
            rest = [name for name in names if name not in out]
            if self._fresh(rest):
                raise Broken("a pair meets again without need")
            self.excused += 1
        for one, other in pairs:
            self._check_side(one, "first")
            self._check_side(other, "second")
        if self.form == "swiss" and len(names) <= NEXT_TO and not repeats:
            self._check_nearest(pairs)

    def _check_side(self, name: str, side: str) -> None:
        after = [*self.sides[name], side]
        if abs(after.count("first") - after.count("second")) > 2:
            raise Broken(f"{name} plays {side} three times more")
        if self.form == "swiss" and after[-3:] == [side] * 3:
            raise Broken(f"{name} plays {side} three times in a row")

    def _check_out(self, out: list[str], is_possible: Any) -> None:
        for name in out:
            if self.outs[name] > min(self.outs[each] for each in self.points | {name: 0}):
                raise Broken(f"{name} sits out again")
            for lower in self.points:
                if (
                    lower in self.here
                    and not self.outs[lower]
                    and self.points[lower] < self.points[name]
                    and is_possible(lower)
                ):
                    raise Broken(f"{name} sits out, and {lower} has fewer points")

    def _fresh(self, names: list[str]) -> bool:
        """Return whether these can be paired without a repetition."""

        @cache
        def can(left: frozenset[str]) -> bool:
            if not left:
                return True
            # The player with the fewest opponents left first: a dead end shows soon.
            choices = {name: [o for o in left if o != name and o not in self.met[name]]
                       for name in left}  # fmt: skip
            one = min(sorted(left), key=lambda name: len(choices[name]))
            return any(can(left - {one, other}) for other in sorted(choices[one]))

        return can(frozenset(names))

    def _check_nearest(self, pairs: list[tuple[str, str]]) -> None:
        """Compare with every other pairing of the same players."""
        names = sorted(name for each in pairs for name in each)

        def runs(name: str, side: str) -> int:
            before = self.sides[name]
            wide = before.count(side) + 1 - (len(before) - before.count(side)) > 2
            return int(before[-2:] == [side, side] or wide)

        def price(one: str, other: str) -> tuple[int, Fraction]:
            bad = min(runs(one, "first") + runs(other, "second"),
                      runs(other, "first") + runs(one, "second"))  # fmt: skip
            return bad, (self.points[one] - self.points[other]) ** 2

        @cache
        def best(left: frozenset[str]) -> tuple[int, Fraction] | None:
            if not left:
                return (0, Fraction(0))
            one = min(left)
            found = []
            for other in left - {one}:
                rest = None if other in self.met[one] else best(left - {one, other})
                if rest is not None:
                    bad, apart = price(one, other)
                    found.append((bad + rest[0], apart + rest[1]))
            return min(found, default=None)

        prices = [price(*each) for each in pairs]
        got = (sum(bad for bad, _ in prices), sum((apart for _, apart in prices), Fraction(0)))
        if got != best(frozenset(names)):
            raise Broken(f"points further apart than necessary: {got}")

    @property
    def here(self) -> set[str]:
        """Who is here in this round; set by the caller."""
        return self._here

    @here.setter
    def here(self, names: set[str]) -> None:
        self._here = names
        for name in names:
            self.points[name] += 0

    def _take(self, rows: list[dict[str, str]], tables: list[list[str]], out: list[str]) -> None:
        for row in rows:
            self.points[row["player"]] += Fraction(row["points"] or "0").limit_denominator(12)
        for names in tables:
            for one in names:
                self.met[one] += [other for other in names if other != one]
            if len(names) == 2:
                self.sides[names[0]].append("first")
                self.sides[names[1]].append("second")
        for name in out:
            self.outs[name] += 1
