"""A new game: which, how many, who, in what way; everything proposed, anything changed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

from engines import catalog
from engines.contract import BadStart, Engine, Message, Option
from firmware_py.app.services import Services
from firmware_py.app.settings import BY_KEY
from firmware_py.games import face_of, facts_of
from firmware_py.games.facts import Facts
from firmware_py.language import N_
from firmware_py.play.table_match import TableMatch, begin_match
from firmware_py.ui.navigation import Answer, Next, Pop, Push, PushAll, Replace
from firmware_py.ui.screens.laying import Laying
from firmware_py.ui.screens.lists import Menu, MenuRow, OnceMenu, Reader, opens
from firmware_py.ui.screens.roster import NameEntry
from firmware_py.ui.screens.settings import choose_value, value_name
from firmware_py.ui.screens.titles import game_name, in_language, numbered_player
from firmware_py.ui.widgets import Item

CLOCK_ROWS = {
    "none": ("clock",),
    "up": ("clock", "clock_entry"),
    "turn": ("clock", "clock_minutes", "clock_entry"),
    "fischer": ("clock", "clock_minutes", "clock_added", "clock_entry"),
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

    @property
    def facts(self) -> Facts:
        """What the application knows of the game."""
        return facts_of(self.game)

    @property
    def offered(self) -> list[Option]:
        """The options that the sheet offers, whatever the others are set to."""
        hidden = self.facts.hidden_options
        return [option for option in self.engine.options if option.name not in hidden]

    def name_of(self, option: Option) -> str:
        """Return what an option is called, to be translated."""
        return self.facts.option_names[option.name]

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


def choose_game(services: Services) -> Menu:
    """Return the list of games."""
    rows = [
        MenuRow(
            Item(game_name(services, game)),
            opens(_sheet, services, game),
            services.say(N_("Opens the sheet of this game: who plays, and how.")),
        )
        for game in catalog.GAMES
    ]
    return Menu(services, lambda: services.say(N_("New game")), lambda: rows)


def _sheet(services: Services, game: str) -> NewGame:
    """Return the sheet of a game, with what was chosen on it before."""
    plan = services.drafts.get(game) or draft(services, game)
    plan.names = [in_language(services, name) for name in plan.names]
    services.drafts[game] = plan
    return NewGame(services, plan)


def draft(services: Services, game: str) -> Draft:
    """Return a draft as the table played this game last."""
    engine = catalog.load(game)
    low, high = engine.seats
    names, played = _last(services, game)
    names = [in_language(services, name) for name in names]
    if not low <= len(names) <= high:
        names = _at_the_table(services)[:high]
        while len(names) < low:
            names.append(player_name(services, names))
    # An option or a value that this Tablemate does not offer could not be changed on the sheet.
    made = Draft(game, names)
    made.options |= {
        option.name: played[option.name]
        for option in made.offered
        if played.get(option.name) in option.values
    }
    return made


def _last(services: Services, game: str) -> tuple[list[str], dict[str, Any]]:
    """Return who played a game last, and in what way."""
    match services.settings.recall(f"last.{game}", None):
        case {"names": [*names], "options": {**options}}:
            return [str(name) for name in names], {str(key): options[key] for key in options}
    return [], {}


def _at_the_table(services: Services) -> list[str]:
    """Return the people of the roster who played last, whatever it was."""
    known = set(services.queue.store.players())
    match services.settings.recall("last.names", None):
        case [*names]:
            return [str(name) for name in names if name in known]
    return []


def player_name(services: Services, others: Collection[str] = ()) -> str:
    """Return what somebody is called who gave no name: the next number that nobody has."""
    numbered = (numbered_player(services, n) for n in count(len(others) + 1))
    return next(name for name in numbered if name not in others)


class NewGame(Menu):
    """The sheet of a new game: Start is on top, the rest can be changed."""

    def __init__(self, services: Services, plan: Draft) -> None:
        self.plan = plan
        super().__init__(services, lambda: game_name(services, plan.game), self._make)

    def _make(self) -> list[MenuRow]:
        services, plan = self.services, self.plan
        low, high = plan.engine.seats
        begins = services.say(N_("Begin with all of this; the box says how to lay the table."))
        rows = [MenuRow(Item(services.say(N_("Start"))), lambda: begin(services, plan), begins)]
        rows += face_of(plan.game).sheet_rows(services, plan)
        if low < high:
            item = Item(services.say(N_("Players")), str(len(plan.names)))
            rows.append(MenuRow(item, self._choose_count, services.say(N_("How many play."))))
        rows += [
            MenuRow(
                Item(name, may_cut=True),
                opens(_who, services, plan, seat),
                services.say(
                    N_("Seat {number}, in the order of turns. Press: who sits there."),
                    number=seat + 1,
                ),
            )
            for seat, name in enumerate(plan.names)
        ]
        first = services.say(N_("by lot")) if plan.first is None else plan.names[plan.first]
        rows.append(
            MenuRow(
                Item(services.say(N_("Begins")), first, may_cut=True),
                self._choose_first,
                services.say(N_("Who has the first turn.")),
            )
        )
        rows += [self._option_row(option) for option in plan.offered if plan.concerns(option)]
        rows += [self._clock_row(key) for key in CLOCK_ROWS[services.settings["clock"]]]
        return rows

    def _clock_row(self, key: str) -> MenuRow:
        """Return a row of the clock: the settings are those of the next game."""
        services, setting = self.services, BY_KEY[key]
        item = Item(services.say(setting.title), value_name(services, setting))
        return MenuRow(item, opens(choose_value, services, setting), services.say(setting.hint))

    def _option_row(self, option: Option) -> MenuRow:
        services, plan = self.services, self.plan
        voice = services.voice(plan.engine)
        value = plan.value_of(option)
        shown = _value_name(services, plan.engine, option, value)
        hint = voice.say(Message(option.explain))
        return MenuRow(
            Item(services.say(plan.name_of(option)), shown),
            lambda: Push(_values(services, plan, option)),
            hint,
        )

    def _choose_count(self) -> Next:
        services, plan = self.services, self.plan
        low, high = plan.engine.seats

        def take(wanted: int) -> Next:
            while len(plan.names) < wanted:
                plan.names.append(player_name(services, plan.names))
            del plan.names[wanted:]
            if plan.first is not None and plan.first >= wanted:
                plan.first = None
            return Pop()

        rows = [MenuRow(Item(str(each)), partial(take, each)) for each in range(low, high + 1)]
        return Push(
            Menu(services, lambda: services.say(N_("Players")), lambda: rows, len(plan.names) - low)
        )

    def _choose_first(self) -> Next:
        services, plan = self.services, self.plan

        def take(first: int | None) -> Next:
            plan.first = first
            return Pop()

        rows = [MenuRow(Item(services.say(N_("by lot"))), lambda: take(None))]
        rows += [
            MenuRow(Item(name, may_cut=True), partial(take, seat))
            for seat, name in enumerate(plan.names)
        ]
        index = 0 if plan.first is None else plan.first + 1
        return Push(Menu(services, lambda: services.say(N_("Who begins?")), lambda: rows, index))


def _value_name(services: Services, engine: Engine[Any, Any], option: Option, value: Any) -> str:
    if isinstance(value, bool):
        return services.say(N_("yes") if value else N_("no"))
    return services.voice(engine).phrase(Message(f"option.{option.name}.{value}"))


def _values(services: Services, plan: Draft, option: Option) -> Menu:
    """Return the values of an option; WHY explains it in a line."""
    hint = services.voice(plan.engine).say(Message(option.explain))

    def take(value: Any) -> Next:
        plan.options[option.name] = value
        plan.given.clear()  # it was told for a game played otherwise
        return Pop()

    rows = [
        MenuRow(
            Item(_value_name(services, plan.engine, option, value)),
            partial(take, value),
            hint,
        )
        for value in option.values
    ]
    chosen = plan.value_of(option)
    return Menu(
        services,
        lambda: services.say(plan.name_of(option)),
        lambda: rows,
        option.values.index(chosen),
    )


def _who(services: Services, plan: Draft, seat: int) -> Menu:
    """Return the roster, to seat somebody."""

    def take(name: str) -> Next:
        if name in plan.names:
            _change_seats(plan, seat, plan.names.index(name))
        plan.names[seat] = name
        return Pop()

    def entered(name: str) -> Next:
        services.queue.write(lambda store: store.add_player(name))
        plan.names[seat] = name
        return Pop(Answer.CHANGED)

    def rows() -> list[MenuRow]:
        taken = set(plan.names) - {plan.names[seat]}
        known = services.queue.store.players()
        made = [
            MenuRow(
                Item(name, may_cut=True),
                partial(take, name),
                services.say(
                    N_("Press: the two change seats.") if name in taken else N_("Press: sits here.")
                ),
            )
            for name in sorted(known, key=lambda name: name in taken)
        ]
        made.append(
            MenuRow(
                Item(services.say(N_("New name"))),
                lambda: Push(NameEntry(services, "", taken, entered)),
                services.say(N_("Write a name, letter by letter; the box keeps it.")),
            )
        )
        return made

    return OnceMenu(services, lambda: services.say(N_("Seat {number}"), number=seat + 1), rows)


def _change_seats(plan: Draft, one: int, other: int) -> None:
    """Let two change their seats; whoever of them was to begin still does."""
    plan.names[one], plan.names[other] = plan.names[other], plan.names[one]
    if plan.first in (one, other):
        plan.first = other if plan.first == one else one


def begin(services: Services, plan: Draft) -> Next:
    """Begin the match, or say why it cannot; then lay the table."""
    prepared = face_of(plan.game).prepare(services, plan)
    if prepared is not None:
        return Push(prepared)
    seated = seat_them(services, plan)
    # Above the sheet: BACK leads there again.
    return Push(seated.screen) if isinstance(seated, Replace) else seated


def seat_them(services: Services, plan: Draft) -> Next:
    """Begin the match that was drafted."""
    before = services.table
    try:
        start = catalog.begin(
            plan.engine,
            seats=len(plan.names),
            seed=services.draw_seed(),
            first=plan.first,
            options=plan.options,
            given=plan.given,
        )
        services.table = begin_match(
            services.queue,
            plan.game,
            start,
            names=tuple(plan.names),
            timing=services.timing(),
            time=services.time,
        )
    except BadStart as refused:
        text = services.voice(plan.engine, tuple(plan.names)).say(refused.reason)
        return Push(Reader(services, game_name(services, plan.game), text))
    services.settings.remember("last.names", plan.names)
    services.settings.remember(f"last.{plan.game}", {"names": plan.names, "options": plan.options})
    services.drafts.pop(plan.game, None)
    return Replace(Laying(services, back=partial(_unseat, services, plan, before)))


def _unseat(services: Services, plan: Draft, before: TableMatch | None) -> Next:
    """Go back to where the match was begun, as if it had not been; one that is played is kept."""
    table = services.current_table
    table.leave()
    services.table = before
    if not table.match.can_undo:
        services.queue.delete(table.number)
    services.drafts[plan.game] = plan
    return Pop()


def play_again(services: Services, table: TableMatch) -> Next:
    """Begin the same game with the same players, and the next one first."""
    start = table.match.start
    plan = Draft(
        table.match.engine.name,
        [in_language(services, name) for name in table.names],
        (start.first + 1) % start.seats,
        dict(start.options),
    )
    sheet = NewGame(services, plan)
    begun = begin(services, plan)
    return PushAll((sheet, begun.screen)) if isinstance(begun, Push) else begun
