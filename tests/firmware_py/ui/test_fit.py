"""Nothing is cut and nothing touches: every screen, in every language, in both sizes of text.

The whole games of the flows watch every picture they pass; here the rest is walked through
systematically: all rows of all menus, all pages of the aids, refusals, set-ups, areas, cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest

from engines import catalog
from engines.engine import Refused
from engines.languages import LANGUAGES, TRANSLATED
from engines.rng import Chance
from firmware_py.core.language import labelled
from firmware_py.games import ui_of
from firmware_py.history.archive import EndedMatches
from firmware_py.match.clock import KINDS, Timing
from firmware_py.match.table_match import begin_match
from firmware_py.screens.evening.evening import (
    EveningMenu,
    Standings,
    all_rounds,
    by_name,
    earlier_evenings,
    entries,
    exports,
    rating_list,
)
from firmware_py.screens.evening.set_up import SetUp
from firmware_py.screens.evening.tables import TableList, who_enters
from firmware_py.screens.history.history import PastMatch
from firmware_py.screens.new_game.new_game import NewGame, draft
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.corrections import Compare, UndoPreview
from firmware_py.screens.play.entry import ChoiceEntry
from firmware_py.screens.play.match_menu import Aid, MatchMenu, clock_menu
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.result import ResultScreen
from firmware_py.screens.settings.settings import settings_menu
from firmware_py.screens.system.notices import Fault, TimeUp
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import Menu
from firmware_py.ui.navigation import STAY, Push
from firmware_py.ui.services import Services
from hardware.events import Control, Pressed, Turned
from tests.support import made_up
from tests.support.clocks import keep_clocks
from tests.support.table_players import TablePlayers, new_game, shown_ways

SIZES = ["normal", "large"]
SPOKEN = [*LANGUAGES, made_up.CODE]


def by_name_of(services: Services, number: int) -> Menu:
    """Return the tables of an evening by name."""
    return by_name(services, services.evenings.evening(number))


def entries_of(services: Services, number: int) -> Menu:
    """Return what was entered in an evening."""
    return entries(services, services.evenings.evening(number))


def hints_of(menu: Menu) -> list[str]:
    """Look at every row of a menu and at its hint, and choose none."""
    faults = []
    for row in range(len(menu.rows())):
        menu.index = row
        faults += faults_of(menu)
        opened = menu.handle(Pressed(Control.WHY))
        if isinstance(opened, Push):
            faults += pages_of(opened.screen)
    return faults


NAMES = (
    "Maximiliane", "Poppy-Jygqç", "WWWWWWWWWWWW", "Œdipe-Noël", "Ida",
    "Maximilian", "Bo", "MMMMMMMMMMMM", "Jürgen", "Ägidius",
)  # fmt: skip


@pytest.fixture
def spoken(make_box: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a function that makes a box in a language and a size."""

    def make(language: str, size: str) -> Any:
        if language == made_up.CODE:
            made_up.install(monkeypatch)
        box = make_box(language=language)
        box.services.settings.put("text", size)
        box.services.web_address = lambda: "http://192.168.123.234:8080/"
        return box

    yield make
    made_up.forget()


def drawn(screen: Any) -> Canvas:
    """Return what a screen shows."""
    canvas = Canvas()
    screen.draw(canvas)
    return canvas


def later(box: Any, seconds: float) -> None:
    """Let time pass."""
    box.now += seconds


def faults_of(screen: Any) -> list[str]:
    """Draw a screen and return what does not fit."""
    return faults_on(drawn(screen), screen)


def faults_on(canvas: Canvas, screen: Any) -> list[str]:
    """Return what does not fit on a canvas that a screen has drawn."""
    return [f"{type(screen).__name__}: {fault} {canvas.reading()}" for fault in canvas.check()]


def _work_pages(play: Play) -> int:
    """Return the number of pages of work for hands."""
    page = play.scene().told
    return 0 if page is None else page.count


