"""The box in a terminal: half blocks, braille or words, and a key for every control.

A thread reads keys and paints; `show` only stores the latest picture for it. It remembers the cells
of the window and sends those that changed.

A terminal does not send when a key is released, so a hold has a key of its own: the same letter
with Shift.
"""

from __future__ import annotations

import atexit
import os
import re
import selectors
import signal
import sys
import termios
import threading
import tty
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from firmware_py.core.picture import Picture
from firmware_py.panels.base import NoPanel, Panel
from firmware_py.panels.terminal_cells import (
    BRAILLE_COLUMNS,
    BRAILLE_ROWS,
    HALF_COLUMNS,
    HALF_ROWS,
    CellPage,
    CellStyle,
    draw_braille,
    draw_half_blocks,
    lay_out_picture,
    lay_out_words,
)
from firmware_py.panels.web.page_words import TERMINAL
from hardware.display.frame import BLANK
from hardware.events import Control, Event, Held, Inbox, Pressed, Stopped, Turned

if TYPE_CHECKING:
    from firmware_py.storage.settings import Settings


ESCAPE_S = 0.05
CLOSE_S = 1.0
STOP_S = 0.5
"""How long to wait until SIGTSTP stops the program."""
GAP_CELLS = 6
"""A gap of up to this many unchanged cells is cheaper to send than to skip."""

# Alternate screen, hidden cursor, no wrapping at the right edge, bracketed paste.
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h"
_LEAVE = "\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
_HOLD_BACK, _LET_GO = "\x1b[?2026h", "\x1b[?2026l"
_COLOURS = {
    CellStyle.PLAIN: "\x1b[0m",
    CellStyle.PIXELS: "\x1b[0;97;40m",
    CellStyle.REVERSED: "\x1b[0;30;107m",
    CellStyle.FRAME: "\x1b[0;90m",
    CellStyle.HELP: "\x1b[0;36m",
}
_NO_COLOURS = {**dict.fromkeys(CellStyle, "\x1b[0m"), CellStyle.REVERSED: "\x1b[0;7m"}


