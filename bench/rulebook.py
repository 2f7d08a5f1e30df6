"""Break each statement of the rulebooks in the engine and see whether its tests notice.

    make rulebook
    python bench/rulebook.py GAME ...

`tests/engines/rulebook/<game>.toml` lists every statement of a game's rulebook in the order of
the book. The keys of a statement:

    heading  begins a section of the page in docs/rules, where a new one begins
    id       its name, for ever; the referee answers with it, and docs link to it
    at       where it is: book, section, position in the section
    kind     one of KINDS
    says     what it says, in our own words
    ruling   how it is played here, where the book is unclear or silent, with the reason
    option   the option that offers another reading
    events   the events and outcomes, by code, that follow from it
    scores   the lines of the score sheet, by code, that follow from it
    by_hand  only people can keep it: what the box does for them
    tests    what holds it, below tests/engines
    mutant   file, old text and new text: the smallest change of the engine that breaks it

The refusals behind a statement are in the engine itself (`Engine.rulebook`), as WHY names the
statement to people.

A statement is guarded if one of its tests fails once the mutant is in place. The exit code is 1
if fewer than LEAST of the statements that are not kept by hand are guarded.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import mutate
from mutate import ROOT, SURVIVED, Copy

FOLDER = ROOT / "tests" / "engines" / "rulebook"
TESTS = Path("tests") / "engines"
LEAST = 0.98
KINDS = (
    "material",
    "set-up",
    "turn",
    "limit",
    "scoring",
    "end",
    "tie",
    "variant",
    "example",
    "advice",
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """The smallest change of the engine that breaks a statement."""

    path: Path
    old: str
    new: str

    def applied(self, text: str) -> str:
        """Return the text of the file with the change; the old text must stand there once."""
        if text.count(self.old) != 1:
            message = f"{self.path} has this {text.count(self.old)} times, not once: {self.old!r}"
            raise ValueError(message)
        return text.replace(self.old, self.new)


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a rulebook."""

    id: str
    at: tuple[str, ...]
    kind: str
    says: str
    heading: str = ""
    ruling: str = ""
    option: str = ""
    events: tuple[str, ...] = ()
    scores: tuple[str, ...] = ()
    by_hand: str = ""
    tests: tuple[str, ...] = ()
    mutant: Mutant | None = None


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All statements of a game, and the books they come from."""

    game: str
    title: str
    books: dict[str, str]
    statements: tuple[Statement, ...]


def games() -> list[str]:
    """Return the games that have a rulebook here."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def load(game: str) -> Rulebook:
    """Read the rulebook of a game; raise TypeError for an unknown key."""
    value = tomllib.loads((FOLDER / f"{game}.toml").read_text("utf-8"))
    statements = []
    for entry in value.pop("statement"):
        fields: dict[str, Any] = {
            key: tuple(each) if isinstance(each, list) else each for key, each in entry.items()
        }
        if "mutant" in fields:
            file, old, new = fields["mutant"]
            fields["mutant"] = Mutant(Path("engines") / file, old, new)
        statements.append(Statement(**fields))
    return Rulebook(game, value["title"], value["books"], tuple(statements))


def is_guarded(statement: Statement, copy: Copy) -> bool:
    """Return whether a named test fails, or hangs, with the mutant in place."""
    mutant = statement.mutant
    assert mutant is not None
    text = mutant.applied((ROOT / mutant.path).read_text("utf-8"))
    broken = mutate.Mutant(mutant.path, 0, statement.id, text)
    return copy.meet(broken, _paths(statement)).how != SURVIVED


def _paths(statement: Statement) -> list[str]:
    return [str(TESTS / test) for test in statement.tests]


def look(statements: list[tuple[str, Statement]], workers: int) -> dict[str, bool]:
    """Return whether each statement is guarded, by "game.id"; print those that are not."""
    with (
        tempfile.TemporaryDirectory(prefix="rulebook-") as place,
        ThreadPoolExecutor(workers) as pool,
    ):
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(workers):
            copy = Copy(Path(place) / str(number))
            copies.put(copy)
        named = sorted({path for _, each in statements for path in _paths(each)})
        if copy.run(named) != 0:
            sys.exit("the named tests do not pass as they are")

        def guarded(entry: tuple[str, Statement]) -> bool:
            copy = copies.get()
            try:
                return is_guarded(entry[1], copy)
            finally:
                copies.put(copy)

        found = {}
        for (game, statement), held in zip(statements, pool.map(guarded, statements), strict=True):
            found[f"{game}.{statement.id}"] = held
            if not held:
                print(f"unguarded: {game}.{statement.id}", flush=True)
    return found


def main() -> int:
    """Read the command line, break every statement, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", help="all of them without a name")
    parser.add_argument("--statement", help="only the statement with this id")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    books = [load(game) for game in asked.games or games()]
    chosen = [
        (book.game, each)
        for book in books
        for each in book.statements
        if each.mutant is not None and asked.statement in (None, each.id)
    ]
    found = look(chosen, asked.workers)
    print(f"\n{'':<12}{'statements':>12}{'guarded':>12}{'unguarded':>12}{'by hand':>12}")
    for book in books:
        keys = [f"{book.game}.{each.id}" for each in book.statements]
        held = [found[key] for key in keys if key in found]
        hand = sum(each.mutant is None for each in book.statements)
        row = (len(book.statements), sum(held), len(held) - sum(held), hand)
        print(f"{book.game:<12}" + "".join(f"{number:>12}" for number in row))
    share = sum(found.values()) / len(found)
    print(f"\n{share:.1%} guarded (at least {LEAST:.0%})")
    return int(share < LEAST)


if __name__ == "__main__":
    sys.exit(main())
