"""The referee protocol, line by line."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import catalog
from engines.bots.player import Budget, Stop, Thought
from engines.bots.seat_view import seat_view
from engines.engine import Message
from engines.languages import LANGUAGES
from engines.referee import LINE_LIMIT, RefereeSession

NEW = {"cmd": "new", "game": "mana", "seats": 2, "seed": 1, "first": 0}


class Talk:
    """A conversation with a session."""

    def __init__(self) -> None:
        self.session = RefereeSession(draw_seed=lambda: 7)

    def __call__(self, **request: Any) -> dict[str, Any]:
        """Send a request and return the answer."""
        return self.raw(json.dumps(request).encode())

    def raw(self, line: bytes) -> dict[str, Any]:
        """Send bytes and return the answer, which is one line of JSON."""
        answer = self.session.answer(line)
        assert b"\n" not in answer
        value = json.loads(answer)
        assert isinstance(value["ok"], bool)
        if not value["ok"]:
            assert value["error"]["text"]
        return value  # type: ignore[no-any-return]  # JSON


@pytest.fixture
def talk() -> Talk:
    """Return a fresh conversation."""
    return Talk()


def code(answer: dict[str, Any]) -> str:
    """Return the code of an error."""
    assert answer["ok"] is False
    return str(answer["error"]["code"])


def test_games_lists_all_with_seats_and_options(talk: Talk) -> None:
    """A program can build its new-game screen from the answer."""
    games = talk(cmd="games")["games"]
    assert list(games) == list(catalog.GAMES)
    assert games["mana"]["seats"] == [2, 2]
    assert games["icehouse"]["seats"] == [2, 5]
    assert games["mana"]["options"]["edition"]["values"] == ["bird", "2005"]
    assert games["stones"]["options"]["tracking"]["default"] == "towers"
    assert games["mana"]["options"]["ask_bird"]["text"]


def test_play_undo_and_redo_tell_the_hands_work(talk: Talk) -> None:
    """What to move from where to where, as codes and as a sentence in the language chosen."""
    talk(**NEW)
    played = talk(cmd="play", move="=b1")["steps"]
    daimio = {"item": "B", "source": "box", "target": "b1", "count": 1}
    (laid,) = [step for step in played if step["item"] == "B"]
    assert laid == {**daimio, "text": laid["text"]}
    assert "b1" in laid["text"]
    (taken,) = [step for step in talk(cmd="undo")["steps"] if step["item"] == "B"]
    assert (taken["source"], taken["target"]) == ("b1", "box")
    talk(cmd="lang", lang="fr")
    again = talk(cmd="redo")["steps"]
    codes = [{**step, "text": ""} for step in again]
    assert codes == [{**step, "text": ""} for step in played]
    assert [step["text"] for step in again] != [step["text"] for step in played]
    assert "steps" not in talk(cmd="view")


def test_a_new_game_has_a_view_and_a_turn(talk: Talk) -> None:
    """And the id of the request comes back."""
    answer = talk(**NEW, id="x1")
    assert answer["id"] == "x1"
    assert answer["view"]["phase"] == "setup"
    assert answer["turn"] == {"seat": 0}


def test_without_first_and_seed_they_are_drawn_and_recorded(talk: Talk) -> None:
    """The seed comes from the caller, the first player from the seed."""
    talk(cmd="new", game="icehouse", seats=3)
    record = talk(cmd="record")["record"]
    assert "seed 7" in record
    assert f"first {catalog.draw_first(7, 3)}" in record


def test_a_complete_exchange(talk: Talk) -> None:
    """new, legal, why, play, undo, redo, scores, position, perft."""
    talk(**NEW)
    assert talk(cmd="legal")["moves"] == ["=b1", "=c1", "=f1"]
    assert talk(cmd="why", move="=a1")["code"] == "DAIMIO_NOT_ON_DOUBLE"
    assert talk(cmd="why", move="=b1") == {"ok": True, "legal": True}
    talk(cmd="play", move="=b1")
    talk(cmd="play", move="=b6")
    assert talk(cmd="perft", depth=3)["nodes"] == 261
    played = talk(cmd="play", move="b1-b3", seat=0)
    assert played["turn"] == {"seat": 1}
    assert isinstance(played["events"], list)
    assert talk(cmd="undo")["turn"] == {"seat": 0}
    assert talk(cmd="redo")["view"] == played["view"]
    assert talk(cmd="scores")["scores"] == [0, 0]
    assert talk(cmd="position")["position"].endswith("-")
    assert talk(cmd="view")["view"] == played["view"]


def test_the_end_carries_the_outcome(talk: Talk) -> None:
    """When over, turn is null and answers say who won and why."""
    talk(**NEW)
    answer = talk(cmd="play", move="resign", seat=1)
    assert answer["turn"] is None
    assert answer["outcome"]["winner"] == 0
    assert answer["outcome"]["winners"] == [0]
    assert answer["outcome"]["why"]
    assert talk(cmd="legal") == {**talk(cmd="legal"), "moves": []}
    assert code(talk(cmd="play", move="=b1")) == "GAME_OVER"
    assert talk(cmd="undo")["turn"] == {"seat": 0}


def test_an_agreed_draw_has_all_winners_and_no_winner(talk: Talk) -> None:
    """A draw: winner null, winners all seats."""
    talk(**NEW)
    outcome = talk(cmd="play", move="draw")["outcome"]
    assert (outcome["winner"], outcome["winners"]) == (None, [0, 1])


def test_a_question_to_the_table_is_named(talk: Talk) -> None:
    """turn says what is asked, and a seat is ignored there."""
    assert talk(cmd="new", game="mandala", seats=2, first=0)["turn"] == {"table": "flip"}
    assert talk(cmd="play", move="F1=YG", seat=1)["ok"]
    assert code(talk(cmd="play", move="resign")) == "BAD_REQUEST"


def test_languages(talk: Talk) -> None:
    """Texts come in the language chosen from then on."""
    talk(**NEW)
    texts = set()
    for language in LANGUAGES:
        assert talk(cmd="lang", lang=language)["ok"]
        texts.add(talk(cmd="why", move="=a1")["text"])
    assert len(texts) == 3
    assert code(talk(cmd="lang", lang="de")) == "BAD_REQUEST"


def test_not_your_turn(talk: Talk) -> None:
    """A seat that is not on turn may not play, and nothing changes."""
    talk(**NEW)
    assert code(talk(cmd="play", move="=b1", seat=1)) == "NOT_YOUR_TURN"
    assert talk(cmd="play", move="=b1", seat=0)["ok"]


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "new", "game": "chess"},
        {"cmd": "new"},
        {"cmd": "new", "game": ["mana"]},
        {"cmd": "new", "game": "mana", "seats": 3},
        {"cmd": "new", "game": "mana", "seats": "2"},
        {"cmd": "new", "game": "mana", "seats": True},
        {"cmd": "new", "game": "mana", "first": 2},
        {"cmd": "new", "game": "mana", "first": -1},
        {"cmd": "new", "game": "mana", "seed": -1},
        {"cmd": "new", "game": "mana", "seed": 1.5},
        {"cmd": "new", "game": "mana", "options": ["edition"]},
        {"cmd": "new", "game": "mana", "position": "rubbish"},
        {"cmd": "new", "game": "mana", "position": 5},
        {"cmd": "new", "game": "mana", "path": []},
        {"cmd": "new", "game": "mana", "sead": 1},
        {"cmd": "play"},
        {"cmd": "play", "move": 5},
        {"cmd": "play", "move": "=b1", "seat": 2},
        {"cmd": "play", "move": "=b1", "seat": "0"},
        {"cmd": "perft"},
        {"cmd": "perft", "depth": -1},
        {"cmd": "perft", "depth": "3"},
        {"cmd": "lang"},
        {"cmd": "fly"},
        {"cmd": None},
        {},
        [],
        "new",
        5,
        None,
    ],
)
def test_a_bad_request_is_answered_and_nothing_is_lost(talk: Talk, request_: Any) -> None:
    """The match stands, and the conversation goes on."""
    talk(**NEW)
    before = talk(cmd="record")
    assert code(talk.raw(json.dumps(request_).encode())) == "BAD_REQUEST"
    assert talk(cmd="record") == before


@pytest.mark.parametrize(
    "options",
    [{"edition": "2006"}, {"edition": 2005}, {"ask_bird": 1}, {"colour": "red"}, {"edition": None}],
)
def test_bad_options_have_their_own_code(talk: Talk, options: Any) -> None:
    """The message names the option and what it takes."""
    answer = talk(cmd="new", game="mana", options=options)
    assert code(answer) == "BAD_OPTION"
    assert next(iter(options)) in answer["error"]["text"]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   ",
        b"\r",
        b"{",
        b"nonsense",
        b"\xff\xfe\x00rubbish",
        bytes(range(256)),
        b"[" * 10_000,
        b'{"cmd":' + b"9" * 5_000 + b"}",
        b'{"cmd":"new","game":"mana","seed":' + b"9" * 5_000 + b"}",
        b'{"cmd":"legal"}' + b" " * LINE_LIMIT,
        b'{"cmd":"play","move":"\\ud800"}x',
    ],
)
def test_rubbish_gets_a_clear_error(talk: Talk, line: bytes) -> None:
    """Not JSON, not UTF-8, too long, too deep, too big: an answer, and the talk goes on."""
    talk(**NEW)
    assert code(talk.raw(line)) == "BAD_REQUEST"
    assert talk(cmd="legal")["ok"]


def test_a_line_of_exactly_64_kib_is_read(talk: Talk) -> None:
    """The limit counts the request's bytes without the newline."""
    request = b'{"cmd":"games"}'
    assert talk.raw(request + b" " * (LINE_LIMIT - len(request)))["ok"]


