"""The terminal panel on a real pseudo-terminal, seen by a model of a terminal."""

from __future__ import annotations

import os
import signal
import termios
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pyte
import pytest

from firmware_py.core.picture import Picture
from firmware_py.panels.base import NoPanel
from firmware_py.panels.terminal import KeyReader, TerminalPanel
from firmware_py.panels.terminal_cells import (
    CellStyle,
    Strip,
    draw_braille,
    draw_half_blocks,
    lay_out_picture,
)
from firmware_py.panels.test_pattern import Pattern
from hardware.display.frame import BLANK, FRAME_BYTES, pixel
from hardware.events import Control, Event, Held, Inbox, Pressed, Stopped, Turned
from tests.support.terminal_window import PATIENCE_S, Window, run_in_window

LET_GO = b"\x1b[?2026l"
"""What ends each paint: the terminal shows it now."""
BELL = b"\x1b[?2026h\a" + LET_GO
"""A paint of nothing but the bell."""


class Rig:
    def __init__(self, columns: int, rows: int, term: str, **settings: Any) -> None:
        self.window = Window(columns, rows)
        self.inbox = Inbox()
        self.before = termios.tcgetattr(self.window.slave)
        self.panel = TerminalPanel(
            self.inbox,
            clock=time.monotonic,
            keyboard=self.window.slave,
            window=self.window.slave,
            environment={"TERM": term},
            **{"encoding": "utf-8", **settings},
        )
        self.panel.show(Pattern("terminal").picture())
        self.window.wait_for(lambda: any(row.strip() for row in self.window.screen.display))

    def take(self) -> Event:
        event = self.inbox.take(PATIENCE_S)
        assert event is not None, "no key arrived"
        return event

    def sent_for(self, act: Callable[[], object]) -> bytes:
        """Return what is sent for an act; the bell is rung before and after it."""
        set_sounds(self, on=True)
        before = len(self._ring())
        act()
        return self._ring()[before:].replace(BELL, b"")

    def _ring(self) -> bytes:
        """Ring the bell; return everything that was sent up to then."""
        rings = self.window.sent.count(b"\a")
        self.panel.call_time(0)
        self.window.wait_for(lambda: self.window.sent.count(b"\a") > rings)
        self.window.wait_for(lambda: self.window.sent.endswith(LET_GO))
        return self.window.sent


@pytest.fixture
def make_rig() -> Iterator[Callable[..., Rig]]:
    rigs: list[Rig] = []

    def make(columns: int = 80, rows: int = 24, term: str = "xterm", **settings: Any) -> Rig:
        rigs.append(Rig(columns, rows, term, **settings))
        return rigs[-1]

    yield make
    for rig in rigs:
        rig.panel.close()
        rig.window.close()


@pytest.fixture
def rig(make_rig: Callable[..., Rig]) -> Rig:
    return make_rig()


@dataclass(frozen=True)
class Cell:
    """A sign, and whether it is painted dark on light."""

    sign: str
    is_reversed: bool = False


def pixels_of_half_blocks(rows: list[list[Cell]]) -> set[tuple[int, int]]:
    lit = set()
    for row, cells in enumerate(rows):
        for x, cell in enumerate(cells):
            lit |= {(x, 2 * row)} if cell.sign in "▀█" else set()
            lit |= {(x, 2 * row + 1)} if cell.sign in "▄█" else set()
    return lit


def pixels_of_braille(rows: list[list[Cell]]) -> set[tuple[int, int]]:
    places = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
    lit = set()
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            dots = ord(cell.sign) - 0x2800 if cell.sign != " " else 0
            lit |= {
                (2 * column + x, 4 * row + y)
                for bit, (x, y) in enumerate(places)
                if (dots >> bit & 1) != cell.is_reversed
            }
    return lit


def cells_of(strips: list[Strip]) -> list[list[Cell]]:
    return [
        [
            Cell(sign, style == CellStyle.REVERSED)
            for sign, style in zip(strip.signs, strip.styles, strict=True)
        ]
        for strip in strips
    ]


