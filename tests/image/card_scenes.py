"""What the card has to show: the first picture, moves, a clean end, an update, power cuts."""

from __future__ import annotations

import json
import random
import re
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from card_copy import SIZE, CardCopy
from newer import VERSION
from pi import Pi, Silence
from workshop import say

from firmware_py.app.service_screens import draw
from firmware_py.panels.unknown_box import draw_question
from firmware_py.storage.store import FILE_NAME
from hardware.display.chip_models import orbits
from hardware.display.frame import Frame

BOOT_S = 3600.0
"""For whatever the Pi does by itself: it is emulated, and its host may be busy."""
ANSWER_S = 1200.0
LATER_S = 20.0
SWITCH_OFF = "sleep 30; touch /run/tablemate/poweroff"
UPDATE = """cd /var/lib/tablemate
mkdir -p update && cp /boot/firmware/update update/new.update && sync && touch /run/tablemate/update
"""
TIMES = """cd /var/lib/tablemate
while [ "$(systemctl is-system-running)" = starting ]; do sleep 2; done
tell() { echo "$1: $(systemctl show --value --property=$2TimestampMonotonic $3)"; }
{
  tell "systemd begins" Userspace
  tell "its jobs are queued" UnitsLoadFinish
  tell "the service begins" InactiveExit tablemate
  tell "the first picture" ActiveEnter tablemate
  tell "sysinit.target" ActiveEnter sysinit.target
  tell "the data partition has grown" InactiveEnter tablemate-card
  tell "NetworkManager" ActiveEnter NetworkManager
  systemd-analyze
} >new && sync && mv new NAME && sync
"""
"""What the starts of a Pi took, once nothing of them is left to do."""
START = Callable[..., Pi]


def check(fact: bool, otherwise: str) -> None:
    """Raise Silence with a message unless a fact holds."""
    if not fact:
        raise Silence(otherwise)


def question() -> frozenset[Frame]:
    """Return what a card shows that was never used: nobody has said yet what is fitted."""
    return frozenset(orbits(draw_question(None).frame()))


def languages() -> frozenset[Frame]:
    """Return what a box shows then, wherever its orbit has moved it."""
    from twin import Twin  # other scenes can do without a whole box

    with tempfile.TemporaryDirectory() as folder:
        twin = Twin(Path(folder))
        frames = frozenset(orbit for frame in twin.frames for orbit in orbits(frame))
        twin.close()
    return frames


def first_picture(pi: Pi) -> str:
    """Return how long a fresh card takes to its first picture."""
    with pi:
        return f"power to picture {pi.wait_for(question(), BOOT_S):.0f} s"


def boot_times(start: START, card: CardCopy) -> str:
    """Return when the parts of a first and of a next start were ready, in the Pi's own time."""
    card.let_wish()
    rows = []
    for name in ("first", "next"):
        with card.wishing(TIMES.replace("NAME", name)), start(network=True) as pi:
            while not (said := card.peek_times(name)):
                check(pi.is_on, "it is off")
                check(time.monotonic() - pi.started_s < BOOT_S, "the start does not end")
                time.sleep(LATER_S)
        rows.append(f"{name} start: {read_times(said)}")
    return "; ".join(rows)


def read_times(said: str) -> str:
    """Return what TIMES wrote in seconds after the kernel began; 0 is what did not happen.

    >>> read_times("systemd begins: 15500000\\nStartup finished in 15s (kernel) + 28s (userspace)")
    'systemd begins 15.5 s, Startup finished in 15s (kernel) + 28s (userspace)'
    """
    lines = [
        line.strip() for line in said.splitlines() if line.strip() and not line.endswith(": 0")
    ]
    in_s = [
        re.sub(r": (\d+)$", lambda found: f" {int(found[1]) / 1e6:.1f} s", each) for each in lines
    ]
    return ", ".join(in_s)


