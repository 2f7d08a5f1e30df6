"""Whole games in a made-up language: plural forms, cases and long words reach the display.

`test_fit` looks at every menu, card and refusal in this language, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines import catalog
from engines.engine import Message, Term
from engines.wording import Voice, translator
from tests.support import made_up
from tests.support.table_players import TablePlayers, new_game


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, made_up.MadeUp]]:
    """Return the catalogs of the language, which the product finds."""
    yield made_up.install(monkeypatch)
    made_up.forget()


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_whole_game_is_played_in_it(
    make_box: Any, made: dict[str, made_up.MadeUp], game: str
) -> None:
    """Everything fits, and no form or place is left for people to see."""
    box = make_box(language=made_up.CODE)
    shown: set[str] = set()
    box.app.painter.observers.append(lambda canvas: shown.update(canvas.reading()))
    players = TablePlayers(box, game)
    new_game(box, game, ("Maximiliane", "Bo"), first="Maximiliane")
    players.set_up()
    players.play_out()
    assert box.unfit == {}
    assert [text for text in shown if made_up.is_raw(text)] == []
    assert len(shown) > 100


def test_nouns_come_in_their_case_and_numbers_in_four_forms(
    made: dict[str, made_up.MadeUp],
) -> None:
    """In the sentences of a real game; without a case the noun is plain."""
    voice = Voice(catalog.load("mana").words, translator(made_up.CODE))
    ronin = Term("piece", "b")
    plain = voice.fact(ronin)
    said = voice.say(Message("step.take", {"piece": ronin, "square": "a1"}))
    assert plain not in said
    assert plain[:-1] + made_up.ACC in said
    for turns in (1, 2, 3, 5):
        voice.say(Message("coach.wins", {"turns": turns}))
    assert made["engines"].asked == {0, 1, 2, 3}


def test_a_text_that_goes_around_the_translator_is_seen(
    made: dict[str, made_up.MadeUp],
) -> None:
    """Its forms stand there, or a place that nothing filled."""
    assert made_up.is_raw(made["engines"].gettext("black"))
    assert made_up.is_raw("Move {piece:acc}.")
    assert not made_up.is_raw(translator(made_up.CODE)("black"))


def test_long_words_break_at_soft_hyphens() -> None:
    """Two words of a sentence become one; places and short labels stay as they are."""
    long = f"de Anna{made_up.SOFT_HYPHEN}Maria {{count}}."
    assert made_up.changed("de Anna Maria {count}.") == long
    assert made_up.changed("Prendre {piece} {end}") == "Prendre {piece:acc} {end}"
    assert made_up.changed("ronin") == "ronin|acc=roniï|dat=roniü"
