"""What else happens at a table: doubts, mistakes, clocks, pauses, people who leave."""

from __future__ import annotations

from typing import Any

import pytest

from engines.engine import Reason, Refused
from engines.match import replay
from firmware_py.screens.history.history import History
from firmware_py.screens.history.replay import Replay
from firmware_py.screens.new_game.new_game import begin, draft
from firmware_py.screens.play.corrections import Compare, UndoPreview
from firmware_py.screens.play.entry import CheckMove, ChoiceEntry
from firmware_py.screens.play.hint import why_no_hint
from firmware_py.screens.play.instructions import PAGE_S
from firmware_py.screens.play.match_menu import Aid, MatchMenu
from firmware_py.screens.play.play import SLIP_S, Play
from firmware_py.screens.play.result import ResultScreen
from firmware_py.screens.play.why import Verdict, Why
from firmware_py.screens.settings.settings import ControlTest
from firmware_py.storage.settings import SETTINGS
from firmware_py.storage.store import ABANDONED, OVER, PAUSED, RUNNING
from firmware_py.ui.lists import Ask
from firmware_py.ui.navigation import Quit
from tests.support.table_players import TablePlayers, new_game, path_to, spell


def sit(box: Any, game: str, *names: str, choices: int = 0, **about: Any) -> TablePlayers:
    """Begin a game, lay the table and play some choices."""
    names = names or ("Ida", "Bo")
    players = TablePlayers(box, game, seats=len(names), **about)
    new_game(box, game, names, first=names[0], options=about.get("options"))
    players.set_up()
    players.play_on(choices)
    players.ready()
    return players


def lines(box: Any) -> list[str]:
    """Return the record so far."""
    return [f"{line.who} {line.text}" for line in box.services.table.match.lines]


def stored(box: Any) -> list[Any]:
    """Return every match that the store knows."""
    found: list[Any] = box.store.matches(RUNNING, PAUSED, OVER, ABANDONED)
    return found


def rest(box: Any) -> None:
    """Wait until the last press does not count as a slip any more."""
    box.now += SLIP_S + 1


def work_text(box: Any) -> str:
    """Return all current work for hands."""
    work = box.screen.work
    return "" if work is None else " ".join(work.sentences(box.services))


def open_menu(box: Any, row: str) -> None:
    """Open a row of the menu of the match."""
    box.hold("knob")
    assert isinstance(box.screen, MatchMenu)
    box.choose(row)


# --- taking back ----------------------------------------------------------------------------


def test_a_card_entered_wrongly_is_undone_without_a_question(box: Any) -> None:
    """The table's answers before the first turn are nobody's finished turn."""
    players = TablePlayers(box, "mandala")
    new_game(box, "mandala", ("Ida", "Bo"), first="Ida")
    box.press().press().press()
    while not isinstance(box.screen, Play):
        box.press()
    players.enter(players.truth.lines[0].text)
    box.hold("undo")
    assert isinstance(box.screen, Play)
    assert lines(box)[-1] == "table undo"


def test_undo_shows_first_what_it_would_take_back(box: Any) -> None:
    """And anything but a hold leaves it as it is."""
    sit(box, "mana", choices=8)
    before = lines(box)
    box.press("undo")
    assert isinstance(box.screen, UndoPreview)
    box.press("back")
    assert isinstance(box.screen, Play)
    assert lines(box) == before


def test_undo_across_a_turn_asks_the_table_and_says_what_to_put_back(box: Any) -> None:
    """No keeps the turn; yes undoes it, and the work for hands is shown."""
    players = sit(box, "mana", choices=8)
    before = lines(box)
    state = players.truth.state
    rest(box)
    box.press("undo").hold("undo")
    assert isinstance(box.screen, Ask)
    assert box.chosen == "No"
    box.press()
    assert lines(box) == before
    box.hold("undo").turn(1).press()
    assert lines(box) == [*before, "table undo"]
    assert box.services.table.match.state != state
    assert work_text(box)