def sit(services: Services, game: str, seats: int, seed: int, **options: object) -> None:
    """Begin a match among people with difficult names."""
    engine = catalog.load(game)
    start = catalog.begin(engine, seats=seats, seed=seed, options=options)
    services.table = begin_match(
        services.queue,
        game,
        start,
        names=NAMES[:seats],
        timing=services.timing(game),
        time=services.time,
    )


def end(services: Services, chance: Chance) -> None:
    """Agree on the end, and answer what is asked then."""
    assert services.table is not None
    match = services.table.match
    services.table.play("end")
    while match.turn is not None:
        services.table.play(match.engine.write(chance.choose(match.engine.legal(match.state))))


def pages_of(screen: Any) -> list[str]:
    """Turn through all pages of a screen and return what does not fit on any of them."""
    page = drawn(screen)
    faults = faults_on(page, screen)
    for _ in range(200):
        screen.handle(Turned(1))
        before, page = page, drawn(screen)
        if page.reading() == before.reading():
            return faults
        faults += faults_on(page, screen)
    raise AssertionError("a screen without an end")


def walk(screen: Any, depth: int) -> list[str]:
    """Look at every row of a menu, and at what each row opens."""
    faults = []
    for row in range(len(screen.rows()) if isinstance(screen, Menu) else 0):
        screen.index = row
        faults += faults_of(screen)
        why = screen.handle(Pressed(Control.WHY))
        if isinstance(why, Push):
            faults += pages_of(why.screen)
        opened = screen.handle(Pressed(Control.KNOB)) if depth else None
        if isinstance(opened, Push):
            faults += walk(opened.screen, depth - 1)
    return faults or faults_of(screen)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", SPOKEN)
