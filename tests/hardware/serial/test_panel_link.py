"""The host's end of the external panel, with the other end played by the test."""

from __future__ import annotations

import random
from base64 import b64decode
from binascii import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.controls.gestures import Gestures
from hardware.controls.quadrature import EncoderSettings, learn
from hardware.display.frame import BLANK, FRAME_BYTES, Frame
from hardware.events import Appeared, Control, Edge, Event, Held, Lost, Pressed, SerialLine, Turned
from hardware.serial.panel_link import PanelLink, seal, unseal


class Wire:
    """A serial link that keeps what is written until the test looks."""

    source = "serial"

    def __init__(self) -> None:
        self.written = b""
        self.accepts = True
        self.closed = 0

    def write(self, data: bytes) -> bool:
        if self.accepts:
            self.written += data
        return self.accepts

    def close(self) -> None:
        self.closed += 1

    def payloads(self) -> list[str]:
        """Return what was written since the last look, line by line."""
        lines, self.written = self.written.splitlines(), b""
        payloads = [unseal(line) for line in lines]
        assert None not in payloads
        assert all(len(line) <= 240 for line in lines), "longer than a panel takes"
        return [payload for payload in payloads if payload is not None]


class Bench:
    """A panel link, its wire, a clock, and a picture put together from the lines."""

    def __init__(self, **settings: object) -> None:
        self.wire = Wire()
        self.now_s = 10.0
        self.panel = PanelLink(self.wire, clock=lambda: self.now_s, **settings)  # type: ignore[arg-type]  # given by the tests
        self.picture = bytearray(random.Random(3).randbytes(FRAME_BYTES))
        self.number = ""

    def hear(self, payload: str, at_s: float = 0.0) -> list[Event]:
        """Let the panel say something."""
        return self.panel.feed(SerialLine(seal(payload).strip(), "serial", at_s))

    def draw(self) -> list[str]:
        """Do what the lines say, as a panel would; return their first words."""
        words = []
        for payload in self.wire.payloads():
            word, *rest = payload.split(" ")
            words.append(word)
            if word == "N":
                self.picture[:] = BLANK
            elif word == "W":
                start = int(rest[0]) * 128 + int(rest[1])
                data = b64decode(rest[2], validate=True)
                assert int(rest[1]) + len(data) <= 128
                self.picture[start : start + len(data)] = data
            elif word == "F":
                self.number = rest[0]
                assert rest[1] == f"{crc32(self.picture):08x}"
        return words

    def acknowledge(self) -> None:
        assert self.hear(f"A {self.number}") == []


@pytest.fixture
def bench() -> Bench:
    """Return a panel that said hello and shows a blank picture."""
    made = Bench()
    made.hear("H 1 oled 0")
    made.draw()
    made.acknowledge()
    return made


def dot(*places: int) -> Frame:
    frame = bytearray(FRAME_BYTES)
    for place in places:
        frame[place] = 0x81
    return bytes(frame)


def test_opened_port_is_asked_who_it_is() -> None:
    """When the port appears the host asks, and tells nobody yet."""
    bench = Bench()
    assert bench.panel.feed(Appeared("serial")) == []
    assert bench.wire.payloads() == ["?"]


def test_hello_makes_the_panel_appear() -> None:
    """A panel is there when it says so, and gets brightness, power and the whole picture."""
    bench = Bench()
    bench.panel.show(dot(5, 700))
    assert bench.wire.payloads() == []
    assert bench.hear("H 1 oled 0") == [Appeared("pico")]
    assert bench.draw() == ["C", "P", "N", "W", "W", "F"]
    assert bytes(bench.picture) == dot(5, 700)


def test_only_changed_windows_are_sent(bench: Bench) -> None:
    """A changed byte costs one short window."""
    bench.panel.show(dot(300))
    lines = bench.wire.payloads()
    assert lines[0] == "W 2 44 gQ=="
    assert [line[0] for line in lines] == ["W", "F"]


