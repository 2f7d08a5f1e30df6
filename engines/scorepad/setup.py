"""The start of a game: with a template, and optionally with teams and late players.

The whole template is given, not its name, so that a record replays without the template's file.
"""

from __future__ import annotations

from engines.engine import BadPosition, BadStart, Json, Reason, Start
from engines.json_reader import JsonReader, check_start
from engines.languages import SOURCE
from engines.scorepad import template as templates
from engines.scorepad.order import keep_marker
from engines.scorepad.rules import open_round
from engines.scorepad.state import State
from engines.scorepad.template_values import SEATS, Template

PLAIN = Template(title=((SOURCE, "Score pad"),))
"""The default template; the shipped file `plain` is equal."""


def setup(start: Start) -> State:
    """Return the empty sheet; raise BadStart."""
    template = template_of(start)
    sides = _sides(start, template)
    away = _late(start)
    state = State(
        template=template,
        seed=start.seed,
        sides=sides,
        base=(template.start,) * (max(sides) + 1),
        marker=start.first,
        rounds=(),
        away=away,
        awaited=away,
    )
    return open_round(keep_marker(state))


def template_of(start: Start) -> Template:
    """Return the template of a start, if it fits; raise BadStart."""
    check_start(start, SEATS)
    template = PLAIN
    if "template" in start.given:
        template = templates.read(start.given["template"])
    low, high = template.players
    check_start(start, (min(low + len(_late(start)), high), high))
    return template


def _sides(start: Start, template: Template) -> tuple[int, ...]:
    """Return the side of each seat: as given, alternating in teams, or each for itself."""
    if "teams" in start.given:
        return _given_teams(start.given["teams"], start.seats)
    count = template.teams or start.seats
    if template.teams > start.seats:
        raise BadStart(Reason("TOO_FEW_FOR_TEAMS", {"seats": start.seats}))
    return tuple(seat % count for seat in range(start.seats))


def _given_teams(value: Json, seats: int) -> tuple[int, ...]:
    """Return the given team of each seat, counted from 0; raise BadStart if a team is empty."""
    try:
        top = JsonReader(value, "teams")
        teams = tuple(each.whole(1, seats) - 1 for each in top.items(seats))
        if set(teams) != set(range(max(teams) + 1)):
            top.refuse("all_teams")
    except BadPosition as error:
        raise BadStart(Reason("BAD_GIVEN", error.reason.facts)) from error
    return teams


def _late(start: Start) -> tuple[int, ...]:
    """Return the seats of late players; raise BadStart if nobody is present."""
    if "late" not in start.given:
        return ()
    try:
        top = JsonReader(start.given["late"], "late")
        late = top.wholes(1, start.seats)
        if len(late) == start.seats:
            top.refuse("somebody")
    except BadPosition as error:
        raise BadStart(Reason("BAD_GIVEN", error.reason.facts)) from error
    return tuple(seat - 1 for seat in late)
