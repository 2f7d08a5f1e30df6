"""Mandala at the public table: sample games, notation, refusals, and the settled points."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.engine import BadNotation, BadStart, ChoicePart, Seat, Start, Term, Turn
from engines.languages import LANGUAGES
from engines.mandala import GAME
from engines.mandala.cards import letters
from engines.mandala.state import State
from engines.match import Match
from engines.wording import Voice, translator

SAMPLES = json.loads((Path(__file__).parents[1] / "vectors" / "mandala.json").read_text())


def start(first: int = 0, **options: Any) -> Start:
    """Return the start of a game at a public table."""
    return Start({"table": "public", "strict_next": False, **options}, 2, first, 1)


def table(options: Any = None, **parts: Any) -> State:
    """Return a public table in play."""
    position = {
        "phase": "play",
        "turn": 0,
        "deck": 40,
        "hands": [5, 5],
        "mountains": ["YY", "YY"],
        **parts,
    }
    return GAME.from_position(position, start(**(options or {})))


def play(state: State, *moves: str) -> State:
    """Play legal moves."""
    for move in moves:
        choice = GAME.read(move)
        assert GAME.explain(state, choice) is None, move
        state = GAME.apply(state, choice)
    return state


def code(state: State, move: str, seat: int | None = None) -> str | None:
    """Return the code of a refusal, or None."""
    reason = GAME.explain(state, GAME.read(move), seat)
    return None if reason is None else reason.code


def texts(state: State) -> list[str]:
    """Return the legal choices in notation."""
    return [GAME.write(choice) for choice in GAME.legal(state)]


# --- sample games ---------------------------------------------------------------------------


@pytest.mark.parametrize("sample", SAMPLES, ids=[f"game{n}" for n in range(len(SAMPLES))])
def test_sample(sample: dict[str, Any]) -> None:
    """A sample game is accepted move for move and shows the same tables."""
    state = GAME.setup(start(sample["new"]["first"]))
    for who, move, count, shown in sample["steps"]:
        choice = GAME.read(move)
        assert GAME.explain(state, choice, None if who == "table" else who) is None
        assert GAME.turn(state).seat == (None if who == "table" else who)
        assert count in (None, len(set(texts(state))))
        if who != "table":
            assert choice in GAME.legal(state)
        state = GAME.apply(state, choice)
        view = GAME.view(state)
        assert {key: view[key] for key in shown or {}} == (shown or {})
        assert GAME.check(state) == ()
    assert {key: view[key] for key in sample["final"]} == sample["final"]


# --- the beginning --------------------------------------------------------------------------


def test_opening_view() -> None:
    """Before the mountains are turned up the first player is on turn and 92 cards are left."""
    assert GAME.view(GAME.setup(start(first=1))) == {
        "phase": "flip",
        "turn": 1,
        "actor": 1,
        "claim": None,
        "last": False,
        "deck": 92,
        "discard": "",
        "mountains": ["", ""],
        "fields": [["", ""], ["", ""]],
        "rivers": ["", ""],
        "hands": [6, 6],
        "cups_known": ["", ""],
    }


@pytest.mark.parametrize("seats", [1, 3])
def test_mandala_is_for_two(seats: int) -> None:
    """Any other number of players is refused."""
    with pytest.raises(BadStart):
        GAME.setup(Start({}, seats, 0, 1))


def test_opening_questions() -> None:
    """The opening asks for mandala 1, then 2, then the first player has the turn."""
    state = GAME.setup(start(first=1))
    assert (GAME.turn(state), code(state, "F2=RG")) == (Turn(None, "flip"), "ANSWER_PENDING")
    state = play(state, "F1=GR")
    assert code(state, "F1=RG") == "ANSWER_PENDING"
    state = play(state, "F2=KK")
    assert (GAME.turn(state), state.deck) == (Turn(1), 88)


def test_opening_answers() -> None:
    """A flip offers all 21 pairs of colours, the same colour twice included."""
    moves = texts(GAME.setup(start()))
    assert len(moves) == len(set(moves)) == 21
    assert {"F1=RR", "F1=PK"} <= set(moves)


def test_deck_is_not_given_to_people() -> None:
    """A prepared deck makes sense at a full table only."""
    with pytest.raises(BadStart) as caught:
        GAME.setup(Start({"table": "public"}, 2, 0, 1, {"deck": "R"}))
    assert caught.value.reason.code == "BAD_DECK"


# --- notation -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["A1R", "B2G3", "CK2", "TR", "F1=YG", "H1=RG", "H2=RROYGPK"])
def test_notation_round_trip(text: str) -> None:
    """Reading and writing agree."""
    assert GAME.write(GAME.read(text)) == text


@pytest.mark.parametrize("text", ["F1=GY", "H1=GY"])
def test_colours_are_entered_in_any_order(text: str) -> None:
    """What the table tells is sorted."""
    assert GAME.write(GAME.read(text)) == text.replace("GY", "YG")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A1",
        "CR",
        "A",
        "T",
        "F1=",
        "H1=",
        "F=RG",
        "F1RG",
        "B1R",
        "A1RR",
        "TRR",
        "CR1 ",
        " A1R",
        "a1r",
        "Z1R",
        "A-1R",
        "A+1R",
        "A01R",
        "B1R01",
        "CR1.0",
        "A²R",
        "A١R",
        "CR٣",
        "A1É",
        "resign!",
        "A1R\n",
        "B1R1B1R1",
        "🂡",
        "\ud800",
        "C\x00R1",
        "T1",
        "F1=R G",
        "pass",
        "b1-d1",
    ],
)
def test_unreadable(text: str) -> None:
    """Unreadable or incomplete texts are BAD_ACTION, with an example."""
    with pytest.raises(BadNotation) as caught:
        GAME.read(text)
    reason = caught.value.reason
    assert reason.code == "BAD_ACTION"
    assert "A1R" in str(reason.facts["examples"])


def test_long_text_is_cut() -> None:
    """A huge text is refused and shown by its beginning only."""
    with pytest.raises(BadNotation) as caught:
        GAME.read("A" + "9" * 100_000 + "R")
    assert caught.value.reason.facts["text"] == "A" + "9" * 39


@given(st.text() | st.text("ABCTFH0123456789=ROYGPKx", max_size=8))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever is typed, it is a choice that can be explained, or bad notation."""
    try:
        choice = GAME.read(text)
    except BadNotation:
        return
    assert GAME.read(GAME.write(choice)) == choice
    for state in (table(), GAME.setup(start()), table(phase="cups")):
        reason = GAME.explain(state, choice)
        assert reason is None or reason.code in GAME.words or reason.code == "GAME_OVER"


