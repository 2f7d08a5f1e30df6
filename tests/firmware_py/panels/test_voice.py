"""The voice of the box: small programs in the place of espeak-ng and aplay record what they get."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.rng import Chance
from firmware_py.core.config import Config, VoiceConfig
from firmware_py.core.language import translator
from firmware_py.core.picture import Picture
from firmware_py.panels.voice import VoicePanel, news
from hardware.display.frame import BLANK
from tests.support.box import Box

SPEAKER = """#!/bin/sh
echo "$@" >> "$0.calls"
cat >> "$0.said"
echo >> "$0.said"
"""
PLAYER = """#!/bin/sh
echo "$@" >> "$0.calls"
if [ -p "$0.waits" ]; then exec cat "$0.waits"; fi
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the small programs before all others; return their folder."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, text in (("espeak-ng", SPEAKER), ("aplay", PLAYER)):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    return folder


class Ear:
    """Hears a voice, and nothing else."""

    def __init__(self, voice: VoicePanel, programs: Path) -> None:
        self.voice = voice
        self._said = programs / "espeak-ng.said"
        self._heard = 0

    def hear(self) -> list[str]:
        """Wait until all is said; return what is new, line by line."""
        voice = self.voice
        with voice._news:  # noqa: SLF001 - nothing else says when it is silent
            voice._news.wait_for(lambda: voice._ended == voice._wanted)  # noqa: SLF001 - as above
        said = self._said.read_text() if self._said.exists() else ""
        new, self._heard = said[self._heard :], len(said)
        return [line.removesuffix(".") for line in new.splitlines() if line]


@pytest.fixture
def make_ear(programs: Path) -> Iterator[Callable[..., Ear]]:
    made: list[VoicePanel] = []

    def make(**values: Any) -> Ear:
        made.append(VoicePanel(VoiceConfig(speak=True, **values), rest_s=0.0))
        return Ear(made[-1], programs)

    yield make
    for voice in made:
        voice.close()


def shown(*lines: str) -> Picture:
    return Picture(BLANK, lines)


def test_the_words_become_a_file_which_is_played(
    make_ear: Callable[..., Ear], programs: Path
) -> None:
    ear = make_ear(device="hw:1", words_per_minute=300)
    ear.voice.set_language("fr", translator("fr"))
    ear.voice.show(shown("Accueil", "> Nouvelle partie"))
    assert ear.hear() == ["Accueil", "Nouvelle partie"]
    write = (programs / "espeak-ng.calls").read_text().split()
    assert write[:5] == ["-v", "fr", "-s", "300", "-w"]
    play = (programs / "aplay.calls").read_text().split()
    assert play == ["-q", "-D", "hw:1", write[5]]


def test_only_what_is_new_is_said_and_the_row_first(make_ear: Callable[..., Ear]) -> None:
    ear = make_ear()
    ear.voice.show(shown("Tablemate", "> New game", "Learn", "... 2/7"))
    assert ear.hear() == ["Tablemate", "New game", "Learn"]
    ear.voice.show(shown("Tablemate", "New game", "> Learn", "... 2/7"))
    assert ear.hear() == ["Learn", "New game"]


def test_a_running_clock_is_not_said(make_ear: Callable[..., Ear]) -> None:
    ear = make_ear()
    ear.voice.show(shown("Ida", "0:59", "Bo: 10:00", "9"))
    assert ear.hear() == ["Ida", "9"]
    ear.voice.show(shown("Ida", "0:58", "Bo: 10:00", "8"))
    assert ear.hear() == []


def test_a_secret_is_not_said(make_ear: Callable[..., Ear]) -> None:
    ear = make_ear()
    ear.voice.show(Picture(BLANK, ("Pair", "12345678"), BLANK, ("Pair", "hidden")))
    assert ear.hear() == ["Pair", "hidden"]


def test_the_newest_words_end_what_is_being_said(
    make_ear: Callable[..., Ear], programs: Path
) -> None:
    """And what was cut off is said again, because nobody heard it to its end."""
    waits = programs / "aplay.waits"
    os.mkfifo(waits)
    ear = make_ear()
    ear.voice.show(shown("Home", "a long text"))
    writer = os.open(waits, os.O_WRONLY)  # returns once the first sound is being played
    waits.unlink()
    ear.voice.show(shown("Home", "> Start"))
    assert ear.hear() == ["Home", "a long text", "Start", "Home"]
    os.close(writer)


