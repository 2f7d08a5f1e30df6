"""The web panel from the outside: plain HTTP requests and WebSocket clients."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from firmware_py.core.picture import Picture
from firmware_py.panels.base import NoPanel
from firmware_py.panels.test_pattern import Pattern
from firmware_py.panels.web.connection_limits import LimitedConnection
from firmware_py.panels.web.http import Site, is_loopback
from firmware_py.panels.web.messages import read_message
from firmware_py.panels.web.panel import PAGES_PER_ADDRESS, WebPanel
from firmware_py.panels.web.session import MESSAGES_AT_ONCE
from firmware_py.system.backoff import FIRST_WAIT_S
from firmware_py.system.pairing import Pairing
from hardware.controls.gestures import Gestures
from hardware.display.frame import BLANK, FRAME_BYTES
from hardware.events import Control, Edge, Held, Inbox, Lost, Pressed, Turned
from tests.support.web_panel import PATIENCE_S, Page, Rig, wait_until

SECRET = Picture(b"\xff" * FRAME_BYTES, ("code 123456",), BLANK, ("code ------",))


# Plain HTTP


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/app.js", "text/javascript; charset=utf-8"),
        ("/page.css", "text/css; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
        ("/app.webmanifest", "application/manifest+json"),
    ],
)
def test_the_files_of_the_page_are_served(rig: Rig, path: str, kind: str) -> None:
    response = rig.get(path)

    assert (response.status, response.headers["Content-Type"]) == (200, kind)
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["X-Frame-Options"] == "DENY"


def test_the_policy_allows_our_own_files_and_nothing_else(rig: Rig) -> None:
    policy = rig.get("/").headers["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))

    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert "unsafe" not in policy


def test_the_page_has_no_inline_script_or_style(rig: Rig) -> None:
    page = rig.get("/").text  # type: ignore[attr-defined]  # set by Rig.get

    assert page.count("<script") == page.count("<script async src=") == 2
    assert "<style" not in page
    assert " style=" not in page
    assert not re.search(r"\son[a-z]+\s*=", page)


@pytest.mark.parametrize("path", ["/nothing", "/../web.py", "/page/app.js", "//", "/%2e%2e/web.py"])
def test_nothing_else_is_served(rig: Rig, path: str) -> None:
    assert rig.get(path).status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_the_page_can_only_be_read(rig: Rig, method: str) -> None:
    assert rig.get("/", method).status in (400, 405)


def test_head_gives_the_headers_alone(rig: Rig) -> None:
    response = rig.get("/", "HEAD")

    assert (response.status, response.text) == (200, "")  # type: ignore[attr-defined]


def test_a_route_of_the_application_is_served(make_rig: Callable[..., Rig]) -> None:
    rig = make_rig(routes={"/export/history.json": lambda: ("application/json", b"[1]")})
    response = rig.get("/export/history.json?x=1")

    assert (response.status, response.text) == (200, "[1]")  # type: ignore[attr-defined]
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_a_route_that_fails_is_an_error_and_the_page_goes_on(
    make_rig: Callable[..., Rig],
) -> None:
    def fail() -> tuple[str, bytes]:
        raise OSError("the disk is gone")

    rig = make_rig(routes={"/export/x": fail})

    assert rig.get("/export/x").status == 500
    assert rig.get("/").status == 200


@pytest.mark.parametrize(
    "host",
    [
        "localhost:80",
        "127.0.0.1",
        "192.168.1.9:8080",
        "[::1]:8080",
        f"{socket.gethostname()}.local",
    ],
)
def test_our_own_addresses_and_names_are_answered(rig: Rig, host: str) -> None:
    assert rig.get("/", Host=host).status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "a b", "x;y"]
)
def test_a_rebound_name_is_refused(rig: Rig, host: str) -> None:
    assert rig.get("/", Host=host).status == 421


def test_a_name_from_the_configuration_is_answered(make_rig: Callable[..., Rig]) -> None:
    assert make_rig(names=("games.example",)).get("/", Host="games.example").status == 200


# The WebSocket's door


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", None])
def test_a_page_from_elsewhere_cannot_connect(rig: Rig, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        rig.page(origin=origin)

    assert refused.value.response.status_code == 403


def test_the_socket_refuses_a_rebound_name(rig: Rig) -> None:
    """Host and Origin agree with each other, but neither is ours."""
    elsewhere = f"evil.example:{rig.panel.port}"
    with (
        socket.create_connection(("127.0.0.1", rig.panel.port)) as raw,
        pytest.raises(InvalidStatus) as refused,
        connect(
            f"ws://{elsewhere}/panel", origin=Origin(f"http://{elsewhere}"), sock=raw, proxy=None
        ),
    ):
        pass
    assert refused.value.response.status_code == 421


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.168.1.5", False),
        ("::ffff:192.168.1.5", False),
        ("fe80::1%eth0", False),
        ("rubbish", False),
    ],
)
def test_only_loopback_is_this_machine(address: str, here: bool) -> None:
    assert is_loopback(address) is here


def test_what_came_through_a_proxy_is_not_from_here(rig: Rig) -> None:
    page = rig.page(additional_headers={"X-Forwarded-For": "203.0.113.9"})

    assert page.wait_for("state") == {"kind": "state", "may_act": False}


def test_a_page_of_this_machine_may_act_at_once(rig: Rig) -> None:
    assert rig.page().wait_for("state") == {"kind": "state", "may_act": True}


# Frames


def test_a_new_page_gets_the_latest_picture(rig: Rig) -> None:
    rig.panel.show(Picture(b"\x01" * FRAME_BYTES))
    rig.panel.show(Picture(b"\x02" * FRAME_BYTES, ("two",)))
    page = rig.page()

    assert page.wait_for_frame() == b"\x02" * FRAME_BYTES
    assert page.wait_for("text")["lines"] == ["two"]


def test_an_equal_picture_is_not_sent_again(rig: Rig) -> None:
    page = rig.page()
    page.settle()
    for _ in range(3):
        rig.panel.show(Picture(b"\x07" * FRAME_BYTES, ("same",)))
        page.settle()

    assert len(page.frames) == 2
    assert len([message for message in page.messages if message["kind"] == "text"]) == 2


def test_a_new_text_with_the_same_frame_sends_no_frame(rig: Rig) -> None:
    page = rig.page()
    page.settle()
    rig.panel.show(Picture(BLANK, ("hello",)))
    page.settle()

    assert len(page.frames) == 1


def test_the_page_speaks_the_language_of_the_table(rig: Rig) -> None:
    page = rig.page()
    assert page.wait_for("words")["words"]["back"] == "BACK"
    rig.panel.set_language("fr", lambda text: {"BACK": "RETOUR"}.get(text, text))
    words = page.wait_for("words")

    assert (words["lang"], words["words"]["back"]) == ("fr", "RETOUR")


def set_sounds(rig: Rig, *, on: bool) -> None:
    """Let the panel know whether people want sounds."""
    settings: Any = {"sounds": on}
    rig.panel.apply_settings(settings, False)


def test_time_that_is_up_is_heard_on_every_page_unless_sounds_are_off(rig: Rig) -> None:
    page = rig.page()
    page.settle()
    set_sounds(rig, on=False)
    rig.panel.call_time(0)
    page.settle()
    assert not [message for message in page.messages if message["kind"] == "time"]
    set_sounds(rig, on=True)
    rig.panel.call_time(0)

    assert page.wait_for("time")


def test_a_warning_is_heard_on_every_page_unless_sounds_are_off(rig: Rig) -> None:
    page = rig.page()
    page.settle()
    set_sounds(rig, on=False)
    rig.panel.warn(0)
    page.settle()
    assert not [message for message in page.messages if message["kind"] == "sound"]
    set_sounds(rig, on=True)
    rig.panel.warn(0)

    assert page.wait_for("sound")["of"] == "turn"


def test_the_next_turn_is_heard_on_every_page_unless_sounds_are_off(rig: Rig) -> None:
    page = rig.page()
    page.settle()
    for on, seat in ((False, 0), (False, 1), (True, 0)):
        set_sounds(rig, on=on)
        rig.panel.show_turn(seat, ())
        page.settle()
        assert bool([each for each in page.messages if each["kind"] == "sound"]) is on


# Acting


def test_edges_and_turns_reach_the_inbox(rig: Rig) -> None:
    page = rig.page()
    page.send(kind="edge", control="undo", down=True)
    page.send(kind="edge", control="undo", down=False)
    page.send(kind="turn", steps=-3)
    down, up, turn = (rig.inbox.take(PATIENCE_S) for _ in range(3))

    assert isinstance(down, Edge)
    assert isinstance(up, Edge)
    assert isinstance(turn, Turned)
    assert [down.control, down.down, up.down, turn.steps] == [Control.UNDO, True, False, -3]
    assert {down.source, up.source, turn.source} == {"web-1"}


def test_each_page_is_a_source_of_its_own(rig: Rig) -> None:
    sources = set()
    for _ in range(2):
        rig.page().send(kind="turn", steps=1)
        event = rig.inbox.take(PATIENCE_S)
        assert isinstance(event, Turned)
        sources.add(event.source)

    assert sources == {"web-1", "web-2"}


def test_a_button_that_is_down_does_not_go_down_again(rig: Rig) -> None:
    page = rig.page()
    for _ in range(3):
        page.send(kind="edge", control="why", down=True)
    page.settle()

    assert isinstance(rig.inbox.take(0), Edge)
    assert rig.inbox.take(0) is None


def test_a_lost_connection_lets_go_without_a_press(rig: Rig) -> None:
    page = rig.page()
    page.send(kind="edge", control="undo", down=True)
    gestures, meaning = Gestures(hold_s=3600.0), []
    meaning += gestures.feed(rig.inbox.take(PATIENCE_S) or Lost("none"), time.monotonic())
    page.connection.socket.shutdown(socket.SHUT_RDWR)
    for _ in range(2):
        event = rig.inbox.take(PATIENCE_S)
        assert event is not None
        meaning += gestures.feed(event, time.monotonic())

    assert not [event for event in meaning if isinstance(event, Pressed | Held)]
    assert gestures.deadline_s() is None


def test_a_cancelled_press_is_no_press(rig: Rig) -> None:
    page = rig.page()
    page.send(kind="edge", control="knob", down=True)
    page.send(kind="cancel", control="knob")
    page.settle()
    events = [rig.inbox.take(0) for _ in range(3)]

    assert [type(event) for event in events] == [Edge, Lost, Edge]


# Viewers


def test_a_viewer_sees_the_public_picture_only(far_rig: Rig) -> None:
    """The secret frame's pixels never reach an unpaired page, whatever it sends."""
    page = far_rig.page()
    far_rig.panel.show(SECRET)
    page.settle()
    page.send(kind="turn", steps=1)
    page.send(kind="edge", control="knob", down=True)
    page.send(kind="token", token="guess")
    page.send(kind="pair")
    page.send(kind="code", code="not it")
    page.settle()

    assert set(page.frames) == {BLANK}
    assert "123456" not in json.dumps(page.messages)


