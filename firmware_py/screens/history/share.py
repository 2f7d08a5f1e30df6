"""Exporting a match: to a file on a stick or on the box, or to a phone by a QR code.

The path of a written file is not set like a text: it has no hyphens but its own, and its end
matters most.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from engines.errors import EngineError
from firmware_py.core.language import N_
from firmware_py.history.archive import EndedMatches
from firmware_py.history.ended_match import EndedMatch, NotExported, gather
from firmware_py.history.export import export_folder, match_pages, write_export
from firmware_py.history.match_text import day_of, marked, title_of
from firmware_py.storage.files import NotWritten
from firmware_py.storage.store import OVER, StoredMatch, StoreError
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, FontName, text_width, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.lists import Menu, MenuRow, TextScreen
from firmware_py.ui.navigation import IGNORED, Input, Next, Pop, Push, Screen, ScreenWords
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.qr import SIDE, code_svg, draw_code, make_code
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Item, headline, top_bar
from hardware.events import Pressed

STICK_FOLDER = "tablemate"
_GAP = 4
_LINE = 9
_NO_WEB = N_("The web page cannot be reached from the network.")
_NO_RESULT = N_("A stopped game has no result for BG Stats.")


def share(services: Services, stored: StoredMatch) -> Screen:
    """Return the ways to export an ended match."""
    try:
        ended = gather(EndedMatches(services.queue.store.connection), stored.id)
    except (StoreError, EngineError) as error:
        return TextScreen(services, services.say(N_("Export")), str(error))

    def rows() -> list[MenuRow]:
        where = _where(services)
        no_web = services.say(_NO_WEB) if services.web_address() is None else ""
        no_result = services.say(_NO_RESULT) if stored.status != OVER else ""
        title = Item(services.say(N_("Signed game")), where)
        signed = [MenuRow(title, partial(_save, services, ended, "signed"))]
        signed = signed if ended.signed is not None else []
        return [
            MenuRow(
                Item(services.say(N_("To a phone")), "QR", enabled=not no_web),
                lambda: Push(PhoneCode(services, ended)),
                no_web,
            ),
            MenuRow(
                Item(services.say(N_("Record")), where), partial(_save, services, ended, "record")
            ),
            *signed,
            MenuRow(Item(services.say(N_("JSON")), where), partial(_save, services, ended, "json")),
            MenuRow(
                Item(services.say(N_("BG Stats")), where, enabled=not no_result),
                partial(_save, services, ended, "bgstats"),
                no_result,
            ),
            MenuRow(
                Item(services.say(N_("Picture")), where),
                partial(_save, services, ended, "picture"),
                services.say(N_("The table at the end, as an SVG file.")),
            ),
        ]

    start = 0 if services.web_address() is not None else 1
    return Menu(services, lambda: services.say(N_("Export")), rows, start)


def _where(services: Services) -> str:
    return services.say(N_("on the stick") if services.find_sticks() else N_("on the box"))


def _save(services: Services, ended: EndedMatch, name: str) -> Next:
    """Write the file, and show its path or the reason for an error."""
    return save_file(services, partial(write_export, ended, name))


def save_file(services: Services, write: Callable[[Path], Path]) -> Next:
    """Write a file into the folder for exports, and show its path or the reason for an error."""
    sticks = services.find_sticks()
    folder = sticks[0] / STICK_FOLDER if sticks else export_folder(services.queue.store.path.parent)
    title = services.say(N_("Export"))
    try:
        path = write(folder)
    except (NotExported, EngineError) as error:
        return Push(TextScreen(services, title, services.say(str(error))))
    except NotWritten as error:
        words = services.say(N_("Not saved."))
        return Push(
            TextScreen(services, title, f"{words} {services.say(error.words, **error.facts)}")
        )
    return Push(Saved(services, path))


def put_on_page(services: Services, ended: EndedMatch) -> str:
    """Publish a match at a random address of the page; return the path."""
    title = f"{title_of(services, ended.stored)}, {day_of(services, ended.stored)}"
    title = marked(services, ended.stored, title)
    data = services.queue.store.path.parent
    path = services.shared_pages.path_of(ended.stored.id)
    language, address = services.settings["language"], services.web_address() or ""
    pages = match_pages(ended, path, title, language, services.say, data, address)
    services.shared_pages.put(ended.stored.id, pages)
    return path


def page_link(services: Services, path: str = "/") -> dict[str, str]:
    """Return the address of a path for others in the network, as text and QR code; or why not."""
    address = services.web_address()
    if address is None:
        return {"path": path, "url": "", "code": "", "says": services.say(_NO_WEB)}
    url = address.rstrip("/") + path
    return {"path": path, "url": url, "code": code_svg(url), "says": ""}


class PageCode(Screen):
    """The QR code of a page of the box, and its address."""

    def __init__(self, services: Services, path: str, title: str, hint: str) -> None:
        self.services = services
        self._path = path
        self._title = title
        self._hint = hint

    def draw(self, canvas: Canvas) -> None:
        """Draw the QR code at the left and the address at the right."""
        address = self.services.web_address()
        if address is None:
            top_bar(canvas, self._title)
            headline(canvas, self.services.say(_NO_WEB))
            return
        url = address.rstrip("/") + self._path
        # In capitals a code takes half the room; neither addresses nor shared pages mind.
        modules = make_code(url.upper())
        if modules is None:
            top_bar(canvas, self._title)
            _write(canvas, break_address(url.partition("//")[2], WIDTH), 0, 13)
            return
        draw_code(canvas, modules, self.services.say(N_("QR code of {address}"), address=url))
        self._draw_text(canvas, url)

    def _draw_text(self, canvas: Canvas, url: str) -> None:
        x, width = SIDE + _GAP, WIDTH - SIDE - _GAP
        hint = wrap(self._hint, "small", width)
        _write(canvas, hint, x, 1)
        lines = break_address(url.partition("//")[2], width)
        _write(canvas, lines, x, HEIGHT - _LINE * max(len(lines), 3))

    def handle(self, event: Input) -> Next:
        """Close at any press."""
        return Pop() if isinstance(event, Pressed) else IGNORED


class PhoneCode(PageCode):
    """The page of a match, for a phone."""

    def __init__(self, services: Services, ended: EndedMatch) -> None:
        title = services.say(N_("To a phone"))
        hint = services.say(N_("Scan with a phone, or open:"))
        super().__init__(services, put_on_page(services, ended), title, hint)


def _write(canvas: Canvas, lines: Sequence[str], x: int, y: int) -> None:
    for row, line in enumerate(lines):
        canvas.text(x, y + row * _LINE, line, "small", width=WIDTH - x)


def break_address(address: str, width: int) -> list[str]:
    """Break an address into lines at dots, before the port and in the path."""
    lines: list[str] = []
    host, slash, path = address.partition("/")
    for whole in (host, slash + path):
        line = ""
        for piece in re.findall(r"[:/]?[^.:/]*\.?", whole):
            if line and text_width(line + piece, "small") > width:
                lines.append(line)
                line = ""
            line += piece
        lines += wrap(line, "small", width) if line else []
    return lines


_WIDTH = BODY.w - 4
"""The width left of the scroll mark."""


class Saved(PagedScreen[str]):
    """The name of a written file on one page, its folder on the other."""

    def __init__(self, services: Services, path: Path) -> None:
        self.services = services
        self.pages = (path.name, str(path.parent))

    def draw(self, canvas: Canvas) -> None:
        """Draw a page as large as it fits; of a long path its end."""
        top_bar(canvas, self.services.say(N_("Saved")), self.page_number)
        self.draw_page_mark(canvas)
        text = self.pages[self.page]
        fonts: tuple[FontName, ...] = ("medium", "small")
        for font in fonts:
            rows, room = set_path(text, font, _WIDTH), BODY.h // font_of(font).height
            if len(rows) <= room:
                break
        for row, line in enumerate(rows[-room:]):
            y = BODY.y + row * font_of(font).height
            canvas.text(BODY.x, y, line, font, width=_WIDTH, say="" if row else text)

    def words(self) -> ScreenWords:
        """Return both, which fit on a web page."""
        return ScreenWords(self.services.say(N_("Saved")), "\n".join(self.pages))


def set_path(text: str, font: FontName, width: int) -> list[str]:
    """Return the rows of a path, broken after one of its separators, or within a long part."""
    rows = [""]
    for piece in re.findall(r"[^/._ -]*[/._ -]|[^/._ -]+", text):
        if text_width(rows[-1] + piece, font) > width >= text_width(piece, font):
            rows.append("")
        for letter in piece:
            if text_width(rows[-1] + letter, font) > width:
                rows.append("")
            rows[-1] += letter
    return [row for row in rows if row]
