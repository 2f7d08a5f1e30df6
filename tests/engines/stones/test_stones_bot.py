"""Mandala Stones: the fast core follows the rules; the player sees what its seat sees."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engines import catalog
from engines.bots.player import LEVELS, Budget
from engines.bots.rng import random_for
from engines.match import Match
from engines.stones import GAME
from engines.stones.board import COLOURS, PATTERNS, STACKS
from engines.stones.bot.fast_state import SCORE, FastState
from engines.stones.bot.known import Hidden, Mandala, begin
from engines.stones.bot.player import Boards, Towers, _on_board, think
from engines.stones.bot.unseen import number_of, tower_of
from engines.stones.state import PLAYERS

MANDALA = ["0", "0", "1", "0", "0", "2", "0", "0", "1", "0", "h2"] + ["0", "1", "0", "2"] * 2
MANDALA += ["h3", "0", "1", "0", "2", "0", "h4", "0", "end"]
BOARD = {"tracking": "board"}
FEW = Budget(nodes=12)
SEATS = range(PLAYERS[0], PLAYERS[1] + 1)


def fresh(seats: int, seed: int, options: Any = BOARD, mandala: Any = MANDALA) -> Match[Any, Any]:
    start = catalog.begin(GAME, seats=seats, seed=seed, options=options, given={"mandala": mandala})
    return Match(GAME, start)


def stone(letter: str) -> int:
    return COLOURS.index(letter.upper()) + (0 if letter.isupper() else 4)


def truth(state: Any) -> FastState:
    """Return the fast core with the real stones."""
    view = GAME.view(state, 0)
    table = begin(view, FastState)
    Mandala(view).put(table, random_for(1, "mandala"))
    table.deal = [stone(letter) for stack in state.board.stacks for letter in stack]
    return table


@pytest.mark.parametrize("seats", SEATS)
def test_fast_core_plays_as_the_rules_do(seats: int) -> None:
    """Same choices, same points, same turns, same end, also after a seat has left."""
    chance = random.Random(seats)
    for seed in range(10):
        match = fresh(seats, seed)
        table = truth(match.state)
        while match.turn is not None and match.turn.seat is not None:
            legal = {GAME.write(choice): choice for choice in GAME.legal(match.state)}
            names = {GAME.write(_on_board(choice)): choice for choice in table.moves()}
            assert table.turn == match.turn.seat
            assert names.keys() == legal.keys()
            if seats > 2 and chance.random() < 0.02:
                match.play("resign")
                if match.turn is not None and match.turn.seat is not None:
                    table = truth(match.state)
                else:
                    table.turn = -1
                continue
            picks = [text for text in names if text[0] == "P"]
            text = chance.choice(picks if picks and chance.random() < 0.7 else list(names))
            match.play(text)
            table.play(names[text])
            assert table.vp == list(match.state.vp)
            assert table.placed == match.state.placed
        assert table.turn == -1


def any_choice(match: Match[Any, Any], chance: random.Random) -> str:
    legal = [GAME.write(choice) for choice in GAME.legal(match.state)]
    picks = [text for text in legal if text[0] == "P"]
    return chance.choice(picks if picks and chance.random() < 0.6 else legal)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("options", [BOARD, {}], ids=["board", "towers"])
@pytest.mark.parametrize("mandala", [MANDALA, []], ids=["known", "unknown"])
def test_every_level_answers_legally_through_whole_games(
    seats: int, options: Any, mandala: Any
) -> None:
    """Whether or not the box follows the main board and knows the mandala."""
    match = fresh(seats, 5, options, mandala)
    chance = random.Random(1)
    number = 0
    while match.turn is not None and number < 60:
        if match.turn.seat is None:
            match.play(any_choice(match, chance))
            continue
        number += 1
        view, kept = (GAME.view(match.state, match.turn.seat) for _ in range(2))
        level = LEVELS[number % len(LEVELS)]
        thought = think(view, level, FEW, number, lambda: False)
        assert view == kept
        assert GAME.explain(match.state, GAME.read(thought.move)) is None
        assert -1 <= thought.value <= 1
        assert thought.line[0] == thought.move
        match.play(thought.move if chance.random() < 0.7 else any_choice(match, chance))
    assert number > 8


def hide_otherwise(state: Any, chance: random.Random) -> Any:
    """Return the same open table with other stones below the tops."""
    board = state.board
    hidden = [
        (stack, level)
        for stack in range(STACKS)
        for level in range(max(0, board.heights[stack] - 1))
    ]
    letters = [board.stacks[stack][level] for stack, level in hidden]
    chance.shuffle(letters)
    stacks = [list(stack) for stack in board.stacks]
    for (stack, level), letter in zip(hidden, letters, strict=True):
        stacks[stack][level] = letter
    return replace(state, board=replace(board, stacks=tuple("".join(each) for each in stacks)))


def test_hidden_stones_change_no_answer() -> None:
    """The same public history with other hidden stones: the same thought for the same seed."""
    chance = random.Random(4)
    match = fresh(3, 4)
    compared = 0
    while match.turn is not None and match.turn.seat is not None:
        seat, state = match.turn.seat, match.state
        other = hide_otherwise(state, chance)
        assert other != state or compared > 5
        for level in (1, 5):
            thoughts = [
                think(GAME.view(each, seat), level, FEW, compared, lambda: False)
                for each in (state, other)
            ]
            assert thoughts[0] == thoughts[1]
        compared += 1
        match.play(any_choice(match, chance))
    assert compared > 8


def test_sampled_tables_fit_what_is_known() -> None:
    """Colours and patterns add up, the tops are those that lie open."""
    chance = random.Random(2)
    match = fresh(2, 3)
    for _ in range(6):
        match.play(any_choice(match, chance))
    assert match.turn is not None
    view = GAME.view(match.state, match.turn.seat)
    worlds = Boards(view)
    for number in range(5):
        table = worlds.sample(random_for(number, "test"))
        below = [
            table.deal[stack * 4 + level]
            for stack, height in enumerate(view["heights"])
            for level in range(max(0, height - 1))
        ]
        stones = below + [top for top in table.tops if top >= 0]
        colours = Counter(COLOURS[each & 3] for each in stones)
        patterns = Counter(PATTERNS[each >> 2] for each in below)
        assert all(colours[each] == 24 - view["taken"][each] for each in COLOURS)
        assert all(patterns[each] == 48 - view["patterns"][each] for each in PATTERNS)


def test_towers_are_numbers_and_back() -> None:
    """As the choices of a table whose board is not tracked."""
    for tower in ((0,), (3, 3), (1, 2, 0), (3, 2, 1, 0)):
        assert tower_of(number_of(tower)) == tower
        assert number_of(tower) * 5 + 4 < SCORE


def test_without_a_board_it_says_what_it_takes_for_granted() -> None:
    """That an artist reaches the stones, what others find, and where the game ends."""
    match = fresh(2, 1, {}, [])
    assert match.turn is not None
    thought = think(GAME.view(match.state, match.turn.seat), 5, FEW, 1, lambda: False)
    codes = [message.code for message in thought.assumes]
    assert codes == ["assumes.reach", "assumes.offers", "assumes.end"]
    assert all(code in GAME.words for code in codes)
    stones = thought.assumes[0].facts["stones"]
    assert isinstance(stones, tuple)
    assert 1 <= len(stones) <= 2
    tracked = fresh(2, 1)
    view = GAME.view(tracked.state, 0)
    assert think(view, 5, FEW, 1, lambda: False).assumes == ()


def test_who_waived_scores() -> None:
    """After `N` only scoring is left, and with nothing on the board `N` itself."""
    match = fresh(2, 1, {})
    match.play("PRB@3")
    match.play("PY@2")
    match.play("N")
    assert match.turn is not None
    view = GAME.view(match.state, match.turn.seat)
    assert think(view, 5, FEW, 1, lambda: False).move == "T3"
    empty = {**view, "waived": False, "taken": dict.fromkeys(COLOURS, 24)}
    empty["towers"] = [[""] * 5] * 2
    assert think(empty, 5, FEW, 1, lambda: False).move == "N"


def test_it_scores_when_the_end_is_there() -> None:
    """In the last round points count and promises do not."""
    match = fresh(2, 1)
    assert match.turn is not None
    view = GAME.view(match.state, match.turn.seat)
    towers = [["R", "R", "RRR", "RRRR", "RBYPR"[:4]], [""] * 5]
    seat = match.turn.seat
    assert seat is not None
    view["towers"] = towers if seat == 0 else towers[::-1]
    view["first"] = 1 - seat
    view["triggered"] = True
    thought = think(view, 5, Budget(nodes=100), 1, lambda: False)
    assert thought.move == "SR"
    assert thought.value > 0.8


def test_a_mandala_nobody_described_ends_somewhere_ahead() -> None:
    """And a described one where its hands are."""
    view = GAME.view(fresh(2, 1, {}, []).state, 0)
    ends = set()
    for number in range(40):
        table = Towers(view).sample(random_for(number, "test"))
        ends.add(table.trigger)
        assert table.trigger > view["placed"]
    assert len(ends) > 3
    known = Towers(GAME.view(fresh(2, 1, {}).state, 0)).sample(random_for(1, "test"))
    assert (known.trigger, known.full) == (11, 27)
    assert known.bonus[3] == 1


def test_a_top_that_nobody_named_is_left_alone() -> None:
    """It may come out of a table that was corrected by hand."""
    view = GAME.view(fresh(2, 1).state, 0)
    view["tops"] = ["??", *view["tops"][1:]]
    table = begin(view, FastState)
    assert table.tops[0] == -1
    assert all(not allowed & 1 for _, _, allowed in table.reaches())


def test_hidden_stones_of_a_corrected_table_are_made_to_fit() -> None:
    """People may type in a table that does not add up; the player still plays."""
    match = fresh(2, 1)
    view = GAME.view(match.state, 0)
    view["taken"] = dict.fromkeys(COLOURS, 20)
    table = begin(view, FastState)
    Hidden(view, table).put(table, random_for(1, "test"))
    assert len(table.deal) == 96
    assert think(view, 5, FEW, 1, lambda: False).move[0] == "P"


def test_it_beats_who_plays_anything() -> None:
    """From either seat, with few walks a move; objectives are worth nothing here."""
    for seat in (0, 1):
        chance = random.Random(seat)
        match = fresh(2, 30 + seat)
        while match.turn is not None:
            if match.turn.seat is None:
                match.play("O0")
            elif match.turn.seat == seat:
                view = GAME.view(match.state, seat)
                match.play(think(view, 5, FEW, 1, lambda: False).move)
            else:
                match.play(any_choice(match, chance))
        outcome = GAME.outcome(match.state)
        assert outcome is not None
        assert outcome.winners == (seat,)
