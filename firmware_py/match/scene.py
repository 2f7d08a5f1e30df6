"""The table at one moment, for everything that shows it: display, pages, speech.

    match, voice --> scene_of --> Scene --> display, answers to questions
                                    |
                                    '-- public() --> pictures for pages and exports

A scene is a value. `public()` returns it without hidden information (`Engine.public`), so that
nothing drawn from it can reveal a secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engines.engine import ChoicePart, Engine, Fact, Reason, Seat
from engines.match import Match
from engines.record import DEALER, TABLE, RecordLine
from engines.wording import Voice
from firmware_py.core.language import translator
from firmware_py.match.game_info import info_of
from firmware_py.match.picker import Numbers, Picker

if TYPE_CHECKING:
    from engines.match import Match
    from firmware_py.ui.paging import Page


@dataclass(frozen=True, slots=True)
class Stop:
    """A moment of a replay: the table, the line that led to it, and the table before."""

    state: Any
    line: RecordLine | None = None
    before: Any = None
    is_end: bool = False


def stops_of(match: Match[Any, Any]) -> list[Stop]:
    """Return the moments without undone ones; the dealer's answers belong to the choice before."""
    stops = [Stop(match.first)]
    for moment in match.moments:
        if moment.line.who == DEALER:
            stops[-1] = replace(stops[-1], state=moment.state)
        else:
            stops.append(Stop(moment.state, moment.line, stops[-1].state))
    if match.engine.outcome(match.state) is not None:
        stops.append(Stop(match.state, is_end=True))
    return stops


def report_text(voice: Voice, engine: Engine[Any, Any], before: Any, line: RecordLine) -> str:
    """Return the sentence for a choice that was made."""
    choice = engine.read(line.text)
    if engine.report is None:
        return voice.say(engine.describe(before, choice))
    return voice.say(engine.report(before, choice, None if line.who == TABLE else int(line.who)))


S = TypeVar("S")

REACH = 200
"""The most choices of an option that a scene can show."""


