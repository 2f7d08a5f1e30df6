"""What is around a match: laying, pauses, moves, endings, names; and no button is silent."""

from __future__ import annotations

from typing import Any

import pytest

from engines import catalog
from engines.languages import LANGUAGES
from engines.record import RecordLine
from firmware_py.history.match_text import people
from firmware_py.match.game_info import info_of
from firmware_py.screens.history.history import PastMatch, PausedMatches
from firmware_py.screens.history.replay import MoveList, Replay
from firmware_py.screens.home import home
from firmware_py.screens.new_game.new_game import NewGame, choose_game, draft
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.match_menu import MatchMenu, clock_menu
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.result import ResultScreen
from firmware_py.screens.settings.settings import settings_menu
from firmware_py.storage.settings import SETTINGS
from firmware_py.ui.lists import Menu, TextScreen
from firmware_py.ui.navigation import GoToMatch, Push
from hardware.events import Control, Held
from tests.support.clocks import keep_clocks
from tests.support.table_players import TablePlayers, new_game


def begin(box: Any, game: str = "Mana") -> Any:
    """Begin a match and get to its table."""
    box.choose("New game").choose(game).choose("Start")
    while not isinstance(box.screen, Play):
        box.press()
    return box.services.table


def pages(box: Any) -> str:
    """Return all words of the pages of laying."""
    words: list[str] = []
    for _ in range(box.screen.page_count):
        words += box.text
        box.turn(1)
    return " ".join(words)


class TestLaying:
    """Before the first turn."""

    def test_it_says_who_plays_what(self, box: Any) -> None:
        """Mana: who is black, with all pieces."""
        new_game(box, "mana", ("Ida", "Bo"), first="Bo")
        said = pages(box)
        assert "Bo: black" in said
        assert "Ida: white" in said
        assert "Each: 1 daimio, 5 ronins" in said

    def test_alike_pieces_are_one_line(self, box: Any) -> None:
        """In the middle of a match five ronins are laid in one sentence, and nobody begins."""
        players = TablePlayers(box, "mana")
        new_game(box, "mana", ("Ida", "Bo"), first="Ida")
        players.set_up()
        players.play_on(6)
        turn = box.services.table.match.turn.seat
        box.hold("back").choose("Paused games").press().choose("Set up again")
        assert box.screen.page_count <= 7
        said = pages(box)
        assert said.count("black ronins on ") == 1
        assert "begins" not in said
        assert f"Next: {('Ida', 'Bo')[turn]}" in said

    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_no_table_takes_many_pages(self, box: Any, game: str) -> None:
        """With as many players as there can be."""
        seats = catalog.load(game).seats[1]
        names = ("Ida", "Bo", "Lea", "Noé", "Max", "Jo", "Al", "Eva", "Tim", "Zoe")
        new_game(box, game, names[:seats])
        assert isinstance(box.screen, Laying)
        assert box.screen.page_count <= 7

    def test_back_on_the_first_page_is_the_sheet_again(self, box: Any) -> None:
        """With everything kept, and without a match that nobody plays."""
        new_game(box, "mana", ("Ida", "Bo"), first="Bo", options={"edition": "2005"})
        box.turn(2).press("back").press("back").press("back")
        assert isinstance(box.screen, NewGame)
        plan = box.screen.plan
        assert (plan.names, plan.first, plan.options["edition"]) == (["Ida", "Bo"], 1, "2005")
        assert box.services.table is None
        assert box.services.queue.open_matches() == []
        box.choose("Start")
        assert isinstance(box.screen, Laying)
        box.hold("back")
        assert len(box.services.queue.open_matches()) == 1

    def test_back_after_play_again_is_the_sheet_and_then_the_result(self, box: Any) -> None:
        """The match that has ended is still there."""
        table = begin(box)
        table.play("resign", 0)
        box.app.follow(GoToMatch())
        box.press().choose("Play again").press("back")
        assert isinstance(box.screen, NewGame)
        box.press("back").press("back")
        assert isinstance(box.screen, ResultScreen)
        assert box.services.table is table
        assert box.unfit == {}

    def test_why_is_not_silent(self, box: Any) -> None:
        """It says how this goes."""
        new_game(box, "mana", ("Ida", "Bo"))
        box.press("why")
        assert isinstance(box.screen, TextScreen)

    def test_entered_tops_are_kept_for_the_same_game_and_not_for_another(self, box: Any) -> None:
        """An entered board is used only for the variant for which it was entered."""
        plan = draft(box.services, "stones")
        plan.given["tops"] = ["Ro"] * 24
        box.app.follow(Push(NewGame(box.services, plan)))
        box.app.paint()
        box.choose(info_of("stones").option_names["tracking"]).press()
        assert plan.given == {}