def test_a_slip_is_undone_by_one_hold(box: Any) -> None:
    """Right after the press, while nobody has entered anything: nobody has to agree."""
    sit(box, "mana", choices=8)
    before = lines(box)
    box.turn(1).hold("undo")
    assert isinstance(box.screen, Play)
    assert lines(box) == [*before, "table undo"]


def test_it_is_no_slip_any_more_once_somebody_has_picked_something(box: Any) -> None:
    """Then the table is asked, even within the same seconds."""
    sit(box, "mana", choices=8)
    while box.screen.picker.complete:
        box.turn(1)
    box.press().hold("undo")
    assert isinstance(box.screen, Ask)


def test_a_slip_is_undone_once_only(box: Any) -> None:
    """The choice before it was made longer ago."""
    sit(box, "mana", choices=8)
    box.hold("undo").hold("undo")
    assert isinstance(box.screen, Ask)


def test_what_was_undone_can_be_played_again(box: Any) -> None:
    """From the menu of the match, until something else is played."""
    players = sit(box, "mana", choices=8)
    box.hold("undo")
    open_menu(box, "Redo")
    assert lines(box)[-1] == "table redo"
    assert box.services.table.match.state == players.truth.state


def test_redo_says_what_hands_do_again(box: Any) -> None:
    """All of it, as after an undo: the piece, too, goes back to where it went."""
    sit(box, "mana", choices=8)
    box.hold("undo")
    before = work_text(box)
    open_menu(box, "Redo")
    assert isinstance(box.screen, Play)
    assert "Move " in work_text(box)
    assert work_text(box) != before


def test_what_to_put_back_leaves_the_question_in_sight(box: Any) -> None:
    """While a path is entered, too: the question is still there, and so is the hands' work."""
    box.choose("New game").choose("Icehouse Mandala")
    box.choose("Path").choose("entered").choose("Start")
    while not isinstance(box.screen, Play):
        box.press()
    box.press().press().press().press()
    assert len(lines(box)) == 2
    asked = box.chosen
    box.hold("undo")
    assert box.chosen == asked
    assert "back in the" in work_text(box)


def test_undo_after_the_end_goes_back_into_the_match(box: Any) -> None:
    """If the table agrees; then it can be ended again."""
    players = sit(box, "icehouse")
    players.play_out()
    last = lines(box)[-1].split(" ", 1)[1]
    rest(box)
    box.hold("undo")
    assert box.chosen == "No"
    box.turn(1).press()
    assert isinstance(box.screen, Play)
    assert work_text(box), "there is work: what to put back"
    assert stored(box)[0].status == "running"
    players.enter(last)
    assert isinstance(box.screen, ResultScreen)
    assert box.services.table.match.state == players.truth.state


# --- doubts ---------------------------------------------------------------------------------


def test_why_on_a_legal_choice_says_what_it_does(box: Any) -> None:
    """The first page is about what is highlighted."""
    sit(box, "mana", choices=8)
    box.press("why")
    assert isinstance(box.screen, Why)
    assert box.text[0] == "Legal"
    box.press("back")
    assert isinstance(box.screen, Play)


def test_why_goes_on_with_what_is_missing(box: Any) -> None:
    """Each piece that may not move has a page with its reason."""
    sit(box, "mana", choices=8)
    box.press("why")
    titles = {box.turn(1).text[0] for _ in range(len(box.screen.pages))}
    assert len(titles - {"This is legal"}) >= 3
    assert box.unfit == {}


def test_check_a_move_gives_the_reason_and_shows_it_on_the_board(box: Any) -> None:
    """The first attempt that the rules refuse is explained in words and in a picture."""
    sit(box, "mana", choices=8)
    open_menu(box, "Check a move")
    assert isinstance(box.screen, CheckMove)
    verdicts: set[str] = set()
    for _ in range(40):
        while isinstance(box.screen, CheckMove):
            box.press()
        assert isinstance(box.screen, Verdict)
        verdicts.add(box.text[0])
        words = box.text
        box.turn(1)
        if words[0] == "Not legal":
            assert box.text != words
        box.press("back")
        box.turn(1)
        if len(verdicts) == 2:
            break
    assert verdicts == {"Legal", "Not legal"}
    assert box.unfit == {}


