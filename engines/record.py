"""The text format of a match, used for saved games, tests and bug reports.

    tablemate record 1
    game <name>
    rules 1
    options {"<option>": <value>, ...}
    seats 2
    first 0
    seed 7

    0 =c1
    1 =b6
    0 b1-d1
    table undo

A header, an empty line, and one event per line. Each event begins with who acted: a seat from 0,
`table`, or `dealer`. Undo, redo, edits and notes are events too, so a record only grows.

>>> header = Header("mana", 1, Start(options={}, seats=2, first=0, seed=7))
>>> text = write(Record(header, (RecordLine("0", "=c1"),)))
>>> text.splitlines()[-1]
'0 =c1'
>>> read(text).lines
(RecordLine(who='0', text='=c1'),)
>>> read("game mana")
Traceback (most recent call last):
engines.record.BadRecord: line 1: expected 'tablemate record 1', found 'game mana': ...
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from engines.errors import EngineError
from engines.start import Start
from engines.unicode import read_json

if TYPE_CHECKING:
    from engines.engine import Json

FORMAT = "tablemate record 1"
TABLE = "table"
DEALER = "dealer"
UNDO = "undo"
REDO = "redo"
EDIT = "edit "
NOTE = "note "
"""The prefix of a remark, for example that a hint was given; it does not change the state."""

SEED_LIMIT = 2**63
"""Seeds are below this limit, so that they fit into a signed 64-bit database column."""


_SEAT = re.compile("0|[1-9][0-9]{0,8}")


class BadRecord(EngineError, ValueError):
    """A record that cannot be read or replayed; the message names the line and the cause."""


class RecordLine(NamedTuple):
    """One event: who acted, and its text."""

    who: str
    text: str


class Header(NamedTuple):
    """How a match began."""

    game: str
    rules: int
    start: Start
    position: Json = None
    """The position the match began with, if not the game's normal setup."""
    names: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    """The bot level of each seat, 0 for a person. Empty: no bots."""
    practice: bool = False
    """Whether it was played without physical material, with the program as dealer."""

    @property
    def is_exercise(self) -> bool:
        """Whether it was practice against bots; people who are dealt their cards play a match."""
        return self.practice and any(self.levels)

    def level_of(self, seat: int) -> int:
        """Return the bot level of a seat; 0 for a person."""
        return self.levels[seat] if seat < len(self.levels) else 0


class Record(NamedTuple):
    """A whole match: its header and its events."""

    header: Header
    lines: tuple[RecordLine, ...] = ()


def write(record: Record) -> str:
    """Return the text of a record."""
    head = record.header
    fields: dict[str, Json] = {
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
    if any(head.levels):
        fields["levels"] = list(head.levels)
    if head.practice:
        fields["practice"] = True
    values = (f"{key} {json.dumps(value)}" for key, value in fields.items())
    top = [FORMAT, f"game {head.game}", *values]
    return "\n".join([*top, "", *(f"{line.who} {line.text}" for line in record.lines)]) + "\n"


def read(text: str) -> Record:
    """Return the record that a text contains; raise BadRecord."""
    head, _, body = text.partition("\n\n")
    first, *rows = head.splitlines() or [""]
    if first != FORMAT:
        raise BadRecord(f"line 1: expected {FORMAT!r}, found {first[:40]!r}: not a record, "
                        "or one of a newer Tablemate")  # fmt: skip
    fields: dict[str, Json] = {}
    for number, row in enumerate(rows, 2):
        key, _, value = row.partition(" ")
        try:
            fields[key] = value if key == "game" else load_json(value)
        except BadRecord as error:
            raise BadRecord(f"line {number}: {key!r} is not followed by JSON: {error}") from error
    lines = []
    for number, row in enumerate(body.splitlines(), len(rows) + 3):
        who, _, event = row.partition(" ")
        if not event or not (who in (TABLE, DEALER) or _SEAT.fullmatch(who)):
            raise BadRecord(f"line {number}: expected who and what, as in '0 pass', found {row!r}")
        lines.append(RecordLine(who, event))
    return Record(_header(fields), tuple(lines))


def load_json(text: str) -> Json:
    """Return the value of a JSON text; raise BadRecord."""
    try:
        return read_json(text)
    except RecursionError as error:
        raise BadRecord("it is nested too deeply") from error
    except ValueError as error:
        raise BadRecord(str(error)) from error


def _header(fields: Mapping[str, Json]) -> Header:
    def need(key: str, kind: type) -> Json:
        value = fields.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            _refuse(f"the header needs {key!r} with {kind.__name__}, found {value!r}")
        return value

    known = {"game", "rules", "options", "seats", "first", "seed", "given", "position"}
    known |= {"names", "levels", "practice"}
    if unknown := fields.keys() - known:
        _refuse(f"the header has an unknown line {min(unknown)!r}")
    start = Start(
        options=need("options", dict),
        seats=need("seats", int),
        first=need("first", int),
        seed=need("seed", int),
        given=fields.get("given", {}),
    )
    if not 0 <= start.seed < SEED_LIMIT:
        _refuse(f"the seed must be from 0 to {SEED_LIMIT - 1}, found {start.seed}")
    names = fields.get("names", [])
    if not isinstance(start.given, dict) or not isinstance(names, list):
        _refuse("'given' must be an object and 'names' a list")
    levels, practice = fields.get("levels", []), fields.get("practice", False)
    if not isinstance(levels, list) or any(
        type(each) is not int or not 0 <= each <= 5 for each in levels
    ):
        _refuse(f"'levels' must be a list of numbers from 0 to 5, found {levels!r}")
    if len(levels) not in (0, start.seats) or not isinstance(practice, bool):
        _refuse("'levels' must have a number for each seat, and 'practice' be true or false")
    return Header(
        game=need("game", str),
        rules=need("rules", int),
        start=start,
        position=fields.get("position"),
        names=tuple(str(name) for name in names),
        levels=tuple(levels),
        practice=practice,
    )


def _refuse(message: str) -> NoReturn:
    raise BadRecord(message)
