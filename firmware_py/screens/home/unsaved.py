"""Questions while something is not on disk: before the program ends, or if files cannot be read."""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.core.language import N_
from firmware_py.ui.lists import Ask, ask_yes
from firmware_py.ui.navigation import Next, Pop, Replace
from firmware_py.ui.services import Services


def ask_if_unsaved(services: Services, go_on: Callable[[], Next]) -> Ask | None:
    """Return a question whose Yes goes on although something is lost; None: all is on disk."""
    services.queue.retry()
    unsaved = services.queue.unsaved
    if not unsaved:
        return None
    return ask_yes(
        services, services.say(N_("Not saved yet: {count}. Really?"), count=unsaved), go_on
    )


def ask_to_go_without(services: Services) -> Ask:
    """Ask, twice, whether to wait for files that cannot be read or to go on without them."""

    def go_on() -> Next:
        if not services.queue.go_without_unread():
            services.toast = services.say(N_("Not possible"))
        return Pop()

    again = ask_yes(services, services.say(N_("Matches may be missing then. Really?")), go_on)
    return Ask(
        services,
        services.say(N_("Go on without what cannot be read? Its file is kept.")),
        [
            (services.say(N_("Wait")), Pop),
            (services.say(N_("Go on")), lambda: Replace(again)),
        ],
    )