def test_the_player_aid_is_one_press_away(box: Any) -> None:
    """The menu of the match begins with it, and it opens at a fitting page."""
    sit(box, "mandala")
    box.hold("knob").press()
    assert isinstance(box.screen, Aid)
    box.turn(-9)
    pages = {box.text[0]}
    pages |= {box.turn(1).text[0] for _ in range(9)}
    assert len(pages) == len(box.screen.pages)
    box.press("back").press("back")
    assert isinstance(box.screen, Play)


# --- comparing and correcting ------------------------------------------------------------------


@pytest.mark.parametrize("game", ["mana", "mandala", "stones", "icehouse"])
def test_a_table_that_differs_is_corrected_through_the_checks(box: Any, game: str) -> None:
    """Area by area; the first change that the engine accepts is kept in the record."""
    sit(box, game, choices=4)
    before = box.services.table.match.state
    open_menu(box, "Check the table")
    assert isinstance(box.screen, Compare)
    for _ in range(len(box.screen.areas)):
        if box.screen.areas[box.screen.page].fields and correct(box):
            break
        box.turn(1)
    match = box.services.table.match
    assert lines(box)[-1].startswith("table edit ")
    assert match.state != before
    assert replay(match.record(), match.engine).state == match.state
    assert box.unfit == {}


@pytest.mark.parametrize("game", ["mana", "mandala", "stones", "icehouse"])
def test_a_correction_without_a_difference_changes_nothing(box: Any, game: str) -> None:
    """The record has no line for it, and nothing claims that it was corrected."""
    sit(box, game, choices=4)
    before = lines(box)
    open_menu(box, "Check the table")
    while not box.screen.areas[box.screen.page].fields:
        box.turn(1)
    box.press().press().press()
    assert lines(box) == before
    assert box.services.toast == ""


def correct(box: Any) -> bool:
    """Try values of a few fields of one area; return whether the engine accepted one."""
    compare = box.screen
    box.press()
    for row in range(min(len(compare.areas[compare.page].fields), 3)):
        box.turn(row - box.screen.index)
        field = compare.areas[compare.page].fields[row]
        for value in range(min(len(field.values), 4)):
            box.press()
            box.turn(value - box.screen.index)
            if field.values[value] == field.value:
                box.press("back")
                continue
            box.press()
            if any("edit" in line for line in lines(box)):
                return True
            box.press("back")
    box.press("back")
    return False


# --- an entry under way ---------------------------------------------------------------------


@pytest.mark.parametrize("doubt", ["why", "menu", "aid"])
def test_a_doubt_does_not_cost_the_entry_under_way(box: Any, doubt: str) -> None:
    """After WHY or a look at the menu the cursor is where it was."""
    sit(box, "mana", choices=8)
    box.press().turn(1)
    picked, index = box.screen.picker.picked, box.screen.picker.index
    assert picked
    if doubt == "why":
        box.press("why").press("back")
    else:
        box.hold("knob")
        if doubt == "aid":
            box.press().press("back")
        box.press("back")
    assert (box.screen.picker.picked, box.screen.picker.index) == (picked, index)


def test_the_hands_work_changes_its_language_with_the_box(box: Any) -> None:
    """What hands must do is said again when the menu is left."""
    players = sit(box, "mana", choices=6)
    players.play_on(1)
    before = work_text(box)
    open_menu(box, "Settings")
    box.choose("Language").choose("Français").press("back").press("back")
    assert isinstance(box.screen, Play)
    assert work_text(box)
    assert work_text(box) != before


@pytest.mark.parametrize("game", ["mana", "mandala", "stones", "icehouse"])
def test_no_press_is_swallowed(box: Any, game: str) -> None:
    """From one choice to the next every press picks a part, whatever the work for hands is."""
    sit(box, game, choices=3)
    for _ in range(12):
        if box.services.table.is_over:
            break
        before = (len(lines(box)), box.screen.picker.picked)
        box.press()
        if isinstance(box.screen, Ask):
            box.turn(1).press()
        if isinstance(box.screen, Play):
            assert (len(lines(box)), box.screen.picker.picked) != before