def pixels_of_frame(frame: bytes) -> set[tuple[int, int]]:
    return {(x, y) for x in range(128) for y in range(64) if pixel(frame, x, y)}


def inside_frame(screen: pyte.Screen) -> list[list[Cell]]:
    """Read the picture back from the terminal."""
    rows = []
    for row, text in enumerate(screen.display):
        if text.count("│") == 2:
            left, right = text.index("│"), text.rindex("│")
            cells = [screen.buffer[row][column] for column in range(left + 1, right)]
            rows.append([Cell(cell.data, cell.fg == "black") for cell in cells])
    return rows


# Drawing


def test_half_blocks_show_every_pixel() -> None:
    frame = Pattern("terminal").picture().frame

    assert pixels_of_half_blocks(cells_of(draw_half_blocks(frame))) == pixels_of_frame(frame)


def test_braille_shows_every_pixel() -> None:
    frame = Pattern("terminal").picture().frame

    assert pixels_of_braille(cells_of(draw_braille(frame))) == pixels_of_frame(frame)


@pytest.mark.parametrize(("columns", "rows"), [(64, 17), (65, 17), (66, 18), (66, 19), (200, 90)])
def test_the_picture_is_whole_in_any_window_it_fits(columns: int, rows: int) -> None:
    picture = draw_braille(b"\x55" * FRAME_BYTES)
    page = lay_out_picture(columns, rows, picture, ["one", "two"])

    assert sum(row.count("⠭") for row in page.signs) == 64 * 16
    assert any("one" in row for row in page.signs)


def test_80_by_24_shows_the_picture_in_braille(rig: Rig) -> None:
    frame = Pattern("terminal").picture().frame
    rig.window.wait_for(lambda: len(inside_frame(rig.window.screen)) == 16)

    assert pixels_of_braille(inside_frame(rig.window.screen)) == pixels_of_frame(frame)


def test_a_wide_window_shows_the_picture_in_half_blocks(make_rig: Callable[..., Rig]) -> None:
    rig = make_rig(140, 40)
    frame = Pattern("terminal").picture().frame
    rig.window.wait_for(lambda: len(inside_frame(rig.window.screen)) == 32)

    assert pixels_of_half_blocks(inside_frame(rig.window.screen)) == pixels_of_frame(frame)


def test_the_help_line_names_every_control(rig: Rig) -> None:
    text = " ".join(rig.window.screen.display)

    for word in ("turn", "press", "menu", "BACK", "WHY", "UNDO", "hold", "quit"):
        assert word in text


def test_the_help_line_fits_80_columns(rig: Rig) -> None:
    lines = [row for row in rig.window.screen.display if "turn" in row or "quit" in row]

    assert len(lines) == 1


def test_the_help_speaks_the_table_language(rig: Rig) -> None:
    rig.panel.set_language("fr", lambda text: {"quit": "quitter"}.get(text, text))

    rig.window.wait_for(lambda: "quitter" in " ".join(rig.window.screen.display))


def set_sounds(rig: Rig, *, on: bool) -> None:
    """Let the panel know whether people want sounds."""
    settings: Any = {"sounds": on}
    rig.panel.apply_settings(settings, False)


def test_the_bell_rings_when_time_is_up_and_sounds_are_on(rig: Rig) -> None:
    set_sounds(rig, on=False)
    rig.panel.call_time(0)
    set_sounds(rig, on=True)
    rig.window.read()
    assert b"\a" not in rig.window.sent
    rig.panel.call_time(0)

    rig.window.wait_for(lambda: rig.window.sent.count(b"\a") == 1)


def test_the_bell_rings_for_a_warning(rig: Rig) -> None:
    set_sounds(rig, on=True)
    rig.panel.warn(0)

    rig.window.wait_for(lambda: rig.window.sent.count(b"\a") == 1)


