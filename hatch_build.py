"""The gettext catalogs: compiled whenever the project is built, brought up to date by `make text`.
The README and the addresses as an index such as PyPI shows them.

python hatch_build.py [REWORDED.json]    extracts the sentences of the code into the .po files, then
                                         compiles; the file maps old English sentences to new ones
"""

import difflib
import json
import os
import re
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

DOMAINS = ("engines", "firmware_py")
KEYWORDS = {"N_": None, "N_plural": (1, 2), "N_context": ((1, "c"), 2)}
"""The functions that mark a text in the code, and which arguments are texts."""

COMMENT_TAG = "Translators:"
"""A comment that begins with it, right above a marked text, reaches the catalogs."""

WAS = "was: "
"""Begins the comment of a fuzzy entry: the English sentence that the translation was made for."""

HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""
"""Nothing in it changes by itself: a catalog changes when a sentence does."""

NO_BREAK = {"fr": ((r" ([:;?!»])", "\N{NO-BREAK SPACE}\\1"), ("« ", "«\N{NO-BREAK SPACE}"))}
"""Where a language has a space at which no line may break, and what stands there instead."""

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def compile_catalogs(root: Path) -> None:
    """Write a .mo next to every .po below `root`, whole: builds may run at the same time."""
    for source in sorted(root.glob("*/text/*/LC_MESSAGES/*.po")):
        catalog = _read(source, source.parts[-3])
        catalog.creation_date = catalog.revision_date = LONG_AGO  # else it is the time of the build
        compiled = BytesIO()
        write_mo(compiled, catalog)
        target = source.with_suffix(".mo")
        if target.exists() and target.read_bytes() == compiled.getvalue():
            continue
        unfinished = target.with_suffix(f".{os.getpid()}.tmp")  # no build packs or reads it
        unfinished.write_bytes(compiled.getvalue())
        unfinished.replace(target)


def update_catalogs(
    root: Path, languages: tuple[str, ...], reworded: Mapping[str, str] | None = None
) -> None:
    """Bring every catalog up to date with the code; begin those of a new language.

    A sentence that was reworded keeps its translation: as it is if `reworded` maps the old English
    to the new, otherwise as a fuzzy entry that somebody has to review. Translations that fit no
    new sentence stay at the end of the file until every sentence is translated.
    """
    for domain in DOMAINS:
        template = extract(root, domain)
        for language in languages:
            path = root / domain / "text" / language / "LC_MESSAGES" / f"{domain}.po"
            catalog = _read(path, language) if path.exists() else Catalog(language)
            _carry_over(catalog, template, reworded or {})
            catalog.update(template, no_fuzzy_matching=True)
            for message in catalog:
                message.string = _with_marks(message.string, language)
                if not message.fuzzy:
                    message.user_comments = [c for c in message.user_comments if WAS not in c]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_written(catalog, language), encoding="utf-8")


def extract(root: Path, domain: str) -> Catalog:
    """Return what the code of a package marks for translation, and where."""
    found = Catalog()
    for name, _, text, comments, context in extract_from_dir(
        root / domain,
        [("**.py", "python")],
        keywords=KEYWORDS,
        comment_tags=(COMMENT_TAG,),
        strip_comment_tags=True,
    ):
        found.add(
            text,
            locations=[(f"{domain}/{name}", 0)],
            auto_comments=[" ".join(comments)] if comments else (),
            context=context,
        )
    return found


def _carry_over(catalog: Catalog, template: Catalog, reworded: Mapping[str, str]) -> None:
    """Give the new sentences of the code the translations of those that they replace."""
    held = [*catalog, *catalog.obsolete.values()]
    gone = {_english(m): m for m in held if m.string and not template.get(m.id, m.context)}
    same = {_english(m): m for m in held if m.string and m.id}
    renamed = {new: same[old] for old, new in reworded.items() if old in same}
    for message in [m for m in template if m.id and not catalog.get(m.id, m.context)]:
        texts = (message.id,) if isinstance(message.id, str) else message.id
        old = next((found[t] for found in (renamed, same) for t in texts if t in found), None)
        sure = (
            old is not None and _places(message) == _places(old) and _forms(message) == _forms(old)
        )
        if old is None:
            near = difflib.get_close_matches(_english(message), gone, n=1, cutoff=0.5)
            old = gone[near[0]] if near else None
        if old is not None:
            carried = catalog.add(
                message.id, _fitted(old, message, catalog), context=message.context
            )
            if not sure:
                carried.flags.add("fuzzy")
                carried.user_comments = [WAS + _english(old).replace("\n", " ")]


