"""Mana: what the player promises, under every rule."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import solve_mana

from engines import catalog
from engines.bots.player import LEVELS, Budget, Thought, level_of
from engines.bots.seat_view import seat_view
from engines.engine import Start
from engines.mana import GAME
from engines.mana.bot import think
from engines.mana.bot.evaluate import expected
from engines.mana.bot.play import wins_in
from engines.mana.bot.proof import Prover, is_won
from engines.mana.bot.search import BASE_MB, ENTRY_BYTES, WIN, PvSearch
from engines.mana.bot.solved import DATA
from engines.mana.fast_state import FastRules, armies_of, fast_state_of
from engines.mana.state import OVER, State
from engines.match import Match

RULES: list[dict[str, Any]] = [
    {},
    {"advanced": True, "blocked": "free"},
    {"advanced": True, "ask_bird": True},
    {"advanced": True, "bird_must_fly": True},
    {"advanced": True, "bird_blocks": True},
    {"advanced": True, "bird_blocks": True, "bird_must_fly": True},
    {"edition": "2005"},
    {"edition": "2005", "drop_anywhere": True},
]
FEW = Budget(nodes=400)

MATE_IN_1 = "...W../....../...b../....../....../..B... b 0 05 -"
OPEN = "w.w.w./.w.W.w/....../....../b.B.b./.b.b.b b 0 00 -"


def never() -> bool:
    """Let it think."""
    return False


def at(position: str, **options: Any) -> State:
    """Return the state of a position."""
    return GAME.from_position(position, Start(options, 2, 0, 0))


def ask(state: State, level: int = 5, nodes: int = 2_000, seed: int = 1) -> Thought:
    """Ask the player about a state."""
    return think(GAME.view(state, 0), level, Budget(nodes=nodes), seed, never)


def begin(options: dict[str, Any], seed: int) -> Match[Any, Any]:
    """Return a fresh match."""
    return Match(GAME, catalog.begin(GAME, seats=2, seed=seed, options=options))


@pytest.mark.parametrize("options", RULES, ids=str)
def test_whole_games_without_a_refusal(options: dict[str, Any]) -> None:
    """From turning the board to the end; every move and every expected line is legal."""
    match = begin(options, 3)
    for choice in range(60):
        if match.turn is None:
            break
        assert match.turn.seat is not None
        view = json.loads(json.dumps(seat_view(match, match.turn.seat)))
        thought = think(view, choice % 5 + 1, FEW, choice, never)
        assert thought.line[0] == thought.move
        assert -1 <= thought.value <= 1
        tried = match.fork()
        for text in thought.line:
            tried.play(text)
        match.play(thought.move)
    assert len(match.moments) > 4


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_thinks_the_same(level: int) -> None:
    """With a budget of nodes; and other seeds vary, at the levels that overlook things."""
    state = at(OPEN)
    assert ask(state, level, seed=7) == ask(state, level, seed=7)
    if level < 4:
        assert len({ask(state, level, 300, seed).move for seed in range(12)}) > 1


@pytest.mark.parametrize("options", RULES, ids=str)
def test_an_interrupted_thought_is_a_legal_one(options: dict[str, Any]) -> None:
    """Stopped before it began, in every phase."""
    match = begin(options, 5)
    for _ in range(6):
        assert match.turn is not None
        thought = think(seat_view(match, match.turn.seat or 0), 5, Budget(60), 1, lambda: True)
        match.play(thought.move)


def test_a_thought_ends_soon_after_somebody_wants_it() -> None:
    """The question is asked every 256 nodes."""
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    think(GAME.view(at(OPEN), 0), 5, Budget(600), 1, stop)
    assert len(asked) == 4


@pytest.mark.parametrize(("level", "seed"), list(product([3, 4, 5], range(8))))
def test_from_level_3_a_win_at_once_is_taken(level: int, seed: int) -> None:
    thought = ask(at(MATE_IN_1), level, seed=seed)
    assert (thought.move, thought.value, thought.wins_in) == ("d4-d6", 1.0, 1)


def losing_at_once(state: State) -> set[str]:
    """Return the choices after which the daimio can be taken."""
    found = set()
    for choice in GAME.legal(state):
        after = GAME.apply(state, choice)
        if after.phase != OVER and any(
            GAME.apply(after, answer).by == "daimio" for answer in GAME.legal(after)
        ):
            found.add(GAME.write(choice))
    return found


def test_from_level_3_nothing_loses_at_once_that_need_not() -> None:
    """In positions where some choices do and some do not; weaker levels do it sometimes."""
    chance = random.Random(1)
    lost = dict.fromkeys(LEVELS, 0)
    looked = 0
    for seed in range(30):
        match = begin({"advanced": True}, seed)
        for _ in range(12):
            if match.turn is None:
                break
            state = match.state
            choices = [GAME.write(choice) for choice in GAME.legal(state)]
            if state.phase == "play" and len(choices) < 40:
                bad = losing_at_once(state)
                if 0 < len(bad) < len(choices):
                    looked += 1
                    for level in LEVELS:
                        lost[level] += ask(state, level, 600, seed).move in bad
            match.play(chance.choice(choices))
    assert looked > 40
    assert lost[3] == lost[4] == lost[5] == 0
    assert lost[1] > lost[2] > 0


@pytest.mark.parametrize("name", [name for name, _ in solve_mana.setups()])
def test_the_one_row_set_ups_are_won_by_black(name: str) -> None:
    """In at most 11 plies; the readable rules agree with the search at every answer."""
    state = dict(solve_mana.setups())[name]
    prover = Prover(state)
    win = prover.win(state, 11)
    assert win is not None
    assert win.plies in (9, 11)
    assert prover.win(state, win.plies - 2) is None
    assert is_won(state, prover, win.plies)


def test_the_players_table_is_what_the_solver_finds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A single move that differs is noticed by the bench."""
    text = solve_mana.solved_text()
    assert DATA.read_text() == text
    monkeypatch.setattr("sys.argv", ["solve_mana.py"])
    monkeypatch.setattr(solve_mana, "DATA", tmp_path / "solved.txt")
    (tmp_path / "solved.txt").write_text(text.replace("6 b1-b3", "6 c1-c3", 1))
    assert solve_mana.main() == 1
    assert "DIFFERS" in capsys.readouterr().out


