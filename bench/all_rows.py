"""Runs every bench and prints one table: row, measured, yardstick of the same run, ratio, limit.

    python bench/all_rows.py [SCRIPT ...] [--save]

Part of `make bench`. What a script prints goes to `build/bench`, where `results.json` and
`results.svg` are written as well. Ratios are compared with `bench/last_release.json`, which
`--save` writes: it is part of a release. Exits with 1 when a limit is exceeded or a script fails.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from rows import HEAD, ROWS, Row

ROOT = Path(__file__).parents[1]
OUTPUT = ROOT / "build" / "bench"
LAST_RELEASE = ROOT / "bench" / "last_release.json"
NO_ROW = "no row: "
"""What a script prints, and nothing else, that needs a program which the machine lacks."""
NOTABLE = 0.1
"""A ratio that changed by less is not marked: the machines are noisy."""


class Result(NamedTuple):
    """What a script reported."""

    script: str
    seconds: float
    code: int
    rows: list[Row]
    left_out: str = ""
    """What the machine lacks for it."""

    @property
    def is_kept(self) -> bool:
        """Return whether the script ended well, with rows that are all within their limits."""
        measured = bool(self.rows) or bool(self.left_out)
        return self.code == 0 and measured and all(row.is_kept for row in self.rows)


def scripts() -> list[str]:
    """Return the benches that `make bench` runs, in their order."""
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith("BENCHES := ")).split()[2:]


def run(script: Path, output: Path) -> Result:
    """Run one script to its end; its output goes to a log."""
    output.mkdir(parents=True, exist_ok=True)
    notes = output / f"{script.stem}.rows"
    notes.unlink(missing_ok=True)
    began = time.monotonic()
    with (output / f"{script.stem}.log").open("w", encoding="utf-8") as log:
        code = subprocess.run(
            [sys.executable, str(script)],
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**os.environ, ROWS: str(notes)},
            check=False,
        ).returncode
    lines = notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []
    rows = [Row(**json.loads(line)) for line in lines]
    said = (output / f"{script.stem}.log").read_text(encoding="utf-8").strip()
    left_out = said if said.startswith(NO_ROW) else ""
    return Result(script.name, time.monotonic() - began, code, rows, left_out)


def read_last(path: Path = LAST_RELEASE) -> dict[str, dict[str, Any]]:
    """Return the rows of the last release by their names, or nothing before the first."""
    if not path.exists():
        return {}
    stored = json.loads(path.read_text(encoding="utf-8"))
    return {row["name"]: row for each in stored for row in each["rows"]}


def change(row: Row, last: Mapping[str, Mapping[str, Any]]) -> str:
    """Return how much a ratio changed since the last release, or nothing worth a mark.

    >>> change(Row("start", 1.2, yardstick=1.0), {"start": {"value": 1.0}})
    '+20 %'
    >>> change(Row("start", 1.02, yardstick=1.0), {"start": {"value": 1.0}})
    ''
    """
    before = last.get(row.name, {}).get("value")
    if not before or abs(row.value / before - 1) < NOTABLE:
        return ""
    return f"{(row.value / before - 1) * 100:+.0f} %"


def as_data(results: Iterable[Result]) -> list[dict[str, Any]]:
    """Return the results as JSON keeps them."""
    return [
        {
            "script": result.script,
            "seconds": round(result.seconds, 1),
            "code": result.code,
            "rows": [
                {
                    "name": row.name,
                    "measured": row.measured,
                    "yardstick": row.yardstick,
                    "value": row.value,
                    "limit": row.limit,
                    "unit": row.unit,
                    "kept": row.is_kept,
                }
                for row in result.rows
            ],
        }
        for result in results
    ]


LINE, LEFT, WIDTH, DECADE = 18, 320, 760, 130


def picture(results: Iterable[Result]) -> str:
    """Return the rows that have a limit as bars of their share of it; the line is the limit."""
    rows = [row for result in results for row in result.rows if row.limit and row.value > 0]
    at = LEFT + 2 * DECADE
    body = []
    for number, row in enumerate(rows):
        assert row.limit is not None
        share = row.limit / row.value if row.at_least else row.value / row.limit
        end = max(LEFT + 2, min(WIDTH - 90, at + DECADE * math.log10(share)))
        y = 24 + number * LINE
        style = "kept" if row.is_kept else "exceeded"
        body.append(
            f'<text x="{LEFT - 8}" y="{y + 11}" text-anchor="end">{escape(row.name)}</text>'
            f'<rect class="{style}" x="{LEFT}" y="{y + 2}" width="{end - LEFT:.1f}" height="11"/>'
            f'<text x="{end + 6:.1f}" y="{y + 11}">{row.value:.3g} of {row.limit:.3g}</text>'
        )
    height = 32 + len(rows) * LINE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="11">'
        "<style>.kept{fill:#4a8f6a}.exceeded{fill:#b5452c}</style>"
        f'<rect width="{WIDTH}" height="{height}" fill="#fffaf0"/>'
        f'<text x="{at}" y="14" text-anchor="middle">limit</text>'
        f'<path d="M{at} 20V{height - 4}" stroke="#2b2b2b" stroke-dasharray="3 3"/>'
        f"{''.join(body)}</svg>\n"
    )


def show(results: list[Result], last: Mapping[str, Mapping[str, Any]]) -> int:
    """Print the table and what is wrong; return the exit code."""
    print(HEAD)
    for result in results:
        if result.left_out:
            print(f"{result.script}: {result.left_out}")
        for row in result.rows:
            print(f"{row}  {change(row, last)}".rstrip())
    wrong = [result for result in results if not result.is_kept]
    for result in wrong:
        exceeded = ", ".join(row.name for row in result.rows if not row.is_kept)
        why = exceeded or f"exit code {result.code}, {len(result.rows)} rows"
        print(f"{result.script}: {why} (build/bench/{Path(result.script).stem}.log)")
    return 1 if wrong or not results else 0


def main(arguments: list[str] | None = None, output: Path = OUTPUT) -> int:
    """Run the benches; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("scripts", nargs="*", help="only these, such as box.py")
    parser.add_argument("--save", action="store_true", help="as the figures of a release")
    asked = parser.parse_args(arguments)
    before = output / "results.json"
    seconds: dict[str, float] = {}
    for path in (LAST_RELEASE, before):
        if path.exists():
            stored = json.loads(path.read_text(encoding="utf-8"))
            seconds |= {each["script"]: each["seconds"] for each in stored}
    names = asked.scripts or scripts()
    results = []
    for number, name in enumerate(names, 1):
        usual = f", about {seconds[name]:.0f} s" if name in seconds else ""
        print(f"[{number}/{len(names)}] {name}{usual} ...", end=" ", file=sys.stderr, flush=True)
        results.append(run(ROOT / "bench" / name, output))
        verdict = "within its limits" if results[-1].is_kept else "NOT within its limits"
        print(f"{results[-1].seconds:.0f} s, {verdict}", file=sys.stderr, flush=True)
    text = json.dumps(as_data(results), indent=1) + "\n"
    before.write_text(text, encoding="utf-8")
    (output / "results.svg").write_text(picture(results), encoding="utf-8")
    code = show(results, read_last())
    if asked.save:
        LAST_RELEASE.write_text(text, encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
