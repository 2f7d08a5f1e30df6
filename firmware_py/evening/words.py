"""Sentences about an evening: results, reasons for pairings and standings, the log."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from firmware_py.core.language import N_, N_context, labelled
from firmware_py.evening.evening import ALL, SWISS, TABLES, Evening, Line, PlayedRound, Table
from firmware_py.evening.standings import decimal, standings

Say = Callable[..., str]

ROUND_OF_GAME = N_("{game}, round {number}")
SITS_OUT = N_("{name} sits out.")
NOT_PLAYED = N_("{names} (not played)")


def result_text(table: Table, ranks_of: int | None = None) -> str:
    """Return the players with their points, or their names while there is no result."""
    is_pair = len(table.names) == 2
    results = table.results if ranks_of is None else {ranks_of: table.results[ranks_of]}
    if not results:
        return (" – " if is_pair else ", ").join(table.names)
    shown = Table(table.names, results)
    points = [decimal(each) for each in shown.points()]
    if is_pair:
        return f"{table.names[0]} {points[0]} : {points[1]} {table.names[1]}"
    return ", ".join(f"{name} {each}" for name, each in zip(table.names, points, strict=True))


def table_text(table: Table, say: Say) -> str:
    """Return a table as lists show it."""
    if table.results and not table.was_played:
        return say(NOT_PLAYED, names=result_text(Table(table.names)))
    return result_text(table)


# --- why ---


def why_table(evening: Evening, number: int, at: int, say: Say) -> str:
    """Return why these players sit at a table, in the round with this number from 0."""
    each = evening.rounds[number]
    table = each.tables[at]
    entrants = {entrant.name: entrant for entrant in evening.entrants(number)}
    points = ", ".join(f"{name} {decimal(entrants[name].points)}" for name in table.names)
    lines = [labelled(say, say(N_("Points before the round")), points)]
    again = [
        f"{one} – {other}"
        for one, other in combinations(table.names, 2)
        if other in entrants[one].met
    ]
    if again:
        lines.append(labelled(say, say(N_("Met before")), ", ".join(again)))
        lines.append(say(N_("Every other round would repeat at least as many pairs.")))
    else:
        lines.append(say(N_("They have not met this evening.")))
        lines += _met_nearer(evening, number, table, say)
    if len(table.names) == 2 and not evening.plan.twice:
        lines.append(_who_is_first(evening, number, table, say))
    elif evening.plan.twice:
        lines.append(say(N_("They play twice, and each goes first once.")))
    lines.append(say(_RULES[evening.plan.format]))
    return "\n".join(lines)


_RULES = {
    SWISS: N_(
        "Of all possible rounds the box takes the one in which opponents differ least in points "
        "and nobody meets twice."
    ),
    TABLES: N_("The box forms tables of players who have met seldom and have similar points."),
    ALL: N_("Everyone plays everyone, in a fixed order."),
}


def _met_nearer(evening: Evening, number: int, table: Table, say: Say) -> list[str]:
    """Return a sentence with the opponents of closer points who were met already."""
    if evening.plan.format != SWISS:
        return []
    points = evening.points(number)
    apart = abs(points[table.names[0]] - points[table.names[1]])
    lines = []
    for entrant in evening.entrants(number):
        if entrant.name in table.names:
            nearer = [o for o in entrant.met if abs(points[o] - entrant.points) < apart]
            if nearer:
                others = ", ".join(nearer)
                lines.append(
                    say(N_("{name} has met already: {others}."), name=entrant.name, others=others)
                )
    return lines


def _who_is_first(evening: Evening, number: int, table: Table, say: Say) -> str:
    entrants = {entrant.name: entrant for entrant in evening.entrants(number)}
    shares = ", ".join(
        f"{name} {sum(entrants[name].first)}/{len(entrants[name].first)}" for name in table.names
    )
    return say(
        N_("{name} plays first. First player so far: {shares}."),
        name=table.names[0],
        shares=shares,
    )


def why_out(evening: Evening, number: int, name: str, say: Say) -> str:
    """Return why a player sits out, and the points for it."""
    entrants = evening.entrants(number)
    own = next(entrant for entrant in entrants if entrant.name == name)
    reason = N_("{name} sits out: of those who have not yet, nobody has fewer points.")
    if own.sat_out:
        reason = N_("{name} sits out again: everyone else has sat out, too.")
    elif evening.plan.format == ALL:
        reason = N_("{name} sits out: with an odd number each player does once.")
    elif any(each.points < own.points and not each.sat_out for each in entrants):
        reason = N_("{name} sits out: otherwise two players would have to meet again.")
    worth = labelled(say, say(N_("Points for it")), decimal(evening.for_sitting_out))
    return f"{say(reason, name=name)}\n{worth}"


def why_standing(evening: Evening, name: str, say: Say) -> str:
    """Return the origin of a player's points, round by round."""
    own = next(each for each in standings(evening) if each.name == name)
    points = evening.points()
    lines = [labelled(say, say(N_("Points")), decimal(own.points))]
    for number, each in enumerate(evening.rounds, 1):
        said = _round_of(each, evening, name, say)
        label = say(N_context("evening", "Round {number}"), number=number)
        lines.append(labelled(say, label, said))
    lines.append(labelled(say, say(N_("Buchholz")), decimal(own.strength)))
    lines.append(say(N_("The points of all opponents; of several at a table their average.")))
    equal = [
        each.name
        for each in standings(evening)
        if each.name != name and (each.points, each.strength) == (own.points, own.strength)
    ]
    if equal:
        lines.append(
            say(
                N_("Equal in both: {names}. The games among them count: {direct}."),
                names=", ".join(equal),
                direct=decimal(own.direct),
            )
        )
    assert points[name] == own.points
    return "\n".join(lines)


