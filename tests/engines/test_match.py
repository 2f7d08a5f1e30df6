"""A match: what is played, taken back, mended and written down."""

from __future__ import annotations

from typing import Any

import pytest

from engines import catalog
from engines.contract import BadPosition, IllegalChoice, Message
from engines.match import Match, NothingToRedo, replay
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


def test_the_repetition_says_how_often() -> None:
    """With a number that needs no ending of its own."""
    said = voice(catalog.load("mana"), "en").say(Message("repetition", {"times": 3}))
    assert said.startswith("This position has stood 3 times.")


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
