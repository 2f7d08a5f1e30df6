"""Keeps the web library's log short: a flood from outside must not wash the table's log away."""

from __future__ import annotations

import logging
from collections.abc import Callable

APART_S = 60.0

WEB_LOG = logging.getLogger(f"{__package__}.pages")
"""Where pages, and the library that serves them, could have something written."""


class BriefLog(logging.Filter):
    """Lets one short line through in a while, with a count of what was left out since.

    What failed is named by its kind and place, which is what a report needs, without a traceback
    for each time.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock
        self._next_s = 0.0
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a record, or leave it out."""
        if "handshake" in record.getMessage():  # a client's rubbish, and no news
            return False
        now_s = self._clock()
        if now_s < self._next_s:
            self._left_out += 1
            return False
        more = f" (and {self._left_out} more)" if self._left_out else ""
        record.msg, record.args = f"{record.getMessage()}{_why(record)}{more}", ()
        record.exc_info = None
        self._next_s, self._left_out = now_s + APART_S, 0
        return True


def _why(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return ""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" in {trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}" if trace else ""
    return f": {type(error).__name__} {str(error)[:120]!r}{place}"
