"""The rules a game is played by, and its state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.mana.board import EMPTY

SEATS = (2, 2)
ORIENT, SETUP, PLAY, OVER = "orient", "setup", "play", "over"


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game, reduced to those of its edition."""

    edition: str
    free_setup: bool
    """Six of twelve squares: edition 2005, and the advanced variant."""
    asks_bird: bool
    bird_must_fly: bool
    bird_blocks: bool
    blocked_passes: bool
    """Edition bird: the turn is lost if the pieces on the demanded kind are all blocked."""
    drops_anywhere: bool
    """Whether a ronin returns on any empty square, not only on one of the demanded kind."""

    @property
    def is_2005(self) -> bool:
        """Whether this is the edition with the Mana on the piece, not the one with the bird."""
        return self.edition == "2005"


def rules_of(options: Mapping[str, str | bool]) -> Rules:
    """Return the rules for options; a missing option has its default."""
    if options.get("edition", "bird") == "2005":
        return Rules(
            edition="2005",
            free_setup=True,
            asks_bird=False,
            bird_must_fly=False,
            bird_blocks=False,
            blocked_passes=False,
            drops_anywhere=bool(options.get("drop_anywhere", False)),
        )
    bird_blocks = bool(options.get("bird_blocks", False))
    bird_must_fly = bool(options.get("bird_must_fly", False))
    return Rules(
        edition="bird",
        free_setup=bool(options.get("advanced", False)),
        # Both options need to know where the bird is.
        asks_bird=bird_blocks or bird_must_fly or bool(options.get("ask_bird", False)),
        bird_must_fly=bird_must_fly,
        bird_blocks=bird_blocks,
        blocked_passes=options.get("blocked", "pass") == "pass",
        drops_anywhere=True,
    )


def options_of(rules: Rules) -> dict[str, str | bool]:
    """Return the options for these rules, only those of the edition."""
    if rules.is_2005:
        return {"edition": rules.edition, "drop_anywhere": rules.drops_anywhere}
    return {
        "edition": rules.edition,
        "advanced": rules.free_setup,
        "ask_bird": rules.asks_bird,
        "bird_must_fly": rules.bird_must_fly,
        "bird_blocks": rules.bird_blocks,
        "blocked": "pass" if rules.blocked_passes else "free",
    }


@dataclass(frozen=True, slots=True)
class State:
    """A game of Mana. Side 0 is the first player (Black), side 1 the second (White)."""

    rules: Rules
    first: int
    """The seat that plays side 0."""
    phase: str
    orientation: int = 0
    board: str = EMPTY
    side: int = 0
    """The side on turn; after the end the side that would be next."""
    kind: int = 0
    """The demanded kind; 0 if there is none."""
    mana: int | None = None
    """The square of the bird or the Mana, if known and on the board."""
    captured: tuple[int, int] = (0, 0)
    """The captured ronins of each side."""
    free: bool = False
    """Whether the opponent has just lost a turn, so that the old kind does not bind."""
    winner: int | None = None
    """The seat that has won; None for a draw and while the game is running."""
    by: str | None = None
    """Why the game is over: daimio, resignation, agreed or blocked."""

    def seat_of(self, side: int) -> int:
        """Return the seat that plays a side (or the side that a seat plays)."""
        return side ^ self.first