def test_a_lone_surrogate_comes_back_as_it_came(talk: Talk) -> None:
    """The answer stays UTF-8."""
    talk(**NEW)
    answer = talk.raw(b'{"cmd":"play","move":"\\ud800","id":"\\udfff"}')
    assert answer["id"] == "\udfff"
    assert code(answer) == "BAD_NOTATION"


@pytest.mark.parametrize("command", ["legal", "play", "why", "undo", "redo", "view", "scores"])
def test_without_a_match_there_is_nothing_to_do(talk: Talk, command: str) -> None:
    """NO_MATCH, with what to do."""
    assert code(talk(cmd=command, move="x")) == "NO_MATCH"


def test_nothing_to_undo_or_redo(talk: Talk) -> None:
    """Both say so."""
    talk(**NEW)
    assert code(talk(cmd="undo")) == "NOTHING_TO_UNDO"
    assert code(talk(cmd="redo")) == "NOTHING_TO_UNDO"


def test_perft_with_chance_and_hints_without_a_bot_are_not_available(talk: Talk) -> None:
    """NOT_AVAILABLE; so is a count beyond the node limit."""
    talk(cmd="new", game="mandala")
    assert code(talk(cmd="perft", depth=2)) == "NOT_AVAILABLE"
    assert talk.session.match is not None
    talk.session.match.engine = replace(talk.session.match.engine, think=None)
    assert code(talk(cmd="hint", seconds=1)) == "NOT_AVAILABLE"
    assert code(talk(cmd="bot", seconds=1)) == "NOT_AVAILABLE"
    talk(**NEW)
    talk(cmd="play", move="=b1")
    talk(cmd="play", move="=b6")
    assert code(talk(cmd="perft", depth=60)) == "NOT_AVAILABLE"


