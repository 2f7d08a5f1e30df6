"""The catalogs hold exactly the sentences of the code, each translated, with the same places."""

from __future__ import annotations

import re
import shutil
import string
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from engines.languages import LANGUAGES, TRANSLATED
from firmware_py.core.control_words import CONTROL_WORDS
from firmware_py.ui.fonts import FontName, font
from hardware.events import Control
from hatch_build import DOMAINS, update_catalogs

ROOT = Path(__file__).parents[2]
TEXT_FONTS: tuple[FontName, ...] = ("small", "medium", "large")
GAME_BOXES = {"fr": r"boîtes?\b", "it": r"scatol[ae]"}
FAMILIAR = {
    "fr": r"\b(tu|ton|tes|toi|peux|dois|choisis|tiens)\b",
    "it": r"\b(tu|tuo|tua|tuoi|tue|puoi|devi|hai|premi|gira|scegli|tieni)\b|^Sei in\b",
}
"""Ways to address one person whom one knows well."""


def sentences(package: str, root: Path = ROOT) -> set[str]:
    """Return what the code marks for translation."""
    found = extract_from_dir(root / package, [("**.py", "python")], keywords={"N_": None})
    return {message for _, _, message, _, _ in found if isinstance(message, str)}


def catalog(package: str, language: str) -> Catalog:
    """Return a committed catalog."""
    path = ROOT / package / "text" / language / "LC_MESSAGES" / f"{package}.po"
    assert path.exists(), f"{path.relative_to(ROOT)} is missing; run: make text"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def places(text: str) -> set[str]:
    """Return the named places of a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("package", DOMAINS)
@pytest.mark.parametrize("language", TRANSLATED)
class TestCatalog:
    """One language of one package."""

    def test_no_sentence_is_missing_or_unused(self, package: str, language: str) -> None:
        """`make text` was run after the last change of a sentence."""
        held = {str(m.id) for m in catalog(package, language) if m.id}
        assert held == sentences(package), "run: make text"

    def test_every_sentence_is_translated(self, package: str, language: str) -> None:
        """No empty and no fuzzy entry."""
        for message in catalog(package, language):
            assert message.string, message.id
            assert not message.fuzzy or not message.id, message.id

    def test_places_are_the_same(self, package: str, language: str) -> None:
        """A translation names every fact that the English sentence names."""
        for message in catalog(package, language):
            if message.id:
                assert places(str(message.string)) == places(str(message.id)), message.id

    def test_characters_are_ones_the_display_has(self, package: str, language: str) -> None:
        """Every font for text has a glyph for every character."""
        for message in catalog(package, language):
            for name in TEXT_FONTS:
                text = f"{message.id}{message.string}" if message.id else ""
                assert not strange_characters(text, name), (message.id, name)


def strange_characters(text: str, font_name: FontName) -> set[str]:
    """Return the characters of a text that a font has no glyph for."""
    return {c for c in text if c != "\n" and not font(font_name).has(c)}


def test_what_a_catalog_lacks_is_seen(tmp_path: Path) -> None:
    """A sentence marked in the code, a place in braces, a glyph."""
    (tmp_path / "engines").mkdir()
    code = 'x = N_("Planted {count}")\ny = "not marked"\n'
    (tmp_path / "engines/planted.py").write_text(code)
    assert sentences("engines", tmp_path) == {"Planted {count}"}
    assert places("{count} of {total}") != places("{count} de {tout}")
    assert strange_characters("é\n中", "small") == {"中"}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_control_has_the_same_word_everywhere(language: str) -> None:
    """Messages name it as panels do, in every language."""
    held = catalog("firmware_py", language)
    printed = {word: str(held[word].string) for word in CONTROL_WORDS.values()}
    for message in held:
        words = set(re.findall(r"[A-Z]{3,}", str(message.id)))
        for word in words & printed.keys():
            assert printed[word] in str(message.string), message.id
        strange = set(re.findall(r"\w+", str(message.string))) & (printed.keys() - words)
        assert not strange - set(printed.values()), message.id


def test_the_case_has_the_words_of_the_controls() -> None:
    """Engraved in the language that it is printed for."""
    case = (ROOT / "hardware/case/tablemate.scad").read_text(encoding="utf-8")
    buttons = [word for control, word in CONTROL_WORDS.items() if control is not Control.KNOB]
    for language in LANGUAGES:
        names = buttons
        if language in TRANSLATED:
            held = catalog("firmware_py", language)
            names = [str(held[word].string) for word in buttons]
            assert f'language == "{language}" ?' in case
        assert "[" + ", ".join(f'"{name}"' for name in names) + "]" in case


@pytest.mark.parametrize(("language", "game_box"), GAME_BOXES.items())
def test_this_device_is_not_called_as_the_box_of_a_game(language: str, game_box: str) -> None:
    """Outside the games no other box is meant."""
    for message in catalog("firmware_py", language):
        if not all("/games/" in place for place, _ in message.locations):
            assert not re.search(game_box, str(message.string)), message.id


@pytest.mark.parametrize("package", DOMAINS)
@pytest.mark.parametrize(("language", "familiar"), FAMILIAR.items())
def test_people_are_addressed_in_one_way(package: str, language: str, familiar: str) -> None:
    """Politely, or not at all: a hand's work is an infinitive."""
    said = [str(message.string) for message in catalog(package, language)]
    assert [text for text in said if re.search(familiar, text, re.IGNORECASE)] == []


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (FAMILIAR["fr"], "Choisis une carte"),
        (FAMILIAR["it"], "Ora premi la manopola"),
        (GAME_BOXES["fr"], "Éteindre la boîte"),
        (GAME_BOXES["it"], "Spegnere la scatola"),
    ],
)
def test_a_wrong_word_is_seen(expression: str, text: str) -> None:
    """A familiar form, or the box of a game in the place of this device."""
    assert re.search(expression, text, re.IGNORECASE)


@pytest.mark.parametrize("package", DOMAINS)
def test_every_catalog_is_of_a_language_of_the_list(package: str) -> None:
    """Another would be shipped, and no test would look at it."""
    found = {path.name for path in (ROOT / package / "text").iterdir()}
    assert found == set(TRANSLATED), "engines/languages.py has other languages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_named_where_people_look(language: str) -> None:
    """By its English name, on the first page."""
    name = str(Locale(language).get_language_name("en"))
    assert name in (ROOT / "README.md").read_text(encoding="utf-8"), f"README.md: {name}"


def test_make_text_changes_nothing_on_a_clean_checkout(tmp_path: Path) -> None:
    """A catalog changes when a sentence does, and for no other reason."""
    for domain in DOMAINS:
        shutil.copytree(ROOT / domain, tmp_path / domain, ignore=shutil.ignore_patterns("*.mo"))
    update_catalogs(tmp_path, TRANSLATED)
    for path in tmp_path.glob("*/text/*/LC_MESSAGES/*.po"):
        assert path.read_text() == (ROOT / path.relative_to(tmp_path)).read_text(), path


def test_a_new_language_begins_with_every_sentence(tmp_path: Path) -> None:
    """`make text` writes the catalogs that the list of languages asks for."""
    for domain in DOMAINS:
        shutil.copytree(ROOT / domain, tmp_path / domain, ignore=shutil.ignore_patterns("*.mo"))
    update_catalogs(tmp_path, ("de",))
    with (tmp_path / "engines/text/de/LC_MESSAGES/engines.po").open("rb") as file:
        begun = {str(message.id) for message in read_po(file, locale="de") if message.id}
    assert begun == sentences("engines")
