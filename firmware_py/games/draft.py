"""A game that is being put together, and how it is kept: on disk with each press, until it begins.

the sheet of a new game, what a game asks before it --> Draft --> `keep_drafts` after each input
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
from firmware_py.match.game_info import Facts, facts_of
from firmware_py.ui.services import DRAFTS, Services


@dataclass(slots=True)
class Draft:
    """A game that is being put together."""

    game: str
    names: list[str]
    first: int | None = None
    """The seat that begins; None: by lot."""
    options: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    bots: dict[int, int] = field(default_factory=dict)
    """The level of each seat that the box plays; all others are people."""
    practice: bool = False
    """Without material: the box deals and keeps everything."""
    entered: list[Any] = field(default_factory=list)
    """What was answered so far to the screen that the game asks with before it can begin."""
    proposed: Any = None
    """What `kept` gave before anybody changed anything."""

    def kept(self) -> dict[str, Any]:
        """Return the draft as it is stored, ready for JSON."""
        value = asdict(self)
        del value["proposed"]
        stored: dict[str, Any] = read_json(json.dumps(value))
        return stored

    @property
    def is_changed(self) -> bool:
        """Whether it differs from what the box proposed."""
        return bool(self.kept() != self.proposed)

    @property
    def key(self) -> str:
        """Under what it is kept until it is begun."""
        return f"practice.{self.game}" if self.practice else self.game

    @property
    def levels(self) -> tuple[int, ...]:
        """The level of each seat, 0 for people; nothing where people are among themselves."""
        return tuple(self.bots.get(seat, 0) for seat in range(len(self.names))) if self.bots else ()

    @property
    def may_seat_bots(self) -> bool:
        """Return whether the box can play a seat: one with a hand only where it deals it."""
        practice = self.facts.practice
        return practice is not None and (self.practice or not practice.has_hands)

    @property
    def settled(self) -> Mapping[str, Any]:
        """The options that nobody chooses."""
        practice = self.facts.practice
        return practice.options if self.practice and practice is not None else {}

    @property
    def engine(self) -> Engine[Any, Any]:
        """The rules."""
        return catalog.load(self.game)

    @property
    def facts(self) -> Facts:
        """What the application knows of the game."""
        return facts_of(self.game)

    @property
    def offered(self) -> list[Option]:
        """The options that the sheet offers, whatever the others are set to."""
        hidden = self.facts.hidden_options | self.settled.keys()
        return [option for option in self.engine.options if option.name not in hidden]

    def name_of(self, option: Option) -> str:
        """Return what an option is called, to be translated."""
        return self.facts.option_names[option.name]

    def value_of(self, option: Option) -> Any:
        """Return what an option is set to."""
        return self.options.get(option.name, option.default)

    def concerns(self, option: Option) -> bool:
        """Return whether an option means anything with the others as they are."""
        if option.only is None:
            return True
        name, value = option.only
        other = next(each for each in self.engine.options if each.name == name)
        return bool(self.value_of(other) == value)


def drafts_of(services: Services) -> dict[str, Draft]:
    """Return the games that are being put together, those of earlier starts among them.

    A stored one that this Tablemate cannot read is left out.
    """
    if services.drafts is None:
        stored = services.settings.recall(DRAFTS, {})
        values = stored.values() if isinstance(stored, dict) else ()
        found = (_read_draft(value) for value in values)
        services.drafts = {plan.key: plan for plan in found if plan is not None}
    return services.drafts


def keep_drafts(services: Services) -> None:
    """Store the drafts, if somebody changed one."""
    drafts = drafts_of(services)
    kept = {key: plan.kept() for key, plan in drafts.items() if plan.is_changed}
    if kept != services.settings.recall(DRAFTS, {}):
        services.settings.remember(DRAFTS, kept)


def _read_draft(value: Any) -> Draft | None:
    """Return a stored draft; anybody may have written it, in a backup that was restored."""
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
        } if game in catalog.GAMES and all(isinstance(name, str) for name in names):
            seats = {str(seat): seat for seat in range(len(names))}
            levels = {seats[seat]: level for seat, level in bots.items() if seat in seats}
            plan = Draft(game, names, first, options, {}, levels, practice, entered)
        case _:
            return None
    low, high = plan.engine.seats
    offered = {option.name: option.values for option in plan.offered}
    is_sound = (
        low <= len(names) <= high
        and (first is None or 0 <= first < len(names))
        and all(level in LEVELS for level in levels.values())
        and (plan.may_seat_bots or not levels)
        and (not practice or plan.facts.practice is not None)
        and all(value in offered.get(name, ()) for name, value in options.items())
    )
    if not is_sound:
        return None
    with suppress(BadStart):  # else the game asks again for what it must be told
        start_of(plan, given, seed=0)
        plan.given = given
    return plan


def start_of(plan: Draft, given: dict[str, Any], seed: int) -> Start:
    """Return the beginning of a drafted match; raise BadStart."""
    return catalog.begin(
        plan.engine,
        seats=len(plan.names),
        seed=seed,
        first=plan.first,
        options={**plan.options, **plan.settled},
        given=given,
    )
