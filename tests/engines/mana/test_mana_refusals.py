"""Mana: every refusal of the rules page, in its order, with its facts and what is possible."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.engine import BadNotation, Reason, Seat, Start, Term, judge
from engines.languages import LANGUAGES
from engines.mana import GAME
from engines.mana.notation import BIRDS
from engines.mana.state import State
from engines.match import Match
from engines.wording import Voice, translator

BASIC = "wWwwww/....../....../....../....../bBbbbb b 0 00 -"
CORNER = "W...../....../....../....../b...../Bb.... b 3 10 -"
OPEN = "W...../....../....../....../....../B..b.. b 2@d4 10 -"
ASK = {"ask_bird": True}
FLY = {"ask_bird": True, "bird_must_fly": True}
BLOCKS = {"bird_blocks": True}
OLD = {"edition": "2005"}
FREE_SETUP = {"advanced": True}


def at(position: str, **options: Any) -> State:
    """Return the state of a position."""
    return GAME.from_position(position, Start(options, 2, 0, 0))


def refusal(state: State, text: str, seat: int | None = None) -> Reason:
    """Return why a text is refused."""
    verdict = judge(GAME, state, text, seat)
    assert isinstance(verdict, Reason), text
    return verdict


PLAYED: list[tuple[Any, ...]] = [
    # position, options, text, code, facts
    (BASIC, {}, "b1-b3@a2", "BAD_NOTATION", {"example": "b1-b3"}),
    (BASIC, ASK, "b1-b3", "BAD_NOTATION", {"text": "b1-b3"}),
    (CORNER, ASK, "b1-b3", "BAD_NOTATION", {}),
    (OPEN, {}, "*c1@a3", "BAD_NOTATION", {}),
    (OPEN, ASK, "*c1", "BAD_NOTATION", {}),
    (BASIC, {}, "=b1", "BAD_NOTATION", {}),
    (BASIC, {}, "^90", "BAD_NOTATION", {}),
    (BASIC, OLD, "^90", "BAD_NOTATION", {}),
    (CORNER, {}, "b1-b3", "MUST_PASS", {"demand": Term("kind", 3), "pieces": ("a1",)}),
    (CORNER, {}, "*f6", "MUST_PASS", {}),
    (BASIC, {}, "pass", "CANNOT_PASS", {"count": 16}),
    (BASIC, {}, "b3-b4", "NOT_YOUR_PIECE", {"square": "b3", "there": Term("owner", "empty")}),
    (BASIC, {}, "b6-b4", "NOT_YOUR_PIECE", {"there": Term("owner", "W")}),
    (BASIC, OLD, "b6-b4", "NOT_YOUR_PIECE", {"there": Term("owner.2005", "W")}),
    (
        "W...../....../....../....../....../Bb.b.. b 3 00 -",
        {},
        "d1-d2",
        "WRONG_KIND",
        {
            "demand": Term("kind", 3),
            "square": "d1",
            "stands": Term("kind", 1),
            "movers": ("a1",),
        },
    ),
    (BASIC, {}, "b1-b1", "SAME_SQUARE", {"square": "b1"}),
    (BASIC, {}, "b1-b2", "WRONG_DISTANCE", {"start": "b1", "end": "b2", "steps": 2}),
    (BASIC, {}, "b1-b2", "WRONG_DISTANCE", {"why": Term("reach", "no_way")}),
    (BASIC, {}, "b1-d3", "WRONG_DISTANCE", {"why": Term("reach", "diagonal")}),
    (BASIC, {}, "d1-e2", "WRONG_DISTANCE", {"why": Term("reach", "diagonal")}),
    (BASIC, {}, "d1-d3", "WRONG_DISTANCE", {"why": Term("reach", "far")}),
    (BASIC, {}, "b1-c4", "WRONG_DISTANCE", {}),
    (BASIC, {}, "a1-d1", "PATH_BLOCKED", {"blockers": ("b1", "c1")}),
    (BASIC, {}, "b1-d1", "PATH_BLOCKED", {"start": "b1", "end": "d1", "blockers": ("c1",)}),
    (
        "W...../....../....../....../....../B.b... b 0 00 -",
        {},
        "c1-a1",
        "OWN_PIECE_THERE",
        {"square": "a1"},
    ),
    (BASIC, {}, "*c3", "NO_RONIN_CAPTURED", {"colour": Term("colour", "b")}),
    (
        "W...../....../....../....../....../B..b.. b 3 10 -",
        {},
        "*c3",
        "DROP_NOT_ALLOWED",
        {"movers": ("a1",)},
    ),
    ("W...../....../....../....../....../B..... b 0 10 -", {}, "*c3", "DROP_NOT_ALLOWED", {}),
    (OPEN, {}, "*a6", "SQUARE_TAKEN", {"square": "a6", "there": Term("piece", "W")}),
    (OPEN, BLOCKS, "*d4@a3", "SQUARE_TAKEN", {"there": Term("piece", "bird")}),
    (
        "Ww..../....../....../....../....../B..b.. b 2@b6 10 -",
        OLD,
        "*a5",
        "DROP_WRONG_KIND",
        {"square": "a5", "stands": Term("kind", 3), "demand": Term("kind", 2)},
    ),
    (
        OPEN,
        ASK,
        "d1-d2@a3",
        "BIRD_WRONG_KIND",
        {"square": "a3", "end": "d2", "demand": Term("kind", 3)},
    ),
    (OPEN, ASK, "d1-d2@--", "BIRD_WRONG_KIND", {"square": "--"}),
    (OPEN, ASK, "d1-d2@d2", "BIRD_SQUARE_TAKEN", {"square": "d2"}),
    (OPEN, ASK, "d1-d2@a1", "BIRD_SQUARE_TAKEN", {"square": "a1"}),
    (OPEN, FLY, "*b1@d4", "BIRD_MUST_FLY", {"square": "d4"}),
]


@pytest.mark.parametrize(
    ("position", "options", "text", "code", "facts"),
    PLAYED,
    ids=[f"{row[3]}-{row[2]}-{number}" for number, row in enumerate(PLAYED)],
)
def test_refusals_in_play(
    position: str, options: dict[str, Any], text: str, code: str, facts: dict[str, Any]
) -> None:
    """Code and facts of each refusal; what it names instead is accepted."""
    state = at(position, **options)
    reason = refusal(state, text)
    assert reason.code == code
    assert facts.items() <= dict(reason.facts).items()
    assert reason.instead in {GAME.write(choice) for choice in GAME.legal(state)}


SETUPS: list[tuple[Any, ...]] = [
    # options, played before, text, code, facts
    ({}, [], "=a1", "DAIMIO_NOT_ON_DOUBLE", {"square": "a1", "stands": Term("kind", 3)}),
    ({}, [], "=a6", "DAIMIO_NOT_ON_DOUBLE", {}),
    ({}, [], "=b6", "NOT_YOUR_ROWS", {"square": "b6", "rows": (1,)}),
    ({}, [], "=f2", "NOT_YOUR_ROWS", {}),
    ({}, ["=b1"], "=c1", "NOT_YOUR_ROWS", {"rows": (6,)}),
    ({}, [], "=b1:a1,c1,d1,e1,f1", "BAD_NOTATION", {"example": "=b1"}),
    ({}, [], "b1-b3", "BAD_NOTATION", {}),
    ({}, [], "pass", "BAD_NOTATION", {}),
    ({}, [], "*b1", "BAD_NOTATION", {}),
    ({}, [], "^0", "BAD_NOTATION", {}),
    (OLD, [], "=b1:a1,c1,d1,e1,f1", "BAD_NOTATION", {"example": "^0"}),
    (OLD, ["^0"], "^0", "BAD_NOTATION", {}),
    (OLD, ["^0"], "=b3:a1,c1,d1,e1,f1", "NOT_YOUR_ROWS", {"square": "b3", "rows": (1, 2)}),
    (OLD, ["^0"], "=b1:a1,c1,d1,e1,f3", "NOT_YOUR_ROWS", {"square": "f3"}),
    (FREE_SETUP, [], "=b1:a1,c3", "NOT_YOUR_ROWS", {"square": "c3"}),
    (FREE_SETUP, [], "=b1", "BAD_PIECE_COUNT", {"ronins": 0, "squares": 1}),
    (FREE_SETUP, [], "=b1:a1,c1,d1,e1", "BAD_PIECE_COUNT", {"ronins": 4, "squares": 5}),
    (FREE_SETUP, [], "=b1:a1,a2,c1,d1,e1,f1", "BAD_PIECE_COUNT", {"ronins": 6, "squares": 7}),
    (FREE_SETUP, [], "=b1:a1,a1,c1,d1,e1", "BAD_PIECE_COUNT", {"ronins": 5, "squares": 5}),
    (FREE_SETUP, [], "=b1:a1,b1,c1,d1,e1", "BAD_PIECE_COUNT", {"ronins": 5, "squares": 5}),
]


@pytest.mark.parametrize(
    ("options", "played", "text", "code", "facts"),
    SETUPS,
    ids=[f"{row[3]}-{row[2]}-{number}" for number, row in enumerate(SETUPS)],
)
def test_refusals_in_setup(
    options: dict[str, Any], played: list[str], text: str, code: str, facts: dict[str, Any]
) -> None:
    """Code and facts of each refusal; what it names instead is accepted."""
    match = Match(GAME, Start(options, 2, 0, 0))
    for each in played:
        match.play(each)
    reason = refusal(match.state, text)
    assert reason.code == code
    assert facts.items() <= dict(reason.facts).items()
    assert reason.instead is not None
    match.play(reason.instead)


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("d1-d2@a3", "d1-d2@a5"),
        ("d1-d2@--", "d1-d2@a5"),
        ("*d3@a1", "*d3@b1"),
    ],
)
def test_instead_keeps_the_move_and_corrects_the_bird(text: str, instead: str) -> None:
    """A wrong bird square is replaced by a near one, the move stays."""
    assert refusal(at(OPEN, **ASK), text).instead == instead


def test_instead_keeps_the_piece() -> None:
    """A blocked or too long move is answered with one of the same piece, near the wish."""
    assert refusal(at(BASIC), "b1-d1").instead == "b1-c2"
    assert refusal(at(BASIC), "e1-e5").instead == "e1-e4"


def test_instead_of_a_setup_keeps_the_daimio() -> None:
    """The nearest set-up has the same daimio and the ronins that were named."""
    match = Match(GAME, Start(FREE_SETUP, 2, 0, 0))
    assert refusal(match.state, "=b1:a1,c1,d1,e1").instead == "=b1:a1,a2,c1,d1,e1"


# --- the order of checks ---


def test_game_over_comes_first() -> None:
    """Even before a text is read."""
    over = GAME.agree(at(BASIC), "draw", 0)
    assert refusal(over, "rubbish").code == "GAME_OVER"
    assert GAME.explain(over, GAME.read("pass")) == Reason("GAME_OVER")


def test_not_your_turn_comes_directly_after_bad_notation() -> None:
    """A wrong seat is refused before a pass that is due, and after text of another phase."""
    assert refusal(at(CORNER), "=b1", 1).code == "BAD_NOTATION"
    reason = refusal(at(CORNER), "b1-b3", 1)
    assert reason == Reason("NOT_YOUR_TURN", {"turn": Seat(0), "seat": Seat(1)})
    assert refusal(at(CORNER), "b1-b3", 0).code == "MUST_PASS"


def test_not_your_turn_in_setup_with_the_second_seat_first() -> None:
    """`first` 1: seat 1 sets up first, so seat 0 has to wait."""
    state = GAME.setup(Start({}, 2, 1, 0))
    assert refusal(state, "=b1", 0).code == "NOT_YOUR_TURN"
    assert judge(GAME, state, "=b1", 1) == GAME.read("=b1")


@pytest.mark.parametrize(
    ("position", "options", "text", "code"),
    [
        # not your piece before wrong kind before same square before distance
        ("W...../....../....../....../....../B..b.. b 3 00 -", {}, "c1-c1", "NOT_YOUR_PIECE"),
        ("W...../....../....../....../....../B..b.. b 3 00 -", {}, "d1-d1", "WRONG_KIND"),
        ("W...../....../....../....../....../B..b.. b 3 00 -", {}, "a1-a1", "SAME_SQUARE"),
        # a blocked way before the own piece at its end
        ("W...../....../....../....../....../Bbb... b 0 00 -", {}, "c1-a1", "PATH_BLOCKED"),
        # no ronin captured before not allowed before taken before wrong kind
        (BASIC, OLD, "*b6", "NO_RONIN_CAPTURED"),
        ("W...../....../....../....../....../B..b.. b 3 10 -", OLD, "*a6", "DROP_NOT_ALLOWED"),
        ("Ww..../....../....../....../....../B..b.. b 2@b6 10 -", OLD, "*a1", "SQUARE_TAKEN"),
        # the move before the bird
        (OPEN, ASK, "d1-d3@--", "WRONG_DISTANCE"),
        (OPEN, ASK, "*a6@b2", "SQUARE_TAKEN"),
        # the bird: kind before taken
        (OPEN, ASK, "d1-d2@a6", "BIRD_WRONG_KIND"),
    ],
)
def test_order_of_checks(position: str, options: dict[str, Any], text: str, code: str) -> None:
    """The first failing check wins."""
    assert refusal(at(position, **options), text).code == code


def test_no_wrong_kind_on_a_free_turn() -> None:
    """The old kind is written but does not bind."""
    state = at("W...../....../....../....../....../B..b.. b 3 00 free")
    assert judge(GAME, state, "d1-d2") == GAME.read("d1-d2")


def test_no_wrong_kind_when_the_pieces_on_it_are_blocked() -> None:
    """2005, and `blocked` free: the blocked piece gets its own reason, others may move."""
    for options in (OLD, {"blocked": "free"}):
        state = at(CORNER, **options)
        assert judge(GAME, state, "b1-b3") == GAME.read("b1-b3")
        assert refusal(state, "a1-a4").code == "PATH_BLOCKED"


def test_blocking_bird_is_named_in_the_way() -> None:
    """`bird_blocks`: on the way or on the last square."""
    state = at("W...../....../....../....../....../B..... b 2@b1 00 -", **BLOCKS)
    assert refusal(state, "a1-d1@c1").facts["blockers"] == ("b1",)
    assert refusal(state, "a1-b1@c1").facts["blockers"] == ("b1",)


def test_every_path_is_named() -> None:
    """a1-b1 by three steps has one way, over a2 and b2; a1-c2 has three."""
    state = at("W...../....../....../....../wb..../B.w... b 0 00 -")
    assert refusal(state, "a1-b1").facts["blockers"] == ("a2", "b2")
    assert refusal(state, "a1-c2").facts["blockers"] == ("a2", "b2", "c1")


def test_daimio_capture_takes_no_bird() -> None:
    """With `ask_bird` the square is required, but not for the capture of a daimio."""
    state = at("....../....../.W.B../....../....../...... b 0 00 -", **ASK)
    assert judge(GAME, state, "d4-b4") == GAME.read("d4-b4")
    assert refusal(state, "d4-b4@b3").code == "BAD_NOTATION"
    assert refusal(state, "d4-b4@b3").instead == "d4-b4"


# --- texts ---


@pytest.mark.parametrize(
    "text",
    [
        "", "b1", "b1-", "b1-b7", "g1-a1", "B1-B3", "b1-b3 ", " b1-b3", "b1-b3\n", "b1-b3@",
        "b1-b3@-", "b1-b3@g1", "*", "*c", "*c3@", "^45", "^", "^090", "=", "=c1:", "=c1:a1,",
        "=c1:a1;b1", "PASS", "pass ", "resign", "b²-b3", "b١-b3", "b1–b3", "x" * 5000, "\x00",
        "{text}", "\ud800", "1" * 10_000,
    ],
)  # fmt: skip
def test_unreadable_texts(text: str) -> None:
    """Anything else is BAD_NOTATION; the fact shows it in at most 40 printable signs."""
    with pytest.raises(BadNotation) as refused:
        GAME.read(text)
    reason = refused.value.reason
    assert reason.code == GAME.bad_notation == "BAD_NOTATION"
    shown = reason.facts["text"]
    assert isinstance(shown, str)
    assert len(shown) <= 40
    assert shown == "" or shown.isprintable()
    GAME.read(str(reason.facts["example"]))


@given(st.text(alphabet="abcdefgBW123456789-@*=:,^pas .", max_size=24))
def test_reading_never_fails_otherwise(text: str) -> None:
    """A text is a choice, which is written back readably, or it is BAD_NOTATION."""
    try:
        choice = GAME.read(text)
    except BadNotation:
        return
    assert GAME.read(GAME.write(choice)) == choice


# --- explain agrees with legal ---

RULES: list[dict[str, Any]] = [
    {},
    {"blocked": "free"},
    ASK,
    FLY,
    BLOCKS,
    {"bird_blocks": True, "bird_must_fly": True, "blocked": "free"},
    OLD,
    {"edition": "2005", "drop_anywhere": True},
]


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Make up a position in which both daimios live; crowded corners are likely."""
    size = draw(st.sampled_from([12, 18, 36]))
    squares = draw(st.permutations(range(size)))
    black, white = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    board = ["."] * 36
    for letter, square in zip("BW" + "b" * black + "w" * white, squares, strict=False):
        board[square] = letter
    rows = "/".join("".join(board[row * 6 : row * 6 + 6]) for row in range(6))
    side, kind = draw(st.sampled_from("bw")), draw(st.sampled_from("01233"))
    captured = f"{5 - black}{5 - white}" if draw(st.booleans()) else "00"
    return f"{rows} {side} {kind} {captured} {draw(st.sampled_from(['-', '-', 'free']))}"


