"""A match: what is played, undone, corrected and written down."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines import catalog
from engines.engine import BadPosition, BadStart, IllegalChoice, Message, Start, Turn
from engines.match import Match, NothingToRedo, NothingToUndo, replay
from engines.record import BadRecord, RecordLine, read
from engines.wording import voice

OPENING = "wWwwww/....../....../....../....../bBbbbb b 0 00 -"


def mana(**options: object) -> Match[Any, Any]:
    """Return a match of Mana that stands at the first move."""
    engine = catalog.load("mana")
    start = catalog.begin(engine, seats=2, seed=1, first=0, options=dict(options))
    match = Match(engine, start)
    match.play("=b1")
    match.play("=b6")
    return match


def test_a_refused_choice_changes_nothing() -> None:
    """The state, the record and what can be redone stay as they were."""
    match = mana()
    match.undo()
    lines, state = list(match.lines), match.state
    with pytest.raises(IllegalChoice):
        match.play("z9-z8")
    assert (match.lines, match.state, match.can_redo) == (lines, state, True)


def test_a_new_choice_forgets_what_was_undone() -> None:
    """Redo works until the next choice."""
    match = mana()
    match.undo()
    match.play("=c6")
    with pytest.raises(NothingToRedo):
        match.redo()


def test_an_edit_forgets_what_was_undone() -> None:
    """As a choice does."""
    match = mana()
    match.undo()
    match.edit(OPENING)
    assert not match.can_redo


def test_a_fork_plays_again_for_itself() -> None:
    """What it brings back can still be brought back here."""
    match = mana()
    match.undo()
    match.fork().redo()
    assert match.can_redo
    assert match.redo() == (RecordLine("1", "=b6"),)


def test_undo_and_redo_are_lines_of_the_record() -> None:
    """Nothing is struck out."""
    match = mana()
    match.undo()
    match.redo()
    assert match.lines == [
        RecordLine("0", "=b1"),
        RecordLine("1", "=b6"),
        RecordLine("table", "undo"),
        RecordLine("table", "redo"),
    ]


def test_a_fork_goes_its_own_way() -> None:
    """What is tried out on a fork leaves the match alone."""
    match = mana()
    other = match.fork()
    other.play(other.engine.write(other.engine.legal(other.state)[0]))
    assert len(other.lines) == len(match.lines) + 1
    assert other.state != match.state
    other.undo()
    assert other.state == match.state


def test_an_edit_is_kept_replayed_and_undone_like_a_choice() -> None:
    """The editor's work is a line with a position."""
    match = mana()
    before = match.state
    match.edit("wWwww./....../....../....w./....../bBbbbb b 2 00 -")
    again = replay(match.record(), match.engine)
    assert again.state == match.state
    match.undo()
    assert match.state == before


def test_a_correction_can_be_undone_within_its_turn() -> None:
    """It does not start a turn: nobody goes back into the turn before."""
    match = mana()
    match.play(match.engine.write(match.engine.legal(match.state)[0]))
    assert match.is_turn_start
    position = match.engine.position(match.state)
    match.edit(position)
    assert not match.is_turn_start
    match.undo()
    assert match.is_turn_start


def test_a_correction_that_changes_the_turn_starts_one() -> None:
    """To take it back is to go back into another's turn."""
    match = mana()
    match.edit("wWwww./....../....../....w./....../bBbbbb w 2 00 -")
    assert match.is_turn_start


def test_an_edit_that_breaks_the_game_is_refused() -> None:
    """Two daimios of one side: the engine's own checks say so, and nothing changes."""
    match = mana()
    before = match.state
    with pytest.raises((IllegalChoice, BadPosition)):
        match.edit("WWwwww/....../....../....../....../bBbbbb b 0 00 -")
    with pytest.raises(BadPosition):
        match.edit("rubbish")
    assert match.state == before


def test_a_match_from_a_position_replays() -> None:
    """The header holds the position."""
    engine = catalog.load("mana")
    match = Match(engine, catalog.begin(engine, seats=2, seed=1, first=0), position=OPENING)
    match.play(engine.write(engine.legal(match.state)[0]))
    assert replay(match.record(), engine).state == match.state