class TestMenus:
    """Every row, and every screen behind it."""

    def test_home_and_settings(self, spoken: Any, language: str, size: str) -> None:
        """All values of all settings, names, the mandala board, the stick, about."""
        box = spoken(language, size)
        box.store.add_player("WWWWWWWWWWWW")
        assert walk(settings_menu(box.services), 1) == []

    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_the_sheet_of_a_new_game(
        self, spoken: Any, language: str, size: str, game: str
    ) -> None:
        """With every option, its values and its explanation."""
        box = spoken(language, size)
        keep_clocks(box.services, "fischer")
        plan = draft(box.services, game)
        plan.names[:] = NAMES[: len(plan.names)]
        sheet = NewGame(box.services, plan)
        faults = []
        for row in range(1, len(sheet.rows())):
            sheet.index = row
            faults += faults_of(sheet)
            for control in (Control.WHY, Control.KNOB):
                opened = sheet.handle(Pressed(control))
                if isinstance(opened, Push):
                    faults += walk(opened.screen, 0)
        assert faults == []

    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_the_menu_of_a_match(self, spoken: Any, language: str, size: str, game: str) -> None:
        """Its rows, and all pages of the player aid."""
        box = spoken(language, size)
        keep_clocks(box.services, "fischer")
        sit(box.services, game, 2, 7)
        aid = Aid(box.services)
        aid.page = 0
        assert pages_of(aid) == []
        menu = MatchMenu(box.services)
        faults = []
        for row in range(len(menu.rows())):
            menu.index = row
            faults += faults_of(menu)
        assert faults == []
        assert walk(menu.leaving(), 1) == []

    def test_every_clock(self, spoken: Any, language: str, size: str) -> None:
        """Its rows and their values, different times, a gift, a warning, the end of the time."""
        box = spoken(language, size)
        services = box.services
        sit(services, "scorepad", 10, 7)
        table = services.table
        faults = []
        for kind in KINDS:
            table.set_timing(Timing(kind, 7200.0, 60.0, 30.0, 300.0))
            menu = clock_menu(services)
            faults += walk(menu, 1)
            if kind == "fischer":
                for row in (2, len(menu.rows()) - 1):  # the players: their minutes, their gifts
                    menu.index = row
                    opened = menu.handle(Pressed(Control.KNOB))
                    assert isinstance(opened, Push)
                    faults += walk(opened.screen, 1)
            faults += faults_of(TimeUp(services, 2))
            left = services.say("Time left: {time}", time="5:00")
            services.toast = labelled(services.say, NAMES[2], left)
            box.app.paint()
        assert faults == []
        assert box.unfit == {}

    def test_what_is_left_of_a_match(self, spoken: Any, language: str, size: str) -> None:
        """The list, the menu, the score sheet, sharing, the code for a phone."""
        box = spoken(language, size)
        for game in catalog.GAMES:
            sit(box.services, game, catalog.load(game).seats[1], 3)
            end(box.services, Chance(1, "end"))
            assert faults_of(ResultScreen(box.services)) == []
        for stored in EndedMatches(box.store.connection).older(None, 9):
            menu = PastMatch(box.services, stored)
            faults = walk(menu, 2)
            assert faults == []

    def test_an_evening(self, spoken: Any, language: str, size: str) -> None:
        """Its sheet, its menu, its lists and what they explain, in each form."""
        box = spoken(language, size)
        services = box.services
        services.settings.put("ratings", True)
        services.web_address = lambda: None
        faults = []
        for game, seats in (("mana", 7), ("stones", 7), ("mana", 3)):
            sheet = SetUp(services)
            sheet.draft.here, sheet.draft.games = list(NAMES[:seats]), [game]
            faults += walk(sheet, 1)
            evening = services.evenings.begin(sheet.draft.plan(), NAMES[:seats], 1)
            for number in range(2):
                made = evening.propose()
                tables = [list(table) for table in made.tables]
                line = {"do": "round", "game": game, "tables": tables, "out": list(made.out)}
                services.evenings.add(evening, line)
                faults += walk(TableList(services, evening.number, number), 2)
                for at, table in enumerate(tables):
                    place = {"round": number, "table": at, "game": 0}
                    ranks = list(range(1, len(table) + 1))
                    entered = {"do": "result", "ranks": ranks, "by": table[0], **place}
                    services.evenings.add(evening, entered)
            faults += hints_of(EveningMenu(services, evening.number))
            for made_of in (Standings, by_name_of, all_rounds, exports, entries_of):
                faults += walk(made_of(services, evening.number), 1)
            services.evenings.add(evening, {"do": "end"})
            faults += hints_of(EveningMenu(services, evening.number))
        faults += walk(earlier_evenings(services), 0)
        faults += walk(rating_list(services), 1)
        faults += walk(who_enters(services, NAMES, lambda _: STAY), 0)
        assert faults == []

    def test_the_fault_screen(self, spoken: Any, language: str, size: str) -> None:
        """It must never fail to say what to do."""
        box = spoken(language, size)
        assert faults_of(Fault(box.services, ValueError("something"))) == []


