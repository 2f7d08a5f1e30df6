"""The words for what is under the cursor: short in the ring, large beside the table."""

from __future__ import annotations

from engines.contract import ChoicePart, Term
from engines.stones.state import State
from firmware_py.games.scene import Scene
from firmware_py.games.stones.entry import worth
from firmware_py.games.stones.focus import Focus
from firmware_py.games.stones.letters import Letters, letters, spell
from firmware_py.language import N_


def short_label(state: State, part: ChoicePart, names: Letters) -> str:
    """Return an option as the ring shows it."""
    match part:
        case ChoicePart("stone", Term(_, colour)):
            return names[str(colour)]
        case ChoicePart("score", (_, Term(_, colour))):
            return f"{names[str(colour)]}+{worth(state, str(colour))}"
        case ChoicePart("all", (_, *spaces)):
            return f"▲{len(spaces)}"
        case ChoicePart("some"):
            return "▲…"
        case ChoicePart("nothing"):
            return "0"
        case ChoicePart(_, Term(_, value)):
            return str(value)
        case ChoicePart(_, value):
            return str(value)


def shows_name(scene: Scene, shows: str) -> str:
    """Return what a mandala space shows in few words."""
    return scene.say(N_("board ends")) if shows == "end" else scene.voice.fact(Term("shows", shows))


def words_of(scene: Scene, focus: Focus) -> tuple[str, str]:
    """Return what is asked and the option under the cursor; for none, what was picked."""
    part = scene.highlighted or (scene.picked[-1] if scene.picked else None)
    if part is None:
        return "", ""
    prompt, big = _words(scene, focus, part)
    if scene.refused is None:
        return prompt, big
    return (f"{focus.artist} → {focus.circle}" if focus.artist else prompt), "✗"


def _words(scene: Scene, focus: Focus, part: ChoicePart) -> tuple[str, str]:
    say, fact, state = scene.say, scene.voice.fact, scene.state
    match part:
        case ChoicePart("stone", colour):
            return say(N_("Pick")), fact(colour)
        case ChoicePart("score", (_, Term(_, colour) as term)):
            points = worth(state, str(colour)) if len(focus.tops) > 1 else 0
            return say(N_("Score {colour}"), colour=fact(term)), f"+{points}"
        case ChoicePart("all", (_, *spaces)):
            return say(N_("Tops")), f"+{len(spaces)}"
        case ChoicePart("some"):
            return say(N_("Some tops")), "▲…"
        case ChoicePart("top"):
            return say(N_("Tops of")), " ".join(map(str, focus.tops))
        case ChoicePart("done"):
            return say(N_("Only these")), f"+{len(focus.tops)}"
        case ChoicePart("nothing"):
            return say(N_("Pick")), say(N_("nothing"))
        case ChoicePart("space", value):
            return say(N_("Build on")), str(value)
        case _:
            return _board_words(scene, focus, part)


def _board_words(scene: Scene, focus: Focus, part: ChoicePart) -> tuple[str, str]:
    say, fact = scene.say, scene.voice.fact
    match part:
        case ChoicePart("artist", circle):
            return say(N_("Artist")), str(circle)
        case ChoicePart("circle", circle):
            return say(N_("To circle")), str(circle)
        case ChoicePart("first", stack):
            return say(N_("Bottom first")), spell(focus.tower, letters(scene.voice)).upper() or str(
                stack
            )
        case ChoicePart("reveal", stone):
            board = scene.state.board
            return say(N_("Stack {number}"), number=board.uncovered[0]), fact(stone)
        case ChoicePart("pick"):
            return say(N_("Pick")), "…"
        case ChoicePart("colour"):
            return say(N_("Scoring")), "…"
        case _:
            return "", fact(part.value)
