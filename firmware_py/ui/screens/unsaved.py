"""The question before the program ends while something is not on disk."""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.app.services import Services
from firmware_py.language import N_
from firmware_py.ui.navigation import Next
from firmware_py.ui.screens.lists import Ask, ask_yes


def ask_if_unsaved(services: Services, go_on: Callable[[], Next]) -> Ask | None:
    """Return a question whose Yes goes on although something is lost; None: all is on disk."""
    services.queue.retry()
    unsaved = services.queue.unsaved
    if not unsaved:
        return None
    return ask_yes(
        services, services.say(N_("Not saved yet: {count}. Really?"), count=unsaved), go_on
    )
