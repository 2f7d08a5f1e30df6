"""What somebody stumbled over who knew only the README: each of it stays fixed."""

from __future__ import annotations

from typing import Any

import pytest

from engines import catalog
from engines.engine import Message, Start
from engines.wording import voice as voice_of
from firmware_py.games.mandala.oled_table import ROW, draw_rivers
from firmware_py.games.play_widgets import draw_told
from firmware_py.screens.new_game.new_game import NewGame
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.entry import CheckMove
from firmware_py.screens.play.instructions import in_few_words
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.result import ResultScreen
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import Ask, TextScreen
from firmware_py.ui.name_entry import NameEntry
from firmware_py.ui.navigation import GoToMatch
from firmware_py.ui.paging import Page
from firmware_py.ui.widgets import Rect
from tests.support.clocks import keep_clocks
from tests.support.scenes import make_scene
from tests.support.table_players import TablePlayers, new_game


def begin(box: Any, game: str = "mana") -> Any:
    """Begin a match and get to its table."""
    new_game(box, game, ("Ida", "Bo"), first="Ida")
    TablePlayers(box, game).set_up()
    return box.services.table


class TestLaying:
    """What is called out is called out."""

    @pytest.mark.parametrize("again", [False, True])
    def test_turning_does_not_pass_over_it(self, box: Any, again: bool) -> None:
        """The knob turns the pages only when all is laid."""
        new_game(box, "icehouse", ("Ida", "Bo"))
        if again:
            box.hold("back").choose("Paused games").press().choose("Set up again")
        laying = box.screen
        assert isinstance(laying, Laying)
        box.turn(3)
        assert laying.page == 0
        assert any("Press" in line for line in box.text)
        for _ in range(26):
            box.press()
        assert box.screen is laying
        box.turn(1)
        assert laying.page == 2

    def test_why_says_that_a_press_calls_them_out(self, box: Any) -> None:
        """And not that turning goes on."""
        new_game(box, "icehouse", ("Ida", "Bo"))
        box.press("why")
        said = " ".join(box.text)
        assert "Press" in said
        assert "turn or press" not in said


def open_clock(box: Any) -> None:
    """Open the clock from the menu of the match."""
    box.hold("knob")
    while box.chosen != "Clock":
        box.turn(1)
    box.press()


class TestMenus:
    """Rows that come and go."""

    def test_the_bar_stays_on_its_row(self, box: Any) -> None:
        """The clock is switched off, and the row that stopped it is gone."""
        keep_clocks(box.services, "turn")
        begin(box)
        open_clock(box)
        box.choose("Clock").choose("off")
        box.press("back")
        assert box.chosen.startswith("Clock")

    def test_the_menu_of_the_clock_begins_with_what_is_set(self, box: Any) -> None:
        """Two presses do not stop the clock by mistake."""
        keep_clocks(box.services, "turn")
        table = begin(box)
        open_clock(box)
        box.press().press("back")
        assert not table.clock.paused


class TestNotes:
    """BACK closes a note, and does nothing else."""

    def test_over_a_question(self, box: Any) -> None:
        """It is still asked."""
        box.choose("Quit").press("why").press("back")
        assert isinstance(box.screen, Ask)
        box.press("back")
        assert not isinstance(box.screen, Ask)

    def test_over_a_move_that_is_checked(self, box: Any) -> None:
        """What was picked stays picked."""
        begin(box).play("=b1")
        box.services.table.play("=b6")
        box.app.follow(GoToMatch())
        box.hold("knob").choose("Check a move").press().press("why").press("back")
        assert isinstance(box.screen, CheckMove)
        assert len(box.screen.picker.picked) == 1

    def test_why_explains_how_a_name_is_written(self, box: Any) -> None:
        """On a page of its own; no letter is lost."""
        box.choose("Settings").choose("Names").choose("New name").press()
        entry = box.screen
        assert isinstance(entry, NameEntry)
        box.press("why")
        shown: Any = box.screen
        assert isinstance(shown, TextScreen)
        box.press("back")
        assert (box.screen, entry.name) == (entry, "M")

    def test_a_hold_that_does_nothing_says_so(self, box: Any) -> None:
        """Of the knob at Home."""
        box.hold("knob")
        assert "Holding does nothing here" in box.text


class TestSheet:
    """A new game."""

    def test_what_was_chosen_is_kept(self, box: Any) -> None:
        """BACK to the list of games, and in again; each game has its own."""
        box.services.queue.write(lambda store: store.add_player("Zoé"))
        box.choose("New game").choose("Mana").choose("Player 2").choose("Zoé")
        box.press("back").choose("Mandala").press("back").choose("Mana")
        assert isinstance(box.screen, NewGame)
        assert box.screen.plan.names == ["Player 1", "Zoé"]

    def test_two_change_seats(self, box: Any) -> None:
        """The same player begins."""
        for name in ("Ida", "Bo"):
            box.services.queue.write(lambda store, name=name: store.add_player(name))
        box.choose("New game").choose("Mana").choose("Player 1").choose("Ida")
        box.choose("Player 2").choose("Bo")
        plan = box.screen.plan
        plan.first = 0
        box.choose("Ida").choose("Change seats").choose("Bo")
        assert (plan.names, plan.first) == (["Bo", "Ida"], 1)

    def test_a_name_that_changes_changes_there(self, box: Any) -> None:
        """The sheet is not left with the old one."""
        box.services.queue.write(lambda store: store.add_player("Ida"))
        box.choose("New game").choose("Mana").choose("Player 1").choose("Ida")
        box.hold("back").choose("Settings").choose("Names").choose("Ida").choose("Change")
        box.screen.name = "Ada"
        box.hold("knob").hold("back").choose("New game").choose("Mana")
        assert box.screen.plan.names[0] == "Ada"


