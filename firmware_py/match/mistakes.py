"""Which turning points come back as exercises, and when.

    a turning point of a person --> due --solved--> due again 1, 3, 7, 21 days later --> learned
                                     ^---- not solved: due the next day

Days are those of the box's clock. Until it was set nothing can be put off, so that everything that
is not learned is due. Stored notes that cannot be read count as none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from firmware_py.match.turning_points import TurningPoint, TurningPointFiles
from firmware_py.storage.settings import Settings

PAUSES_DAYS = (1, 3, 7, 21)
"""After each solution in a row; after the last of them it is learned."""
_DAY_S = 86_400
_MEMORY = "mistakes"


class Mistake(NamedTuple):
    """A turning point of a stored match."""

    number: int
    point: TurningPoint

    @property
    def key(self) -> str:
        """The key of its note."""
        return f"{self.number}/{self.point.place}"


class MistakeBook:
    """The mistakes of people in the stored matches, and the notes about them."""

    def __init__(
        self,
        settings: Settings,
        files: TurningPointFiles,
        date: Callable[[], int | None],
        levels_of: Callable[[int], tuple[int, ...] | None],
    ) -> None:
        self._settings = settings
        self._files = files
        self._date = date
        self._levels_of = levels_of

    def due(self) -> list[Mistake]:
        """Return the exercises of today, the newest match first."""
        notes, today = self._notes(), self._today()
        return [
            each
            for each in self._all()
            if (note := notes.get(each.key)) is None
            or (note[0] <= len(PAUSES_DAYS) and (today is None or note[1] <= today))
        ]

    def note(self, mistake: Mistake, *, solved: bool) -> None:
        """Note an answer, which decides when the exercise comes back."""
        notes, today = self._notes(), self._today() or 0
        step = notes.get(mistake.key, (0, 0))[0] + 1 if solved else 0
        pause = PAUSES_DAYS[min(max(step - 1, 0), len(PAUSES_DAYS) - 1)]
        notes[mistake.key] = (step, today + pause)
        there = {each.key for each in self._all()}
        kept = {key: list(note) for key, note in notes.items() if key in there}
        self._settings.remember(_MEMORY, kept)

    def _all(self) -> list[Mistake]:
        found = []
        for number in self._files.numbers():
            levels = self._levels_of(number)
            if levels is not None:
                bots = {seat for seat, level in enumerate(levels) if level}
                points = self._files.points(number)
                found += [Mistake(number, each) for each in points if each.seat not in bots]
        return found

    def _today(self) -> int | None:
        date = self._date()
        return None if date is None else date // _DAY_S

    def _notes(self) -> dict[str, tuple[int, int]]:
        kept = self._settings.recall(_MEMORY, None)
        notes = {}
        for key, note in kept.items() if isinstance(kept, dict) else ():
            match note:
                case [int(step), int(day)] if step >= 0:
                    notes[str(key)] = (step, day)
        return notes
