"""Updating at the box: from a stick or a page, what is asked, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.app.desk import Desk
from firmware_py.history.reading_room import ReadingRoom
from firmware_py.panels.web.library import NotServed
from firmware_py.ui.navigation import Push
from firmware_py.ui.screens.update import choose_update, open_uploaded
from firmware_py.ui.screens.work import Work
from firmware_py.update.bundle import BUNDLE_AT_MOST, Manifest, Part, Refused
from firmware_py.update.taking import UPLOADED
from firmware_py.update.verdict import REASONS, Verdict

GOOD = Manifest("1.3", "3.13", "aarch64", 1, (Part("x.whl", 1, "0" * 64),))
FACTS = {
    "name": "pillow-13.0.0-cp313.whl", "megabytes": 100, "most": 64, "version": "1.10.2",
    "here": "Python 3.11, x86_64", "wanted": "Python 3.13, aarch64",
}  # fmt: skip


class Unit:
    """What checks and takes bundles, as a test wants it."""

    def __init__(self, refusal: Refused | None = None) -> None:
        self.refusal = refusal
        self.taken: list[Path] = []

    def look(self, _path: Path) -> Manifest:
        if self.refusal is not None:
            raise self.refusal
        return GOOD

    def take(self, path: Path, _data: Path) -> Manifest:
        self.taken.append(path)
        return GOOD


def finish(box: Any) -> Any:
    """Let the work end that is on the screen."""
    assert isinstance(box.screen, Work)
    box.screen.wait(20)
    box.app.paint()
    return box


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "tablemate-1.3-python3.13-aarch64.update").touch()
    return tmp_path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_version_is_taken_after_a_question(
    make_box: Callable[..., Any], stick: Path, language: str
) -> None:
    """Checked first, asked then, and only Yes hands it over."""
    box, unit = make_box(language=language), Unit()
    box.app._follow(Push(choose_update(box.services, stick, unit.look, unit.take)))
    box.press()
    finish(box)
    assert any("1.3" in line for line in box.text)
    box.press()  # No comes first
    assert unit.taken == []
    box.press()
    finish(box).choose("Yes")
    finish(box)
    assert [path.parent for path in unit.taken] == [stick]
    assert box.unfit == {}


def test_a_refusal_is_told_before_anything_is_asked(box: Any, stick: Path) -> None:
    """With its reason."""
    unit = Unit(Refused("OLDER", version="1.1", here="1.2"))
    box.app._follow(Push(choose_update(box.services, stick, unit.look, unit.take)))
    box.press()
    assert "older than 1.2" in " ".join(finish(box).text)


def test_a_stick_without_an_update_says_so(box: Any, tmp_path: Path) -> None:
    """And a press goes back."""
    box.app._follow(Push(choose_update(box.services, tmp_path)))
    box.app.paint()
    assert box.chosen == "No update on it"


@pytest.mark.parametrize("answer", ["Yes", "No"])
def test_what_a_page_sent_is_gone_after_the_answer(box: Any, answer: str) -> None:
    """Taken or not."""
    path = box.store.path.parent / UPLOADED
    path.touch()
    unit = Unit()
    box.app._follow(open_uploaded(box.services, unit.look, unit.take))
    finish(box).choose(answer)
    if answer == "Yes":
        finish(box)
    assert (not path.exists(), len(unit.taken)) == (True, int(answer == "Yes"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_become_of_it_fits(make_box: Callable[..., Any], language: str) -> None:
    """Each reason, in every language."""
    box = make_box(language=language)
    for number, code in enumerate(REASONS):
        verdict = Verdict(number, "1.10.2", code == "KEPT", code, FACTS)
        box.app.tell(box.services.say("Update"), verdict.text(box.services.say))
        assert box.text[0] == box.said("Update")
    assert box.unfit == {}


def test_a_page_may_send_an_update_and_the_box_asks(box: Any) -> None:
    """It goes beside the matches, is looked at there, and what is no update is told so."""
    data = box.store.path.parent
    room = ReadingRoom(data, lambda: "en")
    intake = room.intake("update")
    assert intake[:2] == (data / UPLOADED, BUNDLE_AT_MOST)
    (data / UPLOADED).write_bytes(b"not an update")
    assert intake.look is not None
    with pytest.raises(NotServed, match="This is no update"):
        intake.look(data / UPLOADED)
    served = Desk(box.services).serve("update", "", [box.screen])
    box.app._follow(served.step)
    assert "This is no update." in " ".join(finish(box).text)
    assert not (data / UPLOADED).exists()
