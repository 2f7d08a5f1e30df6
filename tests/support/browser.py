"""Chromium for tests, driven by its DevTools protocol: a tab to click, type and look at."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--remote-debugging-port=0",
]
PATIENCE_S = 60.0
KEY_CODES = {"Enter": 13, "ArrowRight": 39, "ArrowLeft": 37, "PageDown": 34, "u": 85, "b": 66}


MIDDLE = """((found) => {
  if (!found) return null;
  const { x, y, width, height } = found.getBoundingClientRect();
  const middle = [x + width / 2, y + height / 2];
  const under = document.elementFromPoint(...middle);
  return width && under && (found.contains(under) || under.contains(found)) ? middle : null;
})"""
FOUND = MIDDLE + "(document.querySelector(%s))"
"""Where the middle of an element is that can be touched there."""

AIM = """((selector) => {
  const found = document.querySelector(selector);
  const middle = %s(found);
  if (!middle) return null;
  const under = document.elementFromPoint(...middle);
  const seen = { pointerdown: null, click: null };
  const guard = (event) => {
    if (!event.isTrusted) return; // the page clicked something itself
    const hits = found.contains(event.target) || event.target === under;
    if (event.type in seen) seen[event.type] = hits;
    if (seen.pointerdown && (hits || event.type !== "click" || !found.closest("button"))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const kinds = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
  for (const kind of kinds) addEventListener(kind, guard, true);
  window.hasHit = () => {
    for (const kind of kinds) removeEventListener(kind, guard, true);
    return seen.pointerdown !== false && (seen.click !== false || !found.closest("button"));
  };
  return middle;
})(%s)"""
"""The same, and from now on nothing but this element notices a click, until `hasHit` is called."""


class Tab:
    """One page of the browser."""

    def __init__(self, socket: ClientConnection, numbers: Iterator[int], context: str = "") -> None:
        self._socket = socket
        self._numbers = numbers
        self._session = ""
        self.complaints: list[str] = []
        where = {"browserContextId": context} if context else {}
        target = self.call("Target.createTarget", url="about:blank", **where)["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._target = target
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        self._socket.send(json.dumps(message))
        while True:
            answer = json.loads(self._socket.recv(timeout=PATIENCE_S))
            if answer.get("id") == number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self._notice(answer)

    def browse(self, method: str, **params: Any) -> Any:
        """Ask the browser itself, not this page."""
        session, self._session = self._session, ""
        try:
            return self.call(method, **params)
        finally:
            self._session = session

    def _notice(self, event: dict[str, Any]) -> None:
        """Keep what this page's console would show in red; others may still be closing."""
        if event.get("sessionId") != self._session:
            return
        if event.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(str(event["params"]["exceptionDetails"]))
        if event.get("method") == "Log.entryAdded":
            entry = event["params"]["entry"]
            if entry["level"] in ("error", "warning"):
                self.complaints.append(f"{entry['text']} {entry.get('url', '')}")

    def close(self) -> None:
        self.call("Target.closeTarget", targetId=self._target)

    def size(self, width: int, height: int, *, phone: bool = False, ratio: float = 1) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=ratio,
            mobile=phone,
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone, maxTouchPoints=5)
        if phone:
            self.call(
                "Emulation.setEmulatedMedia",
                features=[
                    {"name": "hover", "value": "none"},
                    {"name": "pointer", "value": "coarse"},
                ],
            )

    def evaluate(self, script: str) -> Any:
        result = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def wait_for(self, script: str) -> Any:
        ends = time.monotonic() + PATIENCE_S
        while not (value := self.evaluate(script)):
            assert time.monotonic() < ends, f"never true: {script}"
            time.sleep(0.02)
        return value

    def accessible(self) -> list[dict[str, Any]]:
        """Return the nodes of the accessibility tree, which follows the page with a delay."""
        self.call("Accessibility.enable")
        ends = time.monotonic() + PATIENCE_S
        nodes: list[dict[str, Any]] = []
        before = None
        while len(nodes) < 2 or nodes != before:  # the root comes first
            assert time.monotonic() < ends, "the accessibility tree never rests"
            self.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            before, nodes = nodes, self.call("Accessibility.getFullAXTree")["nodes"]
        return nodes

    def open(self, url: str) -> None:
        self.call("Page.navigate", url=url)
        self.wait_for("document.readyState === 'complete'")
        self.wait_for("!document.getElementById('box').classList.contains('lost')")

    def reload(self) -> None:
        self.evaluate("window.isOld = true")
        self.call("Page.reload")
        self.wait_for("!window.isOld && document.readyState === 'complete'")
        self.wait_for("!document.getElementById('box').classList.contains('lost')")

    def open_to_act(self, url: str) -> None:
        self.open(url)
        self.wait_for("!document.getElementById('box').classList.contains('look')")

    def middle(self, selector: str) -> tuple[float, float]:
        x, y = self.evaluate(
            f"(() => {{ const r = document.querySelector('{selector}').getBoundingClientRect();"
            "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        return x, y

    def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        button = "none" if kind in ("mouseMoved", "mouseWheel") else "left"
        more = {"button": button, "clickCount": 1, "buttons": 1, **more}
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, selector: str) -> None:
        """Click something as soon as a finger finds it: before that the box has not sent it.

        What comes later may move it: a click next to it has no effect, and is repeated.
        """
        ends = time.monotonic() + PATIENCE_S
        is_hit = False
        while not is_hit:
            assert time.monotonic() < ends, f"moves all the time: {selector}"
            x, y = self.wait_for(AIM % (MIDDLE, json.dumps(selector)))
            self.mouse("mousePressed", x, y)
            self.mouse("mouseReleased", x, y)
            is_hit = self.evaluate("!window.hasHit || hasHit()")  # not there: a page was opened

    def key(self, key: str, *, down: bool = True, up: bool = True) -> None:
        code = f"Key{key.upper()}" if len(key) == 1 else key
        more = {"key": key, "code": code, "windowsVirtualKeyCode": KEY_CODES[key]}
        if down:
            self.call("Input.dispatchKeyEvent", type="rawKeyDown", **more)
        if up:
            self.call("Input.dispatchKeyEvent", type="keyUp", **more)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=touches)

    def screenshot(self) -> bytes:
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def lit(self) -> list[list[bool]]:
        """Read the canvas back: which pixels of the display are lit."""
        pixels: list[list[bool]] = self.evaluate(
            """(() => {
              const { width, height } = document.getElementById('screen');
              const pen = document.getElementById('screen').getContext('2d');
              const data = pen.getImageData(0, 0, width, height).data;
              const size = width / 128;
              const middle = (n) => n * size + (size >> 1);
              const isLit = (x, y) => data[4 * (middle(y) * width + middle(x)) + 3] > 0;
              const upTo = (n) => [...Array(n).keys()];
              return upTo(64).map((y) => upTo(128).map((x) => isLit(x, y)));
            })()"""
        )
        return pixels


