"""The templates that there are, and each in a few words: those of the box and the table's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from engines.engine import Named, Refused
from engines.scorepad import GAME, template
from engines.scorepad.shipped import shipped
from engines.scorepad.template_values import HIGHEST, ROUND_LIMIT, RUNNING, Template
from firmware_py.core.language import N_
from firmware_py.games.draft import Draft
from firmware_py.games.scorepad import template_files
from firmware_py.ui.background_job import Work
from firmware_py.ui.lists import MenuRow, Reader
from firmware_py.ui.navigation import Push, Screen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item

REMEMBERED = f"template.{GAME.name}"
_CUT = 60
"""A hint names so many characters of the games that a template fits."""


class Speaks(Protocol):
    """Says texts of the application in somebody's language."""

    def say(self, text: str, **places: object) -> str:
        """Return a text."""
        ...


def proposed(services: Services, plan: Draft) -> Template:
    """Return the template of a draft: the chosen one, the last one, or the plain sheet."""
    for value in (plan.given.get("template"), services.settings.recall(REMEMBERED, None)):
        if value is not None:
            try:
                return template.read(value)
            except Refused:
                continue  # remembered by another Tablemate
    return shipped("plain")


def title_of(services: Services, about: Template) -> str:
    """Return the title of a template in the table's language."""
    return services.voice(GAME).fact(Named("title", about.title))


def summary(speaker: Speaks, about: Template) -> str:
    """Return a template in a few words: what it fits, who wins, what ends it."""
    say = speaker.say
    told = [", ".join(about.fits)[:_CUT]] if about.fits else []
    low, high = about.players
    count = str(low) if low == high else f"{low}-{high}"
    told.append(say(N_("Players: {count}"), count=count))
    told.append(say(N_("The highest wins") if about.wins == HIGHEST else N_("The lowest wins")))
    if about.sheet == RUNNING:
        told.append(say(N_("running score")))
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
    return template_files.folder_of(services.queue.store.path.parent)


def own_templates(services: Services) -> list[tuple[str, Template | Refused]]:
    """Return the table's own templates, or what is wrong with them; nothing is parsed here.

    A file that changed since the list was opened is there when it is opened again.
    """
    folder = data_folder(services)
    found: list[tuple[str, Template | Refused]] = []
    for name in template_files.names(folder):
        try:
            found.append((name, template_files.known(folder, name)))
        except template_files.BadTemplate as error:
            found.append((name, error))
        except (template_files.NoTemplate, template_files.Unread):
            continue
    return found


def after_reading(services: Services, show: Callable[[], Screen]) -> Screen:
    """Return a screen that lists templates, after what changed was parsed beside the event loop."""
    folder = data_folder(services)
    if not template_files.has_unread(folder):
        return show()
    title = services.say(N_("Templates"))
    return Work(services, title, lambda: template_files.read_all(folder), lambda _: show())


def unusable_row(services: Services, name: str, error: Refused) -> MenuRow:
    """Return a row that says what is wrong with a file, and where."""
    said = services.voice(GAME).say(error.reason)
    return MenuRow(
        Item(name, may_cut=True), lambda: Push(Reader(services, f"{name}.toml", said)), said
    )
