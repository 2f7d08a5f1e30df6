"""Mandala Stones in words: the letters of stones, choices, and the table for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.engine import ChoicePart, Term
from engines.stones import events
from engines.stones.board import COLOURS
from engines.stones.state import State
from engines.stones.turns import is_dead_end
from firmware_py.core.language import N_
from firmware_py.games.stones.entry import empty_spaces, worth
from firmware_py.games.stones.focus import Focus, is_on_board, part_of
from firmware_py.games.vocabulary import Offer, PartWords, plain_button
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import text_width

Letters = Mapping[str, str]
"""The letter shown for each letter of the engine; small letters are the second pattern."""

# Four different letters for red, purple, blue and yellow, in this order. A letter must not mean
# a different colour in another game of the box.
LETTERS = N_("RPBY")


def letters(say: Callable[[str], str]) -> Letters:
    """Return the letter of each colour, given the application's words."""
    shown = dict(zip(COLOURS, say(LETTERS), strict=True))
    return shown | {colour.lower(): letter.lower() for colour, letter in shown.items()}


def spell(stones: str, names: Letters) -> str:
    """Return stones, bottom first, in the letters of the language; unknown ones are kept."""
    return "".join([names.get(stone, stone) for stone in stones])


# --- choices in few words ---


def shows_name(scene: Scene[State], shows: str) -> str:
    """Return what is printed on a mandala space, in a few words."""
    return scene.say(N_("board ends")) if shows == "end" else scene.voice.fact(Term("shows", shows))


def answer_rows(scene: Scene[State], focus: Focus) -> tuple[str, ...]:
    """Return the answer in one row, or in two: the artist's way and the tower."""
    part = part_of(scene)
    if part is None:
        return ()
    rows = _rows(scene, focus, part)
    return (f"✗ {rows[0]}", *rows[1:]) if scene.refused is not None else rows


def _rows(scene: Scene[State], focus: Focus, part: ChoicePart) -> tuple[str, ...]:
    say, fact = scene.say, scene.voice.fact
    match part:
        case ChoicePart("score", (_, Term(_, colour) as term)):
            points = worth(scene.state, str(colour)) if len(focus.tops) > 1 else 0
            return (say(N_("Score {colour}: +{points}"), colour=fact(term), points=points),)
        case ChoicePart("all" | "some"):
            return (name_score(scene, part),)
        case ChoicePart("top" | "done"):
            return (_tops(scene, focus, part),)
        case ChoicePart("nothing"):
            return (say(N_("Nothing to pick")),)
        case ChoicePart("stone" | "space" | "artist" | "circle" | "first"):
            return _pick(scene, focus, part)
        case ChoicePart("pick"):
            return (say(N_("Pick")),)
        case ChoicePart("colour"):
            return (say(N_("Scoring")),)
        case _:
            return (fact(part.value),)


def name_score(scene: Scene[State], part: ChoicePart) -> str:
    """Return a way to score and its points, for a button."""
    match part:
        case ChoicePart("score", (_, Term(_, colour) as term)):
            points = worth(scene.state, str(colour))
            return scene.say(
                N_("Score {colour}: +{points}"), colour=scene.fact(term), points=points
            )
        case ChoicePart("all", (_, *spaces)):
            listed = " ".join(map(str, spaces))
            return scene.say(N_("Tops {spaces}: +{points}"), spaces=listed, points=len(spaces))
    return scene.say(N_("Score some, left to right"))


def _name_stone(scene: Scene[State], part: ChoicePart) -> str:
    """Return a stone by its colour and pattern, for a button."""
    match part.value:
        case Term(_, stone):
            return plain_button(scene, ChoicePart(part.name, Term("stone", stone)))
    return plain_button(scene, part)


def _tops(scene: Scene[State], focus: Focus, part: ChoicePart) -> str:
    spaces = " ".join(map(str, focus.tops))
    if part.name == "top" and not scene.commits:
        return scene.say(N_("Tops {spaces}, …"), spaces=spaces)
    return scene.say(N_("Tops {spaces}: +{points}"), spaces=spaces, points=len(focus.tops))


_ANSWER = 112
"""Width of an answer next to its key, in pixels."""