# --- refusals in their order ----------------------------------------------------------------

CLAIMING = {
    "phase": "claim",
    "claim": 0,
    "actor": 1,
    "mountains": ["YYPK", "RR"],
    "fields": [["RO", "GG"], ["", ""]],
}


@pytest.mark.parametrize(
    ("parts", "move", "seat", "expected"),
    [
        ({"phase": "over"}, "A3X", 1, "GAME_OVER"),
        ({"phase": "over"}, "F1=RG", None, "GAME_OVER"),
        ({"phase": "flip", "mountains": ["", ""]}, "A3X", 1, "ANSWER_PENDING"),
        ({"phase": "flip", "mountains": ["", ""]}, "TR", None, "ANSWER_PENDING"),
        ({"phase": "flip", "mountains": ["", ""]}, "F3=RG", None, "ANSWER_PENDING"),
        ({"phase": "flip", "mountains": ["", ""]}, "H1=RG", None, "ANSWER_PENDING"),
        ({"phase": "flip", "mountains": ["RR", ""]}, "F1=RG", None, "ANSWER_PENDING"),
        ({"phase": "flip", "mountains": ["", ""]}, "F1=RXX", None, "BAD_COLOUR"),
        ({"phase": "flip", "mountains": ["", ""]}, "F1=rg", None, "BAD_COLOUR"),
        ({"phase": "flip", "mountains": ["", ""]}, "F1=R", None, "BAD_COUNT"),
        ({"phase": "flip", "mountains": ["", ""]}, "F1=RRR", None, "BAD_COUNT"),
        (
            {"phase": "flip", "mountains": ["", ""], "discard": "R" * 17},
            "F1=RR",
            None,
            "UNSEEN_EXCEEDED",
        ),
        ({"phase": "cups"}, "F1=RG", None, "ANSWER_PENDING"),
        ({"phase": "cups"}, "H2=RG", None, "ANSWER_PENDING"),
        ({"phase": "cups"}, "CR1", 1, "ANSWER_PENDING"),
        ({"phase": "cups"}, "H1=RX", None, "BAD_COLOUR"),
        ({"phase": "cups"}, "H1=R", None, "CUP_MISMATCH"),
        ({"phase": "cups", "cups_known": ["G", ""]}, "H1=RRR", None, "CUP_MISMATCH"),
        ({"phase": "cups", "discard": "R" * 17}, "H1=RR", None, "UNSEEN_EXCEEDED"),
        (
            {"phase": "cups", "discard": "R" * 16, "cups_known": ["R", ""]},
            "H1=RRR",
            None,
            "UNSEEN_EXCEEDED",
        ),
        ({}, "F1=XX", None, "NOTHING_ASKED"),
        ({}, "H9=RG", 1, "NOTHING_ASKED"),
        (CLAIMING, "F1=RG", None, "NOTHING_ASKED"),
        ({}, "TX", 1, "NOTHING_TO_CLAIM"),
        (CLAIMING, "B3X0", 0, "CLAIM_PENDING"),
        (CLAIMING, "CY1", None, "CLAIM_PENDING"),
        ({}, "A3X", 1, "NOT_YOUR_TURN"),
        (CLAIMING, "TX", 0, "NOT_YOUR_TURN"),
        ({}, "A3X", 0, "BAD_MANDALA"),
        ({}, "A0R", None, "BAD_MANDALA"),
        ({}, "B12R0", None, "BAD_MANDALA"),
        ({}, "A1X", None, "BAD_COLOUR"),
        ({}, "B1r0", None, "BAD_COLOUR"),
        ({}, "CX0", None, "BAD_COLOUR"),
        (CLAIMING, "TX", 1, "BAD_COLOUR"),
        ({}, "B1Y0", None, "BAD_COUNT"),
        ({}, "CR0", None, "BAD_COUNT"),
        (CLAIMING, "TR", None, "COLOUR_NOT_IN_MOUNTAIN"),
        ({"discard": "R" * 18}, "CR6", None, "HAND_TOO_SMALL"),
        ({"discard": "R" * 14}, "CR5", None, "UNSEEN_EXCEEDED"),
        ({"fields": [["R" * 18, ""], ["", ""]]}, "A1R", None, "UNSEEN_EXCEEDED"),
        ({"fields": [["R", "G"], ["", ""]]}, "A1R", None, "COLOUR_IN_OWN_FIELD"),
        ({"fields": [["R", "G"], ["", ""]]}, "A1G", None, "COLOUR_IN_OPP_FIELD"),
        ({}, "B1Y5", None, "COLOUR_IN_MOUNTAIN"),
        ({"fields": [["R", "G"], ["", ""]]}, "B1G5", None, "COLOUR_IN_OPP_FIELD"),
        ({}, "B1R5", None, "MUST_KEEP_ONE"),
        ({"hands": [1, 5]}, "B1R1", None, "MUST_KEEP_ONE"),
        ({"hands": [1, 5], "deck": 0}, "A1R", None, "MUST_KEEP_ONE"),
    ],
)
def test_refusal(parts: Any, move: str, seat: int | None, expected: Any) -> None:
    """The first failing check of the page wins, and its sentence can be said."""
    state = table(**parts)
    reason = GAME.explain(state, GAME.read(move), seat)
    assert reason.code == expected
    for language in LANGUAGES:
        voice = Voice(GAME.words, translator(language))
        assert reason is not None
        said = voice.say(reason)
        assert all(voice.fact(fact).lower() in said.lower() for fact in reason.facts.values())
    if reason.instead is not None:
        assert code(state, reason.instead, seat) is None
        assert reason.instead in texts(state)


