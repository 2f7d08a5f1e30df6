"""The program, as `tablemate` and as `python -m firmware_py`."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""What shells expect of a program that Ctrl-C ended."""
TOO_MANY_FILES = os.strerror(errno.EMFILE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `tablemate`."""
    heeded = signal.getsignal(signal.SIGINT)
    if arguments is None:
        # Until something heeds it Ctrl-C ends a start as a plug would. Python's own way raises an
        # exception wherever it is, and one that falls into a callback of an import gets lost.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    words = tuple(sys.argv[1:] if arguments is None else arguments)
    try:
        from firmware_py.command_line import run_command  # not before Ctrl-C ends it at once

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