def test_a_move_of_another_game_is_refused(talk: Talk) -> None:
    """Its notation is unknown here."""
    talk(**NEW)
    for move in ("A1R", "PRBY@3", "M12", "+R3", "F1=YG"):
        assert code(talk(cmd="play", move=move)) == "BAD_NOTATION"


@settings(max_examples=150)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_get_an_answer(line: bytes) -> None:
    """Whatever comes."""
    talk = Talk()
    talk(**NEW)
    talk.raw(line.replace(b"\n", b""))
    assert talk(cmd="legal")["moves"] == ["=b1", "=c1", "=f1"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)
KEYS = [
    "seats", "options", "seed", "first", "position", "path", "mandala", "artists", "tops", "deal",
    "move", "seat", "depth",
]  # fmt: skip


@settings(max_examples=300)
@given(
    st.sampled_from(["new", "play", "why", "view", "perft", "lang", "legal"]),
    st.sampled_from(tuple(catalog.GAMES)),
    st.dictionaries(st.sampled_from(KEYS), json_values, max_size=4),
)
def test_any_values_get_an_answer(command: str, game: str, values: dict[str, Any]) -> None:
    """Well-formed requests with wrong types in them."""
    talk = Talk()
    talk(cmd="new", game=game, seed=1, first=0)
    before = talk(cmd="record")
    answer = talk(**{**values, "cmd": command, "game": game})
    if not answer["ok"]:
        assert talk(cmd="record") == before


