"""The picture of a table: what it is made of, and what comes of it.

Each game draws its table in its own room (`<game>/picture.py`), as SVG, from what everybody may
see and nothing else:

    match, entry --> PublicScene --> Face.picture --> svg
                           |                           |
                           '-------- buttons <---------'   choices that are no thing on the table

A picture is a pure function of its scene. Everything in it that can be tapped has a code
(`firmware_py.match.taps`); a choice that is not drawn is a button beside the picture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from engines.engine import ChoicePart, Engine, Fact, Json, Reason, Seat
from engines.match import Match
from engines.wording import Voice
from firmware_py.core.language import translator
from firmware_py.games.scene import Scene
from firmware_py.match.picker import Numbers
from firmware_py.match.taps import ROOT, part_code, play_code

if TYPE_CHECKING:
    from firmware_py.games.game_ui import Face

REACH = 200
"""How many choices of an option a picture can point out."""


@dataclass(frozen=True, slots=True)
class PublicScene:
    """The table at one moment, as far as everybody may see it, and what is being chosen."""

    game: str
    view: Mapping[str, Json]
    """The engine's public view."""
    language: str
    voice: Voice = field(compare=False)
    say: Callable[..., str] = field(compare=False)
    """The application's words: say("text", place=value)."""
    names: tuple[str, ...] = ()
    first: int = 0
    """The seat that began."""
    seat: int | None = None
    """Who chooses; None: the table answers a question, or nobody."""
    asks: str | None = None
    """The question that is open, if one is."""
    scores: tuple[int | None, ...] = ()
    winners: tuple[int, ...] = ()
    """Once the match is over."""
    is_here: bool = False
    """It is the table of the match that is being played; not one of a lesson, or of the past."""
    may_choose: bool = False
    """Taps count now, also where the options are not told."""
    picked: tuple[ChoicePart, ...] = ()
    options: tuple[ChoicePart, ...] = ()
    index: int = 0
    complete: tuple[ChoicePart, ...] = ()
    """The whole choice that the next press, or a second tap, plays."""
    reachable: tuple[str, ...] = ()
    """The choices that the highlighted option leads to."""
    numbers: Numbers | None = None
    """The number that is asked for, if one is; it can be typed."""
    plays: str = ""
    """That whole choice in words."""
    is_advice: bool = False
    """What is shown whole is a hint: nothing plays it."""
    last: str | None = None
    """The text of the choice played last."""
    before: Mapping[str, Json] | None = None
    """The public view in which it was played."""
    refused: Reason | None = None
    """Show why this is not possible, instead of what is."""
    why: str = ""
    """The same in words."""

    @property
    def highlighted(self) -> ChoicePart | None:
        """The option under the cursor."""
        return self.options[self.index] if self.options else None

    @property
    def shown(self) -> tuple[ChoicePart, ...]:
        """What is chosen so far: whole where the next press plays it, the cursor included."""
        if self.complete:
            return self.complete
        return self.picked if self.highlighted is None else (*self.picked, self.highlighted)

    def name(self, seat: int) -> str:
        """Return the name of a player."""
        return self.fact(Seat(seat))

    def fact(self, value: Fact) -> str:
        """Return a fact in the words of the game."""
        return self.voice.fact(value)


@dataclass(frozen=True, slots=True)
class TapButton:
    """A choice that is no thing on the table: passing, a number, a colour that is told."""

    code: str
    label: str
    is_chosen: bool = False
    """The cursor is on it."""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A table as people see it on a page."""

    svg: str
    buttons: tuple[TapButton, ...] = ()
    commit: TapButton | None = None
    """Plays the choice that is shown whole."""


# --- what a picture is made of ---


def _say(translate: Callable[[str], str], text: str, **places: object) -> str:
    said = translate(text)
    return said.format(**places) if places else said


def say_in(language: str) -> Callable[..., str]:
    """Return the application's words in a language."""
    return partial(_say, translator(language))


def public_scene(
    match: Match[Any, Any], scene: Scene, language: str, names: tuple[str, ...], why: str = ""
) -> PublicScene:
    """Return what everybody may see of the scene of a screen."""
    engine = match.engine
    turn = engine.turn(scene.state)
    outcome = engine.outcome(scene.state)
    reachable = tuple(text for text, _ in zip(scene.reachable, range(REACH), strict=False))
    is_whole = bool(scene.complete) and bool(reachable)
    return PublicScene(
        game=engine.name,
        view=engine.view(scene.state),
        language=language,
        voice=scene.voice,
        say=say_in(language),
        names=names,
        first=match.start.first,
        seat=None if turn is None else turn.seat,
        asks=None if turn is None else turn.asks,
        scores=tuple(engine.scores(scene.state)) if outcome is None else outcome.scores,
        winners=() if outcome is None else outcome.winners,
        picked=scene.picked,
        options=scene.options,
        index=scene.index,
        complete=scene.complete,
        reachable=reachable,
        numbers=scene.numbers,
        plays=_described(engine, scene, reachable[0]) if is_whole else "",
        last=scene.last,
        before=None if scene.before is None else engine.view(scene.before),
        refused=scene.refused,
        why=why,
    )


def _described(engine: Engine[Any, Any], scene: Scene, text: str) -> str:
    return scene.voice.say(engine.describe(scene.state, engine.read(text)))


# --- what comes of it ---

_CODES = re.compile(r' data-tap="([^"]*)"')


def _is_drawn(scene: PublicScene, svg: str) -> Callable[[str], bool]:
    """Return a test whether an option, by its code, can be tapped in a picture now."""
    from html import unescape  # large, and a box without a page draws no picture

    picked = [part_code(part) for part in scene.picked]
    drawn = set()
    for codes in _CODES.findall(svg):
        for alternative in unescape(codes).split():
            *before, last = alternative.split("/")
            is_from_root = before[:1] == [ROOT] and picked == before[1:]
            if not before or is_from_root or picked[-len(before) :] == before:
                drawn.add(last)
    return drawn.__contains__


def table_picture(face: Face, scene: PublicScene) -> TablePicture | None:
    """Draw a table with the buttons beside it; None: the game has no picture."""
    if face.picture is None:
        return None
    svg = face.picture(scene)
    is_drawn = _is_drawn(scene, svg)
    typed = "" if scene.numbers is None else scene.numbers.typed
    buttons = tuple(
        TapButton(code, face.name_part(scene, part), index == scene.index)
        for index, part in enumerate(scene.options)
        if part.name != typed and not is_drawn(code := part_code(part))
    )
    commit = None
    if scene.plays and not scene.is_advice:
        commit = TapButton(play_code(scene.reachable[0]), scene.plays)
    return TablePicture(svg, buttons, commit)


def name_part(scene: PublicScene, part: ChoicePart) -> str:
    """Return an option as a button says it."""
    said = scene.fact(part.value)
    return said[:1].upper() + said[1:]
