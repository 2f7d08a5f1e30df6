"""Simulated players: they play on a real table and enter every move with knob and buttons.

    truth (an engine with everything dealt) -> lines of its record -> entries on the box

The box never sees the truth; at the end both must have the same score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from real_tables import table_of

from engines import catalog
from engines.engine import AGREEMENTS
from engines.match import Match
from engines.record import DEALER, RecordLine
from engines.rng import Chance
from firmware_py.match.game_info import info_of
from firmware_py.match.picker import ChoiceNode
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.play import Play
from firmware_py.ui.name_entry import ALPHABET, DONE

_PAGES = 200
"""More than any set-up has."""

Policy = Callable[["TablePlayers"], str]


def at_random(players: TablePlayers) -> str:
    """Choose at random, but never miss a winning move."""
    engine, state = players.engine, players.truth.state
    legal = engine.legal(state)
    if players.real.ends_at_once:
        for choice in legal:
            if engine.turn(engine.apply(state, choice)) is None:
                return engine.write(choice)
    return engine.write(players.chance.choose(legal))


class TablePlayers:
    """The players of one game, with the true table in mind."""

    def __init__(
        self,
        box: Any,
        game: str,
        *,
        seats: int = 2,
        first: int = 0,
        seed: int = 42,
        options: dict[str, object] | None = None,
        policy: Policy = at_random,
    ) -> None:
        self.box = box
        self.engine = catalog.load(game)
        self.real = table_of(game)
        self.chance = Chance(seed, "people")
        self.policy = policy
        self.options = options or {}
        start = catalog.begin(
            self.engine,
            seats=seats,
            seed=seed,
            first=first,
            options={**self.options, **self.real.dealt},
            given=dict(self.real.entered_first),
        )
        self.truth = Match(self.engine, start)
        self._collected = 0
        self._pending: list[str] = []
        self._forced = 0
        """The number of choices after the last one that the box played by itself."""
        box.services.draw_seed = lambda: seed

    # --- before the first turn ---

    def set_up(self) -> None:
        """Follow the set-up: enter the main board, lay everything out."""
        box = self.box
        self.real.tell_the_start(box, self.truth)
        assert isinstance(box.screen, Laying), box.text
        for _ in range(_PAGES):
            if isinstance(box.screen, Play):
                break
            box.press()
        assert isinstance(box.screen, Play), box.text
        self.enter_new_lines()

    # --- playing ---

    def play_on(self, choices: int) -> None:
        """Play some choices; table questions count as well."""
        for _ in range(choices):
            if self.truth.turn is None:
                return
            self.play(self._next())

    def play_out(self) -> None:
        """Play to the end."""
        self.enter_new_lines()
        while self.truth.turn is not None:
            self.play(self._next())
        self._enter_dead_end()

    def play_until(self, asks: str) -> None:
        """Play until the box asks the table for something, and leave the question open."""
        while True:
            turn = self.box.services.table.match.turn
            if turn is not None and turn.asks == asks:
                self.ready()
                return
            if not self._pending:
                self._enter_dead_end()
                self.truth.play(self._next())
                self._collect()
            self.enter(self._pending.pop(0))

    def play(self, text: str) -> None:
        """Play on the true table, and enter it on the box."""
        self._enter_dead_end()
        self.truth.play(text)
        self.enter_new_lines()

    def _next(self) -> str:
        turn = self.truth.turn
        assert turn is not None
        answer = None
        if turn.asks is not None:
            answer = self.real.answer(turn.asks, self.truth.state, self.chance)
        return answer or self.policy(self)

    def _enter_dead_end(self) -> None:
        """Enter that a turn is over where only the real table shows it."""
        turn = self.box.services.table.match.turn
        truth = self.truth.turn
        if turn is not None and turn.seat is not None and (truth is None or truth.seat is None):
            self.enter(self.real.dead_end)

    def enter_new_lines(self) -> None:
        self._collect()
        while self._pending:
            self.enter(self._pending.pop(0))

    def _collect(self) -> None:
        """Queue the entries for the new lines of the true table."""
        lines = self.truth.lines[self._collected :]
        self._collected = len(self.truth.lines)
        self._pending += [text for line in lines for text in self._entries(line)]

    def _entries(self, line: RecordLine) -> Iterator[str]:
        """Yield what players enter for a line of the truth."""
        if line.text in AGREEMENTS:
            return
        said = self.real.entered(
            line.text,
            self._state_before(line),
            self._state_after(line),
            dealer=line.who == DEALER,
            options=self.options,
        )
        if said is not None:
            yield said

    def _state_before(self, line: RecordLine) -> Any:
        moments = self.truth.moments
        at = max(n for n, moment in enumerate(moments) if moment.line is line)
        return moments[at - 1].state if at else self.truth.first

    def _state_after(self, line: RecordLine) -> Any:
        return next(m.state for m in reversed(self.truth.moments) if m.line is line)

    # --- hands ---

    def enter(self, text: str) -> None:
        """Enter a choice on the box, part by part, with turns and presses only."""
        play = self.ready()
        match = play.table.match
        if self._was_forced(play, text):
            return
        parts = path_to(play.ui.tree(match.state), text)
        assert parts is not None, f"{text} is not offered"
        done = len(match.lines)
        while len(match.lines) == done:
            picker = play.picker
            wanted = picker.options.index(parts[len(picker.picked)])
            self._turn_to(wanted - picker.index, len(picker.options))
            self.box.press()
            if not isinstance(self.box.screen, Play) and len(match.lines) == done:
                self.box.choose("Yes")
        assert match.lines[done].text == text

    def _was_forced(self, play: Play, text: str) -> bool:
        """Return whether the box has played a choice by itself, as nobody had to be asked."""
        match, count = play.table.match, len(play.table.match.moments)
        if match.last is None or match.last.text != text or self._forced == count:
            return False
        is_forced = bool(play.ui.forced(match.before_last) == text)
        self._forced = count if is_forced else self._forced
        return is_forced

    def ready(self) -> Play:
        """Return the screen of the table: nothing is over it, the next press is the next pick."""
        play = self.box.screen
        assert isinstance(play, Play), self.box.text
        if play.handover.until_s is not None:
            self.box.now = max(self.box.now, play.handover.until_s)
            self.box.app.paint()
        return play

    def _turn_to(self, steps: int, count: int) -> None:
        """Turn the shorter way around."""
        forward = steps % count
        self.box.turn(forward if forward <= count - forward else forward - count)


def path_to(node: ChoiceNode, text: str) -> tuple[Any, ...] | None:
    """Return the parts that lead to a choice."""
    if node.choice is not None:
        return () if node.choice == text else None
    for part, child in node.children.items():
        rest = path_to(child, text)
        if rest is not None:
            return (part, *rest)
    return None


# --- from Home to the table ---


def new_game(
    box: Any,
    game: str,
    names: tuple[str, ...],
    *,
    first: str | None = None,
    options: dict[str, Any] | None = None,
) -> None:
    """Fill in the sheet of a new game, beginning at Home, and start it."""
    engine, info = catalog.load(game), info_of(game)
    box.choose("New game").choose(info.title)
    if engine.seats[0] < engine.seats[1]:
        box.choose("Players").choose(str(len(names)))
    for seat, name in enumerate(names):
        proposed = box.screen.plan.names[seat]
        if proposed == name:
            continue
        box.choose(proposed)
        if name in box.store.players():
            box.choose(name)
        else:
            box.choose("New name")
            spell(box, name)
    if first is not None:
        box.choose("First player").choose(first)
    for option, value in (options or {}).items():
        said = {True: "yes", False: "no"}.get(value) or engine.words[f"option.{option}.{value}"]
        box.choose(info.option_names[option]).choose(said)
    table_of(game).tell_the_sheet(box)
    box.choose("Start")


def spell(box: Any, name: str) -> None:
    """Enter a name letter by letter, and end it with the tick."""
    entry = box.screen
    for letter in (*name, DONE):
        wanted = ALPHABET.index(letter.upper())
        steps = (wanted - entry.index) % len(ALPHABET)
        box.turn(steps if steps <= len(ALPHABET) // 2 else steps - len(ALPHABET)).press()


# --- every game of the catalog ---


def shown_ways() -> list[Any]:
    """Return the ways to play every game that its sheet can set: game, seats, options."""
    return [
        pytest.param(game, seats, options, id=f"{game}-{label}")
        for game in catalog.GAMES
        for label, (seats, options) in table_of(game).ways.items()
        if not options.keys() & info_of(game).hidden_options
    ]


def way_name(game: str, seats: int, options: dict[str, object]) -> str:
    """Return the name of a way to play a game in the tests."""
    ways = table_of(game).ways.items()
    return next(f"{game}-{label}" for label, way in ways if way == (seats, options))