def _pick(scene: Scene[State], focus: Focus, part: ChoicePart) -> tuple[str, ...]:
    """Return the pick so far: the artist's way, the stones, the space."""
    say = scene.say
    tower = spell(focus.tower, letters(say)).upper()
    way = () if focus.circle is None else (f"{focus.artist}→{focus.circle}",)
    if focus.space is not None and is_on_board(scene):
        return (*way, f"{tower or focus.first}→{focus.space}")
    if focus.space is not None:
        text = say(N_("{stones} → space {space}"), stones=tower, space=focus.space)
        return (*way, text.strip())
    match part:
        case ChoicePart("artist", circle):
            return (say(N_("Artist {circle}"), circle=circle),)
        case ChoicePart("circle"):
            return way
        case ChoicePart("first", stack):
            return (tower or str(stack),)
        case ChoicePart(_, colour):
            word = scene.voice.fact(colour)
            names = [scene.voice.fact(Term("colour", each)) for each in focus.tower[:-1].upper()]
            whole = say(N_("Pick {stones}"), stones=" + ".join((*names, word)))
            if text_width(whole, "medium") <= _ANSWER:
                return (whole,)
            return (say(N_("Pick {stones}"), stones=f"{tower[:-1]} + {word}"),)


def picked_words(scene: Scene[State]) -> str:
    """Return the parts picked so far, for screen readers."""
    return ", ".join(scene.voice.fact(part.value) for part in scene.picked)


def binding_of(state: State) -> str | None:
    """Return the constraint on the player on turn, marked for translation, or None."""
    if state.phase != "play":
        return None
    if state.asks is None and (state.waived or not empty_spaces(state) or is_dead_end(state)):
        return N_("must score")
    return N_("last round") if state.triggered else None


# --- for screen readers ---


def binds(scene: Scene[State]) -> str:
    """Return the constraint on the player on turn, or what the table is asked."""
    if (question := events.question(scene.state)) is not None:
        return scene.voice.say(question)
    words = binding_of(scene.state)
    return "" if words is None else scene.say(words)


def pieces(scene: Scene[State], seat: int) -> str:
    """Return the towers of a seat, each from bottom to top."""
    state = scene.state
    said = []
    for number, tower in enumerate(state.towers[seat], 1):
        colours = [scene.voice.fact(Term("colour", letter.upper())) for letter in tower]
        said.append(
            scene.say(
                N_("Space {number}: {stones}"), number=number, stones=", ".join(colours) or "-"
            )
        )
    return ". ".join(said)


# --- the vocabulary ---


def _ask_table(scene: Scene[State]) -> Offer:
    question = events.question(scene.state)
    asked = "" if question is None else scene.voice.say(question)
    return Offer(N_("{question} {choices}."), facts={"question": asked})


def _ask_stone(scene: Scene[State]) -> Offer:
    if scene.picked:
        return Offer(N_("Add a stone on top: {choices}."))
    return Offer(N_("Pick stones, the bottom one first: {choices}."))


def _ask_circle(scene: Scene[State]) -> Offer:
    artist = next((part.value for part in scene.picked if part.name == "artist"), "")
    return Offer(N_("Move artist {artist} to: {choices}."), facts={"artist": artist})


def _shows(scene: Scene[State], part: ChoicePart) -> str:
    return shows_name(scene, str(part.value.value)) if isinstance(part.value, Term) else "-"


def _score(scene: Scene[State], part: ChoicePart) -> str:
    """Return a way to score, with its points."""
    match part:
        case ChoicePart("score", (_, Term(_, colour) as term)):
            return f"{scene.fact(term)} (+{worth(scene.state, str(colour))})"
        case ChoicePart("all", (_, *spaces)):
            return scene.say(N_("all tops (+{points})"), points=len(spaces))
    return scene.say(N_("some tops"))


_SCORE = PartWords(N_("Score towers: {choices}."), _score, name_score)

VOCABULARY = {
    "shows": PartWords(_ask_table, _shows),
    "reveal": PartWords(_ask_table, button=_name_stone),
    "points": PartWords(_ask_table),
    "stone": PartWords(_ask_stone),
    "space": PartWords(N_("Put the tower on space: {choices}.")),
    "top": PartWords(N_("Choose a tower to score, left to right: {choices}.")),
    "artist": PartWords(N_("Move an artist from: {choices}.")),
    "circle": PartWords(_ask_circle),
    "first": PartWords(N_("Choose the stack that is taken first: {choices}.")),
    "some": _SCORE,
    "all": _SCORE,
    "score": _SCORE,
    "nothing": PartWords(N_("Or say that there is nothing to pick.")),
    "done": PartWords(N_("Or score the ones you have chosen.")),
}
