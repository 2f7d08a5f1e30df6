"""What the cursor is on, and in words: the side, the line, the sum, the options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from engines.engine import BadNotation, ChoicePart, Seat
from engines.scorepad.choices import Add, Choice, Correct, CorrectEntry, Enter
from engines.scorepad.notation import read
from engines.scorepad.rules import place_of, preview
from engines.scorepad.state import State, is_running, members, missing, player_count
from engines.scorepad.template_values import ROUND_LIMIT
from firmware_py.core.language import N_, labelled
from firmware_py.games.scorepad.entry_numbers import LIKELIEST, LIKELY, NUMBERS
from firmware_py.games.vocabulary import Offer, PartWords, offers_of
from firmware_py.match.scene import AnyScene

Change = Enter | Correct | Add | CorrectEntry


def change_of(scene: AnyScene) -> Change | None:
    """Return the entry that the highlighted option leads to, or None."""
    for text in scene.reachable:
        try:
            choice: Choice = read(text)
        except BadNotation:
            return None
        return choice if isinstance(choice, Enter | Correct | Add | CorrectEntry) else None
    return None


def side_of(state: State, change: Change) -> int:
    """Return the side whose score an entry changes."""
    if isinstance(change, CorrectEntry):
        return state.log[change.number - 1].side
    return state.sides[change.seat]


def line_of(state: State, change: Change) -> int:
    """Return the line of an entry."""
    if isinstance(change, CorrectEntry):
        return state.log[change.number - 1].line
    return place_of(state, change.line)


class CellFocus(NamedTuple):
    """The cell of an entry."""

    side: int | None = None
    """None: no cell."""
    line: int | None = None
    """None: any line of the round."""
    round: int = 0
    """0: the current one."""
    entry: int = 0
    """The number, from 1, of the corrected entry of a running score; 0: a new entry."""
    change: Change | None = None
    shown: str | None = None
    """The number shown in the cell before the press."""


def focus_of(scene: AnyScene) -> CellFocus:
    """Return the cell that is being filled, or whose entry was refused."""
    state: State = scene.state
    tried = {part.name: part.value for part in scene.picked}
    seat, line, number = tried.get("player"), tried.get("line"), tried.get("round", 0)
    if scene.refused is not None and isinstance(seat, Seat):
        assert isinstance(number, int)
        at = state.template.line(line) if isinstance(line, str) else None
        return CellFocus(state.sides[seat.number], at, number)
    part, change = scene.highlighted, change_of(scene)
    kind = "" if part is None else part.name
    # A point in tennis has one value, so the player is the cell.
    is_only = kind == "player" and len(list(islice(scene.reachable, 2))) == 1
    is_cell = is_only or kind in (*NUMBERS, "line", "gone")
    if change is None or not (scene.refused is not None or is_cell):
        return CellFocus()
    in_round = change.round if isinstance(change, Enter | Correct) else None
    entry = change.number if isinstance(change, CorrectEntry) else 0
    shown = str(part.value) if part is not None and kind in NUMBERS else None
    return CellFocus(
        side_of(state, change), line_of(state, change), in_round or 0, entry, change, shown
    )


def on_value(scene: AnyScene) -> bool:
    """Return whether the cursor is on a value for a cell: a number, or "missing"."""
    part = scene.highlighted
    return part is not None and part.name in (*NUMBERS, "gone")


def side_name(scene: AnyScene, side: int) -> str:
    """Return the names of a side's players, without those who are away."""
    state: State = scene.state
    seats = [seat for seat in members(state, side) if seat not in state.away]
    return "+".join(scene.voice.fact(Seat(seat)) for seat in seats or members(state, side))


def line_text(scene: AnyScene, line: int) -> str:
    """Return the name of a line in the language of the scene."""
    return scene.voice.fact(scene.state.template.lines[line].named)


# --- one option -------------------------------------------------------------------------------


def label(scene: AnyScene, part: ChoicePart) -> str:
    """Return an option in a few words."""
    if part.name in NUMBERS:
        return str(part.value)
    state: State = scene.state
    match part:
        case ChoicePart("line", str(name)):
            at = state.template.line(name)
            return line_text(scene, at or 0)
        case ChoicePart("round", int(number)):
            return scene.say(N_("Round {number}"), number=number)
        case ChoicePart("entry", int(number)):
            return entry_text(scene, number)
        case ChoicePart("seconds", int(seconds)):
            return f"{seconds // 60}:{seconds % 60:02d}"
        case ChoicePart("sides", int(sides)):
            return scene.say(N_("{sides} sides"), sides=sides)
    return scene.voice.fact(part.value)


def name_option(scene: AnyScene, part: ChoicePart) -> str:
    """Return an option for a button; an entry with its number."""
    said = label(scene, part)
    if part.name == "entry":
        return f"#{part.value} {said}"
    return said[:1].upper() + said[1:]


