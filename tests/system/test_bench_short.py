"""The benches of the box run and count what they say; no figure of time is judged here."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import box
import pytest
from matches import record, write_script

from engines import catalog
from firmware_py.storage.store import Store


def test_the_box_reports_its_first_frame(tmp_path: Path) -> None:
    assert box.reported([str(box.CHILD), "REPORT"], 1, box.prepare(tmp_path)) > 0


def test_a_child_plays_a_match_to_its_end_and_reports_its_memory(tmp_path: Path) -> None:
    script = write_script("mana", 1)
    places = box.prepare(tmp_path, script)
    hands = "p" + box.signs(record(script, tmp_path / "record", box.DONE))
    assert box.reported([str(box.CHILD), "REPORT", hands], 2, places) > 10_000
    store = Store(Path(places["STATE_DIRECTORY"]))
    (stored,) = store.matches("over")
    store.close()
    assert stored.header.game == "mana"


@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_match_is_entered_with_the_knob_alone(game: str, tmp_path: Path) -> None:
    """Every change is a frame of its own, and the model of the chip ends with the last."""
    frames = box.film(write_script(game, 1), tmp_path)
    assert all(before != after for before, after in pairwise(frames))
    assert 0 < box.count_bytes("ssd1306", frames) < 1034 * (len(frames) - 1)


def test_whole_matches_have_a_row_for_each_game_and_chip(tmp_path: Path) -> None:
    """The matches that are long enough to tell keep to their share, or nearly, as one is few."""
    rows = {row.name: row for row in box.measure_wire(1, tmp_path)}
    assert len(rows) == 2 * len(catalog.GAMES)
    long = [rows[f"wire, {game}, ssd1306"] for game in ("mandala", "stones", "icehouse")]
    assert all(row.value < 1.05 * (row.limit or 0) for row in long)


def test_every_event_is_timed_with_its_yardstick(tmp_path: Path) -> None:
    script = write_script("icehouse", 1)
    times = list(box.time_events(script, tmp_path, box.luma_frame()))
    assert all(ours > 0 and theirs > 0 for ours, theirs in times)


def test_rest_is_watched_with_a_watchdog(tmp_path: Path) -> None:
    switches, spent = box.measure_idle(0.2, tmp_path)
    assert (switches.limit or 0) >= 2
    assert spent.value >= 0
