"""Whole games, from Home to the score sheet, with nothing but the knob and the buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import firmware_py.games
from engines import catalog
from engines.languages import LANGUAGES
from engines.match import replay
from firmware_py.match.game_info import info_of
from firmware_py.screens.play.result import ResultScreen
from tests.support.fingerprints import changed, shown
from tests.support.table_players import TablePlayers, new_game, shown_ways, way_name

PRODUCT = Path(firmware_py.games.__file__).parent
"""A game from elsewhere has no stored fingerprints."""
NAMES = ("Ida", "Bo", "Noé", "Lea", "Pi")


def play_a_game(box: Any, game: str, seats: int = 2, options: Any = None) -> TablePlayers:
    """Sit down for a game, play it to the end, and return the people."""
    players = TablePlayers(box, game, seats=seats, first=seats - 1, options=options)
    new_game(box, game, NAMES[:seats], first=NAMES[seats - 1], options=options or {})
    players.set_up()
    players.play_out()
    return players


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats", "options"), shown_ways())
def test_a_whole_game_ends_with_the_score_of_the_engine(
    make_box: Any, game: str, seats: int, options: dict[str, object], language: str
) -> None:
    """The screen, the stored record and an engine that was never near the box agree."""
    box = make_box(language=language)
    players = play_a_game(box, game, seats, options)
    if language == LANGUAGES[0] and (PRODUCT / game).is_dir():
        assert changed(f"game-{way_name(game, seats, options)}", shown(box)) == ""

    assert isinstance(box.screen, ResultScreen)
    outcome = players.engine.outcome(players.truth.state)
    assert outcome is not None
    names = NAMES[: len(outcome.scores)]
    if outcome.winner is not None:
        winner = names[outcome.winner]
        assert box.services.say("{name} wins", name=winner) in box.text

    record = box.services.table.match.record()
    again = replay(record, catalog.load(players.engine.name))
    assert again.engine.outcome(again.state) == outcome

    if not info_of(players.engine.name).has_points:
        assert box.unfit == {}
        return
    box.press().choose("Score sheet")
    box.turn(-9)
    for name, score in zip(names, outcome.scores, strict=True):
        assert box.chosen == f"{name}: {score}"
        box.turn(1)
    assert box.unfit == {}


def test_the_deck_of_mandala_is_shuffled_anew_and_play_goes_on(box: Any) -> None:
    """The box says so when it happens."""
    players = TablePlayers(box, "mandala", first=1)
    new_game(box, "mandala", NAMES[:2], first="Bo")
    players.set_up()
    players.play_out()
    assert players.truth.state.dealt.shuffles > 0
    shown = [" ".join(picture.text) for picture in box.panel.pictures]
    assert any("Shuffle the discard pile" in words for words in shown)
    assert isinstance(box.screen, ResultScreen)


def test_the_finished_match_is_in_the_history(box: Any) -> None:
    """With its winner and the scores."""
    players = play_a_game(box, "icehouse")
    outcome = players.engine.outcome(players.truth.state)
    box.hold("back").choose("History")
    assert f"Ida:\u00a0{outcome.scores[0]}" in box.chosen
    assert "Icehouse Mandala" in box.chosen
