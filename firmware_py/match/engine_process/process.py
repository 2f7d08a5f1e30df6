"""The thinking process as the box sees it: started, spoken to through pipes, and heard by a thread.

The thread only posts what it reads; everything else is done by the one thread of the program.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Thread

from firmware_py.match.engine_process.messages import Ended, Order, Said, Stop

Post = Callable[[Said], None]


class WorkerProcess:
    """One process, from its start to its end."""

    def __init__(self, memory_mb: int, post: Post) -> None:
        """Start it; raise OSError."""
        # It finds the same modules as this one, wherever that was started.
        places = os.pathsep.join(place for place in sys.path if place)
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "firmware_py.match.engine_process.worker", str(memory_mb)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": places},
            start_new_session=True,  # Ctrl-C in the terminal is for the box
        )
        self._post = post
        self._thread = Thread(target=self._listen, name="thinking", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, what: Order | Stop) -> None:
        """Tell it something; one that is gone is not told, and its end is posted anyway."""
        assert self._process.stdin is not None
        with suppress(OSError):
            pickle.dump(what, self._process.stdin)
            self._process.stdin.flush()

    def close(self) -> None:
        """End it now."""
        self._process.kill()
        self._thread.join()
        assert self._process.stdin is not None
        with suppress(OSError):  # what was not flushed has nobody to go to
            self._process.stdin.close()

    def _listen(self) -> None:
        """Post what it says until it says nothing more."""
        assert self._process.stdout is not None
        with self._process.stdout as said:
            while True:
                try:
                    # It is our own process, which reads nothing but what we tell it.
                    self._post(pickle.load(said))  # noqa: S301
                except (EOFError, OSError, pickle.UnpicklingError):
                    break
        self._post(Ended(f"the thinking process ended with {self._process.wait()}"))