def test_the_best_level_wins_the_solved_set_ups_whatever_is_answered() -> None:
    """With hardly any time to think, against every answer, in as many turns as it announced."""
    waiting = [(state, 6) for _, state in solve_mana.setups()]
    seen = set()
    while waiting:
        state, turns = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        thought = ask(state, 5, 200)
        assert thought.value == 1.0
        assert thought.wins_in is not None
        assert 0 < thought.wins_in <= turns
        after = GAME.apply(state, GAME.read(thought.move))
        if after.phase == OVER:
            assert (after.by, after.winner) == ("daimio", 0)
            continue
        left = thought.wins_in - 1
        waiting += [(GAME.apply(after, answer), left) for answer in GAME.legal(after)]
    assert len(seen) > 250


@pytest.mark.parametrize("options", [{}, {"ask_bird": True}, {"ask_bird": True, "advanced": True}])
def test_the_table_is_used_where_the_moves_are_those_of_the_solved_game(
    options: dict[str, Any],
) -> None:
    position = "wwwwwW/....../....../....../....../bBbbbb b 0 00 -"
    state = GAME.from_position(position, Start(options, 2, 0, 0))
    thought = ask(state, 5, 1)
    assert (thought.move.partition("@")[0], thought.wins_in) == ("b1-b3", 6)
    assert thought.move in map(GAME.write, GAME.legal(state))
    assert ask(state, 4, 1).wins_in is None


@pytest.mark.parametrize(
    "options", [{"bird_blocks": True}, {"bird_must_fly": True}, {"blocked": "free"}]
)
def test_the_table_is_not_used_under_other_rules(options: dict[str, Any]) -> None:
    position = "wwwwwW/....../....../....../....../bBbbbb b 0 00 -"
    assert ask(GAME.from_position(position, Start(options, 2, 0, 0)), 5, 1).wins_in is None