class TestEnd:
    """How it ended."""

    def test_a_game_without_points_has_no_score_sheet(self, box: Any) -> None:
        """Nobody reads 0 and 0."""
        begin(box)
        box.hold("knob")
        rows = [row.label for row in box.screen.rows()]
        assert "Score sheet" not in rows

    def test_why_explains_the_result(self, box: Any) -> None:
        """The move that ended it, and what it did."""
        new_game(box, "mana", ("Ida", "Bo"), first="Ida")
        players = TablePlayers(box, "mana")
        players.set_up()
        players.play_out()
        assert isinstance(box.screen, ResultScreen)
        said = " ".join(box.text)
        assert said.count(" wins") == 1
        box.press("why")
        assert isinstance(box.screen, TextScreen)
        assert "wins" in box.screen.words().text
        assert "daimio" in box.screen.words().text

    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_who_wins_is_said_once(self, box: Any, game: str) -> None:
        """By a resignation."""
        table = begin(box, game)
        table.play("resign", 0)
        box.app.follow(GoToMatch())
        box.app.paint()
        assert sum(line.count(" wins") for line in box.text) == 1

    def test_quitting_asks_once(self, box: Any) -> None:
        """Everything is kept: a second question adds nothing."""
        box.choose("Quit").turn(1).press()
        assert box.app.result is not None

    def test_quitting_asks_again_if_something_would_be_lost(
        self, box: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And says what."""
        monkeypatch.setattr(type(box.services.queue), "unsaved", property(lambda _: 2))
        box.choose("Quit").turn(1).press()
        assert any("Not saved yet: 2" in line for line in box.text)
        assert box.app.result is None


class TestPages:
    """The hands' work in pages."""

    def test_the_last_page_promises_no_other(self) -> None:
        """The mark stands where a page follows."""
        place = Rect(0, 0, 60, 20)

        def marks(number: int) -> bool:
            page = Page(("a",), "small", number, 2)
            canvas = Canvas()
            draw_told(canvas, make_scene(catalog.load("mana"), None, told=page), place)
            return any(canvas.lit(x, y) for x in range(54, 60) for y in range(16, 20))

        assert (marks(0), marks(1)) == (True, False)


def test_turning_does_not_choose_below_a_call_of_time(box: Any) -> None:
    """What is not seen is not changed."""
    keep_clocks(box.services, "turn", limit_s=60.0)
    begin(box)
    play = box.screen
    assert isinstance(play, Play)
    box.now += 90.0
    box.app.paint()
    assert "Time is up" in box.text
    box.now += 2.0
    before = play.picker.index
    box.turn(1)
    assert "Time is up" not in box.text
    assert play.picker.index == before
    box.turn(1)
    assert play.picker.index != before


def work_text(box: Any) -> str:
    """Return the hands' work as it stands now, all of its pages."""
    play = box.screen
    assert isinstance(play, Play)
    said = () if play.work is None else play.work.sentences(box.services)
    return " ".join((*said, *play.ui.hands.asked(play.scene())))


class TestHands:
    """Who does what, and where."""

    def test_somebody_turns_up_the_cards_of_a_mountain(self, box: Any) -> None:
        """Before the table is asked which they are."""
        new_game(box, "mandala", ("Ida", "Bo"), first="Ida")
        while not isinstance(box.screen, Play):
            box.press()
        assert work_text(box) == "Ida: turn up 2 cards on mountain 1."
        assert any("turn up 2" in line for line in box.text)
        box.play()
        assert "on mountain 2" in work_text(box)

    def test_rivers_come_back_next_to_a_clock(self, box: Any) -> None:
        """What hands do gives way once it was shown for a while."""
        keep_clocks(box.services, "turn")
        new_game(box, "mandala", ("Ida", "Bo"), first="Ida")
        players = TablePlayers(box, "mandala")
        players.set_up()
        players.play_on(3)
        box.now += 30.0
        box.app.paint()
        assert any("in hand" in line for line in box.text)

    def test_rivers_of_people_without_names_are_distinguished(self) -> None:
        """Mandala: both are called a player, and a number."""
        state = catalog.load("mandala").setup(Start({"table": "public"}, 2, 0, 1))
        names = ("Player 1", "Player 2")
        scene = make_scene(catalog.load("mandala"), state, names)
        pictures = []
        for seat in (0, 1):
            canvas = Canvas()
            draw_rivers(canvas, scene, state, Rect(60, ROW * seat, 68, 2 * ROW))
            pictures.append([[canvas.lit(60 + x, ROW + y) for x in range(12)] for y in range(ROW)])
        assert pictures[0] != pictures[1]

    def test_who_is_asked_is_not_cut_next_to_a_clock(self, box: Any) -> None:
        """It is the table."""
        keep_clocks(box.services, "turn")
        new_game(box, "mandala", ("Ida", "Bo"), first="Ida")
        while not isinstance(box.screen, Play):
            box.press()
        box.play()
        assert "Everyone" in box.text

    def test_a_pyramid_is_named_with_its_space(self, box: Any) -> None:
        """Of five that look alike."""
        table = begin(box, "icehouse")
        box.play()
        space = table.match.lines[-1].text[1:]
        assert f"on\u00a0{space}," in work_text(box)

    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_after_a_pause_the_last_work_is_shown_again(self, box: Any, game: str) -> None:
        """Nobody remembers whether it was done."""
        new_game(box, game, ("Ida", "Bo"), first="Ida")
        players = TablePlayers(box, game)
        players.set_up()
        while not work_text(box):
            players.play_on(1)
        work = work_text(box)
        box.hold("back").press()
        assert isinstance(box.screen, Play)
        assert work_text(box) == f"Just before: {work}"
        assert any(line.startswith("Just before: ") for line in box.text)

    def test_no_work_is_shown_again_after_a_correction(self, box: Any) -> None:
        """The correction says what is on the table."""
        table = begin(box)
        box.play(3)
        table.edit(table.match.engine.position(table.match.state))
        box.hold("back").press()
        assert isinstance(box.screen, Play)
        assert work_text(box) == ""

    def test_the_question_for_a_cup_grows_when_hands_are_done(self, box: Any) -> None:
        """The question is more important than the work."""
        new_game(box, "mandala", ("Ida", "Bo"), first="Ida")
        players = TablePlayers(box, "mandala")
        players.set_up()
        players.play_until("cups")
        page = box.screen.scene().told
        assert " ".join(page.rows) in box.text
        box.now += 60.0
        box.app.paint()
        page = box.screen.scene().told
        assert " ".join(page.rows) not in box.text

    def test_ronins_of_the_row_are_named(self, box: Any) -> None:
        """Mana: after the daimio was chosen."""
        begin(box)
        box.play()
        assert "all 5 ronins in the row" in " ".join(work_text(box).split("\n"))

    def test_a_board_that_is_turned_later_is_not_laid_before(self, box: Any) -> None:
        """Edition 2005: the first player chooses its orientation, and then it is shown."""
        new_game(box, "mana", ("Ida", "Bo"), first="Ida", options={"edition": "2005"})
        words: list[str] = []
        for _ in range(box.screen.page_count):
            words += box.text
            box.turn(1)
        assert "Turn the board" not in " ".join(words)
        while not isinstance(box.screen, Play):
            box.press()
        box.turn(1)
        box.play()
        assert "Turn the board" in work_text(box)

    def test_the_bird_may_stay_or_go(self, box: Any) -> None:
        """One sentence does not order what the other leaves open."""
        words = catalog.load("mana").words
        assert "another" not in words["step.bird_again.short"]
        assert "may stay" in words["bird_again.short"]

    def test_tops_are_named_by_their_spaces(self) -> None:
        """Stones: several in one sentence."""
        voice = voice_of(catalog.load("stones"), "en")
        work = [Message("step.tower.hand", {"space": n, "stone": "R", "count": 1}) for n in (1, 4)]
        (said,) = in_few_words(work, lambda code: voice.short(code) is not None)
        assert (said.code, said.facts["space"]) == ("step.tower.hand.all", (1, 4))

    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_the_aid_explains_the_signs_of_the_box(self, box: Any, game: str) -> None:
        """The keys, the tick, the hand, the flag, the mark of a page."""
        begin(box, game)
        box.hold("knob").choose("Player aid").turn(20)
        said = " ".join(box.text)
        assert "Signs of the box" in said
        assert "saved" in said
        assert box.unfit == {}

    def test_whose_colour_it_is_can_be_seen(self, box: Any) -> None:
        """Mana: next to the name, at any moment of a turn."""
        begin(box)
        box.play(2)
        assert "black" in box.text or "white" in box.text

    def test_a_move_is_shown_once_in_a_replay(self, box: Any, archive: Any) -> None:
        """What was played, and then only what else hands did."""
        archive(box.store, "mana", moves=8)
        box.choose("History").press().choose("Replay").turn(7).press("why")
        assert isinstance(box.screen, TextScreen)
        assert "Move the" not in box.screen.words().text

    def test_the_spiral_says_which_three_and_why_explains(self, box: Any) -> None:
        """Icehouse: a press goes three on."""
        new_game(box, "icehouse", ("Ida", "Bo"))
        box.press()
        assert "Lay these three" in box.text
        box.press("why")
        assert isinstance(box.screen, TextScreen)
