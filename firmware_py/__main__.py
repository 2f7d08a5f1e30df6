"""The program: the box as the service starts it, at once; everything else by the command line."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path

INTERRUPTED = 130
"""What shells expect of a program that Ctrl-C ended."""
AT_ONCE = {(): "auto", ("--panel", "box"): "box"}
"""Ways to start the box that need no argparse, which takes a while to load: the service's, and
without a word. To the panel that they ask for."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `tablemate`."""
    words = tuple(sys.argv[1:] if arguments is None else arguments)
    try:
        if words in AT_ONCE:
            return start_box(AT_ONCE[words])
        from firmware_py.command_line import run_command

        return run_command(words)
    except BrokenPipeError:  # as in `tablemate doctor | head`: whoever read has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:  # before or after the loop, which ends by itself
        return INTERRUPTED


def start_box(panel: str, file: Path | None = None, folder: Path | None = None) -> int:
    """Run the box, with a configuration and a data folder that may be named; return the code."""
    # What the start makes stays: there is no rubbish to look for before the first frame.
    gc.disable()
    from firmware_py.app.config import BadConfig, data_folder, load

    try:
        config = load(file)
        data = data_folder(folder, config)
    except BadConfig as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 2
    from firmware_py.app.signals import stop_on_signals
    from hardware.events import Inbox

    inbox = Inbox()
    with stop_on_signals(inbox):  # first of all: an interrupt in the midst of imports gets lost
        from firmware_py.app.run import run

        return run(config, data, panel, inbox)


if __name__ == "__main__":
    raise SystemExit(main())
