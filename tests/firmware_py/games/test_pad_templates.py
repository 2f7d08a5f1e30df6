"""Templates on the box: chosen, adapted, saved, from a stick, and what is wrong with a file."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from engines.scorepad import template
from engines.scorepad.shipped import names as shipped_names
from engines.scorepad.shipped import shipped
from engines.scorepad.template import BadTemplate
from engines.scorepad.template_values import RUNNING
from engines.scorepad.template_writer import write
from engines.toml_text import read_toml
from firmware_py.games.scorepad import templates
from firmware_py.games.scorepad.templates import NoTemplate, summary
from firmware_py.games.scorepad.user_files import TemplateFiles
from firmware_py.games.user_files import NoUserFile
from firmware_py.history.archive import EndedMatches
from firmware_py.history.ended_match import gather
from firmware_py.history.export import bgstats_play
from firmware_py.history.match_text import title_of
from firmware_py.screens.new_game.new_game import NewGame
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.play import Play
from firmware_py.storage import own_texts
from firmware_py.ui.lists import TextScreen
from tests.support.pad_table import choose_template, enter, finish, open_sheet, sit
from tests.support.table_players import spell

BAD = 'title = "Odd"\nwins = "nobody"\n'


def folder_of(box: Any) -> Path:
    """Return where the box keeps templates of its table."""
    return templates.folder_of(box.store.path.parent)


class TestFiles:
    """The functions that boxes and pages share."""

    def test_a_text_is_kept_read_and_forgotten(self, tmp_path: Path) -> None:
        text = write(shipped("low_rounds"))
        templates.write(tmp_path / "new", "golf", text)
        assert own_texts.names(tmp_path / "new") == ["golf"]
        assert templates.read(tmp_path / "new", "golf") == text
        templates.write(tmp_path / "new", "golf", 'title = "Golf"\n')
        assert template.load(templates.read(tmp_path / "new", "golf")).wins == "highest"
        templates.remove(tmp_path / "new", "golf")
        assert own_texts.names(tmp_path / "new") == []
        with pytest.raises(NoTemplate):
            templates.remove(tmp_path / "new", "golf")

    def test_a_bad_text_is_refused_with_its_line_and_replaces_nothing(self, tmp_path: Path) -> None:
        templates.write(tmp_path, "odd", 'title = "Odd"\n')
        with pytest.raises(BadTemplate) as refused:
            templates.write(tmp_path, "odd", BAD)
        assert refused.value.line == 2
        assert templates.read(tmp_path, "odd") == 'title = "Odd"\n'

    @pytest.mark.parametrize("name", ["../up", "", "a/b", ".hidden", "A", "x" * 80, "nul\0"])
    def test_a_name_leads_nowhere_else(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(NoTemplate):
            templates.write(tmp_path / "in", name, 'title = "Odd"\n')
        assert list(tmp_path.rglob("*.toml")) == []

    def test_a_file_that_is_no_text_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00" * 50)
        with pytest.raises(BadTemplate):
            template.load(templates.read(tmp_path, "noise"))


def test_a_bad_file_is_listed_with_its_line_and_what_to_do(box: Any) -> None:
    """And the others can still be chosen."""
    folder_of(box).mkdir()
    (folder_of(box) / "odd.toml").write_text(BAD)
    open_sheet(box, ("Anna", "Ben"))
    finish(box.choose("Template")).choose("odd")
    assert isinstance(box.screen, TextScreen)
    said = box.screen.words().text
    assert "Line 2" in said
    assert "highest" in said
    box.press("back").press("back")
    choose_template(box, "low_rounds")
    box.choose("Start")
    assert isinstance(box.screen, Laying)
    assert box.unfit == {}


def test_a_bad_file_is_parsed_once_and_not_by_a_repaint(
    box: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a worker thread; the list names the bad file each time it is painted."""
    folder_of(box).mkdir()
    (folder_of(box) / "bomb.toml").write_text("a." * 32_000 + "a = 1")
    (folder_of(box) / "odd.toml").write_text(BAD)
    parsed: list[threading.Thread] = []
    parse = read_toml

    def count(text: str) -> dict[str, Any]:
        parsed.append(threading.current_thread())
        return parse(text)

    monkeypatch.setattr(template, "read_toml", count)
    open_sheet(box, ("Anna", "Ben"))
    parsed.clear()  # the shipped ones
    finish(box.choose("Template"))
    own = [each for each in parsed if each.name == "work"]
    assert len(own) == 2
    assert len(own) == len(parsed) or all(each is not threading.main_thread() for each in own)
    parsed.clear()
    for _ in range(20):
        box.turn(1)
        box.app.paint()
    assert parsed == []
    box.choose("bomb")
    assert "Line 1" in " ".join(box.text)
    box.press("back")
    (folder_of(box) / "odd.toml").write_text('title = "Corrected"\n')
    finish(box.press("back").choose("Template")).find("Corrected")
    assert len([each for each in parsed if each.name == "work"]) == 1


def test_a_template_comes_from_a_stick(box: Any, tmp_path: Path) -> None:
    """Or the box says what is wrong with it."""
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "Our Game.toml").write_text('title = "Our game"\nwins = "lowest"\n')
    (stick / "bad.toml").write_text(BAD)
    box.services.find_sticks = lambda: [stick]
    open_sheet(box, ("Anna", "Ben"))
    box.choose("Template").choose("From a stick").choose("bad")
    assert "Line 2" in " ".join(finish(box).text)
    finish(box.press("back").choose("Our Game")).press().press("back")
    box.choose("Our game")
    assert isinstance(box.screen, NewGame)
    assert own_texts.names(folder_of(box)) == ["our-game"]
    box.choose("Start")
    assert box.services.table.match.state.template.wins == "lowest"
    box.hold("back").choose("Settings").choose("Templates").choose("Our game").choose("To a stick")
    assert (stick / "our-game.toml").exists()
    box.choose("Remove").choose("Yes")
    assert own_texts.names(folder_of(box)) == []
    assert box.text[0] == "Templates"  # the list is back
    assert box.unfit == {}


