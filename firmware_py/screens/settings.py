"""The settings, generated from their declaration."""

from __future__ import annotations

from functools import partial
from typing import Any

from firmware_py.desk import Desk
from firmware_py.language import N_
from firmware_py.screens.base import GoHome, Next, Pop, Push
from firmware_py.screens.lists import Menu, Reader, Row, opens
from firmware_py.settings import BY_KEY, SETTINGS, Setting
from firmware_py.version import __version__
from firmware_py.widgets import Item

_FACTS = {"data": N_("data")}
"""Facts about the box whose names are words."""


def settings_menu(desk: Desk) -> Menu:
    """Return everything that can be set, with the values in force."""

    def rows() -> list[Row]:
        made = [
            Row(
                Item(desk.say(setting.title), value_name(desk, setting)),
                opens(choose_value, desk, setting),
                desk.say(setting.hint) if setting.hint else "",
            )
            for setting in SETTINGS
        ]
        made += [
            Row(Item(desk.say(N_("Names"))), lambda: _roster(desk)),
            Row(
                Item(desk.say(N_("Mandala board"))),
                lambda: _profile(desk),
                desk.say(N_("What your copy of Mandala Stones has printed on its spaces.")),
            ),
            Row(Item(desk.say(N_("USB stick"))), lambda: _stick(desk)),
            Row(Item(desk.say(N_("Test the controls"))), lambda: _test(desk)),
            Row(Item(desk.say(N_("About"))), lambda: Push(_about(desk))),
        ]
        return made

    return Menu(desk, lambda: desk.say(N_("Settings")), rows)


def value_name(desk: Desk, setting: Setting) -> str:
    """Return the value in force as the table's language writes it."""
    return _said(desk, dict(setting.values)[desk.settings[setting.key]])


def _said(desk: Desk, name: str) -> str:
    """Say the name of a value; a number has the decimal sign of the language."""
    whole, point, rest = name.partition(".")
    if not (point and whole.isdigit()):
        return desk.say(name)
    return desk.say(N_("{whole}.{tenth}"), whole=whole, tenth=rest[0]) + rest[1:]


def choose_value(desk: Desk, setting: Setting) -> Menu:
    """Return the values of one setting, the one in force under the bar."""

    def take(value: Any) -> Next:
        desk.settings.put(setting.key, value)
        return Pop()

    def rows() -> list[Row]:
        return [
            Row(
                Item(_said(desk, name)),
                partial(take, value),
                desk.say(setting.hint) if setting.hint else "",
            )
            for value, name in setting.offered
        ]

    values = [value for value, _ in setting.offered]
    index = values.index(desk.settings[setting.key])
    return Menu(desk, lambda: desk.say(setting.title), rows, index)


def choose_language(desk: Desk, *, first: bool) -> Menu:
    """Return the list of languages; the very first screen of a new box."""
    setting = BY_KEY["language"]

    def take(value: Any) -> Next:
        desk.settings.put("language", value)
        return GoHome()

    rows = [Row(Item(name), partial(take, value)) for value, name in setting.values]
    return Menu(desk, lambda: "Language · Langue · Lingua", lambda: rows, closes=not first)


def _roster(desk: Desk) -> Next:
    from firmware_py.screens.roster import roster

    return Push(roster(desk))


def _profile(desk: Desk) -> Next:
    from firmware_py.screens.mandala_profile import profile_screen

    return Push(profile_screen(desk))


def _stick(desk: Desk) -> Next:
    from firmware_py.screens.stick import stick_menu

    return Push(stick_menu(desk))


def _test(desk: Desk) -> Next:
    from firmware_py.screens.control_test import ControlTest

    return Push(ControlTest(desk))


def _about(desk: Desk) -> Reader:
    facts = "\n".join(
        desk.say(N_("{label}: {content}"), label=desk.say(_FACTS.get(name, name)), content=value)
        for name, value in desk.facts.items()
    )
    return Reader(desk, desk.say(N_("About")), f"Tablemate {__version__}\n{facts}")