class TestPauses:
    """Matches that wait."""

    def test_a_paused_match_says_when_whose_turn_and_what_was_last(self, box: Any) -> None:
        """And all of it in WHY."""
        box.store.date = lambda: 1_790_000_000
        players = TablePlayers(box, "mana")
        new_game(box, "mana", ("Ida", "Bo"), first="Ida")
        players.set_up()
        players.play_on(3)
        box.hold("back").choose("Paused games")
        assert isinstance(box.screen, PausedMatches)
        said = " ".join(box.text)
        assert "2026-09-21" in said
        assert "Next: Bo" in said
        assert "Ida: Moved from" in said
        box.press("why")
        assert isinstance(box.screen, TextScreen)
        box.press("back").press().choose("Resume")
        assert isinstance(box.screen, Play)

    def test_the_count_stands_where_there_are_several(self, box: Any) -> None:
        """One alone is the one in the row above."""
        begin(box)
        box.hold("back")
        assert "Paused games" in box.text
        begin(box)
        box.hold("back")
        assert "Paused games: 2" in box.text

    def test_a_match_that_cannot_be_read_is_listed(self, box: Any) -> None:
        """The others are not lost with it."""
        begin(box)
        box.hold("back")
        box.store.connection.execute("UPDATE events SET text='rubbish' WHERE number=0")
        box.choose("Paused games")
        assert "damaged" in " ".join(box.text)


class TestMoves:
    """The list of moves in the menu of the match."""

    def test_it_walks_the_moves_in_words_and_shows_the_table(self, box: Any) -> None:
        """The last one first; a press opens the replay there."""
        players = TablePlayers(box, "mana")
        new_game(box, "mana", ("Ida", "Bo"), first="Ida")
        players.set_up()
        players.play_on(5)
        box.hold("knob").choose("Moves")
        assert isinstance(box.screen, MoveList)
        assert box.chosen.startswith("5 Ida Moved from")
        assert box.turn(-1).chosen.startswith("4 Bo Moved from")
        box.press()
        assert isinstance(box.screen, Replay)
        assert box.screen.index == 4
        box.press("back").press("back").press("back")
        assert isinstance(box.screen, Play)
        assert box.unfit == {}

    @pytest.mark.parametrize("size", ["normal", "large"])
    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_every_game_can_be_replayed(self, make_box: Any, game: str, size: str) -> None:
        """In every language and size."""
        for language in LANGUAGES:
            box = make_box(language=language)
            box.services.settings.put("text", size)
            players = TablePlayers(box, game)
            new_game(box, game, ("Maximiliane", "WWWWWWWWWWWW"), first="Maximiliane")
            players.set_up()
            players.play_on(8)
            box.services.table.edit(
                box.services.table.match.engine.position(box.services.table.match.state)
            )
            box.hold("knob").choose("Moves").turn_to_end(-1).turn_to_end(1)
            box.press("why").press("back")
            box.hold("back").choose("Paused games").press("why")
            assert box.unfit == {}

    def test_a_match_without_a_move_says_so(self, box: Any) -> None:
        """And closes again."""
        begin(box)
        box.hold("knob").choose("Moves")
        assert "Nothing has been played yet" in box.text
        assert not isinstance(box.press().screen, MoveList)


class TestEndings:
    """A match that ends before its end."""

    def test_nobody_is_asked_about_a_resignation(self, box: Any) -> None:
        """The player on turn comes first."""
        table = begin(box)
        name = table.names[table.match.turn.seat]
        box.hold("knob").choose("Resign")
        assert box.chosen == f"{name} resigns"
        box.press()
        assert (box.text[0], box.chosen) == (f"{name} resigns?", "No")

    def test_everybody_is_asked_about_a_draw(self, box: Any) -> None:
        """By name in the menu."""
        table = begin(box)
        box.hold("knob").choose("Draw")
        assert "does everyone agree?" in box.text[0]
        box.turn(1).press()
        assert table.match.lines[-1] == RecordLine("table", "draw") or table.is_over

    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_only_a_game_with_points_can_be_scored(self, box: Any, game: str) -> None:
        """Mana has none."""
        new_game(box, game, ("Ida", "Bo"))
        rows = [row.label for row in MatchMenu(box.services).rows()]
        assert ("End and score" in rows) == info_of(game).has_points

    def test_a_draw_is_marked_in_the_history(self, box: Any, archive: Any) -> None:
        """For each of those who share it."""
        table = begin(box)
        table.play("draw", 0)
        (stored,) = box.store.matches("over")
        assert people(box.services, stored) == "=Player 1  =Player 2"

    def test_a_score_stays_with_its_owner_and_is_said_once(self, make_box: Any) -> None:
        """In every language: no line ends between them, and the sentence does not repeat it."""
        for language in LANGUAGES:
            box = make_box(language=language)
            players = TablePlayers(box, "icehouse", seats=5, seed=3)
            names = ("Maximilianus", "Wilhelmina-W", "Poppy Jygqç", "Œdipe Noël", "Bartholomeus")
            new_game(box, "icehouse", names, first=names[0])
            players.set_up()
            players.play_out()
            screen = box.screen
            assert isinstance(screen, ResultScreen)
            match = box.services.table.match
            outcome = match.engine.outcome(match.state)
            lines = screen._lines(outcome)  # noqa: SLF001 - every outcome at once
            for name, score in zip(names, outcome.scores, strict=True):
                owned = box.services.say("{label}: {content}", label=name, content=score)
                assert owned.replace(" ", "\u00a0") in lines[0]
            best = str(max(outcome.scores))
            assert sum(line.count(best) for line in lines[1:]) == 0
            assert box.unfit == {}


