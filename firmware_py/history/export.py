"""Finished matches to take along: record, JSON, a play for the BG Stats app, a picture.

Only what has ended is given away: the record of a running match may hold what is still hidden
at the table.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO
from urllib.parse import quote

from engines import catalog
from engines.errors import EngineError
from engines.languages import SOURCE
from engines.record import Record, write
from engines.unicode import read_json
from firmware_py.core.language import N_
from firmware_py.history.archive import Archive, open_archive
from firmware_py.history.ended_match import EndedMatch, NotExported, gather
from firmware_py.match.game_info import Played, facts_of
from firmware_py.storage.files import NotWritten, safe_name, write_new
from firmware_py.storage.owner import become_owner_of, write_as_owner
from firmware_py.storage.store import (
    OVER,
    StoreError,
)

PLAY_LINK = "https://app.bgstatsapp.com/createPlay.html?data="


@dataclass(frozen=True, slots=True)
class Format:
    """A form of export: the ending of its files, its type on the web, and how it is made."""

    ending: str
    kind: str
    make: Callable[[EndedMatch], str]


# --- the forms ---


def as_record(ended: EndedMatch) -> str:
    """Return the record: the same text that saves, tests and reports use."""
    return write(ended.record)


def as_json(ended: EndedMatch) -> str:
    """Return names, dates, result and record as JSON."""
    stored, header = ended.stored, ended.record.header
    return _dump(
        {
            "format": "tablemate match 1",
            "match": stored.id,
            "game": header.game,
            "rules": header.rules,
            "options": dict(header.start.options),
            "status": stored.status,
            "began": _iso(stored.began_at),
            "ended": _iso(stored.ended_at),
            "practice": header.practice,
            "played_s": ended.played_s,
            "players": [describe_player(ended, seat) for seat in range(len(ended.names))],
            "outcome": stored.outcome,
            "record": write(ended.record),
        }
    )


def as_picture(ended: EndedMatch) -> str:
    """Return the final table as a picture; raise NotExported."""
    from firmware_py.games.picture_style import stand_alone  # slow to import

    picture = ended.picture() if ended.is_known else None
    if picture is None:
        raise NotExported(N_("This game has no picture of its table."))
    return stand_alone(picture)


def as_play(ended: EndedMatch) -> str:
    """Return the play as the BG Stats app takes it; raise NotExported."""
    return _dump(bgstats_play(ended))


def bgstats_play(ended: EndedMatch) -> dict[str, Any]:
    """Return the play in BG Stats' own fields; raise NotExported."""
    stored = ended.stored
    date = stored.ended_at if stored.ended_at is not None else stored.began_at
    if stored.status != OVER:
        raise NotExported(N_("An abandoned match has no result for BG Stats."))
    if ended.record.header.practice:
        raise NotExported(N_("Practice is no play for BG Stats."))
    if date is None:
        raise NotExported(N_("BG Stats needs a date, and this match has none."))
    made: dict[str, Any] = {
        "sourceName": "Tablemate",
        "sourcePlayId": _play_id(ended),
        "playDate": datetime.fromtimestamp(date, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": _play_game(ended),
        "board": _variant(ended),
        "players": [_play_player(ended, seat) for seat in range(len(ended.names))],
    }
    if ended.played_s is not None:
        made["durationMin"] = max(round(ended.played_s / 60), 1)
    return made


def _play_game(ended: EndedMatch) -> dict[str, Any]:
    """Return the game that was played, as the app knows it: by its own number where it has one."""
    header = ended.record.header
    facts, played = facts_of(header.game), _played(ended)
    made: dict[str, Any] = {
        "name": played.title(SOURCE) if played else facts.title,
        "sourceGameId": header.game if not played else f"{header.game} {played.title(SOURCE)}",
        "highestWins": not (played and played.lowest_wins),
        "noPoints": not facts.has_points,
    }
    return made | ({"bggId": played.bgg} if played and played.bgg else {})


def _played(ended: EndedMatch) -> Played | None:
    header = ended.record.header
    return facts_of(header.game).played(header.start.given)


def play_link(ended: EndedMatch) -> str:
    """Return the link that opens the BG Stats app with the play filled in; raise NotExported."""
    text = json.dumps(bgstats_play(ended), ensure_ascii=False, separators=(",", ":"))
    return PLAY_LINK + quote(text, safe="")


def _play_player(ended: EndedMatch, seat: int) -> dict[str, Any]:
    told = describe_player(ended, seat)
    made: dict[str, Any] = {
        "name": told["name"],
        # The app remembers whom this is: the name is what stays the same between matches.
        "sourcePlayerId": told["name"].casefold(),
        "startPlayer": told["first"],
        "winner": told["winner"],
        "rank": told["rank"],
    }
    if told["score"] is not None:
        made["score"] = told["score"]
    return made


def describe_player(ended: EndedMatch, seat: int) -> dict[str, Any]:
    """Return what came of one seat: name, score, place."""
    header, outcome = ended.record.header, ended.stored.outcome
    scored = outcome is not None and facts_of(header.game).has_points
    played = _played(ended)
    sign = -1 if played and played.lowest_wins else 1
    return {
        "seat": seat,
        "name": ended.names[seat],
        "level": header.level_of(seat) or None,
        "first": header.start.first == seat,
        "score": outcome["scores"][seat] if outcome is not None and scored else None,
        "winner": outcome is not None and seat in outcome["winners"],
        "rank": None if outcome is None else _rank(outcome, seat, sign),
    }


def _rank(outcome: Mapping[str, Any], seat: int, sign: int) -> int:
    """Return the place of a seat: winners first, then by score; equals share a place."""

    def worth(each: int) -> tuple[bool, int]:
        won = each in outcome["winners"]
        return won, 0 if won else sign * outcome["scores"][each]

    return 1 + sum(worth(each) > worth(seat) for each in range(len(outcome["scores"])))


def _play_id(ended: EndedMatch) -> str:
    """Return what tells this play from any other, on this box and on others."""
    head = write(Record(ended.record.header))
    return f"{ended.stored.id}-{sha256(head.encode()).hexdigest()[:12]}"


def _variant(ended: EndedMatch) -> str:
    """Return the options that were not the usual ones."""
    header = ended.record.header
    if header.game not in catalog.GAMES:
        return ""
    usual = {option.name: option.default for option in catalog.load(header.game).options}
    chosen = header.start.options.items()
    return ", ".join(f"{name}: {value}" for name, value in chosen if usual.get(name) != value)


def _iso(date: int | None) -> str | None:
    if date is None:
        return None
    return datetime.fromtimestamp(date, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


FORMATS: Mapping[str, Format] = {
    "record": Format("txt", "text/plain; charset=utf-8", as_record),
    "json": Format("json", "application/json", as_json),
    "bgstats": Format("bgstats.json", "application/json", as_play),
    "picture": Format("svg", "image/svg+xml", as_picture),
}


# --- files ---


def file_name(ended: EndedMatch, name: str) -> str:
    """Return the name of an export's file: game, date or number, and players."""
    stored = ended.stored
    date = stored.ended_at if stored.ended_at is not None else stored.began_at
    day = "" if date is None else f"{datetime.fromtimestamp(date, UTC).astimezone():%Y-%m-%d}-"
    people = safe_name(" ".join(ended.names))
    game = safe_name(stored.header.game)  # it comes from a file that anybody may have written
    return f"{game}-{day}{stored.id}-{people}.{FORMATS[name].ending}"


def write_export(ended: EndedMatch, name: str, folder: Path) -> Path:
    """Write an export into a folder; raise NotExported or NotWritten."""
    return write_new(folder, file_name(ended, name), FORMATS[name].make(ended).encode())


def export_folder(data: Path) -> Path:
    """Return where exports go without a stick."""
    return data / "export"


def run_export(data: Path, match: int | None, name: str, target: Path | None = None) -> int:
    """Export a match, or with None all that ended, for the command line.

    The target is a folder, `-` for standard output, or None for the box's own export folder.
    Root reads as the owner of the data, and writes where it was told to as itself.
    """
    folder = export_folder(data) if target is None else target
    if target is None:
        become_owner_of(data)
    try:
        with TemporaryFile() as made:
            write_as_owner(data, lambda file: _make_exports(data, match, name, file), made)
            made.seek(0)
            for file, text in map(read_json, made):
                if not file:
                    print(text, file=sys.stderr)
                elif str(folder) == "-":
                    print(text, end="")
                else:
                    print(write_new(folder, file, text.encode()))
    except (StoreError, EngineError, NotWritten) as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1
    return 0


def _make_exports(data: Path, match: int | None, name: str, file: BinaryIO) -> None:
    """Write name and text of each export as a line; raise StoreError or EngineError.

    Without a name it is what to tell of one that was left out.
    """

    def put(target: str, text: str) -> None:
        file.write(json.dumps((target, text)).encode() + b"\n")

    def add(ended: EndedMatch) -> None:
        put(file_name(ended, name), FORMATS[name].make(ended))

    with open_archive(data) as archive:
        if match is not None:
            add(gather(archive, match))
        elif not _add_all(archive, add, put):
            raise NotExported(f"no match in {data} can be exported as {name} yet")


def _add_all(
    archive: Archive, add: Callable[[EndedMatch], None], put: Callable[[str, str], None]
) -> int:
    done = 0
    before: int | None = None
    while page := archive.older(before, 50):
        for stored in page:
            try:
                add(gather(archive, stored.id))
            except (StoreError, EngineError) as error:
                put("", f"tablemate: match {stored.id} left out: {error}")
            else:
                done += 1
        before = page[-1].id
    return done
