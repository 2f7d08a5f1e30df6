"""The gettext catalogs: compiled whenever the project is built, brought up to date by `make text`.

python hatch_build.py    extracts the sentences of the code into the .po files, then compiles
"""

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DOMAINS = ("engines", "firmware_py")
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
"""Nothing in it changes by itself: a catalog changes when a sentence does."""

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def compile_catalogs(root: Path) -> None:
    """Write a .mo beside every .po below `root`."""
    for source in sorted(root.glob("*/text/*/LC_MESSAGES/*.po")):
        catalog = _read(source, source.parts[-3])
        catalog.creation_date = catalog.revision_date = LONG_AGO  # else it is the time of the build
        with source.with_suffix(".mo").open("wb") as mo:
            write_mo(mo, catalog)


def update_catalogs(root: Path, languages: tuple[str, ...]) -> None:
    """Bring every catalog up to date with the code; begin those of a new language."""
    for domain in DOMAINS:
        template = _extract(root, domain)
        for language in languages:
            path = root / domain / "text" / language / "LC_MESSAGES" / f"{domain}.po"
            catalog = _read(path, language) if path.exists() else Catalog(language)
            catalog.update(template, no_fuzzy_matching=True)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_written(catalog, language), encoding="utf-8")


def _extract(root: Path, domain: str) -> Catalog:
    """Return what the code of a package marks for translation, and where."""
    found = Catalog()
    for name, _, text, comments, _ in extract_from_dir(
        root / domain, [("**.py", "python")], keywords={"N_": None}
    ):
        found.add(text, locations=[(f"{domain}/{name}", 0)], auto_comments=comments)
    return found


def _read(path: Path, language: str) -> Catalog:
    with path.open("rb") as po:
        return read_po(po, locale=language)


def _written(catalog: Catalog, language: str) -> str:
    body = BytesIO()
    write_po(body, catalog, width=100, omit_header=True, sort_output=True, ignore_obsolete=True,
             include_lineno=False)  # fmt: skip
    return HEADER.format(language=language) + body.getvalue().decode().lstrip("\n")


class CatalogHook(BuildHookInterface[Any]):
    """hatchling calls this for wheels and for editable installs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del version, build_data
        compile_catalogs(Path(self.root))


if __name__ == "__main__":
    from engines.languages import TRANSLATED

    here = Path(__file__).parent
    update_catalogs(here, TRANSLATED)
    compile_catalogs(here)
