"""Count the phrases that make a sentence hard to read, in the code and pages of each folder.

    python bench/plain_english.py            print the counts; exit with 1 above a limit
    python bench/plain_english.py --where    print also every place

Part of `make check`. When a count has fallen, lower its limit in LIMITS.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
FOLDERS = ("engines", "hardware", "firmware_py", "tests", "bench", "docs", "systemd")
OWN_FILES = ("bench/plain_english.py", "tests/system/test_plain_english.py")
"""These name the phrases."""


class Phrase(NamedTuple):
    """A phrase to avoid, and the plain one."""

    name: str
    instead: str
    pattern: str


_START, _END = "(?<![A-Za-z])", "(?![A-Za-z])"  # so that names_with_underscores count, too
PHRASES = (
    Phrase("say whether", "Return whether", "say whether"),
    Phrase("so many", "`count`, a number of", "so many"),
    Phrase("is no X", "is not a", "(?<!there )(?:is|are|was|were) no (?!longer|more|less)[a-z]+"),
    Phrase("told", "given, entered, shown", "told"),
    Phrase("beside", "next to, besides", "beside"),
    Phrase("lies", "is, are", "lies"),
    Phrase("whoever", "the seat that, who", "whoever"),
    Phrase("mend", "correct", "mend(?:s|ed|ing)?"),
)


class Limit(NamedTuple):
    """The most phrases of a folder, and why they are left."""

    most: int
    reason: str


LIMITS = {
    "engines": Limit(
        49,
        "keys of records, positions and steps that others read: `cups_told`, `bird`: `beside`",
    ),
    "hardware": Limit(6, "messages and pages about a HAT's own lines"),
    "firmware_py": Limit(195, "names of the field `Scene.told`; the key `beside` of the bird"),
    "tests": Limit(82, "these names and keys of the product"),
    "bench": Limit(0, "none are left"),
    "docs": Limit(13, "ids of statements, columns of the soaks, a message of an old version"),
    "systemd": Limit(6, "the slogan of the card, as on its page; four places on its pages"),
}


class Place(NamedTuple):
    """An occurrence of a phrase."""

    folder: str
    file: str
    line: int
    phrase: str


def places(root: Path = ROOT) -> Iterator[Place]:
    """Yield every occurrence of a phrase, by folder and file."""
    found = [
        (each.name, re.compile(_START + each.pattern + _END, re.IGNORECASE)) for each in PHRASES
    ]
    for folder in FOLDERS:
        files = (root / folder).rglob("*.*")
        for path in sorted(each for each in files if each.suffix in (".py", ".md")):
            file = path.relative_to(root).as_posix()
            if file in OWN_FILES or "node_modules" in path.parts:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for name, pattern in found:
                    for _ in pattern.findall(line):
                        yield Place(folder, file, number, name)


def judge(found: list[Place]) -> list[str]:
    """Return a sentence for each folder above its limit."""
    counts = Counter(place.folder for place in found)
    return [
        f"{folder}: {counts[folder]} phrases, {LIMITS[folder].most} allowed; "
        "`python bench/plain_english.py --where` shows them"
        for folder in FOLDERS
        if counts[folder] > LIMITS[folder].most
    ]


def table(found: list[Place]) -> Iterator[str]:
    """Yield the counts by folder and phrase."""
    counts = Counter((place.folder, place.phrase) for place in found)
    yield f"{'':12}" + "".join(f"{each.name:>12}" for each in PHRASES) + f"{'sum':>8}{'limit':>8}"
    for folder in FOLDERS:
        row = [counts[folder, each.name] for each in PHRASES]
        cells = "".join(f"{count:>12}" for count in row)
        limit = LIMITS[folder]
        yield f"{folder:12}{cells}{sum(row):>8}{limit.most:>8}  {limit.reason}"


def main(arguments: list[str] | None = None) -> int:
    """Print the counts; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--where", action="store_true", help="print also every place")
    asked = parser.parse_args(arguments)
    found = list(places())
    if asked.where:
        instead = {each.name: each.instead for each in PHRASES}
        for place in found:
            print(f"{place.file}:{place.line}: {place.phrase} ({instead[place.phrase]})")
    print("\n".join(table(found)))
    faults = judge(found)
    print(*faults, sep="\n", end="\n" if faults else "", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
