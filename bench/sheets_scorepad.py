"""Fills random sheets of every template of the score pad and counts them a second time.

    python bench/sheets_scorepad.py [--sheets 500] [--seed 1] [TEMPLATE ...]

Entries, corrections, missing cells, people who sit out, leave, join, and undo. After every tenth
choice and at the end the totals, and who is out, are compared with `count_scorepad`.
Exits with 1 at the first difference, which it prints with the choices that led there.
"""

from __future__ import annotations

import argparse
import random
import sys
import tomllib
from typing import Any

from count_scorepad import Json, Sheet, cards_of, count

from engines import catalog
from engines.match import Match
from engines.scorepad import GAME
from engines.scorepad.shipped import FOLDER, names
from engines.scorepad.state import State

SHEETS = 500
CHOICES = 90
EVERY = 10


def template_of(name: str) -> Json:
    """Return the template of a file, unread by the engine."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def begin(template: Json, chance: random.Random) -> Match[Any, Any]:
    """Return a match with an empty sheet and any number of players."""
    low, high = template.get("players", [1, 10])
    seats = chance.randint(max(low, template.get("teams", 1)), min(high, low + 4))
    given = {"template": template}
    start = catalog.begin(GAME, seats=seats, seed=1, first=chance.randrange(seats), given=given)
    return Match(GAME, start)


def difference(template: Json, state: State) -> str:
    """Return how the engine and the second count differ, or nothing."""
    rows = [{"cells": [list(cells) for cells in row.cells], "out": list(row.out)}
            for row in state.rounds if row.cells]  # fmt: skip
    ids = [line.id for line in state.template.lines]
    entries = [(each.side, ids[each.line], each.points) for each in state.log]
    players = max(len(state.sides) - len(state.awaited), state.template.players[0])
    counted = count(template, Sheet(list(state.base), players, rows, entries))
    totals = [counted.totals[side] for side in state.sides]
    if totals != list(GAME.scores(state)):
        return f"totals {totals}, the engine has {list(GAME.scores(state))}"
    if counted.out != list(state.fallen):
        return f"out of the game {counted.out}, the engine has {list(state.fallen)}"
    if "level" in template and (counted.won is not None) != (state.ended == "target"):
        return f"won by {counted.won}, the engine has {state.ended!r}"
    return ""


def next_text(template: Json, state: State, chance: random.Random) -> str:
    """Return a choice that somebody might make; the rules may refuse it."""
    lines = template.get("line", [{"id": "points"}])
    seats, many = len(state.sides), len(lines) > 1
    number = len(state.rounds)
    seat, line = chance.randrange(seats), chance.choice(lines)
    kind = chance.random()
    if kind < 0.02:
        return chance.choice(("skip", "leave", "join", "join", "marker")) + f" {seat + 1}"
    if state.template.sheet == "running":
        if kind < 0.1 and state.log:
            at = chance.randint(1, len(state.log))
            entry = lines[state.log[at - 1].line]
            return f"!#{at}={chance.choice(('?', value(template, state, entry, chance)))}"
        if kind < 0.14:
            return "next"
        turn = GAME.turn(state)
        if turn is not None and turn.seat is not None and kind < 0.9:
            seat = turn.seat
        return f"{_where(seat, line, many=many)}{value(template, state, line, chance):+d}"
    if kind < 0.1:
        back = chance.randint(1, number)
        new = "?" if kind < 0.03 else value(template, state, line, chance, back)
        return f"!{_where(seat, line, many=many)}@{back}={new}"
    waiting = GAME.view(state)["rounds"][chance.choice((number, number, number, 1)) - 1]["missing"]
    if waiting and kind < 0.85:
        side, name = waiting[0] if template.get("turns") else chance.choice(waiting)
        if state.template.sheet != "once":
            line = next(each for each in lines if each["id"] == name)
        seat = state.sides.index(side)
    return f"{_where(seat, line, many=many)}={value(template, state, line, chance)}"


def _where(seat: int, line: Json, *, many: bool) -> str:
    return f"{seat + 1}.{line['id']}" if many else f"{seat + 1}"


def value(template: Json, state: State, line: Json, chance: random.Random, number: int = 0) -> int:
    """Return a number that might be on a line."""
    if "values" in line:
        return int(chance.choice(line["values"]))
    if "bids" in template and line["id"] in (template["bids"]["bid"], template["bids"]["made"]):
        return chance.randint(0, cards_of(template, number or len(state.rounds), len(state.sides)))
    if line.get("quick") and chance.random() < 0.5:
        return int(chance.choice(line["quick"]))
    low, high = line.get("low", -1_000_000), line.get("high", 1_000_000)
    return chance.randint(max(low, -30), min(high, 180 if chance.random() < 0.2 else 40))


def fill(template: Json, seed: str) -> str:
    """Fill one sheet; return the difference that was found, with the choices, or nothing."""
    chance = random.Random(seed)
    match = begin(template, chance)
    for number in range(CHOICES):
        if match.turn is None:
            break
        text = next_text(template, match.state, chance)
        if GAME.explain(match.state, GAME.read(text)) is None:
            match.play(text)
            if chance.random() < 0.02:
                match.undo()
        if number % EVERY == 0 and (wrong := difference(template, match.state)):
            break
    if wrong := difference(template, match.state):
        return f"{seed}: {wrong}\n  {' '.join(line.text for line in match.lines)}"
    return ""


def main() -> int:
    """Fill the sheets; exit 1 at a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("templates", nargs="*", default=names())
    parser.add_argument("--sheets", type=int, default=SHEETS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in options.templates:
        template = template_of(name)
        for sheet in range(options.sheets):
            if wrong := fill(template, f"{name} {options.seed} {sheet}"):
                print(wrong)
                return 1
        print(f"{name}: {options.sheets} sheets")
    return 0


if __name__ == "__main__":
    sys.exit(main())