def test_a_viewer_s_controls_do_nothing(far_rig: Rig) -> None:
    page = far_rig.page()
    page.send(kind="turn", steps=1)
    page.send(kind="edge", control="knob", down=True)
    page.settle()
    page.connection.close()

    assert far_rig.inbox.take(0.1) is None


def test_the_code_of_the_test_pattern_is_masked_to_viewers(far_rig: Rig) -> None:
    """Whatever the code is, a viewer gets the same bytes."""
    page = far_rig.page()
    pattern = Pattern("web")
    for code in ("000000", "987654"):
        far_rig.panel.show(pattern.picture(code))
        page.settle()
    secret = {pattern.picture(code).frame for code in ("000000", "987654")}

    assert len(set(page.frames) - {BLANK}) == 1
    assert not secret & set(page.frames)


def pair(page: Page, rig: Rig) -> str:
    page.send(kind="pair")
    assert page.wait_for("pairing")["state"] == "asked"
    rig.pairing.show()
    page.send(kind="code", code=rig.pairing.code)
    answer = page.wait_for("pairing")
    assert answer["state"] == "paired"
    return str(answer["token"])


def test_a_paired_page_sees_and_acts(far_rig: Rig) -> None:
    page = far_rig.page()
    far_rig.panel.show(SECRET)
    pair(page, far_rig)
    page.settle()
    page.send(kind="turn", steps=2)

    assert page.frames[-1] == SECRET.frame
    assert isinstance(far_rig.inbox.take(PATIENCE_S), Turned)