def test_a_bounce_after_a_choice_picks_nothing(box: Any) -> None:
    """The same finger within a few tenths of a second, although the same player goes on."""
    sit(box, "mandala")
    box.hold("undo").hold("undo")  # nobody was dealt a card yet
    while not box.screen.picker.complete:
        box.press()
    box.press()
    count = len(lines(box))
    box.now -= 0.2
    box.press()
    assert (len(lines(box)), box.screen.picker.has_begun) == (count, False)
    box.press()
    assert len(lines(box)) > count or box.screen.picker.has_begun


def pages(box: Any) -> int:
    """Return the number of pages of work for hands."""
    page = None if box.screen.work is None else box.screen.scene().told
    return 0 if page is None else page.count


def test_pages_of_the_hands_work_turn_by_themselves(box: Any) -> None:
    """Twice around; then the first stays, and the box rests."""
    players = sit(box, "mandala")
    while pages(box) < 2:
        players.play_on(1)
    play, count = box.screen, pages(box)
    seen = []
    since = play.work.since_s
    play.handover.end()
    while (due := play.deadline_s(box.now)) is not None:
        seen.append(play.scene().told.number)
        box.now = due
    box.app.paint()
    assert seen == [*range(count)] * 2
    assert play.scene().told.number == 0
    assert box.now == pytest.approx(since + 2 * count * PAGE_S)


def test_back_turns_the_pages_of_the_hands_work(box: Any) -> None:
    """While nothing is picked it has nothing else to do."""
    players = sit(box, "mandala")
    while pages(box) < 2:
        players.play_on(1)
    box.press("back")
    assert box.screen.scene().told.number == 1


def test_a_legal_check_is_played_by_one_press(box: Any) -> None:
    """What the hands did, and what was found legal, need not be entered again."""
    players = sit(box, "mana", choices=6)
    text = box.screen.picker.reachable[0]
    open_menu(box, "Check a move")
    enter_attempt(box, text)
    assert "Legal" in box.text
    count = len(lines(box))
    box.press()
    assert isinstance(box.screen, Play)
    assert lines(box)[count].split(" ", 1)[1] == text
    del players


def enter_attempt(box: Any, text: str) -> None:
    """Enter a move to be checked."""
    screen = box.screen
    parts = path_to(screen.entry.ui.attempts(screen.entry.match.state), text)
    assert parts is not None
    while box.screen is screen:
        wanted = screen.picker.options.index(parts[len(screen.picker.picked)])
        box.turn(wanted - screen.picker.index).press()


@pytest.mark.parametrize("game", ["mana", "mandala", "stones", "icehouse"])
def test_why_begins_nothing_after_five_pages_and_says_nothing_twice(box: Any, game: str) -> None:
    """The most useful first, and each explanation to its end."""
    players = sit(box, game, choices=4)
    for _ in range(6):
        if box.services.table.is_over:
            break
        box.press("why")
        pages = box.screen.pages
        begun = next(n for n, page in enumerate(pages) if page.title == pages[-1].title)
        assert begun < 5
        said = "\n".join(page.text for page in pages).split("\n")
        sentences = [each for each in said if each.endswith(".")]
        assert len(set(sentences)) == len(sentences)
        box.press("back")
        players.play_on(1)


@pytest.mark.parametrize(
    ("hints", "said"),
    [("off", "Hints are off"), ("in practice", "Hints are for practice only")],
)
def test_holding_why_says_what_there_is(box: Any, hints: str, said: str) -> None:
    """The box does not keep quiet about a hint that it does not give."""
    box.choose("Settings").choose("Hints").choose(hints).press("back")
    sit(box, "mana", choices=6)
    box.hold("why")
    assert said in box.text
    assert isinstance(box.screen, Play)


