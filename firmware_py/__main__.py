"""The program, as `tablemate` and as `python -m firmware_py`."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

INTERRUPTED = 130
"""What shells expect of a program that Ctrl-C ended."""
TOO_MANY_FILES = os.strerror(errno.EMFILE)


OURS = ("engines", "hardware")
"""Names that other distributions on PyPI install, too."""


def find_foreign() -> str:
    """Return where a package of another project is that Python would take for ours, or nothing.

    A package without `__init__.py` counts: uninstalling the other project deletes that file.
    """
    home = Path(__file__).resolve().parents[1]
    for name in OURS:
        spec = find_spec(name)
        found = Path(spec.origin).resolve() if spec is not None and spec.origin else home / name
        if found != home / name / "__init__.py":
            return str(found)
    return ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `tablemate`."""
    heeded = signal.getsignal(signal.SIGINT)
    if arguments is None:
        # Until something heeds it Ctrl-C ends a start as a plug would. Python's own way raises an
        # exception wherever it is, and one that falls into a callback of an import gets lost.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if foreign := find_foreign():
        print(
            f"tablemate: {foreign} is not Tablemate's, or is incomplete; install tablemate-box in "
            "an environment of its own, for example with: pipx install tablemate-box",
            file=sys.stderr,
        )
        return 1
    words = tuple(sys.argv[1:] if arguments is None else arguments)
    try:
        from firmware_py.command_line import run_command  # not before Ctrl-C ends it at once

        return run_command(words, lambda: signal.signal(signal.SIGINT, heeded))
    except BrokenPipeError:  # as in `tablemate doctor | head`: the reader has left
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
