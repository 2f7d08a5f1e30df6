"""How long the page takes to its first picture over slow and broken networks, in Chromium.

    python bench/page_network.py [--loads 20]

Each load is that of somebody new: nothing is kept from the one before. A network has its round trip
on every piece, each way half of it, and breaks off a part of the connections at random.

Exits with 1 when a limit is exceeded.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from live_box import LiveBox  # noqa: E402
from rows import Row, judge  # noqa: E402

from engines import catalog  # noqa: E402
from tests.support.browser import Chromium, chromium  # noqa: E402 - found by the lines above
from tests.support.slow_network import SlowNetwork  # noqa: E402

LOADS = 20


class Network(NamedTuple):
    """A network, and how long the page may take over it."""

    round_trip_s: float
    resets: float
    """The part of the connections that break off."""
    load_s: float


NETWORKS = {
    "at once": Network(0.0, 0.0, 1.5),
    "300 ms": Network(0.3, 0.0, 1.5),
    "3 s, 1 % resets": Network(3.0, 0.01, 8.0),
}


def rows_of(loads: dict[str, list[float]]) -> list[Row]:
    """Return a row for each network."""
    return [
        Row(name, statistics.median(times), NETWORKS[name].load_s, unit="s", note=_longest(times))
        for name, times in loads.items()
    ]


def _longest(times: list[float]) -> str:
    return f"the longest of {len(times)}: {max(times):.1f} s"


def measure(live: LiveBox, browser: Chromium, network: Network, chance: Random) -> float:
    """Load the page once, as somebody new."""

    def breaks(number: int, _line: str) -> bool:
        return number > 1 and chance.random() < network.resets  # without a page nothing tries again

    with SlowNetwork(live.panel.port, round_trip_s=network.round_trip_s, breaks=breaks) as between:
        tab = browser.tab(browser.person())
        begun = time.perf_counter()
        tab.call("Page.navigate", url=between.url)
        tab.wait_for("document.querySelector('#picture svg') !== null")
        taken = time.perf_counter() - begun
        tab.close()
    return taken


def run(loads: int) -> int:
    chance = Random(1)
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        chromium(Path(profile)) as browser,
    ):
        live = LiveBox(Path(folder))
        live.begin(next(iter(catalog.GAMES)))
        live.show_match()
        found = {
            name: [measure(live, browser, network, chance) for _ in range(loads)]
            for name, network in NETWORKS.items()
        }
        live.close()
    return judge(rows_of(found))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--loads", type=int, default=LOADS)
    sys.exit(run(parser.parse_args().loads))