class TerminalPanel(Panel):
    """Takes over the terminal until closed; raises NoPanel if there is none."""

    def __init__(
        self,
        inbox: Inbox,
        *,
        clock: Callable[[], float],
        environment: Mapping[str, str],
        keyboard: int = 0,
        window: int = 1,
        encoding: str | None = None,
        translate: Callable[[str], str] = str,
    ) -> None:
        _check_terminal(keyboard, window, environment)
        self._inbox = inbox
        self._clock = clock
        self._keyboard = keyboard
        self._window = window
        self._translate = translate
        self._has_utf8 = _is_utf8(encoding or sys.stdout.encoding or "")
        self._has_braille = environment.get("TERM") != "linux"
        self._colours = _NO_COLOURS if environment.get("NO_COLOR") else _COLOURS
        self._picture = Picture(BLANK)
        self._shown: CellPage | None = None
        self._in_words = False
        self._sounds = True
        self._rings = False
        self._closing = False
        self._is_closed = False
        self._wake_reader, self._wake_writer = os.pipe()
        os.set_blocking(self._wake_writer, False)
        self._saved = termios.tcgetattr(keyboard)
        self._old_handlers: dict[int, Any] = {}
        self._continued = threading.Event()
        """Set when the program continues after a stop, and the terminal has to be set up again."""
        atexit.register(self.close)
        tty.setraw(keyboard)
        self._watch_signals()
        self._thread = threading.Thread(target=self._run, name="terminal", daemon=True)
        self._thread.start()

    def show(self, picture: Picture) -> None:
        """Store the picture for the thread that paints."""
        if picture != self._picture:
            self._picture = picture
            self._wake()

    def resized(self) -> None:
        """Paint again, because the size of the window changed."""
        self._wake()

    def continued(self) -> None:
        """Take over the terminal again, which a shell used while the program was stopped."""
        self._continued.set()
        self._wake()

    def set_language(self, language: str, translate: Callable[[str], str]) -> None:
        """Change the language of the help line."""
        del language
        self._translate = translate
        self._wake()

    def apply_settings(self, settings: Settings, faces_away: bool) -> None:
        """Apply the sound setting; a window is never turned."""
        del faces_away
        self._sounds = settings["sounds"]

    def call_time(self, seat: int | None) -> None:
        """Ring the terminal's bell."""
        del seat
        self._rings = self._sounds
        self._wake()

    def warn(self, seat: int) -> None:
        """Ring the terminal's bell."""
        self.call_time(seat)

    def close(self) -> None:
        """Restore the terminal; may be called twice."""
        if self._closing:
            return
        self._closing = True
        self._wake()
        self._thread.join(CLOSE_S)
        self._restore()
        for number, handler in self._old_handlers.items():
            signal.signal(number, handler)
        atexit.unregister(self.close)
        self._is_closed = True
        if not self._thread.is_alive():
            os.close(self._wake_reader)
            os.close(self._wake_writer)

    def _watch_signals(self) -> None:
        if threading.current_thread() is threading.main_thread():
            acts = {signal.SIGWINCH: self.resized, signal.SIGCONT: self.continued}
            for number, act in acts.items():
                self._old_handlers[number] = signal.signal(number, lambda *_, act=act: act())

    def _wake(self) -> None:
        if self._is_closed:
            return
        with suppress(BlockingIOError):  # full: the thread will wake up anyway
            os.write(self._wake_writer, b".")

    def _restore(self) -> None:
        with suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(self._keyboard, termios.TCSANOW, self._saved)
            termios.tcflush(self._keyboard, termios.TCIFLUSH)

    def _run(self) -> None:
        why = "the terminal failed"
        try:
            self._send(_ENTER)
            with selectors.DefaultSelector() as selector:
                selector.register(self._keyboard, selectors.EVENT_READ)
                selector.register(self._wake_reader, selectors.EVENT_READ)
                self._serve(selector)
            self._send(_LEAVE)
        except OSError as error:
            why = f"the terminal is gone ({error.strerror})"
        finally:
            if not self._closing:
                self._inbox.post(Stopped(why))

    def _serve(self, selector: selectors.BaseSelector) -> None:
        keys = KeyReader()
        self._paint()
        while not self._closing:
            ready = selector.select(ESCAPE_S if keys.is_waiting else None)
            pressed = keys.flush() if not ready else []
            for key, _ in ready:
                if key.fd == self._wake_reader:
                    os.read(self._wake_reader, 4096)
                    continue
                data = os.read(self._keyboard, 4096)
                if not data:
                    raise OSError(0, "closed")
                pressed += keys.feed(data)
            for name in pressed:
                self._act(name)
            if self._continued.is_set():
                self._continued.clear()
                tty.setraw(self._keyboard, termios.TCSANOW)
                self._send(_ENTER)
                self._shown = None
            self._paint()

    def _act(self, key: str) -> None:
        if key in ("t", "T"):
            self._in_words = not self._in_words
        elif key == "ctrl-l":
            self._shown = None
        elif key == "ctrl-z":
            self._suspend()
        elif key == "ctrl-backslash":  # to end a program that hangs
            self._send(_LEAVE)
            self._restore()
            os.kill(os.getpid(), signal.SIGQUIT)
        elif key in ACTIONS:
            self._inbox.post(ACTIONS[key](self._clock()))

    def _suspend(self) -> None:
        """Restore the terminal and stop the process group until `fg`."""
        self._send(_LEAVE)
        self._restore()
        os.kill(0, signal.SIGTSTP)
        # The signal may reach another thread, and without a shell the kernel does not stop us.
        self._continued.wait(STOP_S)
        self._continued.set()

    def _paint(self) -> None:
        size = os.get_terminal_size(self._window)
        page = self._lay_out(max(1, size.columns), max(1, size.lines))
        shown = self._shown
        out = []
        if shown is None or (shown.columns, shown.rows) != (page.columns, page.rows):
            shown = CellPage(page.columns, page.rows)
            out.append("\x1b[0m\x1b[2J")
        out += _changes(shown, page, self._colours)
        self._shown = page
        if self._rings:
            self._rings = False
            out.append("\a")
        if out:
            self._send(_HOLD_BACK + "".join(out) + _LET_GO)

    def _lay_out(self, columns: int, rows: int) -> CellPage:
        picture = self._picture
        help_items = self._help()
        if not self._in_words and self._has_utf8:
            if columns >= HALF_COLUMNS and rows > HALF_ROWS:
                return lay_out_picture(columns, rows, draw_half_blocks(picture.frame), help_items)
            if columns >= BRAILLE_COLUMNS and rows > BRAILLE_ROWS and self._has_braille:
                return lay_out_picture(columns, rows, draw_braille(picture.frame), help_items)
        reason = "" if self._in_words else self._why_words(columns, rows)
        return lay_out_words(columns, rows, reason, picture.text, help_items)

    def _why_words(self, columns: int, rows: int) -> str:
        can_braille = self._has_utf8 and self._has_braille
        need_columns = BRAILLE_COLUMNS if can_braille else HALF_COLUMNS
        need_rows = (BRAILLE_ROWS if can_braille else HALF_ROWS) + 1
        return self._translate(TERMINAL["too_small" if can_braille else "no_signs"]).format(
            columns=columns, rows=rows, need_columns=need_columns, need_rows=need_rows
        )

    def _help(self) -> list[str]:
        words = {key: self._translate(text) for key, text in TERMINAL.items()}
        arrows = "←→" if self._has_utf8 else "<-/->"
        return [
            f"{arrows} {words['turn']}",
            f"Enter {words['press']}",
            f"M {words['menu']}",
            f"B {words['back']}",
            f"W {words['why']}",
            f"U {words['undo']}",
            words["hold"],
            f"T {words['words']}",
            f"Q {words['quit']}",
        ]

    def _send(self, text: str) -> None:
        data = text.encode("utf-8" if self._has_utf8 else "ascii", errors="replace")
        while data:
            data = data[os.write(self._window, data) :]


