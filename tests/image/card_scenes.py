"""What the card has to show: the first picture, some moves, a clean end, and power cuts."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from card_copy import SIZE, CardCopy
from pi import Pi, Silence

from engines import catalog
from engines.match import Match
from firmware_py.app.service_screens import draw
from firmware_py.storage.store import FILE_NAME
from hardware.display.chip_models import orbits
from hardware.display.frame import Frame

BOOT_S = 3600.0
"""For whatever the Pi does by itself: it is emulated, and its host may be busy."""
ANSWER_S = 300.0
START = Callable[[], Pi]


def check(fact: bool, otherwise: str) -> None:
    """Raise Silence with a message unless a fact holds."""
    if not fact:
        raise Silence(otherwise)


def first_picture() -> frozenset[Frame]:
    """Return what a box shows that was never used, wherever its orbit has moved it."""
    from twin import Twin

    with tempfile.TemporaryDirectory() as folder:
        twin = Twin(Path(folder))
        frames = frozenset(orbit for frame in twin.frames for orbit in orbits(frame))
        twin.close()
    return frames


class Evening:
    """One card, started again and again; it remembers what was confirmed."""

    def __init__(self, start: START, card: CardCopy) -> None:
        self.start = start
        self.card = card
        self.confirmed: list[str] = []
        """The moves of every match that the referee has said yes to."""
        self.identity = ""
        self._matches = 0

    def boot(self) -> str:
        """From power to the language menu on the display; the card has grown and has a name."""
        with self.start() as pi:
            lit_s = pi.wait_for(first_picture(), BOOT_S)
            pi.wait_for_referee(BOOT_S)
            ready_s = time.monotonic() - pi.started_s
            time.sleep(20.0)
        _, facts = self.card.look()
        self.identity = str(facts["identity"])
        check(len(self.identity) == 32, f"no identity: {facts}")
        check(int(str(facts["size_mb"])) > SIZE // 2**20 // 3, f"the data did not grow: {facts}")
        return (
            f"power to picture {lit_s:.0f} s, to the referee {ready_s:.0f} s; the data partition "
            f"grew to {facts['size_mb']} MB; identity made"
        )

    def play(self, pi: Pi, moves: int, chance: random.Random) -> None:
        """Play a new match by the referee, and note what it confirms."""
        answer = pi.ask(ANSWER_S, cmd="new", game="mana", seed=7, first=0)
        check(answer["ok"], f"no new match: {answer}")
        self._matches += 1
        engine = catalog.load("mana")
        match = Match(engine, catalog.begin(engine, seats=2, seed=7, first=0))
        for _ in range(moves):
            if match.turn is None:
                break
            text = engine.write(chance.choice(engine.legal(match.state)))
            match.play(text)
            answer = pi.ask(ANSWER_S, cmd="play", move=text)
            check(answer["ok"], f"{text} was refused: {answer}")
            self.confirmed.append(text)

    def check_card(self) -> None:
        """Everything that was confirmed is on the card, in its order; nothing is damaged."""
        rows, facts = self.card.look()
        check(facts["clean"] is True, f"the file system is damaged: {facts}")
        check(facts["sound"] == "ok", f"the database is damaged: {facts}")
        check(facts["identity"] == self.identity, f"another identity: {facts}")
        names = [name for name in facts["names"] if "damaged" in name or "recovered" in name]
        check(FILE_NAME in facts["names"] and not names, f"set aside: {facts['names']}")
        stored = iter(text for _, _, text in rows)
        missing = [move for move in self.confirmed if not any(move in text for text in stored)]
        check(not missing, f"confirmed and not stored: {missing}")

    def moves(self) -> str:
        """Some moves by the referee on the serial port."""
        with self.start() as pi:
            pi.wait_for_referee(BOOT_S)
            self.play(pi, 8, random.Random(1))
            seen = pi.frame
            check(any(seen), "the display is dark")
        self.check_card()
        return f"{len(self.confirmed)} moves confirmed and stored, then the power cut"

    def switch_off(self) -> str:
        """The note that "Shut down" leaves: last words on the display, and the power is off."""
        self.card.put_on_boot("switch-off", "")
        words = {name: draw(name, "en").frame() for name in ("shutting-down", "safe-to-unplug")}
        seen = set()
        with self.start() as pi:
            pi.wait_for_referee(BOOT_S)
            begun_s = time.monotonic()
            while pi._qemu.poll() is None:
                frame = pi.frame
                seen |= {name for name, each in words.items() if each == frame}
                check(time.monotonic() - begun_s < BOOT_S, "it does not switch off")
                time.sleep(0.2)
            frame = pi.frame
            seen |= {name for name, each in words.items() if each == frame}
            took_s = time.monotonic() - begun_s
        self.card.take_from_boot("switch-off")
        check("safe-to-unplug" in seen, f"of the last words only {sorted(seen)} were seen")
        self.check_card()
        return f"off {took_s:.0f} s after the referee answered; seen: {', '.join(sorted(seen))}"

    def cuts(self, number: int) -> str:
        """Pull the plug in mid-game, many times."""
        chance = random.Random(number)
        boots_s = []
        for _ in range(number):
            with self.start() as pi:
                pi.wait_for_referee(BOOT_S)
                boots_s.append(time.monotonic() - pi.started_s)
                self.play(pi, chance.randint(2, 9), chance)
                time.sleep(chance.uniform(0.0, 0.5))
            self.check_card()
        return (
            f"{number} cuts, {len(self.confirmed)} moves confirmed in {self._matches} matches, 0 "
            f"lost, 0 damaged; power to referee {statistics.median(boots_s):.0f} s"
        )
