"""The order of the tests for several workers: each of them begins with some of the longest.

A long test that begins last keeps one worker busy while the others have nothing left; and most of
the long ones wait for other processes, so that the short ones of another worker run meanwhile.

`--dist worksteal` gives each worker an equal part of the list; a worker without tests takes some
from the end of the longest part that is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

LONGEST = (
    "tests/firmware_py/club/test_wire.py",
    "tests/system/test_install.py",
    "tests/system/test_update.py",
    "tests/firmware_py/app/test_ending.py",
    "tests/firmware_py/panels/test_tab.py",
    "tests/firmware_py/panels/test_big_table.py",
    "tests/system/test_site.py",
    "tests/system/test_mutate.py",
    "tests/system/test_wifi_helper.py",
    "tests/system/test_build_not_as_root.py",
    "tests/system/test_distribution.py",
    "tests/firmware_py/club/test_club_soak.py",
    "tests/system/test_web_soak_short.py",
    "tests/firmware_py/club/test_verify_match.py",
    "tests/firmware_py/app/test_too_many_files.py",
    "tests/firmware_py/app/test_page_requests.py",
    "tests/system/test_power_cut.py",
)
"""Files with tests of several seconds, the longest first."""

Item = TypeVar("Item")


def spread(items: Sequence[Item], workers: int, file_of: Callable[[Item], str]) -> list[Item]:
    """Return the tests so that the part of each worker begins with some of the longest.

    >>> long = LONGEST[0]
    >>> spread(["a", "b", long, "c", "d", long], 2, str) == [long, long, "a", "b", "c", "d"]
    True
    >>> spread(["a", "b", LONGEST[1], "c", "d", long], 2, str) == [
    ...     long, "a", "b", LONGEST[1], "c", "d"]
    True
    """
    shares: list[list[Item]] = [[] for _ in range(workers)]
    by_file: dict[str, list[Item]] = {name: [] for name in LONGEST}
    rest = [item for item in items if file_of(item) not in by_file]
    for item in items:
        if file_of(item) in by_file:
            by_file[file_of(item)].append(item)
    for number, found in enumerate(filter(None, by_file.values())):
        shares[number % workers] += found
    ordered: list[Item] = []
    for number, share in enumerate(shares):
        size = (len(items) - len(ordered)) // (workers - number)
        fill = max(0, size - len(share))
        ordered += share + rest[:fill]
        del rest[:fill]
    return ordered + rest
