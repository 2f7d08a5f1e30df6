"""The UI of the score pad."""

from __future__ import annotations

from engines.engine import Seat
from engines.scorepad.order import first_seat
from engines.scorepad.rules import turn
from engines.scorepad.template_values import DEALER
from firmware_py.core.language import N_
from firmware_py.games.game_ui import GameUI, Hands, Trees, picture_in
from firmware_py.games.scorepad import aid, editor, entry, focus, new_game_rows, score_cells
from firmware_py.games.scorepad.aid import draw_plan
from firmware_py.games.scorepad.countdown import opened_by
from firmware_py.games.scorepad.entry import tried
from firmware_py.games.scorepad.focus import change_of, on_value, side_name, side_of, sum_text
from firmware_py.games.scorepad.oled import draw_pad, told_place
from firmware_py.games.scorepad.oled_scores import results
from firmware_py.match.scene import AnyScene

HANDS = Hands(
    told_place,
    # The round is on the screen, the seconds are on that of the countdown.
    echoes=frozenset({"round_complete", "timer"}),
)


def _sides(scene: AnyScene) -> tuple[str, ...]:
    """Return the members of each side, if there are teams."""
    state = scene.state
    if len(state.base) == len(state.sides):
        return ()
    return tuple(side_name(scene, side) for side in range(len(state.base)))


def _binds(scene: AnyScene) -> str:
    """Return the sum before the press, with the side if another one is on turn."""
    change, state = change_of(scene), scene.state
    if change is None or not on_value(scene):
        return ""
    on_turn, side = turn(state), side_of(state, change)
    seat = None if on_turn is None else on_turn.seat
    told = sum_text(scene, change)
    is_theirs = seat is None or state.sides[seat] == side
    return told if is_theirs else f"{side_name(scene, side)}: {told}"


def _asked(scene: AnyScene) -> str:
    """Return the side whose number is asked for."""
    change = change_of(scene)
    if change is None or not on_value(scene):
        return ""
    return side_name(scene, side_of(scene.state, change))


def _who_begins(scene: AnyScene) -> str:
    """Return the dealer and the first player, if the marker is the dealer's."""
    state = scene.state
    if state.template.order.marker != DEALER:
        return ""
    dealer, first = (scene.voice.fact(Seat(seat)) for seat in (state.marker, first_seat(state)))
    return scene.say(N_("{dealer} deals\n{name} begins"), dealer=dealer, name=first)


UI = GameUI(
    tree=Trees(entry.offered),
    attempts=Trees(tried),
    start=lambda state, _picked, options: entry.begin_at(state, options),
    draw=draw_pad,
    hands=HANDS,
    aid=aid.pages,
    areas=editor.areas,
    score_sheet=score_cells.score_sheet,
    correct=score_cells.correct_code,
    binds=_binds,
    asked=_asked,
    vocabulary=focus.VOCABULARY,
    offers=focus.offers,
    picture=picture_in(__package__),
    plan=draw_plan,
    sides=_sides,
    deals_first=new_game_rows.deals_first,
    who_begins=_who_begins,
    sheet_rows=new_game_rows.sheet_rows,
    prepare=new_game_rows.prepare,
    opened_by=opened_by,
    results=results,
)
