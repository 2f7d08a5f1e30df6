#!/usr/bin/env python3
"""The libraries of the box for another Python than this one, as systemd/box.lock pins them.

pip reads the conditions in such a file for the Python that it runs on, not for the one that it is
asked to fetch for. Run as a program it prints the list for the version that is named.
"""

from __future__ import annotations

import sys

from outfit import PROJECT
from packaging.requirements import Requirement

LOCK = PROJECT / "systemd" / "box.lock"


def locked(python: str) -> str:
    """Return the lines that hold for a Python such as "3.13", without their conditions."""
    lines = []
    for line in LOCK.read_text().replace("\\\n", " ").splitlines():
        text, _, hashes = line.partition("--hash")
        wanted = Requirement(text)
        if wanted.marker is None or wanted.marker.evaluate({"python_full_version": f"{python}.0"}):
            lines.append(f"{wanted.name}{wanted.specifier} --hash{hashes}\n")
    return "".join(lines)


if __name__ == "__main__":
    print(locked(sys.argv[1]), end="")
