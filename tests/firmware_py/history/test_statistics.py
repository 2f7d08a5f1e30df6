"""Statistics: counted by hand, and on the screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.core.language import translator
from firmware_py.history.archive import EndedMatches, FinishedMatch
from firmware_py.history.statistics import reckon


def result(
    game: str, names: str, winners: tuple[int, ...], scores: tuple[int, ...], by: str = "points"
) -> FinishedMatch:
    """Return a finished match of people named by letters."""
    return FinishedMatch(1, game, tuple(names), winners, scores, by)


def brought(title: str, wins: str = "highest") -> dict[str, Any]:
    """Return what people enter before a match of a game of their own."""
    return {"template": {"title": {"en": title}, "wins": wins}}


class TestReckoning:
    """What is counted."""

    def test_played_and_won_are_counted_by_name(self) -> None:
        """Wherever somebody sat."""
        found = reckon(
            [
                result("mandala", "AB", (0,), (20, 10)),
                result("mandala", "BA", (1,), (5, 9)),
                result("mandala", "AC", (1,), (8, 30)),
            ]
        )
        tally = found.people["A"].games["mandala"]
        assert (tally.played, tally.won, tally.percent) == (3, 2, 67)
        assert (found.people["C"].total.played, found.people["C"].total.won) == (1, 1)

    def test_games_are_kept_apart_and_added_up(self) -> None:
        """Each game has its own tally, and there is one for all."""
        found = reckon(
            [
                result("mandala", "AB", (0,), (20, 10)),
                result("stones", "AB", (1,), (30, 40)),
            ]
        )
        person = found.people["A"]
        assert (person.total.played, person.total.won) == (2, 1)
        assert (person.games["mandala"].won, person.games["stones"].won) == (1, 0)
        assert person.total.best is None  # points of different games do not compare

    def test_games_that_the_table_brought_are_kept_apart_by_their_titles(self) -> None:
        """Counts by the game that the pad scored, not by the pad; few points may be the best."""
        found = reckon(
            [
                replace(result("scorepad", "AB", (0,), (20, 90)), given=brought("Golf", "lowest")),
                replace(result("scorepad", "AB", (1,), (70, 31)), given=brought("Golf", "lowest")),
                replace(result("scorepad", "AB", (0,), (300, 9)), given=brought("Tiles")),
                result("scorepad", "AB", (0,), (3, 2)),
            ]
        )
        titles = {key: kind.title("en", str) for key, kind in found.kinds.items()}
        golf, tiles, plain = (
            next(key for key, title in titles.items() if title == wanted)
            for wanted in ("Golf", "Tiles", "Score pad")
        )
        games = found.people["A"].games
        assert (games[golf].played, games[golf].best, games[golf].average) == (2, 20, 45)
        assert (games[tiles].played, games[tiles].best) == (1, 300)
        assert games[plain].played == 1
        assert (found.games[golf].best, found.games[golf].best_by) == (20, "A")
        assert found.people["A"].total.played == 4

    def test_best_and_average_score(self) -> None:
        """Of the matches that were played out."""
        found = reckon(
            [
                result("stones", "AB", (0,), (50, 10)),
                result("stones", "AB", (1,), (31, 40)),
                result("stones", "AB", (0,), (2, 0), by="resignation"),
            ]
        )
        tally = found.people["A"].games["stones"]
        assert (tally.best, tally.average, tally.played) == (50, 40.5, 3)

    def test_a_game_without_points_has_no_score(self) -> None:
        """Mana's winner has 1, which does not count as a score."""
        tally = reckon([result("mana", "AB", (0,), (1, 0))]).people["A"].games["mana"]
        assert (tally.best, tally.average) == (None, None)

    def test_a_streak_ends_with_a_loss_and_with_a_draw(self) -> None:
        """And the longest one is remembered."""
        wins = [result("mana", "AB", (0,), (1, 0))]
        draw = [result("mana", "AB", (0, 1), (0, 0))]
        tally = reckon(wins * 3 + draw + wins * 2).people["A"].total
        assert (tally.streak, tally.longest, tally.drawn, tally.won) == (2, 3, 1, 5)
        tally = reckon(wins * 3 + draw + wins * 2).people["B"].total
        assert (tally.streak, tally.longest, tally.drawn) == (0, 0, 1)

    def test_two_winners_of_three_have_won(self) -> None:
        """A shared victory is not a draw if somebody lost."""
        found = reckon([result("icehouse", "ABC", (0, 2), (9, 3, 9), by="shared")])
        assert [found.people[name].total.won for name in "ABC"] == [1, 0, 1]

    def test_a_game_knows_its_best(self) -> None:
        """Who won most, the best score and who made it, and what winners make."""
        found = reckon(
            [
                result("mandala", "AB", (0,), (20, 10)),
                result("mandala", "AB", (0,), (30, 12)),
                result("mandala", "AB", (1,), (33, 40)),
            ]
        )
        game = found.games["mandala"]
        assert game.wins.most_common(1) == [("A", 2)]
        assert (game.played, game.best, game.best_by, game.average) == (3, 40, "B", 30.0)

    def test_who_played_most_comes_first(self) -> None:
        """Then by name."""
        found = reckon(
            [
                result("mana", "CB", (0,), (1, 0)),
                result("mana", "CA", (0,), (1, 0)),
            ]
        )
        assert found.names() == ["C", "A", "B"]