class Chromium:
    """A running browser; gives new tabs."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._numbers = count(1)

    def tab(self, context: str = "") -> Tab:
        """Open a page, in a context (as another person's browser) or in the common one."""
        return Tab(self.socket, self._numbers, context)

    def person(self) -> str:
        """Return a context of its own: nothing kept by others is known there."""
        tab = self.tab()
        made = tab.browse("Target.createBrowserContext")["browserContextId"]
        tab.close()
        return str(made)


@contextmanager
def chromium(profile: Path) -> Iterator[Chromium]:
    """Start Chromium, and end it."""
    assert CHROMIUM is not None
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
    # With LANG=C Chromium opens no file whose path is not ASCII.
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        port_file = profile / "DevToolsActivePort"
        ends = time.monotonic() + 60
        while not (port_file.exists() and len(port_file.read_text().splitlines()) == 2):
            assert process.poll() is None, "Chromium ended at once"
            assert time.monotonic() < ends, "Chromium does not start"
            time.sleep(0.05)
        port, path = port_file.read_text().splitlines()
        address = f"ws://127.0.0.1:{port}{path}"
        # Its pings would draw from the global random numbers, in a thread while other tests run;
        # Hypothesis takes that for the doing of the test that it runs at that moment.
        with connect(address, max_size=None, proxy=None, ping_interval=None) as socket:
            yield Chromium(socket)
    finally:
        process.terminate()
        process.wait(20)
