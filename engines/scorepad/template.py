"""Reads a template strictly, from JSON or from TOML; errors say what to do.

read(value)    what a record contains     --> Template, or BadStart
load(text)     what a file contains       --> Template, or BadTemplate with the line
"""

from __future__ import annotations

import re

from engines.engine import BadPosition, BadStart, Fact, Json, Reason, Refused, Term
from engines.json_reader import JsonReader, shown
from engines.scorepad.template_lines import find_line
from engines.scorepad.template_parts import FIELDS, LINES, shapes_of
from engines.scorepad.template_values import (
    DEFAULT_LINE,
    DOWN,
    EACH_ROUND,
    NEXT,
    NONE,
    ONCE,
    OTHERS,
    ROUND_LIMIT,
    ROUNDS,
    ROUNDS_WON,
    RUNNING,
    Template,
)
from engines.shape import read_fields
from engines.toml_text import SIZE_LIMIT, read_toml

_SYNTAX = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)


class BadTemplate(Refused, ValueError):
    """A file that is not a template; `line` is the line of the error."""

    def __init__(self, reason: Reason, line: int = 1) -> None:
        super().__init__(reason)
        self.line = line


def load(text: str) -> Template:
    """Return the template of a file's text; raise BadTemplate."""
    if len(text.encode(errors="replace")) > SIZE_LIMIT:
        raise BadTemplate(Reason("TEMPLATE_TOO_LARGE", {"limit": SIZE_LIMIT // 1024}))
    try:
        return read(read_toml(text))
    except BadStart as error:
        facts = error.reason.facts
        line = find_line(text, str(facts["place"])) or 1
        raise BadTemplate(Reason("BAD_TEMPLATE_LINE", {"line": line, **facts}), line) from error
    except ValueError as error:
        raise _bad_syntax(text, error) from error


def _bad_syntax(text: str, error: Exception) -> BadTemplate:
    said = str(error)
    found = _SYNTAX.fullmatch(said)
    if found is None:  # the end of the file
        line, problem = text.count("\n") + 1, said.split(" (at ", maxsplit=1)[0]
    else:
        line, problem = int(found[2]), found[1]
    facts: dict[str, Fact] = {"line": line, "problem": shown(problem)}
    return BadTemplate(Reason("TEMPLATE_SYNTAX", facts), line)


def read(value: Json) -> Template:
    """Return the template that JSON describes; raise BadStart."""
    try:
        return _read(JsonReader(value))
    except BadPosition as error:
        facts = dict(error.reason.facts)
        if facts["place"] == "position":
            facts["place"] = "template"
        raise BadStart(Reason("BAD_TEMPLATE", facts)) from error


def _read(top: JsonReader) -> Template:
    at = top.object(("title",), shapes_of(()))
    lines = LINES.read(at["line"]) if "line" in at else (DEFAULT_LINE,)
    found = read_fields(at, shapes_of(tuple(line.id for line in lines)), ("title", "for", "bgg"))
    template = Template(**{FIELDS.get(key, key): value for key, value in found.items()})
    _check_whole(template, at, top)
    return template


# --- consistency ----------------------------------------------------------------------------


def _check_whole(template: Template, at: dict[str, JsonReader], top: JsonReader) -> None:
    """Refuse what each part allows but the whole does not."""
    if template.sheet == RUNNING:
        for key in ("bids", "multiply"):
            if key in at:
                at[key].refuse("sheet_of_rounds")
        if template.end.rounds and template.turns == NONE:
            at["end"].object(at["end"].value)["rounds"].refuse("with_turns")
        if any(tie.of == ROUNDS_WON for tie in template.ties):
            at["tie"].refuse("sheet_of_rounds")
    elif template.turns == NEXT:
        at["turns"].refuse("running_sheet")
    if template.sheet == ONCE and (template.end.rounds or template.bids):
        at["sheet"].refuse("once_alone")
    if template.bids is None and (place := _needing_hit(template)) is not None:
        line = at["line"].items()[place]
        inner = line.object(line.value)
        inner["needs_hit" if "needs_hit" in inner else "miss_times"].refuse("with_bids")
    if template.teams == 1:
        at["teams"].refuse("teams")
    _check_rounds(template, at)
    if template.order.moves and template.order.marker == NONE:
        at["order"].object(at["order"].value)["moves"].refuse("with_marker")
    _check_constructs(template, at)
    rounds = [number for each in template.multiplies for number in each.rounds]
    if len(set(rounds)) != len(rounds):
        at["multiply"].refuse("different")
    _check_size(template, top)


_NOT_WITH_LEVELS = ("bids", "bonus", "multiply", "tie", "pays", "floor", "out", "frames")


def _needing_hit(template: Template) -> int | None:
    return next((at for at, line in enumerate(template.lines)
                 if line.needs_hit or line.miss_times is not None), None)  # fmt: skip


_TARGETED = ("when", "lead", "exact", "back", "not_left", "not_last")


def _check_constructs(template: Template, at: dict[str, JsonReader]) -> None:
    """Refuse constructs that exclude each other, or that lack what they are about."""
    end = at["end"].object(at["end"].value) if "end" in at else {}
    for key in _TARGETED:
        if key in end and template.end.target is None and not template.levels:
            end[key].refuse("with_target")
    if template.levels:
        if template.sheet == ONCE:
            at["sheet"].refuse("levels_alone")
        for key in _NOT_WITH_LEVELS:
            if key in at:
                at[key].refuse("levels_alone")
        for key in ("rounds", "target", "lead", "back"):
            if key in end:
                end[key].refuse("levels_alone")
        for place, level in enumerate(at["level"].items()):
            inner = level.object(level.value)
            for key in ("tie_at",) if place == 0 else ("line", "called"):
                if key in inner:
                    inner[key].refuse("other_level")
            if place and template.levels[place].target < 1:
                inner["target"].refuse((Term("expected", "number"), "1.."))
    if template.sheet == RUNNING:
        if template.pays not in ("", OTHERS):
            at["pays"].refuse("sheet_of_rounds")
        if any(bonus.each == EACH_ROUND for bonus in template.bonuses):
            at["bonus"].refuse("sheet_of_rounds")
    if not template.needed:
        at["line"].refuse("needed_line")
    if template.bids is not None:
        counted = {template.line(template.bids.bid), template.line(template.bids.made)}
        if not counted <= set(template.needed):
            at["line"].refuse("needed_line")
    if template.frames is not None:
        is_fit = 0 in dict(template.end.rounds) and template.sheet == ROUNDS
        is_fit &= len(template.lines) == 3 and not template.bids and not template.multiplies
        if not is_fit or any(line.times != 1 or line.optional for line in template.lines):
            at["frames"].refuse("frames")


def _check_rounds(template: Template, at: dict[str, JsonReader]) -> None:
    """Refuse rounds by number of players that leave out a possible number."""
    rounds = dict(template.end.rounds)
    low, high = template.players
    if template.bids is not None and template.bids.cards == DOWN and 0 not in rounds:
        at["bids"].object(at["bids"].value)["cards"].refuse("one_number")
    if rounds and 0 not in rounds and set(rounds) != set(range(low, high + 1)):
        at["end"].object(at["end"].value)["rounds"].refuse("each_count")


def _check_size(template: Template, top: JsonReader) -> None:
    """Refuse a sheet that would take a small box too long to draw."""
    sizes = (template.last_round(n) for n in range(template.players[0], template.players[1] + 1))
    if template.sheet == ROUNDS and max(sizes) * len(template.lines) > 10 * ROUND_LIMIT:
        top.refuse("small_sheet")
