"""An archive pulls from another, over a real TLS server on loopback; over both databases."""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Iterator
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
from club_boxes import Box, new_archive

from firmware_py.club import commands, share
from firmware_py.club.archive import Archive
from firmware_py.club.archive_database import Database
from firmware_py.club.pairings import pairings, read_pairings
from firmware_py.club.setup import ClubConfig, init, make_certificate
from firmware_py.club.share import NotPulled, Server, asking, pull
from firmware_py.evening.evening import SWISS, Plan, first_line
from tests.support.club_servers import free_port

NOW = 1_800_000_000
QUIET: Any = {"clock": time.monotonic, "now": lambda: NOW, "say": lambda _text: None}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data directory with a club, and the files for a partner."""
    data = tmp_path_factory.mktemp("data")
    init(data / "archive", "The Dice", everywhere=False)
    assert commands.run_club("partner", [str(data / "partner")], data, **QUIET) == 0
    return data


@pytest.fixture
def club(folder: Path, tmp_path: Path) -> ClubConfig:
    """Return the club with an empty archive."""
    return ClubConfig(folder / "archive", "The Dice", database=str(tmp_path / "served.db"))


@pytest.fixture
def served(club: ClubConfig) -> Iterator[Archive]:
    archive = club.open_archive()
    yield archive
    archive.close()


@pytest.fixture
def box(served: Archive) -> Box:
    box = Box(1)
    served.enrol(box.key.public, "Table 1", NOW)
    for _ in range(3):
        box.play(70)
    box.send_all(served)
    return box


@pytest.fixture
def server(club: ClubConfig) -> Iterator[Server]:
    running = Server(club, "127.0.0.1", 0)
    yield running
    running.close()


@pytest.fixture
def pulling(database: Database) -> Archive:
    """Return the archive of another club, with a box of its own."""
    return new_archive(database)


@pytest.fixture
def ask(server: Server, folder: Path) -> share.Ask:
    return asking("127.0.0.1", server.port, folder / "partner")


def entries(archive: Archive, box: Box) -> list[tuple[int, str, str]]:
    return archive.entries(box.key.public, box.log.name)


class TestPull:
    """What another archive has comes whole, once, and signed."""

    def test_everything_and_then_what_is_new(
        self, served: Archive, pulling: Archive, box: Box, ask: share.Ask
    ) -> None:
        assert pull(pulling, ask, served.key, print) > 3
        assert entries(pulling, box) == entries(served, box) == box.log.entries()
        ended = served.ended()
        assert pulling.ended() == ended
        assert pull(pulling, ask, served.key, print) == 0
        box.play(5)
        box.send_all(served)
        assert pull(pulling, ask, served.key, print) == 1
        assert entries(pulling, box) == box.log.entries()
        (member,) = pulling.members()
        assert (member.name, member.club) == ("Table 1 (The Dice)", served.key)

    def test_a_pull_that_breaks_off_goes_on(
        self, served: Archive, pulling: Archive, box: Box, ask: share.Ask
    ) -> None:
        left = [3]

        def breaks(path: str) -> str:
            left[0] -= 1
            if left[0] < 0:
                raise NotPulled("gone")
            return ask(path)

        with pytest.raises(NotPulled):
            pull(pulling, breaks, served.key, print)
        assert 0 < len(entries(pulling, box)) < len(entries(served, box))
        pull(pulling, ask, served.key, print)
        assert entries(pulling, box) == entries(served, box)

    def test_boxes_that_were_pulled_are_not_served(
        self, served: Archive, box: Box, ask: share.Ask
    ) -> None:
        other = Box(2)
        served.admit(other.key.public, "Far away", NOW, "card", "f" * 64)
        assert len(json.loads(ask("/boxes"))) == 1

    def test_a_box_of_another_club_changes_nothing_here(
        self, served: Archive, pulling: Archive, box: Box, ask: share.Ask
    ) -> None:
        """It runs no evening of this club, and enters no result."""
        here = Box(3)
        pulling.enrol(here.key.public, "Table 1", NOW)
        here.play()
        lines = [first_line(Plan(("mana",), SWISS, 3), 1, NOW)]
        lines += [{"do": "here", "name": name} for name in ("Anna", "Ben", "Cleo")]
        lines.append({"do": "round", "game": "mana", "tables": [["Anna", "Ben"]], "out": ["Cleo"]})
        here.log.collect(here.matches, {1: lines})
        here.send_all(pulling)
        ((published),) = read_pairings(pairings(pulling, NOW), pulling.key)
        match = box.matches.begin()
        box.matches.places[match] = [published.id, 0, 0, 0]
        box.matches.end(match)
        box.log.collect(box.matches, {1: [{**lines[0], "seed": 5}, *lines[1:]]})
        box.send_all(served)
        pull(pulling, ask, served.key, print)
        assert read_pairings(pairings(pulling, NOW), pulling.key) == [published]
        assert pulling.own_boxes() == {here.key.public}
        assert {player.box for player in pulling.players()} == {here.key.public, box.key.public}


class TestLies:
    """A server that is not what it should be."""

    def lying(self, ask: share.Ask, path: str, change: Any) -> share.Ask:
        return lambda asked: change(ask(asked)) if asked.startswith(path) else ask(asked)

    def test_batches_that_the_box_did_not_sign(
        self, served: Archive, pulling: Archive, box: Box, ask: share.Ask
    ) -> None:
        said: list[str] = []
        for change in (
            lambda text: text.replace("=a1", "=f1"),
            lambda text: text.replace(box.key.public, "a" * 64),
            lambda _text: "",
            lambda _text: ask(f"/events/{box.key.public}/{box.log.name}/50"),
        ):
            lie = self.lying(ask, "/events", change)
            assert pull(pulling, lie, served.key, said.append) == 0
        assert len(said) == 4
        assert entries(pulling, box) == []

    def test_a_batch_again_and_again(
        self, served: Archive, pulling: Archive, box: Box, ask: share.Ask
    ) -> None:
        first = ask(f"/events/{box.key.public}/{box.log.name}/0")
        said: list[str] = []
        pull(pulling, self.lying(ask, "/events", lambda _: first), served.key, said.append)
        assert "does not go on" in said[0]

    @pytest.mark.parametrize(
        ("path", "answer"),
        [("/boxes", "x"), ("/boxes", "{}"), ("/boxes", "[1]"), ("/boxes", '["[1,2]"]'),
         ("/have", "[[1,2,3]]"), ("/have", "{"), ("/have", '[["../x", 1, "y"]]')],
    )  # fmt: skip
    def test_answers_that_are_none(
        self, served: Archive, pulling: Archive, box: Box, ask: share.Ask, path: str, answer: str
    ) -> None:
        with pytest.raises(NotPulled):
            pull(pulling, self.lying(ask, path, lambda _: answer), served.key, print)

    def test_a_card_that_the_club_did_not_sign(
        self, served: Archive, pulling: Archive, box: Box, ask: share.Ask
    ) -> None:
        with pytest.raises(NotPulled, match="not signed by that club"):
            pull(pulling, ask, box.key.public, print)
        assert pulling.members() == []


class TestAccess:
    """Who is let in."""

    def test_nobody_without_a_certificate(self, server: Server, folder: Path) -> None:
        context = ssl.create_default_context(cafile=str(folder / "archive/ca.pem"))
        context.check_hostname = False
        wire = HTTPSConnection("127.0.0.1", server.port, context=context, timeout=60)

        def look() -> None:
            wire.request("GET", "/boxes")
            wire.getresponse()

        with pytest.raises(OSError, match=r"."):  # what of it comes first depends on the moment
            look()
        wire.close()

    def test_the_certificate_of_a_box_is_not_enough(
        self, server: Server, folder: Path, tmp_path: Path
    ) -> None:
        (tmp_path / "ca.pem").write_bytes((folder / "archive/ca.pem").read_bytes())
        certificate, key = make_certificate(folder / "archive", "a" * 64)
        (tmp_path / "partner.pem").write_text(certificate)
        (tmp_path / "partner.key").write_text(key)
        with pytest.raises(NotPulled, match="answers 403"):
            asking("127.0.0.1", server.port, tmp_path)("/boxes")

    def test_another_server_is_not_asked(
        self, server: Server, folder: Path, tmp_path: Path
    ) -> None:
        """Only one that the authority of the club signed, as a server."""
        other = init(tmp_path / "other", "Other", everywhere=False)
        for name in ("partner.pem", "partner.key"):
            (tmp_path / name).write_bytes((folder / "partner" / name).read_bytes())
        (tmp_path / "ca.pem").write_bytes((other.folder / "ca.pem").read_bytes())
        with pytest.raises(NotPulled, match="certificate verify failed"):
            asking("127.0.0.1", server.port, tmp_path)("/boxes")

    def test_a_partner_is_no_server(self, club: ClubConfig, folder: Path, tmp_path: Path) -> None:
        fake = tmp_path / "fake"
        fake.mkdir()
        (fake / "ca.pem").write_bytes((club.folder / "ca.pem").read_bytes())
        for ending in ("pem", "key"):
            content = (folder / f"partner/partner.{ending}").read_bytes()
            (fake / f"broker.{ending}").write_bytes(content)
        pretender = Server(club._replace(folder=fake), "127.0.0.1", 0)
        with pytest.raises(NotPulled, match="certificate verify failed"):
            asking("127.0.0.1", pretender.port, folder / "partner")("/boxes")
        pretender.close()

    def test_other_paths(self, box: Box, ask: share.Ask) -> None:
        for path in ("/", "/events/x/y/z", "/events/x/y/1", "/../club.toml", "/have"):
            with pytest.raises(NotPulled, match="answers 404"):
                ask(path)

    def test_where_nobody_answers(self, folder: Path) -> None:
        with pytest.raises(NotPulled, match="no archive answers at 127"):
            asking("127.0.0.1", free_port(), folder / "partner")("/boxes")


def test_the_commands(server: Server, box: Box, folder: Path, tmp_path: Path) -> None:
    said: list[str] = []
    common = {**QUIET, "say": said.append}
    assert commands.run_club("init", ["Here"], tmp_path, **common) == 0
    words = [f"127.0.0.1:{server.port}", str(folder / "partner")]
    assert commands.run_club("pull", words, tmp_path, **common) == 0
    assert said[-1].endswith("batches are new.")
    assert commands.run_club("boxes", [], tmp_path, **common) == 0
    assert said[-1].startswith("Table 1 (The Dice)")
    assert commands.run_club("pull", ["127.0.0.1:1", str(folder / "partner")], tmp_path, **common)
    assert "no archive answers" in said[-1]
