"""Every refusal that is explained ends with its place in the rulebook."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from engines import catalog
from engines.engine import Reason
from engines.languages import LANGUAGES
from firmware_py.games import ui_of
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.why import Verdict, place_of, refusal_text
from firmware_py.ui.navigation import GoToMatch
from tests.support.match_on_table import begin

PLACES = {
    ("mandala", "COLOUR_IN_MOUNTAIN", "en"): "Mandala: the colour rule",
    ("mandala", "COLOUR_IN_MOUNTAIN", "fr"): "Mandala\N{NO-BREAK SPACE}: la règle des couleurs",
    ("mandala", "COLOUR_IN_MOUNTAIN", "it"): "Mandala: la regola del colore",
    ("stones", "SAME_CIRCLE", "fr"): "Mandala Stones\N{NO-BREAK SPACE}: déplacer un artiste",
    ("icehouse", "BACKWARD", "it"): "Mandala Icehouse: mai all'indietro",
    ("scorepad", "CELL_TAKEN", "fr"): "Marque-points\N{NO-BREAK SPACE}: les corrections",
    ("mana", "PATH_BLOCKED", "en"): "Mana: no jumping",
}

GRANTED = {
    "en": ("Why", "Legal", "Forced"),
    "fr": ("Pourquoi", "Permis", "Obligatoire"),
    "it": ("Perché", "Permessa", "Obbligata"),
}
"""Titles of pages that refuse nothing."""


def refusals(box: Any) -> dict[str, tuple[str, Reason]]:
    """Return what hands could try here and may not, by the code of its refusal."""
    match = box.services.table.match
    found: dict[str, tuple[str, Reason]] = {}
    for text in ui_of(match.engine.name).attempts(match.state).choices():
        reason = match.why_not(text)
        if reason is not None:
            found.setdefault(reason.code, (text, reason))
    return found


@pytest.mark.parametrize(("game", "code", "language"), PLACES)
def test_place_names_the_game_and_the_rule(box: Any, game: str, code: str, language: str) -> None:
    begin(box, game)
    box.services.settings.put("language", language)
    assert (
        place_of(box.services, box.services.table.match, Reason(code))
        == PLACES[game, code, language]
    )


def test_reason_that_rests_on_no_rule_has_no_place(box: Any) -> None:
    """Nothing stands below its sentence, not even an empty line."""
    begin(box, "mana")
    said = refusal_text(box.services, box.services.table.match, Reason("GAME_OVER"))
    assert place_of(box.services, box.services.table.match, Reason("GAME_OVER")) == ""
    assert said == "The game is over. You can still undo, or start a new game."


@pytest.mark.parametrize("game", catalog.GAMES)
def test_answers_and_why_end_with_the_place(box: Any, game: str) -> None:
    """On the display nothing of it is cut, and what pages and screen readers get ends alike."""
    engine = begin(box, game)
    table = box.services.table
    seen = set()
    for _ in range(6):
        found = refusals(box)
        for language, size in product(LANGUAGES, ("normal", "large")):
            box.services.settings.put("language", language)
            box.services.settings.put("text", size)
            seen |= check_places(box, found)
        choices = engine.legal(table.match.state)
        table.play(engine.write(choices[len(choices) // 2]), table.match.turn.seat)
    assert seen


def check_places(box: Any, found: dict[str, tuple[str, Reason]]) -> set[str]:
    """Check that each refusal, and what cannot be chosen now, ends with a place; return them."""
    language = box.services.settings["language"]
    box.app.follow(GoToMatch())
    assert isinstance(box.screen, Play)
    places = set()
    for text, reason in found.values():
        place = place_of(box.services, box.services.table.match, reason)
        verdict = Verdict(box.services, box.services.table.match, box.screen.scene(), text)
        assert place
        assert verdict.pages[-1].splitlines()[-1] == place
        assert verdict.words().text.splitlines()[-1] == place
        places.add(place)
    why = box.screen.entry.why(box.screen.scene())
    refused = [page.text for page in why.pages if page.title not in GRANTED[language]]
    if refused:
        assert refused[-1].splitlines()[-1] in places
        assert why.words().text.splitlines()[-1] in places
    return places
