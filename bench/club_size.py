"""What a club of any size needs, computed from measured inputs: the tables of docs/club-size.md.

    python bench/club_size.py            # prints the second table of the page, from its first
    python bench/club_size.py --write    # writes it there

The first table of the page has the inputs, `| name | value | ...`; tests/system/test_club_size.py
holds the second to it.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from firmware_py.club.box_log import KEPT as SENT_AGAIN

PAGE = Path(__file__).resolve().parents[1] / "docs/club-size.md"
ROW = re.compile(r"^\| (?P<name>[^|]+?) \| (?P<value>[\d,.]+) (?P<unit>[^|]*)\|", re.MULTILINE)
GB, KB = 1e9, 1e3


def read_inputs(text: str) -> dict[str, float]:
    """Return the inputs of the page by name."""
    part = text.partition("## Inputs")[2].partition("\n## ")[0]
    return {row["name"]: float(row["value"].replace(",", "")) for row in ROW.finditer(part)}


def needs(inputs: Mapping[str, float]) -> dict[str, str]:
    """Return what is needed, by name, for the whole and for a hall of it."""
    boxes, hall = inputs["boxes"], inputs["boxes of a hall"]
    events_day = boxes * inputs["matches of a box in a day"] * inputs["events of a match"]
    choices_s = boxes / inputs["seconds between two choices"]
    batches_s = choices_s / inputs["events of a batch"]
    messages_s = 2 * batches_s + choices_s + boxes
    bytes_s = (
        choices_s * (inputs["bytes of an event in a batch"] + inputs["bytes of a table"])
        + batches_s * inputs["bytes of an answer"]
        + boxes * inputs["bytes of clocks"]
    )
    year = events_day * 365
    worker = inputs["events a second, PostgreSQL, 1 worker"]
    sqlite = inputs["events a second, SQLite"]
    part = hall / boxes
    days = SENT_AGAIN / events_day * boxes
    broker = messages_s / inputs["messages a second, Mosquitto"]
    retained = boxes * (inputs["bytes of a table"] + inputs["bytes of clocks"])
    year_sqlite = year * part * inputs["bytes of an event, SQLite"] / GB
    year_postgres = year * inputs["bytes of an event, PostgreSQL"] / GB
    return {
        "events in a day": _whole(events_day),
        "events in a second, when all play": _whole(choices_s),
        "messages in a second, when all play": _whole(messages_s),
        "of them clocks": _whole(boxes),
        "bytes in a second, when all play": f"{bytes_s / 1e6:.1f} MB",
        "messages in a second of one hall": _whole(messages_s * part),
        "bytes in a second of one hall": f"{bytes_s * part / KB:.0f} KB",
        "share of what one Mosquitto took": _percent(broker),
        "the same of one hall's": _percent(broker * part),
        "halls": _whole(math.ceil(boxes / hall)),
        "workers on PostgreSQL, half of their time": _whole(math.ceil(choices_s / (worker / 2))),
        "share of one archive on SQLite": _percent(choices_s / sqlite),
        "to take a day that all boxes held back": f"{events_day / worker / 60:.0f} min",
        "the same of one hall, on SQLite": f"{events_day * part / sqlite:.1f} s",
        "PostgreSQL in a year": f"{year_postgres:.0f} GB",
        "SQLite of one hall in a year": f"{year_sqlite:.1f} GB",
        "retained by the brokers": f"{retained / 1e6:.0f} MB",
        "what a box sends again, if the archive loses it": f"{days:.0f} days",
    }


def table(found: Mapping[str, str]) -> str:
    """Return the second table of the page."""
    lines = ["| needed | value |", "|---|---|"]
    return "\n".join([*lines, *(f"| {name} | {value} |" for name, value in found.items())])


def with_table(text: str) -> str:
    """Return the page with its second table made anew."""
    made = table(needs(read_inputs(text)))
    return re.sub(r"\| needed \| value \|\n(\|.*\n)+", lambda _: f"{made}\n", text)


def _whole(value: float) -> str:
    return f"{value:,.0f}"


def _percent(value: float) -> str:
    return f"{value * 100:,.1f} %"


def main(words: list[str]) -> int:
    """Print the table, or write it; return the exit code."""
    text = PAGE.read_text(encoding="utf-8")
    if "--write" in words:
        PAGE.write_text(with_table(text), encoding="utf-8")
    else:
        print(table(needs(read_inputs(text))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
