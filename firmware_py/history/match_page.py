"""The pages of one shared match: who played, what decided it, every point, the files to take along.

/export/7-k3j2h4g5   and below it .txt   .json   .bgstats.json   .svg

The part after the number is drawn by chance: only those who were given the address find it.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path

from engines.errors import EngineError
from firmware_py.core.language import N_, labelled
from firmware_py.history.ended_match import EndedMatch, NotExported
from firmware_py.history.export import FORMATS, describe_player, file_name, play_link
from firmware_py.system.shared_pages import Pages

Say = Callable[..., str]

_LINKS = {
    "record": N_("Record"),
    "json": N_("JSON"),
    "bgstats": N_("BG Stats file"),
    "picture": N_("Picture"),
}


def match_pages(
    ended: EndedMatch, path: str, title: str, language: str, say: Say, data: Path | None = None
) -> Pages:
    """Return all that is shared of a match below a path; `data` has its turning points."""
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
    pages[path] = ("text/html; charset=utf-8", _page(ended, title, language, say, shown, links))
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
    return f"<h2>{escape(say(N_('Turning points')))}</h2><ol>{rows}</ol>"


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
    told = describe_player(ended, seat)
    name, score = told["name"], told["score"]
    words = name if score is None else labelled(say, name, score)
    return f"<li>{escape(words)}{' ✓' if told['winner'] else ''}</li>"


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
    return f"<h2>{escape(say(N_('Score sheet')))}</h2>{''.join(tables)}"


def _page(
    ended: EndedMatch, title: str, language: str, say: Say, picture: str, links: list[str]
) -> bytes:
    people = "".join(_person(ended, seat, say) for seat in range(len(ended.names)))
    return f"""<!doctype html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
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
