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


def test_threats_and_dangers_name_the_kinds() -> None:
    """d4 is a double two steps below the daimio: whoever then lands on a double loses it."""
    threat = said("...W../....../..b.../....../....../B..... b 0 05 -", "c4-d4")
    assert Message("coach.threat", {"kinds": (Term("kind", 2),)}) in threat
    black = at("...W../....../...b../....../....../B..... w 3 05 -")
    heard = coach(GAME.view(black, 1), Thought("d6-a6", 0.0, ("d6-a6",)))
    assert Message("coach.danger", {"kinds": (Term("kind", 2),)}) in heard


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
    state, told = GAME.setup(Start({"advanced": True}, 2, 0, 0)), 0
    speaker = voice(GAME, language)
    for seed in range(14):
        if GAME.turn(state) is None:
            break
        view = GAME.view(state, 0)
        thought = think(view, 5, Budget(nodes=1_500), seed, lambda: False)
        for message in coach(view, thought):
            assert "{" not in speaker.say(message)
            told += 1
        state = GAME.apply(state, GAME.read(thought.move))
    assert told > 8
