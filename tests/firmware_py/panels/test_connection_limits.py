"""What somebody in the network can do to the box: nothing that anybody notices."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from firmware_py.panels.web import connection_limits
from firmware_py.panels.web.connection_limits import (
    BYTES_AT_ONCE,
    LOG_EVERY_S,
    SOCKETS_AT_MOST,
    SOCKETS_PER_NETWORK,
    UNREAD_BYTES_AT_MOST,
    BriefLog,
)
from firmware_py.panels.web.panel import PAGES_AT_MOST, WebPanel
from firmware_py.system.backoff import network_of
from firmware_py.system.pairing import Pairing
from hardware.events import Inbox
from tests.support.web_panel import PATIENCE_S, Page, Rig, wait_until

PING = b"\x89\xfd" + b"\0" * 4 + b"x" * 125


def is_cut_off(client: socket.socket) -> bool:
    """Return whether the other side closes the connection."""
    try:
        while client.recv(4096):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


def is_open(client: socket.socket) -> bool:
    """Return whether the connection is open and silent."""
    client.setblocking(False)
    try:
        client.recv(1)
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False
    finally:
        client.settimeout(PATIENCE_S)
    return False


# Memory


def flood(client: socket.socket, at_most: int) -> int:
    """Send pings and read nothing; return how many bytes were taken."""
    client.settimeout(2)
    sent = 0
    with suppress(OSError):
        while sent < at_most:
            client.sendall(PING * 100)
            sent += len(PING) * 100
    return sent


def test_who_sends_pings_without_end_is_cut_off(rig: Rig) -> None:
    """The library answers each of them, so the first few bytes too many are the last."""
    client = rig.raw_page()
    wait_until(lambda: rig.panel.wants_table)
    flood(client, 200 * BYTES_AT_ONCE)
    wait_until(lambda: not rig.panel.wants_table)


def test_answers_that_are_not_read_do_not_pile_up(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of one that sends slowly enough to be heard."""
    monkeypatch.setattr(connection_limits, "BYTES_AT_ONCE", 10**9)
    client = rig.raw_page()
    wait_until(lambda: rig.panel.wants_table)
    unread: list[int] = []
    look = connection_limits.LimitedConnection._reads_nothing  # noqa: SLF001 - watched

    def looked(caller: connection_limits.LimitedConnection) -> bool:
        unread.append(caller.transport.get_write_buffer_size())
        return look(caller)

    monkeypatch.setattr(connection_limits.LimitedConnection, "_reads_nothing", looked)
    flood(client, 100 * UNREAD_BYTES_AT_MOST)
    wait_until(lambda: not rig.panel.wants_table)
    assert max(unread) < 3 * UNREAD_BYTES_AT_MOST


# Sockets


def test_the_oldest_silent_socket_makes_room(rig: Rig) -> None:
    """So the next one is served, however many are silent."""
    idle = [rig.raw() for _ in range(SOCKETS_AT_MOST)]
    assert rig.get("/").status == 200
    assert is_cut_off(idle[0])
    assert is_open(idle[-1])


def test_one_viewer_drops_only_sockets_of_its_own(far_rig: Rig) -> None:
    """Long before the others would notice."""
    idle = [far_rig.raw() for _ in range(SOCKETS_PER_NETWORK + 5)]
    assert all(is_cut_off(each) for each in idle[:5])
    assert is_open(idle[5])
    assert far_rig.get("/").status == 200


def test_silent_sockets_of_viewers_drop_no_page(far_rig: Rig) -> None:
    """What has asked for something stays before what has not."""
    page = far_rig.page()
    page.settle()
    for _ in range(3 * SOCKETS_PER_NETWORK):
        far_rig.raw()
    page.settle()
    assert far_rig.get("/").status == 200