def test_close_changes_share_a_window(bench: Bench) -> None:
    """Two bytes next to each other go together, far ones do not."""
    bench.panel.show(dot(300, 306))
    assert bench.draw() == ["W", "F"]
    bench.acknowledge()
    bench.panel.show(dot(300, 306, 310, 380))
    assert bench.draw() == ["W", "W", "F"]


def test_equal_frame_costs_nothing(bench: Bench) -> None:
    """Showing the same again sends nothing."""
    bench.panel.show(BLANK)
    assert bench.wire.payloads() == []


def test_pictures_are_skipped_while_one_is_under_way(bench: Bench) -> None:
    """Only the newest picture follows the one that was on its way."""
    for n in range(1, 6):
        bench.panel.show(dot(n * 100))
    assert bench.draw() == ["W", "F"]
    assert bytes(bench.picture) == dot(100)
    bench.acknowledge()
    bench.draw()
    assert bytes(bench.picture) == dot(500)


def test_picture_that_went_back_is_not_sent(bench: Bench) -> None:
    """If the newest picture is the one shown already, nothing follows."""
    bench.panel.show(dot(1))
    bench.panel.show(dot(2))
    bench.panel.show(dot(1))
    bench.draw()
    bench.acknowledge()
    assert bench.wire.payloads() == []


def test_stale_acknowledgement_means_nothing(bench: Bench) -> None:
    """Only the number of the picture under way counts."""
    bench.panel.show(dot(1))
    bench.panel.show(dot(2))
    bench.draw()
    assert bench.hear("A 999") == []
    assert bench.wire.payloads() == []


def test_silent_panel_gets_a_whole_picture(bench: Bench) -> None:
    """When a picture is not acknowledged for 2 s, the next begins afresh."""
    bench.panel.show(dot(1))
    bench.wire.payloads()
    bench.now_s += 2.1
    bench.panel.show(dot(2))
    assert bench.draw()[0] == "N"
    assert bytes(bench.picture) == dot(2)


def test_panel_that_lost_step_gets_a_whole_picture(bench: Bench) -> None:
    """R is answered with everything, at once."""
    bench.panel.show(dot(1))
    bench.wire.payloads()
    assert bench.hear("R") == []
    assert bench.draw() == ["N", "W", "F"]
    assert bytes(bench.picture) == dot(1)


def test_restarted_panel_gets_a_whole_picture(bench: Bench) -> None:
    """A second hello means that it remembers nothing."""
    bench.panel.show(dot(1))
    bench.draw()
    bench.acknowledge()
    assert bench.hear("H 1 oled 0") == [Appeared("pico")]
    assert bench.draw() == ["C", "P", "N", "W", "F"]


def test_full_queue_makes_the_next_picture_whole(bench: Bench) -> None:
    """What the link did not take is not believed to be shown."""
    bench.wire.accepts = False
    bench.panel.show(dot(1))
    bench.wire.accepts = True
    bench.panel.show(dot(2))
    assert bench.draw() == ["N", "W", "F"]
    assert bytes(bench.picture) == dot(2)


def test_lost_port_loses_the_panel(bench: Bench) -> None:
    """Nothing is sent any more; after the return all is sent again."""
    assert bench.panel.feed(Lost("serial", "pulled")) == [Lost("pico", "pulled")]
    bench.panel.show(dot(9))
    assert bench.wire.payloads() == []
    bench.panel.feed(Appeared("serial"))
    bench.hear("H 1 oled 0")
    assert bench.draw() == ["?", "C", "P", "N", "W", "F"]
    assert bytes(bench.picture) == dot(9)


def test_panel_without_display_gets_no_pictures() -> None:
    """A knob with buttons only is left in peace."""
    bench = Bench()
    assert bench.hear("H 1 none 0") == [Appeared("pico")]
    bench.panel.show(dot(1))
    assert bench.wire.payloads() == ["C 255", "P 1"]


def test_brightness_and_power_are_passed_on_and_kept(bench: Bench) -> None:
    """Set at any time, and again after a restart of the panel."""
    bench.panel.contrast(7)
    bench.panel.power(False)
    assert bench.wire.payloads() == ["C 7", "P 0"]
    bench.hear("H 1 oled 0")
    assert bench.wire.payloads()[:2] == ["C 7", "P 0"]


