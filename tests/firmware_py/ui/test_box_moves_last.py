"""The box makes the last move: practice goes to the result, a table has its hands first."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engines.bots.player import Thought
from engines.catalog import GAMES
from engines.languages import LANGUAGES
from firmware_py.match.game_info import info_of
from firmware_py.screens.new_game.new_game import begin, draft, seat_bot
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.result import ResultScreen

WITH_PLAYER = [game for game in GAMES if info_of(game).practice is not None]


def last_move(match: Any, game: str, seat: int) -> list[str]:
    """Return choices at random up to the move of a seat after which nobody else chooses."""
    practice = info_of(game).practice
    assert practice is not None
    for seed in range(200):
        chance, fork = random.Random(seed), match.fork()
        texts: list[str] = []
        moves: list[tuple[int, int]] = []
        while fork.turn is not None:
            by, text = fork.turn.seat, practice.answer(fork.state)
            if by is not None or text is None:
                text = fork.engine.write(chance.choice(fork.engine.legal(fork.state)))
            texts.append(text)
            fork.play(text)
            moves += [] if by is None else [(by, len(texts))]
        if moves[-1][0] == seat:
            return texts[: moves[-1][1]]
    raise AssertionError("no match ended so")


def play_the_last_move(box: Any, game: str, seat: int) -> None:
    """Play a whole match, the last move as the box does it."""
    table = box.services.current_table
    *texts, last = last_move(table.match, game, seat)
    for text in texts:
        table.play(text)
    play = Play(box.services)
    play.instructions.end_wait()  # hands have done what the box played before
    box.app._stack[:] = [play]  # noqa: SLF001 - nothing else is open
    play._play_for_box(Thought(last, 0.0, (last,)))  # noqa: SLF001 - the answer of the engine process
    box.app.follow(play._look())  # noqa: SLF001 - what a tick does
    box.app.paint()


@pytest.mark.parametrize("game", WITH_PLAYER)
def test_practice_ends_with_the_result_and_no_work_for_hands(box: Any, game: str) -> None:
    """The result says what the box played; nobody presses for it."""
    box.services.thinker.seconds = 0.02
    plan = draft(box.services, game, practice=True)
    plan.first = 0
    box.app.follow(begin(box.services, plan))
    play_the_last_move(box, game, seat=1)
    assert isinstance(box.screen, ResultScreen)
    assert "> Done" not in box.text
    assert any(line.startswith("Bot 2") for line in box.screen.words().text.splitlines())
    assert not any(line.startswith(("Take ", "Move ")) for line in box.text)
    assert box.unfit == {}


@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_hands_at_a_table_see_what_ends_the_match(make_box: Any, language: str, size: str) -> None:
    """The last move of the box is shown in full; points that it hides come with the result."""
    box = make_box(language)
    box.services.settings.put("text", size)
    box.services.thinker.seconds = 0.02
    plan = draft(box.services, "icehouse")
    plan.names.append(box.said("Player {number}").format(number=3))
    seat_bot(box.services, plan, 1, level=1)
    plan.first = 0
    box.app.follow(begin(box.services, plan))
    play_the_last_move(box, "icehouse", seat=1)
    assert f"> {box.said('Done')}" in box.text
    work = box.screen.work.sentences(box.services)
    assert any(work[0].startswith(line.partition(" …")[0]) for line in box.text)
    assert not any(line.startswith(f"{name}: ") for name in plan.names for line in box.text)
    box.press()
    assert isinstance(box.screen, ResultScreen)
    names = box.services.current_table.names
    assert all(any(name in line.replace("\u00a0", " ") for line in box.text) for name in names)
    assert box.unfit == {}
