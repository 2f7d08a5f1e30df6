"""Updating at the box: from a stick or a page, what is asked, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines.languages import LANGUAGES
from firmware_py.app.page_queries import PageQueries
from firmware_py.app.page_requests import Request, handle
from firmware_py.panels.web.files import sent_name
from firmware_py.panels.web.page_backend import NotServed
from firmware_py.screens.system.update import ask_about_sent, choose_update
from firmware_py.storage.backup import UPLOADED as BACKUP_UPLOADED
from firmware_py.storage.backup import back_up
from firmware_py.ui.background_job import Work
from firmware_py.ui.navigation import Push
from firmware_py.update import install
from firmware_py.update.install import REASONS, UPLOADED, UpdateResult
from firmware_py.update.update_file import UPDATE_AT_MOST, BadUpdate, Manifest, Part
from hardware.events import PageRequest

GOOD = Manifest("1.3", "3.13", "aarch64", 1, (Part("x.whl", 1, "0" * 64),))
FACTS = {
    "name": "pillow-13.0.0-cp313.whl", "megabytes": 100, "most": 64, "version": "1.10.2",
    "here": "Python 3.11, x86_64", "wanted": "Python 3.13, aarch64",
}  # fmt: skip


class Unit:
    """Checks updates and hands them over, as a test wants it."""

    def __init__(self, refusal: BadUpdate | None = None) -> None:
        self.refusal = refusal
        self.taken: list[Path] = []

    def check(self, _path: Path) -> Manifest:
        if self.refusal is not None:
            raise self.refusal
        return GOOD

    def hand(self, path: Path, _manifest: Manifest, _data: Path) -> None:
        self.taken.append(path)


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
    box.app.follow(Push(choose_update(box.services, stick, unit.check, unit.hand)))
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


def test_an_update_asks_again_while_something_is_not_saved(
    box: Any, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The box starts anew with it: what waits for the disk would be gone."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(box.store, "put_setting", fail)
    box.services.settings.put("text", "large")
    unit = Unit()
    box.app.follow(Push(choose_update(box.services, stick, unit.check, unit.hand)))
    box.press()
    finish(box).choose("Yes")
    assert any("Not saved yet" in line for line in box.text)
    assert unit.taken == []
    box.choose("Yes")
    finish(box)
    assert len(unit.taken) == 1


def test_a_refusal_is_shown_before_any_question(box: Any, stick: Path) -> None:
    """With its reason."""
    unit = Unit(BadUpdate("OLDER", version="1.1", here="1.2"))
    box.app.follow(Push(choose_update(box.services, stick, unit.check, unit.hand)))
    box.press()
    assert "older than 1.2" in " ".join(finish(box).text)


def test_a_stick_without_an_update_says_so(box: Any, tmp_path: Path) -> None:
    """And a press goes back."""
    box.app.follow(Push(choose_update(box.services, tmp_path)))
    box.app.paint()
    assert box.chosen == "No update found"


@pytest.mark.parametrize("answer", ["Yes", "No"])
def test_what_a_page_sent_is_gone_after_the_answer(box: Any, answer: str) -> None:
    """Taken or not."""
    path = box.store.path.parent / UPLOADED
    path.touch()
    unit = Unit()
    box.app.follow(Push(ask_about_sent(box.services, "", None, GOOD, unit.hand)))
    finish(box).choose(answer)
    if answer == "Yes":
        finish(box)
    assert (not path.exists(), len(unit.taken)) == (True, int(answer == "Yes"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_become_of_it_fits(make_box: Callable[..., Any], language: str) -> None:
    """Each reason, in every language."""
    box = make_box(language=language)
    for number, code in enumerate(REASONS):
        verdict = UpdateResult(number, "1.10.2", code == "KEPT", code, FACTS)
        box.app.tell(box.services.say("Update"), verdict.text(box.services.say))
        assert box.text[0] == box.said("Update")
    assert box.unfit == {}


def test_a_page_may_send_an_update_and_the_box_asks(box: Any) -> None:
    """It is stored in the data folder and checked there; another kind of file is refused."""
    data = box.store.path.parent
    room = PageQueries(data, lambda: "en")
    intake = room.intake("update")
    assert intake[:2] == (data / UPLOADED, UPDATE_AT_MOST)
    (data / UPLOADED).write_bytes(b"not an update")
    assert intake.look is not None
    with pytest.raises(NotServed, match="This is not an update") as refused:
        intake.look(data / UPLOADED)
    reply = handle("update", Request(box.services, [box.screen], found=refused.value.found))
    box.app.follow(reply.step)
    assert "This is not an update." in " ".join(finish(box).text)
    assert not (data / UPLOADED).exists()


def test_an_update_that_a_page_sends_is_checked_once_before_the_helper(
    box: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it has arrived; `tests/system/test_update.py` counts the second check."""
    checked: list[Path] = []

    def check_update(path: Path, *_: object) -> Manifest:
        checked.append(path)
        return GOOD

    monkeypatch.setattr(install, "check_update", check_update)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    data = box.store.path.parent
    intake = PageQueries(data, lambda: "en").intake("update")
    intake.path.write_bytes(b"the update")
    assert intake.look is not None
    found = intake.look(intake.path)
    box.app.inbox.post(PageRequest("update", "new.update", "web", found=found))
    box.app.step(0.0)
    finish(box).choose("Yes")
    finish(box)
    assert (data / install.FOLDER / install.NAME).read_bytes() == b"the update"
    assert (tmp_path / install.NOTE).read_text() == "1.3\n"
    assert checked == [intake.path]
    assert not intake.path.exists()