def test_the_token_opens_a_later_connection(far_rig: Rig) -> None:
    token = pair(far_rig.page(), far_rig)
    again = far_rig.page()
    again.send(kind="token", token=token)
    again.settle()
    states = [message["may_act"] for message in again.messages if message["kind"] == "state"]

    assert states[-1] is True


def test_a_page_with_an_unknown_token_is_asked_to_forget_it(far_rig: Rig) -> None:
    page = far_rig.page()
    page.send(kind="token", token="from another year")

    assert page.wait_for("pairing") == {"kind": "pairing", "state": "unknown"}


def test_forgotten_pages_cannot_act_any_more(far_rig: Rig) -> None:
    page = far_rig.page()
    pair(page, far_rig)
    far_rig.pairing._tokens.forget_all()  # noqa: SLF001 - as if others had taken its place
    page.send(kind="turn", steps=1)
    page.settle()

    assert far_rig.inbox.take(0) is None
    states = [message["may_act"] for message in page.messages if message["kind"] == "state"]
    assert states[-1] is False


def test_a_wrong_code_is_answered_with_a_wait(far_rig: Rig) -> None:
    page = far_rig.page()
    page.send(kind="pair")
    page.wait_for("pairing")
    far_rig.pairing.show()
    for wait_s in (0.0, 0.0, FIRST_WAIT_S):
        page.send(kind="code", code="not it")
        answer = page.wait_for("pairing")
        assert answer["state"] == "wrong"
        assert answer["wait_s"] == pytest.approx(wait_s, abs=5.0)
    page.send(kind="pair")
    assert page.wait_for("pairing")["state"] == "wait"


