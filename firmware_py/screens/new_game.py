"""A new game: which, how many, who, in what way; everything proposed, anything changed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

from engines import catalog
from engines.base import BadStart, Engine, Message, Option
from firmware_py.desk import Desk
from firmware_py.language import N_
from firmware_py.screens.base import Next, Pop, Push, Replace, Screen
from firmware_py.screens.home import game_name
from firmware_py.screens.lists import Menu, Reader, Row, opens
from firmware_py.settings import BY_KEY
from firmware_py.sitting import Sitting, sit_down
from firmware_py.widgets import Item

LABELS = {
    "edition": N_("Edition"),
    "advanced": N_("Free set-up"),
    "ask_bird": N_("Ask for the bird"),
    "bird_must_fly": N_("Bird must fly"),
    "bird_blocks": N_("Bird blocks"),
    "blocked": N_("If blocked"),
    "drop_anywhere": N_("Drop anywhere"),
    "strict_next": N_("One more mandala"),
    "tracking": N_("Follow"),
    "path": N_("Path"),
}
"""Options on the sheet. Mandala's dealer is left out: it would show hands on a shared screen."""

_CLOCK_ROWS = {
    "none": ("clock",),
    "up": ("clock",),
    "turn": ("clock", "clock_minutes"),
    "fischer": ("clock", "clock_minutes", "clock_added"),
}
"""What can be set of each kind of clock."""


@dataclass(slots=True)
class Draft:
    """A game that is being put together."""

    game: str
    names: list[str]
    first: int | None = None
    """The seat that begins; None: by lot."""
    options: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)

    @property
    def engine(self) -> Engine[Any, Any]:
        """The rules."""
        return catalog.load(self.game)

    def value_of(self, option: Option) -> Any:
        """Return what an option is set to."""
        return self.options.get(option.name, option.default)

    def concerns(self, option: Option) -> bool:
        """Say whether an option means anything with the others as they are."""
        if option.only is None:
            return True
        name, value = option.only
        other = next(each for each in self.engine.options if each.name == name)
        return bool(self.value_of(other) == value)


def choose_game(desk: Desk) -> Menu:
    """Return the list of games."""
    rows = [Row(Item(game_name(desk, game)), opens(_sheet, desk, game)) for game in catalog.GAMES]
    return Menu(desk, lambda: desk.say(N_("New game")), lambda: rows)


def _sheet(desk: Desk, game: str) -> NewGame:
    return NewGame(desk, draft(desk, game))


def draft(desk: Desk, game: str) -> Draft:
    """Return a draft as the table played this game last."""
    engine = catalog.load(game)
    low, high = engine.seats
    names, played = _last(desk, game)
    if not low <= len(names) <= high:
        names = _at_the_table(desk)[:high]
        while len(names) < low:
            names.append(player_name(desk, names))
    # An option or a value that this Tablemate does not offer could not be changed on the sheet.
    options = {
        option.name: played[option.name]
        for option in engine.options
        if option.name in LABELS and played.get(option.name) in option.values
    }
    return Draft(game, names, options=options)


def _last(desk: Desk, game: str) -> tuple[list[str], dict[str, Any]]:
    """Return who played a game last, and in what way."""
    match desk.settings.recall(f"last.{game}", None):
        case {"names": [*names], "options": {**options}}:
            return [str(name) for name in names], {str(key): options[key] for key in options}
    return [], {}


def _at_the_table(desk: Desk) -> list[str]:
    """Return the people of the roster who played last, whatever it was."""
    known = set(desk.keeper.store.players())
    match desk.settings.recall("last.names", None):
        case [*names]:
            return [str(name) for name in names if name in known]
    return []


def player_name(desk: Desk, others: Collection[str] = ()) -> str:
    """Return what somebody is called who gave no name: the next number that nobody has."""
    numbered = (desk.say(N_("Player {number}"), number=n) for n in count(len(others) + 1))
    return next(name for name in numbered if name not in others)


class NewGame(Menu):
    """The sheet of a new game: Start is on top, the rest can be changed."""

    def __init__(self, desk: Desk, plan: Draft) -> None:
        self.plan = plan
        super().__init__(desk, lambda: game_name(desk, plan.game), self._make)

    def _make(self) -> list[Row]:
        desk, plan = self.desk, self.plan
        low, high = plan.engine.seats
        rows = [Row(Item(desk.say(N_("Start"))), lambda: begin(desk, plan))]
        if low < high:
            seated = str(len(plan.names))
            rows.append(Row(Item(desk.say(N_("Players")), seated), self._choose_count))
        rows += [
            Row(
                Item(name, may_cut=True),
                opens(_who, desk, plan, seat),
                desk.say(N_("Seat {number}, in the order of turns."), number=seat + 1),
            )
            for seat, name in enumerate(plan.names)
        ]
        first = desk.say(N_("by lot")) if plan.first is None else plan.names[plan.first]
        rows.append(Row(Item(desk.say(N_("Begins")), first, may_cut=True), self._choose_first))
        rows += [
            self._option_row(option)
            for option in plan.engine.options
            if option.name in LABELS and plan.concerns(option)
        ]
        rows += [self._clock_row(key) for key in _CLOCK_ROWS[desk.settings["clock"]]]
        return rows

    def _clock_row(self, key: str) -> Row:
        """Return a row of the clock: the settings are those of the next game."""
        from firmware_py.screens.settings import choose_value, value_name

        desk, setting = self.desk, BY_KEY[key]
        hint = desk.say(setting.hint) if setting.hint else ""
        item = Item(desk.say(setting.title), value_name(desk, setting))
        return Row(item, opens(choose_value, desk, setting), hint)

    def _option_row(self, option: Option) -> Row:
        desk, plan = self.desk, self.plan
        voice = desk.voice(plan.engine)
        value = plan.value_of(option)
        shown = _value_name(desk, plan.engine, option, value)
        hint = voice.say(Message(option.explain))
        return Row(
            Item(desk.say(LABELS[option.name]), shown),
            lambda: Push(_values(desk, plan, option)),
            hint,
        )

    def _choose_count(self) -> Next:
        desk, plan = self.desk, self.plan
        low, high = plan.engine.seats

        def take(wanted: int) -> Next:
            while len(plan.names) < wanted:
                plan.names.append(player_name(desk, plan.names))
            del plan.names[wanted:]
            if plan.first is not None and plan.first >= wanted:
                plan.first = None
            return Pop()

        rows = [Row(Item(str(each)), partial(take, each)) for each in range(low, high + 1)]
        return Push(
            Menu(desk, lambda: desk.say(N_("Players")), lambda: rows, len(plan.names) - low)
        )

    def _choose_first(self) -> Next:
        desk, plan = self.desk, self.plan

        def take(first: int | None) -> Next:
            plan.first = first
            return Pop()

        rows = [Row(Item(desk.say(N_("by lot"))), lambda: take(None))]
        rows += [
            Row(Item(name, may_cut=True), partial(take, seat))
            for seat, name in enumerate(plan.names)
        ]
        index = 0 if plan.first is None else plan.first + 1
        return Push(Menu(desk, lambda: desk.say(N_("Who begins?")), lambda: rows, index))


