"""Puts the box together and runs it: panels, store, screens, loop."""

from __future__ import annotations

import gc
import logging
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.app.ending import NOT_SAVED_CODE, WAIT_S, save_rest, tell
from firmware_py.app.loop import App
from firmware_py.core.config import ASK, Config
from firmware_py.core.language import N_, translator
from firmware_py.match.engine_process.client import Thinker
from firmware_py.panels.base import Panel
from firmware_py.panels.kinds import PANELS, Surroundings
from firmware_py.screens.home.home import home
from firmware_py.screens.system.screen_saver import Saver
from firmware_py.screens.system.trouble import Fault
from firmware_py.storage.damage import Inspection
from firmware_py.storage.disk import give_to_folder_owner, is_root
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.settings import Settings
from firmware_py.storage.store import Store, StoreError
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.system.fitted_hat import DEVICES, MEMORY, Candidate, known, settle
from firmware_py.system.power import can_power_off, request_power_off, wait_for_the_end
from firmware_py.system.signals import stop_on_signals
from firmware_py.system.watchdog import SlowWork, Watchdog
from firmware_py.ui.services import Services
from hardware.errors import HardwareError
from hardware.events import Inbox

if TYPE_CHECKING:
    from firmware_py.panels.web.page_backend import PageBackend
    from firmware_py.panels.web.panel import WebPanel
    from firmware_py.system.pairing import Pairing

LOG_NAME = "tablemate.log"
GPIO = Path("/dev/gpiochip0")


def show_record(file: Path, config: Config, wanted: str) -> int:
    """Walk through the record in a file, or in a problem report, on a simulated box."""
    from tempfile import TemporaryDirectory  # only for this command, as all that follow

    from engines.record import BadRecord
    from firmware_py.history.problem_report import read_record
    from firmware_py.screens.history.replay import Replay

    try:
        match = read_record(file)
        with ExitStack() as stack:
            store = Store(Path(stack.enter_context(TemporaryDirectory())))
            stack.callback(store.close)
            queue = WriteQueue(store)
            inbox = Inbox()
            stack.enter_context(stop_on_signals(inbox))
            services = Services(queue, Settings(queue), time=time.monotonic, draw_seed=_draw_seed)
            name = _simulated() if wanted == "auto" else wanted
            panels = _open(stack, config, services, inbox, name)
            _listen(panels)
            App(
                services, inbox, panels, lambda services: Replay(services, match), Fault, Saver
            ).run()
    except (BadRecord, HardwareError) as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1
    return 0


def run(
    config: Config,
    data: Path,
    panel: str,
    inbox: Inbox,
    opened: Callable[[], None] = lambda: None,
) -> int:
    """Run the box until somebody quits; return the exit code. The inbox may hold events already.

    `opened` is called once the files are open: from then on only the loop may end the program.
    """
    try:
        with ExitStack() as stack:
            if is_root():
                from firmware_py.storage.owner import become_owner_of  # a service is never root

                become_owner_of(data)
            store, report = open_or_recover(data)
            stack.callback(store.close)
            opened()
            queue = WriteQueue(store)
            queue.report = report
            queue.inspection = Inspection(store)
            loss = _run(stack, config, queue, panel, inbox)
    except (StoreError, HardwareError) as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1
    if loss:
        tell(loss)  # after the panels: a terminal is as it was again
    return NOT_SAVED_CODE if loss else 0


