"""`python -m tests.anywhere [ROW...] [-- pytest arguments]`: runs rows, prints the table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.anywhere.rows import ROWS
from tests.anywhere.runner import ROOT, Result, run_row
from tests.anywhere.subset import touching


def main(words: Sequence[str]) -> int:
    """Run the rows that are named, or all; return the exit code."""
    at = words.index("--") if "--" in words else len(words)
    own, rest = words[:at], words[at + 1 :]
    known = {row.name: row for row in ROWS}
    parser = argparse.ArgumentParser(prog="python -m tests.anywhere", description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"of {', '.join(known)}")
    parser.add_argument("--here", action="store_true", help="no copy: this folder, Python and user")
    parser.add_argument("--subset", action="store_true", help="what touches clocks, users, places")
    parser.add_argument(
        "--no-skips", action="store_true", help="a skipped test or row is a failure"
    )
    asked = parser.parse_args(own)
    if unknown := set(asked.rows) - known.keys():
        parser.error(f"no row {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    arguments = [*rest, *(_places(touching()) if asked.subset else ())]
    results = []
    for name in asked.rows or known:
        print(f"== {name}: {known[name].what}", flush=True)
        results.append(run_row(known[name], arguments, here=asked.here))
        print(line(results[-1]), flush=True)
    print("", *table(results), sep="\n")
    is_good = all(each.is_good for each in results)
    has_skips = asked.no_skips and any(each.skipped or not each.was_run for each in results)
    return 0 if is_good and not has_skips else 1


def _places(files: Sequence[Path]) -> list[str]:
    return [str(file.relative_to(ROOT)) for file in files]


def table(results: Sequence[Result]) -> list[str]:
    """Return the lines of the table, with what could not be had."""
    head = f"{'row':<12} {'passed':>7} {'failed':>7} {'skipped':>8} {'seconds':>8}"
    return [head, *map(line, results)]


def line(result: Result) -> str:
    """Return the line of a row."""
    if not result.was_run:
        return f"{result.row.name:<12} could not be had: {result.why}"
    counts = f"{result.passed:>7} {result.failed:>7} {result.skipped:>8} {result.seconds:>8.0f}"
    return f"{result.row.name:<12} {counts} {result.why}".rstrip()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
