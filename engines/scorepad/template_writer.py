"""Write a template: as JSON for a record, as TOML for a file. What holds anyway is left out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from engines.engine import Json
from engines.languages import SOURCE
from engines.scorepad.template_parts import DEFAULT_LINE
from engines.scorepad.template_values import (
    Bids,
    Bonus,
    End,
    Line,
    Multiply,
    Order,
    Template,
    Texts,
    Tie,
    Worth,
)

_PLAIN = ("sheet", "wins", "count", "start", "turns", "teams", "join", "bgg")


def value_of(template: Template) -> dict[str, Json]:
    """Return a template as JSON, which `template.read` turns back."""
    blank = Template(template.title, (DEFAULT_LINE,))
    value: dict[str, Json] = {"title": _texts(template.title)}
    if template.fits:
        value["for"] = list(template.fits)
    if template.players != blank.players:
        value["players"] = list(template.players)
    for key in _PLAIN:
        if getattr(template, key) != getattr(blank, key):
            value[key] = getattr(template, key)
    if template.order != Order():
        value["order"] = _changed(template.order, Order())
    if template.end != End():
        value["end"] = _end(template.end)
    if template.lines != blank.lines:
        value["line"] = [_line(line) for line in template.lines]
    if template.bids is not None:
        value["bids"] = _bids(template.bids)
    rows = {
        "bonus": [_bonus(each) for each in template.bonuses],
        "multiply": [_multiply(each) for each in template.multiplies],
        "tie": [_tie(each) for each in template.ties],
    }
    return value | {name: held for name, held in rows.items() if held}


def _texts(texts: Texts) -> Json:
    return texts[0][1] if [code for code, _ in texts] == [SOURCE] else dict(texts)


def _changed(part: Order | Line | Worth | End | Bids, blank: Any) -> dict[str, Json]:
    """Return the fields of a part that differ from its defaults."""
    found: dict[str, Json] = {}
    for each in fields(part):
        now = getattr(part, each.name)
        if now != getattr(blank, each.name):
            found[each.name] = list(now) if isinstance(now, tuple) else now
    return found


def _line(line: Line) -> Json:
    value = {"id": line.id, **_changed(line, Line(line.id, DEFAULT_LINE.name))}
    if "name" in value:
        value["name"] = _texts(line.name)
    return value


def _end(end: End) -> Json:
    value = _changed(end, End())
    if end.rounds:
        told = dict(end.rounds)
        value["rounds"] = told.get(0) or {str(count): number for count, number in end.rounds}
    return value


def _bids(bids: Bids) -> Json:
    value = {"bid": bids.bid, "made": bids.made, **_changed(bids, Bids(bids.bid, bids.made))}
    for key in ("hit", "miss", "zero_hit", "zero_miss"):
        if key in value:
            value[key] = _changed(value[key], Worth())
    return value


def _bonus(bonus: Bonus) -> Json:
    threshold = {"at_least": bonus.at_least} if bonus.at_least else {"every": bonus.every}
    return {"lines": list(bonus.lines), "points": bonus.points, **threshold}


def _multiply(multiply: Multiply) -> Json:
    return {"rounds": list(multiply.rounds), "by": multiply.by}


def _tie(tie: Tie) -> Json:
    return {"most" if tie.most else "fewest": tie.of}


# --- TOML -----------------------------------------------------------------------------------


def write(template: Template) -> str:
    """Return the text of a file, which `template.load` turns back."""
    return "\n".join(_rows(value_of(template))) + "\n"


def _rows(value: Mapping[str, Json]) -> Iterator[str]:
    """Yield plain keys, then tables and lists of tables."""
    tables = {}
    for key, each in value.items():
        if (isinstance(each, dict) and key != "title") or _is_tables(each):
            tables[key] = each
        else:
            yield f"{key} = {_toml(each)}"
    for key, each in tables.items():
        for table in [each] if isinstance(each, dict) else each:
            yield ""
            yield f"[{key}]" if isinstance(each, dict) else f"[[{key}]]"
            yield from (f"{inner} = {_toml(what)}" for inner, what in table.items())


def _is_tables(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _toml(value: Json) -> str:
    """Return a value within one line; a text is quoted as JSON does, which TOML reads as well."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case dict():
            return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
        case list():
            return "[" + ", ".join(_toml(each) for each in value) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)