def test_the_third_repetition_is_an_event() -> None:
    """It offers a draw, and forces none; an undo takes its count back."""
    match = mana()
    move = match.engine.write(match.engine.legal(match.state)[0])
    heard = []
    for _ in range(3):
        heard.append([event.code for event in match.play(move)])
        match.edit(OPENING)
    assert ["repetition" in codes for codes in heard] == [False, False, True]
    match.undo()
    match.undo()
    assert "repetition" in [event.code for event in match.play(move)]


def test_the_first_position_counts_once() -> None:
    """Two choices in a game that always looks the same make three positions."""
    engine = replace(catalog.load("mana"), repetition=lambda _state: "the same")
    match = Match(engine, catalog.begin(engine, seats=2, seed=1, first=0), position=OPENING)
    heard = [match.play(engine.write(engine.legal(match.state)[0])) for _ in range(2)]
    counts = [
        [event.facts["times"] for event in each if event.code == "repetition"] for each in heard
    ]
    assert counts == [[], [3]]


def test_the_repetition_says_how_often() -> None:
    """With a number that needs no ending of its own."""
    said = voice(catalog.load("mana"), "en").say(Message("repetition", {"times": 3}))
    assert said.startswith("This position has come up 3 times.")


def test_the_names_are_in_the_record() -> None:
    """Who sat where is part of the match."""
    engine = catalog.load("mana")
    match = Match(engine, catalog.begin(engine, seats=2, seed=1), names=("Ada", "Bo"))
    assert read(match.record()).header.names == ("Ada", "Bo")
    assert replay(match.record(), engine).names == ("Ada", "Bo")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda r: r.replace("record 1", "record 9"), "newer"),
        (lambda r: r.replace("rules 1", "rules 99"), "rules 99"),
        (lambda r: r.replace("seats 2", "seats two"), "JSON"),
        (lambda r: r.replace("seats 2", 'seats "two"'), "'seats' with int"),
        (lambda r: r.replace("seats 2", "chairs 2"), "unknown line 'chairs'"),
        (lambda r: r.replace("0 =b1", "9 =b1 =b1"), "does not replay"),
        (lambda r: r.replace("0 =b1", "nobody =b1"), "who and what"),
        (lambda r: r.replace("0 =b1\n", ""), "does not replay"),
        (lambda r: r + "dealer F1=RR\n", "dealt otherwise"),
        (lambda _: "", "not a record"),
    ],
)
def test_a_bad_record_says_where_and_why(change: Any, problem: str) -> None:
    """The message names the defect; nothing else is raised."""
    match = mana()
    with pytest.raises(BadRecord, match=problem):
        replay(change(match.record()), match.engine)


def test_a_record_without_the_dealers_answers_is_refused() -> None:
    """A record of the full table has them; without them it is not the same match."""
    engine = catalog.load("mandala")
    match = Match(engine, catalog.begin(engine, seats=2, seed=1, options={"table": "full"}))
    match.play(engine.write(engine.legal(match.state)[0]))
    text = match.record()
    assert "dealer F1=" in text
    without = "".join(line + "\n" for line in text.splitlines() if not line.startswith("dealer"))
    with pytest.raises(BadRecord, match="missing"):
        replay(without, engine)


def codes(match: Match[Any, Any], text: str) -> list[str]:
    """Return what is heard after a choice."""
    return [event.code for event in match.play(text)]


def test_what_is_played_again_counts_again() -> None:
    """Undo takes a position back and redo brings it again: the third time is the third."""
    match = mana()
    move = match.engine.write(match.engine.legal(match.state)[0])
    for _ in range(2):
        assert "repetition" not in codes(match, move)
        match.edit(OPENING)
    match.undo()
    match.undo()
    match.redo()
    match.redo()
    times = [event.facts.get("times") for event in match.play(move)]
    assert times[-1] == 3


