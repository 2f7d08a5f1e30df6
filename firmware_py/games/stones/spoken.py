"""The towers in words, for those who ask instead of looking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engines.engine import ChoicePart, Term
from engines.stones import events
from engines.stones.state import State
from firmware_py.core.language import N_
from firmware_py.games.question_text import Offer, by_kind
from firmware_py.games.stones.entry import DONE, NOTHING, worth
from firmware_py.games.stones.labels import shows_name
from firmware_py.games.stones.prompt import binding_of
from firmware_py.match.scene import AnyScene


def binds(scene: AnyScene) -> str:
    """Return what binds the player on turn."""
    words = binding_of(scene.state)
    return "" if words is None else scene.say(words)


def pieces(scene: AnyScene, seat: int) -> str:
    """Return the towers of a seat, each from its foot to its top."""
    state: State = scene.state
    said = []
    for number, tower in enumerate(state.towers[seat], 1):
        colours = [scene.voice.fact(Term("colour", letter.upper())) for letter in tower]
        said.append(
            scene.say(
                N_("Space {number}: {stones}"), number=number, stones=", ".join(colours) or "-"
            )
        )
    return ". ".join(said)


# --- what may be chosen ---

_SCORES = frozenset({"some", "all", "score"})


def offers(scene: AnyScene) -> tuple[Offer, ...]:
    """Return what is asked: stones or an artist to pick, towers to score, an answer."""
    question = events.question(scene.state)
    if question is not None:
        answer = Offer(N_("{question} {choices}."), facts={"question": scene.voice.say(question)})
        return by_kind(scene, dict.fromkeys(("shows", "reveal", "points"), answer), _say(scene))
    is_score = tuple(part for part in scene.options if part.name in _SCORES)
    rest = tuple(part for part in scene.options if part not in (*is_score, NOTHING, DONE))
    found = by_kind(replace(scene, options=rest, index=0), _asks(scene), _say(scene))
    if is_score:
        found += (Offer(N_("Score towers: {choices}."), tuple(map(_score(scene), is_score))),)
    if NOTHING in scene.options:
        found += (Offer(N_("Or say that there is nothing to pick.")),)
    if DONE in scene.options:
        found += (Offer(N_("Or score those that are chosen.")),)
    return found


def _asks(scene: AnyScene) -> dict[str, Offer]:
    artist = next((part.value for part in scene.picked if part.name == "artist"), "")
    return {
        "stone": Offer(
            N_("Add a stone on top: {choices}.")
            if scene.picked
            else N_("Pick stones, the lowest first: {choices}.")
        ),
        "space": Offer(N_("Put the tower on space: {choices}.")),
        "top": Offer(N_("Choose a tower to score, left to right: {choices}.")),
        "artist": Offer(N_("Move an artist from: {choices}.")),
        "circle": Offer(N_("Move artist {artist} to: {choices}."), facts={"artist": artist}),
        "first": Offer(N_("Choose the stack that is taken first: {choices}.")),
    }


def _say(scene: AnyScene) -> Callable[[ChoicePart], str]:
    """Return how an option is named: an answer about the mandala in few words."""

    def name(part: ChoicePart) -> str:
        match part:
            case ChoicePart("shows", Term(_, shows)):
                return shows_name(scene, str(shows))
        return scene.voice.fact(part.value)

    return name


def _score(scene: AnyScene) -> Callable[[ChoicePart], str]:
    """Return how a score is named: with what it brings."""

    def name(part: ChoicePart) -> str:
        match part:
            case ChoicePart("score", (_, Term(_, colour) as term)):
                return f"{scene.voice.fact(term)} (+{worth(scene.state, str(colour))})"
            case ChoicePart("all", (_, *spaces)):
                return scene.say(N_("all tops (+{points})"), points=len(spaces))
        return scene.say(N_("some tops"))

    return name