# --- games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize(("game", "seats", "options"), shown_ways())
class TestMoments:
    """A random match, looked at from all sides as it goes on."""

    def test_set_up_cards_reasons_and_areas(
        self, spoken: Any, language: str, game: str, seats: int, options: dict[str, object]
    ) -> None:
        """The table, what hands do, why and why not, undo, comparing, and the end."""
        box = spoken(language, "normal")
        services = box.services
        sit(services, game, seats, 11, **options)
        faults = pages_of(Laying(services)) + pages_of(Laying(services, again=True))
        chance = Chance(5, "fit")
        match = services.table.match
        for number in range(60):
            if match.turn is None:
                break
            services.settings.put("text", SIZES[number % 5 == 4])
            play = Play(services)
            faults += faults_of(play)
            if number % 6 == 0:
                faults += pages_of(play.entry.why(play.scene()))
                faults += self._verdicts(services, chance)
                faults += pages_of(Compare(services))
            text = match.engine.write(chance.choose(match.engine.legal(match.state)))
            play._play(text)  # noqa: SLF001 - as the knob does, at once
            for _ in range(_work_pages(play)):
                faults += faults_of(play)
                play.handle(Pressed(Control.BACK))
            faults += pages_of(UndoPreview(services))
        if match.turn is not None:
            end(services, chance)
        faults += pages_of(ResultScreen(services))
        assert faults == []

    def test_the_table_with_every_clock(
        self, spoken: Any, language: str, game: str, seats: int, options: dict[str, object]
    ) -> None:
        """Running, waiting, entering, standing and overdrawn, while the match goes on."""
        box = spoken(language, "normal")
        services = box.services
        sit(services, game, seats, 11, **options)
        table, chance = services.table, Chance(5, "fit")
        faults = []
        for number in range(24):
            if table.match.turn is None:
                break
            services.settings.put("text", SIZES[number % 5 == 4])
            kind = ("table", "delay", "sand", "bronstein")[number % 4]
            table.set_timing(Timing(kind, 4000.0, 60.0, 30.0))
            for act in (lambda: later(box, 1.0), lambda: table.clock.touched(box.now),
                        lambda: table.clock.pause(box.now), lambda: table.clock.resume(box.now),
                        lambda: later(box, 5000.0)):  # fmt: skip
                act()
                faults += faults_of(Play(services))
            text = chance.choose(table.match.engine.legal(table.match.state))
            table.play(table.match.engine.write(text))
        assert faults == []

    def _verdicts(self, services: Services, chance: Chance) -> list[str]:
        """Judge some attempts of hands, legal or not."""
        assert services.table is not None
        match = services.table.match
        ui = ui_of(match.engine.name)
        entry = ChoiceEntry(services, match)
        attempts = ui.attempts(match.state)
        texts = attempts.choices()
        faults = []
        for _ in range(min(12, len(texts))):
            entry.offer(attempts)
            text = chance.choose(texts)
            assert entry.show(text)
            verdict = entry.judge(entry.scene(""), text)
            faults += faults_of(verdict)
            verdict.handle(Turned(1))
            faults += faults_of(verdict)
        return faults


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("game", catalog.GAMES)
def test_what_can_be_corrected(spoken: Any, language: str, game: str) -> None:
    """All fields with all their values, and the box's words about a correction."""
    box = spoken(language, "large")
    sit(box.services, game, 2, 4)
    match = box.services.table.match
    compare = Compare(box.services)
    voice = box.services.voice(match.engine, match.names)
    faults, refusals = [], set()
    for page, area in enumerate(compare.areas):
        compare.page = page
        if not area.fields:
            continue
        menu = compare._fields()
        for row, field in list(enumerate(area.fields))[:: max(len(area.fields) // 6, 1)]:
            menu.index = row
            faults += faults_of(menu)
            values = compare._values(field)  # noqa: SLF001 - every value of a field
            for index in range(0, len(field.values), max(len(field.values) // 8, 1)):
                values.index = index
                faults += faults_of(values)
                try:
                    match.fork().edit(field.put(field.values[index]))
                except Refused as refused:
                    refusals.add(voice.say(refused.reason))
    assert faults == []
    for text in refusals:
        box.services.toast = text
        box.app.paint()
    assert box.unfit == {}


@pytest.mark.parametrize(
    ("game", "language"),
    [
        *zip(catalog.GAMES, cycle(TRANSLATED), strict=False),
        *((game, made_up.CODE) for game in catalog.GAMES),
    ],
)
def test_a_whole_game_in_large_text(spoken: Any, game: str, language: str) -> None:
    """Every picture on the way."""
    box = spoken(language, "large")
    players = TablePlayers(box, game)
    new_game(box, game, ("Maximiliane", "Bo"), first="Maximiliane")
    players.set_up()
    players.play_out()
    assert box.unfit == {}
