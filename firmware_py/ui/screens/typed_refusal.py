"""Why a number that somebody typed cannot be entered: its rule, or its limits."""

from __future__ import annotations

from firmware_py.app.services import Services
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.navigation import STAY, Next, Push
from firmware_py.ui.picker import Picker
from firmware_py.ui.screens.check_move import refusal_of
from firmware_py.ui.typed_number import AskedNumber, TypedNumber


def refuse_typed(
    services: Services, scene: Scene, picker: Picker, asked: AskedNumber, typed: TypedNumber
) -> Next:
    """Open what the rules say to a number; of what is none, or not offered, tell the limits."""
    match = services.current_table.match
    choice = None if typed.value is None else picker.written(typed.value)
    if choice is None or match.why_not(choice) is None:
        told = N_("A number from {low} to {high}")
        services.toast = services.say(told, low=asked.low, high=asked.high)
        return STAY
    verdict = refusal_of(services, match, scene, choice)
    verdict.asked = asked
    return Push(verdict)
