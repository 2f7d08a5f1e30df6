"""Mana: thoughts in words, and the sign of danger."""

from __future__ import annotations

from typing import Any

import pytest

from engines.bots.player import Budget, Thought
from engines.engine import Message, Start, Term
from engines.languages import LANGUAGES
from engines.mana import GAME
from engines.mana.bot import think
from engines.mana.bot.coach import coach, is_in_danger
from engines.mana.state import State
from engines.wording import voice


def at(position: str, **options: Any) -> State:
    """Return the state of a position."""
    return GAME.from_position(position, Start(options, 2, 0, 0))


def said(position: str, move: str, value: float = 0.0, wins_in: int | None = None) -> list[Message]:
    """Return what the coach says of a move."""
    return list(coach(GAME.view(at(position), 0), Thought(move, value, (move,), wins_in)))


def codes(messages: list[Message]) -> list[str]:
    """Return the codes of messages."""
    return [message.code for message in messages]


FAR = "W...../....../....../....../....../....bB b 0 44 -"
TAKES = "...W../....../...b../....../....../..B... b 0 05 -"


@pytest.mark.parametrize(
    ("value", "code"), [(0.5, "coach.ahead"), (-0.5, "coach.behind"), (0.1, "coach.even")]
)
def test_a_quiet_move_is_said_to_stand_so_and_so(value: float, code: str) -> None:
    assert codes(said(FAR, "e1-e4", value)) == [code]


def test_a_win_at_once_is_said() -> None:
    """With nothing else: no threat is left after the end."""
    assert codes(said(TAKES, "d4-d6", 1.0, 1)) == ["coach.takes"]


@pytest.mark.parametrize(
    ("turns", "message"),
    [
        (3, Message("coach.wins", {"turns": 3})),
        (-2, Message("coach.loses", {"turns": 2})),
        (-1, Message("coach.last")),
    ],
)
def test_forced_ends_come_first(turns: int, message: Message) -> None:
    assert said(FAR, "e1-e4", 1.0 if turns > 0 else -1.0, turns)[0] == message


def test_a_won_ronin_is_named() -> None:
    position = "W...../....../....../w...../....../b....B b 0 44 -"
    assert Message("coach.captures", {"piece": Term("piece", "w")}) not in said(position, "a1-b3")
    taken = said("W...../....../....../.w..../....../b....B b 0 44 -", "a1-b3")
    assert taken[0] == Message("coach.captures", {"piece": Term("piece", "w")})


def test_a_threat_names_the_kinds() -> None:
    """On which every landing of the other side loses its daimio."""
    threat = said("..w.../..w.../w...Wb/..b.../...w../.b.B.. b 0 21 -", "d1-d2")
    assert Message("coach.threat", {"kinds": (Term("kind", 1),)}) in threat


@pytest.mark.parametrize(
    ("position", "messages"),
    [
        (
            "....../w.W.w./...Bw./.b..../....bb/...... b 3 22 -",
            [Message("coach.danger", {"kinds": (Term("kind", 1), Term("kind", 2))})],
        ),
        ("w.w.ww/b...../....b./.b.W../b....w/....B. w 1 10 -", [Message("coach.danger_any")]),
        (
            ".....w/....W./.....w/...Bw./w.bw../.bb.bb b 2 00 -",
            [
                Message("coach.danger", {"kinds": (Term("kind", 3),)}),
                Message("coach.danger_moves", {"moves": ("b1-a2",)}),
            ],
        ),
        (
            ".w..../.b.WB./.....b/w...b./...wb./..w... b 2 11 -",
            [Message("coach.danger_some", {"count": 16, "all": 51})],
        ),
        (FAR, []),
    ],
    ids=["kinds", "all", "kinds and moves", "many moves", "none"],
)
def test_a_warning_is_complete(position: str, messages: list[Message]) -> None:
    """It names every choice after which the daimio can be taken, or counts them."""
    state = at(position)
    move = GAME.write(next(iter(GAME.legal(state))))
    heard = coach(GAME.view(state, state.side), Thought(move, 0.0, (move,)))
    assert [each for each in heard if each.code.startswith("coach.danger")] == messages


def test_nothing_is_warned_of_next_to_a_win() -> None:
    position = "....../w.W.w./...Bw./.b..../....bb/...... b 3 22 -"
    heard = said(position, "b3-a3", 1.0, 3)
    assert not [code for code in codes(heard) if code.startswith("coach.danger")]


def test_a_blocked_other_side_is_said() -> None:
    """The reply would be a lost turn."""
    state = at("..wWw./.w.w.w/....../....../bb..bb/..Bb.. b 0 00 -")
    after = GAME.apply(state, GAME.read("e2-e3"))
    assert [GAME.write(choice) for choice in GAME.legal(after)] == ["pass"]
    heard = coach(GAME.view(state, 0), Thought("e2-e3", 0.0, ("e2-e3", "pass")))
    assert Message("coach.blocks") in heard


def test_danger_is_when_a_choice_lets_the_daimio_be_taken() -> None:
    """Not when every choice is safe, and not before play."""
    threatened = at("...W../....../...b../....../....../B..... w 3 05 -")
    assert is_in_danger(GAME.view(threatened, 1)) == any(
        GAME.apply(after, answer).by == "daimio"
        for choice in GAME.legal(threatened)
        for after in [GAME.apply(threatened, choice)]
        for answer in GAME.legal(after)
    )
    assert not is_in_danger(GAME.view(at(FAR), 0))
    assert not is_in_danger(GAME.view(GAME.setup(Start({}, 2, 0, 0)), 0))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_the_coach_says_has_words(language: str) -> None:
    """Along a whole game, in every language."""
    state, count = GAME.setup(Start({"advanced": True}, 2, 0, 0)), 0
    speaker = voice(GAME, language)
    for seed in range(14):
        if GAME.turn(state) is None:
            break
        view = GAME.view(state, 0)
        thought = think(view, 5, Budget(nodes=1_500), seed, lambda: False)
        for message in coach(view, thought):
            assert "{" not in speaker.say(message)
            count += 1
        state = GAME.apply(state, GAME.read(thought.move))
    assert count > 8