def test_a_resized_window_is_painted_anew(rig: Rig) -> None:
    rig.window.resize(140, 40)
    rig.panel.resized()

    rig.window.wait_for(lambda: len(inside_frame(rig.window.screen)) == 32)


def test_a_tiny_window_says_what_it_needs_and_shows_the_words(
    make_rig: Callable[..., Rig],
) -> None:
    text = " ".join(make_rig(40, 12).window.screen.display)

    assert "The window is 40x12" in text
    assert "64x17" in text
    assert "The knob stands at 0" in text


def test_in_a_tiny_window_the_words_of_the_display_come_before_the_advice(
    make_rig: Callable[..., Rig],
) -> None:
    """Every control can be tried in a window of 40x10."""
    rig = make_rig(40, 10)
    lines = ("one", "two", "three", "four", "five", "six")
    rig.panel.show(Picture(BLANK, lines))
    rig.window.wait_for(lambda: "six" in " ".join(rig.window.screen.display))
    shown = [line.strip() for line in rig.window.screen.display]

    assert shown[:7] == ["The window is 40x10.", *lines]


def test_a_window_that_is_too_small_for_the_words_says_so(make_rig: Callable[..., Rig]) -> None:
    rig = make_rig(40, 8)
    rig.panel.show(Picture(BLANK, tuple(f"line {number}" for number in range(9))))
    rig.window.wait_for(lambda: "line 3" in " ".join(rig.window.screen.display))
    ends = [line.rstrip() for line in rig.window.screen.display if "line" in line]

    assert ends[-1].endswith(" ...")
    assert not any(line.endswith("...") for line in ends[:-1])


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (3, 2), (10, 4)])
def test_no_window_is_too_small_to_survive(
    make_rig: Callable[..., Rig], columns: int, rows: int
) -> None:
    rig = make_rig(columns, rows)
    rig.window.type(b"w")

    assert rig.take() == Pressed(Control.WHY, "terminal")


def test_without_utf8_there_is_a_message_and_only_ascii(make_rig: Callable[..., Rig]) -> None:
    rig = make_rig(80, 24, encoding="iso8859-1")

    assert "no UTF-8" in " ".join(" ".join(rig.window.screen.display).split())
    assert rig.window.sent.isascii()


def test_the_linux_console_gets_no_braille(make_rig: Callable[..., Rig]) -> None:
    rig = make_rig(80, 24, "linux")

    assert "128x33" in " ".join(rig.window.screen.display)


def test_t_shows_the_words_and_the_picture_again(rig: Rig) -> None:
    rig.window.type(b"t")
    rig.window.wait_for(lambda: "The knob stands at 0" in " ".join(rig.window.screen.display))
    rig.window.type(b"t")
    rig.window.wait_for(lambda: len(inside_frame(rig.window.screen)) == 16)


def test_names_cannot_steer_the_terminal(rig: Rig) -> None:
    rig.window.type(b"t")
    rig.panel.show(Picture(BLANK, ("evil \x1b[31m\x07 name",)))
    rig.window.wait_for(lambda: "evil" in " ".join(rig.window.screen.display))

    assert b"\x1b[31m" not in rig.window.sent
    assert b"\x07" not in rig.window.sent


# Only what changed


def test_an_equal_picture_sends_nothing(rig: Rig) -> None:
    assert rig.sent_for(lambda: rig.panel.show(Pattern("terminal").picture())) == b""


def test_one_pixel_sends_one_cell(rig: Rig) -> None:
    frame = bytearray(BLANK)
    rig.panel.show(Picture(bytes(frame)))
    frame[5] = 1
    sent = rig.sent_for(lambda: rig.panel.show(Picture(bytes(frame))))

    assert sent.decode().count("⠈") == 1
    assert len(sent) < 60
    assert b"\x1b[2J" not in sent


