"""Starts the box: what must come first comes first, and everything large after it."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from threading import Event


def start_box(panel: str, file: Path | None = None, folder: Path | None = None) -> int:
    """Run the box, with a configuration and a data folder that may be named; return the code."""
    # What the start makes stays: there is no rubbish to look for before the first frame.
    gc.disable()
    # Imported here: not before that, and signals are heeded before the many of `run`.
    from firmware_py.core.config import BadConfig, data_folder, load

    try:
        config = load(file)
        data = data_folder(folder, config)
    except BadConfig as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 2
    from firmware_py.system.signals import stop_on_signals  # a bad file is told without them
    from hardware.events import Inbox

    inbox, started = Inbox(), Event()
    with stop_on_signals(inbox, for_good=True, started=started):
        # Only now: an interrupt in the midst of imports gets lost.
        from firmware_py.app.run import run

        return run(config, data, panel, inbox, started.set)
