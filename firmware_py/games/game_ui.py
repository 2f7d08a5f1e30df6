"""The interface between the application and the UI of a game.

The screens are the same for all games; what differs is here. A game UI reads the states of its
engine and never changes anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from engines.engine import ChoicePart, Engine, Fact
from engines.wording import Voice
from firmware_py.games.svg import Taps
from firmware_py.games.table_editor import TableArea
from firmware_py.games.vocabulary import Offer, Vocabulary, offers_of
from firmware_py.match.picker import ChoiceNode, Picker, grow, way_to
from firmware_py.match.scene import AnyScene, entry_of
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

    A page with `draw` is a legend, drawn instead of written.
    """

    title: str
    text: str = ""
    draw: Callable[[Canvas, AnyScene], None] | None = None


def say_fact(voice: Voice, fact: Fact) -> str:
    """Return a fact in the words of the game."""
    return voice.fact(fact)


@dataclass(frozen=True, slots=True)
class Hands:
    """What the screen tells people to do after a choice: where it is written, and which messages.

    The messages are the short sentences of the game's words; a code without one uses the full
    sentence.
    """

    place: Callable[[AnyScene], Rect]
    """Where it is written; nothing else is drawn there. One sentence must fit."""
    known: frozenset[str] = frozenset()
    """Steps that were just entered, so people know them: shown only on undo."""
    echoes: frozenset[str] = frozenset()
    """Events that repeat the steps or what the screen shows anyway."""
    name: Callable[[Voice, Fact], str] = say_fact
    """Returns the name of a fact in these sentences."""
    asked: Callable[[AnyScene], tuple[str, ...]] = lambda *_: ()
    """What people must do at the table before they can answer the current question."""
    brief: Callable[[AnyScene, Any, str], str | None] = lambda *_: None
    """A choice of another player in fewer words than the rules have for it, or None."""
    only_hands: frozenset[str] = frozenset()
    """Events that matter only with the physical game, left out in practice."""
    at_end: frozenset[str] = frozenset()
    """Steps of the last choice that are shown next to the result."""


@dataclass(frozen=True, slots=True)
class FirstPage:
    """The first page of the set-up instructions, and the screen that it opens.

    `opens` gets the place where that screen was left, 0 at first, and a function that stores it.
    """

    text: str
    opens: Callable[[Services, int, Callable[[int], None]], Screen] | None = None


@dataclass(slots=True)
class Trees:
    """Caches the tree of the last state, which drawing and turning read repeatedly."""

    make: Callable[[Any], ChoiceNode]
    _state: Any = None
    _tree: ChoiceNode | None = field(default=None)

    def __call__(self, state: Any) -> ChoiceNode:
        """Return the tree of a state."""
        if self._tree is None or self._state is not state:
            self._state, self._tree = state, self.make(state)
        return self._tree


def plain_tree(engine: Engine[Any, Any], state: Any) -> ChoiceNode:
    """Return the legal choices as a tree in the engine's own order and parts."""
    return grow((engine.write(choice), engine.parts(choice)) for choice in engine.legal(state))


def picture_in(package: str) -> Callable[[AnyScene, Taps], str]:
    """Return `draw_picture` of a game's `svg` module, imported on the first call."""
    return lambda scene, taps: str(import_module(f"{package}.svg").draw_picture(scene, taps))