def test_ctrl_l_paints_everything_again(rig: Rig) -> None:
    rig.window.wait_for(lambda: b"\x1b[2J" in rig.window.sent)
    painted = rig.window.sent.count(b"\x1b[2J")
    rig.window.type(b"\x0c")

    rig.window.wait_for(lambda: rig.window.sent.count(b"\x1b[2J") == painted + 1)


def test_many_pictures_end_with_the_latest(rig: Rig) -> None:
    pattern = Pattern("terminal")
    for _ in range(200):
        pattern.handle(Turned(1))
        rig.panel.show(pattern.picture())
    frame = pattern.picture().frame

    rig.window.wait_for(
        lambda: pixels_of_braille(inside_frame(rig.window.screen)) == pixels_of_frame(frame)
    )


# Keys


@pytest.mark.parametrize(
    ("typed", "event"),
    [
        (b"\x1b[C", Turned(1)),
        (b"\x1bOC", Turned(1)),
        (b"\x1b[B", Turned(1)),
        (b"j", Turned(1)),
        (b"\x1b[D", Turned(-1)),
        (b"\x1b[A", Turned(-1)),
        (b"k", Turned(-1)),
        (b"\x1b[6~", Turned(5)),
        (b"\x1b[5~", Turned(-5)),
        (b"\x1b[1;2C", Turned(5)),
        (b"\r", Pressed(Control.KNOB)),
        (b" ", Pressed(Control.KNOB)),
        (b"m", Held(Control.KNOB, 1.0)),
        (b"b", Pressed(Control.BACK)),
        (b"B", Held(Control.BACK, 1.0)),
        (b"\x7f", Pressed(Control.BACK)),
        (b"\x1b", Pressed(Control.BACK)),
        (b"w", Pressed(Control.WHY)),
        (b"W", Held(Control.WHY, 1.0)),
        (b"u", Pressed(Control.UNDO)),
        (b"U", Held(Control.UNDO, 1.0)),
    ],
)
def test_every_control_has_its_keys(rig: Rig, typed: bytes, event: Event) -> None:
    rig.window.type(typed)
    seen = rig.take()

    assert type(seen) is type(event)
    for name in ("control", "steps", "progress"):
        assert getattr(seen, name, None) == getattr(event, name, None)
    assert getattr(seen, "source", "") == "terminal"


@pytest.mark.parametrize("typed", [b"q", b"\x03", b"\x04"])
def test_q_and_ctrl_c_ask_to_stop(rig: Rig, typed: bytes) -> None:
    rig.window.type(typed)

    assert isinstance(rig.take(), Stopped)


@pytest.mark.parametrize(
    "data",
    [b"\x1b[99;99;99Z", b"\x1bx", "é🎲".encode(), b"\x00\x01\x1e", b"\x1b[200~bwu q\r\x1b[201~"],
)
def test_what_is_not_a_key_of_ours_does_nothing(data: bytes) -> None:
    """Unknown keys, other letters, and whatever somebody pastes."""
    reader = KeyReader()

    assert reader.feed(data) + reader.flush() == []


def test_keys_may_arrive_in_pieces() -> None:
    reader = KeyReader()
    keys = []
    for byte in b"a\x1b[C\x1b[200~qq\x1b[201~\x1bOD\x1b[6~z":
        keys += reader.feed(bytes([byte]))

    assert keys == ["a", "right", "left", "page down", "z"]


def test_escape_escape_is_two_keys() -> None:
    reader = KeyReader()

    assert reader.feed(b"\x1b\x1b") + reader.flush() == ["escape", "escape"]


def test_a_sequence_without_an_end_is_dropped() -> None:
    reader = KeyReader()
    reader.feed(b"\x1b[" + b"1;" * 100)

    assert reader.feed(b"w") == ["w"]


# Beginning and end


