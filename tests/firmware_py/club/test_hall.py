"""The hall as a newcomer has it: one command, then three boxes play and the page shows it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from club_boxes import Box
from websockets.sync.client import ClientConnection, connect

from firmware_py.club import commands, membership
from firmware_py.club.hall import Hall, HallTable
from firmware_py.club.identity import Identity, is_member
from firmware_py.club.membership import NotJoined
from firmware_py.club.pairings import pairings
from firmware_py.club.setup import ClubConfig, NoClub, init, read_club
from firmware_py.evening.evening import SWISS, Plan, first_line
from tests.support.browser import CHROMIUM, PATIENCE_S, chromium
from tests.support.club_servers import needs_mosquitto

NOW = 1_800_000_000
HEAD = {"game": "Mana", "playing": True, "token": "", "who": "Anna"}


@pytest.fixture
def club(tmp_path: Path) -> ClubConfig:
    return init(tmp_path / "archive", "Hall", port=8883, hall_port=0, everywhere=False)


@pytest.fixture
def hall(club: ClubConfig) -> Iterator[Hall]:
    running = open_hall(club)
    yield running
    running.close()


def open_hall(config: ClubConfig) -> Hall:
    def join(asked: bytes) -> bytes | None:
        return commands.answer_join(config, asked, lambda: NOW)

    return Hall(config, clock=time.monotonic, join=join)


def invite(club: ClubConfig, life_s: int = 100) -> str:
    code = membership.draw_code()
    archive = club.open_archive()
    archive.add_code(membership.key_of(code), NOW + life_s)
    archive.close()
    return code


def enrol(club: ClubConfig, *boxes: str) -> None:
    archive = club.open_archive()
    for number, box in enumerate(boxes):
        archive.enrol(box, f"Table {number + 1}", NOW)
    archive.close()


def join_as(data: Path, hall: Hall, code: str) -> membership.Member:
    data.mkdir(exist_ok=True)
    identity = Identity(data)
    identity.make()
    ask = membership.asking("127.0.0.1", hall.port)
    return membership.join(data, ask, "127.0.0.1", code, "Table 7", identity.sign, 4)


class TestJoining:
    """With a code, once."""

    def test_a_box_joins_and_leaves(self, club: ClubConfig, hall: Hall, tmp_path: Path) -> None:
        data = tmp_path / "box"
        member = join_as(data, hall, invite(club).lower())
        assert (member.club, member.host, member.port, member.since) == (
            "Hall",
            "127.0.0.1",
            8883,
            4,
        )
        assert is_member(data)
        assert (data / "club").stat().st_mode & 0o077 == 0
        archive = club.open_archive()
        assert [(each.name, each.box) for each in archive.members()] == [
            ("Table 7", Identity(data).public_key)
        ]
        archive.close()
        with pytest.raises(NotJoined, match="in a club already"):
            join_as(data, hall, invite(club))
        said: list[str] = []
        assert (
            commands.run_club("leave", [], data, clock=time.monotonic, now=int, say=said.append)
            == 0
        )
        assert not (data / "club").exists()
        assert not is_member(data)
        assert (
            commands.run_club("leave", [], data, clock=time.monotonic, now=int, say=said.append)
            == 1
        )

    def test_a_code_works_once_and_for_a_while(
        self, club: ClubConfig, hall: Hall, tmp_path: Path
    ) -> None:
        code = invite(club)
        join_as(tmp_path / "box1", hall, code)
        for wrong in (code, invite(club, -1), "AAAAAAAAAA", ""):
            with pytest.raises(NotJoined, match="tablemate club invite"):
                join_as(tmp_path / "box2", hall, wrong)
        assert not is_member(tmp_path / "box2")

    def test_an_archive_that_does_not_know_the_code_cannot_answer(
        self, club: ClubConfig, tmp_path: Path
    ) -> None:
        identity = Identity(tmp_path)
        identity.make()
        for answer in (b"", b"x" * 100, membership.encrypt(b"k" * 32, {"card": "x"})):
            with pytest.raises(NotJoined, match="something else"):
                membership.join(
                    tmp_path, lambda _asked, answer=answer: answer,  # type: ignore[misc]
                    "127.0.0.1", "AAAAAAAAAA", "x", identity.sign, 0,
                )  # fmt: skip
        assert not is_member(tmp_path)

    def test_where_nobody_answers(self, tmp_path: Path) -> None:
        said: list[str] = []
        code = commands.run_club(
            "join", ["127.0.0.1:1", "AAAAAAAAAA"], tmp_path, clock=time.monotonic, now=int,
            say=said.append,
        )  # fmt: skip
        assert code == 1
        assert "no archive answers at 127.0.0.1, port 1" in said[0]


def watch(hall: Hall, query: str = "") -> ClientConnection:
    origin: Any = f"http://127.0.0.1:{hall.port}"
    return connect(
        f"ws://127.0.0.1:{hall.port}/panel{query}", origin=origin, proxy=None, max_size=None
    )


def tables(socket: ClientConnection, count: int) -> dict[str, dict[str, Any]]:
    """Return the next tables that a page gets, by their names."""
    found: dict[str, dict[str, Any]] = {}
    while count:
        message = json.loads(socket.recv(timeout=PATIENCE_S))
        if message["kind"] == "table":
            found[message["name"]] = message
            count -= 1
    return found


def test_tables_of_members_are_listed_live(club: ClubConfig, hall: Hall) -> None:
    one, two = "a" * 64, "b" * 64
    enrol(club, one, two)
    hall.show(one, "alive", b"1")
    hall.show("c" * 64, "table", json.dumps({"head": HEAD}).encode())
    with watch(hall) as socket:
        assert not tables(socket, 1)["Table 1"]["head"]
        hall.show(one, "table", json.dumps({"head": HEAD, "seats": [], "held": "x"}).encode())
        assert tables(socket, 1)["Table 1"]["head"] == HEAD
        hall.show(one, "clocks", b'[{"text": "1:00"}]')
        assert tables(socket, 1)["Table 1"]["clocks"] == [{"text": "1:00"}]
        for strange in (b"{", b"[" * 9999, b"[]", b"1", b"x" * 600_000):
            hall.show(one, "table", strange)
        hall.show(one, "alive", b"")
        last = tables(socket, 1)["Table 1"]
        assert last["alive"] is False
        assert last["head"] == HEAD


def test_who_plays_sees_no_other_table_if_the_club_wants_so(club: ClubConfig) -> None:
    hall = open_hall(club._replace(rest_while_playing=True))
    mine, other = "a" * 64, "b" * 64
    enrol(club, mine, other)
    playing, over = {"head": HEAD}, {"head": {**HEAD, "playing": False}}
    for box in (mine, other):
        hall.show(box, "alive", b"1")
        hall.show(box, "table", json.dumps(playing).encode())
    with watch(hall) as socket:
        assert [each["head"] for each in tables(socket, 2).values()] == [None, None]
        socket.send(json.dumps({"kind": "plays_at", "box": mine}))
        shown = tables(socket, 2)
        assert (shown["Table 1"]["head"], shown["Table 2"]["head"]) == (HEAD, None)
        hall.show(mine, "table", json.dumps(over).encode())
        assert tables(socket, 2)["Table 2"]["head"] == HEAD
        socket.send(json.dumps({"kind": "plays_at", "box": ""}))
        assert tables(socket, 2)["Table 2"]["head"] == HEAD
    hall.close()


def test_a_page_of_a_table_is_a_viewer(club: ClubConfig, hall: Hall) -> None:
    """It gets the parts, and whatever it sends does nothing."""
    box = "a" * 64
    enrol(club, box)
    hall.show(box, "alive", b"1")
    hall.show(box, "table", json.dumps({"head": HEAD, "seats": []}).encode())
    with watch(hall, f"?table={box}") as socket:
        socket.send(json.dumps({"kind": "tap", "code": "x"}))
        socket.send(json.dumps({"kind": "want", "what": "settings", "text": ""}))
        found: dict[str, Any] = {}
        while not {"state", "head", "got"} <= found.keys():
            data = socket.recv(timeout=PATIENCE_S)
            if isinstance(data, str):
                message = json.loads(data)
                found[message.get("part", message["kind"])] = message
    assert found["state"]["may_act"] is False
    assert found["head"]["value"] == HEAD
    assert "error" in found["got"]["value"]


def test_a_table_that_ends_leaves_the_list(club: ClubConfig) -> None:
    archive = club.open_archive()
    archive.enrol("a" * 64, "Table 1", 0)
    table = HallTable(archive.members()[0])
    archive.close()
    assert table.take("table", json.dumps({"head": HEAD, "picture": "<svg/>"}).encode())
    assert table.take("table", b"{}")
    assert table.listed()["head"] is None
    assert not table.is_playing


class TestFolder:
    """What `tablemate club init` writes, and what is said of a folder that is none."""

    def test_a_club_is_made_once(self, tmp_path: Path) -> None:
        said: list[str] = []

        def run(*words: str) -> int:
            return commands.run_club(
                words[0],
                words[1:],
                tmp_path,
                clock=time.monotonic,
                now=lambda: NOW,
                say=said.append,
            )

        assert run("boxes") == 1
        assert "make one with: tablemate club init" in said[-1]
        assert run("init") == 1
        assert said[-1] == "tablemate: tablemate club init NAME"
        assert run("init", 'The "Dice"') == 0
        config = read_club(tmp_path / "archive")
        assert config.name == 'The "Dice"'
        assert all(path.stat().st_mode & 0o077 == 0 for path in config.folder.glob("*.key"))
        assert run("init", "Again") == 1
        assert run("invite") == 0
        assert re.search(r"tablemate club join \S+ [2-9A-Z]{10}", said[-1])
        assert run("boxes") == run("players") == 0
        assert run("dismiss", "x") == run("unite", "a", "b") == run("take", "missing") == 1
        assert run("matches", str(tmp_path / "out")) == 0

    @pytest.mark.parametrize(
        ("line", "why"),
        [("port = 1", "invalid|Cannot overwrite"), ("colour = 1", "known are name"),
         ("database = 5", "overwrite"), ("x", "cannot be read")],
    )  # fmt: skip
    def test_a_configuration_that_cannot_be_used(
        self, club: ClubConfig, line: str, why: str
    ) -> None:
        path = club.folder / "club.toml"
        path.write_text(f"{path.read_text()}{line}\n")
        with pytest.raises(NoClub, match=why):
            read_club(club.folder)

    def test_a_stick_from_a_box(self, club: ClubConfig, tmp_path: Path) -> None:
        """Written by the box, taken by the archive, without a network."""
        data = tmp_path / "box"
        hall = open_hall(club)
        join_as(data, hall, invite(club))
        hall.close()
        said: list[str] = []
        from tests.firmware_py.club.test_wire import play

        play(data, Identity(data), 20)
        target = str(tmp_path / "stick.txt")
        common: Any = {"clock": time.monotonic, "now": lambda: NOW, "say": said.append}
        assert commands.run_club("send", [target], data, **common) == 0
        card = json.loads((data / "club" / "card.json").read_text())
        (data / "club" / "card.json").write_text(json.dumps({**card, "since": 0}))
        (data / "club" / "log.db").unlink()
        assert commands.run_club("send", [target], data, **common) == 0
        assert commands.run_club("take", [target], tmp_path, **common) == 0
        assert commands.run_club("matches", [str(tmp_path / "out")], tmp_path, **common) == 0
        (file,) = (tmp_path / "out").iterdir()
        assert file.read_text().startswith("tablemate signed match 1")


def round_of_the_club(config: ClubConfig) -> bytes:
    """Return the pairings of an evening, as the archive publishes them."""
    box = Box(1)
    archive = config.open_archive()
    archive.enrol(box.key.public, "Table 1", NOW)
    here: list[dict[str, Any]] = [{"do": "here", "name": name} for name in ("Anna", "Ben", "Cleo")]
    tables = {"do": "round", "game": "mana", "tables": [["Anna", "Ben"]], "out": ["Cleo"]}
    lines = [first_line(Plan(("mana",), SWISS, 3), 1, NOW), *here, tables]
    box.log.collect(box.matches, {1: lines})
    box.send_all(archive)
    message = pairings(archive, None).encode()
    archive.close()
    return message


def test_the_round_of_an_evening_is_shown(club: ClubConfig, hall: Hall) -> None:
    message = round_of_the_club(club)
    hall.show("", "club/pairings", message.replace(b"Anna", b"Eve"))
    hall.show("", "club/pairings", message)
    with watch(hall) as socket:
        shown: dict[str, Any] = {}
        while shown.get("kind") != "evenings":
            shown = json.loads(socket.recv(timeout=PATIENCE_S))
    (evening,) = shown["evenings"]
    assert evening["title"] == "Mana, round 1"
    assert evening["tables"] == [["1", "Anna – Ben"], ["–", "Cleo sits out."]]
    assert evening["standings"] == [["1", "Cleo", "1"], ["2", "Anna", "0"], ["2", "Ben", "0"]]


@pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")
def test_the_round_in_a_browser(club: ClubConfig, hall: Hall, tmp_path: Path) -> None:
    hall.show("", "club/pairings", round_of_the_club(club))
    with chromium(tmp_path / "profile") as browser:
        tab = browser.tab()
        tab.call("Page.navigate", url=hall.url)
        tab.wait_for("document.querySelectorAll('.hall_evening li').length === 5")
        text = tab.evaluate("document.querySelector('.hall_evening').innerText")
        assert "Mana, round 1" in text
        assert "Standings" in text
        (tmp_path / "evening.png").write_bytes(tab.screenshot())
        assert tab.complaints == []


@needs_mosquitto
@pytest.mark.skipif(CHROMIUM is None, reason="apt install chromium")
def test_a_hall_on_one_machine(tmp_path: Path) -> None:
    """Three boxes play, the page shows turns and clocks, and a table opens as viewers see it."""
    command = [sys.executable, "-m", "firmware_py", "club", "try", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        lines = iter(process.stdout.readline, "")
        url = next(line for line in lines if "hall page" in line).split()[-1]
        with chromium(tmp_path / "profile") as browser:
            tab = browser.tab()
            tab.call("Page.navigate", url=url)
            tab.wait_for("document.querySelectorAll('.hall_table .hall_picture svg').length === 3")
            tab.wait_for("document.querySelectorAll('.hall_seats .on').length >= 2")
            tab.wait_for("document.querySelectorAll('.hall_seats .clock').length === 6")
            shown = "[...document.querySelectorAll('.hall_seats .name')].map((e) => e.textContent)"
            assert sorted(tab.evaluate(shown)) == ["Anna", "Ben", "Cleo", "Dan", "Eve", "Finn"]
            turns = shown.replace(".name'", ".on .name'") + ".join()"
            before = tab.evaluate(turns)
            tab.wait_for(f"{turns} !== {json.dumps(before)}")
            (tmp_path / "hall.png").write_bytes(tab.screenshot())
            tab.open(tab.evaluate("document.querySelector('.hall_table').href"))
            tab.wait_for("!!document.querySelector('#picture svg')")
            tab.wait_for("!!document.querySelector('#seats .seat')")
            assert tab.evaluate("document.querySelector('#pairing').hidden")
            (tmp_path / "table.png").write_bytes(tab.screenshot())
            assert tab.evaluate("document.querySelector('#to_hall').href") == url
            assert tab.complaints == []
    finally:
        process.terminate()
        assert process.wait(PATIENCE_S) == 0
        process.stdout.close()
