"""What the table should know about a start, kept in a file until somebody has read it.

A power cut between the recovery and the first press must not leave people with fewer events and
no word about it: the notice lies on the disk before the recovered file is put in its place.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from engines.unicode import read_json
from firmware_py.core.files import sync
from firmware_py.core.language import N_
from firmware_py.storage.disk import give_to_folder_owner

RECOVERING, RECOVERED = "tablemate.recovering", "tablemate.recovered"
NOTICE = "tablemate.notice"
LONGEST_NOTICE = 4096
NAMED = 12
"""So many matches that are lost are named."""

Say = Callable[..., str]
GoOn = Callable[[], None]
"""Told with each step of long work that it goes on."""


def nothing() -> None:
    """Do nothing, where nobody waits to be told."""


class Salvaged(NamedTuple):
    """How much was saved."""

    matches: int = 0
    events: int = 0
    shortened: int = 0
    """Matches of which later events were seen that do not fit, or none at all."""
    lost: int = 0
    """Matches of which there are events, but not their beginning, or that cannot be read."""
    lost_numbers: tuple[int, ...] = ()
    """Which they are, the first of them."""
    left_out: int = 0
    """Names, settings and profiles of a backup that are not as they were stored."""

    def plus(self, other: Salvaged) -> Salvaged:
        """Return both together."""
        return Salvaged(
            self.matches + other.matches,
            self.events + other.events,
            self.shortened + other.shortened,
            self.lost + other.lost,
            (self.lost_numbers + other.lost_numbers)[:NAMED],
            self.left_out + other.left_out,
        )


class RecoveryReport(NamedTuple):
    """What the table should know about a start."""

    why: str
    """For the log: what was found."""
    aside: Path | None = None
    """Where the damaged file lies now; None: it stays where it is."""
    salvaged: Salvaged | None = None
    """What was saved; None: nothing was damaged, but nothing can be saved."""
    can_read: bool = True
    """False: what is stored could not be read as a whole, besides not being written."""

    @property
    def is_unread(self) -> bool:
        """Return whether the files stay where they are until they can be read."""
        return self.salvaged is None and not self.can_read

    def text(self, say: Say) -> str:
        """Return it in words for the first screen."""
        if self.salvaged is None:
            if self.is_unread:
                return say(
                    N_(
                        "The saved games cannot be read. You can play, but NOTHING IS SAVED "
                        "until they can be."
                    )
                )
            return say(
                N_(
                    "The data folder cannot be written. You can play, but NOTHING IS SAVED "
                    "until it can be."
                )
            )
        told = [
            say(N_("The saved games were damaged. What could be read is here again.")),
            say(N_("Matches: {count}"), count=self.salvaged.matches),
        ]
        if self.salvaged.shortened:
            told.append(say(N_("Matches cut short: {count}"), count=self.salvaged.shortened))
        if self.salvaged.lost:
            told.append(say(N_("Matches lost: {count}"), count=_counted(self.salvaged)))
        told.append(say(N_("Compare the table before you go on.")))
        if self.aside is not None:
            told.append(say(N_("The damaged file is kept: {file}"), file=self.aside.name))
        return "\n".join(told)


def _counted(salvaged: Salvaged) -> str:
    numbers = ", ".join(map(str, salvaged.lost_numbers))
    return f"{salvaged.lost} ({numbers})" if numbers else str(salvaged.lost)


# --- on the disk ---


def keep_notice(path: Path, why: str, salvaged: Salvaged) -> None:
    """Bring a notice to the disk; the names in the folder are the caller's to sync."""
    path.unlink(missing_ok=True)
    path.write_text(json.dumps({"why": why[:1000], "salvaged": salvaged._asdict()}))
    give_to_folder_owner(path)
    sync(path)


def find_notice(folder: Path) -> RecoveryReport | None:
    """Return what nobody has read yet; None: nothing. One that cannot be read still counts."""
    path = folder / NOTICE
    if not path.exists():
        return None
    why, salvaged = "an earlier start", Salvaged()
    with suppress(OSError, ValueError, TypeError, LookupError, RecursionError):
        with path.open() as file:
            told = read_json(file.read(LONGEST_NOTICE))
        counts = told["salvaged"]
        salvaged = Salvaged(**counts | {"lost_numbers": tuple(counts["lost_numbers"])})
        why = str(told["why"])
    return RecoveryReport(why, _newest_aside(folder), salvaged)


def _newest_aside(folder: Path) -> Path | None:
    found = [path for path in folder.glob("tablemate-damaged-*.db") if path.stem[18:].isdigit()]
    return max(found, key=lambda path: int(path.stem[18:]), default=None)


def forget_notice(folder: Path) -> None:
    """Note that somebody has read it; where that cannot be written, it is told again."""
    with suppress(OSError):
        (folder / NOTICE).unlink(missing_ok=True)


def clear_recovery(folder: Path) -> None:
    """Remove what a recovery left behind that was cut off: another file takes the place."""
    for name in (RECOVERED, RECOVERING, NOTICE):
        (folder / name).unlink(missing_ok=True)
    sync(folder)
