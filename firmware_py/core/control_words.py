"""The words printed on the controls, one source for all: panels, screens and the case use them.

A sentence that names a control has the word in capitals, and every translation has the word of
its own language there; a test holds both together.
"""

from __future__ import annotations

from collections.abc import Mapping

from firmware_py.core.language import N_
from hardware.events import Control

CONTROL_WORDS: Mapping[Control, str] = {
    Control.KNOB: N_("KNOB"),
    Control.BACK: N_("BACK"),
    Control.WHY: N_("WHY"),
    Control.UNDO: N_("UNDO"),
}