Parts = tuple[ChoicePart, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameUI:
    """The UI of one game; attributes with a default are optional."""

    tree: Callable[[Any], ChoiceNode]
    """The legal choices of a state as the knob enters them, the likeliest first."""
    attempts: Callable[[Any], ChoiceNode]
    """Every move that a person could try, legal or not, for "check a move"."""
    start: Callable[[Any, Parts, Parts], int] = lambda *_: 0
    """The index at which the cursor starts, from the state, the picked parts and the options."""

    repeats: bool = False
    """The cursor starts at the last choice of the same player, if it is legal again."""
    forced: Callable[[Any], str | None] = lambda *_: None
    """The only choice of a state, where nobody needs to be asked for it, or None."""

    draw: Callable[[Canvas, AnyScene], None]
    """Draws the whole screen: player, constraint, clocks, table, answer and instructions."""
    hands: Hands
    has_ways: bool = False
    """The table shows the path of a move, so WHY draws it too."""
    asks_first: Callable[[AnyScene, str], str | None] | None = None
    """The question before a choice that would end the match with one press, or None."""
    opened_by: Callable[[Services, str], Screen | None] = lambda *_: None
    """The screen that a choice opens after it was played here, such as a countdown."""
    results: Callable[[AnyScene], tuple[AidPage, ...]] = lambda *_: ()
    """More pages about a finished match, such as its course."""
    danger: Callable[[Any], str | None] = lambda *_: None
    """A warning if the player on turn could lose everything next turn, or None."""
    aid: Callable[[Any], tuple[AidPage, ...]]
    """The pages of the player aid for a state: they depend on edition and house rules."""
    aid_page: Callable[[Any], int] = lambda *_: 0
    """The index of the aid page that fits a state."""
    score_sheet: Callable[[Services, Callable[[], Screen]], Screen] | None = None
    """The score sheet of the match on the table, where a press corrects; the callback opens the
    list of points.
    """
    correct: Callable[[Any], str] = lambda *_: ""
    """The code of a tap that leads to the corrections of a state, where they are choices."""
    areas: Callable[[AnyScene], tuple[TableArea, ...]]
    """The areas of the table, for comparing and correcting it."""

    binds: Callable[[AnyScene], str] = lambda *_: ""
    """The constraint on the current choice in a few words, or empty."""
    asked: Callable[[AnyScene], str] = lambda *_: ""
    """Whose entry is asked for while nobody is on turn, or empty."""
    pieces: Callable[[AnyScene, int], str] = lambda *_: ""
    """The pieces of a seat in words, for screen readers."""
    vocabulary: Vocabulary = field(default_factory=dict)
    """How the parts of a choice are asked for and named, by the name of the part."""
    offers: Callable[[AnyScene], tuple[Offer, ...]] | None = None
    """The current options in sentences, where the vocabulary is not enough."""
    held: Callable[[AnyScene], str] = lambda *_: ""
    """The hand of the player who may see it, where the box keeps the cards; never for viewers."""
    hand: Callable[[Any, int | None], tuple[int, ...]] = lambda *_: ()
    """How many cards of each kind a seat holds, where the box keeps them; empty for nobody."""
    token: Callable[[Any, int], str] = lambda *_: ""
    """The colour of a seat's pieces as pictures name it; empty without pieces of its own."""
    picture: Callable[[AnyScene, Taps], str] | None = None
    """The table as SVG, for pages and exports; see `picture_in`."""
    pictures_plan: Callable[[Any], bool] = lambda _: True
    """Whether the picture of a state shows the complete set-up."""

    plan: Callable[[Canvas, AnyScene], None]
    """Draws the set-up of the table."""
    sheet_rows: Callable[[Services, Draft], list[MenuRow]] = lambda *_: []
    """The game's own rows in New Game."""
    prepare: Callable[[Services, Draft, Callable[[], Next]], Screen | None] = lambda *_: None
    """The screen for input that the game needs before it can begin, or None; the callback begins
    the match.
    """
    sides: Callable[[AnyScene], tuple[str, ...]] = lambda *_: ()
    """What each seat plays, a line each, where seats differ; shown before the first turn."""
    deals_first: Callable[[Services, Draft], bool] = lambda *_: False
    """Whether the seat chosen as first is the dealer, and the next one begins."""
    who_begins: Callable[[AnyScene], str] = lambda *_: ""
    """Who begins, shown last, where it takes more than a name."""
    first_page: Callable[[AnyScene, bool], FirstPage | None] = lambda *_: None
    """The first page of the set-up; the flag says whether some steps are called out."""
    told: frozenset[str] = frozenset()
    """Set-up steps that people did before they entered the table."""
    later: Callable[[Any], frozenset[str]] = lambda *_: frozenset()
    """Set-up steps that wait for a choice of the first turn."""
    called: frozenset[str] = frozenset()
    """Set-up steps that have a screen of their own, one by one."""

    def questions(self, scene: AnyScene) -> tuple[Offer, ...]:
        """Return the current options in sentences, for screen readers."""
        return offers_of(self.vocabulary, scene) if self.offers is None else self.offers(scene)

    def advised(self, scene: AnyScene, choice: str) -> AnyScene:
        """Return a scene with a whole choice shown as advice, and nothing else on offer.

        A choice that the knob cannot enter changes nothing.
        """
        tree = self.tree(scene.state)
        way = way_to(tree, choice)
        if way is None:
            return scene
        picker = Picker(tree)
        picker.go(way)
        part = picker.highlighted
        options = () if part is None else (part,)
        shown = {**entry_of(picker), "options": options, "index": 0, "reachable": (choice,)}
        return replace(scene, is_advice=True, **shown)