def _english(message: Message) -> str:
    """Return the English sentence of an entry; of one with plural forms, that for many."""
    return str(message.id if isinstance(message.id, str) else message.id[-1])


def _forms(message: Message) -> int:
    return 1 if isinstance(message.id, str) else len(message.id)


def _places(message: Message) -> set[str]:
    return set(re.findall(r"{\w*", _english(message)))


def _fitted(old: Message, new: Message, catalog: Catalog) -> str | tuple[str, ...]:
    """Return the translation of `old`, with as many plural forms as `new` needs."""
    forms = (old.string,) if isinstance(old.string, str) else tuple(old.string or ())
    if isinstance(new.id, str):
        return str(forms[-1])
    return forms if len(forms) == catalog.num_plurals else (forms[-1],) * catalog.num_plurals


def _with_marks(said: Any, language: str) -> Any:
    """Return a translation whose marks stay with their words."""
    if not isinstance(said, str):
        return said and tuple(_with_marks(form, language) for form in said)
    for plain, kept in NO_BREAK.get(language, ()):
        said = re.sub(plain, kept, said)
    return said


def _read(path: Path, language: str) -> Catalog:
    with path.open("rb") as po:
        return read_po(po, locale=language)


def _written(catalog: Catalog, language: str) -> str:
    finished = all(m.string and not m.fuzzy for m in catalog if m.id)
    body = BytesIO()
    write_po(body, catalog, width=100, omit_header=True, sort_output=True, ignore_obsolete=finished,
             include_lineno=False)  # fmt: skip
    header = HEADER.format(language=language, plural_forms=catalog.plural_forms)
    return header + body.getvalue().decode().lstrip("\n")


class CatalogHook(BuildHookInterface[Any]):
    """hatchling calls this for wheels and for editable installs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del version, build_data
        compile_catalogs(Path(self.root))


URL = "TABLEMATE_URL"
"""The variable with the address of the repository, such as https://github.com/NAME/tablemate."""
_PICTURE = re.compile(
    r'!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)|<img src="(?!https?:)([^"]+)"([^>]*)>'
)
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)\s]+)\)")


def readme_for_index(text: str, url: str) -> str:
    """Return a README whose pictures and links work outside of the repository.

    They lead to the repository's address; without one, pictures go and links become their text.

    >>> readme_for_index("[docs](docs/flash.md) ![box](a.png)", "https://example.org/t")
    '[docs](https://example.org/t/blob/main/docs/flash.md) ![box](https://example.org/t/raw/main/a.png)'
    >>> readme_for_index("[docs](docs/flash.md) and ![box](a.png)", "")
    'docs and box'
    """

    def picture(found: re.Match[str]) -> str:
        alt, place, tag_place, rest = found.groups()
        if not url:
            return alt or ""
        if tag_place is not None:
            return f'<img src="{url}/raw/main/{tag_place}"{rest}>'
        return f"![{alt}]({url}/raw/main/{place})"

    def link(found: re.Match[str]) -> str:
        words, place = found.groups()
        return f"[{words}]({url}/blob/main/{place})" if url else words

    return _LINK.sub(link, _PICTURE.sub(picture, text))


class IndexHook(MetadataHookInterface):
    """hatchling calls this for the metadata of sdists and wheels."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README and, if it is known, the address of the project."""
        url = os.environ.get(URL, "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = readme_for_index(text, url)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        pages = {"Documentation": "/tree/main/docs", "Issues": "/issues", "Source": ""}
        pages["Changelog"] = "/blob/main/CHANGELOG.md"
        metadata["urls"] = {name: f"{url}{page}" for name, page in pages.items()} if url else {}


if __name__ == "__main__":
    from engines.languages import TRANSLATED

    here = Path(__file__).parent
    mapping = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")) if sys.argv[1:] else {}
    update_catalogs(here, TRANSLATED, mapping)
    compile_catalogs(here)
