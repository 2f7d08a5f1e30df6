"""The catalogs hold exactly the sentences of the code, each translated, with the same places."""

from __future__ import annotations

import ast
import re
import shutil
import string
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from engines.languages import LANGUAGES, SOURCE, TRANSLATED
from engines.translation import Word
from firmware_py.core.language import CONTROL_WORDS
from firmware_py.ui.fonts import FontName, font
from hardware.events import Control
from hatch_build import DOMAINS, KEYWORDS, compile_catalogs, extract, update_catalogs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Key = tuple[str, str | None]
ROOT = Path(__file__).parents[2]
TEXT_FONTS: tuple[FontName, ...] = ("small", "medium", "large")
GAME_BOXES = {"fr": r"boîtes?\b", "it": r"scatol[ae]"}
FAMILIAR = {
    "fr": r"\b(tu|ton|tes|toi|peux|dois|choisis|tiens)\b",
    "it": r"\b(tu|tuo|tua|tuoi|tue|puoi|devi|hai|premi|gira|scegli|tieni)\b|^Sei in\b",
}
"""Ways to address one person whom one knows well."""
_PEOPLE = "seats?|names?|givers?|winners?|other|loser|turn|who|opponent|rivals?"
ELIDED = {"fr": rf"\b(de|que|le|la|ne|je|jusque|lorsque|du|au)[ \u00a0]{{({_PEOPLE})}}"}
"""Words that change before a name."""
_NOUN = r"[ \u00a0]{(pieces?|pyramid|stones?|lord|victim|colour)}"
ARTICLES = {
    "en": rf"\b(the|an?){_NOUN}",
    "fr": rf"\b(l[ea]s?|une?|du|votre|son|sa){_NOUN}",
    "it": rf"\b(il?|l[aoe]|una?|del(la)?|dal(la)?|vostr[oa]){_NOUN}",
}
"""Words before a noun of a game that fit one gender only."""
BREAKS = {"fr": r" [:;?!»]|« "}
"""A plain space where a line must not break."""


def sentences(package: str, root: Path = ROOT) -> set[Key]:
    """Return what the code marks for translation."""
    return keys(extract(root, package))


def keys(held: Catalog) -> set[Key]:
    """Return the sentences of a catalog: their English, and the context of those with one."""
    return {(english(message)[-1], message.context) for message in held if message.id}


def english(message: Message) -> tuple[str, ...]:
    """Return the English forms of an entry: one, or that for one thing and that for more."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def forms(message: Message) -> tuple[str, ...]:
    """Return the forms of a translation: one, or as many as the language counts with."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