@pytest.mark.parametrize("depth", [64, 970, 985, 988, 990, 992, 994, 1000, 30_000])
@pytest.mark.parametrize(
    "request_with",
    [
        b'{"cmd":"view","id":%s}',
        b'{"cmd":"play","move":%s}',
        b'{"cmd":"play","move":"pass","seat":%s}',
        b'{"cmd":"new","game":%s}',
        b'{"cmd":"new","game":"icehouse","path":%s}',
        b'{"cmd":"new","game":"icehouse","position":%s}',
        b"%s",
    ],
)
def test_lists_within_lists_without_end_are_refused(
    talk: Talk, request_with: bytes, depth: int
) -> None:
    """Near the end of Python's stack as well as far beyond it."""
    talk(**NEW)
    nested = b"[" * depth + b"]" * depth
    assert code(talk.raw(request_with.replace(b"%s", nested))) == "BAD_REQUEST"
    assert talk(cmd="legal")["moves"] == ["=b1", "=c1", "=f1"]


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e400"])
def test_a_number_that_json_cannot_write_is_refused(talk: Talk, number: bytes) -> None:
    """It would come back in an answer that no JSON reader takes."""
    assert code(talk.raw(b'{"cmd":"games","id":' + number + b"}")) == "BAD_REQUEST"


@pytest.mark.parametrize("game", catalog.GAMES)
@pytest.mark.parametrize("seat", [-1, 2, 10**30])
def test_nobody_sees_the_table_from_a_seat_that_is_none(talk: Talk, game: str, seat: int) -> None:
    """In every game, whether it has secrets or not."""
    talk(cmd="new", game=game, seats=2)
    assert code(talk(cmd="view", seat=seat)) == "BAD_REQUEST"


@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [
        ("mana", {}, []),
        ("mana", {"edition": "2005"}, []),
        ("mana", {"edition": "2005"}, ["^90"]),
        ("mana", {"ask_bird": True}, ["=b1", "=b6"]),
        ("icehouse", {"path": "entered"}, []),
        ("icehouse", {}, ["M74"]),
    ],
)
def test_the_example_for_an_unreadable_text_can_be_played(
    talk: Talk, game: str, options: dict[str, object], moves: list[str]
) -> None:
    """It fits the moment and the options."""
    talk(cmd="new", game=game, options=options, first=0)
    for move in moves:
        assert talk(cmd="play", move=move)["ok"]
    error = talk(cmd="play", move="?!")["error"]
    assert error["facts"]["example"] in error["text"]
    assert talk(cmd="play", move=error["facts"]["example"])["ok"]


# --- the edges of requests ------------------------------------------------------------------


def test_a_seed_is_smaller_than_two_to_the_63(talk: Talk) -> None:
    """The largest is taken and recorded, the next one is refused with the limit."""
    assert talk(**{**NEW, "seed": 2**63 - 1})["ok"]
    assert f"seed {2**63 - 1}\n" in talk(cmd="record")["record"]
    assert talk(**{**NEW, "seed": 0})["ok"]
    refused = talk(**{**NEW, "seed": 2**63})
    assert code(refused) == "BAD_REQUEST"
    assert refused["error"]["facts"] == {"value": str(2**63), "limit": 2**63 - 1}


@pytest.mark.parametrize("key", ["seed", "seats", "first"])
def test_null_is_the_same_as_leaving_out(talk: Talk, key: str) -> None:
    """The seed is drawn, the seats are the fewest, the first player is drawn."""
    answer = talk(cmd="new", game="stones", **{"seed": 7, key: None})
    assert answer["ok"]
    record = talk(cmd="record")["record"]
    assert "seats 2\n" in record
    assert "seed 7\n" in record
    assert f"first {catalog.draw_first(7, 2)}\n" in record


