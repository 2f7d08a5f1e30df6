"""A made-up language: four plural forms, three cases, and long words that break at soft hyphens.

Its sentences are those of the language that is widest on the display, so that what fits there fits
here: two words of a sentence become one with a soft hyphen, and a noun in the accusative or the
dative ends in a letter that no other word of the language ends in.
"""

from __future__ import annotations

import gettext
import re
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import engines.wording
import firmware_py.core.language
from engines.languages import TRANSLATED
from firmware_py.ui.canvas import text_width
from hatch_build import DOMAINS

if TYPE_CHECKING:
    import pytest
    from babel.messages.catalog import Message

CODE = "sl"
"""A language with four plural forms that the product does not have."""
ACC, DAT = "ï", "ü"
"""The last letter of a noun in each case."""
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
NOUNS = ("piece", "pieces", "pyramid", "stone", "colour", "lord", "victim", "demand", "stands")
"""The places of a sentence that nouns stand in."""

_ROOT = Path(__file__).parents[2]
_WORDS = re.compile(r"(?<![\w{:])([^\W\d_]{4,}) ([^\W\d_]{4,})(?![\w}:])")


class MadeUp(GNUTranslations):
    """A catalog that notes which plural forms were asked for."""

    def __init__(self, compiled: Any) -> None:
        super().__init__(compiled)
        self.asked: set[int] = set()

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form for a number."""
        self.asked.add(self.plural(n))  # type: ignore[attr-defined]
        return super().ngettext(msgid1, msgid2, n)


def catalog_of(domain: str) -> Catalog:
    """Return the texts of a package in the language."""
    read = []
    for language in TRANSLATED:
        path = _ROOT / domain / "text" / language / "LC_MESSAGES" / f"{domain}.po"
        read.append(read_po(BytesIO(path.read_bytes()), locale=language))
    held = Catalog(CODE)
    for message in read[0]:
        if message.id:
            there = [found for one in read if (found := one.get(message.id, message.context))]
            held.add(message.id, _said(message, there), context=message.context)
    return held


def _said(message: Message, there: list[Message]) -> str | tuple[str, ...]:
    if isinstance(message.id, str):
        widest = max((str(one.string) for one in there), key=lambda t: text_width(t, "small"))
        return changed(widest)
    widest = max(
        (str((one.string or ("",))[-1]) for one in there), key=lambda t: text_width(t, "small")
    )
    return (changed(widest),) * 4


def changed(text: str) -> str:
    """Return a text of the language: a noun in its cases, or a sentence with a long word."""
    places = re.findall(r"{(\w+)}", text)
    if not places and re.fullmatch(r"[^\W\d_][\w ]*[^\W\d_]", text):
        return f"{text}|acc={text[:-1]}{ACC}|dat={text[:-1]}{DAT}"
    for place, case in zip(
        [each for each in places if each in NOUNS], ("acc", "dat"), strict=False
    ):
        text = text.replace(f"{{{place}}}", f"{{{place}:{case}}}", 1)
    return _WORDS.sub(rf"\1{SOFT_HYPHEN}\2", text, count=1) if text.endswith((".", "?")) else text


def is_raw(text: str) -> bool:
    """Return whether a text shows marks of the catalogs that only the translator should see."""
    return re.search(r"\|(acc|dat)=|{\w+(:\w+)?}", text) is not None


def install(monkeypatch: pytest.MonkeyPatch) -> dict[str, MadeUp]:
    """Let the product find the language under `CODE`; return its catalogs by package."""
    made = {}
    for domain in DOMAINS:
        compiled = BytesIO()
        write_mo(compiled, catalog_of(domain))
        compiled.seek(0)
        made[domain] = MadeUp(compiled)
    usual = gettext.translation

    def found(domain: str, folder: Path, languages: list[str]) -> GNUTranslations:
        return made[domain] if languages == [CODE] else usual(domain, folder, languages)

    monkeypatch.setattr(gettext, "translation", found)
    forget()
    return made


def forget() -> None:
    """Forget what was read of the catalogs."""
    engines.wording.translator.cache_clear()
    firmware_py.core.language.translator.cache_clear()