def test_a_code_is_not_compared_before_people_opened_it(far_rig: Rig) -> None:
    """There is none yet: the page shows again where to open it."""
    page = far_rig.page()
    page.send(kind="pair")
    page.wait_for("pairing")
    page.send(kind="code", code="00000000")
    assert page.wait_for("pairing")["state"] == "asked"


def test_a_refused_page_gets_an_answer(far_rig: Rig) -> None:
    """By itself, and again when it asks once more after the table wanted no more requests."""
    page = far_rig.page()
    page.send(kind="pair")
    page.wait_for("pairing")
    far_rig.pairing.refuse(no_more=True)
    assert page.wait_for("pairing")["state"] == "refused"
    page.send(kind="pair")
    assert page.wait_for("pairing")["state"] == "refused"


def test_a_page_learns_that_its_request_has_ended(far_rig: Rig) -> None:
    """Nobody opened it."""
    page = far_rig.page()
    page.send(kind="pair")
    page.wait_for("pairing")
    later = time.monotonic() + 1000
    far_rig.pairing.clock = lambda: later
    far_rig.panel.due(later)
    assert page.wait_for("pairing")["state"] == "ended"


def test_a_paired_page_finds_a_place_among_viewers(far_rig: Rig) -> None:
    """It says who it is, where a viewer is sent away."""
    page = far_rig.page()
    token = pair(page, far_rig)
    page.connection.close()
    for _ in range(PAGES_PER_ADDRESS):
        far_rig.page().wait_for("state")
    again = far_rig.page()
    again.send(kind="token", token=token)
    assert again.wait_for("state")["may_act"]


def scan(rig: Rig) -> str:
    """Open a window on the box, and return what its QR code holds."""
    rig.pairing.open_window()
    assert rig.pairing.window is not None
    return rig.pairing.window.secret


def test_a_page_that_was_scanned_is_paired_at_once(far_rig: Rig) -> None:
    """By the secret alone, and by nothing else."""
    page = far_rig.page()
    page.send(kind="scan", secret="A" * 16)
    assert page.wait_for("pairing")["state"] == "ended"
    page.send(kind="scan", secret=scan(far_rig))
    answer = page.wait_for("pairing")
    assert answer["state"] == "paired"
    assert far_rig.pairing.knows(answer["token"])


