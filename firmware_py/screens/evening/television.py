"""A page for a television: tables by number, by name, and the standings, one after the other.

Plain pages that a browser loads again by itself, without any script:

    /evening  --12 s-->  /evening/names  --12 s-->  /evening/standings  --12 s-->  /evening
"""

from __future__ import annotations

from html import escape

from firmware_py.core.language import N_
from firmware_py.evening.evening import TABLES, BadEvening, Evening
from firmware_py.evening.standings import decimal, standings
from firmware_py.evening.words import ROUND_OF_GAME, SITS_OUT, table_text
from firmware_py.games.titles import game_name
from firmware_py.screens.history.share import PageCode
from firmware_py.system.shared_pages import Pages
from firmware_py.ui.services import Services

PATH = "/evening"
ON = "television"
"""The key under which the box remembers the evening that is on television."""
SHOWN_S = 12
DENSITIES = (8, 16, 24, 32, 48, 64, 96)
"""The numbers of rows for which evening.css has a size of text."""


class TelevisionCode(PageCode):
    """The address of the page for a television."""

    def __init__(self, services: Services, number: int) -> None:
        services.settings.remember_own(ON, number)
        refresh(services)
        hint = services.say(N_("Open on the television:"))
        super().__init__(services, PATH, services.say(N_("Television")), hint)


def refresh(services: Services) -> None:
    """Bring the page up to date, if somebody has opened one."""
    number = services.settings.recall_own(ON)
    if type(number) is not int:
        return
    try:
        evening = services.evenings.evening(number)
    except BadEvening:  # it was deleted
        services.shared_pages.put_fixed({})
        return
    services.shared_pages.put_fixed(pages(services, evening))


def pages(services: Services, evening: Evening) -> Pages:
    """Return the pages by path."""
    say = services.say
    number = len(evening.rounds)
    title = say(N_("Evening"))
    if number:
        game = game_name(services, evening.rounds[-1].game)
        title = say(ROUND_OF_GAME, game=game, number=number)
    tables = "several" if evening.plan.format == TABLES else "pairs"
    made = {
        PATH: (title, tables, _by_table(services, evening)),
        f"{PATH}/names": (title, "names", _by_name(evening)),
        f"{PATH}/standings": (say(N_("Standings")), "names", _standings(evening)),
    }
    paths = list(made)
    after = dict(zip(paths, [*paths[1:], paths[0]], strict=True))
    return {
        path: ("text/html; charset=utf-8", _page(services, head, kind, rows, after[path]))
        for path, (head, kind, rows) in made.items()
    }


Row = tuple[str, ...]


def _by_table(services: Services, evening: Evening) -> list[Row]:
    if not evening.rounds:
        return []
    last = evening.rounds[-1]
    rows: list[Row] = [
        (str(at), table_text(table, services.say)) for at, table in enumerate(last.tables, 1)
    ]
    return rows + [("–", services.say(SITS_OUT, name=name)) for name in last.out]


def _by_name(evening: Evening) -> list[Row]:
    last = evening.rounds[-1] if evening.rounds else None
    places = (
        {}
        if last is None
        else {name: str(at) for at, table in enumerate(last.tables, 1) for name in table.names}
    )
    return [(name, places.get(name, "–")) for name in sorted(evening.present, key=str.casefold)]


def _standings(evening: Evening) -> list[Row]:
    return [(str(each.rank), each.name, decimal(each.points)) for each in standings(evening)]


def _page(services: Services, title: str, kind: str, rows: list[Row], after: str) -> bytes:
    density = next((each for each in DENSITIES if len(rows) <= each), DENSITIES[-1])
    cells = "".join(
        f"<li>{''.join(f'<span>{escape(cell)}</span>' for cell in row)}</li>" for row in rows
    )
    return f"""<!doctype html>
<html lang="{escape(services.settings["language"])}">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="{SHOWN_S};url={escape(after)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/evening.css">
</head>
<body>
<h1>{escape(title)}</h1>
<ol class="rows {kind} rows-{density}">{cells}</ol>
</body>
</html>
""".encode()
