"""Puts the box together and runs it: panels, store, screens, loop."""

from __future__ import annotations

import gc
import logging
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from firmware_py.app import App
from firmware_py.config import Config
from firmware_py.desk import Desk
from firmware_py.keeper import Keeper
from firmware_py.language import translator
from firmware_py.panels import Panel
from firmware_py.screens.fault import Fault
from firmware_py.screens.home import home
from firmware_py.screens.saver import Saver
from firmware_py.settings import Settings
from firmware_py.stopping import stop_on_signals
from firmware_py.store import Store, StoreError
from firmware_py.watchdog import Watchdog
from hardware.errors import HardwareError
from hardware.events import Inbox, Tick

I2C = Path("/dev/i2c-1")
GPIO = Path("/dev/gpiochip0")


def run(config: Config, data: Path, panel: str) -> int:
    """Run the box until somebody quits; return the exit code."""
    try:
        with ExitStack() as stack:
            store = Store(data)
            stack.callback(store.close)
            return _run(stack, config, store, panel)
    except (StoreError, HardwareError) as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1


def _run(stack: ExitStack, config: Config, store: Store, wanted: str) -> int:
    keeper = Keeper(store)
    settings = Settings(keeper)
    inbox = Inbox()
    stack.enter_context(stop_on_signals(inbox))
    desk = Desk(
        keeper,
        settings,
        time=time.monotonic,
        draw_seed=_draw_seed,
        has_power_switch=wanted == "box",
        facts={"Python": sys.version.split()[0], "data": str(store.path.parent)},
    )
    panels = _open(stack, config, desk, inbox, choose(wanted))
    app = App(desk, inbox, panels, home, Fault, Saver)
    _join_serial(stack, config, app)
    watchdog = Watchdog(time.monotonic)
    app.paint()
    gc.freeze()
    gc.enable()
    _keep_log(store.path.parent)
    watchdog.say("READY=1")
    app.run(lambda: watchdog.beat(app.progress))
    watchdog.say("STOPPING=1")
    return 0


def _draw_seed() -> int:
    """Draw a number that nobody can foresee."""
    import secrets

    from engines.referee import SEED_LIMIT

    return secrets.randbelow(SEED_LIMIT)


def _join_serial(stack: ExitStack, config: Config, app: App) -> None:
    """Use the serial port for what the configuration says."""
    if config.serial.use == "off":
        return
    from hardware.serial_link import SerialLink

    link = SerialLink(config.serial.port, app.inbox, config.serial.baudrate)
    stack.callback(link.close)
    if config.serial.use == "referee":
        from firmware_py.table_referee import TableReferee

        app.referee = TableReferee(app.desk, link.write)
        return
    from firmware_py.panels.pico import PicoPanel

    panel = PicoPanel(link, config.controls)
    app.panels.append(panel)
    app.translate = panel.translate


def _keep_log(data: Path) -> None:
    """Write the log beside the matches, a few turns of a small file; a terminal stays clean."""
    from logging.handlers import RotatingFileHandler

    handler = RotatingFileHandler(data / "tablemate.log", maxBytes=256 * 1024, backupCount=3)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def choose(wanted: str) -> str:
    """Return the panel to use: for `auto` the box if it is fitted, else terminal, else web."""
    if wanted != "auto":
        return wanted
    if GPIO.exists() and I2C.exists():
        return "box"
    return "terminal" if sys.stdin.isatty() and sys.stdout.isatty() else "web"


def _open(stack: ExitStack, config: Config, desk: Desk, inbox: Inbox, name: str) -> list[Panel]:
    """Open the panel that was chosen, and the page beside it where that is wanted."""
    language = desk.settings["language"]
    panels: list[Panel] = []
    if name == "box":
        from firmware_py.panels.box import BoxPanel

        panels.append(BoxPanel(inbox, config))
    elif name == "terminal":
        from firmware_py.panels.terminal import TerminalPanel

        panels.append(TerminalPanel(inbox, translate=translator(language)))
    if name == "web" or (name == "box" and desk.settings["web"]):
        panels.append(_web(config, desk, inbox, print if name == "web" else logging.info))
    for panel in panels:
        stack.callback(panel.close)
    return panels


def _web(config: Config, desk: Desk, inbox: Inbox, say: Callable[[str], None]) -> Panel:
    from firmware_py.pairing import Pairing
    from firmware_py.panels.web import WebPanel

    pairing = Pairing(on_change=lambda: inbox.post(Tick(time.monotonic())))
    language = desk.settings["language"]
    web = WebPanel(
        inbox,
        pairing,
        host=config.web.host,
        port=config.web.port,
        names=config.web.names,
        language=language,
        translate=translator(language),
    )
    desk.pairing_code = lambda: pairing.code
    say(f"Tablemate is at {web.url} - Ctrl-C ends it.")
    return web