def test_closing_gives_the_terminal_back_as_it_was(rig: Rig) -> None:
    assert termios.tcgetattr(rig.window.slave) != rig.before
    rig.panel.close()
    rig.panel.close()
    rig.window.wait_for(lambda: rig.window.sent.endswith(b"\x1b[?25h\x1b[?1049l"))

    assert termios.tcgetattr(rig.window.slave) == rig.before


def test_a_closed_panel_takes_pictures_and_leaves_the_pipes_of_others_alone(rig: Rig) -> None:
    """Descriptors are used again: what is shown after the end must not be written to them."""
    rig.panel.close()
    reader, writer = os.pipe()
    rig.panel.show(Picture(BLANK, ("late",)))
    rig.panel.resized()
    os.close(writer)

    assert os.read(reader, 1) == b""
    os.close(reader)


def test_a_closed_window_asks_to_stop() -> None:
    window = Window(80, 24)
    inbox = Inbox()
    panel = TerminalPanel(
        inbox,
        clock=time.monotonic,
        keyboard=window.slave,
        window=window.slave,
        environment={"TERM": "xterm"},
    )
    os.close(window.master)
    event = inbox.take(PATIENCE_S)
    panel.close()
    os.close(window.slave)

    assert isinstance(event, Stopped)
    assert "the terminal is gone" in event.why


def test_a_terminal_that_takes_nothing_does_not_block_the_loop(rig: Rig) -> None:
    """Nobody reads the pty: show returns all the same."""

    def show() -> None:
        for number in range(300):
            rig.panel.show(Picture(bytes([number % 256]) * FRAME_BYTES))

    loop = threading.Thread(target=show, daemon=True)
    loop.start()
    loop.join(PATIENCE_S)
    assert not loop.is_alive()


def test_no_terminal_is_a_clear_error() -> None:
    reader, writer = os.pipe()
    try:
        with pytest.raises(NoPanel, match="there is no terminal here"):
            TerminalPanel(
                Inbox(),
                clock=time.monotonic,
                environment=os.environ,
                keyboard=reader,
                window=writer,
            )
    finally:
        os.close(reader)
        os.close(writer)


def test_a_dumb_terminal_is_a_clear_error() -> None:
    window = Window(80, 24)
    with pytest.raises(NoPanel, match="TERM is dumb or not set"):
        TerminalPanel(
            Inbox(),
            clock=time.monotonic,
            keyboard=window.slave,
            window=window.slave,
            environment={"TERM": "dumb"},
        )
    window.close()


PROGRAM = """
import os, time
from firmware_py.core.config import Config
from firmware_py.panels.test_pattern import run_panel
code = run_panel("terminal", Config(), time.monotonic, os.environ)
print("ended with", code)
"""
CRASH = """
import os, time
from firmware_py.panels.terminal import TerminalPanel
from hardware.events import Inbox
TerminalPanel(Inbox(), clock=time.monotonic, environment=os.environ)
raise RuntimeError("crashed on purpose")
"""


@pytest.mark.parametrize("how", ["key", "SIGTERM", "SIGINT"])
def test_the_test_pattern_ends_cleanly(how: str) -> None:
    """`tablemate panel terminal` as a program of its own."""
    window = Window(80, 24)
    before = termios.tcgetattr(window.slave)
    process = run_in_window(window, "-c", PROGRAM)
    window.wait_for(lambda: "quit" in " ".join(window.screen.display))
    window.type(b"\x1b[C")
    window.wait_for(lambda: window.sent.count(b"\x1b[?2026h") > 1)
    if how == "key":
        window.type(b"q")
    else:
        process.send_signal(getattr(signal, how))
    window.wait_for(lambda: b"ended with 0" in window.sent)

    assert process.wait(PATIENCE_S) == 0
    assert termios.tcgetattr(window.slave) == before
    assert b"\x1b[?1049l" in window.sent
    window.close()


def test_a_crash_gives_the_terminal_back() -> None:
    window = Window(80, 24)
    before = termios.tcgetattr(window.slave)
    process = run_in_window(window, "-c", CRASH)
    window.wait_for(lambda: b"crashed on purpose" in window.sent and process.poll() is not None)

    assert termios.tcgetattr(window.slave) == before
    assert b"\x1b[?1049l" in window.sent
    window.close()