class TestNames:
    """Of players who gave none."""

    def test_they_follow_the_language(self, make_box: Any) -> None:
        """On the next sheet, and in the lists."""
        box = make_box()
        table = begin(box)
        assert table.names == ("Player 1", "Player 2")
        table.play("resign", 0)
        box.hold("back")
        box.services.settings.put("language", "fr")
        assert draft(box.services, "mana").names == ["Joueur 1", "Joueur 2"]
        (stored,) = box.store.matches("over")
        assert "Joueur 2" in people(box.services, stored)

    def test_they_follow_it_in_the_middle_of_a_match(self, make_box: Any) -> None:
        """At once, and after a restart; the record keeps what was written."""
        box = make_box()
        begin(box)
        box.play()
        for restarted in (False, True):
            box.services.settings.put("language", "it" if restarted else "fr")
            if restarted:
                box.hold("back").restart().choose(box.said("Resume {game}").format(game="Mana"))
            box.turn(1)
            assert box.said("Player {number}").format(number=1) in " ".join(box.text)
            assert "Player" not in " ".join(box.text)
        assert box.store.record(1).header.names == ("Player 1", "Player 2")

    def test_names_that_people_have_do_not(self, make_box: Any) -> None:
        """Nobody is renamed."""
        box = make_box()
        box.services.settings.remember(
            "last.mana", {"names": ["Player", "Joueur x"], "options": {}}
        )
        assert draft(box.services, "mana").names == ["Player", "Joueur x"]


class TestButtons:
    """BACK, WHY and UNDO always answer."""

    @pytest.mark.parametrize("control", ["back", "why", "undo"])
    @pytest.mark.parametrize(
        "way",
        [
            (), ("New game",), ("New game", "Mana"), ("Settings",), ("Settings", "Sounds"),
            ("Settings", "Names"), ("Settings", "Names", "New name"), ("History",), ("Quit",),
            ("Settings", "USB stick"), ("New game", "Mana", "Start"),
            ("New game", "Mandala Stones", "Start"), ("New game", "Icehouse Mandala", "Start"),
        ],
        ids=lambda way: "/".join(way) or "Home",
    )  # fmt: skip
    def test_no_button_is_silent(self, box: Any, way: tuple[str, ...], control: str) -> None:
        """Something happens, or it is said that nothing can; the second time too."""
        for row in way:
            box.choose(row)
        for _ in range(2):
            before, screen = box.text, box.screen
            box.press(control)
            assert box.text != before or box.screen is not screen or box.services.toast
            if box.screen is not screen:
                break

    @pytest.mark.parametrize("act", ["press", "hold"])
    def test_an_ignored_button_draws_the_screen_once(self, box: Any, act: str) -> None:
        """The screen itself says that it has no use for it: nothing is drawn to find out."""
        box.choose("Settings")
        drawn: list[Any] = []
        box.app.painter.observers.append(drawn.append)
        if act == "press":
            box.press("undo")
        else:
            box.feed(Held(Control.UNDO, 1.0))
        said = {"press": "Nothing to undo here", "hold": "Holding does nothing here"}
        assert (box.services.toast, len(drawn)) == (said[act], 1)

    def test_a_hint_for_every_row(self, make_box: Any) -> None:
        """Home, a new game, settings, the menus of matches: WHY explains what is highlighted."""
        box = make_box()
        services = box.services
        keep_clocks(services, "fischer")
        begin(box)
        menus = [MatchMenu(services), clock_menu(services), settings_menu(services)]
        menus += [choose_game(services)]
        menus += [NewGame(services, draft(services, game)) for game in catalog.GAMES]
        rows = [row for menu in menus for row in menu.rows()]
        services.table.play("resign", 0)
        box.app.follow(GoToMatch())
        (stored,) = box.store.matches("over")
        rows += [*box.screen._next().rows(), *PastMatch(services, stored).rows()]  # noqa: SLF001 - the menu after a match
        box.hold("back")
        begin(box)
        box.hold("back")
        at_home = home(services)
        assert isinstance(at_home, Menu)
        rows += at_home.rows()
        assert [row.label for row in rows if not row.hint] == []
        assert all(setting.hint for setting in SETTINGS)