def test_closing_darkens_the_panel(bench: Bench) -> None:
    """The picture of a program that is gone does not stay; closing twice is fine."""
    bench.panel.close()
    bench.panel.close()
    assert bench.wire.payloads() == ["P 0"]
    assert bench.wire.closed == 2


def test_knob_turns(bench: Bench) -> None:
    """Contacts become detents on the host, stamped with the time of their line."""
    assert bench.hear("K 1320", 12.5) == [Turned(1, "pico", 12.5)]
    assert bench.hear("K 2310", 12.6) == [Turned(-1, "pico", 12.6)]


def test_detent_may_be_spread_over_lines(bench: Bench) -> None:
    """A slow turn comes in pieces."""
    assert [bench.hear(f"K {digit}") for digit in "132"] == [[], [], []]
    assert bench.hear("K 0") == [Turned(1, "pico", 10.0)]


def test_knob_that_starts_half_way(bench: Bench) -> None:
    """The hello says where the knob stands, so that half a turn is not a whole one."""
    bench.hear("H 1 oled 1")
    assert bench.hear("K 0") == []


def test_knob_settings_are_the_hosts() -> None:
    """Edges a detent and direction are set here, the panel need not know."""
    bench = Bench(steps_per_detent=2, direction=-1)
    bench.hear("H 1 oled 0")
    assert bench.hear("K 1320") == [Turned(-2, "pico", 10.0)]


def test_doctor_learns_the_panels_encoder() -> None:
    """The bare contacts can be watched."""
    seen: list[tuple[bool, bool]] = []
    bench = Bench(watch_contacts=lambda a, b: seen.append((a, b)))
    bench.hear("H 1 oled 0")
    bench.hear("K 2310")
    assert learn(seen) == EncoderSettings(4, -1)


@pytest.mark.parametrize("control", list(Control))
def test_buttons(bench: Bench, control: Control) -> None:
    """Edges come with their source and the time of their line."""
    assert bench.hear(f"D {control}", 12.5) == [Edge(control, True, 12.5, "pico")]
    assert bench.hear(f"U {control}") == [Edge(control, False, 10.0, "pico")]


def test_press_on_the_panel_is_a_press(bench: Bench) -> None:
    """With the host's gestures, bounces are not presses."""
    gestures = Gestures()
    events: list[Event] = []
    for payload, at_s in (("D why", 1), ("U why", 1.001), ("D why", 1.002), ("U why", 1.2)):
        for event in bench.hear(payload, at_s):
            events += gestures.feed(event, at_s)
    assert events == [Pressed(Control.WHY, "pico")]


def test_everything_is_sent_again_after_a_damaged_line(bench: Bench) -> None:
    """A release may have been lost: ask, and on the hello nothing is pressed any more."""
    gestures = Gestures()
    for event in bench.hear("D undo", 10.0):
        gestures.feed(event, 10.0)
    assert bench.panel.feed(SerialLine(b"U undo*0000")) == []
    assert bench.wire.payloads() == ["?"]
    (event,) = bench.hear("H 1 oled 0")
    gestures.feed(event, 10.1)
    assert gestures.due(20.0) == []


def test_noise_is_not_answered_with_noise(bench: Bench) -> None:
    """However many lines are damaged, the host asks every 0.5 s at most."""
    for n in range(100):
        bench.now_s = 20 + n * 0.1
        bench.panel.feed(SerialLine(b">>> garbage"))
    assert bench.wire.payloads() == ["?"] * 20


