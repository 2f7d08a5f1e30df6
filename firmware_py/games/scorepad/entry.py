"""How the knob enters points, and entries to try.

    a sheet of rounds     the numbers of the next missing cell: one press fills it
    lines filled once     the free lines of the side on turn, then the numbers
    a running score       the numbers of the side on turn; without turns the players first

One turn to the left of the likely numbers is another player, and before that everything rare:
correct, sit out, leave, join, the marker, dice, coin, lots and the countdown (`rare`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

from engines.engine import ChoicePart, Seat, Term
from engines.scorepad.choices import (
    COIN,
    DICE,
    DICE_LIMIT,
    FIRST,
    TEAMS,
    Add,
    Choice,
    Correct,
    CorrectEntry,
    Countdown,
    Draw,
    Enter,
    GiveMarker,
    Join,
    Leave,
    Skip,
)
from engines.scorepad.legal import legal, quick_values
from engines.scorepad.notation import write
from engines.scorepad.points import limits, tricks_free
from engines.scorepad.refusals import refuse
from engines.scorepad.state import (
    State,
    active,
    free_lines,
    is_running,
    missing,
    needed_lines,
    now,
    on_turn,
    optional_gaps,
    player_of,
)
from engines.scorepad.template_values import ENTRY_LIMIT, ONCE
from firmware_py.games.scorepad.entry_numbers import LIKELIEST, Dial, Range, range_of
from firmware_py.match.picker import ChoiceNode, Later

Children = dict[ChoicePart, ChoiceNode]

DICE_SIDES = (6, 4, 8, 10, 12, 20, 100, 2, 3, 30)
SECONDS = (60, 90, 120, 180, 300, 600, 900, 1800, 3600, 10, 20, 30, 45)


def action(name: str) -> ChoicePart:
    """Return the part for an action."""
    return ChoicePart("action", Term("action", name))


OTHER, MORE, PASS, AGAIN = (action(name) for name in ("other", "more", "next", "again"))
GONE = ChoicePart("gone", Term("cell", "missing"))
"""Makes a filled cell missing again."""


def rare(state: State) -> Children:
    """Return everything that can be done now except entering points, by action."""
    seats = range(len(state.sides))
    found: Children = {}
    for name, kind in (("skip", Skip), ("leave", Leave), ("join", Join), ("marker", GiveMarker)):
        _add(found, state, name, (kind(seat) for seat in seats))
    found[action(DICE)] = Later(partial(_dice, _last_roll(state)))
    found[action(COIN)] = ChoiceNode(choice=write(Draw(COIN)))
    found[action(FIRST)] = ChoiceNode(choice=write(Draw(FIRST)))
    _add(found, state, TEAMS, (Draw(TEAMS, (count,)) for count in range(2, len(state.sides))))
    found[action("timer")] = ChoiceNode(
        {ChoicePart("seconds", n): ChoiceNode(choice=write(Countdown(n))) for n in SECONDS}
    )
    return found


def _add(found: Children, state: State, name: str, choices: Iterable[Choice]) -> None:
    """Add an action with its legal choices, if there are any."""
    fine = [choice for choice in choices if refuse(state, choice) is None]
    if fine:
        found[action(name)] = ChoiceNode({_about(c): ChoiceNode(choice=write(c)) for c in fine})


def _about(choice: Choice) -> ChoicePart:
    """Return the player, or the number, of an action."""
    match choice:
        case Skip(seat) | Leave(seat) | Join(seat) | GiveMarker(seat):
            return ChoicePart("player", Seat(seat))
        case Draw(_, (count, *_)):
            return ChoicePart("count", count)
    raise AssertionError(choice)


def _last_roll(state: State) -> tuple[int, ...]:
    """Return the number of dice, and of their sides, that were rolled last; else nothing."""
    drawn = state.drawn
    return drawn.sizes if drawn is not None and drawn.kind == DICE else ()


def _dice(last: tuple[int, ...]) -> Children:
    """Return the numbers of dice, then the numbers of their sides, those of the last roll first."""
    count, sides = last or (1, DICE_SIDES[0])
    at = DICE_SIDES.index(sides) if sides in DICE_SIDES else 0
    return {
        ChoicePart("count", number): ChoiceNode(
            {
                ChoicePart("sides", each): ChoiceNode(choice=write(Draw(DICE, (number, each))))
                for each in (*DICE_SIDES[at:], *DICE_SIDES[:at])
            }
        )
        for number in (*range(count, DICE_LIMIT + 1), *range(1, count))
    }


# --- entries ---


Extras = Callable[[], Mapping[ChoicePart, ChoiceNode]]


def offered(state: State) -> ChoiceNode:
    """Return everything that can be entered now, the likeliest first."""
    if state.ended:
        return ChoiceNode()
    if state.asked is not None:  # answered by the dealer at once
        (answer,) = legal(state)
        return ChoiceNode({action(state.asked.kind): ChoiceNode(choice=write(answer))})
    if is_running(state):
        return _running(state)
    side, line = missing(state, len(state.rounds))[0]
    if state.template.sheet == ONCE:
        return Later(lambda: {**_lines(state, side, _free(state, side)), **_extras(state)})
    return cell(state, side, line, extras=partial(_extras, state))


def _free(state: State, side: int) -> tuple[int, ...]:
    """Return the lines that a side can fill on a sheet whose lines are filled once."""
    extra = (at for each, at in optional_gaps(state, len(state.rounds)) if each == side)
    return (*free_lines(state, side), *extra)


def begin_at(state: State, options: tuple[ChoicePart, ...]) -> int:
    """Return the index at which the cursor starts: the likeliest number, or the player on turn."""
    if AGAIN in options:  # so that a press rolls again, and enters no points
        return options.index(AGAIN)
    for place, part in enumerate(options):
        if part.name == LIKELIEST:
            return place
    side = on_turn(state)
    wanted = None if side is None else ChoicePart("player", Seat(player_of(state, side)))
    return options.index(wanted) if wanted in options else 0


def _extras(state: State) -> Children:
    """Return the options left of the numbers, the end of the turn next to them, rare ones last."""
    ring: Children = {MORE: Later(lambda: {**rare(state), **_corrections(state)})}
    if others := _other_cells(state):
        ring[OTHER] = Later(
            lambda: {
                _player(state, side): _one_or_lines(state, side, lines, None)
                for side, lines in others.items()
            }
        )
    if is_running(state) and on_turn(state) is not None:
        ring[PASS] = ChoiceNode(choice="next")
    if state.is_fresh and (last := _last_roll(state)):
        ring[AGAIN] = ChoiceNode(choice=write(Draw(DICE, last)))
    return ring


# --- one cell ---------------------------------------------------------------------------------


def cell(
    state: State, side: int, line: int, number: int | None = None, extras: Extras = dict
) -> Dial:
    """Return the numbers of a cell, which enter a missing value or correct a filled one."""
    seat, name = player_of(state, side), line_name(state, line)
    held = None if number is None else state.rounds[number - 1].cells[side][line]

    def choice(value: int | None) -> Choice:
        if held is not None:
            return Correct(seat, name, number, value)
        assert value is not None
        if is_running(state):
            return Add(seat, name, value)
        return Enter(seat, name, number, value)

    def find() -> Range:
        numbers = range_of(state, side, line, number)
        free, gaps = tricks_free(state, number or len(state.rounds))
        is_made = free is not None and state.template.lines[line].id == _made(state)
        if held is not None:
            numbers = _around(numbers, held)
            if is_made and number == len(state.rounds):
                numbers = _at_most(numbers, (free or 0) + held)
            return _bounded(state, numbers, choice)
        if is_made and free is not None:
            if gaps == 1:
                return _only(state, numbers, free, choice)
            numbers = _at_most(numbers, free)
        return _bounded(state, numbers, choice)

    if held is not None:
        extras = lambda: {GONE: ChoiceNode(choice=write(choice(None)))}  # noqa: E731 - one of two
    return Dial(find, lambda value: write(choice(value)), extras)


def line_name(state: State, line: int) -> str:
    """Return the identifier of a line in the notation; empty if there is only one line."""
    return state.template.lines[line].id if len(state.template.lines) > 1 else ""


def _made(state: State) -> str:
    return "" if state.template.bids is None else state.template.bids.made


def _around(numbers: Range, held: int) -> Range:
    """Return the numbers with the present value as the likeliest, as corrections are near it."""
    likely = tuple(sorted({*numbers.likely, held}))
    return replace(numbers, likely=likely, likeliest=held, is_correction=True)


def _at_most(numbers: Range, free: int) -> Range:
    """Return the numbers without those that are more than the tricks that nobody has yet."""
    likely = tuple(value for value in numbers.likely if value <= free)
    high = min(numbers.high, free)
    return replace(numbers, likely=likely, likeliest=min(numbers.likeliest, high), high=high)


def _only(state: State, numbers: Range, left: int, choice: Callable[[int], Choice]) -> Range:
    """Return only the remaining tricks, or nothing if the rules refuse that number."""
    likely = () if refuse(state, choice(left)) else (left,)
    return replace(numbers, likely=likely, likeliest=left, closed=True)


def _bounded(state: State, numbers: Range, choice: Callable[[int], Choice]) -> Range:
    """Return the numbers without those that would pass a target to be met exactly."""
    if not state.template.end.is_strict:
        return numbers

    def is_fine(value: int) -> bool:
        return refuse(state, choice(value)) is None

    def is_short(value: int) -> bool:
        wrong = refuse(state, choice(value))
        return wrong is None or wrong.code != "PAST_TARGET"

    nothing = min(max(0, numbers.low), numbers.high)
    low = _furthest(nothing, numbers.low, is_short)
    high = _furthest(nothing, numbers.high, is_short)
    fine = tuple(value for value in numbers.likely if is_fine(value)) or (nothing,)
    best = min(fine, key=lambda value: abs(value - numbers.likeliest))
    # A bonus may jump past the target in the middle, and some scores cannot be left.
    end = state.template.end
    is_rough = state.template.bonuses or end.not_left or end.not_last
    each = is_fine if is_rough else numbers.is_fine
    return replace(numbers, likely=fine, likeliest=best, low=low, high=high, is_fine=each)


def _furthest(near: int, far: int, is_fine: Callable[[int], bool]) -> int:
    """Return the last number on the way from `near` to `far` up to which all are fine."""
    while near != far:
        middle = (near + far + (1 if far > near else 0)) // 2
        if is_fine(middle):
            near = middle
        else:
            far = middle - 1 if far > near else middle + 1
    return near


# --- other cells ------------------------------------------------------------------------------


def _lines(state: State, side: int, lines: tuple[int, ...], number: int | None = None) -> Children:
    return {
        ChoicePart("line", state.template.lines[at].id): cell(state, side, at, number)
        for at in lines
    }


def _player(state: State, side: int) -> ChoicePart:
    return ChoicePart("player", Seat(player_of(state, side)))


def _one_or_lines(
    state: State, side: int, lines: tuple[int, ...], number: int | None
) -> ChoiceNode:
    """Return the cell of the only line, or the lines to choose from."""
    if len(state.template.lines) == 1:
        return cell(state, side, lines[0], number)
    return Later(partial(_lines, state, side, lines, number))


def _other_cells(state: State) -> dict[int, tuple[int, ...]]:
    """Return the lines of the other missing cells of the current round, by side."""
    if is_running(state):
        turn, here = on_turn(state), active(state)
        if turn is None:
            return {}  # the players are offered anyway
        every = tuple(range(len(state.template.lines)))
        return {side: every for side in now(state).order if side in here and side != turn}
    cells: dict[int, tuple[int, ...]] = {}
    gaps = missing(state, len(state.rounds))[1:]
    extra = optional_gaps(state, len(state.rounds))
    if state.template.sheet == ONCE:
        first = missing(state, len(state.rounds))[0][0]
        cells = {side: free_lines(state, side) for side, _ in gaps}
        extra = tuple((side, line) for side, line in extra if side != first)
        gaps = ()
    for side, line in (*gaps, *extra):
        cells[side] = (*cells.get(side, ()), line)
    return cells


def _running(state: State) -> ChoiceNode:
    """Return the numbers of the side on turn, or the players of a score without turns."""
    lines = tuple(range(len(state.template.lines)))
    extras = partial(_extras, state)
    if len(state.log) >= ENTRY_LIMIT:
        return Later(extras)
    side = on_turn(state)
    if side is None:
        sides = [each for each in _next_first(state) if each in active(state)]
        players = {_player(state, each): _one_or_lines(state, each, lines, None) for each in sides}
        return Later(lambda: {**players, **extras()})
    if len(lines) == 1:
        return cell(state, side, 0, extras=extras)
    return Later(lambda: {**_lines(state, side, lines), **extras()})


def _next_first(state: State) -> tuple[int, ...]:
    """Return the sides in the order of play, beginning after the one that scored last."""
    order = now(state).order
    if not state.log:
        return order
    after = order.index(state.log[-1].side) + 1
    return (*order[after:], *order[:after])


# --- what was entered -------------------------------------------------------------------------


def _corrections(state: State) -> Children:
    """Return every cell that can be corrected, the newest round first."""
    if is_running(state):
        entries: Children = {
            ChoicePart("entry", number): _entry(state, number)
            for number in range(len(state.log), 0, -1)
        }
        return {action("correct"): Later(lambda: entries)} if entries else {}
    rounds: Children = {}
    for number in range(len(state.rounds), 0, -1):
        if any(_filled(state, side, number) for side in range(len(state.base))):
            rounds[ChoicePart("round", number)] = Later(partial(_round, state, number))
    return {action("correct"): Later(lambda: rounds)} if rounds else {}


def _filled(state: State, side: int, number: int) -> tuple[int, ...]:
    """Return the lines of a side in a round that can be corrected or filled later."""
    row = state.rounds[number - 1]
    cells = row.cells[side]
    held = tuple(at for at, value in enumerate(cells) if value is not None)
    if number == len(state.rounds) or side in row.out:
        return held
    if state.template.sheet == ONCE:
        return held or free_lines(state, side)
    if state.template.frames is not None:
        return needed_lines(state, cells, number)
    return tuple(range(len(cells)))


def _round(state: State, number: int) -> Children:
    return {
        _player(state, side): _one_or_lines(state, side, lines, number)
        for side in state.rounds[number - 1].order
        if (lines := _filled(state, side, number))
    }


def _entry(state: State, number: int) -> Dial:
    """Return the numbers for correcting an entry of a running score, or striking it out."""
    entry = state.log[number - 1]

    def find() -> Range:
        numbers = range_of(state, entry.side, entry.line)
        held = numbers.likeliest if entry.points is None else entry.points
        return _bounded(state, _around(numbers, held), partial(CorrectEntry, number))

    gone = {GONE: ChoiceNode(choice=write(CorrectEntry(number, None)))}
    return Dial(find, lambda value: write(CorrectEntry(number, value)), lambda: gone)


# --- entries to try ---


def tried(state: State) -> ChoiceNode:
    """Return points for any player on any line of this round, and the actions about players."""
    if state.ended:
        return ChoiceNode()
    seats = range(len(state.sides))
    found: Children = {
        ChoicePart("player", Seat(seat)): Later(partial(_any_lines, state, seat)) for seat in seats
    }
    for name, kind in (("skip", Skip), ("leave", Leave), ("join", Join), ("marker", GiveMarker)):
        found[action(name)] = ChoiceNode(
            {
                ChoicePart("player", Seat(seat)): ChoiceNode(choice=write(kind(seat)))
                for seat in seats
            }
        )
    found[action("next")] = ChoiceNode(choice="next")
    if len(state.rounds) > 1 and not is_running(state):
        found[action("correct")] = Later(partial(_earlier, state))
    return ChoiceNode(found)


def _earlier(state: State) -> Children:
    """Return points for any player in earlier rounds, even if absent from them."""
    seats = range(len(state.sides))
    return {
        ChoicePart("round", number): ChoiceNode(
            {
                ChoicePart("player", Seat(seat)): Later(partial(_any_lines, state, seat, number))
                for seat in seats
            }
        )
        for number in range(len(state.rounds) - 1, 0, -1)
    }


def _any_lines(state: State, seat: int, number: int | None = None) -> Children:
    lines = state.template.lines
    if len(lines) == 1:
        return _values(state, seat, 0, number)
    return {
        ChoicePart("line", line.id): Later(partial(_values, state, seat, at, number))
        for at, line in enumerate(lines)
    }


def _values(state: State, seat: int, line: int, number: int | None = None) -> Children:
    """Return the quick values of a line, and those just past its limits."""
    about = state.template.lines[line]
    low, high = limits(state, about, number or len(state.rounds))
    values = sorted({*quick_values(state, state.sides[seat], about), low - 1, high + 1})
    is_held = (
        number is not None and state.rounds[number - 1].cells[state.sides[seat]][line] is not None
    )

    def choice(value: int) -> Choice:
        name = line_name(state, line)
        if is_held:
            return Correct(seat, name, number, value)
        return Add(seat, name, value) if is_running(state) else Enter(seat, name, number, value)

    return {ChoicePart("points", v): ChoiceNode(choice=write(choice(v))) for v in values}
