"""History: a list of any length, matches played again, score sheets, deleting."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from real_tables import table_of

from engines import catalog
from engines.languages import LANGUAGES
from engines.match import Match, replay
from engines.record import DEALER, Record, write
from firmware_py.core.language import translator
from firmware_py.history.archive import EndedMatches
from firmware_py.history.export import run_export
from firmware_py.history.match_text import names_of
from firmware_py.match.game_info import info_of
from firmware_py.match.scene import stops_of
from firmware_py.screens.history.history import PAGE, History, PastMatch
from firmware_py.screens.history.replay import Replay
from firmware_py.screens.play.play import Play
from firmware_py.screens.system.notices import Fault
from firmware_py.storage.store import OVER, PAUSED
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import GoHome, Push
from tests.support.match_on_table import begin as begin_at_the_table
from tests.support.tapping import tap

GAMES = [("mana", 2), ("mandala", 2), ("stones", 3), ("icehouse", 5)]


def open_history(box: Any, language: str = "en") -> Any:
    """Set the language and open the list from Home."""
    box.services.settings.put("language", language)
    box.hold("back")
    return box.choose(translator(language)("History"))


class TestList:
    """The list of ended matches."""

    def test_an_empty_history_says_so_and_closes(self, box: Any) -> None:
        """There is nothing to choose, and any press leads back."""
        open_history(box)
        assert "No game is finished yet." in box.text
        box.press()
        assert "Tablemate" in box.text

    def test_the_newest_match_comes_first(self, box: Any, archive: Any) -> None:
        """The cursor starts on it."""
        archive(box.store, "mana")
        archive(box.store, "icehouse", seats=3)
        open_history(box)
        assert any(line.startswith("> Icehouse Mandala") for line in box.text)

    def test_winner_and_scores_are_shown(self, box: Any, archive: Any) -> None:
        """Names with their points, the winner marked."""
        number = archive(box.store, "mandala")
        outcome = EndedMatches(box.store.connection).stored(number).outcome
        assert outcome is not None
        open_history(box)
        row = next(line for line in box.text if line.startswith("> "))
        for seat, name in enumerate(("Anna", "Ben")):
            mark = "✓" if seat in outcome["winners"] else ""
            assert f"{mark}{name}:\u00a0{outcome['scores'][seat]}" in row

    def test_a_game_without_points_shows_none(self, box: Any, archive: Any) -> None:
        """Mana is won or lost."""
        archive(box.store, "mana", moves=6, agreed="resign")
        open_history(box)
        row = next(line for line in box.text if line.startswith("> "))
        assert "Anna  ✓Ben" in row

    def test_what_was_given_up_is_there_and_says_so(self, box: Any, archive: Any) -> None:
        """An abandoned match has ended, without a result."""
        archive(box.store, "stones", seats=3, moves=5, agreed="")
        open_history(box)
        assert any("stopped: Anna, Ben, Carla" in line for line in box.text)

    def test_what_is_paused_is_not_there(self, box: Any, archive: Any) -> None:
        """It is resumed from Home instead."""
        archive(box.store, "mana", moves=5, agreed="", status=PAUSED)
        open_history(box)
        assert "No game is finished yet." in box.text

    def test_an_unknown_date_is_no_date(self, box: Any, archive: Any, forget_dates: Any) -> None:
        """A Pi has no clock of its own."""
        archive(box.store, "mana")
        forget_dates(box.store)
        open_history(box)
        assert any("no date" in line for line in box.text)

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("size", ["normal", "large"])
    def test_it_fits(self, box: Any, archive: Any, language: str, size: str) -> None:
        """Every row, chosen or not, with long names as well."""
        for game, seats in GAMES:
            archive(box.store, game, seats=seats)
        archive(box.store, "stones", names=("Maximiliane", "Bartholomew", "Wilhelmina"))
        box.services.settings.put("text", size)
        open_history(box, language)
        box.turn(-2)
        for _ in range(6):
            assert box.faults == []
            box.turn(1)


class TestTenThousand:
    """A long history costs no more than a short one."""

    @pytest.fixture
    def long(self, box: Any, archive: Any) -> Any:
        """Return a box with 10,000 ended matches, and some under way between them."""
        first = archive(box.store, "mana", moves=6, agreed="resign")
        db = box.store.connection
        db.execute("BEGIN")
        db.execute(
            "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 10101)"
            " INSERT INTO matches SELECT i, game, header,"
            " iif(i % 100 = 0, 'paused', status), began_at, ended_at, outcome,"
            " last_number, last_hash FROM matches, n WHERE id=?",
            (first,),
        )
        db.execute("COMMIT")
        open_history(box)
        return box

    def place(self, box: Any) -> tuple[int, int]:
        """Return the number of the chosen row and of its match."""
        screen = box.screen
        return screen.index, screen._loaded[screen.index - 1].id  # noqa: SLF001 - what is kept in memory is tested

    def test_every_row_is_the_right_one_down_and_up(self, long: Any) -> None:
        """A walk over several pages meets every ended match once, in order."""
        ended = [i for i in range(10101, 0, -1) if i % 100]
        seen = []
        for _ in range(200):
            seen.append(self.place(long))
            long.turn(1)
        for _ in range(150):
            long.turn(-1)
            seen.append(self.place(long))
        assert all(ended[row - 1] == match for row, match in seen)

    def test_only_a_loaded_is_held(self, long: Any) -> None:
        """Spinning the knob to the oldest match loads at most three pages."""
        screen = long.screen
        for _ in range(2600):
            screen.index += 4  # quicker than thousands of turns
            screen.rows()
            assert len(screen._loaded._rows) <= 3 * PAGE  # noqa: SLF001 - what is kept in memory is tested
        long.app.paint()
        assert self.place(long)[1] == 1
        assert "10000/10000" in long.text

    def test_the_way_back_leads_to_the_newest(self, long: Any) -> None:
        """From the end to the top again."""
        screen = long.screen
        screen.index = 20_000  # quicker than thousands of turns
        screen.rows()
        screen.index = 1
        screen.rows()
        assert self.place(long) == (1, 10101)


class TestReplay:
    """A match played again, moment by moment."""

    def open(self, box: Any, language: str = "en") -> Replay:
        """Open the replay of the newest match."""
        open_history(box, language)
        box.press().press()
        assert isinstance(box.screen, Replay)
        return box.screen

    @pytest.mark.parametrize(("game", "seats"), GAMES)
    def test_it_goes_through_what_stands(
        self, box: Any, archive: Any, game: str, seats: int
    ) -> None:
        """As many stops as choices of people, from the first table to the last."""
        number = archive(box.store, game, seats=seats)
        screen = self.open(box)
        record = box.store.record(number)
        match = replay(write(record), catalog.load(game))
        people = [moment for moment in match.moments if moment.line.who != "dealer"]
        assert [stop.line for stop in screen.stops] == [None, *(m.line for m in people), None]
        assert screen.stops[-1].state == match.state

    def test_what_was_taken_back_is_not_walked_through(self, box: Any, archive: Any) -> None:
        """The record keeps it; the replay shows what stands."""
        number = archive(box.store, "mana", moves=6, agreed="")
        lines = box.store.record(number).lines
        box.store.append(number, len(lines), [type(lines[0])("table", "undo")])
        screen = self.open(box)
        assert len(screen.stops) == 6  # the start, and five of six choices

    def test_the_words_say_who_and_what(self, box: Any, archive: Any) -> None:
        """The player in the top bar, the choice below."""
        archive(box.store, "mana", moves=12, agreed="")
        screen = self.open(box)
        box.turn(5)
        line = screen.stops[5].line
        assert line is not None
        assert ("Anna", "Ben")[int(line.who)] in box.text
        assert any("to" in said and line.text[-2:] in said for said in box.text)

    def test_a_press_tells_all_of_the_words(self, box: Any, archive: Any) -> None:
        """What was done, and below it what hands did; they cover nothing of the table."""
        archive(box.store, "icehouse", seats=2)
        self.open(box)
        box.turn(1)
        assert any("takes" in line for line in box.text)
        box.press().choose("The whole move")
        assert isinstance(box.screen, TextScreen)
        assert any("takes" in line for line in box.text)

    @pytest.mark.parametrize(("game", "seats", "options"), [
        ("mana", 2, {}), ("mandala", 2, {}), ("stones", 3, {"tracking": "board"}),
        ("icehouse", 5, {}),
    ])  # fmt: skip
    def test_practice_goes_on_from_any_moment(
        self, box: Any, game: str, seats: int, options: dict[str, Any]
    ) -> None:
        """With the same table and the same chance; who was on turn there is the person."""
        engine = catalog.load(game)
        given: dict[str, Any] = {}
        if game == "stones":
            options, given = dict(options), {"mandala": table_of(game).given["mandala"]}
        if game == "mandala":
            options = {"table": "full"}
        start = catalog.begin(engine, seats=seats, seed=3, options=options, given=given)
        match, chance = Match(engine, start, ("Anna", "Ben", "Carla", "Dino", "Eve")[:seats]), 0
        while match.turn is not None and len(match.moments) < 30:
            legal = engine.legal(match.state)
            match.play(engine.write(legal[(chance := chance + 7) % len(legal)]))
        stops = stops_of(match)
        for index in (0, 5, len(stops) - 2):
            stop = stops[index]
            if engine.turn(stop.state) is None:
                continue
            box.services.thinker.seconds = 0.01
            box.app.follow(GoHome())
            box.app.follow(Push(Replay(box.services, match, index=index)))
            box.app.paint()
            box.press()
            assert box.chosen == "Go on from here"
            box.press()
            assert isinstance(box.screen, Play)
            table = box.services.current_table
            assert table.match.practice
            made = [line for line in table.match.lines if line.who != DEALER]
            before = [each.line for each in stops[1 : index + 1]]
            assert made[: len(before)] == before
            assert stops_of(table.match)[index].state == stop.state
            turn = engine.turn(stop.state)
            assert turn is not None
            person = turn.owner or 0
            assert [bool(level) for level in table.match.levels] == [
                seat != person for seat in range(seats)
            ]
            assert table.names[person] == match.names[person]
            assert len(set(table.names)) == seats
            assert box.unfit == {}
        stored = box.store.record(box.services.current_table.number)
        assert stored.header.practice

    def test_a_page_has_a_button_that_goes_on(self, box: Any, archive: Any) -> None:
        """Not at the end, and not where the box does not know what is hidden."""
        archive(box.store, "mana", moves=12, agreed="resign")
        screen = self.open(box)
        box.turn(3)
        (button,) = screen.extra_buttons()
        box.turn(len(screen.stops))
        assert screen.extra_buttons() == ()
        tap(box, button.code)
        assert box.screen is screen
        box.turn(-2)
        tap(box, button.code)
        assert isinstance(box.screen, Play)
        assert box.services.current_table.match.practice

    def test_nobody_goes_on_where_cards_are_hidden_from_the_box(self, box: Any) -> None:
        """The record of a public table holds no hands: a press shows the move."""
        engine = catalog.load("mandala")
        match = Match(engine, catalog.begin(engine, seats=2, seed=3), ("Anna", "Ben"))
        match.play(engine.write(engine.legal(match.state)[0]))
        box.app.follow(Push(Replay(box.services, match, index=1)))
        box.app.paint()
        box.press()
        assert isinstance(box.screen, TextScreen)

    def test_the_match_on_the_table_is_paused_first(self, box: Any) -> None:
        begin_at_the_table(box, "mana")
        number = box.services.current_table.number
        box.play(4)
        box.hold("knob").choose("Moves").press().press().choose("Go on from here")
        assert box.services.current_table.number != number
        assert [each.id for each in box.store.matches(PAUSED)] == [number]

    def test_why_tells_the_hands_work(self, box: Any, archive: Any) -> None:
        """What was done on the table, in full."""
        archive(box.store, "mandala")
        self.open(box)
        box.turn(3).press("why")
        assert "Mandala" not in box.text[0]
        assert len(" ".join(box.text)) > 30
        box.press("back")
        assert isinstance(box.screen, Replay)

    def test_the_end_says_how_it_ended(self, box: Any, archive: Any) -> None:
        """One more turn after the last choice."""
        archive(box.store, "mana", moves=6, agreed="resign")
        screen = self.open(box)
        box.turn(len(screen.stops))
        assert "Over" in box.text
        assert any("Anna gives up." in line for line in box.text), box.text

    def test_agreements_and_corrections_have_words(self, box: Any, archive: Any) -> None:
        """A seat that leaves, a draw, an end, a corrected table."""
        number = archive(box.store, "icehouse", seats=3, moves=3, agreed="")
        record = box.store.record(number)
        match = replay(write(record), catalog.load("icehouse"))
        line = type(record.lines[0])
        more = [
            line("table", "edit " + json.dumps(match.engine.position(match.state))),
            line("2", "resign"),
            line("0", "end"),
        ]
        box.store.append(number, len(record.lines), more)
        screen = self.open(box)
        said = [screen._words(stop) for stop in screen.stops[-4:-1]]  # noqa: SLF001 - without walking there
        assert said == ["The table was corrected.", "Carla leaves", "End and score"]

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize(("game", "seats"), GAMES)
    def test_every_moment_fits(
        self, box: Any, archive: Any, language: str, game: str, seats: int
    ) -> None:
        """The table and the words of every moment, in every language."""
        archive(box.store, game, seats=seats, seed=3, moves=60)
        screen = self.open(box, language)
        for index in range(len(screen.stops)):
            screen.index = index
            assert box.faults == [], index

    def test_a_record_of_other_rules_says_why(self, box: Any, archive: Any) -> None:
        """It cannot be shown, and nothing breaks."""
        number = archive(box.store, "mana")
        header = box.store.record(number).header
        text = write(Record(header)).replace("rules 1", "rules 99")
        box.store.connection.execute("UPDATE matches SET header=? WHERE id=?", (text, number))
        open_history(box)
        box.press().press()
        assert "This game cannot be shown" in " ".join(box.text)
        box.press("back")
        assert isinstance(box.screen, PastMatch)


class TestOneMatch:
    """What can be done with a match of the list."""

    @pytest.mark.parametrize(("game", "seats"), GAMES)
    def test_the_score_sheet_is_the_engines(
        self, box: Any, archive: Any, game: str, seats: int
    ) -> None:
        """A row for each seat with the score that the outcome has."""
        number = archive(box.store, game, seats=seats)
        outcome = EndedMatches(box.store.connection).stored(number).outcome
        assert outcome is not None
        scores = outcome["scores"]
        open_history(box).press()
        if not info_of(game).has_points:
            with pytest.raises(AssertionError, match="no row"):
                box.choose("Score sheet")
            return
        box.choose("Score sheet")
        names = ("Anna", "Ben", "Carla", "Dino", "Eve")
        for name, score in zip(names[:4], scores[:4], strict=False):
            assert any(f"{name}: {score}" in line for line in box.text)

    def test_deleting_asks_twice(self, box: Any, archive: Any) -> None:
        """The first Yes only leads to the second question, which starts on No."""
        number = archive(box.store, "mana")
        open_history(box).press()
        box.choose("Delete").turn(1).press()
        assert EndedMatches(box.store.connection).stored(number).status == OVER
        box.press()
        assert EndedMatches(box.store.connection).stored(number).status == OVER
        assert isinstance(box.screen, PastMatch)

    def test_what_is_deleted_is_not_shared_any_more(self, box: Any, archive: Any) -> None:
        """Its pages go with it, those of the others stay."""
        for number in (archive(box.store, "mana"), archive(box.store, "mana", seed=2)):
            box.services.shared_pages.put(number, {f"/export/{number}": ("text/plain", b"x")})
        open_history(box).press()
        box.choose("Delete").turn(1).press().turn(1).press()
        assert list(box.services.shared_pages) == ["/export/1"]

    def test_two_yeses_delete_it(self, box: Any, archive: Any) -> None:
        """The match is gone from the list and from the store, the others are there."""
        stored = archive(box.store, "icehouse", seats=2)
        gone = archive(box.store, "mana")
        open_history(box).press()
        box.choose("Delete").turn(1).press().turn(1).press()
        assert isinstance(box.screen, History)
        assert [match.id for match in EndedMatches(box.store.connection).older(None, 9)] == [stored]
        assert any(line.startswith("> Icehouse") for line in box.text)
        assert box.store.connection.execute(
            "SELECT count(*) FROM events WHERE match=?", (gone,)
        ).fetchone() == (0,)

    def test_deleting_the_last_leaves_an_empty_history(self, box: Any, archive: Any) -> None:
        """It says so."""
        archive(box.store, "mana")
        open_history(box).press()
        box.choose("Delete").turn(1).press().turn(1).press().turn(1)
        assert "No game is finished yet." in box.text

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_its_menu_fits(self, box: Any, archive: Any, language: str) -> None:
        """The longest title, and both questions."""
        archive(box.store, "icehouse", seats=2)
        open_history(box, language).press()
        assert box.faults == []
        box.turn(3).press()
        assert box.faults == []
        box.turn(1).press()
        assert box.faults == []


DAMAGES = {
    "header": "UPDATE matches SET header='tablemate rekord 1' WHERE id=1",
    "names": """UPDATE matches SET header=replace(header, '"Ben"', '"Ben","Eve"') WHERE id=1""",
    "outcome": "UPDATE matches SET outcome='{' WHERE id=1",
    "scores": """UPDATE matches SET outcome='{"winners":[0],"scores":[1],"by":""}' WHERE id=1""",
    "kind": """UPDATE matches SET outcome='[]' WHERE id=1""",
}


@pytest.mark.parametrize("damage", DAMAGES)
class TestDamagedRow:
    """One row that cannot be read does not take the others with it."""

    @pytest.fixture(autouse=True)
    def matches(self, box: Any, archive: Any, damage: str) -> None:
        """Keep two matches, and damage what the list says about the older one."""
        archive(box.store, "icehouse", seats=2)
        archive(box.store, "mandala")
        box.store.connection.execute(DAMAGES[damage])

    def test_it_is_listed_as_damaged_and_can_be_deleted(self, box: Any) -> None:
        """The one after it as always."""
        open_history(box)
        assert any(line.startswith("> Mandala") for line in box.text)
        box.turn(1)
        assert "damaged" in box.chosen
        box.press().choose("Delete").turn(1).press().turn(1).press()
        assert EndedMatches(box.store.connection).count() == 1

    def test_whatever_is_asked_of_it_is_answered(self, box: Any) -> None:
        """With what is left, or with what is wrong; never with a fault."""
        open_history(box).turn(1).press()
        for row in ("Replay", "Score sheet", "Export"):
            box.choose(row)
            assert not isinstance(box.screen, Fault)
            box.press("back")

    def test_it_does_not_count(self, box: Any) -> None:
        """The statistics go on without it."""
        assert [result.match for result in EndedMatches(box.store.connection).results()][-1] == 2
        open_history(box).turn(-1).press().choose("Players")
        assert any("Anna" in line for line in box.text)

    def test_the_others_are_exported(self, box: Any, tmp_path: Path, capsys: Any) -> None:
        """And it is said which one was left out."""
        assert run_export(box.store.path.parent, None, "json", tmp_path / "out") == 0
        assert len(list((tmp_path / "out").iterdir())) == 1
        assert "match 1 left out" in capsys.readouterr().err


def test_players_without_names_are_numbered_from_one(box: Any) -> None:
    """As they sit around the table."""
    engine = catalog.load("mana")
    header = Match(engine, catalog.begin(engine, seats=2, seed=1)).header
    assert names_of(box.services, header) == ("Player 1", "Player 2")
