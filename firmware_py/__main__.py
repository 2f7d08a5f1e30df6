"""The program: the box as the service starts it, at once; everything else by the command line."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""What shells expect of a program that Ctrl-C ended."""
TOO_MANY_FILES = os.strerror(errno.EMFILE)
AT_ONCE = {(): "auto", ("--panel", "box"): "box"}
"""Ways to start the box that need no argparse, which takes a while to load: the service's, and
without a word. To the panel that they ask for."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `tablemate`."""
    heeded = signal.getsignal(signal.SIGINT)
    if arguments is None:
        # Until something heeds it Ctrl-C ends a start as a plug would. Python's own way raises an
        # exception wherever it is, and one that falls into a callback of an import gets lost.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    words = tuple(sys.argv[1:] if arguments is None else arguments)
    try:
        if words in AT_ONCE:
            from firmware_py.app.start import start_box  # not before Ctrl-C ends it at once

            return start_box(AT_ONCE[words])
        from firmware_py.command_line import run_command  # brings argparse

        return run_command(words, lambda: signal.signal(signal.SIGINT, heeded))
    except BrokenPipeError:  # as in `tablemate doctor | head`: whoever read has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:  # before or after the loop, which ends by itself
        return INTERRUPTED
    except (OSError, ImportError) as error:  # a module that cannot be opened is either
        if TOO_MANY_FILES not in str(error):
            raise
        sys.unraisablehook = lambda _what: None  # what is half open complains when it is let go
        print(f"tablemate: {TOO_MANY_FILES}; raise the limit (ulimit -n 256)", file=sys.stderr)
        return 1


if __name__ == "__main__":
    raise SystemExit(main())