def _changes(shown: CellPage, page: CellPage, colours: Mapping[CellStyle, str]) -> list[str]:
    """Return the escape sequences that turn one page into the other."""
    out: list[str] = []
    style: str = ""
    for row in range(page.rows):
        if shown.signs[row] == page.signs[row] and shown.styles[row] == page.styles[row]:
            continue
        for first, last in _changed_runs(shown, page, row):
            out.append(f"\x1b[{row + 1};{first + 1}H")
            for column in range(first, last):
                if page.styles[row][column] != style:
                    style = page.styles[row][column]
                    out.append(colours[CellStyle(style)])
                out.append(page.signs[row][column])
    return out


def _changed_runs(shown: CellPage, page: CellPage, row: int) -> list[tuple[int, int]]:
    """Return the changed stretches of a row, joined over small gaps."""
    runs: list[tuple[int, int]] = []
    for column in range(page.columns):
        is_same = (
            shown.signs[row][column] == page.signs[row][column]
            and shown.styles[row][column] == page.styles[row][column]
        )
        if is_same:
            continue
        if runs and column - runs[-1][1] <= GAP_CELLS:
            runs[-1] = (runs[-1][0], column + 1)
        else:
            runs.append((column, column + 1))
    return runs


def _check_terminal(keyboard: int, window: int, environment: Mapping[str, str]) -> None:
    if not (os.isatty(keyboard) and os.isatty(window)):
        raise NoPanel(
            "there is no terminal here (input or output is redirected): start it in a terminal, "
            "or use the web page with --panel web"
        )
    if environment.get("TERM", "dumb") in ("", "dumb"):
        raise NoPanel(
            "this terminal cannot place the cursor (TERM is dumb or not set): use another, or "
            "the web page with --panel web"
        )


def _is_utf8(encoding: str) -> bool:
    return encoding.lower().replace("-", "").replace("_", "") == "utf8"


# --- keys ------------------------------------------------------------------------------------

SOURCE = "terminal"
PAGE_STEPS = 5
SEQUENCE_BYTES_AT_MOST = 32

