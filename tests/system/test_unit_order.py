"""The order of our units: systemd breaks a circle by leaving one running, or by not starting it."""

from __future__ import annotations

import graphlib
from pathlib import Path

import pytest

from tests.support.service_files import ROOT

UNITS = sorted(
    each
    for kind in ("service", "socket", "path", "timer")
    for folder in ("systemd", "systemd/image/tree/etc/systemd/system")
    for each in (ROOT / folder).glob(f"*.{kind}")
)
TARGETS = {"socket": "sockets.target", "path": "paths.target", "timer": "timers.target"}
"""What systemd orders a unit before, by its kind."""


def _names(text: str, key: str) -> set[str]:
    lines = (line.partition("=") for line in text.splitlines())
    return {name for found, _, value in lines if found == key for name in value.split()}


def order(texts: dict[str, str]) -> dict[str, set[str]]:
    """Return what each unit comes after, also by systemd's own defaults."""
    after: dict[str, set[str]] = {"basic.target": set(TARGETS.values())}
    for name, text in texts.items():
        mine = after.setdefault(name, set())
        mine |= _names(text, "After")
        for later in _names(text, "Before"):
            after.setdefault(later, set()).add(name)
        if "no" in _names(text, "DefaultDependencies"):
            continue
        target = TARGETS.get(name.rpartition(".")[2])
        if target is None:
            mine.add("basic.target")
        else:
            after.setdefault(target, set()).add(name)
    return after


def _texts() -> dict[str, str]:
    return {each.name: Path(each).read_text(encoding="utf-8") for each in UNITS}


def test_no_unit_comes_after_itself() -> None:
    assert "tablemate-portal.socket" in _texts()
    graphlib.TopologicalSorter(order(_texts())).prepare()


def test_a_socket_after_a_service_is_a_circle() -> None:
    texts = _texts()
    texts["tablemate-portal.socket"] += "\n[Unit]\nAfter=tablemate-wifi.service\n"
    with pytest.raises(graphlib.CycleError):
        graphlib.TopologicalSorter(order(texts)).prepare()