def _run(stack: ExitStack, config: Config, queue: WriteQueue, wanted: str, inbox: Inbox) -> str:
    """Run the box; return what could not be saved in the end."""
    settings = Settings(queue)
    services = Services(
        queue,
        settings,
        time=time.monotonic,
        draw_seed=_draw_seed,
        has_power_switch=can_power_off(os.environ),
        facts={"Python": sys.version.split()[0], "data": str(queue.store.path.parent)},
        thinker=Thinker(config.thinking.memory_mb, config.thinking.seconds),
        reviews=True,
    )
    stack.callback(services.thinker.close)
    name = choose(wanted, config)
    candidates: tuple[Candidate, ...] = ()
    if name == "box":
        config, candidates = settle(config, settings.recall_own(MEMORY))
    panels = _open(stack, config, services, inbox, name, candidates)
    app = App(services, inbox, panels, home, Fault, Saver, debounce_s=config.controls.debounce_s)
    if candidates:
        app.translate = panels[0].translate
    queue.on_return = partial(_take_back, services)
    watchdog = Watchdog(services.time, os.environ)
    stack.callback(watchdog.close)
    app.paint()
    _listen(panels)
    gc.freeze()
    gc.enable()
    watchdog.say("READY=1")
    with _patience(watchdog):
        _finish(stack, config, app, name)
    slow = SlowWork(
        # Until the games are loaded every event is slow work; a save within it is the second.
        lambda: app.show_saving() if slow.depth > 1 or not app.may_load else app.show_loading(),
        lambda: watchdog.say("WATCHDOG=1"),
    )
    stack.callback(slow.close)
    queue.saving, queue.go_on = slow, slow.go_on
    app.slow_work = slow
    games = load_games(app, watchdog)
    ended = app.run(lambda: _beat(watchdog, app, games))
    wait_s = 0.0 if ended.accepts_loss else WAIT_S
    loss = save_rest(queue, wait_s, services.time, lambda: _keep_up(watchdog, app))
    watchdog.say("STOPPING=1")
    if ended.power_off and request_power_off(os.environ):
        watchdog.say("WATCHDOG=1")  # the loop came to its end, and nobody feeds it from here on
        wait_for_the_end(inbox, services.time)
    return loss


def _keep_up(watchdog: Watchdog, app: App) -> None:
    """Say that the box waits for the disk before it ends."""
    watchdog.say("WATCHDOG=1")
    app.show_saving()


def _take_back(services: Services) -> None:
    """Use what is on a disk that could not be used before."""
    services.settings = Settings(services.queue)
    services.toast = services.say(N_("The saved games are here again."))


@contextmanager
def _patience(watchdog: Watchdog) -> Iterator[None]:
    """Let what comes after the first picture take its time on a slow disk; nobody waits for it."""
    slow = SlowWork(lambda: None, lambda: watchdog.say("WATCHDOG=1"))
    try:
        with slow:
            yield
    finally:
        slow.close()


def load_games(app: App, watchdog: Watchdog) -> Iterator[None]:
    """Load the games piece by piece between events, so that nobody waits for one they open.

    An event that comes before the end may have to load what it needs. On a slow card that takes
    long: the screen says so, and the watchdog is fed meanwhile.
    """

    from engines import catalog  # after the first frame
    from firmware_py.games import face_of

    def load() -> Iterator[None]:
        for game in catalog.GAMES:
            for load_half in (catalog.load, face_of):
                try:
                    with _patience(watchdog):
                        load_half(game)
                except Exception:  # the box goes on without that game
                    logging.exception("%s cannot be loaded", game)
                yield
        app.may_load = False

    app.may_load = True
    return load()


def _beat(watchdog: Watchdog, app: App, games: Iterator[None]) -> float | None:
    """Do what a box at rest does: feed the watchdog, renew the display at the same times.

    Until all games are loaded it does not rest.
    """
    now_s = app.services.time()
    is_loading = next(games, True) is None
    if is_loading:
        watchdog.beat(app.progress)
        return now_s
    times = [watchdog.beat(app.progress), *(panel.renew(now_s) for panel in app.panels)]
    return min((each_s for each_s in times if each_s is not None), default=None)


def _listen(panels: Sequence[Panel]) -> None:
    """Let panels open what the first frame does not need, before we call ourselves ready."""
    for panel in panels:
        panel.listen()


def _finish(stack: ExitStack, config: Config, app: App, name: str) -> None:
    """Open everything that people do not wait for: the log, the page, the serial port."""

    from firmware_py.history.recent_frames import FrameLog, frames_file  # after the first frame
    from firmware_py.system.wifi import find_wifi

    queue = app.services.queue
    data = queue.store.path.parent
    app.services.wifi = find_wifi(os.environ, data, app.services.time)
    _keep_log(data, is_quiet=name == "terminal")
    if queue.report is not None:
        logging.error("at the start: %s", queue.report.why)
    frames = FrameLog(frames_file(data, os.environ), app.services.time)
    stack.callback(frames.close)
    app.painter.join(frames)
    if name == "box" and app.services.settings["web"]:
        try:
            around = _surroundings(config, app.services, app.inbox)
            page = PANELS["web"](around._replace(say=logging.info))
        except (HardwareError, OSError):  # as when too many files are open
            logging.exception("no page: the box goes on without it")
        else:
            stack.callback(page.close)
            app.painter.join(page)
    _join_serial(stack, config, app)
    _tell_of_update(app)


