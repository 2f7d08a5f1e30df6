"""Playing with the box: practice, a seat of its own at a table, and what kills do to it."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from typing import Any

import pytest

from engines.catalog import GAMES
from engines.languages import LANGUAGES
from engines.match import replay
from firmware_py.app.page_state import PLAYING, BigTable
from firmware_py.games.draft import Draft
from firmware_py.history.archive import EndedMatches
from firmware_py.history.statistics import reckon
from firmware_py.match.game_info import info_of
from firmware_py.match.taps import part_code, play_code
from firmware_py.screens.new_game.new_game import NewGame, begin, draft, seat_bot
from firmware_py.screens.play.instructions import PAGE_S
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.result import ResultScreen
from firmware_py.ui.navigation import GoToMatch
from hardware.events import Control, Pressed
from tests.support.tapping import tap

WITH_PLAYER = [game for game in GAMES if info_of(game).practice is not None]
QUICK_S = 0.02
LONG_S = 50.0
"""Nobody waits for it: a search that takes so long is one that is interrupted."""
THREATENED = "..wW../....../...b../....../....../B..... w 0 04 -"
"""White is on turn, and its daimio is two steps from a ronin on a double square."""
Make = Callable[..., Any]


def practise(box: Any, game: str, seconds: float = QUICK_S) -> None:
    """Begin a practice match as the sheet proposes it."""
    box.services.thinker.seconds = seconds
    box.app.follow(begin(box.services, draft(box.services, game, practice=True)))
    assert isinstance(box.screen, Play)


def sit_down(box: Any, game: str, seconds: float = QUICK_S) -> None:
    """Begin at a table, the box in the second seat."""
    box.services.thinker.seconds = seconds
    plan = draft(box.services, game)
    seat_bot(box.services, plan, 1, level=1)
    plan.first = 0
    box.app.follow(begin(box.services, plan))
    while not isinstance(box.screen, Play):
        box.press()


def lines(box: Any) -> list[tuple[str, str]]:
    """Return the record of the match on the table, without what the dealer did."""
    found = box.services.current_table.match.lines
    return [tuple(line) for line in found if line.who != "dealer"]


def test_from_the_first_start_to_the_first_move_in_eight_inputs(make_box: Make) -> None:
    """Language, Practice, the first game, Start, and a move against the box."""
    box = make_box(language="")
    box.services.thinker.seconds = QUICK_S
    inputs = 0
    for act in (box.press, lambda: box.turn(1), *[box.press] * 6):
        act()
        box.think()
        inputs += 1
        table = box.services.table
        if table is not None and any(line.who == "0" for line in table.match.lines):
            break
    assert [who for who, _ in lines(box)][:1] == ["0"]
    assert inputs <= 8


@pytest.mark.parametrize("game", WITH_PLAYER)
def test_a_practice_game_is_played_to_its_end(box: Any, game: str) -> None:
    """Nothing is laid, nobody is asked for the table, and no press is for hands."""
    practise(box, game)
    match = box.services.current_table.match
    for _ in range(3000):
        box.think()
        if not isinstance(box.screen, Play):
            break
        assert match.turn is not None
        assert match.turn.seat == 0
        box.press()
    assert isinstance(box.screen, ResultScreen)
    assert {who for who, _ in lines(box)} >= {"0", "1"}
    assert box.unfit == {}
    (stored,) = box.store.matches("over")
    assert stored.header.practice
    assert stored.header.levels == (0, 2)
    assert reckon(EndedMatches(box.store.connection).results()).people == {}


def test_the_box_says_what_hands_do_and_waits_for_them(box: Any) -> None:
    """In the sentences for people, under its name; the next turn comes after a press."""
    sit_down(box, "mana")
    box.press()
    assert "thinking" in box.text
    box.think()
    assert lines(box)[-1][0] == "1"
    assert box.text[0] == "Bot 1"
    assert "> Done" in box.text
    assert any("white daimio" in said for said in box.text)
    box.press()
    assert "Player 1" in box.text
    assert "> Done" not in box.text
    assert box.unfit == {}


def test_a_second_press_on_done_chooses_nothing_for_the_next_person(box: Any) -> None:
    sit_down(box, "mana")
    box.press()
    box.think().press()
    assert not box.screen.waits
    before = lines(box)
    box.feed(Pressed(Control.KNOB))
    assert (lines(box), box.screen.picker.has_begun) == (before, False)


def test_undo_takes_back_the_boxs_move_and_the_one_before(box: Any) -> None:
    """The preview tells both, and how the table is put back; redo brings both again."""
    sit_down(box, "mana")
    box.press()
    box.think().press()
    box.play()
    box.think()
    before = lines(box)
    assert [who for who, _ in before] == ["0", "1", "0", "1"]
    box.press("undo")
    assert sum("Moved from" in said for said in box.text) >= 1
    box.hold("undo")
    assert lines(box)[4:] == [("table", "undo"), ("table", "undo")]
    match = box.services.current_table.match
    assert match.turn.seat == 0
    assert len(match.moments) == 2
    assert not box.services.thinker.is_busy
    box.hold("knob").choose("Redo")
    assert [tuple(moment.line) for moment in match.moments] == before


def test_nothing_is_taken_back_where_only_the_box_has_played(box: Any) -> None:
    """It would only play again."""
    box.services.thinker.seconds = QUICK_S
    plan = draft(box.services, "mana", practice=True)
    plan.first = 1
    box.app.follow(begin(box.services, plan))
    box.think()
    assert [who for who, _ in lines(box)] == ["1"]
    box.hold("undo")
    assert [who for who, _ in lines(box)] == ["1"]


def test_a_press_cuts_thinking_short(box: Any) -> None:
    """The best so far is played."""
    practise(box, "mana", LONG_S)
    box.press().press()
    box.now += 1.0
    assert box.services.thinker.is_busy
    box.press()
    box.think()
    assert [who for who, _ in lines(box)] == ["0", "1"]


def test_a_change_of_the_match_ends_the_thought(box: Any) -> None:
    """Undo while the box thinks: it thinks no longer, and the person is on turn."""
    practise(box, "mana", LONG_S)
    box.press()
    box.hold("undo")
    assert not box.services.thinker.is_busy
    assert box.services.current_table.match.turn.seat == 0


def test_a_thought_waits_while_a_menu_is_open(box: Any) -> None:
    """Nothing changes under somebody's hand; the move is played when the menu is closed."""
    practise(box, "mana")
    box.press()
    box.hold("knob")
    box.think()
    assert [who for who, _ in lines(box)] == ["0"]
    box.press("back")
    assert [who for who, _ in lines(box)] == ["0", "1"]


