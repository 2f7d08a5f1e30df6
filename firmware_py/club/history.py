"""The matches and evenings of a whole club as the data directory of a box.

Whatever a box does with its own matches works there over those of all boxes: history, statistics,
ratings, exports. Matches get new numbers in the order of their dates, so the signatures, which are
about the old ones, are left out; `tablemate club matches` writes those.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from engines.errors import EngineError
from engines.record import Record, read, write
from firmware_py.club.archive import Archive, Summary
from firmware_py.evening.evening import BadEvening, Evening
from firmware_py.storage import schema
from firmware_py.storage.database import FILE_NAME, NEW_NAME, open_unsynced
from firmware_py.storage.event_log import SIGNED, StoredEvent
from firmware_py.storage.salvage import GATHERED, save_matches


def write_history(archive: Archive, folder: Path) -> int:
    """Write all matches and evenings of a club into a folder; return how many matches.

    Raises FileExistsError if the folder is there.
    """
    folder.mkdir(mode=0o700, parents=True)
    new = folder / NEW_NAME
    with open_unsynced(new) as db, closing(sqlite3.connect("", isolation_level=None)) as found:
        schema.create(db)
        found.executescript(GATHERED)
        numbers: dict[tuple[str, int], int] = {}
        names = archive.names()
        for number, summary in enumerate(archive.summaries(), 1):
            numbers[summary.box, summary.match] = number
            for row in _rows(archive, summary, number, names):
                found.execute(schema.INSERT_EVENT, row)
        with schema.transaction(db):
            for number, name in enumerate(sorted(set(names.values())), 1):
                schema.put_player(db, number, name, 0)
            for number, lines in enumerate(_evenings(archive, numbers), 1):
                schema.put_value(db, "evenings", str(number), json.dumps(lines))
            schema.seal(db)
            saved = save_matches(found, db)
    new.replace(folder / FILE_NAME)
    return saved.matches


def _rows(
    archive: Archive, summary: Summary, number: int, names: dict[str, str]
) -> Iterator[tuple[Any, ...]]:
    """Yield the events of a match as rows, under a new number and with the players' names."""
    before = b""
    for event in archive.match_events(summary.box, summary.origin):
        if event.kind == SIGNED:
            continue
        made = event._replace(match=number)
        if event.number == 0:
            made = made._replace(text=_with_names(event, summary.players, names))
        before = made.link(before)
        yield (*made, before)


def _with_names(event: StoredEvent, players: list[str], names: dict[str, str]) -> str:
    """Return the header with the names under which its players are counted."""
    try:
        header = read(event.text).header
    except EngineError:
        return event.text
    if len(players) != len(header.names):
        return event.text
    counted = tuple(names.get(id_, name) for id_, name in zip(players, header.names, strict=True))
    return write(Record(header._replace(names=counted)))


def _evenings(archive: Archive, numbers: dict[tuple[str, int], int]) -> Iterator[list[Any]]:
    """Yield the logs of all evenings that can be read, with the new numbers of matches."""
    for box, log in archive.evenings():
        lines = []
        for line in log:
            number = numbers.get((box, line.get("match", -1)))
            others = {key: value for key, value in line.items() if key != "match"}
            if number is not None or line.get("do") != "match":
                lines.append(others if number is None else {**others, "match": number})
        try:
            yield Evening(0, lines).log
        except BadEvening:
            continue
