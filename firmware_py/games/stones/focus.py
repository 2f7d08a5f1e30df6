"""What the parts picked so far, and the one under the cursor, are about."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract import ChoicePart, Fact, Term
from engines.stones.board import CIRCLES
from engines.stones.rules import topped
from engines.stones.state import State
from firmware_py.games.scene import Scene
from firmware_py.games.stones.entry import built


@dataclass(frozen=True, slots=True)
class Focus:
    """The things on the table that an entry touches."""

    tower: str = ""
    """The stones in hand, bottom first, the one under the cursor included."""
    space: int | None = None
    tops: tuple[int, ...] = ()
    """The towers of the player on turn whose tops would be scored."""
    artist: str | None = None
    circle: str | None = None
    first: int | None = None

    @property
    def on_board(self) -> bool:
        """Say whether the main board is what people look at."""
        return self.artist is not None and self.space is None

    def taken(self, state: State) -> tuple[int, ...]:
        """Return the stacks whose tops the artist takes, clockwise from the first one."""
        if state.board is None or self.artist is None or self.circle is None:
            return ()
        if CIRCLES.index(self.artist) == CIRCLES.index(self.circle):
            return ()
        allowed = state.board.allowed(CIRCLES.index(self.artist), CIRCLES.index(self.circle))
        at = allowed.index(self.first) if self.first in allowed else 0
        return allowed[at:] + allowed[:at]


def focus_of(scene: Scene) -> Focus:
    """Return what an entry is about at this moment."""
    state: State = scene.state
    parts = (*scene.picked, *([scene.highlighted] if scene.highlighted else []))
    values: dict[str, Fact] = {part.name: part.value for part in parts}
    return Focus(
        tower=built(state, parts),
        space=_number(values.get("space")),
        tops=_tops(state, parts),
        artist=_text(values.get("artist")),
        circle=_text(values.get("circle")),
        first=_number(values.get("first")),
    )


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