def _value_name(desk: Desk, engine: Engine[Any, Any], option: Option, value: Any) -> str:
    if isinstance(value, bool):
        return desk.say(N_("yes") if value else N_("no"))
    return desk.voice(engine).phrase(Message(f"option.{option.name}.{value}"))


def _values(desk: Desk, plan: Draft, option: Option) -> Menu:
    """Return the values of an option; WHY explains it in a line."""
    hint = desk.voice(plan.engine).say(Message(option.explain))

    def take(value: Any) -> Next:
        plan.options[option.name] = value
        return Pop()

    rows = [
        Row(
            Item(_value_name(desk, plan.engine, option, value)),
            partial(take, value),
            hint,
        )
        for value in option.values
    ]
    chosen = plan.value_of(option)
    return Menu(
        desk, lambda: desk.say(LABELS[option.name]), lambda: rows, option.values.index(chosen)
    )


def _who(desk: Desk, plan: Draft, seat: int) -> Menu:
    """Return the roster, to seat somebody."""
    from firmware_py.screens.roster import NameEntry

    def take(name: str) -> Next:
        plan.names[seat] = name
        return Pop()

    def entered(name: str) -> Next:
        desk.keeper.keep(lambda store: store.add_player(name))
        plan.names[seat] = name
        return Pop("named")

    def rows() -> list[Row]:
        taken = set(plan.names) - {plan.names[seat]}
        free = [name for name in desk.keeper.store.players() if name not in taken]
        made = [Row(Item(name, may_cut=True), partial(take, name)) for name in free]
        made.append(
            Row(Item(desk.say(N_("New name"))), lambda: Push(NameEntry(desk, "", taken, entered)))
        )
        return made

    return NamesMenu(desk, lambda: desk.say(N_("Seat {number}"), number=seat + 1), rows)


class NamesMenu(Menu):
    """Closes by itself once a new name was entered."""

    def returned(self, result: Any) -> Next:
        """Close if the name entry named somebody."""
        return Pop() if result == "named" else super().returned(result)


def begin(desk: Desk, plan: Draft) -> Next:
    """Begin the match, or say why it cannot; then lay the table."""
    prepared = _prepare(desk, plan)
    if prepared is not None:
        return Push(prepared)
    return seat_them(desk, plan)


def _prepare(desk: Desk, plan: Draft) -> Screen | None:
    """Ask what the table must tell before the game can begin (Stones with its main board)."""
    if plan.game != "stones":
        return None
    plan.given["mandala"] = desk.keeper.store.profile("stones") or []
    if plan.options.get("tracking") == "board" and "tops" not in plan.given:
        from firmware_py.screens.stones_board import BoardLaying

        return BoardLaying(desk, plan)
    return None


def seat_them(desk: Desk, plan: Draft) -> Next:
    """Begin the match that was drafted."""
    from firmware_py.screens.laying import Laying

    try:
        start = catalog.begin(
            plan.engine,
            seats=len(plan.names),
            seed=desk.draw_seed(),
            first=plan.first,
            options=plan.options,
            given=plan.given,
        )
        desk.sitting = sit_down(
            desk.keeper,
            plan.game,
            start,
            names=tuple(plan.names),
            timing=desk.timing(),
            time=desk.time,
        )
    except BadStart as refused:
        text = desk.voice(plan.engine, tuple(plan.names)).say(refused.reason)
        return Push(Reader(desk, game_name(desk, plan.game), text))
    desk.settings.remember("last.names", plan.names)
    desk.settings.remember(f"last.{plan.game}", {"names": plan.names, "options": plan.options})
    return Replace(Laying(desk))


def play_again(desk: Desk, sitting: Sitting) -> Next:
    """Begin the same game with the same players, and the next one first."""
    start = sitting.match.start
    plan = Draft(
        sitting.match.engine.name,
        list(sitting.names),
        (start.first + 1) % start.seats,
        dict(start.options),
    )
    return begin(desk, plan)
