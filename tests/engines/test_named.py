"""Names that a table brings with it, and who may choose: what engines can ask of the contract."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines import catalog
from engines.engine import BadPosition, Named
from engines.json_reader import JsonReader
from engines.languages import LANGUAGES
from engines.match import Match
from engines.wording import WORDS, Voice, plain, translator

TRICKS = Named("tricks", (("en", "Tricks"), ("fr", "Plis")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalog_knows_its_own_language(language: str) -> None:
    """A voice finds the text of a name by it."""
    assert translator(language)(WORDS["language"]) == language


def test_a_name_is_in_the_language_else_in_english() -> None:
    """A program gets the key."""
    said = {language: Voice({}, translator(language)).fact(TRICKS) for language in LANGUAGES}
    assert said == {"en": "Tricks", "fr": "Plis", "it": "Tricks"}
    assert plain(TRICKS) == "tricks"
    assert Voice({}, translator("it")).fact((TRICKS, 3)) == "Tricks, 3"


def test_a_name_without_english_is_still_shown() -> None:
    """In what there is; without anything, by its key."""
    assert Named("a", (("de", "Stiche"),)).text("fr") == "Stiche"
    assert Named("a", ()).text("fr") == "a"


def test_the_record_names_who_answered_only_where_anybody_may() -> None:
    """A question to the table is the table's, no matter which seat answers."""
    engine = catalog.load("mandala")
    for game, who in ((engine, "table"), (replace(engine, anybody=True), "1")):
        match = Match(game, catalog.begin(game, seats=2, seed=1, first=0))
        match.play("F1=RG", 1)
        assert match.lines[-1].who == who


def test_a_value_that_json_does_not_know_can_be_shown() -> None:
    """TOML has dates."""
    from datetime import date

    with pytest.raises(BadPosition) as refused:
        JsonReader(date(2020, 1, 2), "place").whole()
    assert refused.value.reason.facts["value"] == '"2020-01-02"'