class Evening:
    """One card, started again and again; it remembers what was confirmed."""

    def __init__(self, start: START, card: CardCopy, update: bytes) -> None:
        self.start = start
        self.card = card
        self.newer = update
        self.confirmed: list[str] = []
        """The moves of every match that the referee has said yes to."""
        self.identity = ""
        self._matches = 0

    def boot(self) -> str:
        """From power to the first picture, on the card as it is made; it has grown, with a name."""
        with self.start(network=True) as pi:
            lit_s = pi.wait_for(question(), BOOT_S)
            while not self.card.has_grown():  # after the picture
                check(pi.is_on, "it is off")
                check(time.monotonic() - pi.started_s < BOOT_S, "the data does not grow")
                time.sleep(LATER_S)
            check(pi.frame in question(), "the picture did not stay")
        _, facts = self.card.look()
        self.identity = str(facts["identity"])
        check(len(self.identity) == 32, f"no identity: {facts}")
        check(int(str(facts["size_mb"])) > SIZE // 2**20 // 3, f"the data did not grow: {facts}")
        return (
            f"power to picture {lit_s:.0f} s; the data partition grew to {facts['size_mb']} MB; "
            "identity made; then the power cut"
        )

    def play(self, pi: Pi, moves: int, chance: random.Random) -> None:
        """Play on, or a new match if none is on the table, and note what the referee confirms."""
        for _ in range(moves):
            answer = pi.ask(ANSWER_S, cmd="legal")
            if not answer["ok"] or not answer["moves"]:
                new = pi.ask(ANSWER_S, cmd="new", game="mana", seed=7, first=0)
                check(new["ok"], f"no new match: {new}")
                self._matches += 1
                answer = pi.ask(ANSWER_S, cmd="legal")
            move = chance.choice(answer["moves"])
            answer = pi.ask(ANSWER_S, cmd="play", move=move)
            check(answer["ok"], f"{move} was refused: {answer}")
            self.confirmed.append(move)

    def check_card(self) -> None:
        """Everything that was confirmed is on the card, in its order; nothing is damaged."""
        rows, facts = self.card.look()
        check(facts["clean"] is True, f"the file system is damaged: {facts}")
        check(facts["sound"] == "ok", f"the database is damaged: {facts}")
        check(facts["identity"] == self.identity, f"another identity: {facts}")
        there = facts["names"]
        assert isinstance(there, list)
        names = [name for name in there if "damaged" in name or "recovered" in name]
        check(FILE_NAME in there and not names, f"set aside: {there}")
        stored = iter(text for _, _, text in rows)
        missing = [move for move in self.confirmed if not any(move in text for text in stored)]
        check(not missing, f"confirmed and not stored: {missing}")

    def moves(self) -> str:
        """Some moves by the referee on the serial port."""
        with self.start() as pi:
            lit_s = pi.wait_for(languages(), BOOT_S)
            pi.wait_for_referee(BOOT_S)
            ready_s = time.monotonic() - pi.started_s
            self.play(pi, 8, random.Random(1))
            check(pi.frame not in languages(), "the display does not show the match")
        self.check_card()
        return (
            f"power to the menu of languages {lit_s:.0f} s, to the referee {ready_s:.0f} s; "
            f"{len(self.confirmed)} moves confirmed and stored, then the power cut"
        )

    def switch_off(self) -> str:
        """The note that "Shut down" leaves: last words on the display, and the power is off."""
        words = {name: draw(name, "en").frame() for name in ("shutting-down", "safe-to-unplug")}
        seen = []
        with self.card.wishing(SWITCH_OFF), self.start() as pi:
            pi.wait_for_referee(BOOT_S)
            begun_s = time.monotonic()
            is_on = True
            while is_on:
                is_on = pi.is_on  # before the last look, not after it
                frame = pi.frame
                seen += [name for name, each in words.items() if each == frame]
                check(time.monotonic() - begun_s < BOOT_S, "it does not switch off")
                time.sleep(0.2)
            took_s = time.monotonic() - begun_s
        check("safe-to-unplug" in seen[-1:], f"the last words were {seen[-1:]}")
        self.check_card()
        each = ", ".join(dict.fromkeys(seen))
        return f"off by itself {took_s:.0f} s after the referee answered; seen: {each}"

    def update(self) -> str:
        """A newer version: kept after a minute, and still there after a power cut."""
        self.card.put_on_boot("update", self.newer)
        with self.card.wishing(UPDATE), self.start() as pi:
            begun_s = time.monotonic()
            while True:
                time.sleep(30.0)
                said = self.card.peek_verdict()
                if said:
                    break
                check(pi.is_on, "it is off")
                check(time.monotonic() - begun_s < BOOT_S, "no end of the update")
            took_s = time.monotonic() - begun_s
            verdict = json.loads(said)
            check(verdict["kept"] and verdict["version"] == VERSION, f"not kept: {verdict}")
            time.sleep(LATER_S)
        with self.start() as pi:
            pi.wait_for_referee(BOOT_S)
            self.play(pi, 3, random.Random(2))
        self.check_card()
        _, facts = self.card.look()
        check(facts["program"] not in ("", "env-1"), f"the old program: {facts}")
        return (
            f"{VERSION} kept {took_s:.0f} s after power; the power cut; started again from "
            f"{facts['program']} on the data partition, 3 moves"
        )

    def cuts(self, number: int) -> str:
        """Pull the plug in mid-game, many times."""
        chance = random.Random(number)
        boots_s = []
        for cut in range(1, number + 1):
            with self.start() as pi:
                pi.wait_for_referee(BOOT_S)
                boots_s.append(time.monotonic() - pi.started_s)
                self.play(pi, chance.randint(2, 6), chance)
                time.sleep(chance.uniform(0.0, 0.5))
            self.check_card()
            say(f"cut {cut}: {len(self.confirmed)} moves, 0 lost")
        return (
            f"{number} cuts, {len(self.confirmed)} moves confirmed in {self._matches} matches, 0 "
            f"lost, 0 damaged; power to referee {statistics.median(boots_s):.0f} s"
        )