@pytest.mark.parametrize("game", ["scorepad", "mandala"])
def test_a_game_without_a_hint_says_so(box: Any, game: str) -> None:
    """The box only counts its points, or does not know what people hold."""
    box.services.settings.put("hints", "on")
    box.app.follow(begin(box.services, draft(box.services, game)))
    while not isinstance(box.screen, Play):
        box.press()
    assert why_no_hint(box.services) == "No hint for this game"


# --- time -----------------------------------------------------------------------------------


def test_a_fischer_clock_runs_down_and_gains_after_each_turn(box: Any) -> None:
    """Thinking counts; entering does not."""
    box.choose("New game").choose("Mana").choose("Clock").choose("Fischer")
    box.choose("Minutes").choose("5").choose("Seconds added").choose("30 s").hold("back")
    players = sit(box, "mana", choices=4)
    assert box.services.table.clock.timing.kind == "fischer"
    seat = box.services.table.match.turn.seat
    box.now += 60.0
    box.app.paint()
    shown = box.services.table.clock.shown_s(seat, box.now)
    players.play_on(1)
    assert box.services.table.clock.shown_s(seat, box.now) == pytest.approx(shown + 30.0, abs=1.0)


def test_the_clock_can_be_paused_and_goes_on(box: Any) -> None:
    """From the menu of the match."""
    box.choose("New game").choose("Mana").choose("Clock").choose("counting up").hold("back")
    sit(box, "mana", choices=4)
    clock = box.services.table.clock
    open_menu(box, "Clock: pause")
    spent = clock.spent_s
    box.now += 600.0
    clock.reckon(box.now)
    assert clock.spent_s == spent
    box.app.feed(object())
    box.choose("Clock: go on")
    box.press("back")
    box.now += 60.0
    clock.reckon(box.now)
    assert sum(clock.spent_s) >= sum(spent) + 40.0


# --- pauses ---------------------------------------------------------------------------------


def test_after_a_restart_the_match_goes_on_on_the_same_turn(box: Any) -> None:
    """As if nothing had happened."""
    players = sit(box, "stones", choices=7)
    state, record = box.services.table.match.state, lines(box)
    box.restart()
    box.choose("Resume Mandala Stones")
    assert isinstance(box.screen, Play)
    assert box.services.table.match.state == state
    assert lines(box) == record
    players.box.services.draw_seed = lambda: 42
    players.play_out()
    assert isinstance(box.screen, ResultScreen)


def test_several_matches_are_paused_and_each_is_resumed(box: Any) -> None:
    """The newest from Home at once, the others from the list."""
    sit(box, "mana", choices=5)
    box.hold("back")
    sit(box, "icehouse", choices=2)
    box.hold("back")
    assert box.chosen == "Resume Icehouse Mandala"
    box.choose("Paused games").choose("Mana").choose("Resume")
    assert box.services.table.match.engine.name == "mana"
    box.hold("back")
    assert box.chosen == "Resume Mana"


def test_a_match_whose_end_was_not_kept_is_resumed_at_its_result(box: Any) -> None:
    """The power went between the last choice and the note that it was the last."""
    players = sit(box, "icehouse")
    players.play_out()
    box.store.set_status(box.services.table.number, RUNNING)
    box.hold("back").choose("Resume Icehouse Mandala")
    assert isinstance(box.screen, ResultScreen)
    assert stored(box)[0].status == OVER


@pytest.mark.parametrize(("row", "left"), [("Stop the game", ["abandoned"]), ("Delete", [])])
def test_a_match_is_given_up_only_after_two_questions(box: Any, row: str, left: list[str]) -> None:
    """The safe answer is under the cursor both times."""
    sit(box, "mana", choices=5)
    box.hold("back").choose("Paused games").press().choose(row)
    box.press()
    assert stored(box)[0].status == "paused"
    box.choose(row).turn(1).press()
    assert box.chosen == "No"
    box.turn(1).press()
    assert [match.status for match in stored(box)] == left
    assert "Resume" not in box.chosen


# --- the same people again ------------------------------------------------------------------


def test_play_again_seats_the_same_people_and_the_next_one_begins(box: Any) -> None:
    """One press from the result."""
    players = sit(box, "icehouse", "Ida", "Bo", "Lea")
    players.play_out()
    box.press().choose("Play again")
    match = box.services.table.match
    assert match.names == ("Ida", "Bo", "Lea")
    assert match.start.first == 1
    assert match.lines == []


