"""What the box in a browser tab costs: bytes on the wire, and the time to its first picture.

    python bench/tab.py

    wire    everything that a first visit fetches, compressed as hosts do
    first   from the address to the first picture of the display, in a fresh Chromium
    again   the same on the next visit, from what the browser has kept

Exits with 1 when a limit is exceeded. The limits are for an idle machine.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rows import Row, judge

from tests.support.browser import CHROMIUM, Tab, chromium
from tests.support.plain_server import serving

sys.path.append(str(Path(__file__).parents[1] / "docs"))
import make_tab

BYTES_AT_MOST = 6_000_000
FIRST_S = 8.0
HAS_PICTURE = "document.getElementById('words')?.textContent.includes('English')"


def first_picture(tab: Tab, url: str) -> float:
    """Return the seconds from the address to the first picture."""
    begun = time.monotonic()
    tab.call("Page.navigate", url=url)
    tab.wait_for(HAS_PICTURE)
    return time.monotonic() - begun


def measure(folder: Path, profile: Path) -> Iterator[Row]:
    """Yield the rows of a tab in a folder."""
    with serving(folder) as (url, sent), chromium(profile) as browser:
        tab = browser.tab()
        first_s = first_picture(tab, url)
        tab.wait_for("navigator.serviceWorker.ready.then(() => true)")
        yield Row("tab: wire", sum(sent), BYTES_AT_MOST, unit="B")
        yield Row("tab: first picture", first_s, FIRST_S, unit="s")
        tab.call("Page.navigate", url="about:blank")
        yield Row("tab: next visit", first_picture(tab, url), FIRST_S, unit="s")


def main() -> int:
    """Build the tab, measure it, and judge."""
    if CHROMIUM is None:
        print("no row: a tab is measured in Chromium (apt install chromium)")
        return 0
    with tempfile.TemporaryDirectory() as name:
        make_tab.make(Path(name) / "tab")
        return judge(measure(Path(name) / "tab", Path(name) / "profile"))


if __name__ == "__main__":
    sys.exit(main())
