"""The text of a match: one format for saving, testing and reporting.

    tablemate record 1
    game ...
    rules 1
    options {"edition": "bird", ...}
    seats 2
    first 0
    seed 7

    0 =c1
    1 =b6
    0 b1-d1
    table undo

A header, an empty line, and one event a line, each beginning with who acted: a seat from 0,
`table`, or `dealer`. Undo, redo and edits are events too: nothing is ever struck out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from engines.errors import EngineError

if TYPE_CHECKING:
    from engines.contract import Json, Start

FORMAT = "tablemate record 1"
TABLE = "table"
DEALER = "dealer"
UNDO = "undo"
REDO = "redo"
EDIT = "edit "


class BadRecord(EngineError, ValueError):
    """A record that cannot be read or does not replay; the message names line and cause."""


class RecordLine(NamedTuple):
    """One event: who acted and the text of it."""

    who: str
    text: str


@dataclass(frozen=True, slots=True)
class Header:
    """How a match began."""

    game: str
    rules: int
    start: Start
    position: Json = None
    """Where it began, if not with the game's own set-up."""
    names: tuple[str, ...] = ()


class Record(NamedTuple):
    """A whole match."""

    header: Header
    lines: tuple[RecordLine, ...] = ()


def write(record: Record) -> str:
    """Return the text of a record."""
    head = record.header
    fields: dict[str, Json] = {
        "game": head.game,
        "rules": head.rules,
        "options": dict(head.start.options),
        "seats": head.start.seats,
        "first": head.start.first,
        "seed": head.start.seed,
    }
    if head.start.given:
        fields["given"] = dict(head.start.given)
    if head.position is not None:
        fields["position"] = head.position
    if head.names:
        fields["names"] = list(head.names)
    top = [FORMAT, *(f"{key} {_value(value)}" for key, value in fields.items())]
    return "\n".join([*top, "", *(f"{line.who} {line.text}" for line in record.lines)]) + "\n"


def _value(value: Json) -> str:
    return value if isinstance(value, str) and value.isalnum() else json.dumps(value)


def read(text: str) -> Record:
    """Turn the text of a record into a value; raise BadRecord."""
    head, _, body = text.partition("\n\n")
    first, *rows = head.splitlines() or [""]
    if first != FORMAT:
        raise BadRecord(f"line 1: expected {FORMAT!r}, found {first[:40]!r}: not a record, "
                        "or one of a newer Tablemate")  # fmt: skip
    fields: dict[str, Json] = {}
    for number, row in enumerate(rows, 2):
        key, _, value = row.partition(" ")
        try:
            fields[key] = value if key == "game" else json.loads(value)
        except ValueError as error:
            raise BadRecord(f"line {number}: {key!r} is not followed by JSON: {error}") from error
    lines = []
    for number, row in enumerate(body.splitlines(), len(rows) + 3):
        who, _, event = row.partition(" ")
        if not event or not (who in (TABLE, DEALER) or (who.isascii() and who.isdigit())):
            raise BadRecord(f"line {number}: expected who and what, as in '0 pass', found {row!r}")
        lines.append(RecordLine(who, event))
    return Record(_header(fields), tuple(lines))


def _header(fields: Mapping[str, Json]) -> Header:
    def need(key: str, kind: type) -> Json:
        value = fields.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            _refuse(f"the header needs {key!r} with {kind.__name__}, found {value!r}")
        return value

    known = {"game", "rules", "options", "seats", "first", "seed", "given", "position", "names"}
    if unknown := fields.keys() - known:
        _refuse(f"the header has an unknown line {min(unknown)!r}")
    from engines.contract import Start  # slow to import: a box shows its first frame without it

    start = Start(
        options=need("options", dict),
        seats=need("seats", int),
        first=need("first", int),
        seed=need("seed", int),
        given=fields.get("given", {}),
    )
    names = fields.get("names", [])
    if not isinstance(start.given, dict) or not isinstance(names, list):
        _refuse("'given' must be an object and 'names' a list")
    return Header(
        game=need("game", str),
        rules=need("rules", int),
        start=start,
        position=fields.get("position"),
        names=tuple(str(name) for name in names),
    )


def _refuse(message: str) -> NoReturn:
    raise BadRecord(message)
