"""The rows of the score pad on the sheet of a new game: template, teams, who comes late.

What is chosen goes into the draft as the rules take it (`Draft.given`); the template of the last
game is proposed again.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from engines.contract import Json, Named, Refused
from engines.scorepad import GAME, template
from engines.scorepad.shipped import names as shipped_names
from engines.scorepad.shipped import shipped
from engines.scorepad.template_values import HIGHEST, ROUND_LIMIT, RUNNING, Template
from engines.scorepad.template_writer import value_of
from firmware_py.app.services import Services
from firmware_py.games.scorepad import template_files
from firmware_py.language import N_
from firmware_py.ui.canvas import WIDTH, ellipsis, text_width
from firmware_py.ui.navigation import STAY, Next, Pop, Push, Screen
from firmware_py.ui.screens.lists import Menu, MenuRow, Reader, opens
from firmware_py.ui.screens.new_game import Draft
from firmware_py.ui.widgets import Item

REMEMBERED = f"template.{GAME.name}"
_BESIDE = 14
"""Columns of a row that are neither its label nor its value."""
_CUT = 60
"""A hint names so many characters of the games that a template fits."""


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


def _cut_title(services: Services, about: Template) -> str:
    """Return as much of the title as stands beside its row."""
    room = WIDTH - _BESIDE - text_width(services.say(N_("Template")), "small")
    return ellipsis(title_of(services, about), "small", room)


def prepare(services: Services, plan: Draft) -> Screen | None:
    """Put what was chosen into the draft; teams and late comers of another table are forgotten."""
    value = value_of(proposed(services, plan))
    plan.given["template"] = value
    services.settings.remember(REMEMBERED, value)
    seats = len(plan.names)
    if len(plan.given.get("teams", ())) != seats:
        plan.given.pop("teams", None)
    late = [seat for seat in plan.given.get("late", ()) if seat <= seats]
    plan.given.pop("late", None)
    if late:
        plan.given["late"] = late
    return None


def sheet_rows(services: Services, plan: Draft) -> list[MenuRow]:
    """Return the rows of the sheet."""
    say = services.say
    about = proposed(services, plan)
    rows = [
        MenuRow(
            Item(say(N_("Template")), _cut_title(services, about)),
            opens(choose_template, services, plan),
            say(N_("What is counted, when the game ends and who wins.")),
        ),
        MenuRow(
            Item(say(N_("Adapt"))),
            partial(_adapt, services, plan),
            say(N_("Change the template for this game, or keep it as one of your own.")),
        ),
    ]
    if len(plan.names) > 1:
        late = len(plan.given.get("late", ()))
        rows.append(
            MenuRow(
                Item(say(N_("Come later")), str(late)),
                opens(_choose_late, services, plan),
                say(N_("Whose chair is still empty when the game begins.")),
            )
        )
    if len(plan.names) > 2:
        rows.append(
            MenuRow(
                Item(say(N_("Teams")), _teams_text(services, plan, about)),
                opens(_choose_teams, services, plan),
                say(N_("Teams share a score. They can also be drawn before the first points.")),
            )
        )
    return rows


def _adapt(services: Services, plan: Draft) -> Next:
    from firmware_py.games.scorepad.adapting import Adapt  # seldom opened

    return Push(Adapt(services, plan))


# --- templates ----------------------------------------------------------------------------------


def summary(services: Services, about: Template) -> str:
    """Return a template in a few words: what it fits, who wins, what ends it."""
    say = services.say
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


def choose_template(services: Services, plan: Draft) -> Menu:
    """Return the list of templates: the table's own, those of the box, and a stick."""

    def take(value: Json) -> Next:
        plan.given["template"] = value
        return Pop()

    def row(about: Template) -> MenuRow:
        item = Item(title_of(services, about), may_cut=True)
        return MenuRow(item, partial(take, value_of(about)), summary(services, about))

    def rows() -> list[MenuRow]:
        made = [
            row(about) if isinstance(about, Template) else unusable_row(services, name, about)
            for name, about in own_templates(services)
        ]
        made += [row(shipped(name)) for name in shipped_names()]
        made.append(stick_row(services))
        return made

    current = title_of(services, proposed(services, plan))
    index = next((at for at, each in enumerate(rows()) if each.item.label == current), 0)
    return Menu(services, lambda: services.say(N_("Template")), rows, index)


def data_folder(services: Services) -> Any:
    """Return the folder of the table's own templates."""
    return template_files.folder_of(services.queue.store.path.parent)


def own_templates(services: Services) -> list[tuple[str, Template | Refused]]:
    """Return the table's own templates, or what is wrong with them."""
    folder = data_folder(services)
    found: list[tuple[str, Template | Refused]] = []
    for name in template_files.names(folder):
        try:
            found.append((name, template_files.check(template_files.read(folder, name))))
        except template_files.BadTemplate as error:
            found.append((name, error))
        except template_files.NoTemplate:
            continue  # it went away meanwhile
    return found


def unusable_row(services: Services, name: str, error: Refused) -> MenuRow:
    """Return a row that says what is wrong with a file, and where."""
    said = services.voice(GAME).say(error.reason)
    return MenuRow(
        Item(name, may_cut=True), lambda: Push(Reader(services, f"{name}.toml", said)), said
    )


def stick_row(services: Services) -> MenuRow:
    """Return the row that brings templates from a stick."""
    sticks = list(services.find_sticks())
    hint = N_("Files that end in .toml, on the stick itself or in its folder templates.")
    if not sticks:
        hint = N_("Put a USB stick in first.")
    item = Item(services.say(N_("From a stick")), enabled=bool(sticks))
    act = (lambda: _from_stick(services)) if sticks else lambda: STAY
    return MenuRow(item, act, services.say(hint))


def _from_stick(services: Services) -> Next:
    from firmware_py.games.scorepad.keeping import stick_menu  # seldom opened

    return Push(stick_menu(services))


# --- people -------------------------------------------------------------------------------------


def _choose_late(services: Services, plan: Draft) -> Menu:
    """Return everybody, to be marked as coming later."""

    def toggle(seat: int) -> Next:
        late = set(plan.given.get("late", ()))
        late ^= {seat}
        plan.given.pop("late", None)
        if late:
            plan.given["late"] = sorted(late)
        return STAY

    def rows() -> list[MenuRow]:
        late = plan.given.get("late", ())
        words = {True: services.say(N_("later")), False: services.say(N_("is here"))}
        return [
            MenuRow(Item(name, words[seat in late], may_cut=True), partial(toggle, seat))
            for seat, name in enumerate(plan.names, 1)
        ]

    return Menu(services, lambda: services.say(N_("Come later")), rows)


def _teams_text(services: Services, plan: Draft, about: Template) -> str:
    told = plan.given.get("teams")
    if told is not None and len(told) == len(plan.names):
        return str(max(told))
    return str(about.teams) if about.teams else services.say(N_("none"))


def _choose_teams(services: Services, plan: Draft) -> Menu:
    """Return how many teams, around the table."""
    seats = len(plan.names)

    def take(count: int) -> Next:
        plan.given["teams"] = [seat % count + 1 for seat in range(seats)]
        return Pop()

    def none() -> Next:
        about = proposed(services, plan)
        plan.given.pop("teams", None)
        if about.teams:
            plan.given["teams"] = list(range(1, seats + 1))
        return Pop()

    rows = [MenuRow(Item(services.say(N_("none"))), none)]
    rows += [MenuRow(Item(str(count)), partial(take, count)) for count in range(2, seats)]
    return Menu(services, lambda: services.say(N_("Teams")), lambda: rows)
