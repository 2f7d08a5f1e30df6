"""Short games of Mandala Stones, followed by hand, and what is said about them."""

from __future__ import annotations

from typing import Any

import pytest

from engines.engine import Message, Start
from engines.languages import LANGUAGES
from engines.match import Match, replay
from engines.stones import GAME
from engines.stones.choices import Choice
from engines.stones.events import question
from engines.stones.state import State
from engines.wording import Voice, translator

ARTISTS = {"a2": "o", "b1": "x", "b3": "x", "c2": "o"}


def match_of(tracking: str, seats: int = 2, first: int = 0, **given: Any) -> Match[State, Choice]:
    return Match(GAME, Start({"tracking": tracking}, seats, first, 1, given))


def follow(match: Match[State, Choice], moves: Any) -> None:
    """Play the moves; after each compare the points with those worked out by hand."""
    for text, points in moves:
        match.play(text)
        assert (text, match.engine.scores(match.state)) == (text, points)


def test_a_game_by_towers_that_ends_in_a_tie() -> None:
    match = match_of("towers", mandala=["0", "1", "2", "h2", "end"])
    follow(
        match,
        [
            ("PR@1", (0, 0)),
            ("PB@2", (0, 0)),
            ("PPR@4", (0, 0)),
            ("PYB@5", (0, 0)),
            # Space 1: heights 0, 1, 2 give 3; space 4: height 2 gives 2; the second stone +1.
            ("SR", (6, 0)),
            # Space 2: height 1 gives 4; space 5: two colours give 3; +2; then the two hands.
            ("SB", (6, 9)),
            ("O3", (9, 9)),
            ("O0", (9, 9)),
        ],
    )
    outcome = GAME.outcome(match.state)
    assert (outcome.winner, outcome.scores, outcome.why.code) == (0, (9, 9), "hands")
    view = GAME.view(match.state)
    assert view["towers"] == [["", "", "", "P", ""], ["", "", "", "", "Y"]]
    assert (view["round"], view["placed"], view["aside"]) == (3, 4, 0)


def test_a_game_with_the_board_that_is_learned() -> None:
    tops = ["Bx"] * 24
    for stack, code in {1: "Ro", 5: "Po", 4: "Yo", 21: "Ro", 20: "Yo"}.items():
        tops[stack - 1] = code
    match = match_of("board", artists=ARTISTS, tops=tops)
    follow(
        match,
        [
            # Round a1 lie 1, 5, 8, 4; 8 touches b1: purple, yellow, red.
            ("Pa2-a1:5@1", (0, 0)),
            ("R1=Ro", (0, 0)),
            ("R4=Bo", (0, 0)),
            ("R5=Rx", (0, 0)),
            # Round c3 lie 17, 21, 24, 20; 17 touches b3, 24 has pattern x: yellow, red.
            ("Pc2-c3:20@2", (0, 0)),
            ("R20=Rx", (0, 0)),
            ("R21=Px", (0, 0)),
            ("T1", (1, 0)),
            ("=1", (2, 0)),
            ("T2", (2, 1)),
            ("=h2", (2, 1)),
            ("O0", (2, 1)),
            ("O5", (2, 6)),
        ],
    )
    view = GAME.view(match.state)
    assert view["towers"] == [["PY", "", "", "", ""], ["", "Y", "", "", ""]]
    assert (view["winner"], view["cause"], view["round"]) == (1, "hands", 2)
    assert view["artists"] == {"a1": "o", "b1": "x", "b3": "x", "c3": "o"}
    assert view["taken"] == {"R": 2, "P": 1, "B": 0, "Y": 2}
    assert GAME.learned is not None
    assert GAME.learned(match.state) == ("1", "h2")


