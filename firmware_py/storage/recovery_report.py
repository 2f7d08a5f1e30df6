"""The report of a recovery, kept in a file (the notice) until somebody has read it.

The notice is written before the recovered file replaces the damaged one, so that it survives a
power cut between the recovery and the moment somebody reads it.
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
"""The number of lost matches that are listed by number."""

Say = Callable[..., str]
GoOn = Callable[[], None]
"""Called with each step of long work."""


def nothing() -> None:
    """Do nothing: a `GoOn` for callers that need none."""


class Salvaged(NamedTuple):
    """How much was saved."""

    matches: int = 0
    events: int = 0
    shortened: int = 0
    """Matches that lost later events, because those do not fit the chain or are missing."""
    lost: int = 0
    """Matches without a beginning, or that cannot be read."""
    lost_numbers: tuple[int, ...] = ()
    """The first numbers of the lost matches."""
    left_out: int = 0
    """Names, settings, profiles and evenings of a backup that were damaged."""

    def plus(self, other: Salvaged) -> Salvaged:
        """Return the sums."""
        return Salvaged(
            self.matches + other.matches,
            self.events + other.events,
            self.shortened + other.shortened,
            self.lost + other.lost,
            (self.lost_numbers + other.lost_numbers)[:NAMED],
            self.left_out + other.left_out,
        )


class RecoveryReport(NamedTuple):
    """What people should know about the start."""

    why: str
    """What was found, for the log."""
    aside: Path | None = None
    """The new path of the damaged file; None if it was not moved."""
    salvaged: Salvaged | None = None
    """What was saved; None if nothing was damaged, but the folder is not writable."""
    can_read: bool = True
    """False if the files could not be read completely."""

    @property
    def is_unread(self) -> bool:
        """Return whether the files are left in place until they can be read."""
        return self.salvaged is None and not self.can_read

    def text(self, say: Say) -> str:
        """Return it in sentences for the first screen."""
        if self.salvaged is None:
            if self.is_unread:
                return say(
                    N_(
                        "The box cannot read the saved games. You can play, but NOTHING IS "
                        "SAVED until it can."
                    )
                )
            return say(
                N_(
                    "The box cannot write its data. You can play, but NOTHING IS SAVED until "
                    "it can."
                )
            )
        lines = [
            say(N_("The saved games were damaged. Everything that could be read is back.")),
            say(N_("Games: {count}"), count=self.salvaged.matches),
        ]
        if self.salvaged.shortened:
            lines.append(say(N_("Games cut short: {count}"), count=self.salvaged.shortened))
        if self.salvaged.lost:
            lines.append(say(N_("Games lost: {count}"), count=_counted(self.salvaged)))
        lines.append(say(N_("Check the table before you go on.")))
        if self.aside is not None:
            lines.append(say(N_("The damaged file is still there: {file}"), file=self.aside.name))
        return "\n".join(lines)


def _counted(salvaged: Salvaged) -> str:
    numbers = ", ".join(map(str, salvaged.lost_numbers))
    return f"{salvaged.lost} ({numbers})" if numbers else str(salvaged.lost)


# --- on the disk ---


def keep_notice(path: Path, why: str, salvaged: Salvaged) -> None:
    """Write and sync a notice; the caller syncs the folder."""
    path.unlink(missing_ok=True)
    path.write_text(json.dumps({"why": why[:1000], "salvaged": salvaged._asdict()}))
    give_to_folder_owner(path)
    sync(path)


def find_notice(folder: Path) -> RecoveryReport | None:
    """Return the report that nobody has read yet, or None; a damaged notice still counts."""
    path = folder / NOTICE
    if not path.exists():
        return None
    why, salvaged = "an earlier start", Salvaged()
    with suppress(OSError, ValueError, TypeError, LookupError, RecursionError):
        with path.open() as file:
            notice = read_json(file.read(LONGEST_NOTICE))
        counts = notice["salvaged"]
        salvaged = Salvaged(**counts | {"lost_numbers": tuple(counts["lost_numbers"])})
        why = str(notice["why"])
    return RecoveryReport(why, _newest_aside(folder), salvaged)


def _newest_aside(folder: Path) -> Path | None:
    found = [path for path in folder.glob("tablemate-damaged-*.db") if path.stem[18:].isdigit()]
    return max(found, key=lambda path: int(path.stem[18:]), default=None)


def forget_notice(folder: Path) -> None:
    """Remove the notice once somebody has read it; if that fails, it is shown again."""
    with suppress(OSError):
        (folder / NOTICE).unlink(missing_ok=True)


def clear_recovery(folder: Path) -> None:
    """Remove the files of an interrupted recovery, because another file replaces them."""
    for name in (RECOVERED, RECOVERING, NOTICE):
        (folder / name).unlink(missing_ok=True)
    sync(folder)