def test_a_small_letter_is_refused_as_it_was_written() -> None:
    reason = GAME.explain(table(), GAME.read("A1r"))
    assert reason is not None
    said = Voice(GAME.words, translator("en")).say(reason)
    assert said == '"r" is not a colour. Colours: R, O, Y, G, P, K.'


def test_an_open_question_names_the_player_by_name() -> None:
    state = GAME.agree(table(), "end", 0)
    voice = Voice(GAME.words, translator("en"), ("Anna", "Thomas"))
    reason = GAME.explain(state, GAME.read("A1R"))
    assert reason is not None
    said = voice.say(reason)
    assert said == "First tell the box the two starting cup cards: Anna."


def test_a_cup_without_claimed_cards_is_refused_in_words() -> None:
    state = GAME.agree(table(), "end", 0)
    reason = GAME.explain(state, GAME.read("H1=R"))
    assert reason is not None
    assert Voice(GAME.words, translator("fr")).say(reason).endswith("(aucune) et 2 de plus.")


@pytest.mark.parametrize(
    ("parts", "move", "instead"),
    [
        ({"fields": [["", "R"], ["", ""]]}, "A1R", "A2R"),
        ({"fields": [["", "R"], ["", ""]]}, "B1R2", "B2R2"),
        ({}, "B1R5", "B1R4"),
        ({}, "B1R0", "B1R1"),
        ({}, "CR9", "CR5"),
        ({}, "A3R", "A1R"),
        ({}, "B1Y2", "A1Y"),
        (CLAIMING, "A2K", "TK"),
        (CLAIMING, "TR", "TY"),
    ],
)
def test_alternative(parts: Any, move: str, instead: str | None) -> None:
    """The alternative keeps the colour, then the action, the mandala and the count."""
    assert GAME.explain(table(**parts), GAME.read(move)).instead == instead