def test_undone_positions_do_not_count() -> None:
    """However often a move is taken back, its position has stood once."""
    match = mana()
    move = match.engine.write(match.engine.legal(match.state)[0])
    for _ in range(4):
        assert "repetition" not in codes(match, move)
        match.undo()


def test_a_fork_counts_for_itself() -> None:
    """What stood on a fork has not stood here."""
    match = mana()
    move = match.engine.write(match.engine.legal(match.state)[0])
    for _ in range(3):
        other = match.fork()
        other.play(move)
        other.edit(OPENING)
    assert "repetition" not in codes(match, move)
    assert (other.can_redo, match.can_redo, len(match.moments)) == (False, False, 3)


def full_mandala(seed: int = 1) -> Match[Any, Any]:
    """Return a match whose dealer has begun to deal."""
    engine = catalog.load("mandala")
    start = catalog.begin(engine, seats=2, seed=seed, first=0, options={"table": "full"})
    return Match(engine, start)


def test_the_dealer_answers_by_himself_and_nobody_takes_that_back() -> None:
    """His lines are in the record; undo ends at them."""
    match = full_mandala()
    assert [line.who for line in match.lines] == ["dealer", "dealer"]
    assert (match.can_undo, match.last, match.is_turn_start) == (False, None, True)
    assert match.first != match.state
    with pytest.raises(NothingToUndo, match="nothing to undo"):
        match.undo()
    dealt = match.state
    text = match.engine.write(match.engine.legal(match.state)[0])
    match.play(text)
    assert match.can_undo
    assert match.last == RecordLine("0", text)
    assert match.undo() == (RecordLine("0", text),)
    assert match.state == dealt
    assert match.redo() == (RecordLine("0", text),)


def test_the_dealers_answers_go_with_the_choice_they_follow() -> None:
    """An agreed end is answered with the cups: one undo takes all of it, one redo brings it."""
    match = full_mandala()
    before = match.state
    heard = codes(match, "end")
    assert heard.count("cup_told") == 2
    after = match.state
    assert [line.who for line in match.lines[-3:]] == ["0", "dealer", "dealer"]
    assert match.last == RecordLine("0", "end")
    assert [line.who for line in match.undo()] == ["0", "dealer", "dealer"]
    assert match.state == before
    assert [line.who for line in match.redo()] == ["0", "dealer", "dealer"]
    assert match.state == after
    assert replay(match.record(), match.engine).state == after


def test_an_edit_is_followed_by_the_dealer_too() -> None:
    """A table corrected to an open question is answered at once."""
    match = full_mandala()
    opening = match.engine.position(match.first)
    match.edit(opening)
    assert [line.who for line in match.lines[-3:]] == ["table", "dealer", "dealer"]
    assert match.turn == Turn(0)


def test_a_question_to_the_table_is_no_start_of_a_turn() -> None:
    """Nor is the end of the match."""
    engine = catalog.load("mandala")
    match = Match(engine, catalog.begin(engine, seats=2, seed=1, first=0))
    assert match.turn == Turn(None, "flip")
    assert not match.is_turn_start
    assert match.play("F1=RR")
    assert match.lines[-1] == RecordLine("table", "F1=RR")
    match.play("draw")
    assert match.lines[-1] == RecordLine("table", "draw")
    assert match.turn is None
    assert not match.is_turn_start


def test_a_position_that_breaks_the_game_begins_no_match() -> None:
    """It can be read, but its invariants do not hold."""
    engine = catalog.load("mana")
    start = catalog.begin(engine, seats=2, seed=1, first=0)
    with pytest.raises(BadPosition) as refused:
        Match(engine, start, position="WWwwww/....../....../....../....../bBbbbb b 0 00 -")
    assert refused.value.reason.code == "CHECK_DAIMIO"


