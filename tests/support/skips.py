"""Sums up the tests that were skipped in one line. The reason of a skip is what lets it run."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

_INSTALL = "apt install "


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests were skipped, and what to do about it."""
    reports = terminalreporter.getreports("skipped")
    if reports:
        reasons = [report.longrepr[2].removeprefix("Skipped: ") for report in reports]
        terminalreporter.write_line(summed_up(reasons))


def summed_up(reasons: Iterable[str]) -> str:
    """Return one line about skipped tests from the reason of each.

    >>> summed_up(["apt install xvfb", "run as root", "apt install tmux", "run as root"])
    '4 tests skipped. To run them: apt install tmux xvfb; run as root'
    """
    reasons = list(reasons)
    packages = sorted(
        {
            package
            for reason in reasons
            if reason.startswith(_INSTALL)
            for package in reason.removeprefix(_INSTALL).split()
        }
    )
    others = sorted({reason for reason in reasons if not reason.startswith(_INSTALL)})
    steps = [_INSTALL + " ".join(packages)] * bool(packages) + others
    return f"{len(reasons)} tests skipped. To run them: {'; '.join(steps)}"
