"""The built-in templates, and the table's own: files in a folder of the data directory.

Backups contain these files (`storage.own_texts`). A name consists of small letters, digits and
dashes, because it comes from a stick or a page and must not lead to another folder.

`read_all` parses the files that have changed, which is slow, so it runs in a worker thread. The
event loop asks only for templates that are parsed already (`known`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from engines.engine import Named, Refused
from engines.scorepad import GAME, template
from engines.scorepad.shipped import names as shipped_names
from engines.scorepad.shipped import shipped
from engines.scorepad.template import BadTemplate, load
from engines.scorepad.template_values import HIGHEST, ROUND_LIMIT, RUNNING, Template
from engines.toml_text import SIZE_LIMIT
from firmware_py.core.files import atomic_write
from firmware_py.core.language import N_
from firmware_py.games.draft import Draft
from firmware_py.storage import own_texts
from firmware_py.storage.files import check_free_space, explain_errors
from firmware_py.storage.own_texts import ENDING, FOLDER, MOST, NAME
from firmware_py.ui.background_job import Work
from firmware_py.ui.lists import MenuRow, TextScreen
from firmware_py.ui.navigation import Push, Screen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item


class NoTemplate(LookupError):
    """Raised for a missing template."""


def folder_of(data: Path) -> Path:
    """Return the folder of the templates in a data directory."""
    return data / FOLDER


def read(folder: Path, name: str) -> str:
    """Return the text of a template; raise NoTemplate."""
    return read_file(_place(folder, name))


def read_file(path: Path) -> str:
    """Return the text of a file, cut if it is too long for a template; raise NoTemplate."""
    try:
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1).decode("utf-8", errors="replace")
    except OSError as error:
        raise NoTemplate(path.name) from error


class Unread(Exception):
    """Raised for a file that has changed and is not parsed yet."""


_Signature = tuple[int, int, int]
_parsed: dict[Path, tuple[_Signature, Template | BadTemplate]] = {}
"""The last result for each file; entries are replaced whole, so any thread may do it."""


def known(folder: Path, name: str) -> Template:
    """Return the template of a parsed file; raise BadTemplate, Unread or NoTemplate."""
    path = _place(folder, name)
    signature, found = _parsed.get(path, (None, None))
    if found is None or signature != _signature(path):
        raise Unread(name)
    if isinstance(found, BadTemplate):
        raise found
    return found


def read_all(folder: Path) -> int:
    """Parse the files that have changed; return their number."""
    count = 0
    for name in own_texts.names(folder):
        with suppress(NoTemplate):
            count += _parse(_place(folder, name))
    return count


def has_unread(folder: Path) -> bool:
    """Return whether a file is not parsed yet."""
    for name in own_texts.names(folder):
        try:
            known(folder, name)
        except Unread:
            return True
        except (BadTemplate, NoTemplate):
            continue
    return False


def _parse(path: Path) -> bool:
    signature = _signature(path)
    if _parsed.get(path, (None, None))[0] == signature:
        return False
    found: Template | BadTemplate
    try:
        found = load(read_file(path))
    except BadTemplate as error:
        found = error.with_traceback(None)
    _parsed[path] = (signature, found)
    return True


def _signature(path: Path) -> _Signature:
    try:
        about = path.stat()
    except OSError as error:
        raise NoTemplate(path.name) from error
    return about.st_ino, about.st_size, about.st_mtime_ns


def write(folder: Path, name: str, text: str) -> Path:
    """Save a template; raise BadTemplate, NoTemplate for an invalid name, or NotWritten."""
    load(text)
    target = _place(folder, name)
    data = text.encode()
    with explain_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        check_free_space(folder, len(data))
        atomic_write(target, data)
    with suppress(NoTemplate):
        _parse(target)  # so that the event loop can list it
    return target


def remove(folder: Path, name: str) -> None:
    """Remove a template; raise NoTemplate."""
    try:
        _place(folder, name).unlink()
    except OSError as error:
        raise NoTemplate(name) from error


def on_stick(stick: Path) -> Iterator[Path]:
    """Yield the files of a stick that could be templates, at its top or in its folder."""
    for place in (stick, stick / FOLDER):
        try:
            found = sorted(place.glob(f"*{ENDING}"))
        except OSError:
            continue
        yield from (path for path in found[:MOST] if not path.name.startswith("."))


def _place(folder: Path, name: str) -> Path:
    if not NAME.fullmatch(name):
        raise NoTemplate(name)
    return folder / f"{name}{ENDING}"


# --- in a few words ---


REMEMBERED = f"template.{GAME.name}"
_CUT = 60
"""Most characters of the list of games that a template fits."""


class Speaks(Protocol):
    """Translates texts of the application."""

    def say(self, text: str, **places: object) -> str:
        """Return a text."""
        ...


def proposed(services: Services, plan: Draft) -> Template:
    """Return the template of a draft, else that of the last game, else the plain sheet."""
    for value in (plan.given.get("template"), services.settings.recall(REMEMBERED, None)):
        if value is not None:
            try:
                return template.read(value)
            except Refused:
                continue  # stored by another version
    return shipped("plain")


def title_of(services: Services, about: Template) -> str:
    """Return the title of a template in the language of the box."""
    return services.voice(GAME).fact(Named("title", about.title))


_LATELY = f"templates.{GAME.name}"
_KEPT = 8
"""How many titles are remembered as used last."""


def shipped_templates() -> list[Template]:
    """Return the templates that come with the box."""
    return [shipped(name) for name in shipped_names()]


def remember_title(services: Services, title: str) -> None:
    """Keep a title as the one that was used last."""
    lately = [each for each in services.settings.recall(_LATELY, []) if each != title]
    services.settings.remember(_LATELY, [title, *lately][:_KEPT])


def in_order(services: Services, every: list[Template], seats: int) -> list[Template]:
    """Return templates: those used last, those for this number of players, the others."""
    lately = list(services.settings.recall(_LATELY, []))

    def place(about: Template) -> tuple[int, bool, str]:
        title = title_of(services, about)
        at = lately.index(title) if title in lately else len(lately)
        return at, not about.players[0] <= seats <= about.players[1], title.casefold()

    return sorted(every, key=place)


def by_letter(services: Services, every: list[Template]) -> dict[str, list[tuple[str, Template]]]:
    """Return the games that templates are for, and their titles, by the first letter."""
    found: dict[str, list[tuple[str, Template]]] = {}
    for about in every:
        for name in (*about.fits, title_of(services, about)):
            found.setdefault(name[0].upper(), []).append((name, about))
    return {letter: sorted(named, key=lambda each: each[0]) for letter, named in found.items()}


def summary(speaker: Speaks, about: Template) -> str:
    """Return a summary of a template: what it fits, who wins, what ends it."""
    say = speaker.say
    told = [", ".join(about.fits)[:_CUT]] if about.fits else []
    low, high = about.players
    count = str(low) if low == high else f"{low}-{high}"
    told.append(say(N_("Players: {count}"), count=count))
    told.append(say(N_("The highest wins") if about.wins == HIGHEST else N_("The lowest wins")))
    if about.sheet == RUNNING:
        told.append(say(N_("running total")))
    rounds = {about.last_round(players) for players in range(low, high + 1)} - {ROUND_LIMIT}
    if rounds:
        span = sorted(rounds)
        told.append(
            say(
                N_("Rounds: {count}"),
                count=str(span[0]) if len(span) == 1 else f"{span[0]}-{span[-1]}",
            )
        )
    if about.end.target is not None:
        told.append(say(N_("Ends at {target}"), target=about.end.target))
    return "; ".join(told) + "."


def data_folder(services: Services) -> Path:
    """Return the folder of the table's own templates."""
    return folder_of(services.queue.store.path.parent)


def own_templates(services: Services) -> list[tuple[str, Template | Refused]]:
    """Return the table's own templates, or their errors, without parsing anything.

    A file that has changed appears when the list is opened again.
    """
    folder = data_folder(services)
    found: list[tuple[str, Template | Refused]] = []
    for name in own_texts.names(folder):
        try:
            found.append((name, known(folder, name)))
        except BadTemplate as error:
            found.append((name, error))
        except (NoTemplate, Unread):
            continue
    return found


def after_reading(services: Services, show: Callable[[], Screen]) -> Screen:
    """Return a screen that lists templates, after parsing changed files in a worker thread."""
    folder = data_folder(services)
    if not has_unread(folder):
        return show()
    title = services.say(N_("Templates"))
    return Work(services, title, lambda: read_all(folder), lambda _: show())


def unusable_row(services: Services, name: str, error: Refused) -> MenuRow:
    """Return a row that explains the error in a file."""
    said = services.voice(GAME).say(error.reason)
    return MenuRow(
        Item(name, may_cut=True), lambda: Push(TextScreen(services, f"{name}.toml", said)), said
    )