@pytest.mark.parametrize("move", ["A3R", "TR", "F1=RG"])
def test_no_alternative_out_of_turn(move: str) -> None:
    """Who is not on turn is offered nothing."""
    assert GAME.explain(table(), GAME.read(move), 1).instead is None


def test_seat_is_ignored_for_answers() -> None:
    """Anybody may tell the table's answer."""
    assert code(GAME.setup(start(first=0)), "F1=RG", 1) is None


# --- drawing and the end of the deck --------------------------------------------------------


def test_flip_from_a_deck_of_one() -> None:
    """With one card in the deck the discard pile counts as unseen for the flip (1.9)."""
    state = table(
        phase="flip",
        claim=0,
        deck=1,
        mountains=["", "YY"],
        discard="R" * 18,
    )
    assert "F1=RG" in texts(state)
    after = play(state, "F1=RG")
    assert (after.deck, letters(after.discard), after.last) == (17, "", True)


def test_flip_from_a_deck_of_two() -> None:
    """With two cards in the deck the discard pile stays out of the flip and is shuffled after."""
    state = table(phase="flip", claim=0, deck=2, mountains=["", "YY"], discard="R" * 18)
    assert code(state, "F1=RG") == "UNSEEN_EXCEEDED"
    after = play(state, "F1=GG")
    assert (after.deck, letters(after.discard), after.last) == (18, "", True)


def test_flip_from_an_empty_deck() -> None:
    """An empty deck is made anew before the flip."""
    state = table(phase="flip", claim=0, deck=0, last=True, mountains=["", "YY"], discard="RGK")
    after = play(state, "F1=RG")
    assert (after.deck, letters(after.discard)) == (1, "")


def test_flip_with_a_single_card() -> None:
    """If the draw pile ran out, only the cards that were turned up are entered."""
    state = table(phase="flip", claim=0, deck=0, last=True, mountains=["", "YY"], discard="R")
    assert code(state, "F1=RG") == "BAD_COUNT"
    assert "F1=R" in texts(state)


def test_flip_waits_with_the_deck() -> None:
    """After a destruction the fields are discarded; deck and flag wait for the answer (1.9)."""
    state = play(table(**{**CLAIMING, "mountains": ["K", "RR"], "deck": 2}), "TK")
    view = GAME.view(state)
    assert (view["phase"], view["turn"], view["actor"]) == ("flip", 0, 0)
    assert (view["deck"], view["last"], view["discard"]) == (2, False, "ROGG")
    assert (view["mountains"][0], view["fields"][0]) == ("", ["", ""])


def test_second_exhaustion() -> None:
    """M17: the deck may run out again; it is reshuffled again and the flag stays."""
    state = play(table(deck=1, last=True, discard="RG"), "CO1")
    assert (state.deck, state.last, letters(state.discard)) == (3, True, "")