def test_a_page_that_was_scanned_finds_a_place_among_viewers(far_rig: Rig) -> None:
    """Its first word is the secret."""
    for _ in range(PAGES_PER_ADDRESS):
        far_rig.page().wait_for("state")
    page = far_rig.page()
    page.send(kind="scan", secret=scan(far_rig))
    assert page.wait_for("pairing")["state"] == "paired"
    assert page.wait_for("state")["may_act"]


def test_the_secret_is_not_logged(far_rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    """Neither the right one nor a wrong one, at any level."""
    caplog.set_level(logging.DEBUG)
    secret = scan(far_rig)
    page = far_rig.page()
    page.send(kind="scan", secret=f"{secret}X")
    page.send(kind="scan", secret=secret)
    assert page.wait_for("pairing")["state"] == "ended"
    assert page.wait_for("pairing")["state"] == "paired"
    ours = [each for each in caplog.records if not each.name.startswith("websockets.client")]
    assert secret not in "".join(each.getMessage() for each in ours)


# Rubbish and floods


@pytest.mark.parametrize(
    "message",
    [
        "",
        "rubbish",
        "[]",
        "null",
        "[" * 500,
        b"\x00\xff",
        '{"kind":"edge","control":"nose","down":true}',
        '{"kind":"edge","control":"knob","down":1}',
        '{"kind":"turn","steps":1e3}',
        '{"kind":"turn","steps":true}',
        '{"kind":"turn","steps":0}',
        '{"kind":"turn","steps":65}',
        '{"kind":"turn","steps":NaN}',
        '{"kind":["turn"],"steps":1}',
        '{"kind":"turn"}',
        '{"kind":"token","token":5}',
        "x" * 600,
    ],
)
def test_rubbish_is_no_message(message: str | bytes) -> None:
    assert read_message(message) is None


@pytest.mark.parametrize("message", ["rubbish", b"\x00", "x" * 600, "x" * 100_000])
def test_who_sends_rubbish_has_to_go(rig: Rig, message: str | bytes) -> None:
    page = rig.page()
    page.connection.send(message)
    with pytest.raises(ConnectionClosed):
        page.wait_for("nothing that ever comes")

    assert rig.inbox.take(0) is None
    rig.page().wait_for("state")


def test_rubbish_on_the_wire_does_no_harm(rig: Rig) -> None:
    rubbish = random.Random(5)
    for _ in range(40):
        with (
            socket.create_connection(("127.0.0.1", rig.panel.port)) as raw,
            suppress(OSError),
        ):
            raw.sendall(rubbish.randbytes(rubbish.randrange(1, 3000)))

    assert rig.get("/").status == 200
    assert rig.inbox.take(0) is None


def test_visits_and_rubbish_do_not_fill_the_log(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    """A flood of them would wash away what the table may need."""
    caplog.set_level(logging.INFO)
    rig.get("/")
    rig.page().settle()
    for rubbish in (b"\0" * 100 + b"\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", rig.panel.port)) as client:
            client.sendall(rubbish)
            client.recv(1)
    rig.page().settle()
    assert caplog.text == ""


def test_who_floods_has_to_go(rig: Rig) -> None:
    rig.pairing.clock = lambda: 1000.0  # no time passes, however slow the machine is
    page = rig.page()
    with suppress(ConnectionClosed):
        for _ in range(2000):
            page.send(kind="turn", steps=1)
    with pytest.raises(ConnectionClosed):
        page.wait_for("nothing that ever comes")

    assert rig.inbox.waiting() <= MESSAGES_AT_ONCE


def test_one_address_cannot_open_pages_without_end(rig: Rig) -> None:
    for _ in range(PAGES_PER_ADDRESS):
        rig.page().wait_for("state")
    one_too_many = rig.page()
    with pytest.raises(ConnectionClosed) as closed:
        one_too_many.wait_for("state")

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013
    assert [message["kind"] for message in one_too_many.messages] == ["words"]  # to say why with


def test_a_place_becomes_free_again(rig: Rig) -> None:
    pages = [rig.page() for _ in range(PAGES_PER_ADDRESS)]
    for page in pages:
        page.wait_for("state")
    pages[0].connection.close()
    wait_until(lambda: rig.panel.page_count < PAGES_PER_ADDRESS)

    rig.page().wait_for("state")


def test_a_page_that_reads_nothing_does_not_hold_up_the_others(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its pictures are skipped, the latest wins, and in the end it is dropped."""
    monkeypatch.setattr("firmware_py.panels.web.session.STALLED_S", 0.3)
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    stalled = socket.socket()
    stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    stalled.connect(("127.0.0.1", rig.panel.port))
    host = f"127.0.0.1:{rig.panel.port}"
    stalled.sendall(
        f"GET /panel HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    page = rig.page()
    page.settle()
    wait_until(lambda: rig.panel.page_count == 2)
    numbers = count()

    def is_dropped() -> bool:
        number = next(numbers).to_bytes(2, "big")
        rig.panel.show(Picture(number * (FRAME_BYTES // 2)))
        page.settle()
        assert page.frames[-1][:2] == number
        return rig.panel.page_count == 1

    wait_until(is_dropped)
    stalled.close()


# Life and death


def test_a_port_that_is_taken_is_a_clear_error(rig: Rig) -> None:
    reason = rf"port {rig.panel.port}: the port is in use; is Tablemate.*\[web\] of tablemate.toml"
    with pytest.raises(NoPanel, match=reason):
        WebPanel(Inbox(), Pairing(clock=time.monotonic), port=rig.panel.port)


@pytest.mark.parametrize(
    ("host", "port"), [("203.0.113.1", 0), ("no such host.", 0), ("127.0.0.1", 99999)]
)
def test_an_impossible_address_is_a_clear_error(host: str, port: int) -> None:
    with pytest.raises(NoPanel, match="the web page cannot be at"):
        WebPanel(Inbox(), Pairing(clock=time.monotonic), host=host, port=port)


def test_closing_twice_frees_the_port_and_ends_the_thread() -> None:
    before = set(threading.enumerate())
    panel = WebPanel(Inbox(), Pairing(clock=time.monotonic), port=0)
    panel.close()
    panel.close()
    panel.show(Picture(b"\x01" * FRAME_BYTES))
    panel.set_language("fr", str)

    assert set(threading.enumerate()) <= before  # those of other tests may end meanwhile
    WebPanel(Inbox(), Pairing(clock=time.monotonic), port=panel.port).close()


def test_closing_says_goodbye_to_the_pages(rig: Rig) -> None:
    page = rig.page()
    page.settle()
    rig.panel.close()
    with pytest.raises(ConnectionClosed) as closed:
        page.hear()

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1001


def test_an_idle_page_wakes_nothing_up(rig: Rig) -> None:
    """The web's thread uses no processor time while nobody does anything."""
    rig.page().settle()
    before = time.process_time()
    time.sleep(0.5)

    assert time.process_time() - before < 0.05


def test_without_the_web_its_library_is_not_loaded() -> None:
    program = (
        "import sys, firmware_py.panels.test_pattern, firmware_py.panels.test_pattern\n"
        "import firmware_py.system.pairing\n"
        "print([name for name in ('websockets', 'asyncio') if name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert result.stdout == "[]\n"


def test_the_address_to_open_is_one_that_can_be_opened() -> None:
    panel = WebPanel(Inbox(), Pairing(clock=time.monotonic), host="0.0.0.0", port=0)
    panel.close()

    assert panel.url == f"http://{socket.gethostname()}:{panel.port}/"


def test_the_sites_names_include_the_machines_own() -> None:
    assert "localhost" in Site().names


def test_an_answer_never_comes_before_the_table_that_it_is_about(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if both come while the table before is still on its way to the page."""
    page = rig.page()
    page.settle()
    send = LimitedConnection.send

    async def send_slowly(caller: LimitedConnection, message: Any) -> None:
        if '"part": "head", "value": 1' in str(message):
            rig.panel.show_table({"head": 2}, {}, {})
            rig.panel.answer("web-1", "question", "of the second")
            await asyncio.sleep(0.05)
        await send(caller, message)

    monkeypatch.setattr(LimitedConnection, "send", send_slowly)
    rig.panel.show_table({"head": 1}, {}, {})
    page.wait_for("got")
    assert [each["value"] for each in page.messages if each["kind"] == "part"] == [1, 2]
