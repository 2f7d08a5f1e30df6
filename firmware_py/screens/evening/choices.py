"""What is chosen before an evening and during it: who is here, how many rounds, who corrects."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from firmware_py.core.language import N_, N_context
from firmware_py.evening.evening import MOST_PLAYERS
from firmware_py.screens.settings.settings import keep_name
from firmware_py.ui.lists import Menu, MenuRow
from firmware_py.ui.name_entry import NameEntry
from firmware_py.ui.navigation import STAY, Next, Pop, Push, ScreenAnswer
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item


def choose_rounds(services: Services, rounds: int, least: int, take: Callable[[int], None]) -> Menu:
    """Return the choice of the number of rounds."""

    def choose(number: int) -> Next:
        take(number)
        return Pop()

    numbers = range(least, max(12, rounds) + 1)
    rows = [MenuRow(Item(str(number)), partial(choose, number)) for number in numbers]
    title = services.say(N_context("evening", "Rounds"))
    return Menu(services, lambda: title, lambda: rows, max(rounds - least, 0))


def who_is_here(
    services: Services, here: Callable[[], Collection[str]], change: Callable[..., None]
) -> Menu:
    """Return the list of all players, in which each press says that somebody is here, or not."""

    def turn_round(name: str) -> Next:
        if name not in here() and len(here()) >= MOST_PLAYERS:
            services.toast = services.say(N_("The evening is full."))
            return STAY
        change(name, is_here=name not in here())
        return STAY

    def entered(name: str) -> Next:
        kept = keep_name(services, name)
        if kept not in here():
            turn_round(kept)
        return Pop(ScreenAnswer.CHANGED)

    def rows() -> list[MenuRow]:
        now = here()
        names = services.queue.store.players()
        names += [name for name in now if name not in names]
        mark = services.say(N_("here"))
        made = [
            MenuRow(
                Item(name, mark if name in now else "", may_cut=True),
                partial(turn_round, name),
                services.say(N_("Press: is here, or has left.")),
                key=name,
            )
            for name in names
        ]
        made.append(
            MenuRow(
                Item(services.say(N_("New name"))),
                lambda: Push(NameEntry(services, "", names, entered)),
                services.say(N_("Write a name, letter by letter. The box saves it.")),
            )
        )
        return made

    return Menu(services, lambda: services.say(N_("Who is here")), rows)


def who_enters(services: Services, names: Collection[str], then: Callable[[str], Next]) -> Menu:
    """Return the question who corrects something, which the record of the evening keeps."""
    others = services.say(N_("someone else"))
    rows = [MenuRow(Item(name, may_cut=True), partial(then, name)) for name in names]
    rows.append(MenuRow(Item(others), partial(then, others)))
    return Menu(services, lambda: services.say(N_("Who corrects it?")), lambda: rows)
