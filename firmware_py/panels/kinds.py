"""The list of panels by name.

Each is imported when it is opened, because they need different libraries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.panels.base import Panel, announce
from hardware.events import Inbox, Tick

if TYPE_CHECKING:
    from firmware_py.core.config import Config
    from firmware_py.panels.web.http import Route
    from firmware_py.panels.web.page_backend import PageBackend
    from firmware_py.panels.web.panel import WebPanel
    from firmware_py.system.backoff import StoredWaits
    from firmware_py.system.fitted_hat import Candidate
    from firmware_py.system.pairing import Pairing, StoredTokens


def _leave_alone(web: WebPanel, pairing: Pairing) -> None:
    """Do nothing with a page."""
    del web, pairing


class Surroundings(NamedTuple):
    """Everything that a panel may need when it is opened."""

    inbox: Inbox
    config: Config
    clock: Callable[[], float]
    environment: Mapping[str, str]
    program: str = "Tablemate"
    """What the page shows, printed with its address."""
    say: Callable[[str], None] = announce
    language: str = "en"
    translate: Callable[[str], str] = str
    routes: Mapping[str, Route] | None = None
    on_page: Callable[[WebPanel, Pairing], None] = _leave_alone
    """Called with the web panel and its pairing once the page is served."""
    backoff: object = None
    """The stored waits of networks; see `system.backoff`."""
    store_backoff: Callable[[StoredWaits], None] = lambda _backoff: None
    tokens: object = None
    """The stored tokens of paired pages."""
    store_tokens: Callable[[StoredTokens], None] = lambda _tokens: None
    library: Callable[[], PageBackend] | None = None
    """Makes the object that answers page queries outside the event loop."""
    candidates: tuple[Candidate, ...] = ()
    """The HATs that may be fitted, if it is not known."""
    date: Callable[[], int | None] = lambda: None
    """Returns the date in seconds, or None if the clock was not set."""
    remember_hat: Callable[[str], None] = lambda _name: None


def _open_box(around: Surroundings) -> Panel:
    if around.candidates:
        from firmware_py.panels.unknown_box import UnknownBox  # only at a first start

        return UnknownBox(around.inbox, around.candidates, around.remember_hat, clock=around.clock)
    from firmware_py.panels.box import BoxPanel  # only where it is asked for

    return BoxPanel(around.inbox, around.config, clock=around.clock)


def _open_terminal(around: Surroundings) -> Panel:
    from firmware_py.panels.terminal import TerminalPanel  # only where it is asked for

    return TerminalPanel(
        around.inbox,
        clock=around.clock,
        environment=around.environment,
        translate=around.translate,
    )


def _open_web(around: Surroundings) -> Panel:
    from firmware_py.panels.web.panel import WebPanel
    from firmware_py.system.pairing import (
        Pairing,
    )  # only if requested, because it is slow to import

    def look_again() -> None:
        around.inbox.post(Tick(around.clock()))

    pairing = Pairing(
        clock=around.clock,
        on_change=look_again,
        stored=around.backoff,
        tokens=around.tokens,
        date=around.date,
    )
    where = around.config.web
    web = WebPanel(
        around.inbox,
        pairing,
        host=where.host,
        port=where.port,
        names=where.names,
        routes=around.routes,
        store=around.store_backoff,
        store_tokens=around.store_tokens,
        library=None if around.library is None else around.library(),
        on_visit=look_again,
        language=around.language,
        translate=around.translate,
    )
    around.on_page(web, pairing)
    around.say(f"{around.program} is at {web.url} - Ctrl-C ends it.")
    return web


PANELS: Mapping[str, Callable[[Surroundings], Panel]] = MappingProxyType(
    {"box": _open_box, "terminal": _open_terminal, "web": _open_web}
)
"""The function that opens each panel, by the name that the command line takes."""
