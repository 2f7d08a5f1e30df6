"""`python -m tests.anywhere [ROW...] [-- pytest arguments]`: runs rows, prints the table.

Without names it runs the combined rows, which cover every condition; a single condition is a row
of its own.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.anywhere.rows import COMBINATIONS, ROWS, Row, combine
from tests.anywhere.runner import ROOT, Result, run_row, why_missing
from tests.anywhere.subset import touching


def main(words: Sequence[str]) -> int:
    """Run the rows that are named, or the combined ones; return the exit code."""
    at = words.index("--") if "--" in words else len(words)
    own, rest = words[:at], words[at + 1 :]
    single = {row.name: row for row in ROWS}
    known = [*COMBINATIONS, *single]
    parser = argparse.ArgumentParser(prog="python -m tests.anywhere", description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"of {', '.join(known)}")
    parser.add_argument("--here", action="store_true", help="no copy: this folder, Python and user")
    parser.add_argument("--subset", action="store_true", help="what touches clocks, users, places")
    parser.add_argument(
        "--no-skips", action="store_true", help="a skipped test or row is a failure"
    )
    asked = parser.parse_args(own)
    if unknown := set(asked.rows) - set(known):
        parser.error(f"no row {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    arguments = [*rest, *(_places(touching()) if asked.subset else ())]
    results, missing = [], dict[str, str]()
    for name in asked.rows or COMBINATIONS:
        row = single.get(name) or _combined(name, single, missing, here=asked.here)
        print(f"== {name}: {row.what}", flush=True)
        results.append(run_row(row, arguments, here=asked.here))
        print(line(results[-1]), flush=True)
    print("", *table(results), sep="\n")
    if any(each.row.conditions for each in results):
        print("", *conditions(results, missing), *apart(results, arguments), sep="\n")
    is_good = all(each.is_good for each in results)
    has_skips = bool(missing) or any(each.skipped or not each.was_run for each in results)
    return 0 if is_good and not (asked.no_skips and has_skips) else 1


def _combined(name: str, single: Mapping[str, Row], missing: dict[str, str], *, here: bool) -> Row:
    """Return a combined row without what this machine lacks, which is noted in `missing`."""
    lacks = {each: why_missing(single[each], here=here) for each in COMBINATIONS[name]}
    missing |= {each: why for each, why in lacks.items() if why}
    return combine(name, [single[each] for each, why in lacks.items() if not why])


def _places(files: Sequence[Path]) -> list[str]:
    return [str(file.relative_to(ROOT)) for file in files]


def table(results: Sequence[Result]) -> list[str]:
    """Return the lines of the table, with what could not be had."""
    head = f"{'row':<12} {'passed':>7} {'failed':>7} {'skipped':>8} {'seconds':>8}"
    return [head, *map(line, results)]


def conditions(results: Sequence[Result], missing: Mapping[str, str]) -> list[str]:
    """Return a line for each condition: the rows in which all tests passed with it, or failed."""
    lines = [f"{'condition':<12} {'passed in':<20} failed in"]
    for name in (row.name for row in ROWS):
        having = [each for each in results if name in (each.row.conditions or (each.row.name,))]
        if not having and name not in missing:
            continue
        ran = [each for each in having if each.was_run]
        passed = " ".join(each.row.name for each in ran if each.is_good)
        failed = " ".join(each.row.name for each in ran if not each.is_good)
        lacks = [each.why for each in having if not each.was_run]
        if name in missing:
            lacks.append(missing[name])
        why = f"could not be had: {', '.join(lacks)}" if lacks else ""
        lines.append(f"{name:<12} {passed or '-':<20} {failed or '-'} {why}".rstrip())
    return lines


def apart(results: Sequence[Result], arguments: Sequence[str]) -> list[str]:
    """Return how to run each condition of the combined rows that failed."""
    lines = []
    more = f" -- {' '.join(arguments)}" if arguments else ""
    for result in results:
        if result.row.conditions and not result.is_good:
            lines.append(f"{result.row.name} failed; its conditions apart:")
            lines += [f'  make test-anywhere ARGS="{name}{more}"' for name in result.row.conditions]
    return lines


def line(result: Result) -> str:
    """Return the line of a row."""
    if not result.was_run:
        return f"{result.row.name:<12} could not be had: {result.why}"
    counts = f"{result.passed:>7} {result.failed:>7} {result.skipped:>8} {result.seconds:>8.0f}"
    return f"{result.row.name:<12} {counts} {result.why}".rstrip()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
