"""The same games, whatever the interpreter and its hash seed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("transcript.py")
PROMISED = Path(__file__).with_name("transcript.txt").read_text()
OTHERS = [path for v in ("3.11", "3.12", "3.13") if (path := shutil.which(f"python{v}"))]


def transcript_of(python: str, hash_seed: str, script: Path = SCRIPT) -> str:
    """Return what the script prints, run on the bare sources."""
    run = subprocess.run(
        [python, "-W", "error", str(script)],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_hash_seeds_change_nothing(hash_seed: str) -> None:
    """No set or dictionary decides an order."""
    assert transcript_of(sys.executable, hash_seed) == PROMISED


def test_an_order_that_depends_on_the_hash_seed_is_seen(tmp_path: Path) -> None:
    """As that of a set of words does."""
    script = tmp_path / "order.py"
    script.write_text("print({f'word {n}' for n in range(50)})\n")
    first, again, other = (
        transcript_of(sys.executable, seed, script) for seed in ("0", "0", "4711")
    )
    assert first == again != other


@pytest.mark.parametrize("python", [sys.executable, *OTHERS])
def test_pythons_play_the_same(python: str) -> None:
    """The digests are committed, so every Python that runs this test is held to the same games."""
    version = subprocess.run([python, "--version"], capture_output=True, text=True, check=False)
    if version.returncode:
        return  # a name on the path without an interpreter behind it
    assert transcript_of(python, "1") == PROMISED
