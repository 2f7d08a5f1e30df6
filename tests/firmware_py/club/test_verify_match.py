"""Signed matches: what the box writes, and docs/verify_match.py, which shares no code with it."""

from __future__ import annotations

import ast
import importlib.util
import json
import random
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engines import catalog
from engines.errors import EngineError
from engines.match import Match, begin, follow
from engines.record import RecordLine, read
from firmware_py.club.identity import FILE_NAME, Identity
from firmware_py.history.archive import EndedMatches
from firmware_py.history.ended_match import NotExported, gather
from firmware_py.history.export import FORMATS
from firmware_py.storage.backup import back_up
from firmware_py.storage.event_log import SIGNED_FORMAT, StatusChange
from firmware_py.storage.store import OVER, RUNNING, Store

PROGRAM = Path(__file__).parents[3] / "docs/verify_match.py"
MATCHES = 300
LONGEST = 120


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("verify_match", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["verify_match"] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


verifier = _load()


@pytest.fixture
def box(tmp_path: Path) -> Any:
    """Return the store of a box with an identity."""
    store = Store(tmp_path, date=lambda: 1_800_000_000, on_disk=False)
    identity = Identity(tmp_path)
    identity.make()
    store.sign = identity.sign
    yield store
    store.close()


def play_at_random(game: str, chance: random.Random, seats: int = 2) -> Match[Any, Any]:
    """Return a match with lots of everything that a record may hold, to its end."""
    engine = catalog.load(game)
    options: dict[str, object] = {
        option.name: chance.choice(option.values) for option in engine.options
    }
    start = catalog.begin(engine, seats=seats, seed=chance.getrandbits(32), options=options)
    match = Match(engine, start, ["Zoë", "B. \u201cBen\u201d", "Cleo"][:seats])
    agrees_at = chance.choice((LONGEST, LONGEST, chance.randrange(LONGEST)))
    for number in range(LONGEST + 1):
        if match.turn is None and (number == LONGEST or chance.random() < 0.7):
            return match
        if match.turn is None:
            match.undo()
        elif number >= agrees_at:
            match.play(chance.choice(("resign", "draw", "end")), chance.randrange(seats))
        elif chance.random() < 0.05 and match.can_undo:
            match.undo()
        elif chance.random() < 0.5 and match.can_redo:
            match.redo()
        elif chance.random() < 0.02:
            match.note("hint 0")
        elif chance.random() < 0.02:
            match.edit(engine.position(match.state))
        else:
            match.play(engine.write(chance.choice(list(engine.legal(match.state)))))
    if match.turn is not None:
        match.play("end", 0)
    return match


def outcome_of(match: Match[Any, Any]) -> dict[str, Any]:
    """Return the outcome as the box stores it."""
    ended = match.engine.outcome(match.state)
    assert ended is not None
    winners, scores = list(ended.winners), list(ended.scores)
    return {"winners": winners, "scores": scores, "by": ended.why.code}


def signed(store: Store, match: Match[Any, Any]) -> str:
    """Store an ended match, and return it as a signed file."""
    number = store.next_match()
    store.begin(number, match.header)
    store.append(number, 0, match.lines, "[]", change=StatusChange(OVER, outcome_of(match)))
    return export(store, number)


def export(store: Store, number: int) -> str:
    """Return a stored match as a signed file."""
    return FORMATS["signed"].make(gather(EndedMatches(store.connection), number))


def fields_of(text: str) -> list[list[Any]]:
    """Return the events of a file."""
    return [json.loads(row) for row in text.split("\n")[2:-1]]


def write(events: list[list[Any]], store: Store | None = None) -> str:
    """Return events as a file; with a store, linked and signed anew by its box."""
    if store is not None:
        head, counted = b"", 0
        for number, event in enumerate(events[:-1]):
            counted += event[2] in verifier.LINES
            event[1], event[7] = number, counted
            head = sha256(head + json.dumps(event).encode()).digest()
        assert store.sign is not None
        key = store.sign(f"{SIGNED_FORMAT}\n".encode() + head)
        events[-1][1], events[-1][4], events[-1][7] = len(events) - 1, key, counted
    return "\n".join([SIGNED_FORMAT, "", *map(json.dumps, events), ""])


def is_valid(text: str, key: str = "") -> bool:
    """Return whether the program accepts a file, as its exit code says it."""
    try:
        verifier.verify(text.encode("ascii", "replace"), key)
    except verifier.ERRORS:
        return False
    return True


def test_the_program_is_short_and_shares_no_code() -> None:
    """One file of at most 300 lines; anybody can read it in an hour."""
    text = PROGRAM.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 300
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else _names(node))
        if name is not None
    }
    assert imported - sys.stdlib_module_names == {"nacl"}


def _names(node: ast.Import) -> list[str]:
    return [each.name for each in node.names]