def test_it_falls_silent_at_the_end(make_ear: Callable[..., Ear], programs: Path) -> None:
    waits = programs / "aplay.waits"
    os.mkfifo(waits)
    ear = make_ear()
    ear.voice.show(shown("Home"))
    writer = os.open(waits, os.O_WRONLY)
    ear.voice.close()
    ear.voice.close()
    assert not ear.voice._thread.is_alive()  # noqa: SLF001 - what close promises
    os.close(writer)


def test_a_missing_or_failing_program_is_logged_once(
    make_ear: Callable[..., Ear],
    programs: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And the box goes on."""
    (programs / "aplay").write_text("#!/bin/sh\necho no such device >&2\nexit 1\n")
    ear = make_ear()
    with caplog.at_level(logging.WARNING):
        for text in ("one", "two"):
            ear.voice.show(shown(text))
            ear.hear()
        monkeypatch.setenv("PATH", str(programs / "empty"))
        for text in ("three", "four"):
            ear.voice.show(shown(text))
            ear.hear()
    assert len(caplog.messages) == 2
    assert "no such device" in caplog.messages[0]
    assert "espeak-ng: No such file" in caplog.messages[1]


def test_a_title_comes_before_the_row_of_another_screen() -> None:
    before = ("New game", "> Mana")
    assert news(before, before, ("Mana", "Players", "> Start")) == ["Mana", "> Start", "Players"]


def test_a_row_that_was_heard_is_said_again_after_a_turn_and_back() -> None:
    words = ("Home", "> Learn")
    assert news(words, ("Home", "> Play"), words) == ["> Learn"]


# --- a match by ear and knob alone ---

SQUARE = re.compile(r"\b[a-f][1-6]\b")
COLOURS = ("black", "white")


class BlindPlayer:
    """Turns and presses, and knows only what was said."""

    def __init__(self, box: Box, ear: Ear) -> None:
        self._box = box
        self._ear = ear
        self.said = ear.hear()
        self.row = self.said[1]
        self.moves: list[str] = []

    def turn(self) -> None:
        """Turn by one; where there is nothing else to choose, nothing is said."""
        self._box.turn(1)
        self.said = self._ear.hear()
        if self.said:
            self.row = self.said[0]

    def press(self, titles: tuple[str, ...]) -> None:
        """Press; another screen says its title first."""
        self._box.press()
        self.said = self._ear.hear()
        self.row = self.said[1] if self.said[0] in titles and len(self.said) > 1 else self.said[0]

    def choose(self, label: str, title: str) -> None:
        """Turn to a row and press."""
        while self.row != label:
            self.turn()
            assert self.said, f"no row {label}"
        self.press((title,))

    def play(self, chance: Chance) -> None:
        """Play to the end, each choice drawn from those that were said."""
        while not any("wins" in line for line in self.said):
            for _ in range(chance.below(4)):
                self.turn()
            squares = SQUARE.findall(self.row)
            self.press(COLOURS)
            if len(squares) == 2:
                self.moves.append("-".join(squares))


def test_a_whole_match_by_ear_and_knob(
    make_box: Callable[..., Box], make_ear: Callable[..., Ear]
) -> None:
    """From Home to the result: the moves that were heard are those of the record."""
    box, ear = make_box(), make_ear()
    box.app.painter.panels.clear()  # nothing else is shown anywhere
    box.app.painter.join(ear.voice)
    player = BlindPlayer(box, ear)
    player.choose("New game", "New game")
    player.choose("Mana", "Mana")
    player.choose("Start", "Set up the game")
    table = box.services.table
    assert table is not None
    while player.said[0] not in COLOURS:
        player.press(COLOURS)
    player.play(Chance(1, "ear"))
    outcome = table.match.engine.outcome(table.match.state)
    assert outcome is not None
    assert len(player.moves) > 4
    assert [line.text for line in table.match.lines if line.text[2:3] == "-"] == player.moves


def test_it_is_off_unless_it_is_configured() -> None:
    assert not Config().voice.speak
