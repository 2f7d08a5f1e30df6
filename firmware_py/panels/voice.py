"""Speaks the words of the display: espeak-ng writes a WAV file, and aplay plays it.

    event loop --show--> the newest words --wake--> thread: espeak-ng -w FILE, then aplay FILE
                              |                                    ^
                              '---- ends what is being said -------'

espeak-ng could play sound itself, but that stutters on a Pi.
"""

from __future__ import annotations

import logging
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition, Thread

from firmware_py.core.config import VoiceConfig
from firmware_py.core.picture import Picture
from firmware_py.panels.base import Panel

SPEAKER, PLAYER = "espeak-ng", "aplay"
REST_S = 0.2
"""How long the words must stay unchanged before they are spoken; a knob passes many rows."""
CLOSE_S = 2.0
CURSOR = "> "
"""The beginning of the row under the cursor."""
_SILENT = re.compile(r"(.*: )?-?\d*:\d\d|(\.\.\. \d+/\d+)?")
"""A clock, which changes every second, and the place in a long list."""
_RUNNING = re.compile(r"\d+")
"""A text that may be the seconds of a countdown."""


class VoicePanel(Panel):
    """Says what is new on the display; a program that is missing or fails is logged once.

    It is heard in the whole room, so it says what viewers of a page may see: no pairing code.
    """

    def __init__(self, config: VoiceConfig, *, rest_s: float = REST_S) -> None:
        self._config = config
        self._rest_s = rest_s
        self._language = "en"
        self._wanted: tuple[str, ...] = ()
        self._heard: tuple[str, ...] = ()
        """The words on the display when speaking last finished."""
        self._ended: tuple[str, ...] = ()
        """The words that it last tried to say; the same as wanted while it is silent."""
        self._is_closing = False
        self._process: subprocess.Popen[bytes] | None = None
        self._complaints: set[str] = set()
        self._news = Condition()
        self._thread = Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def show(self, picture: Picture) -> None:
        """Speak these words next, and stop the current speech."""
        _, text = picture.for_viewers()
        words = tuple(line for line in text if not _SILENT.fullmatch(line))
        with self._news:
            if _steady(words) != _steady(self._wanted):
                self._wanted = words
                self._interrupt()

    def set_language(self, language: str, translate: Callable[[str], str]) -> None:
        """Change the language of the voice."""
        del translate
        self._language = language

    def close(self) -> None:
        """Stop speaking and end the thread; may be called twice."""
        with self._news:
            self._is_closing = True
            self._interrupt()
        self._thread.join(CLOSE_S)

    def _interrupt(self) -> None:
        """Wake the thread, and stop its program."""
        self._news.notify_all()
        if self._process is not None:
            self._process.kill()

    def _run(self) -> None:
        with TemporaryDirectory(prefix="tablemate-voice-") as folder:
            sound = Path(folder) / "words.wav"
            begun: tuple[str, ...] = ()
            while (words := self._next(begun)) is not None:
                lines = news(self._heard, begun, words)
                begun = words
                is_heard = self._say(lines, words, sound)
                with self._news:
                    self._heard = words if is_heard else self._heard
                    self._ended = words
                    self._news.notify_all()

    def _next(self, begun: tuple[str, ...]) -> tuple[str, ...] | None:
        """Wait for new words that stay unchanged, and return them; None at the end."""
        with self._news:
            self._news.wait_for(lambda: self._is_closing or self._wanted != begun)
            words = None
            while not self._is_closing and words != self._wanted:
                words = self._wanted
                self._news.wait_for(lambda: self._is_closing or words != self._wanted, self._rest_s)  # noqa: B023 - called at once
            return None if self._is_closing else self._wanted

    def _say(self, lines: list[str], words: tuple[str, ...], sound: Path) -> bool:
        """Speak lines; return False if new words interrupted them."""
        spoken = "\n".join(map(sentence, lines))
        speed = str(self._config.words_per_minute)
        write = [SPEAKER, "-v", self._language, "-s", speed, "-w", str(sound), "--stdin"]
        play = [PLAYER, "-q", "-D", self._config.device, str(sound)]
        return self._call(write, words, spoken.encode()) and self._call(play, words)

    def _call(self, command: list[str], words: tuple[str, ...], text: bytes = b"") -> bool:
        """Run a program to its end; return whether it succeeded and its words are still wanted."""
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(command, stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe)  # noqa: S603 - found in PATH, as espeak-ng is installed
        except OSError as error:
            self._complain(f"{command[0]}: {error.strerror}")
            return False
        with self._news:
            self._process = process
            if self._is_closing or words != self._wanted:
                process.kill()
        _, errors = process.communicate(text)
        with self._news:
            self._process = None
            is_wanted = not self._is_closing and words == self._wanted
        if is_wanted and process.returncode:
            self._complain(f"{command[0]}: {errors.decode(errors='replace').strip()}")
        return is_wanted and process.returncode == 0

    def _complain(self, what: str) -> None:
        if what not in self._complaints:
            self._complaints.add(what)
            logging.warning("nothing can be said: %s (tablemate doctor looks at it)", what)


def _steady(words: tuple[str, ...]) -> list[str]:
    """Return the words without a running countdown, which never interrupts."""
    return [line for line in words if not _RUNNING.fullmatch(line)]


def news(heard: tuple[str, ...], before: tuple[str, ...], words: tuple[str, ...]) -> list[str]:
    """Return the lines to say: those that were not heard, and first of them the row of the cursor.

    The title of another screen comes before its row. Where every line was heard, as after a turn
    and back, the row is said again; without one, all.

    >>> home = ("Tablemate", "> New game", "Learn")
    >>> news((), (), home)
    ['Tablemate', '> New game', 'Learn']
    >>> news(home, home, ("Tablemate", "New game", "> Learn"))
    ['> Learn', 'New game']
    """
    said = [line for line in words if line not in heard]
    said = said or [line for line in words if line.startswith(CURSOR)] or list(words)
    first = said[:1] if words[:1] == tuple(said[:1]) != before[:1] else []
    row = [line for line in said if line.startswith(CURSOR) and line not in first]
    return [*first, *row, *(line for line in said if line not in (*first, *row))]


def sentence(line: str) -> str:
    """Return a line as it is said: with a pause at its end, and without the cursor's sign.

    >>> sentence("> a6→a5")
    'a6, a5.'
    """
    line = line.removeprefix(CURSOR).replace("→", ", ")
    return line if line.endswith((".", "!", "?", ":")) else f"{line}."