@cache
def catalog(package: str, language: str) -> Catalog:
    """Return a committed catalog, which nobody changes."""
    path = ROOT / package / "text" / language / "LC_MESSAGES" / f"{package}.po"
    assert path.exists(), f"{path.relative_to(ROOT)} is missing; run: make text"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def places(text: str) -> set[str]:
    """Return the named places of a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def cases(text: str) -> set[str]:
    """Return the cases that the places of a sentence ask for: `acc` of "{piece:acc}"."""
    return {case for _, _, case, _ in string.Formatter().parse(text) if case}


def known_cases(held: Iterable[Catalog]) -> set[str]:
    """Return the cases that any term of the catalogs has a form for."""
    words = [Word.parse(form) for one in held for m in one if m.id for form in forms(m)]
    return {case for word in words for case in word.forms}


def wrong_forms(held: Catalog, known: set[str]) -> list[Message]:
    """Return the entries without all plural forms, or with a case that no term has."""
    return [
        message
        for message in held
        if message.id
        and (
            not all(forms(message))
            or (not isinstance(message.id, str) and len(forms(message)) != held.num_plurals)
            or not all(cases(form) <= known for form in forms(message))
            or any(map(cases, english(message)))
        )
    ]


@pytest.mark.parametrize("package", DOMAINS)
@pytest.mark.parametrize("language", TRANSLATED)
class TestCatalog:
    """One language of one package."""

    def test_no_sentence_is_missing_or_unused(self, package: str, language: str) -> None:
        """`make text` was run after the last change of a sentence."""
        assert keys(catalog(package, language)) == sentences(package), "run: make text"

    def test_every_sentence_is_translated(self, package: str, language: str) -> None:
        """No empty and no fuzzy entry; a plural has every form, a case is one that terms have."""
        held = catalog(package, language)
        assert [message.id for message in held if message.id and message.fuzzy] == []
        known = known_cases(catalog(each, language) for each in DOMAINS)
        assert [message.id for message in wrong_forms(held, known)] == []

    def test_places_are_the_same(self, package: str, language: str) -> None:
        """A translation names every fact that the English sentence names."""
        for message in catalog(package, language):
            for form in forms(message) if message.id else ():
                assert places(form) == places(english(message)[-1]), message.id

    def test_characters_are_ones_the_display_has(self, package: str, language: str) -> None:
        """Every font for text has a glyph for every character."""
        for message in catalog(package, language):
            for name in TEXT_FONTS:
                text = "".join(english(message) + forms(message)) if message.id else ""
                assert not strange_characters(text, name), (message.id, name)


def test_a_missing_form_and_an_unknown_case_are_seen() -> None:
    """In a language with four plural forms and three cases."""
    held = Catalog("sl")
    held.add("ronin", "ronin|acc=ronina|dat=roninu")
    held.add("Move {piece}.", "Premakni {piece:acc}.")
    held.add(("{count} card", "{count} cards"), ("{count} a", "{count} i", "{count} e", "{count}"))
    known = known_cases([held])
    assert known == {"acc", "dat"}
    assert wrong_forms(held, known) == []
    faults = [
        held.add(("{count} line", "{count} lines"), ("{count} a", "{count} i", "{count} e", "")),
        held.add(("{count} cell", "{count} cells"), ("{count} a", "{count} i")),
        held.add("With {piece}.", "{piece:ins}"),
        held.add("From {piece:gen}.", "{piece}"),
    ]
    assert wrong_forms(held, known) == faults
    assert places("Move {piece}.") == places("Premakni {piece:acc}.")


def strange_characters(text: str, font_name: FontName) -> set[str]:
    """Return the characters of a text that a font has no glyph for."""
    return {c for c in text if c != "\n" and not font(font_name).has(c)}


def test_what_a_catalog_lacks_is_seen(tmp_path: Path) -> None:
    """A sentence marked in the code, a place in braces, a glyph."""
    (tmp_path / "engines").mkdir()
    code = 'x = N_("Planted {count}")\ny = "not marked"\n'
    (tmp_path / "engines/planted.py").write_text(code)
    assert sentences("engines", tmp_path) == {("Planted {count}", None)}
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
    said = [form for message in catalog(package, language) for form in forms(message)]
    assert [text for text in said if re.search(familiar, text, re.IGNORECASE)] == []


@pytest.mark.parametrize("package", DOMAINS)
@pytest.mark.parametrize(("language", "article"), ARTICLES.items())
def test_no_article_before_a_noun_of_a_game(package: str, language: str, article: str) -> None:
    """The noun may be of another gender, or change by its case."""
    for message in catalog(package, TRANSLATED[0] if language == SOURCE else language):
        said = english(message) if language == SOURCE else forms(message)
        assert not (message.id and any(re.search(article, form) for form in said)), said


@pytest.mark.parametrize("package", DOMAINS)
@pytest.mark.parametrize(("language", "elided"), ELIDED.items())
def test_no_word_before_a_name_depends_on_its_first_letter(
    package: str, language: str, elided: str
) -> None:
    """In "de {name}" Anna would need an apostrophe."""
    said = [form for message in catalog(package, language) for form in forms(message)]
    assert [text for text in said if re.search(elided, text)] == []


@pytest.mark.parametrize("package", DOMAINS)
@pytest.mark.parametrize(("language", "breaks"), BREAKS.items())
def test_a_mark_stays_with_its_word(package: str, language: str, breaks: str) -> None:
    """On the display and on pages: the space is one at which no line breaks."""
    said = [form for message in catalog(package, language) for form in forms(message)]
    for file in ROOT.glob("firmware_py/games/*/lesson.toml"):
        said += re.findall(rf'\b{language} = "(.*?[^\\])"', file.read_text(encoding="utf-8"))
    assert [text for text in said if re.search(breaks, text)] == []


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (ARTICLES["en"], "Take the {piece}."),
        (ARTICLES["it"], "il vostro {piece}"),
        (ELIDED["fr"], "les points de {name}"),
        (BREAKS["fr"], "Qui commence ?"),
        (BREAKS["fr"], "« Associer\u00a0»"),
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


def marked_inside_f_strings(text: str) -> list[str]:
    """Return the marks of sentences in the expressions of f-strings."""
    return [
        ast.unparse(call)
        for outer in ast.walk(ast.parse(text))
        if isinstance(outer, ast.JoinedStr)
        for call in ast.walk(outer)
        if isinstance(call, ast.Call) and ast.unparse(call.func) in KEYWORDS
    ]


def test_no_sentence_is_marked_inside_an_f_string() -> None:
    """Babel finds it there on Python 3.12 and later, and not always before."""
    files = [file for domain in DOMAINS for file in (ROOT / domain).rglob("*.py")]
    assert [hit for file in files for hit in marked_inside_f_strings(file.read_text("utf-8"))] == []
    assert marked_inside_f_strings("""f"{say(N_('a'))}" + N_('b')""") == ["N_('a')"]


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
        begun = read_po(file, locale="de")
    assert keys(begun) == sentences("engines")


class TestCompile:
    """Builds run beside one another, and beside a program that reads the catalogs."""

    @pytest.fixture
    def source(self, tmp_path: Path) -> Path:
        """Return a catalog of one package, compiled."""
        source = tmp_path / "engines/text/fr/LC_MESSAGES/engines.po"
        source.parent.mkdir(parents=True)
        shutil.copy(ROOT / source.relative_to(tmp_path), source)
        compile_catalogs(tmp_path)
        return source

    def test_a_catalog_that_is_read_stays_whole(self, tmp_path: Path, source: Path) -> None:
        """A changed catalog takes the place of the old one, which its readers read to the end."""
        compiled = source.with_suffix(".mo")
        whole = compiled.read_bytes()
        with compiled.open("rb") as reader:
            source.write_text(source.read_text() + '\nmsgid "New."\nmsgstr "Nouveau."\n')
            compile_catalogs(tmp_path)
            assert reader.read() == whole
        assert compiled.read_bytes() != whole
        assert {p.suffix for p in source.parent.iterdir()} == {".po", ".mo"}

    def test_a_catalog_that_is_up_to_date_is_not_written(
        self, tmp_path: Path, source: Path
    ) -> None:
        """So that a second build changes nothing under the first."""
        before = source.with_suffix(".mo").stat()
        compile_catalogs(tmp_path)
        after = source.with_suffix(".mo").stat()
        assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


class TestMakeText:
    """What `make text` writes when sentences of the code change."""

    @pytest.fixture
    def write(self, tmp_path: Path) -> Callable[..., Catalog]:
        """Return a function that writes the code, runs `make text` and returns the catalog."""
        for domain in DOMAINS:
            (tmp_path / domain).mkdir()
        path = tmp_path / "engines/text/fr/LC_MESSAGES/engines.po"

        def write(
            code: str, translated: Mapping[str, str] = {}, reworded: Mapping[str, str] = {}
        ) -> Catalog:
            (tmp_path / "engines/words.py").write_text(code)
            update_catalogs(tmp_path, ("fr",), reworded)
            text = path.read_text()
            for msgid, msgstr in translated.items():
                text = text.replace(f'{msgid}"\nmsgstr ""', f'{msgid}"\nmsgstr "{msgstr}"')
            path.write_text(text)
            compile_catalogs(tmp_path)
            with path.open("rb") as file:
                return read_po(file, locale="fr")

        return write

    def test_a_plural_a_context_and_a_comment_reach_the_catalog(
        self, write: Callable[..., Catalog]
    ) -> None:
        """With the forms that the language counts with."""
        held = write(
            '# Translators: On a button.\nx = N_plural("{count} card", "{count} cards")\n'
            'y = N_context("side", "black")\n'
        )
        card = held.get("{count} card")
        assert card is not None
        assert card.id == ("{count} card", "{count} cards")
        assert card.auto_comments == ["On a button."]
        assert held.get("black", "side") is not None
        assert held.plural_forms == "nplurals=2; plural=(n > 1);"

    def test_a_reworded_sentence_offers_its_translation_for_review(
        self, write: Callable[..., Catalog]
    ) -> None:
        """As a fuzzy entry with the English that it was made for, until somebody looks at it."""
        write(
            'N_("Lay {piece} beside the board.")',
            {"Lay {piece} beside the board.": "Poser {piece}"},
        )
        for _ in range(2):
            held = write('N_("Put {piece} beside the board.")')
            entry = held["Put {piece} beside the board."]
            assert (entry.string, entry.fuzzy) == ("Poser {piece}", True)
            assert entry.user_comments == ["was: Lay {piece} beside the board."]

    def test_a_given_rewording_keeps_the_translation(self, write: Callable[..., Catalog]) -> None:
        """However different the words; if the places differ, somebody has to look."""
        old, new = "Mended {count}.", "The position was corrected: {count}."
        write(f'N_("{old}")', {old: "Corrigé : {count}."})
        held = write(f'N_("{new}")', reworded={old: new})
        assert (held[new].string, held[new].fuzzy) == ("Corrigé\u00a0: {count}.", False)
        held = write('N_("All {number}")', reworded={new: "All {number}"})
        assert held["All {number}"].fuzzy

    def test_a_sentence_that_becomes_a_plural_keeps_its_translation(
        self, write: Callable[..., Catalog]
    ) -> None:
        """In each form, for review."""
        write('N_("{count} cards")', {"{count} cards": "{count} cartes"})
        held = write('N_plural("{count} card", "{count} cards")')
        assert held["{count} card"].string == ("{count} cartes", "{count} cartes")
        assert held["{count} card"].fuzzy

    def test_a_sentence_that_gets_a_context_keeps_its_translation(
        self, write: Callable[..., Catalog]
    ) -> None:
        """It was right for both so far."""
        write('N_("black")', {"black": "noir"})
        held = write('N_("black"); N_context("side", "black")')
        entry = held.get("black", "side")
        assert entry is not None
        assert (entry.string, entry.fuzzy) == ("noir", False)

    def test_a_translation_without_a_sentence_stays_until_all_are_translated(
        self, write: Callable[..., Catalog]
    ) -> None:
        """It may help to translate the new sentence."""
        write('N_("Mended.")', {"Mended.": "Corrigé."})
        held = write('N_("Quite different")')
        assert [m.string for m in held.obsolete.values()] == ["Corrigé."]
        held = write('N_("Quite different")', {"Quite different": "Tout autre"})
        held = write('N_("Quite different")')
        assert not held.obsolete
