"""A new game: which game, who plays and how. Everything is proposed and can be changed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from engines import catalog
from engines.bots.player import LEVELS
from engines.engine import BadStart, Engine, Message, Option
from firmware_py.core.language import N_
from firmware_py.games import ui_of
from firmware_py.games.draft import Draft, drafts_of, keep_drafts, start_of
from firmware_py.games.titles import (
    BOT,
    bot_name,
    game_name,
    in_language,
    level_name,
    numbered_player,
)
from firmware_py.match.clock import Timing
from firmware_py.match.game_info import info_of
from firmware_py.match.table_match import TableMatch, begin_match
from firmware_py.screens.new_game.clock_rows import clock_rows
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.settings.settings import keep_name
from firmware_py.ui.lists import Menu, MenuRow, OnceMenu, TextScreen, opens
from firmware_py.ui.name_entry import NameEntry
from firmware_py.ui.navigation import (
    STAY,
    GoHome,
    GoToMatch,
    Next,
    Pop,
    Push,
    PushAll,
    Replace,
    ScreenAnswer,
    TapRow,
)
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item

NEW_BOT = 2
"""The default level of an opponent."""
_LAY = N_("Begin like this. The box tells you how to set up the game.")
_PRACTISE = N_("Begin like this. The box deals and plays the other seats.")
_DEAL = N_("Begin like this. The box deals.")
PEOPLE_AT_MOST = 24
_SEATS = "seats "


def choose_game(services: Services, *, practice: bool = False) -> Menu:
    """Return the list of games; for practice, of those that the box can play."""
    title = N_("Practice") if practice else N_("New game")
    rows = [
        MenuRow(
            Item(game_name(services, game)),
            opens(partial(new_game_sheet, practice=practice), services, game),
            services.say(N_("Opens the sheet of this game: who plays, and how.")),
        )
        for game in catalog.GAMES
        if not practice or info_of(game).practice is not None
    ]
    return Menu(services, lambda: services.say(title), lambda: rows)


def new_game_sheet(services: Services, game: str, *, practice: bool = False) -> NewGame:
    """Return the sheet of a game, with its draft if there is one."""
    made = Draft(game, [], practice=practice)
    plan = drafts_of(services).get(made.key)
    if plan is None:
        plan = draft(services, game, practice=practice)
        plan.proposed = plan.kept()
    plan.names = [in_language(services, name) for name in plan.names]
    drafts_of(services)[plan.key] = plan
    return NewGame(services, plan)


def resume_entry(services: Services, key: str) -> Next:
    """Open the set-up screen of a draft with input, above its sheet."""
    plan = drafts_of(services).get(key)
    if plan is None:
        keep_drafts(services)  # it cannot be read, so it is removed
        return GoHome()
    return _begin_above_sheet(services, plan)


def draft(services: Services, game: str, *, practice: bool = False) -> Draft:
    """Return a draft like the last game; in practice one person against the box."""
    engine = catalog.load(game)
    low, high = engine.seats
    made = Draft(game, [], practice=practice)
    names, played, levels = _last(services, made.key)
    names = [in_language(services, name) for name in names]
    if not low <= len(names) <= high:
        names, levels = _at_the_table(services)[: 1 if practice else high], []
        # One can keep a score alone, but few do.
        while len(names) < (1 if practice else max(low, 2)):
            names.append(player_name(services, names))
    made.names = names
    made.clock = services.timing(made.key)
    if made.may_seat_bots:
        made.bots = {seat: level for seat, level in enumerate(levels[: len(names)]) if level}
    if practice and len(names) == 1:
        made.first = 0  # the person begins, which is easier to follow
        while len(names) < low:
            seat_bot(services, made, len(names), NEW_BOT)
    # An option or a value that this Tablemate does not offer could not be changed on the sheet.
    made.options |= {
        option.name: played[option.name]
        for option in made.offered
        if played.get(option.name) in option.values
    }
    return made


def _last(services: Services, key: str) -> tuple[list[str], dict[str, Any], list[int]]:
    last = services.settings.recall(f"last.{key}", None)
    match last:
        case {"names": [*names], "options": {**options}}:
            known = {str(name): options[name] for name in options}
            stored = last.get("levels", [])
            levels = [level if level in LEVELS else 0 for level in stored]
            return [str(name) for name in names], known, levels
    return [], {}, []


def _at_the_table(services: Services) -> list[str]:
    """Return the known people who played last, in any game."""
    known = set(services.queue.store.players())
    match services.settings.recall("last.names", None):
        case [*names]:
            return [str(name) for name in names if name in known]
    return []


def player_name(services: Services, others: Collection[str] = ()) -> str:
    """Return the name of a player without one: the next free number."""
    numbered = (numbered_player(services, n) for n in count(len(others) + 1))
    return next(name for name in numbered if name not in others)


def seat_bot(services: Services, plan: Draft, seat: int, level: int) -> None:
    """Give a seat, which may be a new one, to the box."""
    others = [name for at, name in enumerate(plan.names) if at != seat]
    plan.names[seat : seat + 1] = [bot_name(services, level, others)]
    plan.bots[seat] = level


class NewGame(Menu):
    """The sheet of a new game: Start is the first row, the others can be changed."""

    def __init__(self, services: Services, plan: Draft) -> None:
        self.plan = plan
        super().__init__(services, lambda: game_name(services, plan.game), self._make)

    def _make(self) -> list[MenuRow]:
        services, plan = self.services, self.plan
        low, high = plan.engine.seats
        begins = services.say((_PRACTISE if plan.bots else _DEAL) if plan.practice else _LAY)
        rows = [MenuRow(Item(services.say(N_("Start"))), lambda: begin(services, plan), begins)]
        rows += ui_of(plan.game).sheet_rows(services, plan)
        if low < high:
            item = Item(services.say(N_("Players")), str(len(plan.names)))
            rows.append(MenuRow(item, self._choose_count, services.say(N_("How many play."))))
        rows += [
            MenuRow(
                Item(name, self._level(seat), may_cut=True),
                opens(_who, services, plan, seat),
                services.say(
                    N_("Seat {number}, in turn order. Press to choose who sits there."),
                    number=seat + 1,
                ),
            )
            for seat, name in enumerate(plan.names)
        ]
        if plan.info.practice is not None and plan.info.practice.has_hands:
            cards = N_("from the box") if plan.practice else N_("on the table")
            rows.append(
                MenuRow(
                    Item(services.say(N_("Cards")), services.say(cards)),
                    self._change_cards,
                    services.say(N_("From the box: it deals, and each hand can be on a phone.")),
                )
            )
        deals = ui_of(plan.game).deals_first(services, plan)
        first = services.say(N_("random")) if plan.first is None else plan.names[plan.first]
        rows.append(
            MenuRow(
                Item(
                    services.say(N_("Dealer") if deals else N_("First player")), first, may_cut=True
                ),
                self._choose_first,
                services.say(
                    N_("Who deals first. The next player begins.")
                    if deals
                    else N_("Who has the first turn.")
                ),
            )
        )
        for option in plan.offered:
            if plan.concerns(option):
                rows += self._option_rows(option)
        if not plan.practice:
            rows += clock_rows(services, plan.names, lambda: plan.clock, self._set_clock)
        return rows

    def extra_buttons(self) -> tuple[TapRow, ...]:
        """Return the known people: on a page one tap seats them, and another one lets them go."""
        known = self.services.queue.store.players()[:PEOPLE_AT_MOST]
        return tuple(TapRow(f"{_SEATS}{name}", name, is_chosen=name in self.plan.names)
                     for name in known)  # fmt: skip

    def tapped(self, code: str) -> Next:
        """Choose a row, or seat somebody."""
        name = code.removeprefix(_SEATS)
        if name == code or name not in self.services.queue.store.players():
            return super().tapped(code)
        self._seat_or_not(name)
        return STAY

    def _seat_or_not(self, name: str) -> None:
        """Give a person the first seat that nobody has taken, or free the person's seat."""
        services, plan = self.services, self.plan
        if name in plan.names:
            plan.names[plan.names.index(name)] = player_name(services, plan.names)
            return
        count, most = len(plan.names), plan.engine.seats[1]
        unnamed = {numbered_player(services, number + 1) for number in range(2 * most)}
        free = [seat for seat, each in enumerate(plan.names) if each in unnamed]
        free = [seat for seat in free if seat not in plan.bots]
        if free:
            plan.names[free[0]] = name
        elif count < most and not plan.practice:
            plan.names.append(name)
        else:
            services.toast = services.say(N_("All seats are taken."))

    def _set_clock(self, timing: Timing) -> None:
        self.plan.clock = timing

    def _level(self, seat: int) -> str:
        level = self.plan.bots.get(seat)
        return "" if level is None else level_name(self.services, level)

    def _option_rows(self, option: Option) -> list[MenuRow]:
        """Return the row of an option and, below it, what people should know about its value."""
        services, plan = self.services, self.plan
        voice = services.voice(plan.engine)
        value = plan.value_of(option)
        shown = _value_name(services, plan.engine, option, value)
        hint = voice.say(Message(option.explain))
        row = MenuRow(
            Item(services.say(plan.name_of(option)), shown),
            lambda: Push(_values(services, plan, option)),
            hint,
        )
        advice = plan.info.advice(plan.options)
        if advice is None or advice.option != option.name:
            return [row]
        title, said = services.say(advice.short), services.say(advice.text)
        return [row, MenuRow(Item(title), opens(TextScreen, services, title, said), said)]

    def _choose_count(self) -> Next:
        services, plan = self.services, self.plan
        low, high = plan.engine.seats

        def take(wanted: int) -> Next:
            while len(plan.names) < wanted:
                if plan.practice:
                    seat_bot(services, plan, len(plan.names), max(plan.bots.values(), default=2))
                else:
                    plan.names.append(player_name(services, plan.names))
            del plan.names[wanted:]
            plan.bots = {seat: level for seat, level in plan.bots.items() if seat < wanted}
            if plan.first is not None and plan.first >= wanted:
                plan.first = None
            return Pop()

        rows = [MenuRow(Item(str(each)), partial(take, each)) for each in range(low, high + 1)]
        return Push(
            Menu(services, lambda: services.say(N_("Players")), lambda: rows, len(plan.names) - low)
        )

    def _change_cards(self) -> Next:
        """Let the box deal to the same people, or play with the cards on the table."""
        services, plan = self.services, self.plan
        names = list(plan.names)
        for seat in plan.bots:
            names[seat] = player_name(services, names)
        other = Draft(
            plan.game, names, plan.first, dict(plan.options), practice=not plan.practice,
            clock=plan.clock,
        )  # fmt: skip
        drafts_of(services)[other.key] = other
        return Replace(NewGame(services, other))

    def _choose_first(self) -> Next:
        services, plan = self.services, self.plan

        def take(first: int | None) -> Next:
            plan.first = first
            return Pop()

        rows = [MenuRow(Item(services.say(N_("random"))), lambda: take(None))]
        rows += [
            MenuRow(Item(name, may_cut=True), partial(take, seat))
            for seat, name in enumerate(plan.names)
        ]
        index = 0 if plan.first is None else plan.first + 1
        deals = ui_of(plan.game).deals_first(services, plan)
        title = services.say(N_("Who deals?") if deals else N_("Who begins?"))
        return Push(Menu(services, lambda: title, lambda: rows, index))


