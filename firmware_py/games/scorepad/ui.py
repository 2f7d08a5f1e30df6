"""The score pad on the box: what the application needs to use it."""

from __future__ import annotations

from engines.engine import Seat
from engines.scorepad.order import first_seat
from engines.scorepad.rules import turn
from engines.scorepad.template_values import DEALER
from firmware_py.core.language import N_
from firmware_py.games.game_ui import Face, Hands, Trees
from firmware_py.games.scorepad import aid, editor, entry, focus, new_game_rows
from firmware_py.games.scorepad.aid import draw_plan
from firmware_py.games.scorepad.countdown import opened_by
from firmware_py.games.scorepad.entry import tried
from firmware_py.games.scorepad.focus import change_of, on_value, side_name, side_of, sum_text
from firmware_py.games.scorepad.oled import draw_pad, told_place
from firmware_py.games.scorepad.oled_scores import results
from firmware_py.games.svg import Taps
from firmware_py.match.scene import AnyScene

HANDS = Hands(
    told_place,
    # The screen shows the round, the countdown its own seconds.
    echoes=frozenset({"round_complete", "timer"}),
)


def _sides(scene: AnyScene) -> tuple[str, ...]:
    """Say who plays together."""
    state = scene.state
    if len(state.base) == len(state.sides):
        return ()
    return tuple(side_name(scene, side) for side in range(len(state.base)))


def _picture(scene: AnyScene, taps: Taps) -> str:
    from firmware_py.games.scorepad.svg import draw_picture  # only where somebody looks at it

    return draw_picture(scene, taps)


def _binds(scene: AnyScene) -> str:
    """Say the sum that stands there before the press; whose, if somebody else is on turn."""
    change, state = change_of(scene), scene.state
    if change is None or not on_value(scene):
        return ""
    on_turn, side = turn(state), side_of(state, change)
    seat = None if on_turn is None else on_turn.seat
    told = sum_text(scene, change)
    is_theirs = seat is not None and state.sides[seat] == side
    return told if is_theirs else f"{side_name(scene, side)}: {told}"


def _who_begins(scene: AnyScene) -> str:
    """Say who deals as well: the game begins with the next one."""
    state = scene.state
    if state.template.order.marker != DEALER:
        return ""
    dealer, first = (scene.voice.fact(Seat(seat)) for seat in (state.marker, first_seat(state)))
    return scene.say(N_("{dealer} deals\n{name} begins"), dealer=dealer, name=first)


FACE = Face(
    tree=Trees(entry.offered),
    attempts=Trees(tried),
    start=lambda state, _picked, options: entry.begin_at(state, options),
    draw=draw_pad,
    hands=HANDS,
    aid=aid.pages,
    areas=editor.areas,
    binds=_binds,
    vocabulary=focus.VOCABULARY,
    offers=focus.offers,
    picture=_picture,
    plan=draw_plan,
    sides=_sides,
    deals_first=new_game_rows.deals_first,
    who_begins=_who_begins,
    sheet_rows=new_game_rows.sheet_rows,
    prepare=new_game_rows.prepare,
    opened_by=opened_by,
    results=results,
)