def test_a_killed_thinker_is_not_noticed(box: Any) -> None:
    """It is started again, and the move comes."""
    practise(box, "mana", 0.3)
    box.press()
    os.kill(box.services.thinker.pid, signal.SIGKILL)
    box.think()
    assert [who for who, _ in lines(box)] == ["0", "1"]


def test_a_kill_of_the_box_during_thinking_loses_nothing(box: Any) -> None:
    """The person's move is on disk; after the start the box thinks again."""
    practise(box, "mana", LONG_S)
    box.press()
    said = lines(box)
    box.restart()
    box.services.thinker.seconds = QUICK_S
    box.press()  # Resume
    assert lines(box) == said
    box.think()
    assert [who for who, _ in lines(box)] == ["0", "1"]


def test_a_move_that_hands_may_not_have_made_is_shown_again(box: Any) -> None:
    """A resumed match shows what the box played last."""
    sit_down(box, "mana")
    box.press()
    box.think()
    box.restart().press()
    assert "> Done" in box.text
    box.press()
    assert box.services.current_table.match.turn.seat == 0


def test_a_box_with_a_hand_sits_only_in_practice(box: Any) -> None:
    """At a real table nobody could hold its cards."""
    box.choose("New game").choose("Mandala").choose("Player 2")
    with pytest.raises(AssertionError, match="no row"):
        box.choose("Bot 1")


def test_hands_are_behind_a_curtain_where_people_share_the_screen(box: Any) -> None:
    """Only a hold shows one, and only to the player on turn."""
    box.choose("Practice").choose("Mandala").choose("Bot 2").choose("Player 2").choose("Start")
    for name in ("Player 1", "Player 2"):
        assert name in box.text
        assert not any("Your hand" in said for said in box.text)
        box.press()
        assert not any("Your hand" in said for said in box.text)
        box.hold("knob")
        assert any("Your hand" in said for said in box.text)
        _, words = box.panel.pictures[-1].for_viewers()
        assert not any("Your hand" in said for said in words)
        box.play()