def test_discard_whole_hand() -> None:
    """M21: the whole hand may be discarded."""
    assert play(table(), "CR5").hands == (5, 5)


def test_build_with_one_card_and_a_pile() -> None:
    """M9: with a discard pile to draw from the only card may be built."""
    assert play(table(hands=[1, 5], deck=0, last=True, discard="RG"), "A1O").hands == (2, 5)


# --- destruction ----------------------------------------------------------------------------


def test_field_tie_goes_to_the_other() -> None:
    """M11: on equal fields the seat that did not complete claims first."""
    state = table(mountains=["ROYG", "YY"], fields=[["P", ""], ["", ""]], turn=1, hands=[5, 5])
    state = play(state, "B1K1")
    assert (state.phase, state.turn, state.actor) == ("claim", 1, 0)


def test_empty_field_still_claims() -> None:
    """M19: a seat with an empty field picks as usual, but for the discard pile."""
    state = table(**{**CLAIMING, "fields": [["ROG", ""], ["", ""]], "actor": 1})
    state = play(state, "TY")
    assert (state.actor, letters(state.discard), state.rivers) == (0, "YY", ("", ""))


def test_one_card_to_the_river() -> None:
    """M20: a new colour puts exactly one card in the river, the rest in the cup."""
    state = play(table(**CLAIMING), "TY")
    assert (state.rivers[1], letters(state.cups_known[1])) == ("Y", "Y")


def test_full_river_claims_to_the_cup() -> None:
    """M13: with six colours in the river everything goes to the cup."""
    state = play(table(**{**CLAIMING, "rivers": ["", "ROYGPK"]}), "TY")
    assert letters(state.cups_known[1]) == "YY"


def test_empty_fields_discard_the_mountain() -> None:
    """M8: with both fields empty the mountain is discarded without claims."""
    state = play(table(mountains=["ROYGP", "YY"]), "A1K")
    assert (state.phase, state.claim, state.turn) == ("flip", 0, 0)
    assert letters(state.discard) == "ROYGPK"
    assert play(state, "F1=RR").turn == 1


def test_full_river_ends_after_the_destruction() -> None:
    """M12: a sixth river colour ends the game when the mountain is empty, without a refill."""
    state = table(
        **{**CLAIMING, "mountains": ["PK", "RR"], "rivers": ["", "ROYGP"], "actor": 1},
    )
    state = play(state, "TK")
    assert state.phase == "claim"
    state = play(state, "TP")
    assert (GAME.turn(state), state.claim, state.actor) == (Turn(None, "cups"), None, 0)


EXHAUSTING = {
    "deck": 3,
    "mountains": ["ROYG", "YY"],
    "fields": [["P", ""], ["", ""]],
    "hands": [5, 5],
}


def test_build_that_exhausts_and_completes() -> None:
    """M7: a mandala completed by the card that empties the deck is the last one."""
    state = play(table(**EXHAUSTING), "A1K")
    assert (state.phase, state.last) == ("claim", True)
    assert play(state, "TR", "TO", "TY", "TG", "TK").phase == "cups"


def test_strict_next() -> None:
    """House rule: the mandala completed while the deck runs out is not yet the last."""
    state = play(table({"strict_next": True}, **EXHAUSTING), "A1K")
    state = play(state, "TR", "TO", "TY", "TG", "TK")
    assert (state.phase, state.last) == ("flip", True)


def test_strict_next_with_empty_fields() -> None:
    """House rule: the same holds for a mountain that is discarded at once."""
    parts = {**EXHAUSTING, "mountains": ["ROYGP", "YY"], "fields": [["", ""], ["", ""]]}
    assert play(table({"strict_next": True}, **parts), "A1K").phase == "flip"
    assert play(table(**parts), "A1K").phase == "cups"


def test_strict_next_later() -> None:
    """House rule: a mandala completed on a later turn is the last."""
    state = table({"strict_next": True}, last=True, **{**EXHAUSTING, "deck": 9})
    assert play(state, "A1K", "TR", "TO", "TY", "TG", "TK").phase == "cups"


# --- the cups -------------------------------------------------------------------------------