def test_the_sheet_proposes_what_was_played_last(box: Any) -> None:
    """Names and options."""
    sit(box, "mana", "Lea", "Noé", options={"edition": "2005"})
    box.hold("back").choose("New game").choose("Mana")
    words = " ".join(" ".join(box.turn(1).text) for _ in range(6))
    assert "Lea" in words
    assert "Noé" in words
    assert "2005" in words


def test_a_seat_leaves_a_match_of_three_and_the_others_play_on(box: Any) -> None:
    """Nobody else is asked; the record says so."""
    sit(box, "icehouse", "Ida", "Bo", "Lea", choices=3)
    open_menu(box, "Leave the game")
    box.choose("Bo leaves")
    assert box.chosen == "No"
    box.turn(1).press()
    assert lines(box)[-1] == "1 resign"
    assert isinstance(box.screen, Play)
    turns: set[tuple[int, int | None]] = set()
    while not box.services.table.is_over and len(turns) < 6:
        turn = box.services.table.match.turn
        turns.add((len(lines(box)), turn.seat))
        box.press().press()
    assert 1 not in {seat for _, seat in turns}


def test_resigning_a_match_of_two_ends_it(box: Any) -> None:
    """The other one wins."""
    sit(box, "mana", choices=5)
    open_menu(box, "Resign")
    box.choose("Ida resigns")
    assert box.text[0] == "Ida resigns?"
    box.turn(1).press()
    assert isinstance(box.screen, ResultScreen)
    assert "Bo wins" in box.text


