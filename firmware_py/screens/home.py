"""Home: go on with a match, begin one, look back, set things, shut down."""

from __future__ import annotations

from firmware_py.desk import Desk
from firmware_py.language import N_
from firmware_py.screens.base import GoHome, Next, Pop, Push, Quit, Replace, Screen
from firmware_py.screens.lists import Menu, Reader, Row, ask_yes, opens
from firmware_py.store import Kept, StoreError
from firmware_py.widgets import Item


def home(desk: Desk) -> Screen:
    """Return Home; the first start asks for the language before anything else."""
    if not desk.settings.is_set("language"):
        from firmware_py.screens.settings import choose_language

        return choose_language(desk, first=True)
    return Menu(desk, lambda: _title(desk), lambda: _rows(desk), closes=False)


def _title(desk: Desk) -> str:
    """Return the name of the box, or what is more important."""
    unsaved = desk.keeper.unsaved
    return desk.say(N_("NOT SAVED {count}"), count=unsaved) if unsaved else "Tablemate"


def _waiting(desk: Desk) -> list[Kept]:
    """Return the matches that wait, the one that was on the table last before the others."""
    found = desk.keeper.open_matches()
    match desk.settings.recall("table", None):
        case [int(last), int(newest)] if found and found[0].id <= newest:
            return sorted(found, key=lambda kept: (kept.id != last, -kept.id))
    return found


def _rows(desk: Desk) -> list[Row]:
    paused = _waiting(desk)
    rows = []
    if paused:
        newest = paused[0]
        resume = desk.say(N_("Resume {game}"), game=game_name(desk, newest.header.game))
        rows.append(Row(Item(resume), lambda: sit_again(desk, newest)))
    rows.append(Row(Item(desk.say(N_("New game"))), lambda: _new_game(desk)))
    if paused:
        title = desk.say(N_("Paused games"))
        rows.append(Row(Item(title, str(len(paused))), lambda: Push(_paused(desk))))
    rows += [
        Row(Item(desk.say(N_("History"))), lambda: _history(desk)),
        Row(Item(desk.say(N_("Settings"))), lambda: _settings(desk)),
        Row(Item(_shut_down_label(desk)), lambda: Push(_shut_down(desk))),
    ]
    return rows


def game_name(desk: Desk, game: str) -> str:
    """Return the title of a game; of one that this Tablemate does not know, its name."""
    titles = {
        "mana": N_("Mana"),
        "mandala": N_("Mandala"),
        "stones": N_("Mandala Stones"),
        "icehouse": N_("Icehouse Mandala"),
    }
    return desk.say(titles[game]) if game in titles else game


def sit_again(desk: Desk, kept: Kept, *, lay: bool = False) -> Next:
    """Go on with a kept match, laying the table first if asked; say why not, if it cannot be."""
    from engines.errors import EngineError
    from firmware_py.sitting import come_back  # slow to import

    try:
        desk.sitting = come_back(desk.keeper, kept.id, desk.timing(), desk.time)
    except (EngineError, StoreError) as error:
        text = desk.say(N_("This match cannot be continued: {why}"), why=str(error))
        return Push(Reader(desk, desk.say(N_("Match")), text))
    newest = max((each.id for each in desk.keeper.open_matches()), default=0)
    desk.settings.remember("table", (kept.id, newest))
    if lay or not (desk.sitting.is_over or desk.sitting.match.can_undo):
        from firmware_py.screens.laying import Laying

        return Push(Laying(desk, again=lay))
    from firmware_py.screens.result import show_table

    return Push(show_table(desk))


def _paused(desk: Desk) -> Menu:
    def rows() -> list[Row]:
        return [
            Row(Item(_label(desk, kept), may_cut=True), opens(_one, desk, kept))
            for kept in _waiting(desk)
        ] or [Row(Item(desk.say(N_("None left"))), Pop)]

    return Menu(desk, lambda: desk.say(N_("Paused games")), rows)


def _one(desk: Desk, kept: Kept) -> Menu:
    def rows() -> list[Row]:
        return [
            Row(Item(desk.say(N_("Resume"))), lambda: sit_again(desk, kept)),
            Row(Item(desk.say(N_("Lay the table again"))), lambda: sit_again(desk, kept, lay=True)),
            Row(Item(desk.say(N_("Abandon"))), lambda: Push(_twice(desk, kept, delete=False))),
            Row(Item(desk.say(N_("Delete"))), lambda: Push(_twice(desk, kept, delete=True))),
        ]

    return Menu(desk, lambda: _label(desk, kept), rows, may_cut=True)


def _twice(desk: Desk, kept: Kept, *, delete: bool) -> Screen:
    """Ask twice before a match is given up."""

    def really() -> Next:
        if delete:
            desk.keeper.delete(kept.id)
        else:
            desk.keeper.abandon(kept.id)
        desk.toast = desk.say(N_("Deleted") if delete else N_("Abandoned"))
        return GoHome()

    first = N_("Delete this match?") if delete else N_("Abandon this match?")
    second = N_("Really? It cannot be undone.")
    return ask_yes(desk, desk.say(first), lambda: Replace(ask_yes(desk, desk.say(second), really)))


def _label(desk: Desk, kept: Kept) -> str:
    return f"{game_name(desk, kept.header.game)} · {', '.join(kept.header.names)}"


def _new_game(desk: Desk) -> Next:
    from firmware_py.screens.new_game import choose_game

    return Push(choose_game(desk))


def _history(desk: Desk) -> Next:
    from firmware_py.screens.history import history

    return Push(history(desk))


def _settings(desk: Desk) -> Next:
    from firmware_py.screens.settings import settings_menu

    return Push(settings_menu(desk))


def _shut_down_label(desk: Desk) -> str:
    return desk.say(N_("Shut down") if desk.has_power_switch else N_("Quit"))


def _shut_down(desk: Desk) -> Screen:
    """Ask twice, then end cleanly."""
    first = N_("Shut down the box?") if desk.has_power_switch else N_("Quit Tablemate?")
    power_off = desk.has_power_switch

    def again() -> Next:
        desk.keeper.retry()
        unsaved = desk.keeper.unsaved
        second = (
            desk.say(N_("Not saved yet: {count}. Really?"), count=unsaved)
            if unsaved
            else desk.say(N_("Matches are kept. Now?"))
        )
        return Replace(ask_yes(desk, second, lambda: Quit(power_off)))

    return ask_yes(desk, desk.say(first), again)
