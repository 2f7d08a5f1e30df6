"""Counts a sheet of the score pad a second time, from its template file and its cells alone.

Nothing of `engines.scorepad` is used: the template is what `tomllib` reads, the cells are JSON.

    count(template, sheet)   --> the total of each side, who is out, and who has won the last level
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass
class Sheet:
    """What is written on a sheet."""

    base: list[int]
    """What each side began with."""
    players: int
    rounds: list[Json] = field(default_factory=list)
    """For each round `cells` by side and line, and the sides that are `out` of it."""
    entries: list[tuple[int, str, int | None]] = field(default_factory=list)
    """Of a running score: side, line, number."""


@dataclass
class Count:
    """What the sheet amounts to."""

    totals: list[int]
    out: list[int] = field(default_factory=list)
    won: int | None = None


def count(template: Json, sheet: Sheet) -> Count:
    """Return what a sheet amounts to."""
    lines = {each["id"]: each for each in template.get("line", [{"id": "points"}])}
    down = -1 if template.get("count") == "down" else 1
    sides = range(len(sheet.base))
    moments: list[tuple[list[int], list[dict[str, int]], list[bool]]] = []
    for side, name, value in sheet.entries:
        made, blank = [0 for _ in sides], [False for _ in sides]
        put: list[dict[str, int]] = [{} for _ in sides]
        if value is not None:
            worth = down * _worth(lines[name], value)
            made[side] = worth
            if "pays" in template:
                made = [-worth for _ in sides]
                made[side] = (len(sheet.base) - 1) * worth
            put[side] = {name: value}
            blank[side] = value == 0
        moments.append((made, put, blank))
    for number, row in enumerate(sheet.rounds, 1):
        put = [_written(lines, cells) for cells in row["cells"]]
        made = [down * _round(template, lines, number, cells, sheet.players) for cells in put]
        if "frames" in template:
            for side in sides:
                made[side] += down * _later_balls(template, sheet, number, side)
        made = _settled(template, lines, row, made)
        needed = [name for name, line in lines.items() if not line.get("optional")]
        zero = [
            side not in row["out"]
            and all(name in put[side] for name in needed)
            and not any(put[side].values())
            for side in sides
        ]
        moments.append((made, put, zero))
    if "level" in template:
        return _through_levels(template, sheet, moments, lines, down)
    return _straight(template, sheet, moments, down)


def _worth(line: Json, value: int) -> int:
    counted = line["table"][value] if "table" in line else value
    return int(line.get("times", 1) * counted)


def _written(lines: dict[str, Json], cells: list[int | None]) -> dict[str, int]:
    return {name: value for name, value in zip(lines, cells, strict=True) if value is not None}


# --- one round ---


def _round(
    template: Json, lines: dict[str, Json], number: int, cells: dict[str, int], players: int
) -> int:
    """Return what a side wrote in a round, without what others have to do with it."""
    left, points, kept = dict(cells), 0, True
    if bids := template.get("bids"):
        bid, made = left.pop(bids["bid"], None), left.pop(bids["made"], None)
        kept = False
        if bid is not None and made is not None:
            kept = made >= bid if bids.get("hit_when") == "at_least" else made == bid
            rule = "hit" if kept else "miss"
            if bid == 0 and f"zero_{rule}" in bids:
                rule = f"zero_{rule}"
            worth = bids.get(rule, {})
            points += worth.get("base", 0) + worth.get("per_bid", 0) * bid
            points += worth.get("per_made", 0) * made + worth.get("per_off", 0) * abs(made - bid)
            points += worth.get("per_card", 0) * cards_of(template, number, players)
    for name, value in left.items():
        line = lines[name]
        if kept:
            points += _worth(line, value)
        elif "miss_times" in line:
            points += line["miss_times"] * value
        elif not line.get("needs_hit"):
            points += _worth(line, value)
    for bonus in template.get("bonus", []):
        if bonus.get("each") == "round":
            points += _bonus(bonus, cells)
    for more in template.get("multiply", []):
        if number in more["rounds"]:
            points *= more["by"]
    return points


def cards_of(template: Json, number: int, players: int) -> int:
    """Return the cards of a round."""
    cards = template["bids"].get("cards", "up")
    if isinstance(cards, list):
        return int(cards[min(number, len(cards)) - 1])
    if cards == "up":
        return number
    rounds = template["end"]["rounds"]
    return int((rounds if isinstance(rounds, int) else rounds[str(players)]) - number + 1)


def _bonus(bonus: Json, sums: dict[str, int]) -> int:
    held = [sums.get(name, 0) for name in bonus["lines"]]
    amount = sum(held)
    if bonus.get("take") == "fewest":
        amount = min(held)
    if bonus.get("take") == "product":
        amount = 1
        for each in held:
            amount *= each
    if "at_least" in bonus:
        return int(bonus["points"]) if amount >= bonus["at_least"] else 0
    steps = abs(amount) // bonus["every"]
    if amount < 0:
        steps = -steps if bonus.get("take") == "product" else 0
    return int(bonus["points"] * steps)


def _later_balls(template: Json, sheet: Sheet, number: int, side: int) -> int:
    """Return what the balls after a frame add to it."""
    full = template["frames"]["full"]
    frame = [ball or 0 for ball in sheet.rounds[number - 1]["cells"][side]]
    if number == template["end"]["rounds"] or frame[0] + frame[1] < full:
        return 0
    balls: list[int] = []
    for row in sheet.rounds[number:]:
        balls += [ball for ball in row["cells"][side] if ball is not None]
    return sum(balls[:2]) if frame[0] == full else sum(balls[:1])


def _settled(template: Json, lines: dict[str, Json], row: Json, made: list[int]) -> list[int]:
    """Return the points of a round once everybody has paid."""
    pays = template.get("pays")
    inside = [side for side in range(len(made)) if side not in row["out"]]
    if pays == "others":
        paid = list(made)
        for winner in inside:
            paid[winner] += made[winner] * (len(inside) - 1) - sum(
                made[other] for other in inside if other != winner
            )
        return paid
    if pays not in ("losers", "bank"):
        return made
    needed = [at for at, line in enumerate(lines.values()) if not line.get("optional")]
    whole = all(row["cells"][side][at] is not None for side in inside for at in needed)
    empty = [side for side in inside if made[side] == 0]
    result = list(made) if pays == "losers" else [0] * len(made)
    if whole and len(empty) == 1:
        stake = sum(made[side] for side in inside)
        result[empty[0]] = stake if pays == "bank" else -stake
    return result


# --- all rounds ---


def _straight(template: Json, sheet: Sheet, moments: list[Any], down: int) -> Count:
    """Return what moments add up to without games within the game."""
    end, sides = template.get("end", {}), range(len(sheet.base))
    held: list[int] = list(sheet.base)
    sums: list[dict[str, int]] = [{} for _ in sides]
    out: set[int] = set()
    zeros = [0 for _ in sides]
    totals = list(held)
    for at, (made, put, blank) in enumerate(moments, 1):
        for side in sides:
            held[side] += made[side]
            if "back" in end and down * held[side] > down * end["target"]:
                held[side] = end["back"]
            if "floor" in template and held[side] < template["floor"]:
                held[side] = template["floor"]
            for name, value in put[side].items():
                sums[side][name] = sums[side].get(name, 0) + value
            if put[side]:
                zeros[side] = zeros[side] + 1 if blank[side] else zeros[side]
                is_whole = at < len(moments) or not sheet.rounds or _is_whole(template, sheet, side)
                zeros[side] = 0 if not blank[side] and is_whole else zeros[side]
        totals = [
            held[side]
            + down
            * sum(
                _bonus(b, sums[side]) for b in template.get("bonus", []) if b.get("each") != "round"
            )
            for side in sides
        ]
        for rule in template.get("out", []):
            for side in sides:
                if (
                    ("score" in rule and down * totals[side] >= down * rule["score"])
                    or ("line" in rule and sums[side].get(rule["line"], 0) >= rule["at_least"])
                    or ("zeros" in rule and zeros[side] >= rule["zeros"])
                ):
                    out.add(side)
    return Count(totals, sorted(out))


def _is_whole(template: Json, sheet: Sheet, side: int) -> bool:
    needed = [not line.get("optional") for line in template.get("line", [{}])]
    cells = sheet.rounds[-1]["cells"][side]
    return all(cell is not None for cell, is_needed in zip(cells, needed, strict=True) if is_needed)


def _through_levels(
    template: Json, sheet: Sheet, moments: list[Any], lines: dict[str, Json], down: int
) -> Count:
    """Return what moments add up to where points make games, and games make sets."""
    levels, sides = template["level"], range(len(sheet.base))
    only = levels[0].get("line")
    start = 0 if only else template.get("start", 0)
    now = [start for _ in sides]
    wins = [[0 for _ in sides] for _ in levels]
    all_points, won, short = list(sheet.base), None, False
    for at, (made, put, _) in enumerate(moments, 1):
        for side in sides:
            all_points[side] += made[side]
            if only:
                now[side] += down * _worth(lines[only], put[side].get(only, 0))
            else:
                now[side] += made[side]
        is_open = (
            bool(sheet.rounds)
            and at == len(moments)
            and template.get("end", {}).get("when") != "at_once"
            and any(
                cells is None
                for side in sides
                if side not in sheet.rounds[-1]["out"]
                for cells in sheet.rounds[-1]["cells"][side]
            )
        )
        if won is not None or is_open:
            continue
        goal = levels[1]["tie_target"] if short else levels[0]["target"]
        order = sorted(sides, key=lambda side: down * now[side], reverse=True)
        first = order[0]
        if down * now[first] < down * goal:
            continue
        gap = max(levels[0].get("lead", 0), 1)
        if len(order) > 1 and down * (now[first] - now[order[1]]) < gap:
            continue
        now = [start for _ in sides]
        level, is_up = 0, True
        while is_up:
            wins[level][first] += 1
            if level == len(levels) - 1:
                won = first
                break
            rest = max((wins[level][side] for side in sides if side != first), default=0)
            above = levels[level + 1]
            lead = wins[level][first] - rest >= max(above.get("lead", 0), 1)
            is_up = (level == 0 and short) or (wins[level][first] >= above["target"] and lead)
            if is_up and level + 1 < len(levels) - 1:
                wins[level] = [0 for _ in sides]
            if level == 0:
                short = not is_up and all(each == above.get("tie_at") for each in wins[0])
            level += 1
    return Count(all_points if only else wins[max(len(levels) - 2, 0)], [], won)
