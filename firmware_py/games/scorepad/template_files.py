"""The table's own templates: files in a folder of the data directory, by their names.

They are part of a backup (`storage.own_texts`).

names(folder)               which there are
read(folder, name)          the text of one; raise NoTemplate
check(text)                 the template that a text holds; raise BadTemplate, with line and reason
known(folder, name)         the same of a file, if it was read since it changed; parses nothing
read_all(folder)            parse every file that changed since; slow, beside the event loop
write(folder, name, text)   keep a text that is one, whole or not at all, over one of its name
remove(folder, name)        forget one

A name has small letters, digits and dashes: it comes from a stick or from a page, and must not
lead anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from engines.scorepad.template import BadTemplate, load
from engines.scorepad.template_values import Template
from engines.toml_text import SIZE_LIMIT
from firmware_py.core.files import atomic_write
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


class Unread(Exception):
    """The file was changed, and not parsed since."""


_Signature = tuple[int, int, int]
_parsed: dict[Path, tuple[_Signature, Template | BadTemplate]] = {}
"""What each file was when it was last parsed. Entries are replaced whole: any thread may do it."""


def known(folder: Path, name: str) -> Template:
    """Return the template of a file that was parsed; raise BadTemplate, Unread or NoTemplate."""
    path = _place(folder, name)
    signature, found = _parsed.get(path, (None, None))
    if found is None or signature != _signature(path):
        raise Unread(name)
    if isinstance(found, BadTemplate):
        raise found
    return found


def read_all(folder: Path) -> int:
    """Parse the files that changed since they were parsed last; return how many those were."""
    count = 0
    for name in names(folder):
        with suppress(NoTemplate):
            count += _parse(_place(folder, name))
    return count


def has_unread(folder: Path) -> bool:
    """Return whether a file has changed since it was parsed."""
    for name in names(folder):
        try:
            known(folder, name)
        except Unread:
            return True
        except (BadTemplate, NoTemplate):
            continue
    return False


def _parse(path: Path) -> bool:
    signature = _signature(path)
    if _parsed.get(path, (None, None))[0] == signature:
        return False
    found: Template | BadTemplate
    try:
        found = check(read_file(path))
    except BadTemplate as error:
        found = error.with_traceback(None)
    _parsed[path] = (signature, found)
    return True


def _signature(path: Path) -> _Signature:
    try:
        about = path.stat()
    except OSError as error:
        raise NoTemplate(path.name) from error
    return about.st_ino, about.st_size, about.st_mtime_ns


def write(folder: Path, name: str, text: str) -> Path:
    """Keep a template; raise BadTemplate, NoTemplate for an odd name, or NotWritten."""
    check(text)
    target = _place(folder, name)
    data = text.encode()
    with explain_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        check_free_space(folder, len(data))
        atomic_write(target, data)
    with suppress(NoTemplate):
        _parse(target)  # the event loop finds it read
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
    "Unread",
    "check",
    "has_unread",
    "known",
    "names",
    "read",
    "read_all",
    "remove",
    "write",
]
