"""The hands' work in Mandala: a blind table that knows only the steps.

The blind table begins as an earlier public view, moves cards as the steps say, and must end as
the later view. Hands and deck are only counted, a cup holds two cards that nobody knows.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engines.engine import Start, Step
from engines.languages import LANGUAGES
from engines.mandala import GAME
from engines.mandala.state import State
from engines.match import Match
from engines.wording import Voice, translator

SAMPLES = json.loads((Path(__file__).parents[1] / "vectors" / "mandala.json").read_text())
HIDDEN = ("deck", "hand.0", "hand.1", "box")
COLOURS = set("ROYGPK")


class Blind:
    """Cards in places, moved without knowing a rule."""

    def __init__(self, view: Any = None, rows: bool = True) -> None:
        self.piles: dict[str, Counter[str]] = {}
        self.rows = rows
        """Whether rivers are kept without gaps; an edit may exchange a single card."""
        if view is None:
            self.put("box", "card", 108)
            return
        self.put("deck", "card", view["deck"])
        self.put_all("discard", view["discard"])
        for each in (0, 1):
            self.put_all(f"mountain.{each}", view["mountains"][each])
            self.put(f"hand.{each}", "card", view["hands"][each])
            self.put(f"cup.{each}", "card", 2)
            self.put_all(f"cup.{each}", view["cups_known"][each])
            for seat in (0, 1):
                self.put_all(f"field.{each}.{seat}", view["fields"][each][seat])
            for slot, colour in enumerate(view["rivers"][each], 1):
                self.put(f"river.{each}.{slot}", colour, 1)

    def put_all(self, place: str, letters: Any) -> None:
        """Put cards of known colours somewhere."""
        for letter in letters:
            self.put(place, letter, 1)

    def put(self, place: str, item: str, count: int) -> None:
        """Put cards somewhere; hidden places forget the colour."""
        if count:
            pile = self.piles.setdefault(place, Counter())
            pile["card" if place in HIDDEN else item] += count

    def take(self, place: str, item: str, count: int) -> None:
        """Take cards that really lie there."""
        pile = self.piles.get(place, Counter())
        if place == "discard" and item == "card":
            assert count == sum(pile.values()), "only the whole pile is taken unseen"
            pile.clear()
        else:
            what = "card" if place in HIDDEN else item
            assert pile[what] >= count, (place, item, count, pile)
            pile[what] -= count
        self.piles[place] = +pile
        if not self.piles[place]:
            self.piles.pop(place)

    def follow(self, step: Step) -> None:
        """Do what a step says."""
        assert step.count > 0
        assert step.item == "card" or step.item in COLOURS
        if self.rows and step.source.startswith("river"):
            assert self.after(step.source) not in self.piles, "a row is taken off from its end"
        self.take(step.source, step.item, step.count)
        if step.target.startswith("river"):
            assert step.count == 1
            assert step.target not in self.piles, "a slot holds one card"
            assert not self.rows or self.before(step.target) in self.piles, (
                "a row is laid without a gap"
            )
        assert step.target in HIDDEN or step.item != "card" or step.target.startswith("cup")
        self.put(step.target, step.item, step.count)

    def after(self, slot: str) -> str:
        """Return the next river slot."""
        return f"{slot[:-1]}{int(slot[-1]) + 1}"

    def before(self, slot: str) -> str:
        """Return the slot before, or for the first slot a place that is never empty."""
        number = int(slot[-1]) - 1
        return f"{slot[:-1]}{number}" if number else f"cup.{slot.split('.')[1]}"


def follow(before: State | None, after: State, rows: bool = True) -> tuple[Step, ...]:
    """Assert that the steps lead from one view to the other; return them."""
    steps = GAME.steps(before, after)
    blind = Blind(None if before is None else GAME.view(before), rows)
    for step in steps:
        blind.follow(step)
    assert blind.piles == Blind(GAME.view(after)).piles
    return steps


def states(sample: dict[str, Any]) -> list[State]:
    """Return all states of a sample game."""
    match = Match(
        GAME, Start({"table": "public", "strict_next": False}, 2, sample["new"]["first"], 1)
    )
    for _, move, _, _ in sample["steps"]:
        match.play(move)
    return [match.first, *(moment.state for moment in match.moments)]


@pytest.fixture(params=range(len(SAMPLES)), ids=lambda number: f"game{number}", scope="module")
def game(request: pytest.FixtureRequest) -> list[State]:
    """All states of one of the sample games."""
    return states(SAMPLES[request.param])


def test_moves(game: list[State]) -> None:
    """Every move of the sample games, forward."""
    for before, after in pairwise(game):
        follow(before, after)


def test_undo(game: list[State]) -> None:
    """Every move of the sample games, back."""
    for before, after in pairwise(game):
        follow(after, before)


def test_jumps(game: list[State]) -> None:
    """Any two tables of a game, both ways, and any table from the box."""
    chance = random.Random(len(game))
    for _ in range(60):
        follow(chance.choice(game), chance.choice(game))
    for state in chance.sample(game, 10):
        follow(None, state)


def test_full_table() -> None:
    """A choice with the dealer's answers after it is one jump, and so is its undo."""
    chance = random.Random(2)
    for seed in range(6):
        match = Match(GAME, Start({"table": "full", "strict_next": False}, 2, 0, seed))
        while match.turn is not None:
            before = match.state
            match.play(GAME.write(chance.choice(GAME.legal(before))))
            follow(before, match.state)
            follow(match.state, before)