def test_viewers_see_no_answer_and_no_reason_of_somebody_with_a_hand(box: Any) -> None:
    """The colour under the cursor is one that somebody holds, and WHY names it."""
    box.choose("Practice").choose("Mandala").choose("Start")
    _, bare = box.panel.pictures[-1].for_viewers()
    assert any("Draw pile" in said for said in bare)
    for step in (box.press, lambda: box.press("why"), lambda: box.hold("knob")):
        step()
        assert box.panel.pictures[-1].text != bare
        assert box.panel.pictures[-1].for_viewers()[1] == bare


def test_a_bot_is_nobody_in_the_statistics(box: Any) -> None:
    """Its opponent is."""
    sit_down(box, "mana")
    box.services.current_table.play("resign", 1)
    statistics = reckon(EndedMatches(box.store.connection).results())
    assert set(statistics.people) == {"Player 1"}
    assert statistics.people["Player 1"].total.won == 1


def test_the_sheet_keeps_who_played_and_at_what_level(box: Any) -> None:
    """The next practice begins as the last one was."""
    box.choose("Practice").choose("Stones").choose("Players").choose("3")
    box.choose("Bot 2b").choose("Bot 4")
    assert box.chosen == "Bot 4: strong"
    box.choose("Start")
    assert box.services.current_table.match.levels == (0, 2, 4)
    box.hold("back")
    box.choose("Practice").choose("Stones")
    assert "Bot 4: strong" in " ".join(box.find("Bot 4").text)


def test_somebody_has_to_play(box: Any) -> None:
    """The last person's seat is not the box's."""
    box.choose("Practice").choose("Mana").choose("Player 1").find("Bot 3").press()
    assert any("Somebody has to play" in said for said in box.text)


def test_advice_is_given_at_the_option_that_it_is_about(box: Any) -> None:
    """Below its row, and at its value; not for the free set-up."""
    rows = NewGame(box.services, Draft("mana", ["Anna", "Ben"]))._make()
    labels = [row.item.label for row in rows]
    at = labels.index("First player can win")
    assert labels[at - 1] == "Free set-up"
    assert "free set-up" in rows[at].hint
    for options in ({"advanced": True}, {"edition": "2005"}):
        plan = Draft("mana", ["Anna", "Ben"], options=options)
        rows = NewGame(box.services, plan)._make()
        assert "First player can win" not in [row.item.label for row in rows]
    box.choose("New game").choose("Mana").choose("Free set-up")
    assert any("first player can always" in said for said in box.text)
    box.turn(1)
    assert not any("first player can always" in said for said in box.text)
    box.turn(-1).press().turn(1)
    assert box.chosen == "First player can win"
    box.press("why")
    assert box.unfit == {}


@pytest.mark.parametrize("game", WITH_PLAYER)
def test_a_hint_is_the_move_with_its_reasons(box: Any, game: str) -> None:
    """Noted in the record, which can be played again; it is not a move, and undo skips it."""
    practise(box, game)
    box.play()
    box.think()
    match = box.services.current_table.match
    state = match.state
    box.hold("why").think()
    assert box.text[0] == "Hint"
    assert box.screen.words().text.count(".\n") >= 1
    who, said = lines(box)[-1]
    assert who == "table"
    assert said.startswith("note hint 0 ")
    assert match.why_not(said.split()[-1]) is None
    assert match.state is state
    assert replay(match.record(), match.engine).state == state
    assert box.store.record(1).lines == tuple(match.lines)
    box.press("back")
    box.hold("undo")
    assert not any(line.who == "0" for line in (moment.line for moment in match.moments))
    assert box.unfit == {}


MARKS = {"cursor", "picked", "way-trace", "way-tip"}


def marks(picture: str) -> list[str]:
    """Return the classes that mark a choice in a picture."""
    found = re.findall(r'class="([^"]*)"', picture)
    return sorted(name for names in found for name in names.split() if name in MARKS)


@pytest.mark.parametrize("game", WITH_PLAYER)
def test_a_page_shows_a_hint_on_the_table(box: Any, game: str) -> None:
    """Marked as by the knob, with its words next to it; nothing there plays it."""
    practise(box, game)
    box.play()
    box.think()
    pages = BigTable(box.services)
    before, public = pages.parts(box.app.screens)
    box.hold("why")
    thinking, _ = pages.parts(box.app.screens)
    assert (thinking["screen"], thinking["caption"]) == (PLAYING, "Hint. thinking")
    box.think()
    card = box.screen
    shown, hidden = pages.parts(box.app.screens)
    assert shown["screen"] == PLAYING
    assert shown["caption"] == f"Hint. {card.words().text}"
    assert shown["answer"] is None
    assert shown["choices"]["commit"] is None
    # Viewers see the table as it was: nothing tells them what the hand is good for.
    assert {**hidden, "moment": ""} == ({**public, "moment": ""} if public else {"moment": ""})
    choice = lines(box)[-1][1].split()[-1]
    box.press("back")
    after, _ = pages.parts(box.app.screens)
    assert marks(after["picture"]) != marks(before["picture"])
    assert after["choices"]["commit"]["code"] == play_code(choice)
    assert before["head"] == shown["head"]


