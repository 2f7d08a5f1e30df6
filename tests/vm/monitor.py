"""Gives orders to a running qemu, over its monitor (QMP)."""

from __future__ import annotations

import json
import socket
import time
from typing import Any

TRIES = 50
PAUSE_S = 0.2


class Monitor:
    """The line to qemu itself: each order is a line of JSON, and so is its answer."""

    def __init__(self, line: socket.socket, *, limit_s: float = 120.0) -> None:
        line.settimeout(limit_s)
        self._line = line
        self._lines = line.makefile("r", encoding="utf-8")

    def tell(self, command: str, **arguments: Any) -> None:
        """Give an order; raise RuntimeError with what qemu says if it refuses."""
        self._answer_of("qmp_capabilities", {})  # ends the greeting; a second one is only refused
        for _ in range(TRIES):
            answer = self._answer_of(command, arguments)
            if "in use" not in str(answer.get("error")):
                break
            time.sleep(PAUSE_S)  # what was pulled out is let go of a moment later
        if "error" in answer:
            raise RuntimeError(f"{command}: {answer['error']}")

    def close(self) -> None:
        """Close the line."""
        self._lines.close()
        self._line.close()

    def _answer_of(self, command: str, arguments: dict[str, Any]) -> dict[str, Any]:
        order = {"execute": command, "arguments": arguments}
        self._line.sendall(json.dumps(order).encode() + b"\n")
        while True:  # greetings and events come in between
            answer: dict[str, Any] = json.loads(self._lines.readline())
            if "return" in answer or "error" in answer:
                return answer