def table(**parts: Any) -> State:
    """Return a public table in play."""
    position = {
        "phase": "play",
        "turn": 0,
        "deck": 40,
        "hands": [5, 5],
        "mountains": ["YY", "YY"],
        **parts,
    }
    return GAME.from_position(position, Start({}, 2, 0, 0))


def moves(before: State | None, after: State) -> list[tuple[str, str, str, int]]:
    """Return the steps of a jump in short."""
    return [(step.item, step.source, step.target, step.count) for step in follow(before, after)]


def after(state: State, *texts: str) -> State:
    """Return the state after some choices."""
    for text in texts:
        state = GAME.apply(state, GAME.read(text))
    return state


def test_set_up() -> None:
    """The table is set up from a shuffled pack."""
    assert moves(None, GAME.setup(Start({}, 2, 0, 0))) == [
        ("card", "box", "deck", 108),
        ("card", "deck", "cup.0", 2),
        ("card", "deck", "cup.1", 2),
        ("card", "deck", "hand.0", 6),
        ("card", "deck", "hand.1", 6),
    ]


def test_build_with_a_shuffle() -> None:
    """The old deck is drawn first, then the pile is shuffled, then the rest is drawn."""
    before = table(deck=1, discard="RRG")
    built = after(before, "A1Y")
    assert moves(before, built) == [
        ("Y", "hand.0", "mountain.0", 1),
        ("card", "deck", "hand.0", 1),
        ("card", "discard", "deck", 3),
        ("card", "deck", "hand.0", 2),
    ]
    assert moves(built, before) == [
        ("card", "hand.0", "deck", 2),
        ("R", "deck", "discard", 2),
        ("G", "deck", "discard", 1),
        ("card", "hand.0", "deck", 1),
        ("Y", "mountain.0", "hand.0", 1),
    ]


def test_discard_with_a_shuffle() -> None:
    """The cards just discarded are shuffled too, and found again by undo."""
    before = table(deck=1, discard="G")
    discarded = after(before, "CR2")
    assert moves(before, discarded)[:3] == [
        ("R", "hand.0", "discard", 2),
        ("card", "deck", "hand.0", 1),
        ("card", "discard", "deck", 3),
    ]
    assert moves(discarded, before)[-1] == ("R", "discard", "hand.0", 2)


def test_claim() -> None:
    """A claim lays one card in the river and the rest in the cup."""
    before = table(
        phase="claim", claim=0, mountains=["YYYP", "RR"], fields=[["RO", "GK"], ["", ""]]
    )
    assert moves(before, after(before, "TY")) == [
        ("Y", "mountain.0", "river.0.1", 1),
        ("Y", "mountain.0", "cup.0", 2),
    ]


def test_empty_fields() -> None:
    """A mountain without fields goes to the discard pile after the draw."""
    before = table(mountains=["ROYGP", "YY"])
    short = moves(before, after(before, "A1K"))
    assert short[:2] == [("K", "hand.0", "mountain.0", 1), ("card", "deck", "hand.0", 3)]
    assert short[2:] == [(colour, "mountain.0", "discard", 1) for colour in "ROYGPK"]


def test_undo_of_a_whole_turn() -> None:
    """Back over a turn with its claims, the card laid goes back into the hand it came from."""
    before = table(mountains=["ROYG", "YY"], fields=[["P", ""], ["", ""]])
    turn = after(before, "B1K2", "TR", "TO")
    assert moves(turn, before) == [
        ("R", "river.0.1", "mountain.0", 1),
        ("O", "discard", "mountain.0", 1),
        ("K", "field.0.0", "hand.0", 2),
    ]


def test_several_turns() -> None:
    """Each hand lays its own cards, also over several turns."""
    before = table()
    later = after(before, "B1R2", "B1G1", "B1R1")
    assert moves(before, later) == [
        ("R", "hand.0", "field.0.0", 3),
        ("G", "hand.1", "field.0.1", 1),
    ]


def test_hand_smaller_than_what_it_laid() -> None:
    """Over many turns a hand lays more than it held, so it draws in between."""
    before = table(hands=[1, 1], deck=2, discard="RG")
    later = after(before, "CY1", "CK1", "CY1", "CK1", "CY1", "CK1")
    follow(before, later)
    follow(later, before)


def test_exchanged_rivers() -> None:
    """An edited river is emptied before it is filled."""
    follow(table(rivers=["RO", "G"]), table(rivers=["OR", "G"]))
    follow(table(rivers=["RO", "G"]), table(rivers=["GO", "R"]), rows=False)


def test_nothing_to_do() -> None:
    """Equal tables need no steps, nor does a cup that was entered."""
    state = table(phase="cups")
    assert moves(state, state) == []
    assert moves(state, after(state, "H1=RR")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_said(language: str) -> None:
    """The sentence of a step names its count, its colour and its places."""
    voice = Voice(GAME.words, translator(language), ("Anna", "Thomas"))
    every = states(SAMPLES[1])
    chance = random.Random(3)
    jumps: list[tuple[State | None, State]]
    jumps = [(chance.choice(every), chance.choice(every)) for _ in range(40)]
    jumps += [*pairwise(every), (None, every[-1])]
    for before, later in jumps:
        for step in GAME.steps(before, later):
            said = voice.say(step.say).lower()
            assert all(voice.fact(fact).lower() in said for fact in step.say.facts.values())


def test_said() -> None:
    """A build reads as people say it."""
    before = table()
    voice = Voice(GAME.words, translator("en"), ("Anna", "Thomas"))
    assert [voice.say(step.say) for step in GAME.steps(before, after(before, "A1Y"))] == [
        "Anna, mountain 1: 1 x yellow.",
        "Anna draws from the draw pile: 3.",
    ]
