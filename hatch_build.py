"""Compile the gettext catalogs (.po to .mo) whenever the project is built or installed."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogs(root: Path) -> None:
    """Write a .mo beside every .po below `root`."""
    for source in sorted(root.glob("*/text/*/LC_MESSAGES/*.po")):
        with source.open("rb") as po:
            catalog = read_po(po, locale=source.parts[-3])
        with source.with_suffix(".mo").open("wb") as mo:
            write_mo(mo, catalog)


class CatalogHook(BuildHookInterface[Any]):
    """hatchling calls this for wheels and for editable installs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del version, build_data
        compile_catalogs(Path(self.root))


if __name__ == "__main__":
    compile_catalogs(Path(__file__).parent)
