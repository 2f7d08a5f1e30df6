"""Mandala at the full table: a dealer holds deck and hands, the public rules stay the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.engine import BadStart, Start, Turn
from engines.mandala import GAME
from engines.mandala.cards import heap, letters
from engines.mandala.choices import Choice
from engines.mandala.dealer import PACK
from engines.mandala.state import State, public
from engines.match import Match

SORTED_DEAL = "RO" + "YG" + "PPPKKK" + "RRRRRR" + "OY" + "GK"


def start(
    seed: int = 1, first: int = 0, given: dict[str, Any] | None = None, **options: Any
) -> Start:
    """Return the start of a game at a full table."""
    return Start({"table": "full", "strict_next": False, **options}, 2, first, seed, given or {})


def pack(top: str) -> str:
    """Return a whole pack that begins with these cards."""
    rest = list(PACK)
    for card in top:
        rest.remove(card)
    return top + "".join(rest)


def random_game(seed: int, picks: list[int], **options: Any) -> Iterator[Match[State, Choice]]:
    """Play a random game; yield match after match."""
    match = Match(GAME, start(seed, **options))
    yield match
    for pick in picks:
        if match.turn is None:
            return
        legal = GAME.legal(match.state)
        match.play(GAME.write(legal[pick % len(legal)]))
        yield match


picks = st.lists(st.integers(0, 10_000), max_size=200)


def test_deal_order() -> None:
    """M2: mountains, hands, then cups come from the top of the pack."""
    match = Match(GAME, start(given={"deck": pack(SORTED_DEAL)}))
    view = GAME.view(match.state)
    assert (view["phase"], view["mountains"], view["deck"]) == ("play", ["RO", "YG"], 88)
    secrets = [GAME.view(match.state, seat) for seat in (0, 1)]
    assert [each["hand"] for each in secrets] == ["PPPKKK", "RRRRRR"]
    assert [each["cup"] for each in secrets] == ["OY", "GK"]
    assert match.state.dealt.deck == pack(SORTED_DEAL)[20:]


def test_opening_lines_are_the_dealer_s() -> None:
    """The dealer answers both flips of the opening."""
    match = Match(GAME, start(given={"deck": pack(SORTED_DEAL)}))
    assert [(line.who, line.text) for line in match.lines] == [
        ("dealer", "F1=RO"),
        ("dealer", "F2=YG"),
    ]


@pytest.mark.parametrize("deck", [None, 7, "", "R" * 108, PACK[:-1], PACK[:-1] + "X", list(PACK)])
def test_bad_deck(deck: Any) -> None:
    """A prepared deck is a text with 18 letters of each colour."""
    with pytest.raises(BadStart) as caught:
        GAME.setup(start(given={"deck": deck}))
    assert caught.value.reason.code == "BAD_DECK"


def test_seed_deals() -> None:
    """The same seed deals the same game, another one another."""
    assert GAME.setup(start(5)) == GAME.setup(start(5))
    assert GAME.setup(start(5)).dealt.deck != GAME.setup(start(6)).dealt.deck


def test_public_view_has_no_secrets() -> None:
    """Without a seat the view is that of a public table."""
    match = Match(GAME, start())
    assert GAME.view(match.state) == GAME.view(public(match.state))
    assert set(GAME.view(match.state, 0)) - set(GAME.view(match.state)) == {"hand", "cup"}


def test_public_table_has_no_seat_secrets() -> None:
    """At a public table a seat sees what all see."""
    state = GAME.setup(Start({}, 2, 0, 1))
    assert GAME.view(state, 0) == GAME.view(state)


def test_only_the_dealer_s_answer_fits() -> None:
    """Where the dealer answers, no other answer is legal."""
    state = GAME.setup(start(given={"deck": pack(SORTED_DEAL)}))
    assert GAME.turn(state) == Turn(None, "flip")
    assert [GAME.write(choice) for choice in GAME.legal(state)] == ["F1=RO"]
    assert GAME.explain(state, GAME.read("F1=RO")) is None
    assert GAME.explain(state, GAME.read("F1=RG")).code == "ANSWER_PENDING"
    assert GAME.explain(state, GAME.read("F1=R")).code == "BAD_COUNT"


def test_refusal_offers_a_card_in_hand() -> None:
    """The alternative is a card that the hand holds."""
    match = Match(GAME, start(given={"deck": pack(SORTED_DEAL)}))
    reason = GAME.explain(match.state, GAME.read("A1G"))
    assert (reason.code, dict(reason.facts)["held"]) == ("NOT_IN_HAND", 0)
    assert reason.instead is not None
    assert match.why_not(reason.instead) is None


def test_drawn_cards_are_the_top_of_the_deck() -> None:
    """Building draws the next three cards."""
    match = Match(GAME, start(given={"deck": pack(SORTED_DEAL + "GGG")}))
    match.play("A1P")
    assert GAME.view(match.state, 0)["hand"] == "GGGPPKKK"


def test_agreed_end_is_scored_by_the_dealer() -> None:
    """M18: the dealer tells the cups at once."""
    match = Match(GAME, start(given={"deck": pack(SORTED_DEAL)}))
    match.play("end")
    assert match.turn is None
    assert [line.text for line in match.lines[-2:]] == ["H1=OY", "H2=GK"]


@pytest.mark.parametrize("agreement", ["resign", "draw"])
def test_early_end_reveals_the_cups(agreement: str) -> None:
    """After a resignation or a draw the cups are known."""
    match = Match(GAME, start(given={"deck": pack(SORTED_DEAL)}))
    match.play(agreement)
    assert match.state.cups_told == (heap("OY"), heap("GK"))


@given(seed=st.integers(0, 50), picks=picks, strict=st.booleans())
def test_secrets_agree_with_the_public_table(seed: int, picks: list[int], strict: bool) -> None:
    """Hands, deck and cups always have the sizes that the public table counts, 18 a colour."""
    for match in random_game(seed, picks, strict_next=strict):
        state = match.state
        assert (len(state.dealt.deck), *map(sum, state.dealt.hands)) == (state.deck, *state.hands)
        assert GAME.check(state) == ()


@given(seed=st.integers(0, 50), picks=picks)
def test_public_table_accepts_the_same_game(seed: int, picks: list[int]) -> None:
    """Every choice and answer of a full game is accepted at a public table, with equal views."""
    *_, match = random_game(seed, picks)
    public = Match(GAME, Start({"table": "public", "strict_next": False}, 2, 0, 0))
    for moment in match.moments:
        public.play(moment.line.text)
        assert GAME.view(public.state) == GAME.view(moment.state)


@given(seed=st.integers(0, 50), picks=picks)
def test_legal_choices_are_in_hand(seed: int, picks: list[int]) -> None:
    """What is legal with known hands is legal without, and in the hand."""
    for match in random_game(seed, picks):
        state = match.state
        if state.phase == "play":
            assert set(GAME.legal(state)) <= set(GAME.legal(public(state)))
            held = letters(state.dealt.hands[state.actor])
            assert all(choice.colour in held for choice in GAME.legal(state))


def test_repeated_choice_meets_the_same_shuffle() -> None:
    """Taking back a choice that shuffled and playing it again deals the same cards."""
    hand = "RRRK"
    position = {
        "phase": "play",
        "turn": 0,
        "deck": "G",
        "hands": [hand, "Y"],
        "mountains": ["YY", "YY"],
        "discard": "ROYGPK" * 3,
        "shuffles": 1,
    }
    first, again, other = (GAME.from_position(position, start(seed)) for seed in (3, 3, 4))
    choice = GAME.read("CR3")
    assert GAME.apply(first, choice) == GAME.apply(again, choice)
    assert GAME.apply(first, choice).dealt.shuffles == 2
    assert GAME.apply(first, choice).dealt.deck != GAME.apply(other, choice).dealt.deck