UNIVERSE = [GAME.read("pass")] + [
    GAME.read(text + at_bird)
    for at_bird in ("", "@d4", "@a1", "@f3", "@--")
    for text in [f"{a}-{b}" for a in BIRDS[:36] for b in BIRDS[:36]] + [f"*{a}" for a in BIRDS[:36]]
]


@settings(max_examples=24)
@given(positions(), st.sampled_from(RULES), st.sampled_from(["", "@d4", "@a1"]))
def test_explain_agrees_with_legal_on_every_text(
    position: str, options: dict[str, Any], bird: str
) -> None:
    """Whatever can be written is refused, with something legal instead, or it is listed."""
    fields = position.split()
    if bird:
        fields[2] = {"@d4": "2", "@a1": "3"}[bird] + bird
    state = at(" ".join(fields), **options)
    if GAME.turn(state) is None:
        return
    listed = set(GAME.legal(state))
    texts = {GAME.write(choice) for choice in listed}
    for choice in UNIVERSE[::17] + sorted(listed, key=GAME.write):
        reason = GAME.explain(state, choice)
        assert (reason is None) == (choice in listed), GAME.write(choice)
        if reason is not None:
            assert reason.instead in texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_show_every_fact(language: str) -> None:
    """Each refusal of these tests names the values of its facts in each language."""
    voice = Voice(GAME.words, translator(language))
    reasons = [refusal(at(row[0], **row[1]), row[2]) for row in PLAYED]
    reasons += [refusal(GAME.setup(Start(row[0], 2, 0, 0)), row[2]) for row in SETUPS if not row[1]]
    for reason in reasons:
        said = voice.say(reason).casefold()
        assert "{" not in said
        for value in reason.facts.values():
            assert voice.fact(value).casefold() in said
