"""The archive takes the next entries of a box's log, and nothing else; over both databases."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from club_boxes import Box, Key, Killed, KilledDatabase, new_archive

from engines.record import Header, RecordLine
from engines.start import Start
from firmware_py.club.archive import CARD_FORMAT, OWN_LOG, Archive, NotTaken, take_all
from firmware_py.club.archive_database import (
    Database,
    DatabaseDown,
    PostgresDatabase,
    SqliteDatabase,
    open_database,
)
from firmware_py.club.batch import (
    BadBatch,
    Batch,
    Head,
    beginning,
    link,
    message_of,
    read_batch,
    read_batches,
    verify,
)
from firmware_py.club.box_log import BoxLog, highest_match, store_source
from firmware_py.club.identity import Identity
from firmware_py.storage.event_log import signed_text
from firmware_py.storage.store import OVER, Store
from tests.support.club_servers import needs_postgres


@pytest.fixture
def archive(database: Database) -> Archive:
    """Return an archive without boxes."""
    return new_archive(database)


@pytest.fixture
def box(archive: Archive) -> Box:
    """Return a box of the club, with two matches that were not sent."""
    box = Box(1)
    archive.enrol(box.key.public, "Table 1", 1_800_000_000)
    box.play(60)
    box.play(3)
    box.log.collect(box.matches)
    return box


def stored(archive: Archive, box: Box) -> list[tuple[int, str, str]]:
    return archive.entries(box.key.public, box.log.name)


def made(box: Box, log: str, head: Head, *bodies: str) -> Batch:
    """Return a batch of any bodies that the box signed."""
    hash_ = head.hash
    for body in bodies:
        hash_ = link(hash_, body)
    last = Head(head.n + len(bodies), hash_)
    signature = box.key.sign(message_of(log, last)).split()[1]
    return Batch(box.key.public, log, head.n + 1, head.hash, bodies, signature)


class TestUnion:
    """What arrives in whatever way ends as the log of the box."""

    def test_the_archive_has_the_log(self, archive: Archive, box: Box) -> None:
        box.send_all(archive)
        assert stored(archive, box) == box.log.entries()
        assert box.log.unsent == 0
        assert archive.head(box.key.public, box.log.name) == box.log.head

    def test_any_order_and_any_number_of_copies(self, archive: Archive, box: Box) -> None:
        batches = [*box.log.batches(0)] * 3
        assert len(batches) > 6
        random.Random(1).shuffle(batches)
        for _ in range(3):
            for batch in batches:
                archive.take(batch)
        assert stored(archive, box) == box.log.entries()
        assert archive.aside() == []

    def test_a_gap_is_answered_with_the_head(self, archive: Archive, box: Box) -> None:
        first, second, *_ = box.log.batches(0)
        assert archive.take(second).head == beginning(box.key.public, box.log.name)
        assert archive.take(first).head.n == first.last
        assert archive.take(second).head.n == second.last

    def test_a_batch_that_overlaps_adds_the_rest(self, archive: Archive, box: Box) -> None:
        bodies = [body for _, _, body in box.log.entries()]
        log, start = box.log.name, beginning(box.key.public, box.log.name)
        archive.take(made(box, log, start, *bodies[:10]))
        assert archive.take(made(box, log, start, *bodies[:20])).head.n == 20
        assert archive.take(made(box, log, start, *bodies[:15])).head.n == 20
        assert stored(archive, box) == box.log.entries()[:20]

    def test_a_box_signs_every_50_entries_and_at_the_end_of_a_match(self, box: Box) -> None:
        sizes = [len(batch.bodies) for batch in box.log.batches(0)]
        assert max(sizes) == 50
        assert sum(sizes) == box.log.head.n
        box.play(5, ends=False)
        box.log.collect(box.matches)
        assert box.log.next_batch(sum(sizes)) is None
        box.log.collect(box.matches, sign_now=True)
        assert box.log.next_batch(sum(sizes)) is not None

    def test_long_events_are_signed_sooner(self) -> None:
        box = Box(2)
        match = box.matches.begin()
        for _ in range(10):
            box.matches.play(match, "x" * 50_000)
        box.log.collect(box.matches, sign_now=True)
        assert all(len(batch.text()) < 200_000 for batch in box.log.batches(0))

    def test_workers_share_a_database(self, place: str, box: Box, archive: Archive) -> None:
        """Each of four takes every batch, at once: nothing is missing, nothing is double."""
        batches = [*box.log.batches(0)]

        def work(seed: int) -> None:
            own = Archive(open_database(place), "hall", archive.key, lambda _: None)
            chance = random.Random(seed)
            while own.take(chance.choice(batches)).head != box.log.head:
                pass
            own.close()

        workers = [Thread(target=work, args=(seed,)) for seed in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert stored(archive, box) == box.log.entries()
        assert archive.aside() == []

    @needs_postgres
    def test_a_connection_that_is_lost_is_opened_again(self, postgres_server: str) -> None:
        """The batch on its way fails, and comes again."""
        lost = PostgresDatabase(postgres_server)
        (pid,) = lost.execute("SELECT pg_backend_pid()")[0]
        other = PostgresDatabase(postgres_server)
        for inside in (False, True):
            with suppress(DatabaseDown), lost.transaction() if inside else nullcontext():
                (pid,) = lost.execute("SELECT pg_backend_pid()")[0]
                other.execute("SELECT pg_terminate_backend(?)", (pid,))
                while True:
                    lost.execute("SELECT 1")
            assert lost.execute("SELECT 2") == [(2,)]
            with lost.transaction():
                assert lost.execute("SELECT 3") == [(3,)]
        lost.close()
        other.close()

    def test_what_is_killed_in_between_leaves_nothing(
        self, archive: Archive, box: Box, database: Database
    ) -> None:
        """A kill at each statement of a batch; then it comes again."""
        batch = next(box.log.batches(0))
        killed = KilledDatabase(database)
        other = new_archive(killed)
        for statement in count(1):
            killed.after(statement)
            try:
                have = other.take(batch)
            except Killed:
                killed.after(None)
                assert stored(archive, box) == []
            else:
                break
        assert statement > 100
        assert have.head.n == batch.last


class TestStrangers:
    """Only what an enrolled box signed is stored."""

    def test_a_box_that_is_not_enrolled(self, archive: Archive) -> None:
        box = Box(3)
        box.play()
        with pytest.raises(NotTaken, match="not in the club"):
            box.send_all(archive)
        assert archive.answer(box.key.public) == "[]"

    def test_a_box_that_has_left_and_comes_back(self, archive: Archive, box: Box) -> None:
        box.send_all(archive)
        archive.dismiss(box.key.public, 1_800_000_500)
        box.play()
        with pytest.raises(NotTaken):
            box.send_all(archive)
        assert archive.members()[0].left_at == 1_800_000_500
        archive.enrol(box.key.public, "Table 1", 1_800_000_900)
        box.send_all(archive)
        assert stored(archive, box) == box.log.entries()

    @pytest.mark.parametrize("field", ["box", "log", "first", "before", "bodies", "signature"])
    def test_every_part_of_a_batch_is_signed(self, archive: Archive, box: Box, field: str) -> None:
        batch = next(box.log.batches(0))
        other = Box(4)
        archive.enrol(other.key.public, "Table 2", 0)
        changed: Any = {
            "box": other.key.public,
            "log": "f" * 16,
            "first": 2,
            "before": "0" * 64,
            "bodies": (*batch.bodies[:-1], '["player", "1", "Eve"]'),
            "signature": "0" * 128,
        }[field]
        with pytest.raises(NotTaken, match="not signed"):
            archive.take(batch._replace(**{field: changed}))
        assert archive.answer(box.key.public) == "[]"

    def test_a_card_is_signed_by_the_club(self, archive: Archive) -> None:
        text, signature = json.loads(archive.enrol("ab" * 32, "Table 9", 1_800_000_000))
        assert text.split("\n") == [CARD_FORMAT, "hall", "ab" * 32, "Table 9", "1800000000"]
        assert verify(archive.key, signature, text.encode())
        assert not verify(archive.key, signature, text.replace("9", "8").encode())
        assert [json.loads(body)[0] for _, _, body in archive.entries(archive.key, OWN_LOG)] == [
            "card"
        ]


class TestCopies:
    """Two boxes with the same key."""

    def test_another_hash_for_a_number_is_kept_aside_and_shown(
        self, archive: Archive, box: Box
    ) -> None:
        box.send_all(archive)
        before = stored(archive, box)
        log = box.log.name
        head = Head(before[9][0], before[9][1])
        forged = made(box, log, head, '["player", "1", "Eve"]', '["player", "2", "Mallory"]')
        assert archive.take(forged).head == box.log.head
        assert stored(archive, box) == before
        assert [(each.name, each.n) for each in archive.aside()] == [
            ("Table 1", 11),
            ("Table 1", 12),
        ]
        archive.take(forged)
        assert len(archive.aside()) == 2

    def test_the_entries_of_a_copied_card_arrive_in_a_log_of_their_own(
        self, archive: Archive, box: Box
    ) -> None:
        clone = Box(2, copied=box)
        assert clone.log.entries() == box.log.entries()
        box.play(4)
        clone.play(5)
        box.send_all(archive)
        clone.send_all(archive)
        assert clone.log.forks == 1
        assert clone.log.name != box.log.name
        assert archive.aside()
        for each in (box, clone):
            each.send_all(archive)
            assert stored(archive, each) == each.log.entries()
        assert {event for _, event in box.matches.bodies | clone.matches.bodies} == {
            tuple(event)
            for _, origin in archive.ended()
            for event in archive.match_events(box.key.public, origin)
        }

    def test_what_is_kept_aside_is_limited(
        self, archive: Archive, box: Box, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("firmware_py.club.archive.ASIDE_AT_MOST", 3)
        box.send_all(archive)
        start = beginning(box.key.public, box.log.name)
        for number in range(4):
            archive.take(made(box, box.log.name, start, *[f'["player", "{number}", "x"]'] * 2))
        assert len(archive.aside()) == 3

    def test_an_archive_that_lost_its_end_gets_it_again(
        self, archive: Archive, box: Box, tmp_path: Path
    ) -> None:
        """As after a backup of the archive was restored."""
        first, *_ = box.log.batches(0)
        older = new_archive(SqliteDatabase(tmp_path / "older.db"))
        older.enrol(box.key.public, "Table 1", 0)
        older.take(first)
        box.send_all(archive)
        box.log.take_answer(older.answer(box.key.public))
        assert box.log.confirmed == first.last
        box.send_all(older)
        empty = new_archive()
        empty.enrol(box.key.public, "Table 1", 0)
        box.log.take_answer(empty.answer(box.key.public))
        box.send_all(empty)
        assert stored(older, box) == stored(empty, box) == box.log.entries()
        assert box.log.forks == 0

    @pytest.mark.parametrize("text", ["", "{", "[1]", '[["a"]]', "null", "[" * 9999, b"\xff"])
    def test_an_answer_that_cannot_be_read_changes_nothing(
        self, box: Box, text: str | bytes
    ) -> None:
        box.log.take_answer(text)
        assert (box.log.forks, box.log.confirmed) == (0, 0)
        box.log.take_answer(json.dumps([[box.log.name, "1", "x"]]))
        assert (box.log.forks, box.log.confirmed) == (0, 0)


class TestStick:
    """A file goes the same way in."""

    def test_batches_in_a_file(self, archive: Archive, box: Box) -> None:
        text = "".join(batch.text() for batch in box.log.batches(0))
        said: list[str] = []
        assert take_all(archive, read_batches(text), said.append) == 0
        assert stored(archive, box) == box.log.entries()
        assert said[-1] == f"box {box.key.public[:8]}: up to entry {box.log.head.n}"
        stranger = Box(9)
        stranger.play()
        stranger.log.collect(stranger.matches)
        others = read_batches(next(stranger.log.batches(0)).text())
        assert take_all(archive, others, said.append) == 1

    def test_a_batch_reads_back(self, box: Box) -> None:
        for batch in box.log.batches(0):
            assert read_batch(batch.text()) == batch

    def test_any_damage_is_refused_or_not_signed(self, archive: Archive, box: Box) -> None:
        text = next(box.log.batches(0)).text()
        chance = random.Random(5)
        for _ in range(300):
            at = chance.randrange(len(text))
            damaged = chance.choice(
                (text[:at], text[:at] + chr(chance.randrange(128)) + text[at + 1 :],
                 text[:at] + text[at + 1 :])
            )  # fmt: skip
            if damaged == text:
                continue
            with pytest.raises((BadBatch, NotTaken)):
                archive.take(read_batch(damaged))
        assert archive.answer(box.key.public) == "[]"

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("", "first line"),
            ("tablemate club batch 2\n", "newer Tablemate"),
            ("tablemate club batch 1\n", "end is missing"),
            ("tablemate club batch 1\n[\n[]\n[]\n", "second or last line"),
            ('tablemate club batch 1\n["a", "b", 1, "c"]\n["x"]\n"y"\n', "other values"),
        ],
    )
    def test_what_is_wrong_is_said(self, text: str, why: str) -> None:
        with pytest.raises(BadBatch, match=why):
            read_batch(text)
        with pytest.raises(BadBatch):
            list(read_batches(text))


class TestPlayers:
    """A player is an id made once; two ids that are one are an entry, not a rewrite."""

    def test_a_name_gets_one_id_on_a_box(self, archive: Archive, box: Box) -> None:
        match = box.matches.begin(("anna", "Cleo"))
        box.matches.end(match)
        box.send_all(archive)
        assert [player.name for player in archive.players()] == ["Anna", "Ben", "Cleo"]

    def test_a_box_takes_the_ids_of_the_club(self, archive: Archive, box: Box) -> None:
        box.send_all(archive)
        other = Box(5)
        archive.enrol(other.key.public, "Table 2", 0)
        other.log.adopt((player.id, player.name) for player in archive.players())
        other.play()
        other.send_all(archive)
        assert len(archive.players()) == 2

    def test_two_that_are_one(self, archive: Archive, box: Box) -> None:
        box.send_all(archive)
        other = Box(5)
        archive.enrol(other.key.public, "Table 2", 0)
        other.play()
        other.send_all(archive)
        annas = [player.id for player in archive.players() if player.name == "Anna"]
        assert len(annas) == 2
        archive.unite(*annas)
        assert [player.name for player in archive.players()].count("Anna") == 1
        assert archive.player_of(annas[1]) == annas[0]
        number, _, body = archive.entries(archive.key, OWN_LOG)[-1]
        assert (number, json.loads(body)) == (3, ["same", *annas])
        assert stored(archive, other) == other.log.entries()
        with pytest.raises(ValueError, match="one player already"):
            archive.unite(*annas)
        with pytest.raises(ValueError, match="no player 'x'"):
            archive.unite("x", annas[0])

    def test_only_the_club_says_so(self, archive: Archive, box: Box) -> None:
        box.send_all(archive)
        ids = [player.id for player in archive.players()]
        archive.take(made(box, box.log.name, box.log.head, json.dumps(["same", *ids])))
        assert len(archive.players()) == 2


def test_strange_entries_of_a_box_are_kept_and_harm_nobody(archive: Archive, box: Box) -> None:
    """A newer box, or a broken one: of its entries only what is understood is listed."""
    event = [7, 0, "began", "table", "x", None, None, 0]
    strange = [
        ["later", {"a": 1}],
        ["event"],
        ["event", 1, event],
        ["event", "a\0b", event],
        ["event", "o", [2**70, *event[1:]]],
        ["event", "o", [True, *event[1:]]],
        ["event", "o", [*event[:4], "a\0b", None, True, 0]],
        ["event", "o", [*event[:6], 2**60, 0]],
        ["event", "o", [7, 1, "ended", "table", "\ud800", None, -5, 0]],
        ["event", "o", [7, 1, "ended", "table", "\0", None, 5, 0]],
        ["event", "o", [[], {}, [], {}, [], {}, [], {}]],
        ["seats", "o", [None, {"\0": 1}]],
        ["player", "\0", "\0"],
        ["player", 1, 2],
    ]
    bodies = [json.dumps(each) for each in strange]
    head = archive.take(made(box, "a" * 16, beginning(box.key.public, "a" * 16), *bodies)).head
    assert head.n == len(strange)
    assert [body for _, _, body in archive.entries(box.key.public, "a" * 16)] == bodies
    archive.players()
    archive.ended()


class TestBox:
    """The log of a box with a store on disk."""

    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        store = Store(tmp_path / "box", date=lambda: 1_800_000_000)
        identity = Identity(tmp_path / "box")
        identity.make()
        store.sign = identity.sign
        yield store
        store.close()

    def log(self, store: Store, since: int = 0) -> BoxLog:
        identity = Identity(store.path.parent)
        return BoxLog(
            store.path.parent / "club.db", identity.public_key or "", identity.sign, since=since
        )

    def play(self, store: Store, names: tuple[str, ...] = ("Anna", "Ben"), seed: int = 1) -> int:
        match = store.next_match()
        lines = (RecordLine("0", "=c1"), RecordLine("1", "=b6"))
        store.begin(match, Header("mana", 1, Start({}, 2, 0, seed), names=names), lines)
        store.set_status(match, OVER, {"winners": [0], "scores": [1, 0], "by": "daimio"})
        return match

    def test_a_signed_match_comes_out_as_it_is_on_the_box(
        self, archive: Archive, store: Store
    ) -> None:
        self.play(store)
        log = self.log(store)
        archive.enrol(log.box, "Table 1", 0)
        assert log.collect(store_source(store.path.parent)) == 8
        for batch in log.batches(0):
            archive.take(batch)
        ((box, origin),) = archive.ended()
        assert archive.signed_match(box, origin) == signed_text(store.events(1))
        assert log.collect(store_source(store.path.parent)) == 0
        log.close()

    def test_matches_from_before_the_club_stay_out(self, store: Store) -> None:
        self.play(store)
        log = self.log(store, highest_match(store.path.parent))
        assert log.collect(store_source(store.path.parent)) == 0
        self.play(store)
        assert log.collect(store_source(store.path.parent)) == 8
        log.close()

    def test_a_match_that_goes_on_otherwise_after_a_restore(
        self, archive: Archive, store: Store
    ) -> None:
        """The log has both; the archive shows the match as it is now."""
        box = Box(1)
        archive.enrol(box.key.public, "Table 1", 0)
        match = box.play(5, ends=False)
        kept = list(box.matches.rows[match])
        box.matches.play(match, "=a1")
        box.log.collect(box.matches, sign_now=True)
        box.matches.rows[match] = kept
        box.matches.play(match, "=b1")
        box.matches.end(match)
        box.send_all(archive)
        assert stored(archive, box) == box.log.entries()
        ((key, origin),) = archive.ended()
        assert [tuple(event) for event in archive.match_events(key, origin)] == [
            row[:-1] for row in box.matches.rows[match]
        ]

    def test_a_damaged_match_is_left_out(self, store: Store) -> None:
        self.play(store)
        self.play(store)
        store.connection.execute("UPDATE events SET text='=f1' WHERE match=1 AND number=1")
        log = self.log(store)
        log.collect(store_source(store.path.parent))
        events = [json.loads(body) for _, _, body in log.entries()]
        assert {each[2][0] for each in events if each[0] == "event"} == {2}
        log.close()

    def test_a_new_key_begins_a_new_log(self, store: Store) -> None:
        self.play(store)
        log = self.log(store)
        log.collect(store_source(store.path.parent))
        before = log.name
        log.close()
        (store.path.parent / "identity.key").unlink()
        Identity(store.path.parent).make()
        log = self.log(store)
        assert log.name != before
        assert log.head.n == 0
        log.close()

    def test_what_the_archive_has_is_not_kept_for_ever(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("firmware_py.club.box_log.KEPT", 3)
        self.play(store)
        log = self.log(store)
        log.collect(store_source(store.path.parent))
        head = log.head
        log.take_answer(json.dumps([[log.name, *head]]))
        assert len(log.entries()) == 3
        log.take_answer(json.dumps([]))
        assert (log.forks, log.confirmed) == (1, 0)
        log.close()


def test_a_key_that_is_none_signs_nothing() -> None:
    assert not verify("xy", "zz", b"")
    assert verify(Key(random.Random(1)).public, Key(random.Random(1)).sign(b"a").split()[1], b"a")