_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\[O])", re.DOTALL)
_HALF = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)?")
_PASTE_BEGINS, _PASTE_ENDS = b"\x1b[200~", b"\x1b[201~"
_NAMES: Mapping[bytes, str] = {
    b"\r": "enter", b"\n": "enter", b" ": "enter",
    b"\x7f": "backspace", b"\x08": "backspace",
    b"\x03": "ctrl-c", b"\x04": "ctrl-d", b"\x0c": "ctrl-l",
    b"\x1a": "ctrl-z", b"\x1c": "ctrl-backslash",
    b"\x1b[5~": "page up", b"\x1b[6~": "page down",
    **{
        start + final: name
        for final, name in ((b"A", "up"), (b"B", "down"), (b"C", "right"), (b"D", "left"))
        for start in (b"\x1b[", b"\x1bO")
    },
    **{
        b"\x1b[1;" + shift + final: name
        for final, name in ((b"A", "page up"), (b"B", "page down"),
                            (b"C", "page down"), (b"D", "page up"))
        for shift in (b"2", b"5")
    },
}  # fmt: skip


class KeyReader:
    """Splits a stream of bytes into keys. Unknown sequences and pasted text are dropped."""

    def __init__(self) -> None:
        self._rest = b""
        self._pasting = False

    @property
    def is_waiting(self) -> bool:
        """Whether an Escape was read that may be a key or the beginning of one."""
        return bool(self._rest) and not self._pasting

    def feed(self, data: bytes) -> list[str]:
        """Return the names of the keys that `data` completes."""
        self._rest += data
        keys = []
        while self._rest:
            if self._pasting and not self._skip_paste():
                break
            part = self._cut()
            if not part:
                break
            if part == _PASTE_BEGINS:
                self._pasting = True
            keys += self._name(part)
        return keys

    def flush(self) -> list[str]:
        """Return what is waiting after a pause: a lone Escape is the key Escape."""
        rest, self._rest = self._rest, b""
        return ["escape"] if rest == b"\x1b" else []

    def _skip_paste(self) -> bool:
        """Drop pasted text; return whether its end was found."""
        _, found, after = self._rest.partition(_PASTE_ENDS)
        self._rest = after if found else self._rest[1 - len(_PASTE_ENDS) :]
        self._pasting = not found
        return bool(found)

    def _cut(self) -> bytes:
        """Cut off and return the next key, or b"" if it is incomplete."""
        if self._rest[:1] != b"\x1b" or self._rest[1:2] == b"\x1b":
            length = 1
        elif match := _SEQUENCE.match(self._rest):
            length = match.end()
        elif _HALF.fullmatch(self._rest) and len(self._rest) < SEQUENCE_BYTES_AT_MOST:
            return b""
        else:
            length = len(self._rest)
        part, self._rest = self._rest[:length], self._rest[length:]
        return part

    def _name(self, part: bytes) -> list[str]:
        if part in _NAMES:
            return [_NAMES[part]]
        if part == b"\x1b":
            return ["escape"]
        return [part.decode("ascii")] if len(part) == 1 and 0x20 < part[0] < 0x7F else []


def _press(control: Control) -> Callable[[float], Event]:
    return lambda _at_s: Pressed(control, SOURCE)


def _hold(control: Control) -> Callable[[float], Event]:
    return lambda _at_s: Held(control, 1.0, SOURCE)


def _turn(steps: int, *, pressed: bool = False) -> Callable[[float], Event]:
    return lambda at_s: Turned(steps, SOURCE, at_s, pressed)


def _stop(why: str) -> Callable[[float], Event]:
    return lambda _at_s: Stopped(why, can_answer=True)


ACTIONS: Mapping[str, Callable[[float], Event]] = {
    "right": _turn(1), "down": _turn(1), "j": _turn(1), "+": _turn(1),
    "left": _turn(-1), "up": _turn(-1), "k": _turn(-1), "-": _turn(-1),
    ">": _turn(1, pressed=True), "<": _turn(-1, pressed=True),
    "page down": _turn(PAGE_STEPS), "page up": _turn(-PAGE_STEPS),
    "enter": _press(Control.KNOB), "m": _hold(Control.KNOB), "M": _hold(Control.KNOB),
    "b": _press(Control.BACK), "B": _hold(Control.BACK),
    "escape": _press(Control.BACK), "backspace": _press(Control.BACK),
    "w": _press(Control.WHY), "W": _hold(Control.WHY), "?": _press(Control.WHY),
    "u": _press(Control.UNDO), "U": _hold(Control.UNDO),
    "q": _stop("q"), "ctrl-c": _stop("Ctrl-C"), "ctrl-d": _stop("Ctrl-D"),
}  # fmt: skip
