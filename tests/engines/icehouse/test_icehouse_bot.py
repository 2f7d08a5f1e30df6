"""Icehouse Mandala: the fast core follows the rules, and the player answers legally."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engines import catalog
from engines.bots.player import LEVELS, Budget, level_of
from engines.icehouse import GAME
from engines.icehouse.bot.evaluate import chances, hopes, worth
from engines.icehouse.bot.fast_state import FastState, track_of
from engines.icehouse.bot.player import think
from engines.icehouse.bot.worth import CASES, LEARNED, place, read, write
from engines.icehouse.state import PLAYERS
from engines.match import Match

FEW = Budget(nodes=60)


def begin(seats: int, seed: int) -> Match[Any, Any]:
    return Match(GAME, catalog.begin(GAME, seats=seats, seed=seed))


def table(state: Any) -> FastState:
    return track_of(GAME.view(state, 0), FastState)


def near_or_far(legal: list[str], chance: random.Random) -> str:
    """Return a choice: mostly a near one, so that games are long, sometimes any."""
    far = chance.random() < 0.1
    at = chance.randrange(len(legal)) if far else int(chance.expovariate(0.7))
    return legal[min(at, len(legal) - 1)]


@pytest.mark.parametrize("seats", range(PLAYERS[0], PLAYERS[1] + 1))
def test_fast_core_plays_as_the_rules_do(seats: int) -> None:
    """Same choices, same points, same turns, same end, also after a seat has left."""
    chance = random.Random(seats)
    for seed in range(12):
        match = begin(seats, seed)
        track = table(match.state)
        while match.turn is not None:
            legal = [GAME.write(choice) for choice in GAME.legal(match.state)]
            assert track.turn == match.turn.seat
            assert [f"M{space + 1}" for space in track.moves()] == legal
            if seats > 2 and chance.random() < 0.02:
                match.play("resign")
                track = table(match.state)
                continue
            text = near_or_far(legal, chance)
            match.play(text)
            track.play(int(text[1:]) - 1)
            assert track.points == list(GAME.scores(match.state))
        assert track.turn == -1
        if len(GAME.view(match.state).get("left", ())) < seats - 1:
            assert track.ranking() == GAME.view(match.state)["ranking"]


def test_a_view_gives_the_same_table_as_playing_there() -> None:
    """Whatever happened before, the view holds all that is needed to go on."""
    chance = random.Random(3)
    match = begin(3, 3)
    track = table(match.state)
    while match.turn is not None:
        text = near_or_far([GAME.write(each) for each in GAME.legal(match.state)], chance)
        match.play(text)
        track.play(int(text[1:]) - 1)
        seen = table(match.state)
        assert (seen.standing, seen.pawns, seen.points) == (
            track.standing,
            track.pawns,
            track.points,
        )


def test_a_copy_is_played_on_alone() -> None:
    """Trying a line changes nothing."""
    track = table(begin(2, 1).state)
    other = track.copy()
    other.play(4)
    assert (track.pawns, sum(track.own), track.standing.bit_count()) == ([-1, -1], 0, 75)
    assert (max(other.pawns), sum(other.own), other.standing.bit_count()) == (4, 1, 74)


@pytest.mark.parametrize("seats", range(PLAYERS[0], PLAYERS[1] + 1))
def test_every_level_answers_legally_through_whole_games(seats: int) -> None:
    """The line it expects can be played as well."""
    match = begin(seats, 7)
    number = 0
    while match.turn is not None:
        number += 1
        view = GAME.view(match.state, match.turn.seat)
        kept = GAME.view(match.state, match.turn.seat)
        level = LEVELS[number % len(LEVELS)]
        thought = think(view, level, FEW, number, lambda: False)
        assert view == kept
        assert -1 <= thought.value <= 1
        assert thought.line[0] == thought.move
        ahead = match.state
        for text in thought.line:
            choice = GAME.read(text)
            assert GAME.explain(ahead, choice) is None
            ahead = GAME.apply(ahead, choice)
        match.play(thought.move)
    assert number > 10


def test_a_seed_gives_the_same_thought_again() -> None:
    """With a budget in nodes."""
    view = GAME.view(begin(3, 5).state, 0)
    for level in LEVELS:
        one, two = (think(view, level, FEW, 9, lambda: False) for _ in range(2))
        assert one == two


def test_a_press_ends_the_thought() -> None:
    """It is asked again and again; the first yes is the last walk."""
    view = GAME.view(begin(2, 5).state, 0)
    asked = []

    def stop() -> bool:
        asked.append(True)
        return len(asked) == 10

    assert think(view, 5, Budget(seconds=60), 1, stop).move in {f"M{n}" for n in range(1, 76)}
    assert len(asked) == 10


def test_who_is_about_to_win_knows_it() -> None:
    """I26 turned around: taking the last one gives the other all the rest and the game."""
    held = [["Y1", "Y1"], ["R1", "Y1", "Y1"]]
    view = {
        "phase": "play",
        "turn": 0,
        "pawns": [60, 10],
        "points": [40, 3],
        "path": [{20: "R1", 70: "R1", 74: "Y1"}.get(space, "") for space in range(75)],
        "held": held,
        "eye": ["R1", "R1"],
        "scored": {},
    }
    assert think(view, 5, FEW, 1, lambda: False).value > 0.9
    assert think({**view, "points": [3, 40]}, 5, FEW, 1, lambda: False).value < -0.7


def test_worth_is_within_what_a_group_gives() -> None:
    """Nothing without a pyramid to have, never more than five points, more for more."""
    for seats in LEARNED:
        table = worth(seats)
        assert all(0 <= table[case] <= 5 for case in CASES)
        assert table[place(0, 2, 0, 2, in_front=True)] == 0
        assert table[place(2, 0, 1, 1, in_front=True)] > table[place(0, 2, 1, 1, in_front=True)]


def test_a_table_of_worth_survives_being_written() -> None:
    """The text is what the learning program prints."""
    for text in LEARNED.values():
        assert write(list(read(text))) == text


@pytest.mark.parametrize("seats", [2, 3])
def test_hopes_and_chances_are_shared_out(seats: int) -> None:
    """At the start nobody is ahead; chances add up to one, and a leaver has none."""
    track = table(begin(seats, 2).state)
    assert len({round(hope, 6) for hope in hopes(track)}) == 1
    assert sum(chances(track)) == pytest.approx(1)
    track.points[1] = 30
    values = chances(track)
    assert values[1] == max(values) > 0.8
    track.left = (1,)
    if seats > 2:
        assert chances(track)[1] == 0


def test_levels_differ_in_what_they_look_at() -> None:
    """The same table, the same seed: a weak level walks less."""
    weak, strong = level_of(1).of(FEW).nodes, level_of(5).of(FEW).nodes
    assert weak is not None
    assert strong is not None
    assert weak < strong
    view = GAME.view(begin(2, 8).state, 0)
    assert len(think(view, 1, FEW, 1, lambda: False).line) == 1
    assert len(think(view, 5, FEW, 1, lambda: False).line) > 1


def test_it_beats_who_walks_without_a_plan() -> None:
    """From either seat, against one that takes any of the next four, with few walks a move."""
    for seat in (0, 1):
        chance = random.Random(seat)
        match = begin(2, 20 + seat)
        while match.turn is not None:
            if match.turn.seat == seat:
                view = GAME.view(match.state, seat)
                match.play(think(view, 5, FEW, 1, lambda: False).move)
            else:
                near = [GAME.write(choice) for choice in GAME.legal(match.state)][:4]
                match.play(chance.choice(near))
        outcome = GAME.outcome(match.state)
        assert outcome is not None
        assert outcome.winners == (seat,)