def _round_of(each: PlayedRound, evening: Evening, name: str, say: Say) -> str:
    if name in each.out:
        return f"–, {decimal(evening.for_sitting_out)}"
    for table in each.tables:
        if name in table.names:
            others = ", ".join(other for other in table.names if other != name)
            gained = decimal(table.points()[table.names.index(name)]) if table.results else "?"
            return f"{others}, {gained}"
    return say(N_("not here"))


# --- the log ---


def log_lines(evening: Evening, say: Say) -> list[tuple[str, str]]:
    """Return the entries, and who made them or the game they come from; newest first."""
    known: set[tuple[int, int, int]] = set()
    replayed = Evening(evening.number, evening.log[:1])
    found = []
    for line in evening.log[1:]:
        replayed.add(line, line.get("at"))
        found.append(_entry(replayed, line, known, say))
    return found[::-1]


def _entry(
    evening: Evening, line: Line, known: set[tuple[int, int, int]], say: Say
) -> tuple[str, str]:
    """Return a line in words, and who entered it."""
    by = line.get("by") or ""
    match line:
        case {"do": "here", "name": name}:
            return say(N_("{name} is here."), name=name), by
        case {"do": "gone", "name": name}:
            return say(N_("{name} has left."), name=name), by
        case {"do": "round"}:
            return say(N_("Round {number} began."), number=len(evening.rounds)), by
        case {"do": "unpair"}:
            return say(N_("Round {number} was cancelled."), number=len(evening.rounds) + 1), by
        case {"do": "result", "round": number, "table": at, "game": game}:
            place = (number, at, game)
            is_change = place in known
            known.add(place)
            table = evening.rounds[number].tables[at]
            says = N_("Round {number}: {result}")
            if is_change:
                says = N_("Corrected, round {number}: {result}")
            if not table.results[game]:
                result = say(NOT_PLAYED, names=result_text(Table(table.names)))
            else:
                result = result_text(table, game)
            if line.get("match") is not None:
                by = say(N_("from the game on the box"))
            return say(says, number=number + 1, result=result), by
        case {"do": "match", "round": number, "table": at}:
            names = result_text(Table(evening.rounds[number].tables[at].names))
            return say(N_("Began on the box: {names}"), names=names), by
        case {"do": "end"}:
            return say(N_("The evening ended.")), by
        case {"do": "again"}:
            return say(N_("The evening went on.")), by
    return say(N_context("evening", "Rounds: {count}"), count=evening.plan.rounds), by
