"""The referee on standard input and output: the loop around `engines.referee.RefereeSession`."""

from __future__ import annotations

import json
import logging
import secrets
import sys
from collections.abc import Iterator
from typing import BinaryIO

from engines.record import SEED_LIMIT
from engines.referee import LINE_LIMIT, RefereeSession

HELP = """\
Tablemate referee: one JSON request a line, one answer a line. Try
  {"cmd":"games"}    {"cmd":"new","game":"..."}    {"cmd":"legal"}    {"cmd":"play","move":"..."}
End with Ctrl-D.
"""


def requests(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream; one that is too long is cut just above the limit."""
    while line := stream.readline(LINE_LIMIT + 2):
        if line.endswith(b"\n"):
            yield line[:-1]
            continue
        while len(rest := stream.readline(LINE_LIMIT)) and not rest.endswith(b"\n"):
            pass
        yield line


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Answer every line until the input ends."""
    session = RefereeSession(draw_seed=lambda: secrets.randbelow(SEED_LIMIT))
    for line in requests(source):
        try:
            answer = session.answer(line)
        except Exception:  # the session goes on with the match as it is
            logging.exception("the referee failed on %r", line[:200])
            error = {"code": "FAULT", "text": "The referee failed on this request; see its log."}
            answer = json.dumps({"ok": False, "error": error}).encode()
        target.write(answer + b"\n")
        target.flush()


def run() -> int:
    """Serve standard input and output; print a short help if it is a terminal."""
    if sys.stdin is None or sys.stdout is None:
        print("tablemate: the referee needs standard input and output", file=sys.stderr)
        return 1
    if sys.stdin.isatty():
        sys.stderr.write(HELP)
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # The reader has closed the pipe; keep Python from printing an error at exit.
        sys.stderr.close()
    except KeyboardInterrupt:
        return 130
    return 0
