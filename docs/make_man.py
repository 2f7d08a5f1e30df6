"""Writes the manual page and the completions of shells, from the parser of the command line.

python docs/make_man.py    writes firmware_py/shell; the wheel puts them where man and shells look
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
SHELL = PROJECT / "firmware_py" / "shell"
LONG_AGO = "946684800"
"""2000-01-01: the files change when the command line does, and not by the day."""
HOME = "/HOME"
"""In the help of a command the place of the data, which is another one for everybody."""
FILES = {"bash": "_shtab_compgen_files", "zsh": "_files"}
FOLDERS = {"bash": "_shtab_compgen_dirs", "zsh": "_files -/"}


def command_line() -> argparse.ArgumentParser:
    """Return the parser, with places as everybody has them and what completes each argument."""
    os.environ |= {"SOURCE_DATE_EPOCH": LONG_AGO, "XDG_DATA_HOME": f"{HOME}/.local/share"}
    os.environ |= {"COLUMNS": "100", "TZ": "UTC"}
    sys.path.insert(0, str(PROJECT))
    from firmware_py.command_line import parser

    made = parser()
    for each in _all(made):
        for action in each._actions:  # noqa: SLF001 - as argparse-manpage and shtab do
            if action.metavar == "DIR":
                action.complete = FOLDERS  # type: ignore[attr-defined]
            elif action.metavar == "FILE" or action.dest == "target":
                action.complete = FILES  # type: ignore[attr-defined]
    return made


def _all(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """Return a parser and those of its commands."""
    found = [parser]
    for action in parser._actions:  # noqa: SLF001 - the same
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            found += action.choices.values()
    return found


def make(folder: Path) -> None:
    """Write the files into a folder."""
    import shtab
    from argparse_manpage.manpage import Manpage

    from firmware_py.version import __version__

    parser = command_line()
    data = {
        "project_name": "tablemate",
        "version": __version__,
        "manual_title": "Tablemate",
        "description": str(parser.description).rstrip("."),
    }
    folder.mkdir(exist_ok=True)
    page = str(Manpage(parser, format="pretty", _data=data))
    (folder / "tablemate.1").write_text(page.replace(f"here {HOME}/", "~/"))
    (folder / "tablemate.bash").write_text(shtab.complete(parser, "bash"))
    (folder / "_tablemate").write_text(shtab.complete(parser, "zsh"))


if __name__ == "__main__":
    make(SHELL)
