"""What the box says when its Wi-Fi does not do what was wished."""

from __future__ import annotations

from firmware_py.app.services import Services
from firmware_py.app.wifi import ERRORS
from firmware_py.language import N_
from firmware_py.ui.screens.lists import Reader

TITLE = N_("Wi-Fi")


def tell_error(services: Services, error: str) -> Reader:
    """Return what went wrong, in words."""
    return Reader(services, services.say(TITLE), services.say(ERRORS.get(error, ERRORS["failed"])))
