"""The words for what is under the cursor: the whole choice, where the next press plays it."""

from __future__ import annotations

from engines.engine import ChoicePart, Term
from firmware_py.core.language import N_
from firmware_py.games.stones.entry import worth
from firmware_py.games.stones.focus import Focus, is_on_board, part_of
from firmware_py.games.stones.letters import letters, spell
from firmware_py.match.scene import AnyScene


def shows_name(scene: AnyScene, shows: str) -> str:
    """Return what a mandala space shows in few words."""
    return scene.say(N_("board ends")) if shows == "end" else scene.voice.fact(Term("shows", shows))


def answer_rows(scene: AnyScene, focus: Focus) -> tuple[str, ...]:
    """Return the answer in one row, or in two where it has two halves: the artist, the tower."""
    part = part_of(scene)
    if part is None:
        return ()
    rows = _rows(scene, focus, part)
    return (f"✗ {rows[0]}", *rows[1:]) if scene.refused is not None else rows


def _rows(scene: AnyScene, focus: Focus, part: ChoicePart) -> tuple[str, ...]:
    say, fact = scene.say, scene.voice.fact
    match part:
        case ChoicePart("score", (_, Term(_, colour) as term)):
            points = worth(scene.state, str(colour)) if len(focus.tops) > 1 else 0
            return (say(N_("Score {colour}: +{points}"), colour=fact(term), points=points),)
        case ChoicePart("all" | "top" | "done"):
            return (_tops(scene, focus, part),)
        case ChoicePart("some"):
            return (say(N_("Score some, left to right")),)
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


def _tops(scene: AnyScene, focus: Focus, part: ChoicePart) -> str:
    spaces = " ".join(map(str, focus.tops))
    if part.name == "top" and not scene.commits:
        return scene.say(N_("Tops {spaces}, …"), spaces=spaces)
    return scene.say(N_("Tops {spaces}: +{points}"), spaces=spaces, points=len(focus.tops))


def _pick(scene: AnyScene, focus: Focus, part: ChoicePart) -> tuple[str, ...]:
    """Return a pick as far as it goes: the artist's way, the stones, the space."""
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
            stones = f"{tower[:-1]} + {word}" if len(tower) > 1 else word
            return (say(N_("Pick {stones}"), stones=stones),)


def picked_words(scene: AnyScene) -> str:
    """Return what was picked so far in words, for who cannot see it."""
    return ", ".join(scene.voice.fact(part.value) for part in scene.picked)
