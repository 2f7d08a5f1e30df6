"""The table editor of the score pad, for comparing it with a sheet on paper."""

from __future__ import annotations

from engines.engine import Seat
from engines.scorepad.course import totals
from engines.scorepad.position import write
from engines.scorepad.state import State, is_running, side_count
from engines.scorepad.template_values import NONE
from firmware_py.core.language import N_, labelled
from firmware_py.games.scorepad.entry_numbers import range_of
from firmware_py.games.scorepad.focus import entry_text, line_text, side_name
from firmware_py.games.scorepad.oled_scores import SheetPage, draw_sheet, pages
from firmware_py.games.table_editor import EditField, Editor, TableArea, at, people
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Canvas

_NEAR = 20
"""How far a value can be changed up and down; larger changes are made in play."""
_ENTRIES = 5
MISSING = "?"


def areas(scene: AnyScene) -> tuple[TableArea, ...]:
    """Return the sheet page by page, or the entries of a running score, then totals and marker."""
    state: State = scene.state
    count = len(state.log)
    return (
        *(_page(scene, page) for page in pages(state)),
        *(
            _entries(scene, range(first, min(first + _ENTRIES, count)))
            for first in range(0, count, _ENTRIES)
        ),
        _people(scene),
    )


def _page(scene: AnyScene, page: SheetPage) -> TableArea:
    state: State = scene.state
    title = scene.say(N_("Sheet"))
    if page.lines:
        title = scene.say(N_("Round {number}"), number=page.rounds[0])

    def draw(canvas: Canvas) -> None:
        draw_sheet(canvas, scene, page)

    lines = page.lines or ((0,) if len(state.template.lines) == 1 else ())
    fields = tuple(
        _cell(scene, side, number, line)
        for number in page.rounds
        for line in lines
        for side in page.sides
        if side not in state.rounds[number - 1].out
    )
    return TableArea(title, (), fields, draw)


def _cell(scene: AnyScene, side: int, number: int, line: int) -> EditField:
    state: State = scene.state
    held = state.rounds[number - 1].cells[side][line]
    title = scene.say(N_("{name}, round {number}"), name=side_name(scene, side), number=number)
    if len(state.template.lines) > 1:
        title = f"{side_name(scene, side)} {line_text(scene, line)}"
    domain = _domain(state, side, line, number, held)
    put = at("rounds", number - 1, "cells", side, line)
    return Editor(write(state)).field(title, domain, held, put)


def _domain(
    state: State, side: int, line: int, number: int | None, held: int | None
) -> dict[int | None, str]:
    """Return the possible values of a cell: missing, near its value, and the likely ones."""
    values = range_of(state, side, line, number)
    middle = values.likeliest if held is None else held
    near = range(max(middle - _NEAR, values.low), min(middle + _NEAR, values.high) + 1)
    if values.closed:
        near = range(0)
    own = () if held is None else (held,)
    likely = sorted({*near, *values.likely, *own})
    return {None: MISSING, **{value: str(value) for value in likely}}


def _entries(scene: AnyScene, numbers: range) -> TableArea:
    """Return some entries of a running score."""
    told = tuple(f"#{at + 1} {entry_text(scene, at + 1)}" for at in numbers)
    return TableArea(scene.say(N_("Entries")), told, tuple(_entry(scene, at) for at in numbers))


def _entry(scene: AnyScene, index: int) -> EditField:
    entry = scene.state.log[index]
    title = f"#{index + 1} {side_name(scene, entry.side)}"
    domain = _domain(scene.state, entry.side, entry.line, None, entry.points)
    return Editor(write(scene.state)).field(title, domain, entry.points, at("log", index, 3))


def _people(scene: AnyScene) -> TableArea:
    """Return the totals, and who has the marker."""
    state: State = scene.state
    held = totals(state)
    told = [
        labelled(scene.say, side_name(scene, side), held[side]) for side in range(side_count(state))
    ]
    fields: tuple[EditField, ...] = ()
    if state.template.order.marker != NONE:
        holder = scene.voice.fact(Seat(state.marker))
        told.append(scene.say(N_("Marker: {name}"), name=holder))
        seats = people(scene, (seat for seat in range(len(state.sides)) if seat not in state.away))
        edit = Editor(write(state))
        title = scene.say(N_("Marker"))
        fields = (edit.field(title, seats, state.marker, at("marker"), missing=holder),)
    if is_running(state) or len(told) <= _ENTRIES:
        return TableArea(scene.say(N_("Totals")), tuple(told), fields)
    half = -(-len(told) // 2)
    # Two of the longest names in a row leave no room for the space before the French colon.
    rows = [", ".join(told[at::half]).replace("\u00a0:", ":") for at in range(half)]
    return TableArea(scene.say(N_("Totals")), tuple(rows), fields)
