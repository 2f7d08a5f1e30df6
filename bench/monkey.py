"""A monkey at the controls: random events over all screens and games, without end.

    python bench/monkey.py [--events 1000000] [--seed 1] [--only 17] [--durable]

The monkey plays in episodes of 5,000 events. Each begins with a new box (an empty store, a
language, a text size, a few names) and depends on its own number only: `--only` repeats one.
Within an episode moods change: eager (turns and presses, so that games are begun and finished),
curious (WHY, menus, holds) and wild (everything alike). Time passes by itself, sometimes long
enough for the saver. A box that was quit is switched on again over the same store.

What must hold, or the run fails with the episode, the screen and the last inputs:

- no exception: the fault screen never appears;
- nothing is cut, touches or leaves the screen, on any picture (all of these are listed);
- BACK, pressed again and again, ends on Home, on the table or on laying it, and holding it then
  leads Home: nobody is ever stuck;
- the record replays to the same state, in memory and as it was stored.

By default the store does not wait for the disk, as pulling the plug is tested elsewhere;
`--durable` keeps that too.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

from engines import catalog
from engines.languages import LANGUAGES
from engines.match import Match, begin, follow, replay
from firmware_py.app.loop import App
from firmware_py.core.picture import Picture
from firmware_py.games import ui_of
from firmware_py.games.picture import table_picture
from firmware_py.match.engine_process import Said, StopThinking, ThinkRequest
from firmware_py.match.engine_process.client import Thinker
from firmware_py.panels.base import Panel
from firmware_py.screens.home import home
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.play import Play
from firmware_py.screens.system.notices import Fault, Saver
from firmware_py.storage.settings import Settings
from firmware_py.storage.store import Store, StoreError
from firmware_py.storage.write_queue import WriteQueue
from firmware_py.ui.background_job import Work
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import Menu
from firmware_py.ui.navigation import Screen
from firmware_py.ui.services import Services
from hardware.events import Control, Event, Held, Inbox, Pressed, Tapped, Turned

EPISODE = 5_000
NAMES = ("Anna", "Ben", "Maximiliane", "Œdipe-Noël", "WWWWWWWWWWWW", "Ida", "D'Artagnan")
BACKS = 200
"""So often BACK is pressed before a screen counts as a trap: a long name, then many moves."""
REST = "rest"
MOODS: dict[str, dict[str, int]] = {
    "eager": {"turn": 50, "spin": 6, "knob": 60, "tap": 6, "back": 1, "why": 1, "undo": 1, REST: 1},
    "curious": {"turn": 40, "spin": 8, "knob": 40, "back": 10, "why": 12, "undo": 8,
                "hold knob": 12, "hold why": 3, "hold undo": 5, "hold back": 1, REST: 2},
    "wild": {"turn": 10, "spin": 10, "knob": 10, "back": 10, "why": 10, "undo": 10,
             "hold knob": 10, "hold why": 10, "hold undo": 10, "hold back": 4, "tap": 20, REST: 4},
}  # fmt: skip
"""How likely each input is."""


class Trouble(AssertionError):
    """Something that must hold did not."""


@dataclass(slots=True)
class Tally:
    """What was met on the way."""

    events: int = 0
    screens: Counter[str] = field(default_factory=Counter)
    begun: Counter[str] = field(default_factory=Counter)
    finished: Counter[str] = field(default_factory=Counter)
    replayed: int = 0
    escapes: int = 0
    restarts: int = 0
    undone: int = 0
    corrected: int = 0
    unfit: dict[str, str] = field(default_factory=dict)
    """What did not fit, and where it was met first."""


class Blind(Panel):
    """A panel that shows to nobody, and remembers the last picture."""

    picture: Picture | None = None

    def show(self, picture: Picture) -> None:
        """Remember the picture."""
        self.picture = picture


class SilentWorker:
    """Takes every question and answers none: an episode depends on its seed alone."""

    pid = 0

    def __init__(self, memory_mb: int, post: Callable[[Said], None]) -> None:
        pass

    def send(self, what: ThinkRequest | StopThinking) -> None:
        """Take an order."""

    def close(self) -> None:
        """Nothing was opened."""


class Monkey:
    """One episode: a box, and somebody who does not know what it is."""

    def __init__(
        self,
        folder: Path,
        number: int,
        seed: int,
        tally: Tally,
        *,
        durable: bool,
        home: Callable[[Services], Screen],
    ) -> None:
        self.number = number
        self.home = home
        self.tally = tally
        self.chance = random.Random(f"{seed} {number}")
        self.now = 1000.0
        self.past: deque[Event] = deque(maxlen=60)
        self.stick = folder / "stick"
        self.stick.mkdir(parents=True)
        self.has_stick = False
        self.is_on_net = False
        self.drift = 0.5
        self.table: Any = None
        self.store = Store(folder / "data")
        if not durable:
            self.store.connection.execute("PRAGMA synchronous=OFF")
        for name in self.chance.sample(NAMES, 4):
            self.store.add_player(name)
        self.store.put_setting("language", LANGUAGES[number % 3])
        self.store.put_setting("text", "large" if number % 4 == 3 else "normal")
        self.start()

    def start(self) -> None:
        """Switch the box on."""
        queue = WriteQueue(self.store)
        self.services = Services(
            queue,
            Settings(queue),
            time=lambda: self.now,
            draw_seed=lambda: self.chance.getrandbits(32),
            web_address=lambda: "http://192.168.1.23:8080/" if self.is_on_net else None,
            find_sticks=lambda: [self.stick] if self.has_stick else [],
            facts={"data": "/var/lib/tablemate", "panels": "box"},
            thinker=Thinker(start=SilentWorker),
        )
        self.panel = Blind()
        self.app = App(self.services, Inbox(), [self.panel], self.home, Fault, Saver)
        self.app.painter.observers.append(self.check_fit)
        self.app.paint()

    # --- acting ---

    def run(self, events: int) -> None:
        """Do `count` random things."""
        mood = "eager"
        for at in range(events):
            if at % 40 == 0:
                self.drift = self.chance.choice((0.1, 0.5, 0.9))
            if at % 250 == 0:
                mood = self.chance.choices(tuple(MOODS), (6, 3, 2))[0]
                self.has_stick = self.chance.random() < 0.3
                self.is_on_net = self.chance.random() < 0.5
            kinds = MOODS[mood]
            kind = self.chance.choices(tuple(kinds), tuple(kinds.values()))[0]
            for event in self.events_of(kind):
                self.feed(event)
            if at % 700 == 350:
                self.escape()
        self.leave()

    def events_of(self, kind: str) -> list[Event]:
        """Return what a control does; nothing, when the hands rest."""
        if kind == REST:
            self.now += self.chance.choice((3.0, 30.0, 400.0, 2000.0))
            self.app.paint()
            return []
        if kind == "turn":
            return [Turned(self.step(), at_s=self.now)]
        if kind == "spin":
            step = self.step()
            return [Turned(step, at_s=self.now)] * self.chance.randrange(2, 12)
        if kind == "tap":
            return [Tapped(self.tappable(), "page")]
        if kind.startswith("hold "):
            control = Control(kind.removeprefix("hold "))
            end = 1.0 if self.chance.random() < 0.9 else 0.0
            return [Held(control, 0.5), Held(control, end)]
        return [Pressed(Control(kind))]

    def tappable(self) -> str:
        """Return the code of something on the page: a row, a thing on the table, or nonsense."""
        codes = [row.code for row in self.app.top.rows()]
        scene = self.app.table_scene()
        picture = None if scene is None else table_picture(ui_of(scene.engine.name), scene)
        if picture is not None:
            codes += map(unescape, re.findall(r' data-tap="([^"]*)"', picture.svg))
            codes += [button.code for button in picture.buttons]
            codes += [] if picture.commit is None else [picture.commit.code] * 20
        return self.chance.choice([*codes, "row:0:0", "*/", "play:"])

    def step(self) -> int:
        """Return a direction; for a while one of them is liked better."""
        return 1 if self.chance.random() < self.drift else -1

    def feed(self, event: Event) -> None:
        """Give the box an event, and look at what it makes of it."""
        self.past.append(event)
        self.tally.events += 1
        self.now += self.chance.choice((0.02, 0.3, 0.3, 1.0))
        self.app.feed(event)
        self.app.paint()
        top = self.app.top
        self.tally.screens[type(top).__name__] += 1
        if isinstance(top, Work):
            top.wait(10.0)
            self.app.paint()
        if isinstance(top, Fault):
            raise Trouble(f"the fault screen: {top._what}")  # noqa: SLF001 - it names the failure
        if self.app.result is not None:
            self.tally.restarts += 1
            self.leave()
            self.start()
        elif self.services.table is not self.table:
            self.leave()
            self.table = self.services.table
            if self.table is not None and not self.table.match.can_undo:
                self.tally.begun[self.game] += 1

    # --- what must hold ---

    def check_fit(self, canvas: Canvas) -> None:
        """Note what is cut or touches on a canvas."""
        for fault in canvas.check():
            language = self.services.settings["language"]
            where = f"episode {self.number}, {language}: {canvas.reading()}"
            self.tally.unfit.setdefault(f"{type(self.app.top).__name__}: {fault}", where)

    @property
    def words(self) -> tuple[str, ...]:
        """What the screen says."""
        return () if self.panel.picture is None else self.panel.picture.text

    @property
    def game(self) -> str:
        """The game on the table."""
        name: str = self.table.match.engine.name
        return name

    def leave(self) -> None:
        """Check the match that has just left the table."""
        if self.table is not None:
            self.check_record()
            self.table = None

    def check_record(self) -> None:
        """Replay the match on the table, from its text and from the store."""
        match: Match[Any, Any] = self.table.match
        again = replay(match.record(), match.engine)
        if again.state != match.state:
            raise Trouble(f"the record leads elsewhere:\n{match.record()}")
        try:
            record = self.store.record(self.table.number)
        except StoreError:  # the monkey has deleted it
            return
        head = record.header
        stored = begin(catalog.load(head.game), head)
        follow(stored, record.lines)
        if stored.state != match.state:
            raise Trouble(f"the store leads elsewhere:\n{match.record()}")
        self.tally.finished[self.game] += match.turn is None
        self.tally.replayed += 1
        self.tally.undone += sum(line.text == "undo" for line in match.lines)
        self.tally.corrected += sum(line.text.startswith("edit ") for line in match.lines)

    def escape(self) -> None:
        """Press BACK until nothing moves, then hold it: that must be Home."""
        before = None
        for _ in range(BACKS):
            here = (self.app.top, self.panel.picture)
            if before == here:
                break
            before = here
            self.feed(Pressed(Control.BACK))
            if self.services.toast:
                break  # it says that there is nothing to go back to
            self.now += 1.0
        else:
            raise Trouble(f"{type(self.app.top).__name__} cannot be left with BACK")
        top = self.app.top
        if not (isinstance(top, Play | Laying) or self.is_home(top)):
            raise Trouble(f"{type(top).__name__} does not react to BACK")
        self.feed(Held(Control.BACK, 1.0))
        if not self.is_home(self.app.top):
            raise Trouble("holding BACK does not lead Home")
        self.tally.escapes += 1

    def is_home(self, screen: Screen) -> bool:
        """Return whether a screen is Home or the first question of a new box."""
        return isinstance(screen, Menu) and not screen._closes  # noqa: SLF001 - what Home is


# --- the run --------------------------------------------------------------------------------


def episode(
    number: int,
    seed: int,
    events: int,
    tally: Tally,
    *,
    durable: bool = False,
    home: Callable[[Services], Screen] = home,
) -> None:
    """Let the monkey play one episode; raise Trouble with all that is needed to repeat it."""
    with tempfile.TemporaryDirectory() as folder:
        monkey = Monkey(Path(folder), number, seed, tally, durable=durable, home=home)
        try:
            monkey.run(events)
        except Exception as error:
            table = monkey.services.table
            record = "" if table is None else table.match.record()
            raise Trouble(
                f"episode {number}, seed {seed}: {error}\nthe screen says: {monkey.words}\n"
                f"the last inputs: {list(monkey.past)[-12:]}\n{record}"
            ) from error
        finally:
            monkey.store.close()


def report(tally: Tally, seconds: float) -> None:
    """Print what was met."""
    print(f"{tally.events:,} events in {seconds:.0f} s: {tally.events / seconds:,.0f} a second")
    print(f"matches begun:    {sum(tally.begun.values()):6}  {dict(sorted(tally.begun.items()))}")
    finished = dict(sorted(tally.finished.items()))
    print(f"matches finished: {sum(tally.finished.values()):6}  {finished}")
    print(
        f"records replayed: {tally.replayed:6}  undone {tally.undone}, corrected {tally.corrected}"
    )
    print(f"ways Home tried:  {tally.escapes:6}  restarts {tally.restarts}")
    for name, count in tally.screens.most_common():
        print(f"  {name:16} {count:8}")
    for fault, where in tally.unfit.items():
        print(f"does not fit: {fault}\n    {where}")


def verdict(tally: Tally) -> int:
    """Return the exit code: 1 if something did not fit."""
    return 1 if tally.unfit else 0


def main() -> int:
    """Let the monkey play."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="one episode, by its number")
    parser.add_argument("--durable", action="store_true", help="wait for the disk, as the box does")
    asked = parser.parse_args()
    tally, began = Tally(), time.monotonic()
    number = asked.only if asked.only is not None else 0
    while tally.events < asked.events:
        episode(number, asked.seed, EPISODE, tally, durable=asked.durable)
        if asked.only is not None:
            break
        number += 1
        if number % 20 == 0:
            print(f"{tally.events:,} events, {number} episodes", file=sys.stderr)
    report(tally, time.monotonic() - began)
    return verdict(tally)


if __name__ == "__main__":
    sys.exit(main())
