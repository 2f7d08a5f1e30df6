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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mutate
from mutate import ROOT, SURVIVED, Copy, Mutant

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
class Replacement:
    """The smallest change of the engine that breaks a statement."""

    path: Path
    old: str
    new: str

    def applied(self, name: str) -> Mutant:
        """Return the mutant that it makes; raise ValueError unless the old text is there once."""
        text = (ROOT / self.path).read_text("utf-8")
        if text.count(self.old) != 1:
            message = f"{self.path} has this {text.count(self.old)} times, not once: {self.old!r}"
            raise ValueError(message)
        line = text[: text.index(self.old)].count("\n") + 1
        return Mutant(self.path, line, name, text.replace(self.old, self.new))


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
    mutant: Replacement | None = None


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
            fields["mutant"] = Replacement(Path("engines") / file, old, new)
        statements.append(Statement(**fields))
    return Rulebook(game, value["title"], value["books"], tuple(statements))


def look(chosen: dict[str, Statement], copies: list[Copy]) -> dict[str, bool]:
    """Return whether each statement is guarded, by its name; print those that are not.

    A statement is guarded if one of its tests fails, or hangs, with its mutant in place.
    """
    tests = {
        statement.mutant.applied(name): _paths(statement)
        for name, statement in chosen.items()
        if statement.mutant is not None
    }
    results = mutate.look(list(tests), copies, lambda copy, each: copy.meet(each, tests[each]))
    return {result.mutant.change: result.how != SURVIVED for result in results}


def _paths(statement: Statement) -> list[str]:
    return [str(TESTS / test) for test in statement.tests]


def main() -> int:
    """Read the command line, break every statement, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", help="all of them without a name")
    parser.add_argument("--statement", help="only the statement with this id")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    books = [load(game) for game in asked.games or games()]
    chosen = {
        f"{book.game}.{each.id}": each
        for book in books
        for each in book.statements
        if each.mutant is not None and asked.statement in (None, each.id)
    }
    with tempfile.TemporaryDirectory(prefix="rulebook-") as place:
        copies = [Copy(Path(place) / str(number)) for number in range(asked.workers)]
        named = sorted({path for each in chosen.values() for path in _paths(each)})
        if copies[0].run(named) != 0:
            sys.exit("the named tests do not pass as they are")
        found = look(chosen, copies)
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