def test_a_real_resize_signal_repaints() -> None:
    window = Window(80, 24)
    process = run_in_window(window, "-c", PROGRAM)
    window.wait_for(lambda: len(inside_frame(window.screen)) == 16)
    window.resize(140, 40)
    process.send_signal(signal.SIGWINCH)
    window.wait_for(lambda: len(inside_frame(window.screen)) == 32)
    process.terminate()
    process.wait(PATIENCE_S)
    window.close()


def test_no_thread_is_left_behind(make_rig: Callable[..., Rig]) -> None:
    before = set(threading.enumerate())
    rig = make_rig()
    rig.panel.close()

    assert set(threading.enumerate()) <= before  # those of other tests may end meanwhile


SHELL = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
modes = termios.tcgetattr(0)
child = os.fork()
if not child:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.executable, [sys.executable, "-c", sys.argv[1]])
print("CHILD", child, flush=True)
while os.WIFSTOPPED(status := os.waitpid(child, os.WUNTRACED)[1]):
    is_cooked = termios.tcgetattr(0)[:4] == modes[:4]
    os.tcsetpgrp(0, os.getpid())
    termios.tcsetattr(0, termios.TCSADRAIN, modes)
    print("STOPPED", "cooked" if is_cooked else "raw", flush=True)
    input()
    print("FG", flush=True)
    os.tcsetpgrp(0, child)
    os.kill(child, signal.SIGCONT)
print("ENDED", os.waitstatus_to_exitcode(status), flush=True)
"""
"""What a shell does with the job in its terminal: `input()` is the line `fg`."""


def has_sent(window: Window, what: bytes, times: int) -> bool:
    """Return whether something was sent so often."""
    return window.sent.count(what) == times


def is_painted_after(window: Window, what: bytes) -> bool:
    """Return whether everything was painted since something was sent last."""
    after = window.sent.rpartition(what)[2]
    return b"\x1b[?1049h" in after and b"\x1b[2J" in after and "quit" in window.text


@pytest.mark.parametrize("how", ["Ctrl-Z", "SIGSTOP"])
def test_a_program_that_was_suspended_paints_anew_and_reads_keys(how: str) -> None:
    """As often as people like; Ctrl-Z gives the terminal back meanwhile."""
    window = Window(80, 24)
    process = run_in_window(window, "-c", SHELL, PROGRAM)
    window.wait_for(lambda: "quit" in window.text)
    child = int(window.sent.split(b"CHILD ")[1].split()[0])
    for times in range(1, 4):
        if how == "Ctrl-Z":
            window.type(b"\x1a")
        else:
            os.kill(child, signal.SIGSTOP)
        window.wait_for(partial(has_sent, window, b"STOPPED ", times))
        assert (b"STOPPED cooked" in window.sent) == (how == "Ctrl-Z")
        window.type(b"\n")
        window.wait_for(partial(has_sent, window, b"FG", times))
        window.wait_for(partial(is_painted_after, window, b"FG"))
    window.type(b"q")
    window.wait_for(lambda: b"ENDED 0" in window.sent)
    assert process.wait(PATIENCE_S) == 0
    window.close()


def test_ctrl_z_without_a_shell_changes_nothing() -> None:
    """Nobody could continue it, so the kernel does not stop it: the picture comes back."""
    window = Window(80, 24)
    process = run_in_window(window, "-c", PROGRAM)
    window.wait_for(lambda: "quit" in window.text)
    window.type(b"\x1a")
    window.wait_for(lambda: window.sent.count(b"\x1b[?1049h") == 2 and "quit" in window.text)
    window.type(b"q")
    window.wait_for(lambda: b"ended with 0" in window.sent)
    assert process.wait(PATIENCE_S) == 0
    window.close()