def test_a_hint_for_a_set_up_of_one_row_knows_how_the_game_ends() -> None:
    """Black wins from each; White holds out longest where the daimio is not on c6."""
    empty = GAME.setup(Start({}, 2, 0, 0))
    for move in (None, "=b1", "=c1", "=f1"):
        thought = think(GAME.view(empty, 0), 5, FEW, 1, never, move)
        assert (thought.value, thought.wins_in) == (1.0, 6)
    black = GAME.apply(empty, GAME.read("=c1"))
    for seed in range(6):
        thought = think(GAME.view(black, 1), 5, FEW, seed, never)
        assert thought.move in ("=b6", "=f6")
        assert (thought.value, thought.wins_in) == (-1.0, -5)
    assert think(GAME.view(black, 1), 5, FEW, 1, never, "=c6").wins_in == -4


def test_a_corrected_set_up_that_no_rule_allows_is_searched() -> None:
    position = "....../....../....../....../....../bbbBbb w 0 00 -"
    state = GAME.from_position(position, Start({}, 2, 0, 0))
    assert think(GAME.view(state, 1), 5, FEW, 1, never).move in ("=b6", "=c6", "=f6")


def test_a_won_game_is_announced_and_won_in_time() -> None:
    """Against any defence, in as many turns of the player as were announced."""
    chance = random.Random(2)
    for name, start in solve_mana.setups()[1::3]:
        state = start
        thought = ask(state, 5, 400_000)
        assert thought.wins_in == 5, name
        left = thought.wins_in
        while state.phase != OVER:
            assert thought.wins_in is not None
            assert thought.wins_in <= left
            state = GAME.apply(state, GAME.read(thought.move))
            left -= 1
            if state.phase != OVER:
                state = GAME.apply(state, chance.choice(list(GAME.legal(state))))
                thought = ask(state, 5, 400_000)
        assert state.by == "daimio"
        assert state.winner == 0


def test_a_lost_game_is_announced() -> None:
    """The other side of a win in 2 turns: the daimio falls after one more own turn."""
    name, state = solve_mana.setups()[1]
    for _ in range(8):
        state = GAME.apply(state, GAME.read(ask(state, 5, 400_000).move))
    assert ask(state).wins_in == 1, name
    match_before = GAME.apply(solve_mana.setups()[1][1], GAME.read("c1-c3"))
    assert ask(match_before, 5, 400_000).wins_in == -4


@pytest.mark.parametrize("nodes", [1_000, 1_500, 3_000])
def test_a_loss_is_claimed_only_when_every_step_loses(nodes: int) -> None:
    """Here the first step of a depth loses, the time ends, and another step holds."""
    position = "..w.../..w.../w...Wb/..b.../...w../.b...B b 3@d2 21 - ^180"
    state = GAME.from_position(position, Start({"edition": "2005"}, 2, 0, 0))
    thought = think(GAME.view(state, 0), 5, Budget(nodes=nodes), 1, never)
    assert thought.wins_in is None
    assert thought.value > -0.5


@pytest.mark.parametrize(
    ("value", "turns"),
    [
        (WIN - 1, 1),
        (WIN - 3, 2),
        (WIN - 11, 6),
        (2 - WIN, -1),
        (4 - WIN, -2),
        (0, None),
        (90, None),
    ],
)
def test_plies_are_counted_as_turns_of_the_player(value: int, turns: int | None) -> None:
    assert wins_in(value) == turns


def test_points_become_an_expected_result() -> None:
    """Nothing is worth nothing, and no points are worth a whole win."""
    assert expected(0) == 0
    assert 0 < expected(20) < expected(200) < 1
    assert expected(-20) == -expected(20)