def test_a_paired_page_is_not_dropped_for_viewers(
    far_rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if it is the oldest of all, and all of them are pages."""
    monkeypatch.setattr(connection_limits, "SOCKETS_AT_MOST", 3)
    page = far_rig.page()
    page.send(kind="pair")
    page.wait_for("pairing")
    far_rig.pairing.show()
    page.send(kind="code", code=far_rig.pairing.code)
    assert page.wait_for("pairing")["state"] == "paired"
    page.settle()
    for number in range(1, 6):
        viewer = far_rig.page(source_address=(f"127.0.2.{number}", 0))
        viewer.wait_for("state")
    page.settle()
    assert far_rig.panel.limits.from_network <= 3


def test_viewers_do_not_lock_out_this_machine(make_rig: Callable[..., Rig]) -> None:
    """Its places are its own."""
    rig = make_rig(is_local=lambda address: address == "127.0.0.1")
    for number in range(2 * SOCKETS_AT_MOST):
        client = socket.socket()
        client.bind((f"127.0.1.{number // 8 + 1}", 0))
        client.connect(("127.0.0.1", rig.panel.port))
        rig.keep(client)
    rig.page().settle()
    assert rig.panel.limits.from_network <= SOCKETS_AT_MOST


# The log


def test_rubbish_after_a_request_is_no_news(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    """A flood of tracebacks would wash the table's log away."""
    for rubbish in (b"\xff" * 200, b"GET / HTTP/1.1\r\n\r\n"):
        for request in (rig.handshake(), b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"):
            for _ in range(3):
                client = rig.raw()
                client.sendall(request + rubbish)
                assert is_cut_off(client)
    assert rig.get("/").status == 200
    assert caplog.text == ""


def test_what_the_libraries_say_again_and_again_is_said_once(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as a warning for each answer to somebody who is gone."""
    for _ in range(50):
        logging.getLogger("asyncio").warning("socket.send() raised exception.")
    assert rig.get("/").status == 200
    assert len(caplog.records) == 1


def test_faults_are_logged_briefly_and_seldom() -> None:
    """With what failed, where, and how often since."""
    now = [0.0]
    brief = BriefLog(lambda: now[0])

    def tell(error: Exception | None) -> logging.LogRecord | None:
        info: Any = (type(error), error, error.__traceback__) if error else None
        record = logging.LogRecord("web", logging.ERROR, "", 0, "it failed", (), info)
        return record if brief.filter(record) else None

    with pytest.raises(ValueError, match="invalid") as failed:
        int("no number")
    first, second = tell(failed.value), tell(failed.value)
    assert first is not None
    assert first.exc_info is None
    assert first.getMessage().startswith('it failed: ValueError "invalid literal')
    assert second is None
    now[0] += LOG_EVERY_S
    third = tell(None)
    assert third is not None
    assert third.getMessage() == "it failed (and 1 more)"


# --- more viewers than there are places ---


def open_pages(rig: Rig, address: str, count: int) -> list[Page]:
    pages = [rig.page(source_address=(address, 0)) for _ in range(count)]
    for page in pages:
        page.wait_for("state")
    return pages


def close_code(page: Page) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        page.wait_for("nothing that ever comes")
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_the_address_with_the_most_pages_makes_room(far_rig: Rig) -> None:
    """Twelve pages of three addresses keep nobody out; the oldest is closed, with the reason."""
    crowd = [page for each in (1, 2, 3) for page in open_pages(far_rig, f"127.0.1.{each}", 4)]
    for each in range(4, 12):
        open_pages(far_rig, f"127.0.1.{each}", 1)
    assert close_code(crowd[0]) == 1013
    assert far_rig.panel.page_count == PAGES_AT_MOST


def test_addresses_that_have_as_few_do_not_push_each_other_out(far_rig: Rig) -> None:
    """Else they would take the place from each other for ever."""
    for each in range(1, PAGES_AT_MOST + 1):
        open_pages(far_rig, f"127.0.1.{each}", 1)
    assert close_code(far_rig.page(source_address=("127.0.1.99", 0))) == 1013


def test_viewers_never_push_out_a_paired_page(far_rig: Rig) -> None:
    """Its place is not one of theirs."""
    far_rig.pairing.ask("127.0.1.1")
    far_rig.pairing.show()
    paired = far_rig.pairing.enter("127.0.1.1", far_rig.pairing.code or "")
    assert paired.state == "paired"
    friends = []
    for _ in range(4):
        friend = far_rig.page(source_address=("127.0.1.1", 0))
        friend.send(kind="token", token=paired.token)
        while not friend.wait_for("state")["may_act"]:
            pass
        friends.append(friend)
    for each in range(2, 30):
        far_rig.page(source_address=(f"127.0.1.{each}", 0))
    for friend in friends:
        friend.settle()


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("fd00::1", "fd00::2:3", True), ("fd00::1", "fd00:0:0:1::1", False),
        ("192.168.1.2", "192.168.1.3", False), ("8.8.8.8", "8.8.8.9", True),
    ],
)  # fmt: skip
def test_an_owner_of_many_addresses_counts_once(one: str, other: str, is_same: bool) -> None:
    """A /64 of IPv6 belongs to one; in a private network every address to somebody else."""
    assert (network_of(one) == network_of(other)) is is_same


# The end


@pytest.mark.parametrize("rounds", range(6))
def test_a_connection_of_the_last_moment_is_ended_with_the_server(rounds: int) -> None:
    """Accepted or not, before the server knows of it or after: nothing of it is left behind."""
    panel = WebPanel(Inbox(), Pairing(clock=time.monotonic), port=0)
    clients = [socket.socket() for _ in range(3)]
    loop = panel._loop  # noqa: SLF001 - in which round of it the end comes is what is tried

    def end_after(more: int) -> None:
        if more:
            loop.call_soon(end_after, more - 1)
        else:
            panel._ending.set()  # noqa: SLF001 - the same

    def connect() -> None:
        for client in clients:
            client.connect(("127.0.0.1", panel.port))
        end_after(rounds)

    loop.call_soon_threadsafe(connect)
    panel._thread.join()  # noqa: SLF001 - the same: `close` would end it earlier
    panel.close()
    assert loop.is_closed()
    assert asyncio.all_tasks(loop) == set()
    for client in clients:
        client.settimeout(PATIENCE_S)
        assert is_cut_off(client)
        client.close()
    gc.collect()  # a transport that was left open would warn now, and a warning is an error
