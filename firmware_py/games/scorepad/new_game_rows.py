"""The rows of the score pad in New Game: template, teams, late players.

Choices go into the draft as the engine reads them (`Draft.given`). The template of the last game is
proposed again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engines.scorepad.template_values import DEALER, Template
from engines.scorepad.template_writer import value_of
from firmware_py.core.language import N_
from firmware_py.games.draft import Draft
from firmware_py.games.scorepad.template_screens import stick_row
from firmware_py.games.scorepad.templates import (
    REMEMBERED,
    after_reading,
    by_letter,
    in_order,
    own_templates,
    proposed,
    remember_title,
    shipped_templates,
    summary,
    title_of,
    unusable_row,
)
from firmware_py.ui.canvas import WIDTH, ellipsis, text_width
from firmware_py.ui.lists import AnswerMenu, Menu, MenuRow, OnceMenu, opens
from firmware_py.ui.navigation import STAY, Next, Pop, Push, Screen, ScreenAnswer
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item

_GAPS = 14
"""Width of a row without its label and value, in pixels."""


def _cut_title(services: Services, about: Template) -> str:
    """Return as much of the title as fits its row."""
    room = WIDTH - _GAPS - text_width(services.say(N_("Template")), "small")
    return ellipsis(title_of(services, about), "small", room)


def prepare(services: Services, plan: Draft, _begin: Callable[[], Next]) -> Screen | None:
    """Put the template into the draft; drop teams and late players of another number of seats."""
    value = value_of(proposed(services, plan))
    plan.given["template"] = value
    services.settings.remember(REMEMBERED, value)
    remember_title(services, title_of(services, proposed(services, plan)))
    seats = len(plan.names)
    if len(plan.given.get("teams", ())) != seats:
        plan.given.pop("teams", None)
    late = [seat for seat in plan.given.get("late", ()) if seat <= seats]
    plan.given.pop("late", None)
    if late:
        plan.given["late"] = late
    return None


def deals_first(services: Services, plan: Draft) -> bool:
    """Return whether the seat chosen as first is the dealer."""
    return proposed(services, plan).order.marker == DEALER


def sheet_rows(services: Services, plan: Draft) -> list[MenuRow]:
    """Return the rows of the score pad in New Game."""
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
            say(N_("Change the template for this game, or save it as one of your own.")),
        ),
    ]
    if len(plan.names) > 1:
        late = len(plan.given.get("late", ()))
        rows.append(
            MenuRow(
                Item(say(N_("Come later")), str(late)),
                opens(_choose_late, services, plan),
                say(N_("Who joins later.")),
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
    from firmware_py.games.scorepad.template_screens import Adapt  # seldom opened

    return Push(Adapt(services, plan))


# --- templates ----------------------------------------------------------------------------------


def choose_template(services: Services, plan: Draft) -> Screen:
    """Return the list of templates: the table's own, the built-in ones, and a stick."""
    return after_reading(services, partial(_template_list, services, plan))


def _template_list(services: Services, plan: Draft) -> Menu:

    def take(about: Template) -> Next:
        plan.given["template"] = value_of(about)
        return Pop()

    def row(about: Template) -> MenuRow:
        item = Item(title_of(services, about), may_cut=True)
        return MenuRow(item, partial(take, about), summary(services, about))

    def rows() -> list[MenuRow]:
        made = [
            row(about) if isinstance(about, Template) else unusable_row(services, name, about)
            for name, about in own_templates(services)
        ]
        made += [row(about) for about in in_order(services, shipped_templates(), seats)]
        find = MenuRow(
            Item(services.say(N_("Find by letter"))),
            lambda: Push(letters()),
            services.say(N_("Turn to the first letter of a game or of a template.")),
        )
        return [find, *made, stick_row(services)]

    def letters() -> Menu:
        named = by_letter(services, shipped_templates())
        found = [
            MenuRow(Item(letter), partial(one_letter, letter, named[letter]),
                    ", ".join(name for name, _ in named[letter]))
            for letter in sorted(named)
        ]  # fmt: skip
        return AnswerMenu(services, lambda: services.say(N_("Find by letter")), lambda: found)

    def one_letter(letter: str, named: list[tuple[str, Template]]) -> Next:
        found = [
            MenuRow(Item(name, may_cut=True), partial(take_found, about), summary(services, about))
            for name, about in named
        ]  # fmt: skip
        return Push(OnceMenu(services, lambda: letter, lambda: found))

    def take_found(about: Template) -> Next:
        take(about)
        return Pop(ScreenAnswer.CHANGED)

    seats = len(plan.names)
    current = title_of(services, proposed(services, plan))
    index = next((at for at, each in enumerate(rows()) if each.item.label == current), 0)
    return OnceMenu(services, lambda: services.say(N_("Template")), rows, index)


# --- people -------------------------------------------------------------------------------------


def _choose_late(services: Services, plan: Draft) -> Menu:
    """Return the menu in which players are marked as coming later."""

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
    """Return the menu of the number of teams, which alternate around the table."""
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
