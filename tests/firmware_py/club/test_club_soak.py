"""Short runs of bench/club_soak.py, and the faults that it has to find."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import club_soak
import pytest
from club_boxes import KilledDatabase

from firmware_py.club import archive as archive_module
from firmware_py.club.archive import Archive
from firmware_py.club.archive_database import SqliteDatabase
from firmware_py.club.batch import Batch, Head
from firmware_py.club.box_log import BoxLog


def found(seeds: int = 6, boxes: int = 8) -> Iterator[str]:
    """Yield what is wrong in short runs."""
    return (each for seed in range(seeds) for each in club_soak.run(seed, boxes)[1])


def test_the_archive_is_the_union_of_the_logs() -> None:
    assert list(found(seeds=25)) == []


def test_500_boxes() -> None:
    club, wrong = club_soak.run(417)
    assert wrong == []
    assert len(club.written) > 10_000
    assert all(club.kills.values())
    assert len(club.boxes) > 500


def test_a_number_repeats_a_run() -> None:
    first, again = (club_soak.run(3, 8)[0] for _ in range(2))
    assert first.written == again.written
    assert first.kills == again.kills
    assert first.written != club_soak.run(4, 8)[0].written


def test_the_number_of_a_run_that_failed_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert club_soak.main(["--seeds", "2", "--boxes", "4"]) == 0
    monkeypatch.setattr(archive_module, "is_signed", lambda *_: True)
    assert club_soak.main(["--seeds", "3", "--first", "8", "--boxes", "4"]) == 1
    assert (
        "again: python bench/club_soak.py --seeds 1 --first 8 --boxes 4" in capsys.readouterr()[0]
    )


class TestPlantedFaults:
    """Each would lose, double or invent something in a club."""

    def test_no_signature_is_checked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive_module, "is_signed", lambda *_: True)
        assert any("no box wrote" in each for each in found())

    def test_a_gap_is_taken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        lock: Any = Archive._lock  # noqa: SLF001 - a fault is planted there

        def jump(self: Archive, box: str, log: str) -> tuple[int, Head]:
            number, head = lock(self, box, log)
            return number, head._replace(n=head.n + 1)

        monkeypatch.setattr(Archive, "_lock", jump)
        assert any(found())

    def test_a_transaction_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        init: Any = KilledDatabase.__init__

        def loose(self: KilledDatabase, db: SqliteDatabase) -> None:
            init(self, db)
            self.transaction = nullcontext

        monkeypatch.setattr(KilledDatabase, "__init__", loose)
        assert any("above its head" in each for each in found())

    def test_what_differs_is_ignored(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Archive, "_set_aside", lambda *_: None)
        note: Any = Archive._note  # noqa: SLF001 - as above

        def forget(self: Archive, log: int, box: str, n: int, entry: list[Any]) -> None:
            if entry[0] != "forked":
                note(self, log, box, n, entry)

        monkeypatch.setattr(Archive, "_note", forget)
        assert any("was not found" in each for each in found())

    def test_a_box_takes_what_it_sent_for_stored(self, monkeypatch: pytest.MonkeyPatch) -> None:
        next_batch: Any = BoxLog.next_batch
        sent: dict[BoxLog, int] = {}  # not by id(), which a later log may have again

        def once(self: BoxLog, after: int) -> Batch | None:
            batch: Batch | None = next_batch(self, max(after, sent.get(self, 0)))
            if batch is not None:
                sent[self] = batch.last
            return batch

        monkeypatch.setattr(BoxLog, "next_batch", once)
        assert any("another log" in each for each in found())

    def test_a_box_goes_on_where_a_copy_was(self, monkeypatch: pytest.MonkeyPatch) -> None:
        hash_at: Any = BoxLog._hash_at  # noqa: SLF001 - as above

        def any_hash(self: BoxLog, n: int) -> Any:
            class Equal(str):
                __hash__ = str.__hash__
                __slots__ = ()

                def __ne__(self, other: object) -> bool:
                    return False

            return Equal(hash_at(self, n) or "0" * 64)

        monkeypatch.setattr(BoxLog, "_hash_at", any_hash)
        assert any(found())

    def test_an_evening_is_begun_again_with_each_line(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        note: Any = Archive._note  # noqa: SLF001 - as above

        def begin(self: Archive, log: int, box: str, n: int, entry: list[Any]) -> None:
            if entry[0] == "evening":
                entry = [*entry[:2], 0, entry[3]]
            note(self, log, box, n, entry)

        monkeypatch.setattr(Archive, "_note", begin)
        assert any("another evening" in each for each in found())
