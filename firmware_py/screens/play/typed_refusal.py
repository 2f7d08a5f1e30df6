"""Why a number that somebody typed cannot be entered: its rule, or its limits."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.match.picker import Picker
from firmware_py.match.scene import AnyScene
from firmware_py.match.typed_number import AskedNumber, TypedNumber
from firmware_py.screens.play.check_move import Verdict, refusal_of
from firmware_py.ui.services import Services


def refuse_typed(
    services: Services, scene: AnyScene, picker: Picker, asked: AskedNumber, typed: TypedNumber
) -> Verdict | str:
    """Return what the rules say to a number; of what is none, or not offered, its limits.

    Either is told again beside the field: where somebody types, nothing else may be in sight.
    """
    match = services.current_table.match
    choice = None if typed.value is None else picker.written(typed.value)
    if choice is None or match.why_not(choice) is None:
        told = N_("A number from {low} to {high}")
        if not typed.is_whole:
            told = N_("A whole number from {low} to {high}")
        return services.say(told, low=asked.low, high=asked.high)
    verdict = refusal_of(services, match, scene, choice)
    verdict.asked = asked._replace(why=verdict.words().text)
    return verdict
