"""Whatever a coach says of a thought has words in every language, and fits what is on the table."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engines import catalog
from engines.bots.evaluation_words import said_of
from engines.bots.player import Budget, Thought
from engines.bots.seat_view import seat_view
from engines.engine import Message, Seat
from engines.languages import LANGUAGES
from engines.match import Match
from engines.start import Start
from engines.wording import Voice, translator
from firmware_py.match.game_info import info_of

COACHED = [name for name in catalog.GAMES if catalog.load(name).coach is not None]
NODES = 30


def practice(game: str, seed: int = 1) -> Match[Any, Any]:
    """Return a match in which everything is dealt."""
    known = info_of(game).practice
    assert known is not None
    return Match(catalog.load(game), Start(dict(known.options), seats=2, first=0, seed=seed))


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_game_with_a_player_can_be_practised_and_coached(game: str) -> None:
    engine = catalog.load(game)
    assert (engine.think is None) == (info_of(game).practice is None)
    assert (engine.think is None) == (engine.coach is None)


@pytest.mark.parametrize("game", COACHED)
def test_everything_that_is_said_has_words(game: str) -> None:
    """In the positions of a game that the player plays against itself."""
    match = practice(game)
    engine = match.engine
    assert engine.think is not None
    assert engine.coach is not None
    voices = [Voice(engine.words, translator(language)) for language in LANGUAGES]
    codes = set()
    for turn in range(30):
        if match.turn is None or match.turn.seat is None:
            break
        view = seat_view(match, match.turn.seat)
        thought = engine.think()(view, 2, Budget(nodes=NODES), turn, lambda: False)
        said = engine.coach()(view, thought)
        assert said != ()
        codes |= {message.code for message in said}
        assert all(voice.say(message) for voice in voices for message in said)
        match.play(thought.move)
    assert len(codes) >= 2


def reasons(game: str, view: dict[str, Any], move: str, value: float = 0.0) -> list[Message]:
    """Return what the coach of a game says of a move."""
    coach = catalog.load(game).coach
    assert coach is not None
    return list(coach()(view, Thought(move, value, (move,))))


def test_a_jump_tells_what_it_passes_by() -> None:
    match = practice("icehouse")
    view = seat_view(match, 0)
    assert Message("coach.near") in reasons("icehouse", view, "M1")
    assert Message("coach.skips", {"count": 3}) in reasons("icehouse", view, "M4")


@pytest.mark.parametrize(
    ("value", "code"),
    [(0.9, "winning"), (0.4, "ahead"), (0.0, "even"), (-0.4, "behind"), (-0.9, "losing")],
)
def test_how_a_seat_stands_is_said_in_five_steps(value: float, code: str) -> None:
    view = seat_view(practice("icehouse"), 0)
    assert reasons("icehouse", view, "M1", value)[-1] == Message(f"coach.{code}")


@pytest.mark.parametrize("game", COACHED)
def test_what_is_said_to_a_seat_can_be_said_of_it(game: str) -> None:
    """The reader of a finished match is not always the player who chose."""
    words = catalog.load(game).words
    sentences = {code: text for code, text in words.items() if code.startswith("coach.")}
    to_seat = {code for code, text in sentences.items() if {"you", "your"} & set(words_in(text))}
    assert to_seat
    for code in to_seat:
        message = said_of(words, Message(code), 1)
        assert message.facts == {"seat": Seat(1)}
        places = set(re.findall(r"{(\w+)}", sentences[code]))
        assert set(re.findall(r"{(\w+)}", sentences[message.code])) == places | {"seat"}
    assert said_of(words, Message("coach.even"), 1) == Message("coach.even")


def words_in(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
