"""How many processor instructions a start takes: a figure that does not depend on load.

    python bench/instructions.py

Counts with valgrind (`apt install valgrind`) the instructions of a process from its start to the
first frame of the box, and those of the imports that `bench/box.py` times as its yardstick. The
byte code of both is in a cache. Without valgrind it says so, and there is no row.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from box import IMPORTS, prepare
from matches import write_script
from rows import Row, judge

from engines import catalog

LIMIT = 1.25
"""Of the yardstick's imports. `bench/box.py` has the same for time, on a machine that is idle."""
FIRST_FRAME = """
import os, runpy, sys
from luma.core.interface import serial
class Wire(serial.noop):
    def data(self, data):
        if any(data):
            os._exit(0)
serial.i2c = lambda **_where: Wire()
sys.argv = ["tablemate", "--panel", "box"]
runpy.run_module("firmware_py", run_name="__main__")
"""


def instructions(valgrind: str, code: str, extra: dict[str, str]) -> float:
    """Return how many instructions a Python program takes to its end, in millions."""
    command = [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run(
        [*command, sys.executable, "-c", code],
        env={**extra, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    counted = re.search(r"Collected : (\d+)", done.stderr)
    if counted is None or done.returncode:
        raise RuntimeError(f"nothing was counted: {done.stderr[-500:]}")
    return int(counted[1]) / 1e6


def row_of(box: float, imports: float) -> Row:
    """Return the row of a start."""
    return Row("instructions to the first frame", box, LIMIT, imports, "M")


def measure(valgrind: str, folder: Path) -> Iterator[Row]:
    """Count both, after a run that fills the caches."""
    places = prepare(folder, write_script(next(iter(catalog.GAMES)), 1))
    extra = {**places, "PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "HOME": str(folder)}
    for code in (FIRST_FRAME, IMPORTS):
        subprocess.run([sys.executable, "-c", code], env=extra, capture_output=True, check=True)
    yield row_of(*(instructions(valgrind, code, extra) for code in (FIRST_FRAME, IMPORTS)))


def main() -> int:
    """Count, print, and fail above the limit."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        print("no row: instructions are counted with valgrind (apt install valgrind)")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return judge(measure(valgrind, Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
