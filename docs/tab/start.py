"""Run in each worker of the tab.

What Python lacks in a browser, and how the workers call the box.
"""

import asyncio
import os
import sys
from errno import EEXIST
from pathlib import Path
from shutil import copyfile
from types import ModuleType

from pyodide.ffi import can_run_sync, create_proxy, run_sync, to_js

sys.path.insert(0, "/program")
# What the program loads of Unix and never uses where there are no processes and no root.
for name in ("pwd", "resource"):
    sys.modules.setdefault(name, ModuleType(name))
for name in ("geteuid", "getegid"):
    setattr(os, name, lambda: 1000)


def _link(source, target):
    """Copy a file to a name that is free: nobody else writes here."""
    if os.path.lexists(target):
        raise FileExistsError(EEXIST, os.strerror(EEXIST), str(target))
    copyfile(source, target)


os.link = _link


def _received(data):
    """Return what a worker sent: text, bytes, or None at the end."""
    return data if data is None or isinstance(data, str) else data.to_bytes()


def _sent(data):
    return data if isinstance(data, str) else to_js(data)


def open_box(folder, start_engine, keep, on_end):
    """Start the box in this worker's event loop."""
    from firmware_py.app.tab import TabBox

    def start(hear):
        engine = start_engine(create_proxy(lambda data: hear(data.to_bytes())))
        return Engine(engine)

    box = TabBox(Path(folder), start, keep)
    box.ended.add_done_callback(lambda _task: on_end())
    return Door(box)


class Engine:
    def __init__(self, engine):
        self._engine = engine

    def post(self, message):
        self._engine.post(to_js(message))

    def close(self):
        self._engine.close()


class Door:
    """The box, with what JavaScript hands over turned into Python's own."""

    def __init__(self, box):
        self._box = box

    def meet(self, path, send, leave):
        return Port(self._box.meet(path, lambda data: send(_sent(data)), leave))


class Port:
    def __init__(self, connection):
        self._connection = connection

    def hear(self, data):
        self._connection.hear(_received(data))


def open_engine(post):
    """Return what hears the orders of the box."""
    from firmware_py.app.tab import TabThinker

    def rest():
        if can_run_sync():
            run_sync(asyncio.sleep(0))

    thinker = TabThinker(lambda data: post(to_js(data)), rest)
    return lambda data: thinker.hear(data.to_bytes())
