"""What the face of a game is: its table drawn in pixels, and the way the knob enters its moves.

The screens are the same for all games; what differs is here. A face knows its engine's states;
it never changes anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engines.engine import ChoicePart, Engine, Fact
from engines.wording import Voice
from firmware_py.games.svg import Taps
from firmware_py.games.table_editor import TableArea
from firmware_py.games.vocabulary import Offer, Vocabulary, offers_of
from firmware_py.match.picker import ChoiceNode, grow
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import Next, Screen
from firmware_py.ui.widgets import Rect

if TYPE_CHECKING:
    from firmware_py.games.draft import Draft
    from firmware_py.ui.lists import MenuRow
    from firmware_py.ui.services import Services


@dataclass(frozen=True, slots=True)
class AidPage:
    """A page of the player aid: a title and a few short lines, marked for translation.

    A legend is drawn instead: it shows the signs of the face beside their meaning.
    """

    title: str
    text: str = ""
    draw: Callable[[Canvas, AnyScene], None] | None = None


def say_fact(voice: Voice, fact: Fact) -> str:
    """Return a fact in the words of the game."""
    return voice.fact(fact)


@dataclass(frozen=True, slots=True)
class Hands:
    """How people are told what to do after a choice: where, and which messages.

    They are the short sentences of the game's words; a code without one is said in full.
    """

    place: Callable[[AnyScene], Rect]
    """Where it stands; nothing else is drawn there. One sentence must fit."""
    known: frozenset[str] = frozenset()
    """Steps that were just entered, and so are done or known: told only when they are undone."""
    echoes: frozenset[str] = frozenset()
    """Events that only repeat the steps, or what the screen shows anyway."""
    name: Callable[[Voice, Fact], str] = say_fact
    """How a fact is named in these sentences."""
    asked: Callable[[AnyScene], tuple[str, ...]] = lambda *_: ()
    """What hands do so that the table can answer what is asked now, after everything else."""
    brief: Callable[[AnyScene, Any, str], str | None] = lambda *_: None
    """A choice that somebody else made in a state, in fewer words than the rules have for it."""
    only_hands: frozenset[str] = frozenset()
    """Events that are news to hands alone: nobody wants them where nothing lies on a table."""
    at_end: frozenset[str] = frozenset()
    """Steps of the last choice that are told beside the result."""


@dataclass(frozen=True, slots=True)
class FirstPage:
    """What people must know before they lay the table, and the screen that it opens.

    That screen gets the place where it was left, 0 at first, and a function that keeps another.
    """

    text: str
    opens: Callable[[Services, int, Callable[[int], None]], Screen] | None = None


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


Parts = tuple[ChoicePart, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """The face of one game, put together from its modules; what has a default may be left out."""

    tree: Callable[[Any], ChoiceNode]
    """The legal choices of a state as the knob enters them, likely ones first."""
    attempts: Callable[[Any], ChoiceNode]
    """Every move that hands could try, legal or not, for "check a move"."""
    start: Callable[[Any, Parts, Parts], int] = lambda *_: 0
    """Where the cursor begins: the state, the parts picked, the options."""

    draw: Callable[[Canvas, AnyScene], None]
    """The whole screen: whose turn, what binds them, clocks, table, answer, hands' work."""
    hands: Hands
    has_ways: bool = False
    """The table shows the way of a move, so WHY draws it too."""
    asks_first: Callable[[AnyScene, str], str | None] = lambda *_: None
    """The question that is asked before a choice that would end the match by a single press."""
    opened_by: Callable[[Services, str], Screen | None] = lambda *_: None
    """The screen that a choice opens once it was played here: a countdown, for instance."""
    results: Callable[[AnyScene], tuple[AidPage, ...]] = lambda *_: ()
    """More pages about a match that has ended: its course, for instance."""
    danger: Callable[[Any], str | None] = lambda *_: None
    """What the seat on turn could lose in the next turn, in words, if all depends on it."""
    aid: Callable[[Any], tuple[AidPage, ...]]
    """The pages of the player aid for a state: its edition and rules of the house."""
    aid_page: Callable[[Any], int] = lambda *_: 0
    """The page of the aid that fits a state."""
    areas: Callable[[AnyScene], tuple[TableArea, ...]]
    """The table area by area, for comparing and correcting it."""

    binds: Callable[[AnyScene], str] = lambda *_: ""
    """What binds whoever chooses now, in a few words; nothing where nothing does."""
    pieces: Callable[[AnyScene, int], str] = lambda *_: ""
    """What a seat has on the table, for somebody who does not see it."""
    vocabulary: Vocabulary = field(default_factory=dict)
    """How the parts of a choice are asked for and named, by the name of the part."""
    offers: Callable[[AnyScene], tuple[Offer, ...]] | None = None
    """What may be chosen now, in sentences, where the vocabulary alone does not say it."""
    held: Callable[[AnyScene], str] = lambda *_: ""
    """The hand of whoever may see it now, where the box keeps the cards; never for strangers."""
    picture: Callable[[AnyScene, Taps], str] | None = None
    """The table as an SVG picture, for pages and exports; loads what it needs when it is asked."""
    pictures_plan: Callable[[Any], bool] = lambda _: True
    """Whether that picture of a state shows all that people lay before the first turn."""

    plan: Callable[[Canvas, AnyScene], None]
    """Where things go before the first turn."""
    sheet_rows: Callable[[Services, Draft], list[MenuRow]] = lambda *_: []
    """Rows of its own on the sheet of a new game, for what people tell before it."""
    prepare: Callable[[Services, Draft, Callable[[], Next]], Screen | None] = lambda *_: None
    """The screen that asks what a game must know before it can begin, if it must; what it calls
    to begin the match."""
    sides: Callable[[AnyScene], tuple[str, ...]] = lambda *_: ()
    """Who plays what, a line each, where seats differ; told before the first turn."""
    deals_first: Callable[[Services, Draft], bool] = lambda *_: False
    """Whether the seat that is chosen first deals, and the next one begins."""
    who_begins: Callable[[AnyScene], str] = lambda *_: ""
    """Who begins, told last, where it takes more than a name."""
    first_page: Callable[[AnyScene, bool], FirstPage | None] = lambda *_: None
    """What people must know before the steps; whether some of them are called out."""
    told: frozenset[str] = frozenset()
    """Steps of laying the table that people did before they told the box what lies there."""
    later: Callable[[Any], frozenset[str]] = lambda *_: frozenset()
    """Steps of laying the table that wait for a choice of the first turn."""
    called: frozenset[str] = frozenset()
    """Steps of laying the table that a screen of their own calls out, one by one."""

    def questions(self, scene: AnyScene) -> tuple[Offer, ...]:
        """Return what may be chosen now, for somebody who does not see the table."""
        return offers_of(self.vocabulary, scene) if self.offers is None else self.offers(scene)
