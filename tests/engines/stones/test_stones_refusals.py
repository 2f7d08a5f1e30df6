"""Why Mandala Stones refuses a choice: every code, the order of the checks, what is offered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.engine import BadNotation, Reason, Start, judge
from engines.languages import LANGUAGES
from engines.stones import GAME
from engines.stones.state import State
from engines.wording import Voice, translator

ARTISTS = {"a2": "o", "b1": "x", "b3": "x", "c2": "o"}
FULL = ("PP@1", "PR@1", "PRY@2", "PR@2", "PR@3", "PR@3", "PRBP@4", "PR@4", "PRBYP@5", "PR@5")


def towers(*texts: str, **given: Any) -> State:
    state = GAME.setup(Start({"tracking": "towers"}, 2, 0, 1, {"mandala": ["0"] * 9, **given}))
    return after(state, texts)


def board(*texts: str, tops: Any = None, **given: Any) -> State:
    codes = [(tops or {}).get(stack, "Bx") for stack in range(1, 25)]
    given = {"artists": ARTISTS, "tops": codes, **given}
    return after(GAME.setup(Start({"tracking": "board"}, 2, 0, 1, given)), texts)


def after(state: State, texts: tuple[str, ...]) -> State:
    for text in texts:
        choice = GAME.read(text)
        assert GAME.explain(state, choice) is None, text
        state = GAME.apply(state, choice)
    return state


def reds_out() -> State:
    """All but two red stones were taken."""
    state = towers()
    value = GAME.position(state) | {"mandala": ["end"], "aside": 22}
    value["taken"]["R"] = 22
    return GAME.from_position(value, Start({"tracking": "towers"}, 2, 0, 1))


def circles_out() -> State:
    """All 48 stones with pattern o are out, and stack 13 shows nothing yet."""
    stacks = [["Ro", "Po", "Bo", "Yo"]] * 12 + [["??", "??", "??", "Yx"]] * 12
    value = GAME.position(board(artists={"a2": "x", "b1": "x", "b3": "o", "c2": "o"}))
    value["board"] |= {"stacks": stacks, "heights": [0] * 12 + [3] + [4] * 11}
    value |= {"taken": {"R": 12, "P": 12, "B": 12, "Y": 13}, "aside": 49, "mandala": ["end"]}
    return GAME.from_position(value, Start({"tracking": "board"}, 2, 0, 1))


def dealt(*texts: str) -> State:
    deal = [["Ro", "Po", "Bo", "Yo"]] * 12 + [["Rx", "Px", "Bx", "Yx"]] * 12
    given = {"artists": ARTISTS, "deal": deal}
    return after(GAME.setup(Start({"tracking": "board"}, 2, 0, 1, given)), texts)


CASES = [
    ("GAME_OVER", lambda: towers("N", "O0", "O0"), "rubbish"),
    ("GAME_OVER", lambda: towers("N", "O0", "O0"), "PR@1"),
    ("BAD_NOTATION", towers, ""),
    ("BAD_NOTATION", towers, "R9=Bx"),
    ("BAD_NOTATION", towers, "Pa2-b2:9@3"),
    ("BAD_NOTATION", board, "N"),
    ("BAD_NOTATION", board, "PRB@1"),
    ("BAD_NOTATION", lambda: towers("PR@1", "PR@1", "T1", mandala=[]), "R1=Ro"),
    ("ANSWER_PENDING", lambda: towers("PR@1", "PR@1", "T1", mandala=[]), "PR@2"),
    ("ANSWER_PENDING", lambda: towers("PR@1", "PR@1", "T1", mandala=[]), "O3"),
    ("ANSWER_PENDING", lambda: towers("N"), "PR@2"),
    ("ANSWER_PENDING", lambda: towers("N"), "=0"),
    ("ANSWER_PENDING", lambda: board("Pa2-a1:1@1", tops={1: "Ro"}), "T1"),
    ("ANSWER_PENDING", lambda: board("Pa2-a1:1@1", tops={1: "Ro"}), "R2=Ro"),
    ("BAD_NOTATION", lambda: board("Pa2-a1:1@1", tops={1: "Ro"}), "R25=Ro"),
    ("NOTHING_ASKED", towers, "=0"),
    ("NOTHING_ASKED", towers, "O3"),
    ("NOTHING_ASKED", board, "R1=Ro"),
    ("NO_EMPTY_SPACE", lambda: towers(*FULL), "PR@1"),
    ("NO_EMPTY_SPACE", lambda: towers(*FULL), "PR@9"),
    ("NO_EMPTY_SPACE", lambda: towers(*FULL), "N"),
    ("PICK_WAIVED", lambda: towers("PR@1", "PR@1", "N"), "PR@2"),
    ("PICK_WAIVED", lambda: towers("PR@1", "PR@1", "N"), "PR@1"),
    ("PICK_WAIVED", lambda: towers("PR@1", "PR@1", "N"), "N"),
    ("SPACE_TAKEN", lambda: towers("PR@1", "PR@1"), "PR@1"),
    ("SPACE_TAKEN", lambda: towers("PR@1", "PR@1"), "PRRRRR@1"),
    ("BAD_SPACE", towers, "PR@0"),
    ("BAD_SPACE", towers, "PR@6"),
    ("BAD_SPACE", towers, "P@12"),
    ("BAD_SPACE", lambda: towers("PR@1", "PR@1"), "T0"),
    ("BAD_SPACE", lambda: towers("PR@1", "PR@1"), "T26"),
    ("BAD_SPACE", board, "Pa1-a1:1@7"),
    ("BAD_COUNT", towers, "P@1"),
    ("BAD_COUNT", towers, "PRRRRR@1"),
    ("BAD_COUNT", reds_out, "PRRRRR@1"),
    ("COLOUR_EXHAUSTED", reds_out, "PBRRR@1"),
    ("COLOUR_EXHAUSTED", lambda: board("Pa2-a1:1@1", tops={1: "Bo"}), "R1=Bx"),
    ("NO_ARTIST_THERE", board, "Pa1-b2:9@1"),
    ("NO_ARTIST_THERE", board, "Pa1-a1:1@1"),
    ("CIRCLE_TAKEN", board, "Pa2-b1:9@1"),
    ("SAME_CIRCLE", board, "Pa2-a2:9@1"),
    ("NOTHING_ALLOWED", board, "Pa2-a1:1@1"),
    ("FIRST_NOT_ALLOWED", lambda: board(tops={1: "Ro"}), "Pa2-a1:8@1"),
    ("FIRST_NOT_ALLOWED", lambda: board(tops={1: "Ro"}), "Pa2-a1:24@1"),
    ("BAD_NOTATION", lambda: board(tops={1: "Ro"}), "Pa2-a1:0@1"),
    ("BAD_NOTATION", lambda: board(tops={1: "Ro"}), "Pa2-a1:99@1"),
    ("COLOUR_NOT_ON_TWO_TOPS", towers, "SR"),
    ("COLOUR_NOT_ON_TWO_TOPS", lambda: towers("PR@1", "PR@1", "PB@2", "PR@2"), "SR"),
    ("NO_TOWER", towers, "T1"),
    ("NO_TOWER", lambda: towers("PR@1", "PR@1"), "T12"),
    ("BAD_BOARD_ANSWER", circles_out, "R13=Ro"),
    ("BAD_BOARD_ANSWER", lambda: dealt("Pa2-a1:1@1"), "R1=Rx"),
]


cases = pytest.mark.parametrize(("code", "make", "text"), CASES)


@cases
def test_the_first_failing_check_is_named(code: str, make: Callable[[], State], text: str) -> None:
    assert judge(GAME, make(), text).code == code


@cases
def test_what_is_offered_instead_is_accepted_now(
    code: str, make: Callable[[], State], text: str
) -> None:
    state = make()
    instead = judge(GAME, state, text).instead
    if instead is not None:
        assert GAME.explain(state, GAME.read(instead)) is None


@cases
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_holds_every_fact(
    code: str, make: Callable[[], State], text: str, language: str
) -> None:
    voice = Voice(GAME.words, translator(language))
    reason = judge(GAME, make(), text)
    assert isinstance(reason, Reason)
    sentence = voice.say(reason)
    for value in reason.facts.values():
        assert voice.fact(value) in sentence


@pytest.mark.parametrize(
    ("make", "text", "instead"),
    [
        (lambda: towers("PR@1", "PR@1"), "PRBY@1", "PRBY@2"),
        (towers, "PRBYPR@3", "PRBYP@3"),
        (towers, "PRB@6", "PRB@1"),
        (reds_out, "PRRR@2", "PRRP@2"),
        (lambda: towers("PR@1", "PR@1", "PR@2", "PR@2"), "SB", "SR"),
        (lambda: towers("PR@1", "PR@1", "PB@2", "PR@2"), "SB", "T2"),
        (lambda: towers("PR@1", "PR@1", "PB@2", "PR@2"), "SY", "T1"),
        (lambda: towers("PR@1", "PR@1", "PB@3", "PR@2"), "T134", "T13"),
        (lambda: towers("PR@1", "PR@1", "N"), "PR@2", "T1"),
        (lambda: board(tops={1: "Ro"}), "Pa2-a1:8@3", "Pa2-a1:1@3"),
        (lambda: board(tops={1: "Ro"}), "Pa2-a2:1@3", "Pa2-a1:1@3"),
        (lambda: board("Pa2-a1:1@1", tops={1: "Ro"}), "R7=Yx", "R1=Yx"),
        (lambda: board("Pa2-a1:1@1", tops={1: "Bo"}), "R1=Bx", "R1=Rx"),
        (lambda: towers("N"), "PR@1", "O0"),
    ],
)
def test_the_nearest_choice_is_offered(
    make: Callable[[], State], text: str, instead: str | None
) -> None:
    assert judge(GAME, make(), text).instead == instead


def test_each_of_the_four_stacks_has_its_reason() -> None:
    # Round a1: 1 has another pattern, 5 is empty, 8 touches the artist on b1, 4 another pattern.
    state = dealt()
    value = GAME.position(state)
    value["board"]["stacks"][0] = ["Rx", "Px", "Bx", "Yx"]
    value["board"]["stacks"][3] = ["Rx", "Px", "Bx", "Yx"]
    value["board"]["heights"][4] = 0
    state = GAME.from_position(value, Start({"tracking": "board"}, 2, 0, 1))
    facts = judge(GAME, state, "Pa2-a1:1@1").facts
    whys = {facts[side]: facts[f"{side}_why"].value for side in ("north", "east", "south", "west")}
    assert whys == {1: "pattern", 5: "empty", 8: "artist", 4: "pattern"}


def test_a_stack_has_one_reason_in_the_order_empty_artist_pattern() -> None:
    board_now = board(tops={8: "Rx"}).board
    assert board_now.why_not(1, 0, 8) == "artist"


def test_after_the_end_every_choice_is_too_late() -> None:
    assert GAME.explain(towers("N", "O0", "O0"), GAME.read("PR@1")).code == "GAME_OVER"


def test_another_seat_learns_whose_turn_it_is() -> None:
    reason = judge(GAME, towers(), "PR@1", seat=1)
    assert (reason.code, reason.facts["turn"].number) == ("NOT_YOUR_TURN", 0)


def test_the_turn_is_checked_after_the_notation_and_before_the_rest() -> None:
    assert judge(GAME, towers(), "R1=Ro", seat=1).code == "BAD_NOTATION"
    assert judge(GAME, towers(), "O3", seat=1).code == "NOT_YOUR_TURN"
    assert judge(GAME, towers(), "PR@9", seat=1).code == "NOT_YOUR_TURN"


def test_any_seat_may_answer_a_question() -> None:
    state = towers("PR@1", "PR@1", "T1", mandala=[])
    assert judge(GAME, state, "=0", seat=1) == GAME.read("=0")
    assert judge(GAME, state, "PR@1", seat=1).code == "ANSWER_PENDING"


# --- notation -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["PRBY@3", "P@0", "PRRRRR@6", "Pa2-b2:9@3", "R9=Bx", "SR", "T135", "T069", "N", "=0", "=1",
     "=2", "=h2", "=h3", "=h4", "=end", "O0", "O7", "O10"],
)  # fmt: skip
def test_texts_are_written_as_they_are_read(text: str) -> None:
    assert GAME.write(GAME.read(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", " ", "P", "PR", "PR@", "pr@1", "PR@01", "PR@1 ", " PR@1", "PR @1", "PR@-1", "PR@1\n",
     "PX@1", "PR@²", "PR@١", "PR@1234567890", "Pa2-b2@3", "Pd2-b2:9@3", "Pa2-b4:9@3",
     "Pa2-b2:09@3", "Pa2-b2:9@03", "PA2-b2:9@3", "S", "SX", "SRR", "sR", "T", "T31", "T11", "T1 3",
     "T1,3", "T¹", "n", "NN", "=", "=3", "=h1", "=h5", "=H2", "=End", "=00", "R9=", "R9=B", "R9=xB",
     "R09=Bx", "R9=bx", "O", "O-1", "O07", "O1.5", "O1e3", "O²", "O" + "9" * 16, "O" + "9" * 5000,
     "Aa2=o", "resign ", "\x00", "\ud800", "🪨", "P" + "R" * 10000],
)  # fmt: skip
def test_other_texts_cannot_be_read(text: str) -> None:
    with pytest.raises(BadNotation) as refused:
        GAME.read(text)
    reason = refused.value.reason
    assert reason.code == "BAD_NOTATION"
    shown = reason.facts["text"]
    assert isinstance(shown, str)
    assert len(shown) <= 40
    assert shown.isprintable()