def test_a_position_that_would_stand_a_third_time_is_worth_nothing() -> None:
    """Remembered in the seat's sight, so that a player who is ahead goes elsewhere."""
    state = at(OPEN)
    usual = ask(state, 5, 3_000)
    after = GAME.apply(state, GAME.read(usual.move))
    key = json.loads(json.dumps(GAME.repetition(after)))
    view = {**GAME.view(state, 0), "seen": [[key, 2]]}
    fast, armies = FastRules(state), armies_of(state)
    search = PvSearch(fast, armies, 150, lambda _: False)
    search.avoid([fast_state_of(after)])
    assert search.look(*fast_state_of(after), 3, -WIN, WIN, 1) == 0
    again = think(view, 5, Budget(nodes=3_000), 1, never)
    assert again.move != usual.move or abs(again.value) < 1e-9 or usual.value < 0


def test_a_match_remembers_what_stood_how_often() -> None:
    """In what a seat sees, besides the view itself."""
    match = begin({}, 1)
    for text in ("=b1", "=b6"):
        match.play(text)
    seat = match.turn.seat if match.turn else 0
    seen = seat_view(match, seat or 0)["seen"]
    assert seen == [[json.loads(json.dumps(GAME.repetition(match.state))), 1]]


def test_memory_is_bounded() -> None:
    """What a search remembers stays within its share of the megabytes."""
    state = at(OPEN)
    search = PvSearch(FastRules(state), armies_of(state), BASE_MB + 1, lambda _: False)
    search.look(*fast_state_of(state), 7, -WIN, WIN, 0)
    assert 1_000 < search.remembered <= 2**20 // ENTRY_BYTES


@pytest.mark.parametrize("level", [3, 5])
def test_a_thought_cut_short_does_not_lose_at_once(level: int) -> None:
    """Stopped before it began, it still looks at the very next turn."""
    looked = 0
    for seed in range(40):
        match = begin({"advanced": True}, seed)
        for text in ("=c1:a1,b2,d1,e2,f1", "=d5:a6,b5,c6,e6,f5"):
            match.play(text)
        chance = random.Random(seed)
        for _ in range(5):
            choices = [GAME.write(choice) for choice in GAME.legal(match.state)]
            bad = losing_at_once(match.state)
            if 0 < len(bad) < len(choices):
                looked += 1
                view = GAME.view(match.state, 0)
                assert think(view, level, Budget(60), seed, lambda: True).move not in bad
            match.play(chance.choice(choices))
            if match.turn is None:
                break
    assert looked > 10


@pytest.mark.parametrize("number", [0, 6, -1])
def test_there_are_five_levels(number: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 5"):
        level_of(number)


def test_nobody_thinks_after_the_end() -> None:
    over = GAME.agree(at(OPEN), "draw", 0)
    with pytest.raises(ValueError, match="over"):
        think(GAME.view(over, 0), 5, FEW, 1, never)


def test_armies_of_different_size_are_kept_apart() -> None:
    """A table that lost a ronin: what is remembered for one side does not hold for the other."""
    state = at("w...w./.w.W.w/....../....../b.B.b./.b.b.b b 0 00 -")
    assert armies_of(state) == (6, 5)
    search = PvSearch(FastRules(state), armies_of(state), 150, lambda _: False)
    plain = search.look(*fast_state_of(state), 4, -WIN, WIN, 0)
    assert search.remembered > 0
    assert plain == PvSearch(FastRules(state), armies_of(state), 150, lambda _: False).look(
        *fast_state_of(state), 4, -WIN, WIN, 0
    )
    assert ask(state, 5, 1_500).move in [GAME.write(choice) for choice in GAME.legal(state)]


def test_a_lost_turn_is_played() -> None:
    """Where only pass is legal, in positions made up by lot."""
    chance = random.Random(4)
    for _ in range(200):
        squares = chance.sample(range(36), 12)
        letters = dict(zip(squares, "BWbbbbbwwwww", strict=True))
        rows = ["".join(letters.get(f * 6 + r, ".") for f in range(6)) for r in range(5, -1, -1)]
        state = at(f"{'/'.join(rows)} b {chance.choice('123')} 00 -")
        if state.phase != OVER and [GAME.write(each) for each in GAME.legal(state)] == ["pass"]:
            thought = ask(state, 5, 500)
            assert thought.move == "pass"
            break
    else:
        raise AssertionError("no position with a lost turn was met")
