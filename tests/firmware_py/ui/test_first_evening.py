"""What somebody new stumbled over in practice, puzzles and at the pad: each of it stays fixed."""

from __future__ import annotations

from typing import Any

from firmware_py.screens.learn.puzzle import open_puzzles
from firmware_py.screens.new_game.new_game import begin, draft
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.result import ResultScreen
from firmware_py.ui.fonts import wrap
from firmware_py.ui.navigation import Push
from tests.support.pad_table import choose_template, enter, open_sheet, sit


def said(box: Any) -> str:
    """Return all words on the screen."""
    return " ".join(box.text).replace("\u00a0", " ")


class TestPad:
    """An evening with the score pad."""

    def test_who_deals_is_not_said_to_begin(self, box: Any) -> None:
        """The page before the first entry names the one whose number is asked first."""
        open_sheet(box, ("Ida", "Bo", "Cleo"), first="Cleo")
        choose_template(box, "low_to_100")
        box.find("Dealer")
        box.choose("Start")
        laying = box.screen
        assert isinstance(laying, Laying)
        assert any("Cleo deals" in page and "Ida begins" in page for page in laying.pages)
        while not isinstance(box.screen, Play):
            box.press()
        assert box.text[0] == "Ida"

    def test_two_are_proposed(self, box: Any) -> None:
        """Nobody gives the box a name for one who plays alone."""
        assert len(draft(box.services, "scorepad").names) == 2

    def test_a_cell_to_be_corrected_is_named_by_its_round(self, box: Any) -> None:
        """`Player 1 1: 5` was not understood."""
        sit(box, "plain", ("Ida", "Bo"))
        enter(box, "1=5", "2=3")
        box.hold("knob").choose("Check the table").press()
        assert "Ida, round 1" in said(box)

    def test_a_score_is_parted_from_a_name_that_ends_in_a_number(self, box: Any) -> None:
        """`Player 1 10` may be two numbers or one."""
        sit(box, "plain", ("Ida", "Bo"))
        enter(box, "1=5", "2=3")
        box.hold("knob").choose("End and score").choose("Yes")
        assert isinstance(box.screen, ResultScreen)
        assert "Ida: 5" in said(box)


def test_a_practice_that_goes_on_tells_what_the_box_played_last(box: Any) -> None:
    """There is no table on which it could be seen."""
    box.services.thinker.seconds = 0.02
    box.app.follow(begin(box.services, draft(box.services, "mana", practice=True)))
    box.press()
    box.think()
    work = box.screen.work.sentences(box.services)
    assert any("Bot" in sentence for sentence in work)
    box.restart().press()
    assert isinstance(box.screen, Play)
    assert box.screen.work.sentences(box.services) == work


def test_holding_why_at_a_puzzle_says_where_its_help_is(box: Any) -> None:
    """Elsewhere it is a hint; here a hint counts as a try."""
    box.app.follow(Push(open_puzzles(box.services)))
    box.hold("why")
    assert "show the move" in said(box)


def test_no_line_begins_with_a_mark_that_french_sets_apart() -> None:
    """It goes to the next line with the word before it, or stays."""
    said = "Points : -31 n'est pas possible ; de -30 à 300, oui ! Vraiment ? Si."
    for width in range(60, 129):
        assert not any(line.startswith((";", ":", "!", "?")) for line in wrap(said, "small", width))


def test_totals_have_the_colon_of_their_language(make_box: Any) -> None:
    """One page had `Anna: 14` next to `Marqueur : Anna`."""
    box = make_box(language="fr")
    sit(box, "plain", ("Ida", "Bo"))
    areas = box.screen.ui.areas(box.screen.scene())
    assert areas[-1].lines[0].replace("\u00a0", " ") == "Ida : 0"
