"""Exports of ended matches: record, JSON, a play for the BG Stats app, a picture, shared pages.

Only ended matches are exported: the record of a running match may contain hidden cards.

    /export/7-k3j2h4g5   and below it .txt   .json   .bgstats.json   .svg

The part after the number is random, so that only people who got the address find the page.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from html import escape
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO
from urllib.parse import quote

from engines import catalog
from engines.errors import EngineError
from engines.languages import SOURCE
from engines.record import Record, write
from engines.unicode import read_json
from firmware_py.core.language import N_, labelled
from firmware_py.games.picture_style import stand_alone
from firmware_py.history.archive import EndedMatches, open_archive
from firmware_py.history.ended_match import EndedMatch, NotExported, gather
from firmware_py.history.recent_frames import png
from firmware_py.match.game_info import Played, info_of, ranks_of
from firmware_py.storage.disk import become_owner_of, write_as_owner
from firmware_py.storage.files import NotWritten, safe_name, write_new
from firmware_py.storage.store import (
    OVER,
    StoreError,
)
from firmware_py.system.shared_pages import Pages
from firmware_py.ui.canvas import Canvas, ellipsis
from firmware_py.ui.widgets import BODY, top_bar

_CARD_LINE, _CARD_SCALE = 13, 8
PLAY_LINK = "https://app.bgstatsapp.com/createPlay.html?data="


@dataclass(frozen=True, slots=True)
class Format:
    """A form of export: the suffix of its files, its media type, and how it is made."""

    ending: str
    kind: str
    make: Callable[[EndedMatch], str]


# --- the forms ---


def as_record(ended: EndedMatch) -> str:
    """Return the record, the same text as in the store and in reports."""
    return write(ended.record)


def as_signed(ended: EndedMatch) -> str:
    """Return the events with the signature of the box (docs/club.md); raise NotExported."""
    if ended.signed is None:
        raise NotExported(N_("This game has no signature: it did not end on a box with a key."))
    return ended.signed


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
    picture = ended.picture() if ended.is_known else None
    if picture is None:
        raise NotExported(N_("This game has no picture of its table."))
    return stand_alone(picture)


def as_play(ended: EndedMatch) -> str:
    """Return the play for the BG Stats app; raise NotExported."""
    return _dump(bgstats_play(ended))


def bgstats_play(ended: EndedMatch) -> dict[str, Any]:
    """Return the fields of the play for BG Stats; raise NotExported."""
    stored = ended.stored
    date = stored.ended_at if stored.ended_at is not None else stored.began_at
    if stored.status != OVER:
        raise NotExported(N_("A stopped game has no result for BG Stats."))
    if ended.record.header.is_exercise:
        raise NotExported(N_("Practice games are not sent to BG Stats."))
    if date is None:
        raise NotExported(N_("BG Stats needs a date, and this game has none."))
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
    """Return the game as the app knows it, by its number if it has one."""
    header = ended.record.header
    info, played = info_of(header.game), _played(ended)
    made: dict[str, Any] = {
        "name": played.title(SOURCE) if played else info.title,
        "sourceGameId": header.game if not played else f"{header.game} {played.title(SOURCE)}",
        "highestWins": not (played and played.lowest_wins),
        "noPoints": not info.has_points,
    }
    return made | ({"bggId": played.bgg} if played and played.bgg else {})


def _played(ended: EndedMatch) -> Played | None:
    header = ended.record.header
    return info_of(header.game).played(header.start.given)


def play_link(ended: EndedMatch) -> str:
    """Return the link that opens the BG Stats app with the play filled in; raise NotExported."""
    text = json.dumps(bgstats_play(ended), ensure_ascii=False, separators=(",", ":"))
    return PLAY_LINK + quote(text, safe="")


def _play_player(ended: EndedMatch, seat: int) -> dict[str, Any]:
    player = describe_player(ended, seat)
    made: dict[str, Any] = {
        "name": player["name"],
        # The app remembers people by this: the name is the same in all matches.
        "sourcePlayerId": player["name"].casefold(),
        "startPlayer": player["first"],
        "winner": player["winner"],
        "rank": player["rank"],
    }
    if player["score"] is not None:
        made["score"] = player["score"]
    return made


def describe_player(ended: EndedMatch, seat: int) -> dict[str, Any]:
    """Return the result of one seat: name, score, rank."""
    header, outcome = ended.record.header, ended.stored.outcome
    scored = outcome is not None and info_of(header.game).has_points
    ranks = outcome and ranks_of(info_of(header.game), header.start.given, outcome)
    return {
        "seat": seat,
        "name": ended.names[seat],
        "level": header.level_of(seat) or None,
        "first": header.start.first == seat,
        "score": outcome["scores"][seat] if outcome is not None and scored else None,
        "winner": outcome is not None and seat in outcome["winners"],
        "rank": ranks and ranks[seat],
    }


def _play_id(ended: EndedMatch) -> str:
    """Return an identifier of the play that differs between boxes, too."""
    head = write(Record(ended.record.header))
    return f"{ended.stored.id}-{sha256(head.encode()).hexdigest()[:12]}"


def _variant(ended: EndedMatch) -> str:
    """Return the options that differ from the defaults."""
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
    "signed": Format("signed.txt", "text/plain; charset=utf-8", as_signed),
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
    Root reads as the owner of the data, and writes to the target as root.
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

    A line without a name is a message about a match that was left out.
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
    archive: EndedMatches, add: Callable[[EndedMatch], None], put: Callable[[str, str], None]
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


Say = Callable[..., str]

_LINKS = {
    "record": N_("Record"),
    "signed": N_("Signed game"),
    "json": N_("JSON"),
    "bgstats": N_("BG Stats file"),
    "picture": N_("Picture"),
}


def match_pages(
    ended: EndedMatch,
    path: str,
    title: str,
    language: str,
    say: Say,
    data: Path | None = None,
    address: str = "",
) -> Pages:
    """Return all that is shared of a match below a path; `data` has its turning points.

    `address` is that of the box in its network: the preview of a link needs it.
    """
    pages: dict[str, tuple[str, bytes]] = {}
    links = []
    for name, form in FORMATS.items():
        try:
            body = form.make(ended).encode()
        except (NotExported, EngineError):  # a record of other rules has no table to draw
            continue
        place = f"{path}.{form.ending}"
        pages[place] = (form.kind, body)
        links.append(_link(place, say(_LINKS[name]), file_name(ended, name)))
    picture = f"{path}.{FORMATS['picture'].ending}"
    shown = _image(picture, say(N_("The table at the end"))) if picture in pages else ""
    shown += _decided(ended, language, say, data)
    pages[f"{path}.png"] = ("image/png", _card(ended, title, say))
    whole = escape(f"{address.rstrip('/')}{path}")
    card = f'<meta property="og:image" content="{whole}.png">' if address else ""
    page = _page(ended, title, language, say, shown, links, card)
    pages[path] = ("text/html; charset=utf-8", page)
    return pages


def _decided(ended: EndedMatch, language: str, say: Say, data: Path | None) -> str:
    """Return the choices that decided it, as far as the box has found them."""
    if data is None or not ended.can_replay:
        return ""
    points = ended.turning_points(data, language, say)
    if not points:
        return ""
    rows = "".join(
        f'<li value="{point["place"]}"><strong>{escape(point["played"])}</strong> '
        f"{escape(' '.join(point['words']))}</li>"
        for point in points
    )
    title = say(N_("Turning points"))
    return f"<h2>{escape(title)}</h2><ol>{rows}</ol>"


def _image(place: str, word: str) -> str:
    return f'<p><img src="{escape(place)}" alt="{escape(word)}" width="600"></p>'


def _link(place: str, word: str, name: str) -> str:
    return f'<li><a href="{escape(place)}" download="{escape(name)}">{escape(word)}</a></li>'


def _app_link(ended: EndedMatch, say: Say) -> str:
    """Return the link that opens the app with this play, if it can take it."""
    try:
        link = play_link(ended)
    except NotExported:
        return ""
    word = say(N_("Add to BG Stats"))
    return f'<p><a href="{escape(link)}">{escape(word)}</a></p>'


def _person(ended: EndedMatch, seat: int, say: Say) -> str:
    return f"<li>{escape(_said(ended, seat, say))}</li>"


def _result(ended: EndedMatch, say: Say) -> str:
    """Return who played and what they have, in one line."""
    return ", ".join(_said(ended, seat, say) for seat in range(len(ended.names)))


def _said(ended: EndedMatch, seat: int, say: Say) -> str:
    player = describe_player(ended, seat)
    name, score = player["name"], player["score"]
    words = str(name) if score is None else labelled(say, name, score)
    return f"{words}{' ✓' if player['winner'] else ''}"


def _card(ended: EndedMatch, title: str, say: Say) -> bytes:
    """Return the preview of a link, drawn as on the display of the box: a PNG."""
    canvas = Canvas()
    top_bar(canvas, title, may_cut=True)
    for row in range(min(len(ended.names), BODY.h // _CARD_LINE)):
        said = _said(ended, row, say)
        text = ellipsis(said, "medium", BODY.w - 4)
        canvas.text(BODY.x + 2, BODY.y + 1 + row * _CARD_LINE, text, "medium", width=BODY.w - 4)
    return png(canvas.picture().frame, _CARD_SCALE)


def _sheet(ended: EndedMatch, language: str, say: Say) -> str:
    """Return every point with its rule, a table for each seat; nothing without points."""
    if ended.stored.outcome is None or not ended.can_replay:
        return ""
    tables = []
    for name, lines in zip(ended.names, ended.score_table(language) or (), strict=False):
        rows = "".join(
            f"<tr><th>{escape(rule)}</th><td>{'?' if points is None else points}</td></tr>"
            for points, rule in lines
        )
        if rows:
            tables.append(f"<table><caption>{escape(name)}</caption><tbody>{rows}</tbody></table>")
    if not tables:
        return ""
    title = say(N_("Score sheet"))
    return f"<h2>{escape(title)}</h2>{''.join(tables)}"


def _page(
    ended: EndedMatch,
    title: str,
    language: str,
    say: Say,
    picture: str,
    links: list[str],
    card: str,
) -> bytes:
    people = "".join(_person(ended, seat, say) for seat in range(len(ended.names)))
    return f"""<!doctype html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<meta property="og:type" content="article">
<meta property="og:title" content="{escape(title)}">
<meta property="og:description" content="{escape(_result(ended, say))}">
{card}
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/share.css">
</head>
<body>
<main>
<h1>{escape(title)}</h1>
<ul class="people">{people}</ul>
{picture}
{_sheet(ended, language, say)}
{_app_link(ended, say)}
<ul class="files">{"".join(links)}</ul>
</main>
</body>
</html>
""".encode()
