"""Puts the box together and runs it: panels, store, screens, loop.

At the end it saves what still waits, or reports what is lost:

    q, Ctrl-C, Ctrl-D, Quit, Shut down --> `ask_if_unsaved` (screens.system.trouble) --> `save_rest`
    a signal, a closed terminal --> nobody can be asked --> `save_rest`
    `save_rest` --> something lost? --> stderr and NOT_SAVED_CODE
"""

from __future__ import annotations

import gc
import logging
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.app.game_pictures import GamePictures
from firmware_py.app.interrupted import TableNote, go_on
from firmware_py.app.loop import App
from firmware_py.core.config import ASK, Config
from firmware_py.core.language import N_, translator
from firmware_py.match.engine_process.client import Thinker
from firmware_py.panels.base import Panel
from firmware_py.panels.kinds import PANELS, Surroundings
from firmware_py.screens.home import home
from firmware_py.screens.system.notices import Fault, Saver
from firmware_py.storage.damage import Inspection
from firmware_py.storage.disk import give_to_folder_owner, is_root
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.settings import Settings
from firmware_py.storage.store import Store, StoreError
from firmware_py.storage.write_queue import MISTAKES, WriteQueue
from firmware_py.system.fitted_hat import DEVICES, MEMORY, Candidate, known, settle
from firmware_py.system.signals import stop_on_signals
from firmware_py.system.systemd import (
    SlowWork,
    Watchdog,
    can_power_off,
    request_power_off,
    wait_for_the_end,
)
from firmware_py.ui.services import Services
from hardware.errors import HardwareError
from hardware.events import Inbox

if TYPE_CHECKING:
    from firmware_py.club.identity import Identity
    from firmware_py.panels.web.page_backend import PageBackend
    from firmware_py.panels.web.panel import WebPanel
    from firmware_py.system.pairing import Pairing

LOG_NAME = "tablemate.log"
GPIO = Path("/dev/gpiochip0")
NOT_SAVED_CODE = 74
"""EX_IOERR of sysexits.h, which the unit does not count as a failed start."""
WAIT_S = 6.0
"""How long to wait for the disk if nobody can be asked; less than systemd's own limit."""
RETRY_EVERY_S = 0.5


def show_record(file: Path, config: Config, wanted: str) -> int:
    """Replay the record in a file, or in a problem report, on a simulated box."""
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
            services = Services(queue, Settings(queue), time=time.monotonic, draw_seed=draw_seed)
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
    """Run the box until somebody quits; return the exit code.

    `opened` is called once the files are open; from then on only the loop ends the program.
    """
    try:
        with ExitStack() as stack:
            if is_root():
                from firmware_py.storage.disk import become_owner_of  # a service is never root

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
        print_loss(loss)  # after the panels are closed, when the terminal is restored
    return NOT_SAVED_CODE if loss else 0