COUNTING = {
    "phase": "cups",
    "rivers": ["RG", "K"],
    "cups_known": ["RR", "KKK"],
}


def test_whole_cup() -> None:
    """A whole cup tells the starting cards as well as two letters do (1.3)."""
    by_cup = play(table(**COUNTING), "H1=RRGG", "H2=KKKKO")
    by_two = play(table(**COUNTING), "H1=GG", "H2=KO")
    assert by_cup == by_two
    assert GAME.scores(by_cup) == (6, 4)


def test_cups_limit_each_other() -> None:
    """The starting cards entered first limit the cup that is entered second."""
    state = play(table(**{**COUNTING, "discard": "R" * 14}), "H1=RO")
    assert code(state, "H2=RR") == "UNSEEN_EXCEEDED"
    assert "H2=RR" not in texts(state)


def test_scores_are_hidden_before_the_end() -> None:
    """Nobody sees points before both cups are entered."""
    state = play(table(**COUNTING), "H1=GG")
    assert GAME.scores(state) == (None, None)
    assert "scores" not in GAME.view(state)
    assert GAME.outcome(state) is None
    assert [entry.points for entry in GAME.score_sheet(state)[0]] == [None, None, None]


def test_score_sheet_adds_up() -> None:
    """The lines of the sheet are the points of the seat."""
    state = play(table(**COUNTING), "H1=GO", "H2=KO")
    sheet = GAME.score_sheet(state)
    assert [[entry.points for entry in lines] for lines in sheet] == [[2, 2, 0], [4, 0]]
    assert sheet[0][-1].rule.facts == {"count": 1}


# --- agreements -----------------------------------------------------------------------------


def test_agreed_end_asks_for_the_cups() -> None:
    """M18: people may end the game at any time; the cups are entered, then points decide."""
    match = Match(GAME, start(), position=None)
    for move in ("F1=RG", "F2=OY", "end"):
        match.play(move)
    assert match.turn == Turn(None, "cups")
    match.play("H1=RG")
    match.play("H2=RO")
    assert GAME.view(match.state)["by"] == "draw"


def test_agreed_end_during_claims() -> None:
    """Ending in the middle of a destruction leaves what is not claimed."""
    state = GAME.agree(table(**CLAIMING), "end", 0)
    assert (state.phase, state.claim, state.actor) == ("cups", None, 0)


def test_end_twice() -> None:
    """Ending again while cups are asked ends at once; what is not known counts nothing."""
    state = GAME.agree(play(table(**COUNTING), "H1=GG"), "end", 0)
    assert (GAME.turn(state), GAME.outcome(state).scores) == (None, (6, 3))


def test_resignation() -> None:
    """A seat that resigns loses whatever the points."""
    state = GAME.agree(table(), "resign", 0)
    outcome = GAME.outcome(state)
    assert (outcome.winner, outcome.why.code) == (1, "resignation")
    assert GAME.legal(state) == []


def test_agreed_draw() -> None:
    """A draw lists both seats."""
    state = GAME.agree(GAME.setup(start()), "draw", 0)
    assert (GAME.outcome(state).winners, GAME.view(state)["winner"]) == ((0, 1), None)


# --- talk -----------------------------------------------------------------------------------


def kinds(state: State, move: str) -> list[str]:
    """Return the codes of what a move makes happen."""
    choice = GAME.read(move)
    assert GAME.explain(state, choice) is None
    messages = GAME.events(state, choice, GAME.apply(state, choice))
    for language in LANGUAGES:
        for message in messages:
            assert Voice(GAME.words, translator(language)).say(message)
    return [message.code for message in messages]


