"""Sharing: the code on the display, the page behind it, and files on a stick."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from engines.languages import LANGUAGES
from firmware_py.app.page_requests import Request, handle
from firmware_py.core.language import translator
from firmware_py.history.archive import EndedMatches
from firmware_py.history.ended_match import gather
from firmware_py.history.export import as_picture, match_pages, play_link
from firmware_py.panels.web.panel import WebPanel
from firmware_py.screens.history.share import PhoneCode, Saved, break_address, set_path
from firmware_py.storage.store import RUNNING, Store
from firmware_py.system.pairing import Pairing
from firmware_py.system.shared_pages import MATCHES, SharedPages
from firmware_py.ui.background_job import Work
from firmware_py.ui.navigation import Push
from firmware_py.ui.qr import make_code
from hardware.display.frame import HEIGHT, WIDTH, Frame, pixel
from hardware.events import Inbox

LAN = "http://192.168.100.123:8080/"


def read_codes(frame: Frame, *, inverse: bool = False) -> list[str]:
    """Return what a reader sees on a frame: lit pixels are light, the rest of the world is dark."""
    pytest.importorskip("pyzbar.pyzbar", reason="apt install libzbar0", exc_type=ImportError)
    from PIL import Image
    from pyzbar.pyzbar import ZBarSymbol, decode

    scale, around = 4, 40
    image = Image.new("L", (WIDTH * scale + 2 * around, HEIGHT * scale + 2 * around), 0)
    for y in range(HEIGHT):
        for x in range(WIDTH):
            if pixel(frame, x, y) is not inverse:
                place = (around + x * scale, around + y * scale)
                image.paste(255, (*place, place[0] + scale, place[1] + scale))
    return [code.data.decode() for code in decode(image, symbols=[ZBarSymbol.QRCODE])]


def read_svg(text: str) -> list[str]:
    """Return what a reader sees on a page: dark modules on white."""
    pytest.importorskip("pyzbar.pyzbar", reason="apt install libzbar0", exc_type=ImportError)
    from PIL import Image
    from pyzbar.pyzbar import ZBarSymbol, decode

    scale = 4
    side = int(re.findall(r'viewBox="0 0 (\d+) ', text)[0]) * scale
    image = Image.new("L", (side, side), 255)
    for x, y in re.findall(r"M(\d+) (\d+)h1v1", text):
        place = (int(x) * scale, int(y) * scale)
        image.paste(0, (*place, place[0] + scale, place[1] + scale))
    return [code.data.decode() for code in decode(image, symbols=[ZBarSymbol.QRCODE])]


@pytest.fixture
def shared(box: Any, archive: Any) -> Any:
    """Return a box that can be reached, with the export of its only match open."""
    archive(box.store, "mandala")
    box.services.web_address = lambda: LAN
    box.hold("back")
    box.choose("History").press()
    return box.choose("Export")


def path_of(box: Any, match: int = 1) -> str:
    """Return the path of the page of a match."""
    return str(box.services.shared_pages.path_of(match))


class TestLink:
    """The same for a page: a link, and a code as SVG."""

    def test_a_reader_finds_the_address_of_the_page_and_of_a_match(self, shared: Any) -> None:
        """Until it is asked for, the match is nowhere."""
        assert len(shared.services.shared_pages) == 0
        for what, path in (("link", "/"), ("share", path_of(shared))):
            reply = handle(what, Request(shared.services, (), "1")).value
            assert reply["url"] == LAN.rstrip("/") + path
            assert read_svg(reply["code"]) == [reply["url"]]
        assert path_of(shared) in shared.services.shared_pages

    @pytest.mark.parametrize("number", ["", "2", "-1", "x", "9" * 40])
    def test_a_match_that_is_not_there_is_not_shared(self, shared: Any, number: str) -> None:
        """It is said, and nothing breaks."""
        reply = handle("share", Request(shared.services, (), number)).value
        assert reply["says"]
        assert "path" not in reply
        assert len(shared.services.shared_pages) == 0

    def test_the_address_of_a_match_cannot_be_guessed(self, shared: Any) -> None:
        """It has a part that is drawn by chance, the same when it is shared again."""
        paths = [handle("share", Request(shared.services, (), "1")).value["path"] for _ in range(2)]
        assert paths[0] == paths[1]
        assert re.fullmatch("/export/1-[a-z2-7]{8}", paths[0])
        assert "/export/1" not in shared.services.shared_pages
        assert SharedPages().path_of(1) != paths[0]

    def test_a_match_under_way_is_not_shared(self, shared: Any, archive: Any) -> None:
        """Its record may hold hidden things."""
        number = archive(shared.store, "mandala", moves=4, agreed="", status=RUNNING)
        reply = handle("share", Request(shared.services, (), str(number))).value
        assert "path" not in reply
        assert len(shared.services.shared_pages) == 0

    def test_where_nobody_reaches_the_page_it_says_so(self, shared: Any) -> None:
        """There is no code then, and the path is for this machine."""
        shared.services.web_address = lambda: None
        reply = handle("share", Request(shared.services, (), "1")).value
        assert (reply["path"], reply["url"], reply["code"]) == (path_of(shared), "", "")
        assert reply["says"] == "The web page cannot be reached from the network."


class TestCode:
    """The QR code."""

    @pytest.mark.parametrize(
        "address",
        [
            LAN,
            "http://10.0.0.7:8080",
            "http://tablemate.local:8080/",
            "http://raspberrypi.home.arpa:18080/",
            "http://[fd00::1:2]:80/",
        ],
    )
    def test_a_reader_finds_the_address(self, shared: Any, address: str) -> None:
        """The rendered frame, decoded by zbar, is the address of the match's page."""
        shared.services.web_address = lambda: address
        shared.choose("To a phone")
        [found] = read_codes(shared.panel.pictures[-1].frame)
        assert found.lower() == f"{address.rstrip('/')}{path_of(shared)}"

    def test_dark_on_light_as_readers_want_it(self, shared: Any) -> None:
        """The rim around the code is lit, at least three modules of it."""
        shared.choose("To a phone")
        frame = shared.panel.pictures[-1].frame
        rim = [pixel(frame, x, y) for x in range(63) for y in range(6)]
        assert all(rim)
        assert not pixel(frame, 6, 6)

    def test_a_module_is_two_pixels(self) -> None:
        """25 modules for a usual address: 50 pixels of 63."""
        modules = make_code(f"{LAN}EXPORT/12345".upper())
        assert modules is not None
        assert len(modules) == 25

    def test_an_address_too_long_for_a_code_is_written_out(self, shared: Any) -> None:
        """No code, but the words."""
        long = f"http://{'a-very-long-name.' * 3}a-longer-example:8080"
        shared.services.web_address = lambda: long
        shared.choose("To a phone")
        assert read_codes(shared.panel.pictures[-1].frame) == []
        assert shared.faults == []
        assert f"example:8080{path_of(shared)}" in "".join(shared.text)

    def test_it_is_not_shown_where_the_page_cannot_be_reached(self, shared: Any) -> None:
        """The row is grey and says why."""
        shared.services.web_address = lambda: None
        shared.turn(-9).press()
        assert not isinstance(shared.screen, PhoneCode)
        assert "The web page cannot be reached from the network." in " ".join(shared.text)

    def test_it_vanishes_when_the_page_does(self, shared: Any) -> None:
        """The cable was pulled while the code was on the display."""
        shared.choose("To a phone")
        shared.services.web_address = lambda: None
        shared.app.paint()
        assert read_codes(shared.panel.pictures[-1].frame) == []
        assert shared.faults == []

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("address", [LAN, "http://tablemate.local:8080/"])
    def test_the_address_next_to_it_fits(
        self, box: Any, archive: Any, language: str, address: str
    ) -> None:
        """In every language, in pieces that can be typed."""
        number = archive(box.store, "mandala")
        box.services.settings.put("language", language)
        box.services.web_address = lambda: address
        box.hold("back")
        box.choose(translator(language)("History")).press().turn(2).press().press()
        assert isinstance(box.screen, PhoneCode)
        assert box.faults == []
        written = "".join(box.text[1:])
        assert path_of(box, number) in written

    def test_an_address_breaks_where_people_expect_it(self) -> None:
        """At dots, before the port, before the path."""
        assert break_address("192.168.100.123:8080/export/7", 60) == [
            "192.168.100.",
            "123:8080",
            "/export/7",
        ]


