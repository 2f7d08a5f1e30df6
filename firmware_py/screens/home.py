"""Home: go on with a match, begin one, look back, set things, shut down.

It is the first picture after the start, so the screens it opens are imported when they are opened.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from firmware_py.core.language import N_
from firmware_py.games.titles import game_name, in_language
from firmware_py.storage.store import StoredMatch
from firmware_py.ui.lists import Menu, MenuRow, ask_twice, ask_yes, menu_row
from firmware_py.ui.navigation import GoHome, Next, Push, Quit, Replace, Screen
from firmware_py.ui.services import DRAFTS, Services
from firmware_py.ui.widgets import Item


def home(services: Services) -> Screen:
    """Return Home; the first start asks for the language before anything else."""
    if not services.settings.is_set("language"):
        from firmware_py.screens.settings.settings import choose_language  # slow to import

        return choose_language(services, first=True)
    menu = Menu(services, lambda: _title(services), lambda: _rows(services), closes=False)
    menu.shows_games = True
    return menu


def _title(services: Services) -> str:
    """Return the name of the box, or that something is not saved."""
    unsaved = services.queue.unsaved
    return services.say(N_("NOT SAVED {count}"), count=unsaved) if unsaved else "Tablemate"


def _waiting(services: Services) -> list[StoredMatch]:
    """Return the paused matches: first the one that was on the table last, practice at the end."""
    found = services.queue.open_matches()
    first = found[0].id if found else 0
    match services.settings.recall("table", None):
        case [int(last), int(newest)] if first <= newest:
            first = last

    def order(stored: StoredMatch) -> tuple[bool, bool, int, int]:
        last_s = stored.last_at or 0
        return stored.id != first, stored.header.is_exercise, -last_s, -stored.id

    return sorted(found, key=order)


def _rows(services: Services) -> list[MenuRow]:
    paused = _waiting(services)
    rows = [_entry_row(services, key, kept) for key, kept in _entries(services)]
    if paused:
        newest = paused[0]
        title = services.say(N_("Resume {game}"), game=game_name(services, newest.header.game))
        about = services.say(N_("Go on with this game: {names}."), names=_names(services, newest))
        key = f"resume {newest.header.game}"
        rows.append(MenuRow(Item(title), lambda: _resume(services, newest), about, key=key))
    if services.club is not None and services.club.evenings:
        from firmware_py.screens.evening.club_round import club_rows  # slow to import

        rows += club_rows(services)
    rows.append(
        menu_row(
            services,
            N_("New game"),
            lambda: _new_game(services),
            N_("Choose a game, who plays and how. Then the box tells you how to set it up."),
        )
    )
    if paused:
        about = services.say(N_("All paused games: resume one, set it up again or end it."))
        item = Item(services.say(N_("Paused games")), str(len(paused)) if paused[1:] else "")
        rows.append(MenuRow(item, lambda: Push(_paused(services)), about))
    rows += [
        menu_row(
            services,
            N_("Practice"),
            lambda: _practice(services),
            N_("Play against the box, with nothing on the table."),
            key="practice",
        ),
        menu_row(
            services,
            N_("Evening"),
            lambda: _evening(services),
            N_("Several rounds for three or more players: who plays whom, and who is ahead."),
        ),
        menu_row(
            services,
            N_("Learn"),
            lambda: _learn(services),
            N_("Learn a game in five minutes, without the pieces."),
        ),
        menu_row(
            services,
            N_("Puzzles"),
            lambda: _puzzles(services),
            N_("Find the winning move. The box plays against you."),
        ),
        menu_row(
            services,
            N_("History"),
            lambda: _history(services),
            N_("Finished games: replay, scores, export, statistics."),
        ),
        menu_row(
            services,
            N_("Settings"),
            lambda: _settings(services),
            N_("Language, text size, names and more."),
            key="settings",
        ),
        _end_row(services),
    ]
    if services.page_asks:  # last, so that no row moves while somebody is choosing
        about = N_("Somebody wants to use the box from a browser.")
        rows.append(menu_row(services, N_("A page asks to pair"), lambda: _pair(services), about))
    return rows


def _entries(services: Services) -> list[tuple[str, dict[str, Any]]]:
    """Return the stored drafts of new games with input of people, newest last."""
    stored = services.settings.recall(DRAFTS, {})
    return [
        (key, kept)
        for key, kept in (stored.items() if isinstance(stored, dict) else ())
        if isinstance(kept, dict) and kept.get("entered") and isinstance(kept.get("game"), str)
    ]


def _entry_row(services: Services, key: str, kept: dict[str, Any]) -> MenuRow:
    def go_on() -> Next:
        from firmware_py.screens.new_game.new_game import resume_entry  # slow to import

        return resume_entry(services, key)

    title = services.say(N_("Resume {game}"), game=game_name(services, kept["game"]))
    about = services.say(N_("Go on with what you were entering."))
    return MenuRow(Item(title), go_on, about, key=f"resume {kept['game']} {key}")


def _end_row(services: Services) -> MenuRow:
    """Return the row that shuts down the box, or ends the program on a computer."""
    label, about = N_("Quit"), N_("Ends the program. Your games are saved.")
    if services.has_power_switch:
        label, about = (
            N_("Shut down"),
            N_("Your games are saved. Then you can switch off the power."),
        )
    return menu_row(services, label, lambda: Push(_shut_down(services)), about, key="end")


def _resume(services: Services, stored: StoredMatch, *, lay: bool = False) -> Next:
    from firmware_py.screens.new_game.set_up import resume  # loads the game

    return resume(services, stored, lay=lay)


def _paused(services: Services) -> Screen:
    from firmware_py.screens.history.history import PausedMatches, Tidy  # slow to import

    def tidy() -> Screen:
        label, end = partial(_label, services), partial(_twice, services)
        return Tidy(services, lambda: _waiting(services), label, end)

    return PausedMatches(
        services, lambda: _waiting(services), lambda one: _one(services, one), tidy
    )


def _one(services: Services, stored: StoredMatch) -> Menu:
    def rows() -> list[MenuRow]:
        lay = menu_row(
            services,
            N_("Set up again"),
            lambda: _resume(services, stored, lay=True),
            N_("The table was cleared: the box tells you where everything was."),
        )
        return [
            menu_row(
                services,
                N_("Resume"),
                lambda: _resume(services, stored),
                N_("Nothing has moved on the table: go on with the same turn."),
            ),
            *([] if stored.header.practice else [lay]),
            menu_row(
                services,
                N_("Stop the game"),
                lambda: Push(_twice(services, {stored.id}, delete=False)),
                N_(
                    "End the game without a result. It stays in the history. "
                    "You will be asked twice."
                ),
            ),
            menu_row(
                services,
                N_("Delete"),
                lambda: Push(_twice(services, {stored.id}, delete=True)),
                N_("The game will be deleted for ever. You will be asked twice."),
            ),
        ]

    return Menu(services, lambda: _label(services, stored), rows, may_cut=True)


def _twice(services: Services, matches: Collection[int], *, delete: bool) -> Screen:
    end = services.queue.delete if delete else services.queue.abandon

    def really() -> Next:
        for number in matches:
            end(number)
        services.toast = services.say(N_("Deleted") if delete else N_("Stopped"))
        return GoHome()

    first = N_("Delete this game?") if delete else N_("Stop this game without a result?")
    if len(matches) > 1:
        several = N_("Stop the chosen games without a result?")
        first = N_("Delete the chosen games?") if delete else several
    return ask_twice(services, services.say(first), really)


def _label(services: Services, stored: StoredMatch) -> str:
    return f"{game_name(services, stored.header.game)} · {_names(services, stored)}"


def _names(services: Services, stored: StoredMatch) -> str:
    return ", ".join(in_language(services, name) for name in stored.header.names)


def _new_game(services: Services) -> Next:
    from firmware_py.screens.new_game.new_game import choose_game  # slow to import

    return Push(choose_game(services))


def _practice(services: Services) -> Next:
    from firmware_py.screens.new_game.new_game import choose_game  # slow to import

    return Push(choose_game(services, practice=True))


def _evening(services: Services) -> Next:
    from firmware_py.screens.evening.set_up import open_evening  # slow to import

    return Push(open_evening(services))


def _learn(services: Services) -> Next:
    from firmware_py.screens.learn.lesson import learn_menu  # slow to import

    return Push(learn_menu(services))


def _puzzles(services: Services) -> Next:
    from firmware_py.screens.learn.puzzle import open_puzzles  # slow to import

    return Push(open_puzzles(services))


def _history(services: Services) -> Next:
    from firmware_py.screens.history.history import History  # slow to import

    return Push(History(services))


def _settings(services: Services) -> Next:
    from firmware_py.screens.settings.settings import settings_menu  # slow to import

    return Push(settings_menu(services))


def _pair(services: Services) -> Next:
    from firmware_py.screens.settings.pairing import open_request  # slow to import

    return open_request(services)


def _shut_down(services: Services) -> Screen:
    """Ask, then end; ask again if unsaved data would be lost."""
    first = N_("Shut down the box?") if services.has_power_switch else N_("Quit Tablemate?")
    power_off = services.has_power_switch

    def again() -> Next:
        from firmware_py.screens.system.notices import ask_if_unsaved  # only at the end

        question = ask_if_unsaved(services, lambda: Quit(power_off, accepts_loss=True))
        return Quit(power_off) if question is None else Replace(question)

    return ask_yes(services, services.say(first), again)