@dataclass(frozen=True, slots=True)
class SeatClock:
    """What the clock of one seat shows."""

    name: str
    text: str
    """Empty where another seat shows the clock that all share."""
    is_running: bool = False
    """Whether it is this seat's turn."""
    is_paused: bool = False
    is_over: bool = False
    """No time is left."""
    free: str = ""
    """The free time for the entry, while it is running."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(Generic[S]):
    """The table at one moment of an entry; `scene_of` makes it."""

    engine: Engine[S, Any]
    state: S
    voice: Voice
    language: str
    last: str | None = None
    """The text of the choice played last."""
    before: S | None = None
    """The state in which it was played."""
    hides_hands: bool = False
    """Whether the box keeps hidden hands; choices and refusals would reveal them."""
    is_here: bool = False
    """Whether it is the current table of the match, not one of a lesson or a replay."""

    # --- what is being chosen ---
    picked: tuple[ChoicePart, ...] = ()
    options: tuple[ChoicePart, ...] = ()
    index: int = 0
    complete: tuple[ChoicePart, ...] = ()
    """The complete choice that the next press plays; empty if it only picks a part."""
    reachable: Iterable[str] = field(default=(), compare=False)
    """The choices below the highlighted option."""
    numbers: Numbers | None = None
    """The number that is asked for, if one is."""
    refused: Reason | None = None
    """A refusal to be shown on the board instead of the options."""
    may_choose: bool = False
    """Whether taps are accepted, even if the options are not shown."""
    is_proposal: bool = False
    """Whether everything after the picked parts is only the initial position of the cursor; a page
    draws that faintly and does not offer it."""
    still: tuple[ChoicePart, ...] = ()
    """The options that stay visible while a refusal is shown."""
    is_advice: bool = False
    """Whether the complete choice is a hint, which a press does not play."""

    # --- the screen of the box ---
    title: str = ""
    """Whose turn it is; on screens other than play, their title."""
    corner: str = ""
    """The page number, or the note that something is not saved."""
    is_saved: bool = False
    """Whether the last choice is on disk, which is shown by a tick."""
    clocks: tuple[SeatClock, ...] = ()
    """In the order of the seats; empty without a clock."""
    told: Page | None = None
    """What to do by hand, or what happened; the game decides where it is drawn."""
    large: bool = False
    """The large-text setting."""
    faces: int | None = None
    """The seat from whose side the picture is viewed; None: any."""
    eyes: int | None = None
    """The seat whose hand may be shown; None: only what everybody sees."""
    hand: tuple[int, ...] = ()
    """How many cards of each kind `eyes` hold, in the order of the game; pictures draw them."""
    foot: int = 0
    """Rows at the lower edge that something else covers."""
    wait: float = 0.0
    """The remaining part of the pause after a turn, in which presses are ignored, from 1 to 0."""
    shows_done: bool = False
    """Whether a question with a single option was skipped a moment ago."""

    # --- the entry ---

    @property
    def highlighted(self) -> ChoicePart | None:
        """The option under the cursor."""
        return self.options[self.index] if self.options else None

    @property
    def shown(self) -> tuple[ChoicePart, ...]:
        """The parts chosen so far, with the one under the cursor if the next press plays it."""
        if self.complete:
            return self.complete
        return (*self.picked, self.options[self.index]) if self.options else self.picked

    @property
    def commits(self) -> bool:
        """Whether the next press plays a choice, rather than picking a part of it."""
        return bool(self.complete)

    @property
    def plays(self) -> str:
        """The sentence for the choice that the next press plays; empty if it plays none."""
        text = next(iter(self.reachable), None) if self.complete else None
        if text is None:
            return ""
        return self.voice.say(self.engine.describe(self.state, self.engine.read(text)))

    # --- the match ---

    @property
    def seat(self) -> int | None:
        """Who chooses; None: the table answers a question, or nobody."""
        turn = self.engine.turn(self.state)
        return None if turn is None else turn.seat

    @property
    def scores(self) -> tuple[int | None, ...]:
        """The points of each seat, None while hidden."""
        outcome = self.engine.outcome(self.state)
        return self.engine.scores(self.state) if outcome is None else outcome.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, once the match is over."""
        outcome = self.engine.outcome(self.state)
        return () if outcome is None else outcome.winners

    @property
    def waiting_clocks(self) -> list[SeatClock]:
        """The clocks that do not run; without those of a clock that all share."""
        return [clock for clock in self.clocks if clock.text and not clock.is_running]

    # --- words ---

    def say(self, text: str, **places: object) -> str:
        """Return a text of the application in the language."""
        return translator(self.language)(text, **places)

    def fact(self, value: Fact) -> str:
        """Return a fact as text."""
        return self.voice.fact(value)

    def name(self, seat: int) -> str:
        """Return the name of a player."""
        return self.voice.fact(Seat(seat))

    # --- for other viewers ---

    def resting(self) -> Scene[S]:
        """Return the scene with nothing being chosen, and nothing refused."""
        return replace(
            self, picked=(), options=(), index=0, complete=(), reachable=(), numbers=None,
            refused=None, is_proposal=False, still=(),
        )  # fmt: skip

    def public(self) -> Scene[S]:
        """Return what everybody may see, without what only the display of the box shows.

        What is being chosen stays, and the hand, unless nobody is looking at one.
        """
        seen = self.resting() if self.hides_hands and self.eyes is None else self
        return replace(
            seen,
            state=self.engine.public(self.state),
            before=None if self.before is None else self.engine.public(self.before),
            title="", corner="", is_saved=False, clocks=(), told=None, large=False, eyes=None,
            hand=() if self.eyes is None else self.hand, foot=0, wait=0.0, shows_done=False,
        )  # fmt: skip


AnyScene = Scene[Any]


def keeps_hands(match: Match[Any, Any]) -> bool:
    """Return whether the box keeps hands that must stay hidden from others."""
    if not match.practice:
        return False
    practice = info_of(match.engine.name).practice
    return practice is not None and practice.has_hands


def hides_hands(match: Match[Any, Any]) -> bool:
    """Return whether hands are hidden now: they are shown once the match is over."""
    return keeps_hands(match) and match.turn is not None


def _faces(match: Match[Any, Any]) -> int | None:
    """Return the seat of the only person, where the box plays the others."""
    people = [seat for seat in range(match.start.seats) if not match.header.level_of(seat)]
    return people[0] if len(people) == 1 else None


def scene_of(
    match: Match[S, Any],
    voice: Voice,
    language: str,
    stop: Stop | None = None,
    *,
    large: bool = False,
    is_here: bool = False,
    **fields: Any,
) -> Scene[S]:
    """Return a match as it stands, or as it stood at a stop, with nothing being chosen.

    `fields` are more of the scene's, as what is chosen from `entry_of`.
    """
    last = match.last if stop is None else stop.line
    return Scene(
        engine=match.engine,
        state=match.state if stop is None else stop.state,
        voice=voice,
        language=language,
        last=None if last is None else last.text,
        before=match.before_last if stop is None else stop.before,
        hides_hands=hides_hands(match),
        faces=_faces(match),
        is_here=is_here,
        large=large,
        **fields,
    )


def entry_of(picker: Picker) -> dict[str, Any]:
    """Return the fields of a scene that say what is being chosen."""
    return {
        "picked": picker.picked,
        "options": picker.options,
        "index": picker.index,
        "complete": picker.complete,
        "reachable": picker.reach(REACH),
        "numbers": picker.numbers,
    }
