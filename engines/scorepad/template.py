"""Read a template strictly, from JSON or from TOML; every fault is told with what to do.

read(value)   what a record carries      --> Template, or BadStart
load(text)    what a file holds          --> Template, or BadTemplate with the line
"""

from __future__ import annotations

import re

from engines.engine import BadPosition, BadStart, Fact, Json, Reason, Refused
from engines.json_reader import JsonReader, shown
from engines.scorepad.template_lines import find_line
from engines.scorepad.template_parts import (
    bids_of,
    bonus_of,
    end_of,
    lines_of,
    multiply_of,
    order_of,
    player_range,
    some,
    text_of,
    texts_of,
    tie_of,
    whole,
    word,
)
from engines.scorepad.template_values import (
    DOWN,
    HIGHEST,
    LAST,
    LOWEST,
    MEAN,
    NEXT,
    NONE,
    ONCE,
    ROUND_LIMIT,
    ROUNDS,
    ROUNDS_WON,
    RUNNING,
    SEATS,
    SHEETS,
    START,
    TURNS,
    UP,
    VALUE_LIMIT,
    End,
    Order,
    Template,
)
from engines.toml_text import SIZE_LIMIT, read_toml

BGG_LIMIT = 10_000_000

_SYNTAX = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)

_TEXTS = ("title", "for", "bgg")
_PLAIN = ("players", "sheet", "wins", "count", "start", "turns", "teams", "join")
_TABLES = ("order", "end", "line", "bids", "bonus", "multiply", "tie")


class BadTemplate(Refused, ValueError):
    """A file that is no template, and the line that tells it."""

    def __init__(self, reason: Reason, line: int = 1) -> None:
        super().__init__(reason)
        self.line = line


def load(text: str) -> Template:
    """Return the template that the text of a file holds; raise BadTemplate."""
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
    at = top.object(("title",), (*_TEXTS, *_PLAIN, *_TABLES))
    lines = lines_of(at.get("line"))
    ids = tuple(line.id for line in lines)
    template = Template(
        title=texts_of(at["title"]),
        lines=lines,
        fits=tuple(text_of(each) for each in some(at["for"])) if "for" in at else (),
        bgg=whole(at, "bgg", 0, BGG_LIMIT, 0),
        players=player_range(at["players"]) if "players" in at else SEATS,
        sheet=word(at, "sheet", SHEETS, ROUNDS),
        wins=word(at, "wins", (HIGHEST, LOWEST), HIGHEST),
        count=word(at, "count", (UP, DOWN), UP),
        start=whole(at, "start", -VALUE_LIMIT, VALUE_LIMIT, 0),
        turns=word(at, "turns", TURNS, NONE),
        teams=whole(at, "teams", 0, SEATS[1], 0),
        join=word(at, "join", (START, LAST, MEAN), START),
        order=order_of(at["order"]) if "order" in at else Order(),
        end=end_of(at["end"]) if "end" in at else End(),
        bids=bids_of(at["bids"], ids) if "bids" in at else None,
        bonuses=tuple(bonus_of(each, ids) for each in some(at.get("bonus"))),
        multiplies=tuple(multiply_of(each) for each in some(at.get("multiply"))),
        ties=tuple(tie_of(each, ids) for each in some(at.get("tie"))),
    )
    _check_whole(template, at, top)
    return template


# --- what must fit together -----------------------------------------------------------------


def _check_whole(template: Template, at: dict[str, JsonReader], top: JsonReader) -> None:
    """Refuse what each part allows and the whole does not."""
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
        line.object(line.value)["needs_hit"].refuse("with_bids")
    if template.teams == 1:
        at["teams"].refuse("teams")
    _check_rounds(template, at)
    if template.order.moves and template.order.marker == NONE:
        at["order"].object(at["order"].value)["moves"].refuse("with_marker")
    rounds = [number for each in template.multiplies for number in each.rounds]
    if len(set(rounds)) != len(rounds):
        at["multiply"].refuse("different")
    _check_size(template, top)


def _needing_hit(template: Template) -> int | None:
    return next((at for at, line in enumerate(template.lines) if line.needs_hit), None)


def _check_rounds(template: Template, at: dict[str, JsonReader]) -> None:
    """Rounds by the number of players are told for each number that can play."""
    told = dict(template.end.rounds)
    low, high = template.players
    if template.bids is not None and template.bids.cards == DOWN and 0 not in told:
        at["bids"].object(at["bids"].value)["cards"].refuse("one_number")
    if told and 0 not in told and set(told) != set(range(low, high + 1)):
        at["end"].object(at["end"].value)["rounds"].refuse("each_count")


def _check_size(template: Template, top: JsonReader) -> None:
    """Keep the sheet of the largest table within what a small box draws in a moment."""
    sizes = (template.last_round(n) for n in range(template.players[0], template.players[1] + 1))
    if template.sheet == ROUNDS and max(sizes) * len(template.lines) > 10 * ROUND_LIMIT:
        top.refuse("small_sheet")