def test_an_agreement_that_the_rules_refuse_is_explained(
    box: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a page ended the match while the question was open."""
    sit(box, "mana", choices=5)
    open_menu(box, "Resign")
    box.choose("Ida resigns")

    def refuse(_text: str, _seat: int) -> Any:
        raise Refused(Reason("GAME_OVER"))

    monkeypatch.setattr(box.services.table, "play", refuse)
    box.turn(1).press()
    assert box.services.toast
    assert isinstance(box.screen, Play), box.screen
    assert not box.services.table.is_over


# --- words ----------------------------------------------------------------------------------


def test_the_language_changes_in_the_middle_of_a_match(box: Any) -> None:
    """The same turn, in other words."""
    sit(box, "mandala", choices=3)
    english = box.text
    open_menu(box, "Settings")
    box.choose("Language").choose("Français")
    assert "> Langue: Français" in box.text
    box.press("back").press("back")
    assert isinstance(box.screen, Play)
    assert box.text != english
    assert box.unfit == {}


def test_a_name_is_entered_letter_by_letter_and_can_be_corrected(box: Any) -> None:
    """BACK erases; capitals come by themselves, and the wheel stands at a likely letter."""
    box.choose("Settings").choose("Names").choose("New name")
    box.turn(-10).press().press()
    assert "Ca_" in box.text
    box.press("back")
    assert "C_" in box.text
    spell(box, "lea")
    assert box.store.players() == ["Clea"]
    assert "Clea" in box.text


def test_the_roster_is_edited_with_the_knob(box: Any) -> None:
    """Changed, refused when taken, removed after a question."""
    box.store.add_player("Ida")
    box.store.add_player("Bo")
    box.choose("Settings").choose("Names").choose("Bo").choose("Change")
    box.press("back").press("back")
    spell(box, "Ida")
    assert any("taken" in line for line in box.text)
    box.press("back").press("back").press("back")
    spell(box, "Pi")
    assert box.store.players() == ["Ida", "Pi"]
    box.choose("Ida").choose("Remove").press()
    assert box.store.players() == ["Ida", "Pi"]
    box.choose("Remove").turn(1).press()
    assert box.store.players() == ["Pi"]


def test_a_match_of_the_history_is_walked_through(box: Any) -> None:
    """Moment by moment, to the result and back."""
    players = sit(box, "mana")
    players.play_out()
    box.hold("back").choose("History")
    assert isinstance(box.screen, History)
    box.press().choose("Replay")
    assert isinstance(box.screen, Replay)
    last = len(box.screen.stops) - 1
    seen = {box.turn(1).text for _ in range(last)}
    assert len(seen) == last
    assert f"{last}/{last}" in box.text
    box.press("back").choose("Delete").turn(1).press().turn(1).press()
    assert isinstance(box.screen, History)
    assert stored(box) == []
    assert box.unfit == {}


# --- the box itself -------------------------------------------------------------------------


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_every_setting_takes_each_of_its_values(box: Any, setting: Any) -> None:
    """By the knob, and it is kept for the next start."""
    box.choose("Settings")
    for value, name in setting.values:
        box.choose(setting.title)
        box.turn_to_end(-1).turn([each for each, _ in setting.offered].index(value)).press()
        assert box.services.settings[setting.key] == value
        if setting.key != "language":
            assert f"{setting.title}: {name}" == box.chosen
    box.services.settings.put("language", "en")
    wanted = box.services.settings[setting.key]
    assert box.restart().services.settings[setting.key] == wanted
    assert box.unfit == {}


def test_the_controls_can_be_tested(box: Any) -> None:
    """Each shows what it did; BACK twice leaves."""
    box.choose("Settings").choose("Test the controls")
    assert isinstance(box.screen, ControlTest)
    box.turn(3).press("why").hold("undo").press()
    assert "+3" in box.text
    box.press("back").press("back")
    assert not isinstance(box.screen, ControlTest)


def test_exporting_begins_with_what_can_be_done(box: Any) -> None:
    """Without a page in the network that is a file."""
    sit(box, "mana", choices=5)
    open_menu(box, "Resign")
    box.press().turn(1).press().hold("back")
    box.choose("History").press().choose("Export")
    assert box.chosen == "Record: on the box"


def test_home_is_a_hold_away_from_everywhere(box: Any) -> None:
    """And the match is kept."""
    sit(box, "mana", choices=5)
    open_menu(box, "Check the table")
    box.hold("back")
    assert box.chosen == "Resume Mana"


def test_the_box_ends_cleanly_after_two_questions(box: Any) -> None:
    """A match under way is kept."""
    sit(box, "mana", choices=5)
    box.hold("back").choose("Quit").turn(1).press().turn(1).press()
    assert box.app.result == Quit()
    assert [match.status for match in stored(box)] == ["paused"]


def test_the_last_claim_is_made_and_undone_with_the_one_before(box: Any) -> None:
    """Nobody is asked for it; the work for hands has both, and UNDO and redo treat them as one."""
    players = sit(box, "mandala", seed=3)
    match = box.services.table.match
    while not (match.last and box.screen.ui.forced(match.before_last) == match.last.text):
        players.play_on(1)
    count, after = len(match.moments), match.state
    assert after.phase != "claim"
    assert len(box.screen.work.via) == 1
    box.press("undo")
    assert sum("claims" in said for said in box.text) <= 2
    box.press("back").hold("undo")
    if isinstance(box.screen, Ask):
        box.choose("Yes")
    assert len(match.moments) == count - 2
    assert match.state.phase == "claim"
    open_menu(box, "Redo")
    assert match.state == after
    assert box.unfit == {}


def test_the_same_again_takes_presses_only(box: Any) -> None:
    """The cursor starts where the same player chose last, if that is still possible."""
    players = sit(box, "mandala", seed=3)
    seen = 0
    while seen < 5:
        match = box.services.table.match
        turn = match.turn
        own = [each.line.text for each in match.moments if each.line.who == str(turn.seat)]
        legal = {match.engine.write(choice) for choice in match.engine.legal(match.state)}
        if turn.seat is not None and own and own[-1] in legal:
            seen += 1
            way = path_to(box.screen.ui.tree(match.state), own[-1])
            fork = ChoiceEntry(box.services, match)
            for _ in way:
                said = fork.picker.press()
                if said is not None:
                    break
            assert said == own[-1]
        players.play_on(1)
