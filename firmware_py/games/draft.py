"""The settings of a new game before it begins, stored on disk after each input.

New Game, a game's own set-up screen --> Draft --> `keep_drafts` after each input
the next start --> `drafts_of`
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from engines import catalog
from engines.bots.player import LEVELS
from engines.engine import BadStart, Engine, Option, Start
from engines.unicode import read_json
from firmware_py.match.clock import NEW, Timing
from firmware_py.match.game_info import GameInfo, info_of
from firmware_py.ui.services import DRAFTS, Services


@dataclass(slots=True)
class Draft:
    """The settings of a new game."""

    game: str
    names: list[str]
    first: int | None = None
    """The first player's seat; None: random."""
    options: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    bots: dict[int, int] = field(default_factory=dict)
    """The level of each bot by seat; all other seats are people."""
    practice: bool = False
    """Played without the physical game: the box deals and keeps everything."""
    entered: list[Any] = field(default_factory=list)
    """Answers so far on the game's own set-up screen."""
    evening: tuple[int, int, int, int] | None = None
    """The evening, round, table and game of which this is the match."""
    clock: Timing = NEW
    proposed: Any = None
    """The value of `kept` before any change."""

    def kept(self) -> dict[str, Any]:
        """Return the draft as JSON."""
        value = asdict(self)
        del value["proposed"]
        value["clock"] = self.clock.write()
        stored: dict[str, Any] = read_json(json.dumps(value))
        return stored

    @property
    def is_changed(self) -> bool:
        """Return whether it differs from what the box proposed."""
        return bool(self.kept() != self.proposed)

    @property
    def key(self) -> str:
        """Return the name under which it is stored."""
        kind = "practice." if self.practice else "" if self.evening is None else "evening."
        return f"{kind}{self.game}"

    @property
    def levels(self) -> tuple[int, ...]:
        """Return the level of each seat, 0 for people; empty if no seat is a bot."""
        return tuple(self.bots.get(seat, 0) for seat in range(len(self.names))) if self.bots else ()

    @property
    def may_seat_bots(self) -> bool:
        """Return whether bots may play; in a game with hidden hands only where the box deals."""
        practice = self.info.practice
        return practice is not None and (self.practice or not practice.has_hands)

    @property
    def settled(self) -> Mapping[str, Any]:
        """Return the options that are fixed."""
        practice = self.info.practice
        return practice.options if self.practice and practice is not None else {}

    @property
    def engine(self) -> Engine[Any, Any]:
        """Return the engine."""
        return catalog.load(self.game)

    @property
    def info(self) -> GameInfo:
        """Return the game info."""
        return info_of(self.game)

    @property
    def offered(self) -> list[Option]:
        """Return the options that New Game shows, including those without effect at present."""
        hidden = self.info.hidden_options | self.settled.keys()
        return [option for option in self.engine.options if option.name not in hidden]

    def name_of(self, option: Option) -> str:
        """Return the name of an option, not yet translated."""
        return self.info.option_names[option.name]

    def value_of(self, option: Option) -> Any:
        """Return the value of an option."""
        return self.options.get(option.name, option.default)

    def concerns(self, option: Option) -> bool:
        """Return whether an option has any effect with the other options as they are."""
        if option.only is None:
            return True
        name, value = option.only
        other = next(each for each in self.engine.options if each.name == name)
        return bool(self.value_of(other) == value)


def drafts_of(services: Services) -> dict[str, Draft]:
    """Return the drafts by key, including those of earlier starts.

    A stored draft that this version cannot read is left out.
    """
    if services.drafts is None:
        stored = services.settings.recall(DRAFTS, {})
        values = stored.values() if isinstance(stored, dict) else ()
        found = (_read_draft(value) for value in values)
        services.drafts = {plan.key: plan for plan in found if plan is not None}
    return services.drafts


def keep_drafts(services: Services) -> None:
    """Store the drafts if one has changed."""
    drafts = drafts_of(services)
    kept = {key: plan.kept() for key, plan in drafts.items() if plan.is_changed}
    if kept != services.settings.recall(DRAFTS, {}):
        services.settings.remember(DRAFTS, kept)


def _read_draft(value: Any) -> Draft | None:
    """Return a stored draft, or None. It is checked: a restored backup may contain anything."""
    match value:
        case {
            "game": str(game),
            "names": [*names],
            "first": int() | None as first,
            "options": dict(options),
            "given": dict(given),
            "bots": dict(bots),
            "practice": bool(practice),
            "entered": [*entered],
            "evening": None | [int(), int(), int(), int()] as evening,
        } if game in catalog.GAMES and all(isinstance(name, str) for name in names):
            seats = {str(seat): seat for seat in range(len(names))}
            levels = {seats[seat]: level for seat, level in bots.items() if seat in seats}
            place = None if evening is None else tuple(evening)
            plan = Draft(game, names, first, options, {}, levels, practice, entered, place)
            with suppress(ValueError, TypeError):
                plan.clock = Timing.read(value.get("clock"))
        case _:
            return None
    low, high = plan.engine.seats
    offered = {option.name: option.values for option in plan.offered}
    is_sound = (
        low <= len(names) <= high
        and (first is None or 0 <= first < len(names))
        and all(level in LEVELS for level in levels.values())
        and (plan.may_seat_bots or not levels)
        and (not practice or plan.info.practice is not None)
        and all(value in offered.get(name, ()) for name, value in options.items())
    )
    if not is_sound:
        return None
    with suppress(BadStart):  # otherwise the game asks for it again
        start_of(plan, given, seed=0)
        plan.given = given
    return plan


def start_of(plan: Draft, given: dict[str, Any], seed: int) -> Start:
    """Return the start of a drafted match; raise BadStart."""
    return catalog.begin(
        plan.engine,
        seats=len(plan.names),
        seed=seed,
        first=plan.first,
        options={**plan.options, **plan.settled},
        given=given,
    )
