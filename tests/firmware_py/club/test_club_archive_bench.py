"""A fault that bench/club_archive.py has to find."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path
from typing import Any

import club_archive
import pytest
from club_archive import compare, cost_row, open_archive, played
from club_boxes import Key
from rows import judge

from firmware_py.club.archive import Archive
from firmware_py.club.batch import Head, read_batch


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> club_archive.Sample:
    return played(tmp_path_factory.mktemp("played"), 2)


def test_an_archive_that_reads_all_events_for_each_batch_is_noticed(
    sample: club_archive.Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """Whatever the machine does meanwhile: it is a hundred times slower."""
    take = Archive.take

    def slow(self: Archive, batch: Any) -> Any:
        for _ in range(20):
            self._db.execute("SELECT sum(length(body)) FROM entries")
        return take(self, batch)

    monkeypatch.setattr(Archive, "take", slow)
    monkeypatch.setattr(club_archive, "BOXES", 4)
    with (
        closing(open_archive(str(tmp_path / "small.db"))) as small,
        closing(open_archive(str(tmp_path / "large.db"))) as large,
    ):
        assert judge([cost_row("SQLite", *compare(small, large, 100_000, sample))]) == 1
    assert "exceeded: event among many / few, SQLite" in capsys.readouterr()[0]


def test_a_row_has_its_limit() -> None:
    assert cost_row("SQLite", 0.010, 0.012).is_kept
    assert not cost_row("SQLite", 0.010, 0.0121).is_kept


def test_tables_are_filled_as_boxes_would(place: str) -> None:
    """In both databases."""
    with closing(open_archive(place)) as archive:
        keys = club_archive.enrolled(archive, 3, 1)
        heads = club_archive.fill(archive, 30_000, keys, "x")
        assert [head.n for head in heads] == [1000] * 3
        for key, head in zip(keys, heads, strict=True):
            assert archive.head(key.public, "a" * 16) == head
            assert len(archive.entries(key.public, "a" * 16)) == 1000
        assert len(archive.ended()) == 30 * 40
        count = archive._db.execute("SELECT count(*) FROM entries")  # noqa: SLF001
        assert count == [(30_000 + 3,)]  # with the cards of the three


def test_batches_are_those_of_the_wire(sample: club_archive.Sample) -> None:
    key = Key(random.Random(1))
    head = Head(7, "0" * 64)
    batches = [read_batch(text) for text in club_archive.texts(sample, key, "a" * 16, head)]
    assert batches[0].first == 8
    assert sum(len(batch.bodies) for batch in batches) == sample.events
