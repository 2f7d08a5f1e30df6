"""The UI of Mandala Stones."""

from __future__ import annotations

from collections.abc import Callable

from engines.engine import Seat
from engines.stones import GAME
from engines.stones.state import State
from firmware_py.core.language import N_
from firmware_py.games.draft import Draft
from firmware_py.games.game_ui import GameUI, Hands, Trees, picture_in
from firmware_py.games.stones import aid, editor, entry, words
from firmware_py.games.stones.entry import all_attempts
from firmware_py.games.stones.oled import draw_table
from firmware_py.games.stones.oled_board import draw_plan
from firmware_py.games.stones.oled_prompt import told_place
from firmware_py.match.scene import Scene
from firmware_py.ui.navigation import Next, Screen
from firmware_py.ui.services import Services

HANDS = Hands(
    told_place,
    known=frozenset({"step.main.tower", "step.stack.tower", "step.artist.circle.circle"}),
    echoes=frozenset(
        {
            "learned",
            "uncovered",
            "earned_space1",
            "earned_space2",
            "earned_space3",
            "earned_space4",
            "earned_space5",
            "earned_tops",
            "earned_objective",
            "round",
        }
    ),
    only_hands=frozenset({"picked"}),
    at_end=frozenset({"step.track.track", "step.box.fifty"}),
)


def _asks_first(scene: Scene[State], text: str) -> str | None:
    """Ask before "nothing to pick" of a player without a tower, which ends the game at once."""
    state = scene.state
    if text != entry.NOTHING_TEXT or any(state.own):
        return None
    name = scene.voice.fact(Seat(state.turn))
    return scene.say(
        N_(
            "{name} cannot pick and has no tower. The game ends now; then come the "
            "objectives. Sure?"
        ),
        name=name,
    )


def _prepare(services: Services, draft: Draft, begin: Callable[[], Next]) -> Screen | None:
    """Give the match this table's mandala board, and ask for the main board if it is tracked."""
    draft.given["mandala"] = services.queue.store.profile(GAME.name) or []
    if draft.options.get("tracking") == "board" and "tops" not in draft.given:
        from firmware_py.games.stones.set_up import BoardEntry, BoardLaying  # only to begin

        return (BoardEntry if draft.entered else BoardLaying)(services, draft, begin)
    return None


UI = GameUI(
    tree=Trees(entry.legal_tree),
    attempts=Trees(all_attempts),
    start=entry.cursor,
    draw=draw_table,
    hands=HANDS,
    asks_first=_asks_first,
    aid=lambda _: aid.PAGES,
    aid_page=aid.page_for,
    areas=editor.areas,
    binds=words.binds,
    pieces=words.pieces,
    vocabulary=words.VOCABULARY,
    picture=picture_in(__package__),
    pictures_plan=lambda state: state.board is not None,
    plan=draw_plan,
    prepare=_prepare,
    told=frozenset({"step.box.stack", "step.artist.box.circle"}),
)