class TestPage:
    """The page behind the code, over its real wire."""

    @pytest.fixture
    def web(self, shared: Any) -> Iterator[WebPanel]:
        """Return the web panel with the shared pages as its routes."""
        panel = WebPanel(
            Inbox(), Pairing(clock=time.monotonic), port=0, routes=shared.services.shared_pages
        )
        yield panel
        panel.close()

    def fetch(self, web: WebPanel, path: str) -> str:
        """Return what the page serves at a path."""
        with urlopen(f"http://127.0.0.1:{web.port}{path}", timeout=60) as answer:
            return str(answer.read().decode())

    def test_nothing_is_there_before_somebody_shares(self, shared: Any, web: WebPanel) -> None:
        """The history is nobody's business."""
        with pytest.raises(HTTPError) as error:
            self.fetch(web, path_of(shared))
        error.value.close()
        assert error.value.code == 404

    def test_the_code_leads_to_the_page(self, shared: Any, web: WebPanel) -> None:
        """In capitals, as it is in the code."""
        shared.choose("To a phone")
        [url] = read_codes(shared.panel.pictures[-1].frame)
        page = self.fetch(web, url.removeprefix("HTTP://192.168.100.123:8080"))
        assert "Anna" in page
        assert "Add to BG Stats" in page

    def test_every_file_of_the_page_is_there(self, shared: Any, web: WebPanel) -> None:
        """Record, JSON, BG Stats: the same as in the files."""
        shared.choose("To a phone")
        ended = gather(EndedMatches(shared.store.connection), 1)
        assert self.fetch(web, f"{path_of(shared)}.txt").startswith("tablemate record 1")
        assert json.loads(self.fetch(web, f"{path_of(shared)}.json"))["match"] == 1
        assert (
            json.loads(self.fetch(web, f"{path_of(shared)}.bgstats.json"))["sourceName"]
            == "Tablemate"
        )
        assert play_link(ended).replace("&", "&amp;") in self.fetch(web, path_of(shared))
        assert self.fetch(web, f"{path_of(shared)}.svg") == as_picture(ended)
        assert f'<img src="{path_of(shared)}.svg"' in self.fetch(web, path_of(shared))

    def test_the_page_has_its_looks_and_every_point(self, shared: Any, web: WebPanel) -> None:
        """The sums of the score sheet are the scores."""
        shared.choose("To a phone")
        page = self.fetch(web, path_of(shared))
        assert '<link rel="stylesheet" href="/share.css">' in page
        assert "table" in self.fetch(web, "/share.css")
        outcome = gather(EndedMatches(shared.store.connection), 1).stored.outcome
        assert outcome is not None
        sums = [
            sum(int(points) for points in re.findall(r"<td>(-?\d+)</td>", sheet))
            for sheet in page.split("<caption>")[1:]
        ]
        assert sums == outcome["scores"]

    def test_the_picture_brings_its_looks_and_runs_nothing(
        self, shared: Any, web: WebPanel
    ) -> None:
        """Opened by itself, under a policy of its own."""
        shared.choose("To a phone")
        with urlopen(f"http://127.0.0.1:{web.port}{path_of(shared)}.svg", timeout=60) as answer:
            policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'")
        assert "script-src" not in policy

    def test_it_speaks_the_language_of_the_table(self, box: Any, archive: Any) -> None:
        """French."""
        number = archive(box.store, "mandala")
        box.services.settings.put("language", "fr")
        pages = match_pages(
            gather(EndedMatches(box.store.connection), number),
            "/x",
            "Mandala",
            "fr",
            box.services.say,
        )
        body = pages["/x"][1].decode()
        assert '<html lang="fr">' in body
        assert "Ajouter à BG Stats" in body

    def test_names_cannot_write_html(self, box: Any, archive: Any) -> None:
        """Whatever somebody calls himself."""
        number = archive(box.store, "mandala", names=("<b>Anna", '"Ben&'))
        pages = match_pages(
            gather(EndedMatches(box.store.connection), number), "/x", "<i>", "en", box.services.say
        )
        body = pages["/x"][1].decode()
        assert "<b>" not in body
        assert "<i>" not in body
        assert "&lt;b&gt;Anna" in body

    def test_what_was_given_up_has_no_play(self, box: Any, archive: Any) -> None:
        """Its page has the record, and no link for the app."""
        number = archive(box.store, "mana", moves=4, agreed="")
        pages = match_pages(
            gather(EndedMatches(box.store.connection), number), "/x", "Mana", "en", box.services.say
        )
        assert "/x.bgstats.json" not in pages
        assert b"bgstats" not in pages["/x"][1]