class TestFromTheStore:
    """The same from real matches."""

    def test_the_store_gives_the_results(self, box: Any, archive: Any) -> None:
        """Names and scores as they were kept; what was given up does not count."""
        number = archive(box.store, "icehouse", seats=4)
        archive(box.store, "icehouse", seats=4, moves=3, agreed="")
        [found] = EndedMatches(box.store.connection).results()
        outcome = EndedMatches(box.store.connection).stored(number).outcome
        assert outcome is not None
        assert found.names == ("Anna", "Ben", "Carla", "Dino")
        assert list(found.scores) == outcome["scores"]

    def test_a_match_without_names_is_no_trouble(self, box: Any, archive: Any) -> None:
        """A program may have played it over the wire."""
        number = archive(box.store, "mana")
        text = box.store.connection.execute("SELECT header FROM matches").fetchone()[0]
        bare = "\n".join(row for row in text.split("\n") if not row.startswith("names "))
        box.store.connection.execute("UPDATE matches SET header=? WHERE id=?", (bare, number))
        assert reckon(EndedMatches(box.store.connection).results()).people == {}


class TestScreens:
    """From the history to the figures."""

    @pytest.fixture
    def table(self, box: Any, archive: Any) -> Any:
        """Return a box where all games were played."""
        archive(box.store, "mandala", seed=1)
        archive(box.store, "mandala", seed=2)
        archive(box.store, "mana", moves=6, agreed="resign")
        archive(box.store, "stones", names=("Maximiliane", "Anna", "Bartholomew"))
        archive(box.store, "icehouse", names=("Anna", "Wilhelmina"))
        box.hold("back")
        return box

    def test_a_players_figures_are_shown(self, table: Any) -> None:
        """Wins of matches, for all games and then for each."""
        found = reckon(EndedMatches(table.store.connection).results()).people["Anna"]
        table.choose("History").turn(-9).press()
        table.choose("Players").choose("Anna")
        assert f"Won {found.total.won} of {found.total.played}" in " ".join(table.text)
        table.turn(1)
        tally = found.games["mandala"]
        assert table.text[2:] == (
            "Mandala",
            f"Won {tally.won} of {tally.played}",
            f"Best score: {tally.best}",
            f"Average score: {tally.average:.1f}",
            f"In a row: {tally.streak}, longest {tally.longest}",
        )

    def test_a_games_figures_are_shown(self, table: Any) -> None:
        """How often it was played comes first."""
        table.choose("History").turn(-9).press()
        table.choose("Games")
        assert "Mandala" in table.text
        assert "Played: 2" in table.text

    def test_without_a_result_there_is_nothing_to_choose(self, box: Any, archive: Any) -> None:
        """Only given up matches: the rows are grey and say why."""
        archive(box.store, "mana", moves=3, agreed="")
        box.hold("back")
        box.choose("History").turn(-9).press().press()
        assert "No game is finished yet." in box.text

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_page_fits(self, table: Any, language: str) -> None:
        """Players, games, all pages, long names."""
        table.services.settings.put("language", language)
        table.hold("back")
        table.choose(translator(language)("History")).turn(-9).press()
        assert table.faults == []
        table.press()
        for player in range(5):
            table.turn(player).press()
            for _ in range(5):
                assert table.faults == []
                table.turn(1)
            table.press("back").turn(-9)
        table.press("back").turn(1).press()
        for _ in range(4):
            assert table.faults == []
            table.turn(1)