@pytest.mark.parametrize("closes", ["back", "knob", "why"])
@pytest.mark.parametrize("game", WITH_PLAYER)
def test_the_cursor_is_on_the_choice_after_a_hint(box: Any, game: str, closes: str) -> None:
    """However it is closed; the next press plays what it advises, BACK leads to other choices."""
    practise(box, game)
    box.play()
    box.think()
    box.hold("why").think()
    choice = lines(box)[-1][1].split()[-1]
    played = len(box.services.current_table.match.moments)
    box.press(closes)
    assert isinstance(box.screen, Play)
    assert (box.screen.picker.reachable, bool(box.screen.picker.complete)) == ([choice], True)
    assert len(box.services.current_table.match.moments) == played
    box.press()
    assert choice in [text for _, text in lines(box)[-3:]]
    assert box.unfit == {}


def test_a_tap_next_to_a_hint_is_for_the_table_and_one_on_it_plays_it(box: Any) -> None:
    practise(box, "mana")
    box.play()
    box.think()
    box.hold("why").think()
    piece, destination = (*box.screen._scene.picked, *box.screen._scene.options)[:2]  # noqa: SLF001 - what is drawn
    count = len(lines(box))
    tap(box, part_code(piece))
    assert isinstance(box.screen, Play)
    assert box.screen.picker.picked == (piece,)
    box.hold("why").think()
    tap(box, part_code(destination))
    assert [who for who, _ in lines(box)[count:]] == ["table", "0"]  # the hint, and the move


def test_a_hint_can_be_had_at_once_or_not_at_all(box: Any) -> None:
    """A press wants what was found so far; BACK wants nothing, and nothing is noted."""
    practise(box, "mana", QUICK_S)
    box.press().think()
    box.services.thinker.seconds = LONG_S
    box.hold("why").press("back")
    assert not box.services.thinker.is_busy
    assert "note" not in box.services.current_table.match.record()
    box.hold("why").press().think()
    assert "note hint 0" in box.services.current_table.match.record()


def test_hints_at_a_table_are_a_matter_of_the_setting(box: Any) -> None:
    sit_down(box, "icehouse")
    box.hold("why")
    assert "Hints are for practice only" in box.text
    box.services.settings.put("hints", "on")
    box.hold("why").think()
    assert box.text[0] == "Hint"


def test_the_danger_sign_is_for_those_who_want_it(box: Any) -> None:
    """A mark, and words for those who cannot see it."""
    plan = Draft("mana", ["Anna", "Ben"], first=0)
    box.app.follow(begin(box.services, plan))
    box.services.current_table.edit(THREATENED)
    box.app.follow(GoToMatch())
    box.app.paint()
    assert not any("Danger" in said for said in box.text)
    box.services.settings.put("danger", True)
    box.app.paint()
    assert any("Danger" in said for said in box.text)


@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_box_says_fits(make_box: Make, language: str, size: str) -> None:
    """Thinking, its move for the hands, a hand that it keeps, and a hint."""
    box = make_box(language)
    box.services.settings.put("text", size)
    for begins, game in ((sit_down, "icehouse"), (practise, "mandala")):
        begins(box, game)
        box.play()
        box.think()
        for _ in range(3):
            box.now += PAGE_S
            box.app.paint()
        if box.screen.waits:
            box.press()
        else:
            box.hold("why").think().press("back")
        box.press("undo").press("back")
        box.hold("back")
    assert box.unfit == {}


def test_people_may_choose_for_the_box(box: Any) -> None:
    """What it cannot know may forbid its move on the table: theirs stands in its place."""
    sit_down(box, "icehouse")
    box.play()
    box.think()
    box.hold("knob").choose("Choose for")
    match = box.services.current_table.match
    assert match.turn.seat == 1
    assert not box.services.thinker.is_busy
    box.play()
    assert [line.who for line in (moment.line for moment in match.moments)] == ["0", "1"]
    assert match.turn.seat == 0
    box.play()
    assert box.services.thinker.is_busy
    box.think()