class TestShelf:
    """What the web's thread picks up."""

    def test_the_oldest_makes_room(self) -> None:
        """Eight matches at a time."""
        shared_pages = SharedPages()
        for number in range(MATCHES + 2):
            shared_pages.put(number, {f"/export/{number}": ("text/plain", b"x")})
        assert len(shared_pages) == MATCHES
        assert "/export/1" not in shared_pages
        assert list(shared_pages)[-1] == f"/export/{MATCHES + 1}"

    def test_sharing_again_keeps_a_match(self) -> None:
        """It counts as the newest then."""
        shared_pages = SharedPages()
        for number in [*range(MATCHES), 0, MATCHES]:
            shared_pages.put(number, {f"/export/{number}": ("text/plain", b"x")})
        assert "/export/0" in shared_pages
        assert "/export/1" not in shared_pages

    def test_a_page_that_has_just_gone_still_answers(self) -> None:
        """The web's thread saw it a moment ago."""
        kind, body = SharedPages()["/export/1"]()
        assert (kind[:10], body) == ("text/plain", b"Share it on the box again.\n")


class TestFiles:
    """Exports from the menu."""

    def test_without_a_stick_a_file_goes_to_the_box(self, shared: Any) -> None:
        """The screen says where."""
        shared.choose("Record")
        [path] = (shared.store.path.parent / "export").iterdir()
        assert path.read_text().startswith("tablemate record 1")
        assert shared.text[0] == "Saved"
        assert path.name in shared.text
        shared.turn(1)
        assert str(path.parent) in shared.text
        assert shared.faults == []

    @pytest.mark.parametrize("folder", ["/home/x/.local/share/tablemate/export", "/m/" + "w" * 300])
    def test_a_path_gets_no_hyphens_and_keeps_its_end(self, box: Any, folder: str) -> None:
        """Set as it is, row after row."""
        rows = set_path(folder, "small", 100)
        assert "".join(rows) == folder
        box.app.follow(Push(Saved(box.services, Path(folder) / "a-match.txt")))
        box.app.paint()
        assert "a-match.txt" in box.text
        box.turn(1)
        assert box.unfit == {}

    def test_with_a_stick_it_goes_there(self, shared: Any, tmp_path: Path) -> None:
        """Into a folder of its own."""
        shared.services.find_sticks = lambda: [tmp_path / "stick"]
        (tmp_path / "stick").mkdir()
        shared.choose("BG Stats")
        [path] = (tmp_path / "stick" / "tablemate").iterdir()
        assert json.loads(path.read_text())["game"]["name"] == "Mandala"

    def test_a_stick_that_cannot_be_written_says_what_to_do(
        self, shared: Any, tmp_path: Path
    ) -> None:
        """And nothing is lost."""
        (tmp_path / "stick").write_text("no folder")
        shared.services.find_sticks = lambda: [tmp_path / "stick"]
        shared.choose("JSON")
        assert "Not saved." in " ".join(shared.text)
        assert shared.faults == []

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_menu_fits(self, shared: Any, tmp_path: Path, language: str) -> None:
        """With and without a stick."""
        shared.services.settings.put("language", language)
        assert shared.faults == []
        shared.services.find_sticks = lambda: [tmp_path]
        for _ in range(4):
            assert shared.faults == []
            shared.turn(1)


