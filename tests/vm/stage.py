"""A running machine with its twin, and what every scene asks of them."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hands import Hands, NotSeen, Tally
from machine import Machine
from twin import Row, Twin, read_rows

from firmware_py.app.loop import App
from firmware_py.app.service_screens import draw
from firmware_py.storage.store import FILE_NAME

DATA = "/var/lib/tablemate"
READ_DATABASE = (
    "import base64, sqlite3, sys;"
    f"db = sqlite3.connect('file:{DATA}/{FILE_NAME}?mode=ro', uri=True);"
    "print(base64.b64encode(db.serialize()).decode())"
)
SERVICE_S = 1200.0
"""For whatever the machine does by itself: it is emulated, and its host may be busy."""
INSTALL_S = 3600.0


@dataclass
class Stage:
    """A running machine with its twin."""

    machine: Machine
    folder: Path
    log: Path
    tally: Tally = field(default_factory=Tally)
    hands: Hands | None = None
    cycles: int = 3
    """How often what is done in circles is done."""
    _twins: int = 0

    @property
    def pair(self) -> Hands:
        """The hands on machine and twin."""
        assert self.hands is not None
        return self.hands

    def meet(
        self,
        database: bytes | None = None,
        limit_s: float = SERVICE_S,
        tell: Callable[[App], None] = lambda _app: None,
    ) -> float:
        """Make a twin from what the machine has stored, or had; wait until both show the same.

        `tell` gives the twin what a start says of things outside of the stored matches.
        """
        begun_s = time.monotonic()
        self.wait_for_service(limit_s)
        if self.hands is not None:
            self.hands.twin.close()
        self._twins += 1
        twin = Twin(self.folder / f"twin{self._twins}", database or self.database())
        twin.show_at_start(tell)
        self.hands = Hands(self.machine, twin, self.tally, seed=self._twins)
        self.hands.expect(limit_s)
        return time.monotonic() - begun_s

    def wait_for_service(self, limit_s: float = SERVICE_S) -> None:
        """Wait until the service says that it is ready."""
        until_s = time.monotonic() + limit_s
        while self.show("ActiveState") != "active":
            if time.monotonic() > until_s:
                raise NotSeen(f"the service is {self.show('ActiveState')}")
            time.sleep(0.5)

    def show(self, name: str) -> str:
        """Return a property of the service."""
        command = ("systemctl", "show", "tablemate", "--value", "-p", name)
        return self.machine.run(*command).strip()

    def database(self) -> bytes:
        """Return the stored matches; the service holds the file, so looking at it is harmless."""
        return base64.b64decode(self.machine.run("python3", "-c", READ_DATABASE))

    def rows(self) -> list[Row]:
        """Return the stored events."""
        copy = self.folder / "look.db"
        copy.write_bytes(self.database())
        found = read_rows(copy)
        for left in self.folder.glob("look.db*"):
            left.unlink()
        return found


def check(fact: bool, otherwise: str) -> None:
    """Raise NotSeen with a message unless a fact holds."""
    if not fact:
        raise NotSeen(otherwise)


def check_rows(stored: list[Row], wanted: list[Row]) -> None:
    """Raise NotSeen unless the stored events are those that are wanted."""
    missing = [row for row in wanted if row not in stored]
    strange = [row for row in stored if row not in wanted]
    check(stored == wanted, f"stored are {len(stored)}; missing {missing}, strange {strange}")


def wait_for_notice(stage: Stage, name: str) -> None:
    """Wait until the display shows one of the pictures that are drawn when no box runs."""
    wanted = draw(name, "en").frame()
    until_s = time.monotonic() + SERVICE_S
    while stage.pair.eyes.frame != wanted:
        check(time.monotonic() < until_s, f"the display does not show {name!r}")
        time.sleep(0.3)


def resume(hands: Hands) -> None:
    """Go on with the match, from Home or where the box is by itself."""
    if hands.twin.top_name != "Play":
        hands.choose("Resume")