def test_random_matches_are_valid(box: Store) -> None:
    """With every option, undo, redo, notes, corrections and agreements in them."""
    seen: dict[str, int] = {}
    for seed in range(MATCHES):
        match = play_at_random("mana", random.Random(seed))
        said = verifier.verify(signed(box, match).encode())
        assert f"({outcome_of(match)['by']})" in said
        assert "each legal by the rules" in said
        for line in match.lines:
            word = line.text.partition(" ")[0] if line.who == "table" else line.text[:1]
            seen[word] = seen.get(word, 0) + 1
        by = outcome_of(match)["by"]
        seen[by] = seen.get(by, 0) + 1
    wanted = [*"^=*p", "undo", "redo", "edit", "note", "daimio", "resignation", "agreed"]
    assert [word for word in wanted if seen.get(word, 0) < 5] == []


def test_the_rules_agree_about_what_is_not_legal(box: Store) -> None:
    """A line that is replaced is refused where the engine refuses it, and only there."""
    refused = accepted = 0
    for seed in range(MATCHES):
        chance = random.Random(f"other {seed}")
        match = play_at_random("mana", chance)
        events = fields_of(signed(box, match))
        at = chance.choice([n for n, event in enumerate(events) if event[2] == "played"])
        events[at][4] = _other(events[at][4], chance)
        lines = [RecordLine(e[3], e[4]) for e in events if e[2] in verifier.LINES]
        again = begin(match.engine, read(events[0][4]).header)
        try:
            follow(again, lines)
            is_sound = again.turn is None and outcome_of(again) == json.loads(events[-2][4])
        except EngineError:
            is_sound = False
        assert is_valid(write(events, box)) == is_sound, (seed, at, events[at])
        refused, accepted = refused + (not is_sound), accepted + is_sound
    assert refused > MATCHES / 3
    assert accepted > MATCHES / 30


def _other(text: str, chance: random.Random) -> str:
    """Return a choice that differs a little."""
    spots = [n for n in range(len(text)) if text[n] in "abcdef123456"]
    if not spots or chance.random() < 0.2:
        return chance.choice(
            ["pass", "resign", "draw", "^90", "=c1", "b1-b3", "*c3", "*c3@--", "?"]
        )
    at = chance.choice(spots)
    alphabet = "abcdef" if text[at].isalpha() else "123456"
    return text[:at] + chance.choice(alphabet) + text[at + 1 :]


