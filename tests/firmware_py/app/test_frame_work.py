"""What a frame needs again and again is made once, and anew when what it was made of changes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from engines.engine import Term
from engines.icehouse import GAME
from firmware_py.screens.play.play import Play
from firmware_py.ui.services import Services
from tests.support.pad_table import sit
from tests.support.table_players import TablePlayers, new_game


@pytest.fixture
def playing(box: Any) -> Any:
    """Return a box in a match of Icehouse Mandala, after the first choice."""
    box.choose("New game").choose("Icehouse Mandala").choose("Start")
    while not isinstance(box.screen, Play):
        box.press()
    box.play()
    assert box.screen.work is not None
    return box


def test_a_voice_is_made_once(box: Any) -> None:
    services = box.services
    voice = services.voice(GAME, ("Anna", "Ben"))
    assert services.voice(GAME, ("Anna", "Ben")) is voice
    assert services.voice(GAME, ("Anna", "Eve")) is not voice


def test_a_voice_follows_the_settings(box: Any) -> None:
    """The language, and the colours that the box remembers."""
    said = []
    for change in (
        lambda: None,
        lambda: box.services.settings.put("language", "fr"),
        lambda: box.services.settings.remember("icehouse.colours", ["O", "Y", "G", "B", "K"]),
    ):
        change()
        said.append(box.services.voice(GAME).fact(Term("colour", "R")))
    assert said == ["red", "rouge", "orange"]


def test_the_steps_of_hands_are_found_once_for_many_frames(
    playing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = playing.services.current_table.match.engine
    asked: list[Any] = []
    found = engine.steps

    def steps(before: Any, after: Any) -> Any:
        asked.append((before, after))
        return found(before, after)

    monkeypatch.setattr(type(engine), "steps", staticmethod(steps))
    for _ in range(5):
        playing.turn(1)
    assert asked == []
    playing.play()
    playing.turn(1)
    playing.turn(1)
    assert len(asked) == 1


def test_whose_turn_it_is_follows_play_and_undo(box: Any, playing: Any) -> None:
    match = playing.services.current_table.match
    played = match.turn
    assert match.turn is played
    match.undo()
    assert match.turn == match.engine.turn(match.state)
    match.redo()
    assert match.turn == match.engine.turn(match.state) == played


def play_on(game: str, **options: Any) -> Callable[[Any], None]:
    """Return how two people begin a game."""

    def begin(box: Any) -> None:
        new_game(box, game, ("Anna", "Ben"), options=options)
        players = TablePlayers(box, game, seats=2, options=options)
        players.set_up()
        players.play_on(4)

    return begin


def keep_score(box: Any) -> None:
    """Enter a few rounds of four people."""
    sit(box, "plain", ("Anna", "Ben", "Cara", "Dan"))
    for _ in range(22):
        box.press()


@pytest.mark.parametrize(
    "begin",
    [
        *map(play_on, ("mana", "mandala", "icehouse", "stones")),
        play_on("stones", tracking="board"),
        keep_score,
    ],
)
def test_a_click_with_a_page_open_computes_the_table_once(
    box: Any, monkeypatch: pytest.MonkeyPatch, begin: Callable[[Any], None]
) -> None:
    """The display and the page share one scene, and what did not change is not drawn again."""
    begin(box)
    assert isinstance(box.screen, Play)
    monkeypatch.setattr(type(box.panel), "wants_table", True)
    made: list[Any] = []
    make = Services.scene

    def counted(services: Services, *which: Any, **more: Any) -> Any:
        made.append(which)
        return make(services, *which, **more)

    box.turn(3)
    box.app.painter.observers.clear()
    monkeypatch.setattr(Services, "scene", counted)
    calls = 0

    def count(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        box.turn(1)
    finally:
        sys.setprofile(before)
    assert len(made) == 1
    assert 900 < calls <= 2000