def _value_name(services: Services, engine: Engine[Any, Any], option: Option, value: Any) -> str:
    if isinstance(value, bool):
        return services.say(N_("yes") if value else N_("no"))
    return services.voice(engine).phrase(Message(f"option.{option.name}.{value}"))


def _values(services: Services, plan: Draft, option: Option) -> Menu:
    def hint(value: Any) -> str:
        advice = plan.info.advice({**plan.options, option.name: value})
        if advice is not None and advice.option == option.name:
            return services.say(advice.text)
        return services.voice(plan.engine).say(Message(option.explain))

    def take(value: Any) -> Next:
        plan.options[option.name] = value
        plan.entered.clear()
        plan.given.clear()  # it was entered for other options
        return Pop()

    rows = [
        MenuRow(
            Item(_value_name(services, plan.engine, option, value)),
            partial(take, value),
            hint(value),
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
    """Return the list of people and levels of the box for a seat."""

    def take(name: str) -> Next:
        if name in plan.names:
            _change_seats(plan, seat, plan.names.index(name))
        plan.names[seat] = name
        plan.bots.pop(seat, None)
        return Pop()

    def entered(name: str) -> Next:
        plan.names[seat] = keep_name(services, name)
        plan.bots.pop(seat, None)
        return Pop(ScreenAnswer.CHANGED)

    def take_bot(level: int) -> Next:
        seat_bot(services, plan, seat, level)
        return Pop()

    def rows() -> list[MenuRow]:
        taken = set(plan.names) - {plan.names[seat]}
        known = services.queue.store.players()
        if seat in plan.bots and not known:
            known = [player_name(services, taken)]
        made = [
            MenuRow(
                Item(name, may_cut=True),
                partial(take, name),
                services.say(N_("Press: this player sits here.")),
            )
            for name in known
            if name not in taken
        ]
        made.append(
            MenuRow(
                Item(services.say(N_("New name"))),
                lambda: Push(NameEntry(services, "", taken, entered)),
                services.say(N_("Write a name, letter by letter. The box saves it.")),
            )
        )
        if taken.intersection(known):
            about = services.say(N_("Swap seats with another player."))
            row = MenuRow(Item(services.say(N_("Change seats"))), lambda: Push(changes()), about)
            made.append(row)
        bots = _bot_rows(services, plan, seat, take_bot)
        return [*bots, *made] if seat in plan.bots else [*made, *bots]

    def changes() -> Menu:
        about = services.say(N_("Press: the two change seats."))
        names = [name for name in plan.names if name != plan.names[seat]]
        found = [MenuRow(Item(name, may_cut=True), partial(swap, name), about) for name in names]
        return Menu(services, lambda: services.say(N_("Change seats")), lambda: found)

    def swap(name: str) -> Next:
        take(name)
        return Pop(ScreenAnswer.CHANGED)

    index = plan.bots.get(seat, 1) - 1
    title = N_("Seat {number}")
    return OnceMenu(services, lambda: services.say(title, number=seat + 1), rows, index)


def _bot_rows(
    services: Services, plan: Draft, seat: int, take: Callable[[int], Next]
) -> list[MenuRow]:
    if not plan.may_seat_bots:
        return []
    is_last = plan.bots.keys() >= set(range(len(plan.names))) - {seat}
    about = N_("Somebody has to play.") if is_last else N_("Press: the box plays this seat.")
    return [
        MenuRow(
            Item(services.say(BOT, number=level), level_name(services, level), not is_last),
            partial(take, level),
            services.say(about),
        )
        for level in LEVELS
    ]


def _change_seats(plan: Draft, one: int, other: int) -> None:
    """Exchange two players; the one who was to begin still does."""
    plan.names[one], plan.names[other] = plan.names[other], plan.names[one]
    swapped = {one: other, other: one}
    plan.bots = {swapped.get(seat, seat): level for seat, level in plan.bots.items()}
    limits = [plan.clock.limit_of(swapped.get(seat, seat)) for seat in range(len(plan.names))]
    if plan.clock.limits_s:
        plan.clock = replace(plan.clock, limits_s=tuple(limits))
    if plan.first in (one, other):
        plan.first = other if plan.first == one else one


def begin(services: Services, plan: Draft) -> Next:
    """Begin the match, or show why it cannot begin; then set up the table, except in practice."""
    if plan.practice:
        assert plan.info.practice is not None
        plan.given = dict(plan.info.practice.given(services))
        return seat_them(services, plan)
    prepared = ui_of(plan.game).prepare(services, plan, partial(seat_them, services, plan))
    if prepared is not None:
        return Push(prepared)
    seated = seat_them(services, plan)
    # Above the sheet, so that BACK leads there.
    return Push(seated.screen) if isinstance(seated, Replace) else seated


def seat_them(services: Services, plan: Draft) -> Next:
    """Begin the match of a draft."""
    before = services.table
    try:
        start = start_of(plan, plan.given, services.draw_seed())
        services.table = begin_match(
            services.queue,
            plan.game,
            start,
            names=tuple(plan.names),
            timing=Timing() if plan.practice else plan.clock,
            time=services.time,
            levels=plan.levels,
            practice=plan.practice,
        )
    except BadStart as refused:
        text = services.voice(plan.engine, tuple(plan.names)).say(refused.reason)
        return Push(TextScreen(services, game_name(services, plan.game), text))
    if plan.evening is not None:
        services.evenings.link(plan.evening, services.table.number, plan.names)
    people = [name for seat, name in enumerate(plan.names) if seat not in plan.bots]
    services.settings.remember("last.names", people)
    played = {"names": plan.names, "options": plan.options, "levels": list(plan.levels)}
    services.settings.remember(f"last.{plan.key}", played)
    if not plan.practice:
        services.keep_timing(plan.key, plan.clock)
    drafts_of(services).pop(plan.key, None)
    keep_drafts(services)
    if plan.practice:
        return GoToMatch()
    return Replace(Laying(services, back=partial(_unseat, services, plan, before)))


def _unseat(services: Services, plan: Draft, before: TableMatch | None) -> Next:
    """Go back to the sheet and delete the match, unless something was played."""
    table = services.current_table
    table.leave()
    services.table = before
    if not table.match.can_undo:
        services.queue.delete(table.number)
    drafts_of(services)[plan.key] = plan
    return Pop()


def play_again(services: Services, table: TableMatch) -> Next:
    """Begin the same game with the same players, and the next one first."""
    match, start = table.match, table.match.start
    plan = Draft(
        match.engine.name,
        [in_language(services, name) for name in table.names],
        (start.first + 1) % start.seats,
        dict(start.options),
        bots={seat: level for seat, level in enumerate(match.levels) if level},
        practice=match.practice,
        clock=table.clock.timing,
    )
    return _begin_above_sheet(services, plan)


def _begin_above_sheet(services: Services, plan: Draft) -> Next:
    """Begin a match above its sheet, so that BACK leads there."""
    sheet = NewGame(services, plan)
    begun = begin(services, plan)
    return PushAll((sheet, begun.screen)) if isinstance(begun, Push) else begun
