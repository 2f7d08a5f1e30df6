"""Boxes, a real Mosquitto and a real archive, over TLS, on loopback."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from jinja2.sandbox import SandboxedEnvironment  # comes with sphinx

from engines.catalog import GAMES
from engines.record import Header, RecordLine
from engines.start import Start
from firmware_py.club import box_link, commands, membership
from firmware_py.club.archive import Archive
from firmware_py.club.archive_service import ArchiveService
from firmware_py.club.box_link import ClubLink
from firmware_py.club.box_log import BoxLog
from firmware_py.club.home_assistant import discovery
from firmware_py.club.identity import Identity
from firmware_py.club.pairings import hall_evenings, read_pairings
from firmware_py.club.setup import BROKER_NAME, ClubConfig, init
from firmware_py.club.wire import Broker, Wire, topic
from firmware_py.evening.evening import SWISS, Plan
from firmware_py.screens.evening.club_round import ClubRound
from firmware_py.screens.play.play import Play
from firmware_py.storage.store import OVER, Store
from tests.support.club_servers import (
    MOSQUITTO,
    PATIENCE_S,
    free_port,
    needs_mosquitto,
    needs_postgres,
    wait_for_port,
)

pytestmark = needs_mosquitto
NOW = 1_800_000_000
unclosed = pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <ssl.SSLSocket:pytest.PytestUnraisableExceptionWarning"
)
"""paho leaves the socket of a handshake that failed to the collector."""


def wait_until(is_so: Callable[[], Any], patience_s: float = PATIENCE_S) -> Any:
    """Return what something is once it is so."""
    ends = time.monotonic() + patience_s
    while not (found := is_so()):
        assert time.monotonic() < ends, "it never came to pass"
        time.sleep(0.02)
    return found


class Mosquitto:
    """A broker that can be killed and started again."""

    def __init__(self, config: ClubConfig) -> None:
        self._config = config
        self.start()

    def start(self) -> None:
        assert MOSQUITTO is not None
        command = [MOSQUITTO, "-c", str(self._config.folder / BROKER_NAME)]
        if os.geteuid() == 0:  # it would become another user, who cannot read the keys
            command = [MOSQUITTO, "-c", str(self._config.folder / BROKER_NAME)]
        self.log = (self._config.folder / "broker.log").open("ab")
        self.process = subprocess.Popen(command, stderr=self.log, stdout=self.log)
        wait_for_port(self._config.port, self.process)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.log.close()

    def memory_mb(self) -> float:
        return memory_mb(self.process.pid)


def memory_mb(pid: int) -> float:
    """Return how much memory a process has."""
    status = Path(f"/proc/{pid}/status").read_text()
    (line,) = [each for each in status.splitlines() if each.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


@pytest.fixture
def club(tmp_path: Path) -> ClubConfig:
    """Return a club on loopback."""
    folder = tmp_path / "archive"
    config = init(folder, "Hall", port=free_port(), hall_port=0, everywhere=False)
    broker = folder / BROKER_NAME
    if os.geteuid() == 0:
        broker.write_text(f"user root\n{broker.read_text()}")
    return config


@pytest.fixture
def broker(club: ClubConfig) -> Iterator[Mosquitto]:
    running = Mosquitto(club)
    yield running
    running.kill()


class Running:
    """An archive in a thread."""

    def __init__(self, config: ClubConfig, show: Any = None) -> None:
        self.ending = Event()
        self.ready = Event()
        self.error: BaseException | None = None

        def work() -> None:
            archive = config.open_archive()
            try:
                self.service = ArchiveService(archive, config.broker, show)
                self.service.run(self.ending, self.ready.set)
            finally:
                archive.close()

        self.thread = Thread(target=work, daemon=True)
        self.thread.start()
        assert self.ready.wait(PATIENCE_S)

    def stop(self) -> None:
        self.ending.set()
        self.thread.join(PATIENCE_S)


@pytest.fixture
def archive(club: ClubConfig, broker: Mosquitto) -> Iterator[Running]:
    running = Running(club)
    yield running
    running.stop()


@pytest.fixture
def look(club: ClubConfig) -> Iterator[Archive]:
    """Return the archive, for a look from this thread."""
    opened = club.open_archive()
    yield opened
    opened.close()


@pytest.fixture
def links() -> Iterator[list[ClubLink]]:
    made: list[ClubLink] = []
    yield made
    for link in made:
        link.close()


def enrol(club: ClubConfig, data: Path, name: str) -> Identity:
    """Let a box join, without the page on which it would."""
    data.mkdir(parents=True)
    identity = Identity(data)
    identity.make()
    code = membership.draw_code()
    archive = club.open_archive()
    archive.add_code(membership.key_of(code), NOW + 100)
    archive.close()
    membership.join(
        data,
        lambda asked: commands.answer_join(club, asked, lambda: NOW) or b"",
        "127.0.0.1", code, name, identity.sign, 0,
    )  # fmt: skip
    return identity


def start(data: Path, identity: Identity) -> ClubLink:
    member = membership.membership(data)
    assert member is not None
    return ClubLink(data, member, identity, clock=time.monotonic)


def play(data: Path, identity: Identity, lines: int) -> None:
    """Store a match of a number of events on a box, and end it."""
    store = Store(data, date=lambda: NOW)
    store.sign = identity.sign
    header = Header(next(iter(GAMES)), 1, Start({}, 2, 0, 1), names=("Anna", "Ben"))
    match = store.next_match()
    store.begin(match, header, [RecordLine("0", "=c1")] * (lines - 3))
    store.set_status(match, OVER, {"winners": [0], "scores": [1, 0], "by": "daimio"})
    store.close()


def stranger(club: ClubConfig, received: Any = None, *, box: Path | None = None) -> Wire:
    """Return a wire with the certificate of a box."""
    assert box is not None
    member = membership.membership(box)
    assert member is not None
    wire = Wire(member.broker, received=received or (lambda *_: None))
    wire.open()
    wait_until(lambda: wire.serve(0.1) and wire.is_open)
    return wire


def has_all(look: Archive, boxes: dict[str, int]) -> bool:
    """Return whether the archive has a number of events of each box."""
    return all(
        sum(len(look.match_events(key, origin)) for box, origin in look.ended() if box == key)
        == count
        for key, count in boxes.items()
    )


def test_what_is_played_arrives(
    club: ClubConfig, archive: Running, look: Archive, links: list[ClubLink], tmp_path: Path
) -> None:
    """A match that was played before the box came online, and one while it is there."""
    identity = enrol(club, tmp_path / "box", "Table 1")
    play(tmp_path / "box", identity, 120)
    links.append(start(tmp_path / "box", identity))
    box = identity.public_key or ""
    wait_until(lambda: has_all(look, {box: 120}))
    play(tmp_path / "box", identity, 30)
    wait_until(lambda: has_all(look, {box: 150}))
    assert [player.name for player in look.players()] == ["Anna", "Ben"]


def test_50_boxes_and_three_kills_of_the_broker(
    club: ClubConfig, broker: Mosquitto, archive: Running, look: Archive, links: list[ClubLink],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Any,
) -> None:  # fmt: skip
    """200 events of each: none is lost, none is there twice."""
    monkeypatch.setattr(box_link, "AGAIN_S", 1.0)
    boxes: dict[str, Path] = {}
    identities = {}
    for number in range(50):
        data = tmp_path / f"box{number}"
        identity = enrol(club, data, f"Table {number}")
        play(data, identity, 200)
        boxes[identity.public_key or ""] = data
        identities[data] = identity

    def events() -> int:
        row = look._db.execute("SELECT count(*) FROM entries WHERE body LIKE '[\"event\"%'")  # noqa: SLF001
        return int(row[0][0])

    links += [start(data, identities[data]) for data in boxes.values()]
    peak = 0.0
    for share in (0.1, 0.4, 0.7):
        wait_until(lambda share=share: events() >= 10_000 * share)  # type: ignore[misc]
        peak = max(peak, broker.memory_mb())
        broker.kill()
        broker.start()
    wait_until(lambda: has_all(look, dict.fromkeys(boxes, 200)), 240)
    assert events() == 10_000
    assert look.aside() == []
    for link in links:
        link.close()
    for box, data in boxes.items():
        member = membership.membership(data)
        assert member is not None
        log = BoxLog(member.log, box, identities[data].sign)
        assert look.entries(box, log.name) == log.entries()
        log.close()
    peak = max(peak, broker.memory_mb())
    memory = f"broker {peak:.1f} MB, this process {memory_mb(os.getpid()):.0f} MB"
    record_property("memory", memory)
    print(memory)
    assert peak < 40


class TestBroker:
    """What the broker lets whom do."""

    def test_nobody_gets_in_without_a_certificate(
        self, club: ClubConfig, broker: Mosquitto, tmp_path: Path
    ) -> None:
        context = ssl.create_default_context(cafile=str(club.folder / "ca.pem"))
        context.check_hostname = False
        with socket.create_connection(("127.0.0.1", club.port)) as plain:
            answered = b""
            with suppress(ssl.SSLError, ConnectionError), context.wrap_socket(plain) as secure:
                secure.sendall(b"\x10\x0d\x00\x04MQTT\x05\x02\x00\x3c\x00\x00\x00")
                answered = secure.recv(4)
            assert answered == b""

    @unclosed
    def test_another_authority_is_refused(
        self, club: ClubConfig, broker: Mosquitto, tmp_path: Path
    ) -> None:
        other = init(tmp_path / "other", "Other", everywhere=False)
        wrong = club.broker._replace(certificate=other.broker.certificate, key=other.broker.key)
        wire = Wire(wrong, received=lambda *_: None)
        with suppress(OSError):
            wire.open()
            wait_until(lambda: not wire.serve(0.1))
        assert not wire.is_open
        fake = club.broker._replace(ca=other.broker.ca)
        with pytest.raises(ssl.SSLError, match="certificate verify failed"):
            Wire(fake, received=lambda *_: None).open()

    @unclosed
    def test_the_certificate_of_a_box_is_no_broker(self, club: ClubConfig, tmp_path: Path) -> None:
        """A box could otherwise stand in for the broker of the hall."""
        enrol(club, tmp_path / "box", "Table 1")
        member = membership.membership(tmp_path / "box")
        assert member is not None
        text = (club.folder / BROKER_NAME).read_text()
        for name in ("broker.pem", "broker.key"):
            own = member.broker.certificate if name.endswith("pem") else member.broker.key
            text = text.replace(str(club.folder / name), str(own))
        (club.folder / BROKER_NAME).write_text(text)
        pretender = Mosquitto(club)
        with pytest.raises(ssl.SSLError, match="certificate verify failed"):
            Wire(club.broker, received=lambda *_: None).open()
        pretender.kill()

    def test_a_box_writes_and_reads_its_own_topics_only(
        self, club: ClubConfig, broker: Mosquitto, archive: Running, tmp_path: Path
    ) -> None:
        for number in (1, 2):
            enrol(club, tmp_path / f"box{number}", f"Table {number}")
        one, two = (Identity(tmp_path / f"box{n}").public_key or "" for n in (1, 2))
        seen: list[tuple[str, bytes]] = []
        shown: list[tuple[str, bytes]] = []
        first = stranger(club, lambda *got: seen.append(got), box=tmp_path / "box1")
        hall = Wire(club.broker, received=lambda *got: shown.append(got))
        hall.open()
        wait_until(lambda: hall.serve(0.1) and hall.is_open)
        hall.subscribe(["club/#"])
        first.subscribe(["club/#", topic(two, "have"), "$share/archive/club/+/events"])
        for where in (
            topic(two, "events"), topic(two, "table"), topic(two, "alive"), topic(one, "have"),
            "club/players", "club/pairings", "elsewhere", topic(one, "table"),
        ):  # fmt: skip
            first.publish(where, b"mine")
        hall.publish(topic(two, "have"), b"not for one")
        hall.publish(topic(one, "have"), b"for one")

        def both() -> bool:
            first.serve(0.05)
            hall.serve(0.05)
            wanted = {(topic(one, "have"), b"for one"), (topic(one, "table"), b"mine")}
            return wanted <= set(shown)

        wait_until(both)
        assert [where for where, what in shown if what == b"mine"] == [topic(one, "table")]
        assert not [where for where, _ in seen if two in where or where.startswith("elsewhere")]
        first.close()
        hall.close()

    def test_a_box_that_is_gone_is_said_by_its_will(
        self, club: ClubConfig, broker: Mosquitto, tmp_path: Path
    ) -> None:
        enrol(club, tmp_path / "box", "Table 1")
        member = membership.membership(tmp_path / "box")
        assert member is not None
        box = Identity(tmp_path / "box").public_key or ""
        shown: list[tuple[str, bytes]] = []
        hall = Wire(club.broker, received=lambda *got: shown.append(got))
        hall.open()
        wait_until(lambda: hall.serve(0.1) and hall.is_open)
        hall.subscribe(["club/+/alive"])
        wire = Wire(member.broker, received=lambda *_: None, will=topic(box, "alive"))
        wire.open()
        wait_until(lambda: wire.serve(0.1) and wire.is_open)
        wire.publish(topic(box, "alive"), "1", keep=True)
        wait_until(lambda: wire.serve(0.05) and hall.serve(0.05) and shown)
        assert shown == [(topic(box, "alive"), b"1")]
        wire._client.socket().close()  # noqa: SLF001 - as when its power goes
        wait_until(lambda: hall.serve(0.1) and shown[1:])
        assert shown[1:] == [(topic(box, "alive"), b"")]
        hall.close()


def test_what_was_kept_is_there_after_a_restart_of_the_broker(
    club: ClubConfig, broker: Mosquitto, archive: Running, look: Archive, links: list[ClubLink],
    tmp_path: Path,
) -> None:  # fmt: skip
    """Nothing is on its disk: who wrote it writes it again."""
    identity = enrol(club, tmp_path / "box", "Table 1")
    play(tmp_path / "box", identity, 10)
    link = start(tmp_path / "box", identity)
    links.append(link)
    link.show_table({"head": {"game": "x"}, "clocks": []}, {}, {})

    def kept() -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        wire = Wire(club.broker, received=found.__setitem__)
        try:
            wire.open()
        except OSError:
            return {}
        wait_until(lambda: wire.serve(0.1) and wire.is_open)
        wire.subscribe(["club/#"])
        for _ in range(10):
            wire.serve(0.05)
        wire.close()
        return {where.rpartition("/")[2]: what for where, what in found.items()}

    def is_whole() -> bool:
        found = kept()
        return (
            found.get("alive") == b"1"
            and [each[1] for each in json.loads(found.get("have") or b"[]")] == [13]
            and json.loads(found.get("table") or b"{}") == {"head": {"game": "x"}}
            and b"Anna" in found.get("players", b"")
        )

    wait_until(is_whole)
    broker.kill()
    broker.start()
    wait_until(is_whole)


def test_pairings_reach_the_boxes_and_results_come_back(
    club: ClubConfig, broker: Mosquitto, links: list[ClubLink], make_box: Any, tmp_path: Path
) -> None:
    """An evening on one box, played at its table on another; the hall shows both."""
    shown: dict[str, bytes] = {}
    archive = Running(club, lambda _box, leaf, what: shown.__setitem__(leaf, what))
    boxes = []
    for number in (1, 2):
        data = tmp_path / f"box{number}"
        identity = enrol(club, data, f"Table {number}")
        box = make_box(folder=data)
        box.store.sign = identity.sign
        box.services.club = start(data, identity)
        links.append(box.services.club)
        boxes.append(box)
    one, two = boxes
    book = one.services.evenings
    names = ["Anna", "Ben", "Cleo", "Dan"]
    evening = book.begin(Plan(("mana",), SWISS, 2, options={"mana": {"advanced": True}}), names, 1)
    tables = [["Anna", "Ben"], ["Dan", "Cleo"]]
    book.add(evening, {"do": "round", "game": "mana", "tables": tables, "out": []})
    wait_until(lambda: two.services.club.evenings)
    assert [row.label for row in one.screen.rows() if "Round" in row.label] == []

    two.choose("Round 1")
    assert isinstance(two.screen, ClubRound)
    assert "Dan – Cleo" in str(two.screen.rows()[two.screen.index])
    two.press().choose("Start")
    while not isinstance(two.screen, Play):
        two.press()
    assert two.services.table.names == ("Dan", "Cleo")
    assert two.services.table.match.start.options["advanced"] is True
    two.hold("knob").choose("Resign").choose("Dan resigns").choose("Yes")
    wait_until(book.collect)
    assert evening.rounds[0].tables[1].results == {0: (2, 1)}
    assert evening.log[-1]["by"] == "Table 2"

    def seen() -> Any:
        key = Identity(club.folder).public_key or ""
        (found,) = hall_evenings(read_pairings(shown["club/pairings"], key), str.format) or [{}]
        return found

    wait_until(lambda: ["1", "Cleo", "1"] in seen()["standings"])
    assert seen()["tables"] == [["1", "Anna – Ben"], ["2", "Dan 0 : 1 Cleo"]]
    wait_until(lambda: two.services.club.evenings[0].tables[1].results)
    two.hold("back")
    assert "Round 1" not in [row.label for row in two.screen.rows()]
    book.add(evening, {"do": "end"})
    wait_until(lambda: not two.services.club.evenings)
    archive.stop()


def test_home_assistant_finds_the_tables(
    club: ClubConfig, archive: Running, links: list[ClubLink], tmp_path: Path
) -> None:
    """With a certificate that only looks; its templates are read as Home Assistant reads them."""
    run: Any = {"clock": time.monotonic, "now": lambda: NOW, "say": lambda _text: None}
    assert commands.run_club("viewer", [str(tmp_path / "ha")], tmp_path, **run) == 0
    files = [tmp_path / "ha" / name for name in ("ca.pem", "viewer.pem", "viewer.key")]
    assert files[2].stat().st_mode & 0o077 == 0
    kept: dict[str, bytes] = {}
    viewer = Wire(Broker("127.0.0.1", club.port, *files), received=kept.__setitem__)
    viewer.open()
    wait_until(lambda: viewer.serve(0.1) and viewer.is_open)
    viewer.subscribe(["club/#", "homeassistant/#"])
    identity = enrol(club, tmp_path / "box", "Table 1")
    play(tmp_path / "box", identity, 10)
    link = start(tmp_path / "box", identity)
    links.append(link)
    seats = [{"name": "Anna", "score": 3}, {"name": "Ben", "score": None}]
    parts = {"head": {"game": "Mana", "who": "Anna"}, "seats": seats, "clocks": [{"text": "1:05"}]}
    link.show_table(parts, {}, {})

    def state(part: str) -> Any:
        """Return what Home Assistant shows for an entity."""
        entity = found["components"][part]
        value_json = json.loads(kept[entity["state_topic"]])
        template = SandboxedEnvironment().from_string(entity["value_template"])
        return template.render(value_json=value_json)

    box = identity.public_key or ""
    where = f"homeassistant/device/tablemate_{box[:16]}/config"
    wait_until(lambda: viewer.serve(0.05) and {where, topic(box, "clocks")} <= kept.keys())
    found = json.loads(kept[where])
    assert found["device"]["name"] == "Table 1"
    assert len({each["unique_id"] for each in found["components"].values()}) == 14
    assert [state(part) for part in ("game", "turn", "name_1", "score_1", "clock_1")] == [
        "Mana", "Anna", "Anna", "3", "1:05",
    ]  # fmt: skip
    assert {state(part) for part in ("score_2", "clock_2", "name_3", "clock_4")} == {"None"}
    (alive,) = found["availability"]
    for value, word in ((kept[alive["topic"]].decode(), "online"), ("", "offline")):
        template = SandboxedEnvironment().from_string(alive["value_template"])
        assert template.render(value=value) == word
    link.show_table({}, {}, {})
    wait_until(lambda: viewer.serve(0.05) and kept[topic(box, "table")] == b"{}")
    wait_until(lambda: viewer.serve(0.05) and kept[topic(box, "clocks")] == b"null")
    assert {state(part) for part in found["components"]} == {"None"}

    for name in (topic(box, "events"), topic(box, "table"), where):
        viewer.publish(name, b"forged", keep=True)
    table = topic(box, "table")
    for each in ("one", "two"):  # what was forged would be between them
        link.show_table({"head": {"game": each}}, {}, {})
        wait_until(lambda each=each: viewer.serve(0.05) and each.encode() in kept[table])  # type: ignore[misc]
    assert b"forged" not in kept.values()
    leaves = {"table", "clocks", "alive", "config", "players", "pairings"}
    assert {name.rpartition("/")[2] for name in kept} == leaves
    viewer.close()
    look = club.open_archive()
    look.dismiss(box, NOW)
    (member,) = look.members()
    look.close()
    assert discovery(member) == ""


@needs_postgres
def test_workers_share_a_postgresql(
    club: ClubConfig, broker: Mosquitto, links: list[ClubLink], tmp_path: Path, postgres_server: str
) -> None:
    """Each batch goes to one of them; one ends in the middle."""
    shared = club._replace(database=postgres_server)
    workers = [Running(shared) for _ in range(3)]
    look = shared.open_archive()
    boxes = {}
    for number in range(6):
        identity = enrol(shared, tmp_path / f"box{number}", f"Table {number}")
        play(tmp_path / f"box{number}", identity, 200)
        boxes[identity.public_key or ""] = 200
        links.append(start(tmp_path / f"box{number}", identity))
    wait_until(lambda: sum(worker.service.taken for worker in workers) >= 3)
    workers.pop().stop()
    wait_until(lambda: has_all(look, boxes), 120)
    assert all(worker.service.taken for worker in workers)
    assert look.aside() == []
    for worker in workers:
        worker.stop()
    look.close()


def test_no_hand_and_no_menu_goes_to_the_club(
    club: ClubConfig, archive: Running, links: list[ClubLink], tmp_path: Path
) -> None:
    identity = enrol(club, tmp_path / "box", "Table 1")
    link = start(tmp_path / "box", identity)
    links.append(link)
    head, picture = {"game": "x"}, "<svg/>"
    link.show_table({"screen": {"title": "Wi-Fi password"}, "note": "secret"}, {}, {})
    assert link.table() == ({}, None)
    parts = {"head": head, "held": "red", "picture": "<svg>red</svg>", "asks": True,
             "choices": {"buttons": ["red"]}, "answer": "red", "moment": "x"}  # fmt: skip
    seats = {0: {"picture": "<svg>red</svg>"}}
    link.show_table(parts, {"picture": picture, "held": "", "answer": None}, seats)
    assert link.table() == ({"head": head, "picture": picture}, None)
    assert "red" not in json.dumps(link.table())


def test_openssl_is_there() -> None:
    assert shutil.which("openssl")
    assert Broker("a", 1, Path(), Path(), Path()).port == 1
