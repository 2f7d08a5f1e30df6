"""What the scene points out: the stones in hand, spaces, the artist's way, the last choice."""

from __future__ import annotations

from dataclasses import dataclass

from engines.engine import BadNotation, ChoicePart, Fact, Term
from engines.stones.board import CIRCLES
from engines.stones.choices import ArtistPick, Choice, Pick, ScoreColour, ScoreTops
from engines.stones.notation import read
from engines.stones.rules import topped
from engines.stones.state import State
from firmware_py.games.stones.entry import built
from firmware_py.match.scene import Scene

_BOARD_PARTS = {"artist", "circle", "first"}
_BOARD_REFUSALS = {
    "NO_ARTIST_THERE",
    "CIRCLE_TAKEN",
    "SAME_CIRCLE",
    "NOTHING_ALLOWED",
    "FIRST_NOT_ALLOWED",
}
"""Refusals that are shown on the main board instead of the towers."""


@dataclass(frozen=True, slots=True)
class Focus:
    """The things on the table that are being chosen."""

    tower: str = ""
    """The stones chosen so far, bottom first, including the one under the cursor."""
    space: int | None = None
    tops: tuple[int, ...] = ()
    """The spaces of the player on turn whose tops would be scored."""
    artist: str | None = None
    circle: str | None = None
    first: int | None = None

    def taken(self, state: State) -> tuple[int, ...]:
        """Return the stacks whose tops the artist takes, clockwise from the first one."""
        if state.board is None or self.artist is None or self.circle is None:
            return ()
        if CIRCLES.index(self.artist) == CIRCLES.index(self.circle):
            return ()
        allowed = state.board.allowed(CIRCLES.index(self.artist), CIRCLES.index(self.circle))
        at = allowed.index(self.first) if self.first in allowed else 0
        return allowed[at:] + allowed[:at]


def has_entry(scene: Scene[State]) -> bool:
    """Return whether a choice is being entered or was tried, unlike in a replay."""
    return bool(scene.options or scene.picked)


def part_of(scene: Scene[State]) -> ChoicePart | None:
    """Return the part under the cursor, else the one picked last."""
    return scene.highlighted or (scene.picked[-1] if scene.picked else None)


def played(scene: Scene[State]) -> Choice | None:
    """Return the last choice, or None after an agreement or a correction."""
    try:
        return None if scene.last is None else read(scene.last)
    except BadNotation:
        return None


def last_of(scene: Scene[State]) -> Choice | None:
    """Return the choice that led to this table, in a replay."""
    before = scene.before
    if has_entry(scene) or before is None or before.asks is not None:
        return None
    return played(scene)


def last_tower(scene: Scene[State]) -> tuple[int, int] | None:
    """Return the seat and space of the tower that the last choice built."""
    match played(scene):
        case Pick(space=space) | ArtistPick(space=space) if scene.before is not None:
            return scene.before.turn, space
    return None


def way_of(scene: Scene[State], focus: Focus) -> tuple[str | None, str | None, str]:
    """Return the start and end of an artist's way, and its class: now or in the last choice."""
    if has_entry(scene) and (scene.picked or focus.circle is not None):
        return focus.artist, focus.circle, "way"
    last = played(scene)
    return (last.source, last.target, "last") if isinstance(last, ArtistPick) else (None, None, "")


def seat_of(scene: Scene[State]) -> int:
    """Return the seat whose towers are shown: the one on turn, in a replay the one that played."""
    before = scene.before
    return scene.state.turn if before is None or last_of(scene) is None else before.turn


def is_on_board(scene: Scene[State]) -> bool:
    """Return whether the main board is shown instead of the towers."""
    state = scene.state
    if state.board is None or state.phase == "over":
        return False
    if state.asks is not None and has_entry(scene):
        return state.asks == "reveal"
    if scene.refused is not None and scene.refused.code in _BOARD_REFUSALS:
        return True
    part = part_of(scene)
    if part is None and scene.before is None:
        # Nothing is being chosen and nothing was played, as in a lesson.
        return state.phase == "play" and not all(state.own)
    if part is None:
        was_reveal = scene.before is not None and scene.before.asks == "reveal"
        return was_reveal or isinstance(last_of(scene), ArtistPick)
    return part.name in _BOARD_PARTS


def focus_of(scene: Scene[State]) -> Focus:
    """Return the focus of the entry; in a replay, of the last choice."""
    if not has_entry(scene):
        return _past(last_of(scene), scene.before)
    state = scene.state
    parts = scene.shown
    values: dict[str, Fact] = {part.name: part.value for part in parts}
    return Focus(
        tower=built(state, parts),
        space=_number(values.get("space")),
        tops=_tops(state, parts),
        artist=_text(values.get("artist")),
        circle=_text(values.get("circle")),
        first=_number(values.get("first")),
    )


def _past(choice: Choice | None, before: State | None) -> Focus:
    match choice:
        case Pick(_, space) | ArtistPick(_, _, _, space):
            circle = choice.target if isinstance(choice, ArtistPick) else None
            return Focus(space=space, circle=circle)
        case ScoreColour(colour) if before is not None:
            return Focus(tops=topped(before, colour))
        case ScoreTops(spaces):
            return Focus(tops=spaces)
    return Focus()


def _tops(state: State, parts: tuple[ChoicePart, ...]) -> tuple[int, ...]:
    spaces: list[int] = []
    for part in parts:
        match part:
            case ChoicePart("score", (_, Term(_, colour))):
                return topped(state, str(colour))
            case ChoicePart("all", (_, *chosen)):
                return tuple(space for space in chosen if isinstance(space, int))
            case ChoicePart("top", int(space)):
                spaces.append(space)
    return tuple(spaces)


def _number(value: Fact | None) -> int | None:
    return value if isinstance(value, int) else None


def _text(value: Fact | None) -> str | None:
    return value if isinstance(value, str) else None
