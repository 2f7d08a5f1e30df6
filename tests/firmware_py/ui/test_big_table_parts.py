"""The parts of the table for pages: sent when they change, bounded, and without secrets."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from engines import catalog
from engines.mandala.cards import COLOURS, colour_term
from engines.rng import Chance
from firmware_py.app.page_questions import answer_question, moment
from firmware_py.app.page_state import MOVES_AT_MOST, SVG_AT_MOST, BigTable, moment_picture
from firmware_py.games import ui_of
from firmware_py.games.vocabulary import NAMED_AT_MOST
from firmware_py.match.seats import HiddenHands
from firmware_py.panels.web.messages import TableMessages
from firmware_py.screens.play.play import Play
from firmware_py.ui.navigation import GoToMatch
from tests.support.match_on_table import begin

QUESTIONS = ("turn", "clocks", "last", "mine", "may", "table")


def play_on(box: Any, engine: Any, chance: Chance) -> None:
    legal = list(engine.legal(box.services.table.match.state))
    box.services.table.play(engine.write(chance.choose(legal)))
    box.app.follow(GoToMatch())


LONG_GAME = 300
"""The number of lines to play of a sheet that may have two hundred rounds."""


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_whole_game_is_sent_in_bounded_messages(box: Any, game: str) -> None:
    engine, chance = begin(box, game), Chance(5, "parts")
    table, messages = BigTable(box.services), TableMessages(sends_removed=True)
    longest = 0
    match = box.services.table.match
    while match.turn is not None and len(match.lines) < LONG_GAME:
        parts, hidden = table.parts(box.app.screens)
        assert hidden == {}
        assert messages.take(parts)
        assert not messages.take(table.parts(box.app.screens)[0])
        longest = max(longest, *map(len, messages.messages.values()))
        play_on(box, engine, chance)
    assert len(table.parts(box.app.screens)[0]["moves"]["lines"]) <= MOVES_AT_MOST
    assert longest < SVG_AT_MOST


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_question_is_answered_in_every_game(box: Any, game: str) -> None:
    engine, chance = begin(box, game), Chance(6, "questions")
    for _ in range(6):
        play = box.app.top
        assert isinstance(play, Play)
        for which in QUESTIONS:
            assert answer_question(box.services, play, which), which
        play_on(box, engine, chance)
    has_picture = ui_of(game).picture is not None
    assert moment_picture(box.services, 1)["svg"].startswith("<svg" if has_picture else "")
    assert moment_picture(box.services, 10_000)["svg"] == ""


@pytest.mark.parametrize("game", catalog.GAMES)
def test_what_may_be_chosen_is_a_sentence_at_every_step_of_a_choice(box: Any, game: str) -> None:
    """What is asked comes first, then no more than somebody can keep in mind."""
    engine, chance = begin(box, game), Chance(8, "may")
    while box.services.table.match.turn is not None and len(box.services.table.match.lines) < 12:
        play = box.app.top
        while play.picker.options:
            said = answer_question(box.services, play, "may")
            assert said.endswith(".")
            assert re.match(r"[A-Z].* ", said)
            assert said.count(",") <= 2 * NAMED_AT_MOST
            play.picker.index = chance.below(len(play.picker.options))
            if play.picker.press() is not None:
                break
        play_on(box, engine, chance)


def test_only_the_player_learns_what_the_hand_allows(box: Any) -> None:
    """In practice the box keeps the hands: a page that plays along sees what the display shows."""
    box.choose("Practice").choose("Mandala").choose("Start")
    play = box.app.top
    dealt = box.services.current_table.match.state.dealt.hands[0]
    held = {
        play.scene().voice.fact(colour_term(colour))
        for colour, count in zip(COLOURS, dealt, strict=True)
        if count
    }
    answer = answer_question(box.services, play, "may", may_act=True)
    assert answer.startswith("Choose a colour: ")
    named = set(re.findall(r"[a-z]+", answer.partition("colour: ")[2].partition(".")[0]))
    assert named <= held
    assert "Your hand: " in answer_question(box.services, play, "mine", may_act=True)
    assert answer_question(box.services, play, "may") == "That would give away someone's cards."
    assert "Your hand" not in answer_question(box.services, play, "mine")


def test_what_viewers_get_does_not_depend_on_hidden_cards(
    box: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole game with hands that the box keeps: swapped, nothing that is sent changes."""
    monkeypatch.setattr(HiddenHands, "are_kept", property(lambda _: True))
    monkeypatch.setattr(HiddenHands, "is_covered", property(lambda _: False))
    seat = property(lambda _: box.services.table.match.turn.seat)
    monkeypatch.setattr(HiddenHands, "eyes", seat)
    engine, chance = begin(box, "mandala", table="full"), Chance(7, "secret")
    seen = 0
    while box.services.table.match.turn is not None:
        play, moments = box.app.top, box.services.table.match._moments  # noqa: SLF001 - another state in the place of the last
        public, last = _for_viewers(box), moments[-1] if moments else None
        if last is not None and _can_swap(last.state):
            dealt = last.state.dealt
            other = replace(last.state, dealt=replace(dealt, hands=dealt.hands[::-1]))
            moments[-1] = replace(last, state=other)
            play._begin()  # noqa: SLF001 - the screen looks at it again
            assert _for_viewers(box) == public
            seen += 1
            moments[-1] = last
        play_on(box, engine, chance)
    assert seen > 5


def test_what_is_being_chosen_tells_a_viewer_of_no_other_moment(box: Any) -> None:
    """Of hands that the box keeps: for the player, each picked part makes the answers stale."""
    box.choose("Practice").choose("Mandala").choose("Start")

    def moments() -> tuple[str, str]:
        parts, hidden = BigTable(box.services).parts(box.app.screens)
        return parts["moment"], hidden["moment"]

    seen, public = moments()
    box.press()
    assert moments()[0] != seen
    assert moments()[1] == public
    assert public == moment(box.services, box.app.top)


def _can_swap(state: Any) -> bool:
    """Return whether other hands can be dealt without a visible difference."""
    mine, yours = state.dealt.hands
    return bool(mine != yours and sum(mine) == sum(yours))


def _for_viewers(box: Any) -> str:
    parts, hidden = BigTable(box.services).parts(box.app.screens)
    play = box.app.top
    answers = [answer_question(box.services, play, which) for which in QUESTIONS]
    return json.dumps([{**parts, **hidden}, answers])


def test_the_hand_is_sent_to_the_player_and_to_no_viewer(box: Any) -> None:
    """The picture shows what everybody sees: without the hand nobody could choose."""
    box.choose("Practice").choose("Mandala").choose("Start")
    parts, hidden = BigTable(box.services).parts(box.app.screens)
    hand = box.services.current_table.match.state.dealt.hands[0]
    cards = parts["held"].removeprefix("Your hand: ").split(", ")
    assert sum(int(each.split()[0]) for each in cards) == sum(hand)
    assert hidden["held"] == ""
    assert "proposed" in parts["picture"]
    box.press()
    parts, hidden = BigTable(box.services).parts(box.app.screens)
    assert parts["choices"]["commit"] is None  # where the knob began is nobody's choice
    assert hidden["choices"] == {"buttons": [], "commit": None}
    assert "cursor" not in hidden["picture"]