def _run(stack: ExitStack, config: Config, queue: WriteQueue, wanted: str, inbox: Inbox) -> str:
    """Run the box; return what could not be saved, or ""."""
    settings = Settings(queue)
    services = Services(
        queue,
        settings,
        time=time.monotonic,
        draw_seed=draw_seed,
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
        go_on(app)
    slow = SlowWork(
        # While games are loading, every event is slow work; depth 2 is a save within it.
        lambda: app.show_saving() if slow.depth > 1 or not app.may_load else app.show_loading(),
        lambda: watchdog.say("WATCHDOG=1"),
    )
    stack.callback(slow.close)
    queue.saving, queue.go_on = slow, slow.go_on
    app.slow_work = slow
    games = load_games(app, watchdog)
    note = TableNote(app)
    ended = app.run(lambda: _beat(watchdog, app, games, note))
    wait_s = 0.0 if ended.accepts_loss else WAIT_S
    loss = save_rest(queue, wait_s, services.time, lambda: _keep_up(watchdog, app))
    watchdog.say("STOPPING=1")
    if ended.power_off and request_power_off(os.environ):
        watchdog.say("WATCHDOG=1")  # for the last time: the loop has ended
        wait_for_the_end(inbox, services.time)
    return loss


def _keep_up(watchdog: Watchdog, app: App) -> None:
    """Feed the watchdog and show that the box waits for the disk."""
    watchdog.say("WATCHDOG=1")
    app.show_saving()


def _take_back(services: Services) -> None:
    """Use the settings of a disk that was not usable before."""
    services.settings = Settings(services.queue)
    services.toast = services.say(N_("The saved games can be read again."))


def save_rest(
    queue: WriteQueue,
    wait_s: float,
    clock: Callable[[], float],
    keep_up: Callable[[], None] = lambda: None,
    sleep: Callable[[float], None] = time.sleep,
) -> str:
    """Retry writing what waits for `wait_s`; return what is lost as a sentence, or "".

    `keep_up` is called before each wait, for the display and the watchdog.
    """
    until_s = clock() + wait_s
    while not _is_saved(queue) and clock() < until_s:
        keep_up()
        sleep(RETRY_EVERY_S)
    return _loss(queue) if queue.unsaved else ""


def print_loss(loss: str) -> None:
    """Print what is lost to stderr; a closed terminal is ignored."""
    with suppress(OSError, ValueError):
        print(f"tablemate: {loss}", file=sys.stderr, flush=True)


def _is_saved(queue: WriteQueue) -> bool:
    try:
        return queue.retry()
    except MISTAKES:
        logging.getLogger(__name__).exception("could never be written")
        return False


def _loss(queue: WriteQueue) -> str:
    """Return a sentence with the number of lost changes, the matches, and the reason."""
    matches = (
        f"match {each.id} ({each.header.game}: {', '.join(each.header.names)})"
        for each in queue.matches_ahead()
    )
    what = ", ".join(matches) or "settings"
    return f"not saved, and lost: {queue.unsaved} changes, in {what}: {queue.error}"


@contextmanager
def _patience(watchdog: Watchdog) -> Iterator[None]:
    """Feed the watchdog during work after the first picture, which is slow on a slow disk."""
    slow = SlowWork(lambda: None, lambda: watchdog.say("WATCHDOG=1"))
    try:
        with slow:
            yield
    finally:
        slow.close()


def load_games(app: App, watchdog: Watchdog) -> Iterator[None]:
    """Load the games step by step between events, so that nobody has to wait for one later.

    An event may still have to load a game first. If that takes long, the screen shows it, and the
    watchdog is fed.
    """
    from engines import catalog  # after the first frame
    from firmware_py.games import ui_of

    def load() -> Iterator[None]:
        for game in catalog.GAMES:
            for load_half in (catalog.load, ui_of):
                try:
                    with _patience(watchdog):
                        load_half(game)
                except Exception:  # the box goes on without that game
                    logging.exception("%s cannot be loaded", game)
                yield
        app.may_load = False

    app.may_load = True
    return load()


def _beat(watchdog: Watchdog, app: App, games: Iterator[None], note: TableNote) -> float | None:
    """Feed the watchdog and renew the display; load the next part of a game, if there is one.

    Returns when to call it again.
    """
    note.update()
    now_s = app.services.time()
    is_loading = next(games, True) is None
    if is_loading:
        watchdog.beat(app.progress)
        return now_s
    times = [watchdog.beat(app.progress), *(panel.renew(now_s) for panel in app.panels)]
    return min((each_s for each_s in times if each_s is not None), default=None)


def _listen(panels: Sequence[Panel]) -> None:
    """Let panels open what the first frame does not need."""
    for panel in panels:
        panel.listen()


def _finish(stack: ExitStack, config: Config, app: App, name: str) -> None:
    """Open what people do not wait for: the log, the page, the voice, the serial port."""
    from importlib.util import find_spec

    from firmware_py.club.identity import Identity, is_member  # after the first frame, as all
    from firmware_py.history.recent_frames import FrameLog, frames_file
    from firmware_py.system.wifi import find_wifi

    queue = app.services.queue
    data = queue.store.path.parent
    identity = Identity(data)
    identity.make()
    queue.store.sign = identity.sign
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
    if config.voice.speak:
        from firmware_py.panels.voice import VoicePanel  # only where it is asked for

        voice = VoicePanel(config.voice)
        stack.callback(voice.close)
        app.painter.join(voice)
    app.services.can_join_club = find_spec("paho") is not None  # the extra `club`
    app.services.connect_club = lambda: _join_club(stack, app, identity)
    if is_member(data):
        app.services.connect_club()
    _join_serial(stack, config, app)
    _show_update_result(app)


def _join_club(stack: ExitStack, app: App, identity: Identity) -> None:
    """Send log and table to the club of this box, from a thread that nothing waits for."""
    from firmware_py.club.box_link import ClubLink  # only on a box of a club
    from firmware_py.club.membership import membership

    data = app.services.queue.store.path.parent
    member = membership(data)
    if member is None:
        logging.error(
            "the membership in %s cannot be read: leave the club, and join it again", data
        )
        return
    link = ClubLink(data, member, identity, clock=app.services.time)
    stack.callback(link.close)
    app.painter.join(link)
    app.services.club = link


def _show_update_result(app: App) -> None:
    """Show the result of an update, once."""
    from firmware_py.update import install  # after the first frame

    settings = app.services.settings
    result = install.unseen_result(settings.recall_own(install.MEMORY))
    if result is not None:
        settings.remember_own(install.MEMORY, result.number)
        app.tell(app.services.say(N_("Update")), result.text(app.services.say))


def draw_seed() -> int:
    """Return an unpredictable seed."""
    return int.from_bytes(os.urandom(8), "big") >> 1  # below the limit of a seed, 2 ** 63


def _join_serial(stack: ExitStack, config: Config, app: App) -> None:
    """Open the serial port for the configured use."""
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
    """Log to rotating files in the data folder.

    If that fails, log to standard error, or nowhere if a terminal shows the picture.
    """
    # An error while logging, as on a full disk, must not be printed over the picture.
    logging.raiseExceptions = False
    handler: logging.Handler
    try:
        handler = RotatingFileHandler(data / LOG_NAME, maxBytes=256 * 1024, backupCount=3)
        give_to_folder_owner(data / LOG_NAME)
    except OSError:  # the first screen shows that nothing can be written
        handler = logging.NullHandler() if is_quiet else logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def choose(wanted: str, config: Config) -> str:
    """Return the panel to use; for `auto` the box if there is one, else terminal, else web."""
    if wanted != "auto":
        return wanted
    configs = [each.config for each in known(config)] if config.box.hat == ASK else [config]
    buses = {each.display.bus_name for each in configs}
    if GPIO.exists() and any((DEVICES / bus).exists() for bus in buses):
        return "box"
    return _simulated()


def _simulated() -> str:
    """Return "terminal" if the terminal can show the box, else "web"."""
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
    """Open the chosen panel."""
    if name == "none":
        return []
    around = _surroundings(config, services, inbox)
    panel = PANELS[name](around._replace(candidates=candidates))
    stack.callback(panel.close)
    return [panel]


def _surroundings(config: Config, services: Services, inbox: Inbox) -> Surroundings:
    """Return what panels may need from the box."""

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
    if settings.recall_own("television") is not None:
        from firmware_py.screens.evening.television import refresh  # only during an evening

        refresh(services)
    return Surroundings(
        inbox,
        config,
        services.time,
        os.environ,
        language=language,
        translate=translator(language),
        routes=GamePictures(services.shared_pages),
        on_page=meet,
        backoff=settings.recall_own("pairing"),
        store_backoff=lambda backoff: settings.remember_own("pairing", backoff),
        tokens=settings.recall_own("pages"),
        store_tokens=lambda tokens: settings.remember_own("pages", tokens),
        library=library,
        date=services.queue.store.date,
        remember_hat=lambda name: settings.remember_own(MEMORY, name),
    )