class TestForgeries:
    """Somebody changes a file."""

    @pytest.fixture
    def text(self, box: Store) -> str:
        """Return a file with a line taken back."""
        engine = catalog.load("mana")
        match = Match(engine, catalog.begin(engine, seats=2, seed=1, first=0))
        for line in ("=b1", "=b6", "b1-b3"):
            match.play(line)
        match.undo()
        match.play("resign", 0)
        return signed(box, match)

    def test_every_field_of_every_event_is_guarded(self, text: str) -> None:
        """Another value, another type, nothing: each is refused."""
        events = fields_of(text)
        assert is_valid(write(events))
        for event in events:
            for place, value in enumerate(event):
                for other in (_changed(value), None if value is not None else "x", [value]):
                    event[place] = other
                    assert not is_valid(write(events)), (event, value)
                event[place] = value
        assert is_valid(write(events))

    def test_every_byte_is_guarded(self, text: str) -> None:
        """No character can be another one."""
        for at in range(len(text)):
            other = chr(ord(text[at]) ^ 1)
            assert not is_valid(text[:at] + other + text[at + 1 :]), (at, text[at])

    def test_no_event_can_be_left_out_doubled_moved_or_added(self, text: str) -> None:
        """Nor can the end be cut off, or something be put after it."""
        events = fields_of(text)
        for at in range(len(events)):
            assert not is_valid(write([*events[:at], *events[at + 1 :]]))
            assert not is_valid(write([*events[:at], events[at], *events[at:]]))
            assert not is_valid(write([events[at], *events[:at], *events[at + 1 :]])) or at == 0
            assert not is_valid(write(events[:at]))
        assert not is_valid(text + "x")
        assert not is_valid(text + "\n")
        assert not is_valid(text.rstrip("\n"))
        assert not is_valid(text.replace(", ", ",", 1))

    def test_a_chain_that_fits_needs_the_key(self, text: str, box: Store, tmp_path: Path) -> None:
        """Another box can sign what it likes, but not as this one."""
        other = Identity(tmp_path / "other")
        (tmp_path / "other").mkdir()
        other.make()
        key = fields_of(text)[-1][4].split()[0]
        assert is_valid(text, key)
        mine, box.sign = box.sign, other.sign
        forged = write(fields_of(text), box)
        box.sign = mine
        assert is_valid(forged)
        assert not is_valid(forged, key)
        events = fields_of(forged)
        events[-1][4] = f"{key} {events[-1][4].split()[1]}"
        assert not is_valid(write(events))

    def test_a_box_that_signs_nonsense_is_found(self, text: str, box: Store) -> None:
        """What it signs must follow from the rules: lines, seats, result, header."""
        for at, place, value in (
            (1, 4, "=b2"), (1, 3, "1"), (3, 4, "b1-b6"), (4, 4, "redo"), (5, 3, "table"),
            (-2, 4, '{"winners": [0], "scores": [1, 0], "by": "resignation"}'),
            (-2, 4, '{"winners": [1], "scores": [0, 1], "by": "daimio"}'),
            (-2, 4, '{"winners": [1], "scores": [0, 2], "by": "resignation"}'),
            (0, 4, fields_of(text)[0][4].replace("seats 2", "seats 3")),
            (0, 4, fields_of(text)[0][4].replace("rules 1\n", "rules 1\nrules 1\n")),
        ):  # fmt: skip
            events = fields_of(text)
            assert is_valid(write(events, box))
            events[at][place] = value
            assert not is_valid(write(events, box)), value

    def test_what_makes_no_sense_is_refused(self, box: Store) -> None:
        """Also what would break a reader."""
        for text in ("", "\n", SIGNED_FORMAT, f"{SIGNED_FORMAT}\n\n\n\n\n\n", "é" * 100):
            assert not is_valid(text)
        assert not is_valid(f"{SIGNED_FORMAT}\n\n{'[' * 200_000}\n1\n1\n1\n")

    def test_the_program_says_so(
        self, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """With its exit code, and a reason."""
        file = tmp_path / "match.signed.txt"
        file.write_text(text)
        assert verifier.main([str(file)]) == 0
        assert "(resignation)" in capsys.readouterr().out
        file.write_text(text.replace("=b1", "=c1"))
        assert verifier.main([str(file)]) == 1
        assert capsys.readouterr().err.startswith("NOT VALID: ")
        assert verifier.main([str(tmp_path / "nothing")]) == 1
        assert verifier.main([]) == 1


def _changed(value: Any) -> Any:
    if isinstance(value, str):
        return value.swapcase() if value.swapcase() != value else f"{value}x"
    return 1 if value is None else value + 1


class TestBox:
    """What the box signs."""

    @pytest.mark.parametrize(("game", "seats"), [("mandala", 2), ("stones", 3), ("icehouse", 2)])
    def test_every_game_is_signed(self, box: Store, game: str, seats: int) -> None:
        """The log of a game whose rules the program does not know is checked all the same."""
        match = play_at_random(game, random.Random(1), seats)
        assert "not replayed" in verifier.verify(signed(box, match).encode())

    def test_a_result_that_is_taken_back_is_signed_again(self, box: Store) -> None:
        """The old signature stays in the log, and the file ends with the new one."""
        match = Match(catalog.load("mana"), catalog.begin(catalog.load("mana"), seats=2, seed=1))
        match.play("resign", 0)
        signed(box, match)
        match.undo()
        box.append(1, 1, match.lines[1:], change=StatusChange(RUNNING))
        assert gather_or_none(box) is None
        match.play("resign", 1)
        box.append(1, 2, match.lines[2:], change=StatusChange(OVER, outcome_of(match)))
        box.append(1, 2, match.lines[2:], change=StatusChange(OVER, outcome_of(match)))
        text = export(box, 1)
        assert [event[2] for event in fields_of(text)].count("signed") == 2
        assert is_valid(text)

    def test_a_box_without_a_key_still_stores(self, box: Store, tmp_path: Path) -> None:
        """A damaged or missing key costs the signature, never the match."""
        (tmp_path / FILE_NAME).write_text("00 11\n")
        for number in (1, 2):
            match = play_at_random("mana", random.Random(1))
            with pytest.raises(NotExported):
                signed(box, match)
            assert box.matches(OVER)[0].id == number
            (tmp_path / FILE_NAME).unlink(missing_ok=True)

    def test_the_key_stays_on_the_box(self, tmp_path: Path) -> None:
        """Nobody else may read it, a second start keeps it, and a backup has nothing of it."""
        file, identity = tmp_path / FILE_NAME, Identity(tmp_path)
        identity.make()
        assert file.stat().st_mode & 0o777 == 0o600
        before = file.read_bytes()
        Identity(tmp_path).make()
        assert file.read_bytes() == before
        backup, store = tmp_path / "copy.db", Store(tmp_path)
        store.sign = identity.sign
        signed(store, play_at_random("mana", random.Random(1)))
        back_up(tmp_path, backup)
        store.close()
        seed = before.split()[0]
        assert seed not in backup.read_bytes()
        assert bytes.fromhex(seed.decode()) not in backup.read_bytes()

    def test_without_a_disk_there_is_no_key(self, tmp_path: Path) -> None:
        """And the start goes on."""
        Identity(tmp_path / "missing").make()
        assert Identity(tmp_path / "missing").sign(b"") is None


def gather_or_none(store: Store) -> str | None:
    """Return the signed text of match 1 as its events are now."""
    from firmware_py.storage.event_log import signed_text

    return signed_text(store.events(1))
