"""Fingerprints of everything that is shown on the way through a test: a mark for each moment.

They notice a pixel or a word that changed where no picture of the gallery is. `make gallery`
writes them; each file in tests/firmware_py/fingerprints has the marks of one test.

    assert changed("stones-usual", shown(box)) == ""
"""

from __future__ import annotations

import os
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any

from firmware_py.core.picture import Picture

FOLDER = Path(__file__).parents[1] / "firmware_py" / "fingerprints"
WRITES = os.environ.get("TABLEMATE_GALLERY") == "write"
A_LINE = 20


def mark(moment: object) -> str:
    """Return four characters for one moment."""
    return urlsafe_b64encode(sha256(repr(moment).encode()).digest()[:3]).decode()


def moment_of(picture: Picture) -> tuple[object, ...]:
    """Return what people and viewers see of a picture, and what they read."""
    return picture.frame, picture.text, picture.public, picture.public_text


def shown(box: Any) -> list[tuple[object, ...]]:
    """Return everything that a box showed: pixels and words, to its people and to viewers.

    That somebody has to wait is left out: whether a job is still running is a matter of luck.
    """
    waits = box.services.say("Please wait")
    found = (moment_of(each) for each in box.panel.pictures if waits not in each.text)
    return [moment for moment, _ in groupby(found)]


def changed(name: str, moments: Iterable[object], folder: Path = FOLDER) -> str:
    """Return at which moment the stored fingerprint differs; write it instead, if that is asked."""
    marks = [mark(moment) for moment in moments]
    path = folder / f"{name}.txt"
    if WRITES:
        rows = (marks[at : at + A_LINE] for at in range(0, len(marks), A_LINE))
        folder.mkdir(exist_ok=True)
        path.write_text("".join(" ".join(row) + "\n" for row in rows), encoding="ascii")
    stored = path.read_text(encoding="ascii").split() if path.exists() else []
    for number, (before, now) in enumerate(zip_longest(stored, marks)):
        if before != now:
            return (
                f"{name}: what is shown first differs at moment {number} of {len(marks)}; "
                "if that is right, run: make gallery"
            )
    return ""
