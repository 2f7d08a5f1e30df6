"""A box that is killed in mid-game keeps what it confirmed: a short run of the long trial.

`make fault-soak` runs the same trial with 500 kills.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engines import catalog
from engines.match import Match
from engines.record import RecordLine
from firmware_py.storage.store import Store

SCRIPT = Path(__file__).parents[2] / "bench" / "fault_soak.py"


@pytest.fixture(scope="module")
def soak() -> Any:
    """Return the trial as a module."""
    spec = importlib.util.spec_from_file_location("fault_soak", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*arguments: str) -> dict[str, int]:
    """Run the trial; return its table."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return {name: int(count) for name, count in (row.split() for row in _rows(done.stdout))}


def _rows(text: str) -> list[str]:
    return [row.replace("in flight", "in_flight") for row in text.splitlines()]


def test_kills_at_random_moments_lose_nothing() -> None:
    """Every confirmed move is there, at most the one in flight besides, and the file is sound."""
    result = run("--kills", "25", "--seed", "7")
    assert result["kills"] == 25
    assert result["confirmed"] >= 25
    assert (result["lost"], result["strange"], result["damaged"]) == (0, 0, 0)


def test_kills_in_the_middle_of_entering_points_lose_no_cell() -> None:
    """`python bench/fault_soak.py --kills 1000 --game scorepad` is the long run of it."""
    result = run("--kills", "12", "--seed", "4", "--game", "scorepad")
    assert result["confirmed"] >= 12
    assert (result["lost"], result["strange"], result["damaged"]) == (0, 0, 0)


def test_kills_at_every_write_point_lose_nothing() -> None:
    """Before each statement of a transaction, from BEGIN to COMMIT."""
    result = run("--kills", "24", "--seed", "3", "--points")
    assert result["kills"] == 24
    assert (result["lost"], result["strange"], result["damaged"]) == (0, 0, 0)


class TestTheTrialItself:
    """It would see what it looks for."""

    @pytest.fixture
    def trial(self, soak: Any, tmp_path: Path) -> Any:
        """Return a trial over a match of four moves, all confirmed."""
        engine = catalog.load("mana")
        match = Match(engine, catalog.begin(engine, seats=2, seed=1), ("Ada", "Bo"))
        for _ in range(4):
            match.play(engine.write(next(iter(engine.legal(match.state)))))
        store = Store(tmp_path)
        store.begin(1, match.header, match.lines)
        store.close()
        trial = soak.Trial(tmp_path, 1)
        trial.confirmed[1] = list(match.lines)
        return trial

    def look(self, trial: Any) -> tuple[int, int, int, int]:
        """Let it look."""
        trial.look({1})
        return trial.lost, trial.odd, trial.damaged, trial.in_flight

    def test_all_is_well(self, trial: Any) -> None:
        """Nothing to see."""
        assert self.look(trial) == (0, 0, 0, 0)

    def test_a_lost_move(self, trial: Any) -> None:
        """Confirmed, and not there."""
        trial.confirmed[1].append(RecordLine("0", "b1-d1"))
        assert self.look(trial)[0] > 0

    def test_another_move(self, trial: Any) -> None:
        """Confirmed, and another in its place."""
        trial.confirmed[1][2] = RecordLine("0", "=f6")
        assert self.look(trial)[0] > 0

    def test_one_move_in_flight_is_fine_and_two_are_not(self, trial: Any) -> None:
        """Nothing unconfirmed appears."""
        del trial.confirmed[1][3:]
        assert self.look(trial) == (0, 0, 0, 1)
        del trial.confirmed[1][1:]
        assert self.look(trial)[1] == 1

    def test_a_damaged_file(self, trial: Any) -> None:
        """It had to be recovered."""
        path = trial.folder / "tablemate.db"
        with path.open("r+b") as file:
            file.write(bytes(64))
        assert self.look(trial)[2] == 1
