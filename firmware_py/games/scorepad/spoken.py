"""What may be entered, in words, for those who ask instead of looking."""

from __future__ import annotations

from dataclasses import replace

from firmware_py.core.language import N_
from firmware_py.games.question_text import Offer, by_kind
from firmware_py.games.scorepad.dial import LIKELIEST, LIKELY, NUMBERS
from firmware_py.games.scorepad.focus import change_of, label, side_name, side_of
from firmware_py.match.scene import AnyScene


def offers(scene: AnyScene) -> tuple[Offer, ...]:
    """Return whose points are asked and which are likely; then what else can be done."""
    rest = tuple(part for part in scene.options if part.name not in NUMBERS)
    asks = {
        "player": Offer(N_("Choose a player: {choices}.")),
        "line": Offer(N_("Choose a line of the sheet: {choices}.")),
        "round": Offer(N_("Choose a round: {choices}.")),
        "entry": Offer(N_("Choose an entry: {choices}.")),
        "gone": Offer(N_("Or leave it missing.")),
    }
    if len(rest) < len(scene.options):
        asks["action"] = Offer(N_("Or something else: {choices}."))
    others = by_kind(replace(scene, options=rest, index=0), asks, lambda part: label(scene, part))
    return (*_points(scene), *others)


def _points(scene: AnyScene) -> tuple[Offer, ...]:
    """Return the numbers of a cell: the likely ones are named, any other may be entered."""
    likely = tuple(str(part.value) for part in scene.options if part.name in (LIKELIEST, LIKELY))
    if not any(part.name in NUMBERS for part in scene.options):
        return ()
    change = change_of(scene)
    if change is None:
        return (Offer(N_("Enter points, likely {choices}."), likely),)
    name = side_name(scene, side_of(scene.state, change))
    return (Offer(N_("Enter the points of {name}, likely {choices}."), likely, {"name": name}),)
