"""Icehouse Mandala over the referee: every code is reached, in every language, with a way out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.icehouse import GAME
from engines.icehouse.state import COPIES, GROUPS
from engines.languages import LANGUAGES
from engines.referee import RefereeSession
from engines.wording import Voice, translator

BLOCKS = [code for group in GROUPS for code in [group] * COPIES]
NEW = {"cmd": "new", "game": "icehouse", "seats": 3, "seed": 1, "first": 0, "path": BLOCKS}
LAYING = {"cmd": "new", "game": "icehouse", "seats": 2, "seed": 1, "options": {"path": "entered"}}


def talk(session: RefereeSession, request: dict[str, Any]) -> dict[str, Any]:
    """Send a request and return the answer."""
    answer: dict[str, Any] = json.loads(session.answer(json.dumps(request).encode()))
    return answer


def played(*moves: str | tuple[str, int], new: dict[str, Any] = NEW) -> RefereeSession:
    """Return a session after some moves."""
    session = RefereeSession(draw_seed=lambda: 1)
    assert talk(session, new)["ok"]
    for move in moves:
        text, seat = move if isinstance(move, tuple) else (move, None)
        assert talk(session, {"cmd": "play", "move": text, "seat": seat})["ok"], move
    return session


AT_END = ("M75", "M3", "M5")
CASES: dict[str, tuple[RefereeSession, dict[str, Any]]] = {
    "GAME_OVER": (played("draw"), {"move": "rubbish"}),
    "BAD_ACTION": (played(), {"move": "M07"}),
    "BAD_ACTION-lay": (played(), {"move": "+K3"}),
    "BAD_ACTION-move": (played(new=LAYING), {"move": "M1"}),
    "BAD_PLAYER": (played(), {"move": "M1", "seat": 3}),
    "BAD_PLAYER-resign": (played(), {"move": "resign", "seat": 3}),
    "AT_END": (played(*AT_END), {"move": "M9", "seat": 0}),
    "NOT_YOUR_TURN": (played(*AT_END), {"move": "M9", "seat": 2}),
    "MUST_MOVE": (played(*AT_END), {"move": "pass"}),
    "BAD_SPACE": (played(*AT_END), {"move": "M76"}),
    "BAD_SPACE-zero": (played(*AT_END), {"move": "M0"}),
    "SAME_SPACE": (played(*AT_END), {"move": "M3"}),
    "BACKWARD": (played(*AT_END), {"move": "M2"}),
    "EMPTY_SPACE": (played(*AT_END), {"move": "M5"}),
    "HAS_LEFT": (played(("resign", 1)), {"move": "resign", "seat": 1}),
    "BAD_PATH": (played(*["+R1"] * 5, new=LAYING), {"move": "+R1"}),
    "BAD_PATH-given": (played(), {**NEW, "path": BLOCKS[1:]}),
    "BAD_PLAYER_COUNT": (played(), {**NEW, "seats": 6}),
    "BAD_FIRST_PLAYER": (played(), {**NEW, "first": 3}),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES)
def test_every_code_has_a_sentence_with_its_facts_and_a_way_out(case: str, language: str) -> None:
    """The text names every fact; what it proposes is accepted; nothing has changed."""
    session, request = CASES[case]
    talk(session, {"cmd": "lang", "lang": language})
    before = talk(session, {"cmd": "record"})
    error = talk(session, {"cmd": "play", **request})["error"]
    assert talk(session, {"cmd": "record"}) == before
    assert error["code"] == case.partition("-")[0]
    for name, value in error.get("facts", {}).items():
        for each in value if isinstance(value, list) else [value]:
            assert shown(name, each, language).casefold() in error["text"].casefold()
    if "instead" in error:
        assert error["instead"] in error["text"]
        assert talk(session, {"cmd": "why", "move": error["instead"]})["legal"]


def shown(name: str, value: Any, language: str) -> str:
    """Return a fact as people read it."""
    voice = Voice(GAME.words, translator(language))
    if name in ("seat", "turn"):
        return translator(language)("player {number}").format(number=value + 1)
    key = f"{name}.{value}"
    return translator(language)(GAME.words[key]) if key in GAME.words else voice.fact(value)


def test_every_refusal_code_of_the_rules_is_reached() -> None:
    """No code without a case."""
    codes = {code for code in GAME.words if code.isupper() and not code.startswith("CHECK")}
    reached = {case.partition("-")[0] for case in CASES}
    assert codes == reached - {"GAME_OVER", "NOT_YOUR_TURN"}


def test_a_position_that_cannot_be_read_is_a_bad_request() -> None:
    """And the running match stays."""
    session = played("M1")
    answer = talk(session, {**NEW, "position": {"phase": "play"}})
    assert answer["error"]["code"] == "BAD_REQUEST"
    assert talk(session, {"cmd": "view"})["view"]["pawns"] == [0, -1, -1]


def test_turns_and_outcome_over_the_referee() -> None:
    """Laying asks the table, play a seat, and the end has an outcome."""
    session = played(new=LAYING)
    assert talk(session, {"cmd": "view"})["turn"] == {"table": "lay"}
    for code in BLOCKS:
        answer = talk(session, {"cmd": "play", "move": f"+{code}", "seat": 1})
    assert answer["events"][-1]["kind"] == "path_complete"
    assert answer["turn"] == {"seat": answer["view"]["turn"]}
    answer = talk(session, {"cmd": "play", "move": "M75"})
    assert answer["turn"] is None
    assert answer["view"]["turn"] is None
    assert sorted(answer["outcome"]["scores"]) == [2, 73]
    assert answer["outcome"]["winner"] == answer["view"]["winner"]


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 75), (2, 74 * 74)])
def test_moves_are_counted_as_nothing_is_left_to_chance(depth: int, nodes: int) -> None:
    """The second of two players finds 74 pyramids, unless the first took the last one."""
    session = played(new={**NEW, "seats": 2})
    assert talk(session, {"cmd": "perft", "depth": depth})["nodes"] == nodes


def test_a_line_that_ends_early_is_not_counted() -> None:
    """With only the last space ahead of both there is one move, and no second."""
    session = played("M74", "M73", new={**NEW, "seats": 2})
    assert talk(session, {"cmd": "perft", "depth": 1})["nodes"] == 1
    assert talk(session, {"cmd": "perft", "depth": 2})["nodes"] == 0


@pytest.mark.parametrize("depth", [3, 80])
def test_a_count_stops_at_its_limit(depth: int) -> None:
    """Deeper than any line goes, too: what is looked at for nothing counts."""
    session = played()
    session.node_limit = 50_000
    answer = talk(session, {"cmd": "perft", "depth": depth})
    assert answer["error"]["code"] == "NOT_AVAILABLE"
    assert "50000" in answer["error"]["text"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_about_a_seat_that_leaves_has_its_name(language: str) -> None:
    """The player is named, as the one who can no longer win."""
    session = played()
    talk(session, {"cmd": "lang", "lang": language})
    (event,) = talk(session, {"cmd": "play", "move": "resign"})["events"]
    name = translator(language)("player {number}").format(number=1).capitalize()
    assert event["text"].startswith(name)
