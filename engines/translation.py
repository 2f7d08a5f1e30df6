"""Marks texts for translation and translates them: plural forms, contexts, and forms by case.

A text is marked in the code, and translated when it is shown:

>>> cards = N_plural("{count} card", "{count} cards")
>>> black = N_context("a player", "Black")
>>> say = Translator()
>>> say(cards, count=1), say(cards, count=3), say(black)
('1 card', '3 cards', 'Black')

A language in which nouns change inside a sentence gives the translation of a term more than one
form, and its sentences choose among them: "schwarzer Ronin|acc=schwarzen Ronin" and "Bewege den
{piece:acc}." A word without that form stays as it is, and so does a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from engines.languages import SOURCE

if TYPE_CHECKING:
    from gettext import GNUTranslations


class Marked(str):
    """An English text with a plural or a context; `str` of it is the text, or that for many."""

    one = ""
    """The text for one thing, if the number of something decides."""
    by = ""
    """The place whose number decides."""
    context = ""
    """Tells apart texts that are alike in English."""


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for "translate later"
    """Return the text unchanged; marks it for the catalogs."""
    return text


def N_plural(one: str, many: str, by: str = "count") -> Marked:  # noqa: N802 - as N_
    """Mark a sentence whose form depends on the number in the place `by`.

    Raise ValueError if the sentence has no such place.
    """
    if f"{{{by}}}" not in one or f"{{{by}}}" not in many:
        raise ValueError(f"{many!r} has no place {{{by}}}")
    text = Marked(many)
    text.one, text.by = one, by
    return text


def N_context(context: str, text: str) -> Marked:  # noqa: N802 - as N_
    """Mark a text that needs another translation in this context than elsewhere."""
    marked = Marked(text)
    marked.context = context
    return marked


class Word(str):
    """A text in its plain form; `format(word, "acc")` is the form for a case, if it has one.

    >>> format(Word("Ronin|"), "acc"), format(Word.parse("er|acc=ihn|dat=ihm"), "dat")
    ('Ronin|', 'ihm')
    """

    forms: Mapping[str, str] = {}

    @classmethod
    def parse(cls, text: str) -> Word:
        """Return the word that a catalog writes as `plain|case=form|case=form`."""
        plain, *forms = text.split("|")
        word = cls(plain)
        word.forms = dict(form.split("=", 1) for form in forms)
        return word

    @classmethod
    def join(cls, words: Iterable[str]) -> Word:
        """Return a list of words, which has the forms that any of them has."""
        each = [word if isinstance(word, Word) else cls(word) for word in words]
        joined = cls(", ".join(each))
        cases = {case for word in each for case in word.forms}
        joined.forms = {case: ", ".join(format(w, case) for w in each) for case in cases}
        return joined

    def __format__(self, case: str) -> str:
        return self.forms.get(case, str(self))


class Translator:
    """Translates marked texts by a catalog; without one they stay English."""

    def __init__(self, catalog: GNUTranslations | None = None) -> None:
        self._catalog = catalog

    def __call__(self, text: str, /, **places: object) -> str:
        """Return a text in the language, with its places filled in if any are given.

        Raise TypeError if a text with plural forms does not get its number.
        """
        said = self._translated(text, places)
        if places:
            return said.format_map(
                {name: Word(v) if type(v) is str else v for name, v in places.items()}
            )
        return Word.parse(said) if "|" in said else said

    def _translated(self, text: str, places: Mapping[str, object]) -> str:
        if not isinstance(text, Marked):
            return text if self._catalog is None else self._catalog.gettext(text)
        if text.context:
            return (
                str(text) if self._catalog is None else self._catalog.pgettext(text.context, text)
            )
        number = places.get(text.by)
        if not isinstance(number, int):
            raise TypeError(f"{text!r} needs a number in {{{text.by}}}, not {number!r}")
        if self._catalog is None:
            return text.one if number == 1 else text
        return self._catalog.ngettext(text.one, text, number)


def open_catalog(domain: str, folder: Path, language: str) -> Translator:
    """Return the translator of a package's texts into a language."""
    if language == SOURCE:
        return Translator()
    import gettext  # not needed for the language of the sources

    return Translator(gettext.translation(domain, folder, languages=[language]))


def capitalized(sentence: str) -> str:
    """Return a sentence with a capital first letter; the other letters stay as they are.

    >>> capitalized("¿quién empieza, Ana?")
    '¿Quién empieza, Ana?'
    """
    start = 1 if sentence[:1] in tuple("¿¡") else 0
    return sentence[:start] + sentence[start : start + 1].upper() + sentence[start + 1 :]
