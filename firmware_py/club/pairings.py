"""Who plays whom at which table, published for all boxes of a club and signed by it.

    an evening on a box --> its log --> archive --> club/pairings --> each box: its own table
    a match that ends for it on another box --> its log --> archive --> the result, the same way

The archive publishes the newest round of every evening that goes on, with the results that came
from other boxes and the standings.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from engines.errors import EngineError
from engines.record import read
from engines.unicode import read_json
from firmware_py.club.archive import Archive
from firmware_py.club.batch import verify
from firmware_py.evening.book import ranks_by_name
from firmware_py.evening.club_evening import ClubEvening, Played, read_evening, round_of
from firmware_py.evening.evening import BadEvening, Evening
from firmware_py.match.game_info import info_of

FORMAT = "tablemate club pairings 1"
SHOWN_S = 24 * 3600
"""How long an evening that nobody ended is shown after its last entry."""
KINDS = ('["evening"', '["paired"')
"""How the entries begin after which pairings are published again."""


def pairings(archive: Archive, now: int | None) -> str:
    """Return what the archive publishes: the evenings as text, and the club's signature."""
    text = json.dumps([FORMAT, [each.value() for each in _evenings(archive, now)]])
    return json.dumps([text, archive.signature(text.encode())])


def _evenings(archive: Archive, now: int | None) -> Iterator[ClubEvening]:
    own = archive.own_boxes()
    for box, log in archive.evenings(newest=True):
        if box not in own:
            continue
        try:
            evening = Evening(0, log)
            at = evening.log[-1].get("at")
            is_old = now is not None and type(at) is int and now - at > SHOWN_S
            if evening.rounds and not evening.is_over and not is_old:
                yield round_of(evening, box, list(_played(archive, evening)))
        except BadEvening:  # a box sent what no evening is
            continue


def _played(archive: Archive, evening: Evening) -> Iterator[Played]:
    at = len(evening.rounds) - 1
    tables = evening.rounds[at].tables
    for place, game, name, header, outcome in archive.paired(evening.id, at):
        with suppress(EngineError, LookupError, TypeError, ValueError, RecursionError):
            ranks = ranks_by_name(read(header).header, read_json(outcome), tables[place].names)
            if ranks is not None and game < evening.games_each:
                yield Played(place, game, list(ranks), name)


def read_pairings(content: str | bytes, key: str) -> list[ClubEvening]:
    """Return the evenings in a message that the club with this key signed; raise ValueError."""
    try:
        text, signature = read_json(content)
        if not verify(key, signature, text.encode()):
            raise ValueError("not signed by the club")
        format_, evenings = read_json(text)
        if format_ != FORMAT:
            raise ValueError("of another Tablemate")
        return [read_evening(each) for each in evenings]
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(str(error)) from error


def hall_evenings(evenings: list[ClubEvening], say: Callable[..., str]) -> list[dict[str, Any]]:
    """Return rounds and standings as the hall page shows them."""
    from firmware_py.evening.words import (
        ROUND_OF_GAME,
        SITS_OUT,
        table_text,
    )  # only for the hall page

    made = []
    for each in evenings:
        for table, game, ranks, _ in each.played:
            each.tables[table].results.setdefault(game, tuple(ranks))
        tables = [[str(at), table_text(table, say)] for at, table in enumerate(each.tables, 1)]
        tables += [["–", say(SITS_OUT, name=name)] for name in each.out]
        title = say(ROUND_OF_GAME, game=say(info_of(each.game).title), number=each.round + 1)
        rows = [[str(rank), name, points] for rank, name, points in each.standings]
        made.append({"title": title, "tables": tables, "standings": rows})
    return made