def send(box: Any, what: str, content: bytes, name: str = "") -> Any:
    """Do what a page does: leave a file, and say so."""
    file = {"update": UPLOADED, "restore": BACKUP_UPLOADED}[what]
    data = box.store.path.parent
    (data / file).write_bytes(content)
    found: object = None
    if what == "update":
        look = PageQueries(data, lambda: "en").intake(what).look
        assert look is not None
        with pytest.raises(NotServed) as refused:
            look(data / file)
        found = refused.value.found
    box.app.inbox.post(PageRequest(what, name, "web", found=found))
    box.app.step(0.0)
    return finish(box)


def test_a_file_takes_the_place_of_the_one_that_was_sent_before(box: Any) -> None:
    """However many are wrong, and of whichever kind: one press, and the box is as it was."""
    home = box.screen
    send(box, "restore", b"a photograph", "beach.jpg")
    box.services.settings.put("language", "fr")
    send(box, "update", b"a photograph", "plage.jpg")
    send(box, "restore", b"a photograph", "montagne.jpg")
    assert len(box.app.screens) == 2
    assert box.screen.words().text.endswith("\nmontagne.jpg")
    box.press()
    assert box.screen is home


def test_a_question_about_a_file_ends_with_the_next_one(box: Any, tmp_path: Path) -> None:
    """Also the second question: it would be answered for a file that is gone."""
    data = box.store.path.parent
    back_up(data, tmp_path / "copy.db")
    copy = (tmp_path / "copy.db").read_bytes()
    send(box, "restore", copy).choose("Yes")
    assert any("Are you sure?" in said for said in box.text)
    send(box, "restore", copy)
    assert any("Replace everything" in said for said in box.text)
    box.choose("Yes")
    send(box, "update", b"a photograph", "beach.jpg")
    assert not any("Are you sure?" in said for said in box.text)
    box.press()
    assert len(box.app.screens) == 1


def test_an_update_that_was_agreed_on_is_not_put_aside(box: Any) -> None:
    unit = Unit()
    box.app.follow(Push(ask_about_sent(box.services, "new.update", None, GOOD, unit.hand)))
    finish(box).choose("Yes")
    installing = box.screen
    send(box, "update", b"a photograph")
    box.press()
    assert box.screen is installing


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", ["restore", "update"])
def test_a_file_is_named_as_it_was_sent(
    make_box: Callable[..., Any], language: str, what: str
) -> None:
    """Or by none; never by the name that it has for a moment here."""
    box = make_box(language=language)
    for size in ("normal", "large"):
        box.services.settings.put("text", size)
        for name in (sent_name("Holiday " * 9 + "2026.jpeg"), "W" * 32, ""):
            send(box, what, b"a photograph", name)
            last = box.screen.words().text.splitlines()[-1]
            assert last == (name or box.said("The file that was sent"))
            assert UPLOADED not in " ".join(box.text)
    assert box.unfit == {}
