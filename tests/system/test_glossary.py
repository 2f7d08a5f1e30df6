"""The catalogs keep to the glossary of CONTRIBUTING.md: one thing has one word in each language."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Catalog

from engines import catalog as catalog_of_games
from engines.languages import LANGUAGES, SOURCE, TRANSLATED
from hatch_build import DOMAINS
from tests.system.test_catalogs import ROOT, catalog, english, forms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from babel.messages.catalog import Message

PACKAGES = {
    "Mana": "mana",
    "Mandala": "mandala",
    "Stones": "stones",
    "Icehouse": "icehouse",
    "Score pad": "scorepad",
}
"""The packages of the games that the glossary names in brackets."""

ENDING = re.compile(r"(?<=\w{3})(er|ir|re|are|ere|ire|e|a|o|i)$")
"""What changes at the end of a French or Italian word."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the glossary."""

    term: str
    game: str
    """The package of the game whose sentences it is about; empty for all."""
    words: dict[str, str]
    never: dict[str, tuple[str, ...]]

    def held(self, language: str) -> list[str]:
        """Return the words in italics, of which a sentence has one."""
        return re.findall(r"\*([^*]+)\*", self.words[language])


def rows(text: str) -> list[Row]:
    """Return the rows of the table under the heading Glossary."""
    _, table = text.split("## Glossary", 1)
    found = []
    for line in table.split("\n## ")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 5 or cells[0].startswith(("-", "**", "Term")):
            continue
        game = re.search(r"\(([^)]*)\)$", cells[0])
        lists = (part.strip().split(": ", 1) for part in cells[4].split(";") if part.strip())
        found.append(
            Row(
                cells[0],
                PACKAGES[game[1]] if game else "",
                dict(zip(LANGUAGES, cells[1:4], strict=True)),
                {language: tuple(words.split(", ")) for language, words in lists},
            )
        )
    return found


GLOSSARY = rows((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))


def is_about(row: Row, message: Message) -> bool:
    """Return whether a sentence belongs to the game of a row, or the row to all games."""
    places = [place for place, _ in message.locations]
    return not row.game or all(f"/{row.game}/" in place for place in places)


@cache
def compiled(pattern: str, *, any_case: bool) -> re.Pattern[str]:
    """Return the search for whole words; `re` itself keeps fewer than the glossary has."""
    return re.compile(rf"(?<!\w)({pattern})(?!\w)", re.IGNORECASE if any_case else 0)


@cache
def without_places(text: str) -> str:
    """Return a text without the names of what is put into it."""
    return re.sub(r"{[^}]*}", "{}", text)


def has(text: str, pattern: str, *, any_case: bool = True) -> bool:
    """Return whether a text has these whole words, outside of its places."""
    return compiled(pattern, any_case=any_case).search(without_places(text)) is not None


@cache
def any_form(term: str, language: str) -> str:
    """Return a pattern for a term in the plural, as a verb that is bent, and so on."""
    if language == SOURCE:
        return re.escape(term) + "(s|es|d|ed|ing)?"
    stems = (re.escape(ENDING.sub("", word)) for word in term.split())
    return r"\s+".join(re.sub("[éè]", "[éè]", stem) + r"\w*" for stem in stems)


def wrong_words(row: Row, messages: Iterable[Message], language: str) -> list[tuple[str, str]]:
    """Return the sentences in a language against a row, each with the word that must (not) be."""
    found = []
    for message in messages:
        if not message.id or not is_about(row, message):
            continue
        said = english(message) if language == SOURCE else forms(message)
        for text in said:
            found += [(text, f"not {word}") for word in row.never.get(language, ())
                      if has(text, re.escape(word), any_case=False)]  # fmt: skip
            asked = any(
                has(english(message)[-1], any_form(word, SOURCE)) for word in row.held(SOURCE)
            )
            if asked and not any(
                has(text, any_form(word, language)) for word in row.held(language)
            ):
                found.append((text, row.words[language]))
    return found


def wrong_in_lesson(text: str, game: str) -> dict[str, list[tuple[str, str]]]:
    """Return the sentences of a lesson with a word that is ruled out, by language."""
    steps = tomllib.loads(text)["step"]
    return {
        language: [
            (said, f"not {word}")
            for step in steps
            for said in (step.get("about", {}).get(language, ""), step.get(language, ""))
            for row in GLOSSARY
            if row.game in {"", game}
            for word in row.never.get(language, ())
            if has(said, re.escape(word), any_case=False)
        ]
        for language in LANGUAGES
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("package", "row"),
    [(package, row) for package in DOMAINS for row in GLOSSARY],
    ids=lambda given: given.term if isinstance(given, Row) else given,
)
def test_one_thing_has_one_word(package: str, row: Row, language: str) -> None:
    """The word of the glossary where it is asked for, and never one of those that it rules out."""
    held = catalog(package, TRANSLATED[0] if language == SOURCE else language)
    assert wrong_words(row, held, language) == []


TABLE = """
## Glossary

| Term | English | French | Italian | Never |
|---|---|---|---|---|
| **Mandala** | | | | |
| take a colour (Mandala) | *claim* | *récupérer* | *reclamare* | en: lot, box; fr: choisir |

## After it
| not | a | row | of | it |
"""


def test_a_word_against_the_glossary_is_seen() -> None:
    """One that is ruled out, and one that is missing; in its game alone, and in any form."""
    (row,) = rows(TABLE)
    held = Catalog("fr")
    mandala = [("engines/mandala/words.py", 0)]
    for text, said in [
        ("{claim} claims {colour}.", "{claim} choisit {colour}."),
        ("Claim a card.", "Récupérez une carte."),
        ("A lot of cards", "Il faut choisir."),
        ("a disclaimer", "avertissement"),
    ]:
        held.add(text, said, locations=mandala)
    held.add("Claims", "Choisir", locations=[("engines/stones/words.py", 0)])
    assert wrong_words(row, held, "fr") == [
        ("{claim} choisit {colour}.", "*récupérer*"),
        ("Il faut choisir.", "not choisir"),
    ]
    assert wrong_words(row, held, "en") == [("A lot of cards", "not lot")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", catalog_of_games.GAMES)
def test_a_lesson_keeps_to_the_glossary(game: str, language: str) -> None:
    """Its sentences are in a file of their own, and have none of the words that are ruled out."""
    found = wrong_in_lesson((ROOT / "firmware_py/games" / game / "lesson.toml").read_text(), game)
    assert found[language] == []


def test_a_word_against_the_glossary_in_a_lesson_is_seen() -> None:
    """In the language of the sentence alone."""
    text = '[[step]]\nen = "The mandala"\nabout.it = "Il mandala"\nit = "Il Mandala"\n'
    assert wrong_in_lesson(text, "mandala") == {
        "en": [], "fr": [], "it": [("Il mandala", "not mandala")],
    }  # fmt: skip