def test_an_agreement_is_written_down_for_who_made_it() -> None:
    """Without a name it is the seat on turn."""
    for seat, who, winner in ((None, "0", 1), (0, "0", 1), (1, "1", 0)):
        match = mana()
        match.play("resign", seat)
        assert match.lines[-1] == RecordLine(who, "resign")
        outcome = match.engine.outcome(match.state)
        assert outcome is not None
        assert outcome.winner == winner
        assert replay(match.record(), match.engine).state == match.state
        for text in ("draw", "b1-b3"):
            refused = match.why_not(text)
            assert refused is not None
            assert refused.code == "GAME_OVER"


def test_somebody_who_left_cannot_resign_again() -> None:
    """The engine's own reason is given, and nothing changes."""
    engine = catalog.load("icehouse")
    match = Match(engine, catalog.begin(engine, seats=3, seed=1, first=0))
    match.play("resign", 1)
    reason = match.why_not("resign", 1)
    assert reason is not None
    assert reason.code == "HAS_LEFT"
    assert match.why_not("resign", 2) is None
    assert match.why_not("M1", 7).code == "BAD_PLAYER"


def test_the_example_for_an_unreadable_text_is_legal_now() -> None:
    """Only where the reason has an example and names no choice of its own."""
    match = mana()
    reason = match.why_not("?!")
    assert reason is not None
    assert reason.facts["example"] == match.engine.write(match.engine.legal(match.state)[0])
    assert reason.facts["text"] == "?!"
    started = match.why_not("=b1")
    assert started is not None
    assert started.instead == started.facts["example"]
    dealt = full_mandala().why_not("?!")
    assert dealt is not None
    assert "example" not in dealt.facts


def test_the_options_of_a_match_are_complete() -> None:
    """Those that were not named have their defaults, in the record as well."""
    engine = catalog.load("mana")
    match = Match(engine, Start({"edition": "2005"}, 2, 0, 1))
    assert match.start.options["edition"] == "2005"
    assert match.start.options["blocked"] == "pass"
    assert read(match.record()).header == match.header
    with pytest.raises(BadStart):
        Match(engine, Start({"edition": "1999"}, 2, 0, 1))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda r: r + "table edit {\n", "does not replay"),
        (lambda r: r + "table edit " + "[" * 100_000 + "\n", "does not replay"),
        (lambda r: r + "7 resign\n", "BAD_SEAT"),
        (lambda r: r + "table redo\n", "nothing to redo"),
        (lambda r: r.replace("game mana", "game mandala"), "a record of mandala rules 1"),
        (lambda r: r.replace("seats 2", "seats 2000000000"), "BAD_SEATS"),
        (lambda r: r.replace("first 0", "first 2000000000"), "BAD_FIRST"),
        (lambda r: r.replace('"bird"', '["bird"]'), "BAD_OPTION"),
        (lambda r: r.replace('"bird"', '"fish"'), "BAD_OPTION"),
    ],
)
def test_no_line_of_a_record_crashes_the_replay(change: Any, problem: str) -> None:
    """Whatever was written there, the answer is a bad record that says why."""
    match = mana()
    with pytest.raises(BadRecord, match=problem):
        replay(change(match.record()), match.engine)


def test_the_dealers_lines_must_be_those_he_deals() -> None:
    """Neither others, nor more, nor fewer, nor in another place."""
    match = full_mandala()
    match.play(match.engine.write(match.engine.legal(match.state)[0]))
    text = match.record()
    first, second, played = (f"{line.who} {line.text}\n" for line in match.lines)
    for wrong in (second + first + played, first + played + second, first + second + second):
        with pytest.raises(BadRecord):
            replay(text.replace(first + second + played, wrong), match.engine)
    assert replay(text.replace(played, ""), match.engine).state == full_mandala().state


def test_an_edit_is_written_the_same_in_whatever_order_it_was_entered() -> None:
    """So that two records of one table are one text."""
    engine = catalog.load("icehouse")
    start = catalog.begin(engine, seats=2, seed=1, first=0)
    position = engine.position(engine.setup(start))
    written = []
    for entered in (position, dict(reversed(position.items()))):
        match = Match(engine, start)
        match.edit(entered)
        written.append(match.record())
    assert written[0] == written[1]