def test_a_template_is_adapted_and_saved_on_the_box(box: Any) -> None:
    """It stands among the templates from then on, and what cannot be is refused."""
    open_sheet(box, ("Anna", "Ben", "Cara"))
    choose_template(box, "plain")
    box.choose("Adapt").choose("Who wins").choose("the lowest")
    box.choose("Rounds").choose("7")
    box.choose("Marker moves").choose("yes")
    assert "marker" in box.text[-1].casefold()  # a toast: there is none that could move
    box.press("back")
    box.choose("Save as template")
    spell(box, "Oma")
    box.press("back")
    assert any("Oma" in line for line in box.find("Template").text)
    box.choose("Start")
    made = box.services.table.match.state.template
    assert (made.wins, made.last_round(3), dict(made.title)) == ("lowest", 7, {"en": "Oma"})
    assert template.load(templates.read(folder_of(box), "oma")) == made
    assert box.unfit == {}


def test_the_template_on_the_table_is_saved_in_the_middle_of_a_game(box: Any) -> None:
    sit(box, "down_501", ("Anna", "Ben"))
    enter(box, "1=60")
    box.hold("knob").choose("Settings").choose("Templates").choose("Save as template")
    spell(box, "Pub")
    kept = template.load(templates.read(folder_of(box), "pub"))
    assert kept.start == 501
    while not isinstance(box.screen, Play):
        box.press("back")
    assert box.unfit == {}


def test_a_template_is_found_by_the_first_letter_of_its_game(box: Any) -> None:
    """And the one that was used last is the first of those that come with the box."""
    open_sheet(box, ("Anna", "Ben", "Cara"))
    box.choose("Template").choose("Find by letter").choose("C").choose("Catan")
    assert "Settlements" in " ".join(box.text)
    box.choose("Start")
    assert box.services.table.match.state.template.start == 2
    box.hold("back").choose("New game").choose("Score pad").choose("Template")
    titles = [row.label for row in box.screen.rows()]
    assert titles[:2] == ["Find by letter", "Settlements to 10"]
    fits = [title for title in titles if title in ("Rubber", "Bids: 20 and 10")]
    assert fits == ["Bids: 20 and 10", "Rubber"]  # three sit; bridge has four
    assert box.unfit == {}


def test_the_last_template_is_proposed_again_and_too_few_players_are_told(box: Any) -> None:
    sit(box, "bids_twenty", ("Anna", "Ben", "Cara"))
    box.hold("back").choose("New game").choose("Score pad")
    assert "Bids: 20 and 10" in " ".join(box.text)
    box.choose("Players").choose("2").choose("Start")
    assert isinstance(box.screen, TextScreen)
    assert "3 to 6 players" in box.screen.words().text


def test_teams_and_late_comers_are_told_on_the_sheet(box: Any) -> None:
    open_sheet(box, ("Anna", "Ben", "Cara", "Dino"))
    choose_template(box, "low_rounds")
    box.choose("Teams").choose("2")
    box.choose("Come later").choose("Dino").press("back")
    box.choose("Start")
    state = box.services.table.match.state
    assert state.sides == (0, 1, 0, 1)
    assert state.away == (3,)
    while not isinstance(box.screen, Play):
        box.press()
    enter(box, "join 4")
    assert box.services.table.match.state.away == ()
    assert box.unfit == {}


def test_a_play_goes_to_bg_stats_as_the_game_that_was_played(box: Any) -> None:
    """With its number and its title; the lowest wins there too, and places follow."""
    sit(box, "running_tiles", ("Anna", "Ben"))
    enter(box, "1.cities+12", "2.roads+4")
    box.services.table.play("end", 0)
    play = bgstats_play(gather(EndedMatches(box.store.connection), 1))
    assert play["game"]["name"] == "Tiles, running total"
    assert (play["game"]["bggId"], play["game"]["highestWins"]) == (822, True)
    (stored,) = box.store.matches("over")
    assert title_of(box.services, stored).startswith("Tiles, run")

    box.hold("back")
    sit(box, "low_rounds", ("Anna", "Ben", "Cara"))
    enter(box, "1=5", "2=0", "3=10")
    box.services.table.play("end", 0)
    play = bgstats_play(gather(EndedMatches(box.store.connection), 2))
    assert play["game"]["highestWins"] is False
    assert [each["rank"] for each in play["players"]] == [2, 1, 3]
    assert "bggId" not in play["game"]


@pytest.mark.parametrize(
    ("name", "is_own"),
    [("../shipped", False), ("nothing", False), ("best_of_five", True), ("x", True)],
)
def test_a_text_that_is_not_there_is_not_read(tmp_path: Path, name: str, is_own: bool) -> None:
    """No other file of the box is, and one of the box's own is not taken for one of the table."""
    with pytest.raises(NoUserFile):
        TemplateFiles(tmp_path, "en").read(name, is_own=is_own)


@pytest.mark.parametrize("name", shipped_names())
def test_a_summary_says_where_a_score_runs(box: Any, name: str) -> None:
    about = shipped(name)
    assert ("running total" in summary(box.services, about)) == (about.sheet == RUNNING)