@pytest.mark.parametrize("key", ["seed", "seats", "first", "seat", "depth"])
@pytest.mark.parametrize("value", ["1", 1.0, True, [1], {}])
def test_a_number_of_another_type_is_refused_by_its_name(talk: Talk, key: str, value: Any) -> None:
    """In whatever command it stands."""
    talk(**NEW)
    others: dict[str, Any] = {
        "seat": {"cmd": "play", "move": "=b1"},
        "depth": {"cmd": "perft"},
    }
    answer = talk(**{**others.get(key, NEW), key: value})
    assert code(answer) == "BAD_REQUEST"
    assert answer["error"]["facts"] == {"key": key, "value": catalog.json_text(value)}


@pytest.mark.parametrize(
    ("game", "request_", "wanted"),
    [
        ("mana", {"seats": 3}, "BAD_REQUEST"),
        ("mana", {"first": 2}, "BAD_REQUEST"),
        ("stones", {"seats": 5}, "BAD_REQUEST"),
        ("stones", {"seats": 3, "first": 3}, "BAD_REQUEST"),
        ("icehouse", {"seats": 6}, "BAD_PLAYER_COUNT"),
        ("icehouse", {"seats": 2, "first": 2}, "BAD_FIRST_PLAYER"),
    ],
)
def test_wrong_seats_have_the_code_of_the_rules_where_there_is_one(
    talk: Talk, game: str, request_: dict[str, int], wanted: str
) -> None:
    """And the last seats that are allowed are allowed."""
    answer = talk(cmd="new", game=game, **request_)
    assert code(answer) == wanted
    assert str(max(request_.values()) + (wanted == "BAD_FIRST_PLAYER")) in answer["error"]["text"]
    high = catalog.load(game).seats[1]
    assert talk(cmd="new", game=game, seats=high, first=high - 1)["ok"]


def test_only_known_given_values_are_accepted(talk: Talk) -> None:
    """A key of another game is refused by its name, cut to a readable length."""
    assert talk(cmd="new", game="stones", mandala=["0"])["ok"]
    answer = talk(cmd="new", game="icehouse", mandala=["0"])
    assert answer["error"]["facts"] == {"key": "mandala", "game": "icehouse"}
    answer = talk(**NEW, **{"z" * 99: 1, "y" * 99: 1})
    assert answer["error"]["facts"] == {"key": "y" * 40, "game": "mana"}


@pytest.mark.parametrize(("depth", "fits"), [(-1, False), (0, True), (100, True), (101, False)])
def test_the_depth_of_a_count_has_limits(talk: Talk, depth: int, fits: bool) -> None:
    """From none to a hundred; deep counts pass the limit of nodes."""
    talk(**NEW)
    talk.session.node_limit = 1000
    answer = talk(cmd="perft", depth=depth)
    if depth == 0:
        assert answer["nodes"] == 1
    elif fits:
        assert code(answer) == "NOT_AVAILABLE"
        assert answer["error"]["facts"] == {"limit": talk.session.node_limit}
    else:
        assert answer["error"]["facts"] == {"value": str(depth), "low": 0, "high": 100}


def test_counts_stop_at_the_limit_of_the_session(talk: Talk) -> None:
    """One node more than the limit is too many, in every game that counts."""
    assert talk.session.node_limit == 20_000_000
    for game, options in (("mana", {}), ("icehouse", {"path": "entered"})):
        talk(cmd="new", game=game, seed=1, first=0, options=options)
        nodes = len(talk(cmd="legal")["moves"])
        talk.session.node_limit = nodes
        assert talk(cmd="perft", depth=1)["nodes"] == nodes
        talk.session.node_limit = nodes - 1
        assert code(talk(cmd="perft", depth=1)) == "NOT_AVAILABLE"


class Player:
    """A player that remembers what it was asked."""

    def __init__(self, **thought: Any) -> None:
        self.thought = Thought(**{"move": "=b1", "value": 0.5, "line": ("=b1", "=b6"), **thought})
        self.asked: list[tuple[Any, int, Budget, int]] = []

    def __call__(
        self, view: Any, level: int, budget: Budget, seed: int, stop: Stop, move: str | None = None
    ) -> Thought:
        """Note the question; nobody stops it."""
        assert not stop()
        self.asked.append((view, level, budget, seed))
        return self.thought


def seat_player(talk: Talk, **thought: Any) -> Player:
    """Begin a match and give its game a player."""
    talk(**NEW)
    assert talk.session.match is not None
    player = Player(**thought)
    talk.session.match.engine = replace(talk.session.match.engine, think=lambda: player)
    return player


