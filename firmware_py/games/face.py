"""What the face of a game is: its table drawn in pixels, and the way the knob enters its moves.

The screens are the same for all games; what differs is here. A face knows its engine's states;
it never changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engines.contract import ChoicePart, Engine, Fact, Json, Reason
from engines.wording import Voice
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.picker import ChoiceNode, grow
from firmware_py.ui.widgets import Rect as Place

TOP = 10
"""The top bar ends here; a face draws from this row down."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a face needs to draw the table at one moment of an entry."""

    state: Any
    voice: Voice
    say: Callable[..., str]
    """The application's words: say("text", place=value)."""
    picked: tuple[ChoicePart, ...] = ()
    options: tuple[ChoicePart, ...] = ()
    index: int = 0
    reachable: Iterable[str] = ()
    """The choices that the highlighted option leads to."""
    large: bool = False
    """The large-text setting."""
    refused: Reason | None = None
    """Show why this is not possible (the path on the board), instead of what is."""
    last: str | None = None
    """The text of the choice played last, for a mark on the table."""
    quiet: bool = False
    """Leave the prompt's place free: hands are told there what to do."""

    @property
    def highlighted(self) -> ChoicePart | None:
        """The option under the cursor."""
        return self.options[self.index] if self.options else None


@dataclass(frozen=True, slots=True)
class AidPage:
    """A page of the player aid: a title and a few short lines, marked for translation.

    A legend is drawn instead: it shows the signs of the face beside their meaning.
    """

    title: str
    text: str = ""
    draw: Callable[[Canvas, Scene], None] | None = None


@dataclass(frozen=True, slots=True)
class EditField:
    """Something that the editor can change: its name, its value now, and what it may become.

    `put(position, value)` returns the position with the change; the engine checks the result.
    """

    title: str
    value: str
    values: tuple[str, ...]
    put: Callable[[Json, str], Json]


@dataclass(frozen=True, slots=True)
class TableArea:
    """A part of the table to compare: what it should hold, in words and perhaps drawn."""

    title: str
    lines: tuple[str, ...]
    fields: tuple[EditField, ...] = ()
    draw: Callable[[Canvas], None] | None = None


def say_fact(voice: Voice, fact: Fact) -> str:
    """Return a fact in the words of the game."""
    return voice.fact(fact)


@dataclass(frozen=True, slots=True)
class Hands:
    """How hands are told what to do after a choice: where, and in how few words.

    The whole sentences are the game's; people who have just entered a choice and see the table
    need less. A code without a short form is said in full.
    """

    place: Place
    """It begins with a page of the display chip."""
    terse: Mapping[str, str]
    """Short forms by the code of a step or an event, marked for translation."""
    known: frozenset[str] = frozenset()
    """Steps that were just entered, and so are done or known: told only when they are undone."""
    echoes: frozenset[str] = frozenset()
    """Events that only repeat the steps, or what the screen shows anyway."""
    name: Callable[[Voice, Fact], str] = say_fact
    """How a fact is named in a short form: by the signs of the screen, where there are some."""


class Face(Protocol):
    """The face of one game."""

    aid: tuple[AidPage, ...]
    hands: Hands

    def tree(self, state: Any) -> ChoiceNode:
        """Return the legal choices as the knob enters them, likely ones first."""
        ...

    def start(
        self, state: Any, picked: tuple[ChoicePart, ...], options: tuple[ChoicePart, ...]
    ) -> int:
        """Return where the cursor begins among the options."""
        ...

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        """Draw the table and the prompt below the top bar."""
        ...

    def binding(self, scene: Scene) -> str:
        """Return the few words for the top bar: what binds the player on turn, or the round."""
        ...

    def aid_page(self, state: Any) -> int:
        """Return the page of the aid that fits the moment."""
        ...

    def areas(self, scene: Scene) -> tuple[TableArea, ...]:
        """Return the table area by area, for comparing and mending."""
        ...

    def attempts(self, state: Any) -> ChoiceNode:
        """Return every move that hands could try, legal or not, for "check a move"."""
        ...


@dataclass(slots=True)
class Trees:
    """Remembers the tree of the last state: drawing and turning ask for it again and again."""

    make: Callable[[Any], ChoiceNode]
    _state: Any = None
    _tree: ChoiceNode | None = field(default=None)

    def __call__(self, state: Any) -> ChoiceNode:
        """Return the tree of a state."""
        if self._tree is None or self._state is not state:
            self._state, self._tree = state, self.make(state)
        return self._tree


def plain_tree(engine: Engine[Any, Any], state: Any) -> ChoiceNode:
    """Return the legal choices in the engine's own order and parts."""
    return grow((engine.write(choice), engine.parts(choice)) for choice in engine.legal(state))
