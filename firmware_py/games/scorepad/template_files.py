"""The table's own templates: files in a folder of the data directory, by their names.

They are part of a backup (`storage.own_texts`).

names(folder)               which there are
read(folder, name)          the text of one; raise NoTemplate
check(text)                 the template that a text holds; raise BadTemplate, with line and reason
write(folder, name, text)   keep a text that is one, whole or not at all, over one of its name
remove(folder, name)        forget one

A name has small letters, digits and dashes: it comes from a stick or from a page, and must not
lead anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engines.scorepad.template import SIZE_LIMIT, BadTemplate, load
from engines.scorepad.template_values import Template
from firmware_py.storage import own_texts
from firmware_py.storage.files import check_free_space, explain_errors, safe_name
from firmware_py.storage.own_texts import ENDING, FOLDER, MOST, NAME


class NoTemplate(LookupError):
    """There is no template of that name."""


def folder_of(data: Path) -> Path:
    """Return where the templates of a data directory are."""
    return data / FOLDER


def name_for(title: str) -> str:
    """Return the name of a file for a title."""
    return safe_name(title)


def names(folder: Path) -> list[str]:
    """Return the names of all files that could be templates, sound or not."""
    return own_texts.names(folder)


def read(folder: Path, name: str) -> str:
    """Return the text of a template; raise NoTemplate."""
    return read_file(_place(folder, name))


def read_file(path: Path) -> str:
    """Return the text of a file, not much more than a template may have; raise NoTemplate."""
    try:
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1).decode("utf-8", errors="replace")
    except OSError as error:
        raise NoTemplate(path.name) from error


def check(text: str) -> Template:
    """Return the template that a text holds; raise BadTemplate."""
    return load(text)


def write(folder: Path, name: str, text: str) -> Path:
    """Keep a template; raise BadTemplate, NoTemplate for an odd name, or NotWritten."""
    check(text)
    target = _place(folder, name)
    data = text.encode()
    with explain_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        check_free_space(folder, len(data))
        own_texts.write_whole(target, data)
    return target


def remove(folder: Path, name: str) -> None:
    """Forget a template; raise NoTemplate."""
    try:
        _place(folder, name).unlink()
    except OSError as error:
        raise NoTemplate(name) from error


def on_stick(stick: Path) -> Iterator[Path]:
    """Yield the files of a stick that could be templates: beside other files, or in a folder."""
    for place in (stick, stick / FOLDER):
        try:
            found = sorted(place.glob(f"*{ENDING}"))
        except OSError:
            continue
        yield from (path for path in found[:MOST] if not path.name.startswith("."))


def _place(folder: Path, name: str) -> Path:
    if not NAME.fullmatch(name):
        raise NoTemplate(name)
    return folder / f"{name}{ENDING}"


__all__ = [
    "ENDING",
    "MOST",
    "BadTemplate",
    "NoTemplate",
    "check",
    "names",
    "read",
    "remove",
    "write",
]