class TestStick:
    """Backup and restore from the menu."""

    @pytest.fixture
    def stick(self, box: Any, tmp_path: Path) -> Path:
        """Return a stick in the box."""
        place = tmp_path / "stick"
        place.mkdir()
        box.services.find_sticks = lambda: [place]
        return place

    def open(self, box: Any) -> Any:
        """Open the menu of the stick as a row of another menu does."""
        from firmware_py.screens.system.stick import stick_menu

        box.hold("back")
        box.app.follow(Push(stick_menu(box.services)))
        box.app.paint()
        return box

    def finish(self, box: Any) -> None:
        """Wait until the work on the screen is done, as the loop would."""
        assert isinstance(box.screen, Work)
        box.screen.wait(20)
        box.app.paint()

    def test_without_a_stick_every_row_says_what_is_missing(self, box: Any) -> None:
        """Nothing can be chosen."""
        box.services.find_sticks = list
        self.open(box).press()
        assert "Put a USB stick in first." in " ".join(box.text)

    def test_a_backup_goes_to_the_stick(self, box: Any, archive: Any, stick: Path) -> None:
        """One file, checked, and the screen says so."""
        archive(box.store, "mana")
        self.open(box).choose("Back up")
        self.finish(box)
        assert "Backup written and checked" in " ".join(box.text)
        assert len(list(stick.glob("tablemate-backup*.db"))) == 1
        box.press()
        assert "USB stick" in box.text

    def test_while_it_works_the_screen_is_drawn_again(self, box: Any, stick: Path) -> None:
        """And not any more afterwards: an idle box does not wake up."""
        self.open(box).choose("Back up")
        screen = box.screen
        self.finish(box)
        assert screen.deadline_s(5.0) is None

    def test_a_restore_asks_twice_and_brings_everything_back(
        self, box: Any, archive: Any, stick: Path
    ) -> None:
        """Matches, names and settings; what was there is kept aside."""
        archive(box.store, "mana")
        box.store.add_player("Anna")
        box.services.settings.put("language", "it")
        self.open(box).press()
        self.finish(box)
        box.services.settings.put("language", "en")
        box.store.delete(1)
        archive(box.store, "icehouse", seats=2)
        archive(box.store, "icehouse", seats=3)
        self.open(box).choose("Restore").press()
        self.finish(box)
        assert "Games in the backup: 1" in " ".join(box.text)
        box.turn(1).press()
        assert EndedMatches(box.store.connection).count() == 2
        box.turn(1).press()
        assert [
            stored.header.game for stored in EndedMatches(box.store.connection).older(None, 9)
        ] == ["mana"]
        assert box.store.players() == ["Anna"]
        assert "Ripristinato" in " ".join(box.text)
        assert (box.store.path.parent / "tablemate-before-1.db").exists()

    def test_what_was_set_aside_comes_back_without_a_stick(self, box: Any, archive: Any) -> None:
        """The damaged file is on the box, with its log."""
        box.services.find_sticks = list
        other = Store(box.store.path.parent.parent / "other")
        archive(other, "mandala")
        for ending in ("", "-wal"):
            aside = box.store.path.with_name(f"tablemate-damaged-1.db{ending}")
            aside.write_bytes(other.path.with_name(f"tablemate.db{ending}").read_bytes())
        other.close()
        self.open(box).choose("Restore").press()
        self.finish(box)
        for _ in range(2):
            box.turn(1)
            box.press()
        assert box.services.queue.report is None
        assert [each.header.game for each in EndedMatches(box.store.connection).older(None, 9)] == [
            "mandala"
        ]

    def test_no_changes_nothing(self, box: Any, archive: Any, stick: Path) -> None:
        """And leaves nothing behind."""
        self.open(box).choose("Back up")
        self.finish(box)
        archive(box.store, "mana")
        self.open(box).choose("Restore").press()
        self.finish(box)
        box.press()
        assert EndedMatches(box.store.connection).count() == 1
        assert not (box.store.path.parent / "tablemate.incoming").exists()

    def test_a_match_on_the_table_is_left_before_a_restore(self, box: Any, stick: Path) -> None:
        """Nothing of it is written into the restored file."""
        from engines import catalog
        from firmware_py.match.clock import Timing
        from firmware_py.match.table_match import begin_match

        self.open(box).choose("Back up")
        self.finish(box)
        start = catalog.begin(catalog.load("mana"), seats=2, seed=1)
        box.services.table = begin_match(
            box.services.queue,
            "mana",
            start,
            names=("A", "B"),
            timing=Timing(),
            time=box.services.time,
        )
        from firmware_py.screens.system.stick import stick_menu

        box.app.follow(Push(stick_menu(box.services)))
        box.app.paint()
        box.choose("Restore").press()
        self.finish(box)
        box.turn(1).press().turn(1).press()
        assert box.services.table is None
        assert box.store.next_match() == 1

    def test_a_file_that_is_no_backup_is_refused(self, box: Any, stick: Path) -> None:
        """In words, on the screen."""
        (stick / "holiday.db").write_bytes(b"pictures")
        self.open(box).choose("Restore").press()
        self.finish(box)
        assert "This is not a Tablemate backup" in " ".join(box.text)

    def test_a_stick_without_backups_says_so(self, box: Any, stick: Path) -> None:
        """The only row leads back."""
        self.open(box).choose("Restore")
        assert any("No backup found" in line for line in box.text)

    def test_a_report_goes_to_the_stick(self, box: Any, archive: Any, stick: Path) -> None:
        """For people who can help."""
        archive(box.store, "mana")
        self.open(box).choose("Problem report")
        self.finish(box)
        assert len(list(stick.glob("tablemate-report*.zip"))) == 1

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_screen_fits(self, box: Any, archive: Any, stick: Path, language: str) -> None:
        """The menu, the waiting, the results, the questions, the refusal."""
        archive(box.store, "mana")
        box.services.settings.put("language", language)
        self.open(box)
        assert box.faults == []
        box.press()
        self.finish(box)
        assert box.faults == []
        box.press().turn(1).press()
        assert box.faults == []
        box.press()
        self.finish(box)
        assert box.faults == []
        box.turn(1).press()
        assert box.faults == []
        (stick / "zz.db").write_bytes(b"pictures")
        self.open(box).turn(1).press().press()
        self.finish(box)
        assert box.faults == []


def test_the_box_closes_its_store_only_once_after_a_restore(tmp_path: Path) -> None:
    """Setting a store down keeps its lock: nobody slips in between."""
    from firmware_py.storage.errors import StoreInUse

    store = Store(tmp_path)
    with store.file_released(), pytest.raises(StoreInUse):
        Store(tmp_path)
    assert store.next_match() == 1
    store.close()