@pytest.mark.parametrize(
    ("parts", "move", "expected"),
    [
        ({}, "A1Y", ["built", "drew"]),
        ({}, "B1R2", ["grown"]),
        ({"deck": 1, "discard": "R"}, "CG1", ["discarded", "drew", "reshuffled", "deck_exhausted"]),
        (EXHAUSTING, "A1K", ["built", "drew", "deck_exhausted", "completed"]),
        ({"mountains": ["ROYGP", "YY"]}, "A1K", ["built", "drew", "mountain_lost", "destroyed"]),
        (CLAIMING, "TY", ["claimed_river", "claimed_cup"]),
        (CLAIMING, "TK", ["claimed_river"]),
        ({**CLAIMING, "fields": [["R", ""], ["", ""]]}, "TK", ["claimed_lost"]),
        ({**CLAIMING, "rivers": ["", "ROYGP"]}, "TK", ["claimed_river", "river_full"]),
        ({**CLAIMING, "mountains": ["K", "R"]}, "TK", ["claimed_river", "destroyed"]),
        (
            {**CLAIMING, "mountains": ["K", "R"], "final": True},
            "TK",
            ["claimed_river", "destroyed", "play_ended"],
        ),
        ({"phase": "flip", "claim": 0, "mountains": ["", "R"]}, "F1=RR", ["turned_up"]),
        (COUNTING, "H1=GG", ["cup_told"]),
        ({**COUNTING, "cups_told": ["GG", None]}, "H2=KK", ["cup_told", "points"]),
    ],
)
def test_events(parts: Any, move: str, expected: Any) -> None:
    """A move tells what happened, in order."""
    assert kinds(table(**parts), move) == expected


@pytest.mark.parametrize(
    ("agreement", "expected"),
    [("end", "agreed_end"), ("draw", "agreed_draw"), ("resign", "resignation")],
)
def test_agreement_events(agreement: str, expected: Any) -> None:
    """An agreement tells itself."""
    before = table()
    after = GAME.agree(before, agreement, 1)
    assert [message.code for message in GAME.events(before, None, after)] == [expected]


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("A1R", "Put red on the mountain of mandala 1"),
        ("B2G3", "Put 3 x green into your field of mandala 2"),
        ("CK2", "Discard 2 x black and draw again"),
        ("TY", "Claim yellow"),
        ("F2=OP", "Turn up orange, purple on mandala 2"),
        ("H1=RR", "The cup of player 1 began with red, red"),
    ],
)
def test_describe(move: str, said: str) -> None:
    """A choice is said in words."""
    message = GAME.describe(table(), GAME.read(move))
    assert Voice(GAME.words, translator("en")).say(message) == said


def test_parts() -> None:
    """The knob picks action, mandala, colour and count, as far as the action has them."""
    action, mandala = (
        ChoicePart("action", Term("action", "B")),
        ChoicePart("mandala", Term("mandala", 1)),
    )
    red, count = ChoicePart("colour", Term("colour", "R")), ChoicePart("count", 3)
    assert GAME.parts(GAME.read("B2R3")) == (action, mandala, red, count)
    assert GAME.parts(GAME.read("A2R")) == (ChoicePart("action", Term("action", "A")), mandala, red)
    assert GAME.parts(GAME.read("CR3")) == (ChoicePart("action", Term("action", "C")), red, count)
    assert GAME.parts(GAME.read("TR")) == (ChoicePart("action", Term("action", "T")), red)


@pytest.mark.parametrize("move", ["F1=RG", "H1=RG"])
def test_parts_of_answers(move: str) -> None:
    """For an answer the knob picks the cards one by one."""
    cards = (ChoicePart("card", Term("colour", "R")), ChoicePart("card", Term("colour", "G")))
    assert GAME.parts(GAME.read(move)) == cards


def test_parts_are_different() -> None:
    """No two legal choices have the same parts."""
    choices = GAME.legal(table())
    assert len({GAME.parts(choice) for choice in choices}) == len(choices)


def test_actions_are_listed_in_order() -> None:
    """Legal choices come as people look for them: A, B, C, each by mandala and colour."""
    moves = texts(table(hands=[2, 2]))
    assert moves[:7] == ["A1R", "A1O", "A1Y", "A1G", "A1P", "A1K", "A2R"]
    assert moves == sorted(moves, key=lambda move: move[0])


def test_opponent_is_named() -> None:
    """A colour in the opponent's field is refused with the opponent's name."""
    reason = GAME.explain(table(fields=[["", "R"], ["", ""]]), GAME.read("A1R"))
    voice = Voice(GAME.words, translator("en"), ("Anna", "Thomas"))
    assert reason is not None
    assert reason.facts["opponent"] == Seat(1)
    assert voice.say(reason) == "Red is already in the field of Thomas in mandala 1."
