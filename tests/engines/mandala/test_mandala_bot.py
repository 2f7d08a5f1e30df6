"""Mandala: the fast core follows the rules; the player never sees the other hand."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engines import catalog
from engines.bots.player import LEVELS, Budget
from engines.bots.rng import random_for
from engines.mandala import GAME
from engines.mandala.bot.evaluate import chances, destroy, totals
from engines.mandala.bot.fast_state import FastState
from engines.mandala.bot.known import Known, open_table
from engines.mandala.bot.player import name, think
from engines.mandala.bot.search_state import SearchState
from engines.mandala.cards import COLOURS, INDEX, heap, plus
from engines.match import Match

FEW = Budget(nodes=20)
PATIENCE = 400


def fresh(seed: int, **options: Any) -> Match[Any, Any]:
    options = {"table": "full", **options}
    return Match(GAME, catalog.begin(GAME, seats=2, seed=seed, options=options))


class TopFirst(random.Random):
    """Always draws the last card of a list: a draw pile in a fixed order."""

    def random(self) -> float:
        return 1 - 1e-9


def truth(state: Any) -> FastState:
    """Return the fast core with the real cards."""
    table = open_table(GAME.view(state, state.actor), FastState)
    table.chance = TopFirst()
    dealt = state.dealt
    table.hands = [list(hand) for hand in dealt.hands]
    table.cups = [
        list(plus(known, begun)) for known, begun in zip(state.cups_known, dealt.cups, strict=True)
    ]
    table.deck = [INDEX[letter] for letter in reversed(dealt.deck)]
    return table


def likely(legal: list[str], chance: random.Random) -> str:
    """Return a choice; discarding is rare, so that games end."""
    useful = [text for text in legal if text[0] != "C"]
    return chance.choice(useful if useful and chance.random() < 0.9 else legal)


@pytest.mark.parametrize("strict_next", [False, True])
def test_fast_core_plays_as_the_rules_do(strict_next: bool) -> None:
    """Same choices, same cards, same claims, same end; a shuffle begins a new comparison."""
    chance = random.Random(strict_next)
    ended = 0
    for seed in range(25):
        match = fresh(seed, strict_next=strict_next)
        table = truth(match.state)
        for _ in range(PATIENCE):
            if match.turn is None:
                break
            state = match.state
            names = {GAME.write(name(choice)): choice for choice in table.moves()}
            assert table.turn == state.actor
            assert names.keys() == {GAME.write(choice) for choice in GAME.legal(state)}
            text = likely(list(names), chance)
            match.play(text)
            table.play(names[text])
            after = match.state
            assert (table.turn < 0) == (match.turn is None)
            assert [list(each) for each in after.cups_known] == [
                [have - begun for have, begun in zip(cup, start, strict=True)]
                for cup, start in zip(table.cups, after.dealt.cups, strict=True)
            ]
            assert table.last == after.last
            assert [sum(hand) for hand in table.hands] == list(after.hands)
            if after.dealt.shuffles == state.dealt.shuffles:
                assert table.hands == [list(hand) for hand in after.dealt.hands]
                assert table.mountains == [list(each) for each in after.mountains]
            elif match.turn is not None:
                table = truth(after)
        if match.turn is None and match.state.phase == "over":
            ended += 1
            outcome = GAME.outcome(match.state)
            assert outcome is not None
            assert [table.points(seat) for seat in (0, 1)] == list(outcome.scores)
            values = chances(table)
            assert (values[0] > values[1]) == (outcome.winners == (0,))
    assert ended > 15


@pytest.mark.parametrize("kind", ["full", "public"])
def test_every_level_answers_legally_through_whole_games(kind: str) -> None:
    """At a public table too, where nobody tells the box what a hand holds."""
    chance = random.Random(1)
    match = fresh(3, table=kind)
    number = 0
    while match.turn is not None and number < 120:
        legal = [GAME.write(choice) for choice in GAME.legal(match.state)]
        if match.turn.seat is None:
            match.play(chance.choice(legal))
            continue
        number += 1
        view, kept = (GAME.view(match.state, match.turn.seat) for _ in range(2))
        level = LEVELS[number % len(LEVELS)]
        thought = think(view, level, FEW, number, lambda: False)
        assert view == kept
        assert thought.move in legal
        assert thought.line[0] == thought.move
        assert -1 <= thought.value <= 1
        guesses = kind == "public" and thought.move[0] != "T"
        assert [message.code for message in thought.assumes] == ["assumes.hand"] * guesses
        match.play(thought.move if chance.random() < 0.8 else likely(legal, chance))
    assert number > 20


def deal_otherwise(state: Any, seat: int, chance: random.Random) -> Any:
    """Return the same open table with another deal of all that a seat cannot see."""
    other = 1 - seat
    dealt = state.dealt
    held, begun = sum(dealt.hands[other]), sum(dealt.cups[other])
    pool = list(dealt.deck)
    for cards in (dealt.hands[other], dealt.cups[other]):
        pool += [colour for colour, count in zip(COLOURS, cards, strict=True) for _ in range(count)]
    chance.shuffle(pool)
    hands, cups = list(dealt.hands), list(dealt.cups)
    hands[other], cups[other] = heap(pool[:held]), heap(pool[held : held + begun])
    deck = "".join(pool[held + begun :])
    return replace(
        state, dealt=replace(dealt, hands=tuple(hands), cups=tuple(cups), deck=deck, seed=99)
    )


def test_hidden_cards_change_no_answer() -> None:
    """The same public history with other hidden cards: the same thought for the same seed."""
    chance = random.Random(6)
    match = fresh(6)
    compared = 0
    for _ in range(40):
        if match.turn is None:
            break
        assert match.turn.seat is not None
        seat, state = match.turn.seat, match.state
        other = deal_otherwise(state, seat, chance)
        assert other.dealt.hands[seat] == state.dealt.hands[seat]
        assert other.dealt != state.dealt
        for level in (2, 5):
            thoughts = [
                think(GAME.view(each, seat), level, FEW, compared, lambda: False)
                for each in (state, other)
            ]
            assert thoughts[0] == thoughts[1]
        compared += 1
        match.play(likely([GAME.write(choice) for choice in GAME.legal(state)], chance))
    assert compared > 20


def test_sampled_tables_fit_what_a_seat_knows() -> None:
    """Every colour is there 18 times, the own hand is the own hand, the other one varies."""
    chance = random.Random(2)
    match = fresh(2)
    for _ in range(15):
        match.play(likely([GAME.write(choice) for choice in GAME.legal(match.state)], chance))
    assert match.turn is not None
    seat = match.turn.seat
    assert seat is not None
    view = GAME.view(match.state, seat)
    others = set()
    for number in range(8):
        table = Known(view, SearchState).sample(random_for(number, "test"))
        assert table.hands[seat] == list(match.state.dealt.hands[seat])
        assert sum(table.hands[1 - seat]) == view["hands"][1 - seat]
        assert len(table.deck) == view["deck"]
        others.add(tuple(table.hands[1 - seat]))
        for colour in range(6):
            count = table.deck.count(colour) + table.discard[colour]
            heaps = [*table.hands, *table.cups, *table.mountains, *table.fields]
            count += sum(each[colour] for each in heaps)
            count += sum(river.count(colour) for river in table.rivers)
            assert count == 18
    assert len(others) > 3


def claiming() -> Any:
    """Return a view in which seat 0 claims first: red is worth most to it, green to the other."""
    return {
        "phase": "claim",
        "turn": 0,
        "actor": 0,
        "claim": 0,
        "last": True,
        "final": True,
        "deck": 20,
        "discard": "",
        "mountains": ["RRROG", "YY"],
        "fields": [["YYY", "PK"], ["", ""]],
        "rivers": ["GOR", "YPG"],
        "hands": [3, 3],
        "cups_known": ["RR", "GG"],
        "hand": "RYG",
        "cup": "RRRO",
    }


def test_it_claims_what_is_worth_most() -> None:
    """Three red cards in the third slot are nine points."""
    assert think(claiming(), 5, Budget(nodes=100), 1, lambda: False).move == "TR"


def test_a_last_claim_decides() -> None:
    """Who wins by the last claims knows it, and so does who loses by them."""
    view = claiming()
    assert think(view, 5, Budget(nodes=200), 1, lambda: False).value > 0.8
    behind = {**view, "cups_known": ["RR", "G" * 12]}
    assert think(behind, 5, Budget(nodes=200), 1, lambda: False).value < -0.5


def test_judging_a_destruction_takes_turns() -> None:
    """Each takes its best; without a field there is nothing to get."""
    table = open_table(claiming(), SearchState)
    gains = destroy(table, 0, 0)
    assert gains[0] >= 9
    table.fields[0], table.field_bits[0] = [0] * 6, 0
    assert destroy(table, 0, 0)[0] == 0
    assert len(totals(table)) == 2


def test_a_seed_gives_the_same_thought_and_a_press_ends_it() -> None:
    """With a budget in nodes; and stopped at once there is an answer."""
    match = fresh(1)
    assert match.turn is not None
    view = GAME.view(match.state, match.turn.seat)
    one, two = (think(view, 5, FEW, 3, lambda: False) for _ in range(2))
    assert one == two
    legal = [GAME.write(choice) for choice in GAME.legal(match.state)]
    assert think(view, 5, Budget(seconds=60), 3, lambda: True).move in legal


def test_it_beats_who_plays_anything() -> None:
    """From either seat, with few walks a move."""
    for seat in (0, 1):
        chance = random.Random(seat)
        match = fresh(40 + seat)
        while match.turn is not None:
            if match.turn.seat == seat:
                view = GAME.view(match.state, seat)
                match.play(think(view, 5, FEW, 1, lambda: False).move)
            else:
                legal = [GAME.write(choice) for choice in GAME.legal(match.state)]
                match.play(likely(legal, chance))
        outcome = GAME.outcome(match.state)
        assert outcome is not None
        assert outcome.winners == (seat,)
