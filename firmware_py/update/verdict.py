"""What became of an update, in words: the unit leaves a note, and the next start says it once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from engines.unicode import read_json
from firmware_py.core.language import N_

PLACE = Path("/opt/tablemate/verdict")
UNKNOWN = "?"
"""The version of a bundle whose signature nobody knows."""
MEMORY = "update"
"""Under which name the box remembers what it has said."""

REASONS: Mapping[str, str] = {
    "NO_BUNDLE": N_("This is no update."),
    "CUT_SHORT": N_("The file ends too early. Copy it again."),
    "NOT_SIGNED": N_("It is not signed, so nobody answers for it."),
    "BAD_SIGNATURE": N_("It is signed by nobody this box knows."),
    "BAD_MANIFEST": N_("Its list of files is not in order."),
    "BAD_KEY": N_("The key of this box cannot be read."),
    "DAMAGED": N_("{name} is damaged. Copy the file again."),
    "TOO_BIG": N_("It has {megabytes} MB; {most} at most are taken."),
    "SAME": N_("Version {version} is on the box already."),
    "OLDER": N_("It is {version}, older than {here} on the box."),
    "OTHER_MACHINE": N_("It is for {wanted}; this box has {here}."),
    "OTHER_DATA": N_("{version} keeps matches otherwise: install it by hand."),
    "NO_ROOM": N_("{megabytes} MB have to be free on the card."),
    "FORGETS": N_("This card forgets programs: write a new one."),
    "NO_UNIT": N_("This box is no service and cannot update itself."),
    "NOT_MADE": N_("It could not be unpacked. The log knows more."),
    "CUT_OFF": N_("It was cut off. Nothing has changed."),
    "TAKEN_BACK": N_("It did not run for a minute, so the old version is back."),
    "KEPT": N_("It runs, and stays. Every match is kept."),
}


def explain(code: str, facts: Mapping[str, object], say: Callable[..., str]) -> str:
    """Return why a bundle is not taken, or what became of it."""
    words = REASONS.get(code)
    return code if words is None else say(words, **facts)


class Verdict(NamedTuple):
    """What became of an update."""

    number: int
    version: str
    kept: bool
    code: str
    facts: Mapping[str, object]

    def text(self, say: Callable[..., str]) -> str:
        """Say it."""
        why = explain(self.code, self.facts, say)
        if self.version == UNKNOWN:
            return why
        title = N_("Update to {version}.") if self.kept else N_("No update to {version}.")
        return f"{say(title, version=self.version)} {why}"


def read_verdict(place: Path = PLACE) -> Verdict | None:
    """Return what was left there; None: nothing, or nothing that can be read."""
    try:
        told: Any = read_json(place.read_text("utf-8"))
        facts = {str(name): value for name, value in told["facts"].items()}
        made = Verdict(told["number"], told["version"], told["kept"], told["code"], facts)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    is_sound = type(made.number) is int and isinstance(made.version, str) and made.code in REASONS
    return made if is_sound else None


def news(remembered: object, place: Path = PLACE) -> Verdict | None:
    """Return a verdict that nobody was told yet."""
    verdict = read_verdict(place)
    return None if verdict is None or verdict.number == remembered else verdict