def _tell_of_update(app: App) -> None:
    """Say once what became of an update."""
    from firmware_py.update import install  # after the first frame

    settings = app.services.settings
    result = install.unseen_result(settings.recall_own(install.MEMORY))
    if result is not None:
        settings.remember_own(install.MEMORY, result.number)
        app.tell(app.services.say(N_("Update")), result.text(app.services.say))


def _draw_seed() -> int:
    """Draw a number that nobody can foresee."""
    return int.from_bytes(os.urandom(8), "big") >> 1  # below the limit of a seed, 2 ** 63


def _join_serial(stack: ExitStack, config: Config, app: App) -> None:
    """Use the serial port for what the configuration says."""
    if config.serial.use == "off":
        return
    from hardware.serial.serial_link import SerialLink  # pyserial, after the first frame

    link = SerialLink(
        config.serial.port, app.inbox, config.serial.baudrate, clock=app.services.time
    )
    stack.callback(link.close)
    if config.serial.use == "referee":
        from firmware_py.app.serial_referee import SerialReferee  # only where it is used

        app.inbox.let_wait(link.source)
        app.referee = SerialReferee(app.services, link.write)
        return
    from firmware_py.panels.pico import PicoPanel  # only where it is used

    panel = PicoPanel(link, config.controls, clock=app.services.time)
    app.painter.join(panel)
    before = app.translate
    app.translate = lambda event: [each for one in before(event) for each in panel.translate(one)]


def _keep_log(data: Path, *, is_quiet: bool) -> None:
    """Write the log beside the matches, a few turns of a small file.

    Where that cannot be, it goes to standard error; a terminal with a picture in it stays clean.
    """

    logging.raiseExceptions = (
        False  # a log on a full disk is no news, and must not cover the picture
    )
    handler: logging.Handler
    try:
        handler = RotatingFileHandler(data / LOG_NAME, maxBytes=256 * 1024, backupCount=3)
        give_to_folder_owner(data / LOG_NAME)
    except OSError:  # the table is told already that nothing can be written
        handler = logging.NullHandler() if is_quiet else logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def choose(wanted: str, config: Config) -> str:
    """Return the panel to use: for `auto` the box if it is fitted, else terminal, else web."""
    if wanted != "auto":
        return wanted
    configs = [each.config for each in known(config)] if config.box.hat == ASK else [config]
    buses = {each.display.bus_name for each in configs}
    if GPIO.exists() and any((DEVICES / bus).exists() for bus in buses):
        return "box"
    return _simulated()


def _simulated() -> str:
    """Return the simulated box that can be shown here: in a terminal that can, else the page."""
    has_terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    can_draw = os.environ.get("TERM", "dumb") not in ("", "dumb")
    return "terminal" if has_terminal and can_draw else "web"


def _open(
    stack: ExitStack,
    config: Config,
    services: Services,
    inbox: Inbox,
    name: str,
    candidates: tuple[Candidate, ...] = (),
) -> list[Panel]:
    """Open the panel that was chosen."""
    if name == "none":
        return []
    around = _surroundings(config, services, inbox)
    panel = PANELS[name](around._replace(candidates=candidates))
    stack.callback(panel.close)
    return [panel]


def _surroundings(config: Config, services: Services, inbox: Inbox) -> Surroundings:
    """Return what the box has for its panels."""

    def meet(web: WebPanel, pairing: Pairing) -> None:
        from firmware_py.panels.web.address import lan_address  # only where there is a page

        services.pairing = pairing

        def address() -> str | None:
            own = None if services.wifi is None else services.wifi.own_address
            return lan_address(config.web.host, web.port, own)

        services.web_address = address

    def library() -> PageBackend:
        from firmware_py.app.page_queries import PageQueries  # only where there is a page

        data = services.queue.store.path.parent
        return PageQueries(data, lambda: services.settings["language"])

    settings = services.settings
    language = settings["language"]
    return Surroundings(
        inbox,
        config,
        services.time,
        os.environ,
        language=language,
        translate=translator(language),
        routes=services.shared_pages,
        on_page=meet,
        backoff=settings.recall_own("pairing"),
        store_backoff=lambda backoff: settings.remember_own("pairing", backoff),
        tokens=settings.recall_own("pages"),
        store_tokens=lambda tokens: settings.remember_own("pages", tokens),
        library=library,
        date=services.queue.store.date,
        remember_hat=lambda name: settings.remember_own(MEMORY, name),
    )
