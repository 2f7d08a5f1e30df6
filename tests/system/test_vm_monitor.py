"""The virtual machine's line to qemu, with a qemu that is played here."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.service_files import ROOT

GREETING: Any = {"QMP": {"version": {}, "capabilities": []}}
EVENT: Any = {"event": "DEVICE_DELETED", "data": {}}
DONE: Any = {"return": {}}
REFUSED: Any = {"error": {"class": "GenericError", "desc": "no such device"}}
IN_USE: Any = {"error": {"class": "GenericError", "desc": "Node stick is in use"}}


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the module, which is loaded where its neighbours are; it does not wait."""
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "vm"))
    import monitor

    monkeypatch.setattr(monitor, "PAUSE_S", 0.0)
    return monitor


class Qemu:
    """Answers orders in turn, and keeps them."""

    def __init__(self, line: socket.socket, *answers: list[dict[str, Any]]) -> None:
        self.heard: list[dict[str, Any]] = []
        self._line = line
        self._answers = answers
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        with self._line, self._line.makefile("r", encoding="utf-8") as lines:
            for answers in self._answers:
                self.heard.append(json.loads(lines.readline()))
                for answer in answers:
                    self._line.sendall(json.dumps(answer).encode() + b"\n")

    def end(self) -> list[str]:
        """Return which orders were heard."""
        self._thread.join()
        return [order["execute"] for order in self.heard]


Line = tuple[socket.socket, socket.socket]


@pytest.fixture
def line() -> Iterator[Line]:
    """Return both ends of a line."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


def test_an_order_is_done_when_it_is_answered(module: Any, line: Line) -> None:
    """With a greeting and events in between; the second order has no greeting."""
    ours, theirs = line
    qemu = Qemu(theirs, [GREETING, DONE], [EVENT, DONE], [REFUSED], [DONE])
    monitor = module.Monitor(ours, limit_s=60.0)
    monitor.tell("device_del", id="stick")
    monitor.tell("block_set_io_throttle", bps=1)
    monitor.close()
    said = qemu.end()
    assert said == ["qmp_capabilities", "device_del", "qmp_capabilities", "block_set_io_throttle"]
    assert qemu.heard[1]["arguments"] == {"id": "stick"}


def test_what_is_still_in_use_is_asked_for_again(module: Any, line: Line) -> None:
    ours, theirs = line
    qemu = Qemu(theirs, [GREETING, DONE], [IN_USE], [IN_USE], [DONE])
    module.Monitor(ours, limit_s=60.0).tell("blockdev-del")
    assert qemu.end().count("blockdev-del") == 3


def test_an_order_that_is_refused_fails_the_scene(module: Any, line: Line) -> None:
    ours, theirs = line
    qemu = Qemu(theirs, [GREETING, DONE], [REFUSED])
    with pytest.raises(RuntimeError, match=r"device_del: .*no such device"):
        module.Monitor(ours, limit_s=60.0).tell("device_del")
    qemu.end()
