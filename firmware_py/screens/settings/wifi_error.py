"""What the box says when its Wi-Fi does not do what was wished."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.system.wifi import ERRORS
from firmware_py.ui.lists import Reader
from firmware_py.ui.services import Services

TITLE = N_("Wi-Fi")


def tell_error(services: Services, error: str) -> Reader:
    """Return what went wrong, in words."""
    return Reader(services, services.say(TITLE), services.say(ERRORS.get(error, ERRORS["failed"])))