def test_a_game_with_a_player_gives_hints(talk: Talk) -> None:
    """The seconds are the caller's, or one; the level is the best; nothing is played."""
    player = seat_player(talk)
    before = talk(cmd="record")
    assert talk(cmd="hint") == {
        "ok": True,
        "move": "=b1",
        "value": 0.5,
        "line": ["=b1", "=b6"],
        "text": "Set up with daimio on b1",
        "why": ["You are ahead."],
    }
    assert talk(cmd="hint", seconds=0.5)["ok"]
    assert [(level, budget) for _, level, budget, _ in player.asked] == [
        (5, Budget(seconds=1.0)),
        (5, Budget(seconds=0.5)),
    ]
    assert talk(cmd="record") == before


def test_a_bot_plays_at_a_level_from_its_own_view(talk: Talk) -> None:
    """With the seed that is named, or one that is drawn; no longer than a minute."""
    player = seat_player(talk)
    assert talk(cmd="bot", level=2, seconds=1000, seed=3)["move"] == "=b1"
    assert talk(cmd="bot", seat=0)["ok"]
    (view, level, budget, seed), (_, usual, _, drawn) = player.asked
    assert talk.session.match is not None
    assert view == seat_view(talk.session.match, 0)
    assert (level, usual) == (2, 5)
    assert budget.seconds == RefereeSession.bot_s_at_most
    assert (seed, drawn) == (3, 7)


def test_a_forced_win_and_the_assumptions_are_reported(talk: Talk) -> None:
    """In turns of the player, and in sentences."""
    seat_player(talk, wins_in=2, assumes=(Message("agreed"),))
    answer = talk(cmd="bot")
    assert (answer["wins_in"], answer["assumes"]) == (2, ["A draw: both players agreed."])


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        ({"level": 0}, "BAD_REQUEST"),
        ({"level": 6}, "BAD_REQUEST"),
        ({"level": "5"}, "BAD_REQUEST"),
        ({"seconds": "3"}, "BAD_REQUEST"),
        ({"seconds": 0}, "BAD_REQUEST"),
        ({"seconds": True}, "BAD_REQUEST"),
        ({"seat": 1}, "NOT_YOUR_TURN"),
        ({"seat": 2}, "BAD_REQUEST"),
    ],
)
def test_a_bot_is_not_asked_like_that(talk: Talk, asked: dict[str, Any], wrong: str) -> None:
    player = seat_player(talk)
    assert code(talk(cmd="bot", **asked)) == wrong
    assert player.asked == []


def test_nobody_thinks_when_nobody_is_on_turn(talk: Talk) -> None:
    """After the end, and while the table has to answer."""
    player = seat_player(talk)
    talk(cmd="play", move="resign")
    assert code(talk(cmd="hint")) == "GAME_OVER"
    talk(cmd="new", game="icehouse", options={"path": "entered"}, seed=1)
    assert talk.session.match is not None
    assert talk(cmd="legal")["turn"] == {"table": "lay"}
    talk.session.match.engine = replace(talk.session.match.engine, think=lambda: player)
    assert code(talk(cmd="bot")) == "NOT_AVAILABLE"
    assert player.asked == []


def test_every_player_answers_with_a_legal_move(talk: Talk) -> None:
    """Of each game that has one, at the first turns of its seats."""
    for game in catalog.GAMES:
        if catalog.load(game).think is None:
            continue
        talk(cmd="new", game=game, seed=1)
        for _ in range(4):
            if "seat" in (talk(cmd="legal")["turn"] or {}):
                answer = talk(cmd="bot", level=3, seconds=0.05)
                assert talk(cmd="why", move=answer["move"]) == {"ok": True, "legal": True}
                talk(cmd="play", move=answer["move"])