def test_a_game_of_three_that_ends_at_once() -> None:
    match = match_of("towers", seats=3, first=2)
    follow(
        match,
        [
            ("PRRRR@4", (0, 0, 0)),
            ("PBR@3", (0, 0, 0)),
            ("PY@1", (0, 0, 0)),
            ("T4", (0, 0, 1)),
            ("=0", (0, 0, 1)),
            ("T3", (1, 0, 1)),
            ("=2", (3, 0, 1)),
            ("T1", (3, 1, 1)),
            ("=0", (3, 1, 1)),
            ("T4", (3, 1, 2)),
            ("=end", (3, 1, 2)),
            ("T3", (4, 1, 2)),
            # The second player has no tower and finds nothing to pick.
            ("N", (4, 1, 2)),
            ("O0", (4, 1, 2)),
            ("O0", (4, 1, 2)),
            ("O3", (4, 4, 2)),
        ],
    )
    assert GAME.outcome(match.state).winner == 0
    assert GAME.view(match.state)["cause"] == "immediate"


def test_the_dealer_answers_within_a_match_and_is_taken_back_with_the_pick() -> None:
    match = match_of("board")
    first = match.state
    match.play(GAME.write(GAME.legal(first)[0]))
    assert match.turn.seat == 1
    assert {line.who for line in match.lines[1:]} == {"dealer"}
    match.undo()
    assert match.state == first


def test_a_record_replays_with_what_was_learned() -> None:
    match = match_of("towers")
    for text in ("PR@1", "PB@1", "T1", "=2", "T1", "=end"):
        match.play(text)
    match.undo()
    again = replay(match.record(), GAME)
    assert again.state == match.state
    assert GAME.learned is not None
    assert GAME.learned(again.state) == ("2",)


def test_events_are_in_the_order_they_happened() -> None:
    match = match_of("towers", mandala=["h2", "1", "end"])
    texts = ("PR@1", "PB@1", "PR@2", "N", "T1", "O0", "O0")
    assert [[event.code for event in match.play(text)] for text in texts] == [
        ["picked"],
        ["picked", "round"],
        ["picked"],
        ["nothing_to_pick"],
        ["earned_tops", "triggered", "ending_hands"],
        ["earned_objective"],
        ["earned_objective"],
    ]


EVERYTHING = [
    ("towers", {"mandala": ["h2", "1", "end"]},
     ["PR@1", "PB@1", "PR@2", "PB@2", "SR", "SB", "O4", "O5"]),
    ("towers", {}, ["PRB@1", "PB@1", "N", "T1", "=h3", "T1", "=h3", "PR@2", "PR@2", "T12", "=2",
                    "=end", "end", "O1", "O1"]),
    ("towers", {}, ["PR@1", "PR@1", "T1", "end", "end"]),
    ("towers", {}, ["draw"]),
    ("towers", {}, ["resign"]),
    ("towers", {}, ["N", "O0", "O2"]),
    ("towers", {"mandala": ["end"]}, ["PRRR@3", "PR@1", "PRB@2", "PR@3", "PBR@4", "PR@4", "PR@5",
                                      "PR@5", "SR", "SR", "end"]),
    ("board", {"artists": ARTISTS, "tops": ["Ro"] + ["Bx"] * 23}, ["Pa2-a1:1@1", "R1=Ro", "end"]),
]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", range(len(EVERYTHING)))
def test_everything_is_said_with_its_facts(game: Any, language: str) -> None:
    tracking, given, texts = EVERYTHING[game]
    match = match_of(tracking, **given)
    voice = Voice(GAME.words, translator(language))
    messages: list[Message | None] = []
    for text in texts:
        if text not in ("end", "draw", "resign"):
            messages.append(GAME.describe(match.state, GAME.read(text)))
        messages.append(question(match.state))
        messages += match.play(text)
    messages += [entry.rule for seat in GAME.score_sheet(match.state) for entry in seat]
    outcome = GAME.outcome(match.state)
    why = None if outcome is None else outcome.why
    messages.append(why)
    for message in filter(None, messages):
        sentence = voice.say(message)
        for name, value in message.facts.items():
            if message == why and name == "points":
                continue  # the result shows them next to the names
            said = voice.fact(value)
            assert said in sentence or said[:1].upper() + said[1:] in sentence


def test_no_open_question_is_no_message() -> None:
    assert question(match_of("towers").state) is None


def test_leaving_is_reported() -> None:
    match = match_of("towers", seats=3)
    (event,) = match.play("resign", 2)
    assert (event.code, event.facts["seat"].number) == ("left", 2)