def test_release_lost_soon_after_a_question_is_asked_for_in_time(bench: Bench) -> None:
    """A question that has to wait is asked at the deadline, before the press becomes a hold."""
    gestures = Gestures()
    bench.panel.feed(SerialLine(b"noise"))
    bench.now_s += 0.1
    for event in bench.hear("D undo", bench.now_s):
        gestures.feed(event, bench.now_s)
    pressed_s = bench.now_s
    bench.now_s += 0.1
    bench.panel.feed(SerialLine(b"U undo*0000"))
    assert bench.wire.payloads() == ["?"]
    deadline_s = bench.panel.deadline_s()
    assert deadline_s is not None
    assert deadline_s < pressed_s + gestures.hold_s
    bench.panel.due(deadline_s)
    assert bench.wire.payloads() == ["?"]


def test_unacknowledged_picture_is_followed_by_the_newest_without_being_asked(
    bench: Bench,
) -> None:
    """When the A of a picture is lost and nothing more happens, the panel still gets the last."""
    bench.panel.show(dot(1))
    bench.draw()
    bench.panel.show(dot(2))
    bench.now_s += 2.0
    assert bench.panel.deadline_s() == bench.now_s
    bench.panel.due(bench.now_s)
    assert bench.draw()[0] == "N"
    assert bytes(bench.picture) == dot(2)


def test_idle_panel_wants_nothing(bench: Bench) -> None:
    """With its picture shown and nothing damaged, no time is waited for, nor after the end."""
    assert bench.panel.deadline_s() is None
    bench.panel.show(dot(1))
    bench.panel.close()
    assert bench.panel.deadline_s() is None


@pytest.mark.parametrize(
    "payload", ["D nose", "K 14", "K", "D", "X 1", "", "H 1", "A", "R 1", "T +1", "H 1 oled 0 0"]
)
def test_unknown_lines_do_nothing(bench: Bench, payload: str) -> None:
    """What this version does not know is not guessed."""
    assert bench.hear(payload) == []


def test_panel_of_another_version_is_refused() -> None:
    """The message says what to do, and nothing it says is believed."""
    bench = Bench()
    (event,) = bench.hear("H 2 oled 0")
    assert isinstance(event, Lost)
    assert "version 2" in event.why
    assert "copy the files" in event.why
    assert bench.hear("D back") == []
    bench.panel.show(dot(1))
    assert bench.wire.payloads() == []


def test_panel_of_another_version_is_asked_again_when_it_is_plugged_in_again() -> None:
    """By then it may have the right files."""
    bench = Bench()
    bench.hear("H 2 oled 0")
    bench.panel.feed(Appeared("serial"))
    assert bench.wire.payloads() == ["?"]
    assert bench.hear("H 1 none 0") == [Appeared("pico")]


def test_what_comes_from_elsewhere_passes(bench: Bench) -> None:
    """Events of the box, of pages, of other ports are not touched."""
    for event in (
        Pressed(Control.BACK),
        Held(Control.UNDO, 0.5),
        Turned(1),
        SerialLine(b"x", "referee"),
        Lost("web:1"),
        Appeared("web:1"),
    ):
        assert bench.panel.feed(event) == [event]


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_do_no_harm(data: bytes) -> None:
    """Noise is never an event."""
    bench = Bench()
    bench.hear("H 1 oled 0")
    assert bench.panel.feed(SerialLine(data)) == []


@settings(deadline=None)
@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60), st.data())
def test_seal_keeps_and_reveals(payload: str, data: st.DataObject) -> None:
    """A sealed line opens to its payload; with one character changed it does not."""
    line = seal(payload).strip(b"\n")
    assert unseal(line) == payload
    place = data.draw(st.integers(0, len(line) - 1))
    damaged = line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :]
    assert unseal(damaged) is None


def test_random_pictures_arrive(bench: Bench) -> None:
    """Whatever is drawn, the panel's picture is the newest frame when all is quiet."""
    noise = random.Random(5)
    frame = bytearray(FRAME_BYTES)
    for _ in range(500):
        for _ in range(noise.randrange(40)):
            frame[noise.randrange(FRAME_BYTES)] = noise.randrange(256)
        bench.panel.show(bytes(frame))
        if noise.random() < 0.5:
            bench.draw()
            bench.acknowledge()
    bench.draw()
    bench.acknowledge()
    bench.draw()
    assert bytes(bench.picture) == bytes(frame)