@pytest.mark.parametrize(("depth", "fits"), [(63, True), (64, False)])
def test_lists_may_lie_so_deep_and_no_deeper(talk: Talk, depth: int, fits: bool) -> None:
    """The request itself is the outermost of 64; lists and objects count alike."""
    for before, after in ((b"[", b"]"), (b'{"a":', b"}")):
        nested = before * (depth - 1) + b"[]" + after * (depth - 1)
        answer = talk.raw(b'{"cmd":"games","id":' + nested + b"}")
        assert answer["ok"] is fits
        if fits:
            assert answer["id"] == json.loads(nested)
        else:
            assert answer["error"]["facts"] == {"limit": 64}


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        (b"", None),
        (b"x" * (LINE_LIMIT + 1), {"limit": 65536}),
        (b'{"a": "\xff"}', {"place": 7}),
        (b"7", {"value": "7"}),
        (b'{"cmd":"games","id":NaN}', {"problem": "NaN is not a JSON value"}),
        (b'{"cmd":"games","id":1e999}', {"problem": "1e999 is too large a number"}),
        (b'{"cmd":"games","id":1' + b"0" * 50 + b"e999}",
         {"problem": "1" + "0" * 39 + " is too large a number"}),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_line_is_said(talk: Talk, line: bytes, facts: Any) -> None:
    """With the fact that helps to find it."""
    answer = talk.raw(line)
    assert code(answer) == "BAD_REQUEST"
    assert answer["error"].get("facts") == facts
    assert "id" not in answer


def test_a_refused_request_keeps_its_id_and_the_words_of_the_match(talk: Talk) -> None:
    """Also where the game that was asked for cannot begin."""
    talk(**NEW)
    answer = talk(cmd="new", game="icehouse", seats=9, id=5)
    assert (answer["id"], code(answer)) == (5, "BAD_PLAYER_COUNT")
    assert code(talk(cmd="play", move="=a1", id=6)) == "DAIMIO_NOT_ON_DOUBLE"
    assert talk(cmd="why", move="=a1")["facts"]
    refused = talk(cmd="play", move="=a1")["error"]
    assert refused["instead"] == "=b1"
    assert "(=b1)" in refused["text"]


def test_events_carry_their_kind_their_text_and_their_facts(talk: Talk) -> None:
    """Terms and seats as plain values."""
    talk(**NEW)
    (event,) = talk(cmd="play", move="=b1")["events"]
    assert event.pop("text").startswith("Player 1 has set up")
    assert event == {"kind": "placed", "seat": 0, "lord": "daimio", "square": "b1"}


def test_the_sheet_says_where_points_come_from(talk: Talk) -> None:
    """A line for each contribution, in words."""
    talk(**NEW)
    talk(cmd="play", move="resign", seat=1)
    answer = talk(cmd="scores")
    assert answer["scores"] == [1, 0]
    assert [[line["points"] for line in seat] for seat in answer["sheet"]] == [[1], []]
    assert answer["sheet"][0][0]["text"]


def test_a_hidden_hand_is_shown_to_its_seat_alone(talk: Talk) -> None:
    """Without a seat, nobody's."""
    talk(cmd="new", game="mandala", options={"table": "full"}, first=0)
    assert "hand" not in talk(cmd="view")["view"]
    hands = [talk(cmd="view", seat=seat)["view"]["hand"] for seat in (0, 1)]
    assert hands[0] != hands[1]
    assert "hand" not in talk(cmd="view", seat=None)["view"]


def test_what_is_nested_beyond_reading_is_said_in_plain_words(talk: Talk) -> None:
    """Not in those of the reader, which gave up."""
    error = talk.raw(b"[" * 30_000 + b"]" * 30_000)["error"]
    assert error["code"] == "BAD_REQUEST"
    assert error["text"].startswith("Lists and objects may be nested")


@pytest.mark.parametrize(
    ("asks", "says"),
    [("bot", "There is no player for scorepad."), ("hint", "There are no hints for scorepad.")],
)
def test_a_game_without_a_player_says_what_it_lacks(talk: Talk, asks: str, says: str) -> None:
    talk(cmd="new", game="scorepad")
    error = talk(cmd=asks)["error"]
    assert (error["code"], error["text"]) == ("NOT_AVAILABLE", says)


def test_refusal_names_the_statement_of_the_rulebook() -> None:
    """`rule` is the id of the statement, for `play` and for `why`."""
    session = RefereeSession(lambda: 1)
    session.answer(b'{"cmd":"new","game":"mana","seed":1,"first":0}')
    why = json.loads(session.answer(b'{"cmd":"why","move":"=a1"}'))
    refused = json.loads(session.answer(b'{"cmd":"play","move":"=a1"}'))
    assert why["rule"] == refused["error"]["rule"] == "daimio-on-double"
