"""Exports: the record, JSON and BG Stats, and the files they go to."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest

from engines import catalog
from engines.match import replay
from engines.record import Record
from firmware_py.history.archive import EndedMatches
from firmware_py.history.ended_match import EndedMatch, NotExported, gather
from firmware_py.history.export import (
    PLAY_LINK,
    as_json,
    as_picture,
    as_record,
    bgstats_play,
    file_name,
    play_link,
    run_export,
    write_export,
)
from firmware_py.storage.files import (
    SPARE_BYTES,
    NotWritten,
    check_free_space,
    find_sticks,
    safe_name,
    write_new,
)
from firmware_py.storage.store import PAUSED, RUNNING, Store, StoreError


def outcome_of(match: Any) -> dict[str, Any]:
    """Return the outcome of a match that ended."""
    outcome: dict[str, Any] | None = match.stored.outcome
    assert outcome is not None
    return outcome


@pytest.fixture
def store(tmp_path: Path) -> Any:
    """Return an open store."""
    made = Store(tmp_path / "data", date=lambda: 1_800_000_000)
    yield made
    made.close()


def ended(store: Store, number: int) -> EndedMatch:
    """Return a match of a store for export."""
    return gather(EndedMatches(store.connection), number)


class TestForms:
    """What an export says."""

    @pytest.mark.parametrize(
        ("game", "seats"), [("mana", 2), ("mandala", 2), ("stones", 4), ("icehouse", 3)]
    )
    def test_the_record_plays_again(
        self, store: Store, archive: Any, game: str, seats: int
    ) -> None:
        """To the same end."""
        match = ended(store, archive(store, game, seats=seats))
        again = replay(as_record(match), catalog.load(game))
        outcome = again.engine.outcome(again.state)
        assert outcome is not None
        assert list(outcome.scores) == outcome_of(match)["scores"]

    @pytest.mark.parametrize(
        ("game", "seats"), [("mana", 2), ("mandala", 2), ("stones", 4), ("icehouse", 3)]
    )
    def test_the_picture_shows_the_final_table(
        self, store: Store, archive: Any, game: str, seats: int
    ) -> None:
        """With the names and the final points, in the language of the box."""
        number = archive(store, game, seats=seats)
        store.put_setting("language", "it")
        match = ended(store, number)
        svg = as_picture(match)
        assert ET.fromstring(svg.encode()).get("aria-label") == "Il tavolo"
        texts = "".join(ET.fromstring(svg.encode()).itertext())
        assert all(name in texts for name in match.names)
        if game != "mana":
            assert all(str(score) in texts for score in outcome_of(match)["scores"])

    def test_the_picture_has_the_colours_of_this_table(self, store: Store, archive: Any) -> None:
        """Pyramids are sold in more than five colours."""
        number = archive(store, "icehouse", seats=2)
        before = as_picture(ended(store, number))
        store.put_setting("memory.icehouse.colours", ["W", "Y", "G", "B", "K"])
        after = as_picture(ended(store, number))
        assert 'class="piece red"' in before
        assert 'class="piece red"' not in after
        assert 'class="piece white"' in after

    def test_a_game_that_is_not_known_has_no_picture(self, store: Store, archive: Any) -> None:
        """A newer Tablemate may have played it."""
        match = ended(store, archive(store, "mana"))
        header = match.record.header._replace(game="chess")
        with pytest.raises(NotExported):
            as_picture(replace(match, record=Record(header, match.record.lines)))

    def test_json_holds_names_dates_result_and_record(self, store: Store, archive: Any) -> None:
        """Everything another program may ask for."""
        match = ended(store, archive(store, "mandala"))
        exported = json.loads(as_json(match))
        assert [player["name"] for player in exported["players"]] == ["Anna", "Ben"]
        assert [player["score"] for player in exported["players"]] == outcome_of(match)["scores"]
        assert exported["record"] == as_record(match)
        assert exported["ended"].startswith("20")
        assert exported["status"] == "over"
        assert exported["options"]["table"] == "full"

    def test_json_of_a_match_without_dates(
        self, store: Store, archive: Any, forget_dates: Any
    ) -> None:
        """They are null, not invented."""
        number = archive(store, "mana")
        forget_dates(store)
        exported = json.loads(as_json(ended(store, number)))
        assert (exported["began"], exported["ended"], exported["played_s"]) == (None, None, None)

    def test_json_of_what_was_given_up_has_no_result(self, store: Store, archive: Any) -> None:
        """Players without scores and places."""
        exported = json.loads(as_json(ended(store, archive(store, "mana", moves=3, agreed=""))))
        assert exported["outcome"] is None
        assert [player["rank"] for player in exported["players"]] == [None, None]

    @pytest.mark.parametrize("status", [RUNNING, PAUSED])
    def test_a_match_under_way_is_not_given_away(
        self, store: Store, archive: Any, status: str
    ) -> None:
        """Its record may hold what is hidden at the table."""
        number = archive(store, "mandala", moves=4, agreed="", status=status)
        with pytest.raises(NotExported, match="is not over"):
            ended(store, number)

    def test_a_match_that_never_was(self, store: Store) -> None:
        """The message names it."""
        with pytest.raises(StoreError, match="no match 99"):
            ended(store, 99)


class TestPlay:
    """The play as the BG Stats app takes it."""

    def test_it_has_the_fields_of_the_app(self, store: Store, archive: Any) -> None:
        """Source, date in UTC, game, players with rank and score."""
        match = ended(store, archive(store, "stones", seats=3))
        exported = bgstats_play(match)
        assert exported["sourceName"] == "Tablemate"
        assert exported["game"] == {
            "name": "Mandala Stones",
            "sourceGameId": "stones",
            "highestWins": True,
            "noPoints": False,
        }
        date, time = exported["playDate"].split(" ")
        assert (len(date), len(time)) == (10, 8)
        scores = outcome_of(match)["scores"]
        for seat, player in enumerate(exported["players"]):
            assert player["score"] == scores[seat]
            assert player["winner"] == (seat in outcome_of(match)["winners"])
            assert player["startPlayer"] == (seat == match.stored.header.start.first)
        assert exported["durationMin"] == 1

    def test_ranks_follow_the_winner_and_the_scores(self, store: Store, archive: Any) -> None:
        """Equal scores share a place, and a winner by another rule comes first."""
        number = archive(store, "icehouse", seats=4)
        outcome = {"winners": [1], "scores": [9, 9, 4, 4], "by": "furthest"}
        store.set_status(number, "over", outcome)
        assert [each["rank"] for each in bgstats_play(ended(store, number))["players"]] == [
            2,
            1,
            3,
            3,
        ]

    def test_a_game_without_points_has_winners_only(self, store: Store, archive: Any) -> None:
        """Mana."""
        exported = bgstats_play(ended(store, archive(store, "mana", moves=6, agreed="resign")))
        assert exported["game"]["noPoints"]
        assert all("score" not in player for player in exported["players"])
        assert sorted(player["rank"] for player in exported["players"]) == [1, 2]

    def test_unusual_options_are_named(self, store: Store, archive: Any) -> None:
        """The full table is not the default."""
        assert bgstats_play(ended(store, archive(store, "mandala")))["board"] == "table: full"

    def test_a_play_has_the_same_id_each_time_and_no_other_has_it(
        self, store: Store, archive: Any
    ) -> None:
        """The app knows it again."""
        one, two = archive(store, "mana", seed=1), archive(store, "mana", seed=2)
        assert bgstats_play(ended(store, one)) == bgstats_play(ended(store, one))
        first, second = bgstats_play(ended(store, one)), bgstats_play(ended(store, two))
        assert first["sourcePlayId"] != second["sourcePlayId"]

    def test_without_a_date_there_is_no_play(
        self, store: Store, archive: Any, forget_dates: Any
    ) -> None:
        """The app wants one, and inventing it would be a lie."""
        number = archive(store, "mana")
        forget_dates(store)
        with pytest.raises(NotExported, match="needs a date"):
            bgstats_play(ended(store, number))

    def test_what_was_given_up_is_no_play(self, store: Store, archive: Any) -> None:
        """It has no result."""
        with pytest.raises(NotExported, match="no result"):
            bgstats_play(ended(store, archive(store, "mana", moves=3, agreed="")))

    def test_the_link_holds_the_whole_play(self, store: Store, archive: Any) -> None:
        """As one value that a browser carries unharmed."""
        match = ended(store, archive(store, "mandala", names=("Anna & Co", "Zoë #1")))
        link = play_link(match)
        assert link.startswith(PLAY_LINK)
        data = link.removeprefix(PLAY_LINK)
        assert not set(data) & set("&#? \"'<>+")
        assert json.loads(unquote(data)) == bgstats_play(match)

    def test_pauses_and_jumps_of_the_clock_are_no_playing_time(
        self, store: Store, archive: Any, set_dates: Any
    ) -> None:
        """Ten minutes of play, a night, a clock set back by a year, five minutes."""
        number = archive(store, "mandala")
        times = [1_800_000_000, 1_800_000_600, 1_800_040_000, 1_770_000_000, 1_770_000_300]
        set_dates(store, number, lambda line: times[min(max(line, 0), 4)])
        assert bgstats_play(ended(store, number))["durationMin"] == 15


class TestFiles:
    """Where exports go."""

    def test_a_name_is_safe_everywhere(self, store: Store, archive: Any) -> None:
        """Whatever people are called."""
        match = ended(store, archive(store, "mana", names=("../Ève/", "C:\\con|")))
        name = file_name(match, "record")
        assert name.endswith("-1-eve-c-con.txt")
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")

    def test_names_without_a_latin_letter(self) -> None:
        """There is always some name."""
        assert safe_name("Ψ★") == "match"

    def test_nothing_is_overwritten(self, store: Store, archive: Any, tmp_path: Path) -> None:
        """The second file of a name gets a number."""
        match = ended(store, archive(store, "mana"))
        first = write_export(match, "record", tmp_path)
        first.write_text("changed")
        second = write_export(match, "record", tmp_path)
        assert first.read_text() == "changed"
        assert second.name == first.name.replace(".txt", "-2.txt")
        assert sorted(tmp_path.glob("*.txt")) == sorted([first, second])

    def test_a_failed_write_leaves_nothing(self, tmp_path: Path) -> None:
        """Neither the file nor a part of it."""
        folder = tmp_path / "export"
        folder.write_text("a file in the way")
        with pytest.raises(NotWritten):
            write_new(folder, "x.txt", b"data")
        assert [path.name for path in tmp_path.iterdir()] == ["export"]

    def test_a_full_disk_is_noticed_before(self, tmp_path: Path) -> None:
        """The message names the room that is missing."""
        with pytest.raises(NotWritten, match="KiB needed") as refused:
            check_free_space(tmp_path, 2**60)
        assert refused.value.facts["needed"] == (2**60 + SPARE_BYTES) // 2**10 + 1

    def test_sticks_are_mounted_places_only(self, tmp_path: Path) -> None:
        """A folder that is left behind without its stick is none."""
        for name in ("media/usb", "media/pi/STICK", "media/pi/EMPTY"):
            (tmp_path / name).mkdir(parents=True)
        patterns = (f"{tmp_path}/media/*", f"{tmp_path}/media/*/*")
        mounted = {tmp_path / "media/usb", tmp_path / "media/pi/STICK"}
        found = find_sticks(patterns, is_mount=lambda path: path in mounted)
        assert found == [tmp_path / "media/pi/STICK", tmp_path / "media/usb"]


class TestCommand:
    """`tablemate export`."""

    def test_it_works_while_a_box_runs(self, store: Store, archive: Any, capsys: Any) -> None:
        """It writes to the box's own folder and says where."""
        number = archive(store, "mana")
        folder = store.path.parent
        assert run_export(folder, number, "json") == 0
        path = Path(capsys.readouterr().out.strip())
        assert path.parent == folder / "export"
        assert json.loads(path.read_text())["match"] == number

    def test_it_prints_with_a_dash(self, store: Store, archive: Any, capsys: Any) -> None:
        """For other programs."""
        number = archive(store, "mana")
        assert run_export(store.path.parent, number, "record", Path("-")) == 0
        assert capsys.readouterr().out.startswith("tablemate record 1\n")

    def test_all_matches_that_have_the_form(
        self, store: Store, archive: Any, tmp_path: Path, capsys: Any
    ) -> None:
        """One that cannot be exported is named, the others are."""
        archive(store, "mana")
        archive(store, "mana", moves=3, agreed="")
        archive(store, "mandala", moves=3, agreed="", status=PAUSED)
        archive(store, "icehouse", seats=2)
        assert run_export(store.path.parent, None, "bgstats", tmp_path / "out") == 0
        assert len(list((tmp_path / "out").iterdir())) == 2
        assert "match 2 left out" in capsys.readouterr().err

    def test_a_running_match_is_refused(self, store: Store, archive: Any, capsys: Any) -> None:
        """With the reason, and nothing on standard output."""
        number = archive(store, "mandala", moves=3, agreed="", status=RUNNING)
        assert run_export(store.path.parent, number, "record", Path("-")) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert "not over" in said.err

    def test_a_folder_without_matches_says_what_to_do(self, tmp_path: Path, capsys: Any) -> None:
        """The wrong --data is the usual cause."""
        assert run_export(tmp_path, 1, "record") == 1
        assert "--data" in capsys.readouterr().err
