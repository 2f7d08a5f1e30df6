"""Installs the wheel of `make dist` into fresh environments, and plays a match of every game there.

python bench/dist_smoke.py [PYTHON ...]    interpreters; without any, python3.11 to 3.14 of PATH
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
MOST_MOVES = 300


def main() -> int:
    """Try every interpreter, and print a row for each."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("pythons", nargs="*", metavar="PYTHON")
    parser.add_argument("--wheel", type=Path, help="another one than that in dist")
    asked = parser.parse_args()
    wheels = [asked.wheel] if asked.wheel else sorted((ROOT / "dist").glob("tablemate_box-*.whl"))
    if not wheels:
        sys.exit("dist_smoke: there is no wheel yet: make dist")
    pythons = asked.pythons or find_pythons(os.environ["PATH"])
    if not pythons:
        sys.exit("dist_smoke: no Python from 3.11 on is in PATH; name some with ARGS")
    print("| Python | installed | moves of a random match |\n|---|---|---|")
    for python in pythons:
        with tempfile.TemporaryDirectory() as folder:
            print(try_python(python, wheels[-1].resolve(), Path(folder)), flush=True)
    return 0


def find_pythons(path: str) -> list[str]:
    """Return the interpreters on a path that run: a version manager may have names without one."""
    found = [shutil.which(f"python3.{minor}", path=path) for minor in range(11, 15)]
    return [each for each in found if each and runs(each)]


def runs(python: str) -> bool:
    """Return whether an interpreter starts."""
    done = subprocess.run([python, "--version"], check=False, capture_output=True)
    return done.returncode == 0


def try_python(python: str, wheel: Path, folder: Path) -> str:
    """Return the row of an interpreter; raise CalledProcessError or AssertionError if it fails."""
    run(python, "-m", "venv", folder / "env")
    own = folder / "env" / "bin"
    run(own / "python", "-m", "pip", "install", "--quiet", wheel)
    version = run(own / "python", "-c", "import platform; print(platform.python_version())")
    # Warnings are errors: what the next Python removes is announced by one.
    installed = run(own / "python", "-W", "error", "-m", "firmware_py", "--version", cwd=folder)
    played = play(own / "tablemate", folder)
    moves = ", ".join(f"{game} {number}" for game, number in played.items())
    return f"| {version} | {installed} | {moves} |"


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Return what a command prints; its errors are seen."""
    done = subprocess.run(
        [*map(str, command)], check=True, stdout=subprocess.PIPE, text=True, cwd=cwd
    )
    return done.stdout.strip()


def play(tablemate: Path, folder: Path) -> dict[str, int]:
    """Play random legal moves of every game over the referee; return how many of each."""
    with subprocess.Popen(
        [str(tablemate), "referee"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
    ) as process:
        sent, heard = process.stdin, process.stdout
        assert sent is not None
        assert heard is not None

        def ask(**request: Any) -> Any:
            sent.write(json.dumps(request) + "\n")
            sent.flush()
            answer = json.loads(heard.readline())
            assert answer["ok"], (request, answer)
            return answer

        numbers = {}
        for game in ask(cmd="games")["games"]:
            ask(cmd="new", game=game, seed=1)
            chance, number = random.Random(1), 0
            while number < MOST_MOVES and (moves := ask(cmd="legal")["moves"]):
                ask(cmd="play", move=chance.choice(moves))
                number += 1
            assert number, f"no move of {game}"
            numbers[game] = number
        sent.close()
    return numbers


if __name__ == "__main__":
    raise SystemExit(main())