def entry_text(scene: AnyScene, number: int) -> str:
    """Return an entry of a running score: the side and its points."""
    entry = scene.state.log[number - 1]
    points = "?" if entry.points is None else f"{entry.points:+d}"
    return f"{side_name(scene, entry.side)} {points}"


def sum_text(scene: AnyScene, change: Change) -> str:
    """Return the effect of an entry on the score: 40 + 5 = 45."""
    state: State = scene.state
    before, after = preview(state, change)
    by = after - before
    told = f"{before} {'-' if by < 0 else '+'} {abs(by)} = {after}"
    if isinstance(change, Enter | Add) and counts_nothing(state, line_of(state, change)):
        return labelled(scene.say, line_text(scene, line_of(state, change)), change.points)
    if isinstance(change, Correct | CorrectEntry):
        now = scene.say(N_("missing")) if change.points is None else str(change.points)
        return f"{_held(state, change)} > {now}: {after}"
    if change.points is not None and abs(by) == abs(change.points):
        return told
    return f"{change.points}: {told}" if by else f"{change.points}"


def counts_nothing(state: State, line: int) -> bool:
    """Return whether a line counts nothing by itself, such as that of the bids."""
    about, bids = state.template.lines[line], state.template.bids
    return about.times == 0 or (bids is not None and about.id == bids.bid)


def _held(state: State, change: Correct | CorrectEntry) -> str:
    """Return the present value of a corrected cell or entry."""
    if isinstance(change, CorrectEntry):
        held = state.log[change.number - 1].points
    else:
        row = state.rounds[(change.round or len(state.rounds)) - 1]
        held = row.cells[side_of(state, change)][line_of(state, change)]
    return "?" if held is None else str(held)


def where_text(scene: AnyScene, change: Change | None) -> str:
    """Return the round and line, if the template has several."""
    state: State = scene.state
    told: list[str] = []
    number = change.round if isinstance(change, Enter | Correct) and change.round else None
    if not is_running(state) or state.template.turns != "none":
        told.append(round_text(scene, number or len(state.rounds)))
    if isinstance(change, CorrectEntry):
        told.append(f"#{change.number}")
    if change is not None and len(state.template.lines) > 1:
        told.append(line_text(scene, line_of(state, change)))
    bids = state.template.bids
    if bids is not None:
        cards = state.template.cards(number or len(state.rounds), player_count(state))
        told.append(scene.say(N_("cards: {count}"), count=cards))
    return "  ".join(told)


def round_text(scene: AnyScene, number: int) -> str:
    """Return the number of a round, and of all rounds if known."""
    last = scene.state.template.last_round(player_count(scene.state))
    of = "" if last == ROUND_LIMIT else f"/{last}"
    return scene.say(N_("Round {number}"), number=f"{number}{of}")


def earlier_gaps(state: State) -> Iterator[int]:
    """Yield the earlier rounds in which something is missing again."""
    for number in range(1, len(state.rounds)):
        if missing(state, number):
            yield number


# --- the vocabulary ---


VOCABULARY = {
    "player": PartWords(N_("Choose a player: {choices}."), label, name_option),
    "line": PartWords(N_("Choose a line of the sheet: {choices}."), label, label),
    "round": PartWords(N_("Choose a round: {choices}."), label, name_option),
    "entry": PartWords(N_("Choose an entry: {choices}."), label, name_option),
    "gone": PartWords(N_("Or leave it empty."), label, name_option),
    "action": PartWords(option=label, button=name_option),
    "seconds": PartWords(option=label, button=name_option),
    "sides": PartWords(option=label, button=name_option),
}
_WITH_NUMBERS = VOCABULARY | {"action": PartWords(N_("Or something else: {choices}."), label)}


def offers(scene: AnyScene) -> tuple[Offer, ...]:
    """Return the question for points with the likely ones, then the other options."""
    rest = tuple(part for part in scene.options if part.name not in NUMBERS)
    vocabulary = VOCABULARY if len(rest) == len(scene.options) else _WITH_NUMBERS
    return (*_points(scene), *offers_of(vocabulary, replace(scene, options=rest, index=0)))


def _points(scene: AnyScene) -> tuple[Offer, ...]:
    """Return the question for the points of a cell, which names only the likely ones."""
    likely = tuple(str(part.value) for part in scene.options if part.name in (LIKELIEST, LIKELY))
    if not any(part.name in NUMBERS for part in scene.options):
        return ()
    change = change_of(scene)
    if change is None:
        return (Offer(N_("Enter points (likely: {choices})."), likely),)
    name = side_name(scene, side_of(scene.state, change))
    return (Offer(N_("Enter the points of {name} (likely: {choices})."), likely, {"name": name}),)
