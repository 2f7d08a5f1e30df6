"""What the screens that look back have in common: a match in words, and played again."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from engines import catalog
from engines.match import Match, replay
from engines.record import EDIT, BadRecord, Header, Line, Record, write
from firmware_py.desk import Desk
from firmware_py.export import WITHOUT_POINTS
from firmware_py.language import N_
from firmware_py.screens.home import game_name
from firmware_py.store import ABANDONED, DAMAGED, Kept


def title_of(desk: Desk, kept: Kept) -> str:
    """Return the name of the game that was played; its code, if a newer Tablemate knew more."""
    game = kept.header.game
    return game_name(desk, game) if game in catalog.GAMES else game


def day(desk: Desk, date: int | None) -> str:
    """Return a date as every language reads it, or that there is none."""
    if date is None:
        return desk.say(N_("no date"))
    return f"{datetime.fromtimestamp(date, UTC).astimezone():%Y-%m-%d}"


def day_of(desk: Desk, kept: Kept) -> str:
    """Return the day a match ended, or else began."""
    return day(desk, kept.ended_at if kept.ended_at is not None else kept.began_at)


def people(desk: Desk, kept: Kept) -> str:
    """Return who played and what came of it, winners marked: "✓Anna 45  Ben 38"."""
    if kept.status == DAMAGED:
        return desk.say(N_("damaged"))
    names = names_of(desk, kept.header)
    outcome = kept.outcome
    if kept.status == ABANDONED or outcome is None:
        return desk.say(N_("given up: {names}"), names=", ".join(names))
    drawn = len(outcome["winners"]) == len(names)
    told = []
    for seat, name in enumerate(names):
        mark = "✓" if seat in outcome["winners"] and not drawn else ""
        score = "" if kept.header.game in WITHOUT_POINTS else f" {outcome['scores'][seat]}"
        told.append(f"{mark}{name}{score}")
    return "  ".join(told)


def names_of(desk: Desk, header: Header) -> tuple[str, ...]:
    """Return who sat where; a match without names has numbered players."""
    seats = range(header.start.seats)
    return header.names or tuple(desk.say(N_("Player {number}"), number=s + 1) for s in seats)


def play_again(desk: Desk, kept: Kept) -> Match[Any, Any]:
    """Play the record of a kept match again; raise EngineError or StoreError."""
    record = desk.keeper.store.archive.record(kept.id)
    game = record.header.game
    if game not in catalog.GAMES:
        raise BadRecord(f"this Tablemate does not know the game {game!r}")
    named = replace(record.header, names=names_of(desk, record.header))
    return replay(write(Record(named, record.lines)), catalog.load(game))


def apart_from_play(desk: Desk, line: Line, names: tuple[str, ...]) -> str | None:
    """Say a line that is no choice of the game: the table mended, an agreement; None for others.

    A seat of three or more leaves, one of two resigns.
    """
    if line.text.startswith(EDIT):
        return desk.say(N_("The table was mended."))
    if line.text == "draw":
        return desk.say(N_("A draw"))
    if line.text == "end":
        return desk.say(N_("End and score"))
    if line.text != "resign":
        return None
    words = N_("{name} leaves") if len(names) > 2 else N_("{name} resigns")
    return desk.say(words, name=names[int(line.who)])
