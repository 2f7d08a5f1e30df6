"""The hands' work in Mandala Stones, done by a blind table that knows only the steps."""

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
from engines.stones import GAME
from engines.stones.state import State
from engines.wording import Voice, translator

SAMPLES = json.loads((Path(__file__).parents[1] / "vectors" / "stones.json").read_text())
COLOURS = "RPBY"


class BlindTable:
    """A table made of a public view (or of the closed box) that follows steps."""

    def __init__(self, view: Any = None, *, seats: int = 0) -> None:
        self.box = Counter(dict.fromkeys(COLOURS, 24)) if view is None else Counter()
        self.artists_in_box = 4 if view is None else 0
        self.unseen = 0
        self.towers: dict[str, list[str]] = {}
        self.stacks: dict[str, list[str]] = {}
        self.circles: dict[str, str] = {}
        self.main: Counter[str] = Counter()
        self.loose = {"mandala": 0, "aside": 0, "hand": 0}
        self.held_artists: list[str] = []
        self.tracks: dict[str, int] = {}
        self.fifties: Counter[str] = Counter()
        self.cards = dict.fromkeys(range(seats), 0 if view is None else 2)
        if view is not None:
            self._look(view)

    def _look(self, view: Any) -> None:
        for seat, towers in enumerate(view["towers"]):
            for space, tower in enumerate(towers, 1):
                if tower:
                    self.towers[f"{seat}.{space}"] = list(tower)
            points = view["vp"][seat]
            fifties = max(0, (points - 1) // 50)
            self.tracks[str(seat)] = points - 50 * fifties
            if fifties:
                self.fifties[str(seat)] = fifties
            self.cards[seat] = 2
        out = sum(view["taken"].values())
        standing = sum(map(len, self.towers.values()))
        self.loose = {"mandala": view["placed"], "aside": view["aside"]}
        self.loose["hand"] = out - standing - view["placed"] - view["aside"]
        if "tops" in view:
            self.circles = dict(view["artists"])
            for at, height in enumerate(view["heights"]):
                if height:
                    self.stacks[str(at + 1)] = ["??"] * (height - 1) + [view["tops"][at]]
        else:
            self.main = Counter(
                {c: 24 - view["taken"][c] for c in COLOURS if view["taken"][c] < 24}
            )

    def follow(self, steps: Any) -> BlindTable:
        for step in steps:
            assert step.count > 0
            assert step.source != step.target
            kind = step.item.partition(".")[0]
            if kind == "artist":
                self._artist(step)
            elif kind == "marker":
                self._marker(step)
            elif kind == "fifty":
                self._fifty(step)
            elif kind == "card":
                assert step.source == "box"
                self.cards[int(step.target.partition(".")[2])] += step.count
            else:
                for _ in range(step.count):
                    self._take(step.item, step.source)
                    self._put(step.item, step.target)
        return self

    def _artist(self, step: Step) -> None:
        pattern = step.item.partition(".")[2]
        for _ in range(step.count):
            place, _, name = step.source.partition(".")
            if place == "circle":
                assert self.circles.pop(name) == pattern
            elif place == "hand":
                self.held_artists.remove(pattern)
            else:
                self.artists_in_box -= 1
            place, _, name = step.target.partition(".")
            if place == "circle":
                assert name not in self.circles
                self.circles[name] = pattern
            elif place == "hand":
                self.held_artists.append(pattern)
            else:
                assert place == "main"

    def _marker(self, step: Step) -> None:
        _, seat, place = step.target.split(".")
        if step.source != "box":
            assert step.source == f"track.{seat}.{self.tracks[seat]}"
        else:
            assert seat not in self.tracks
        self.tracks[seat] = int(place)

    def _fifty(self, step: Step) -> None:
        if step.source == "box":
            self.fifties[step.target.partition(".")[2]] += step.count
        else:
            seat = step.source.partition(".")[2]
            assert self.fifties[seat] >= step.count
            self.fifties[seat] -= step.count
            self.fifties += Counter()

    def _take(self, item: str, source: str) -> None:
        place, _, name = source.partition(".")
        if place in self.loose:
            assert self.loose[place] > 0
            self.loose[place] -= 1
        elif place == "tower":
            assert self.towers[name].pop() == item[0]
            if not self.towers[name]:
                del self.towers[name]
        elif place == "stack":
            assert self.stacks[name].pop() in (item, "??")
            if not self.stacks[name]:
                del self.stacks[name]
        else:
            self._take_unsorted(item, self.main if place == "main" else self.box)

    def _take_unsorted(self, item: str, pile: Counter[str]) -> None:
        if item == "stone":
            self.unseen += 1
            assert sum(pile.values()) >= self.unseen
        else:
            assert pile[item[0]] > 0
            pile[item[0]] -= 1

    def _put(self, item: str, target: str) -> None:
        place, _, name = target.partition(".")
        if place in self.loose:
            self.loose[place] += 1
        elif place == "tower":
            self.towers.setdefault(name, []).append(item[0])
        elif place == "stack":
            self.stacks.setdefault(name, []).append("??" if item == "stone" else item)
        elif place == "main":
            if item == "stone":
                # The whole rest of the box goes there.
                self.main = +self.box
            else:
                self.main[item] += 1
        else:
            raise AssertionError(target)

    def shown(self) -> dict[str, Any]:
        """Return the table; of a stack only height and top."""
        assert self.held_artists == []
        return {
            "towers": self.towers,
            "heights": {name: len(stack) for name, stack in self.stacks.items()},
            "circles": self.circles,
            "main": +self.main,
            "loose": self.loose,
            "tracks": self.tracks,
            "fifties": self.fifties,
            "cards": self.cards,
        }

    def agrees_with(self, other: BlindTable) -> bool:
        """Return whether no stack shows two different stones: people see what the box asks for."""
        return all(
            "??" in (stack[-1], other.stacks[name][-1]) or stack[-1] == other.stacks[name][-1]
            for name, stack in self.stacks.items()
        )


def must_lead(before: State | None, after: State) -> BlindTable:
    seats = after.seats
    table = BlindTable(None if before is None else GAME.view(before), seats=seats)
    table.follow(GAME.steps(before, after))
    wanted = BlindTable(GAME.view(after), seats=seats)
    assert table.shown() == wanted.shown()
    assert table.agrees_with(wanted)
    return table


def states_of(sample: dict[str, Any]) -> list[State]:
    new = sample["new"]
    given = {key: new[key] for key in ("mandala", "artists", "tops") if key in new}
    state = GAME.setup(Start(new["options"], new["seats"], new["first"], 1, given))
    states = [state]
    for step in sample["steps"]:
        states.append(GAME.apply(states[-1], GAME.read(step[1])))
    return states


samples = pytest.mark.parametrize("sample", SAMPLES, ids=[str(at) for at in range(len(SAMPLES))])


@samples
def test_every_move_forward(sample: dict[str, Any]) -> None:
    states = states_of(sample)
    for before, after in pairwise(states):
        must_lead(before, after)


@samples
def test_every_move_taken_back(sample: dict[str, Any]) -> None:
    states = states_of(sample)
    for before, after in pairwise(states):
        must_lead(after, before)


@samples
def test_jumps_between_any_two_tables(sample: dict[str, Any]) -> None:
    states = states_of(sample)
    chance = random.Random(7)
    for _ in range(60):
        must_lead(chance.choice(states), chance.choice(states))


@samples
def test_from_the_box_to_any_table(sample: dict[str, Any]) -> None:
    for state in states_of(sample)[::9]:
        table = must_lead(None, state)
        assert table.artists_in_box == 0


def begin(tracking: str = "towers", **given: Any) -> State:
    return GAME.setup(Start({"tracking": tracking}, 2, 0, 1, given))


def play(state: State, *texts: str) -> State:
    for text in texts:
        assert GAME.explain(state, GAME.read(text)) is None, text
        state = GAME.apply(state, GAME.read(text))
        while (answer := GAME.dealer(state)) is not None:
            state = GAME.apply(state, answer)
    return state


def moves(before: State | None, after: State) -> list[tuple[str, str, str, int]]:
    return [(step.item, step.source, step.target, step.count) for step in GAME.steps(before, after)]


DEAL = [["Ro", "Po", "Bo", "Yo"]] * 12 + [["Rx", "Px", "Bx", "Yx"]] * 12
ARTISTS = {"a2": "o", "b1": "x", "b3": "x", "c2": "o"}


def pick_of_three() -> tuple[State, State]:
    tops = ["Ro", "Bx", "Bx", "Yo", "Po"] + ["Bx"] * 19
    before = begin("board", artists=ARTISTS, tops=tops)
    return before, play(before, "Pa2-a1:5@2")


def test_a_pick_moves_the_artist_first_and_builds_from_the_bottom() -> None:
    before, after = pick_of_three()
    assert moves(before, after) == [
        ("artist.o", "circle.a2", "circle.a1", 1),
        ("Po", "stack.5", "tower.0.2", 1),
        ("Yo", "stack.4", "tower.0.2", 1),
        ("Ro", "stack.1", "tower.0.2", 1),
    ]


def test_its_undo_returns_the_stones_and_then_the_artist() -> None:
    before, after = pick_of_three()
    assert moves(after, before) == [
        ("Ro", "tower.0.2", "stack.1", 1),
        ("Yo", "tower.0.2", "stack.4", 1),
        ("Po", "tower.0.2", "stack.5", 1),
        ("artist.o", "circle.a1", "circle.a2", 1),
    ]


def test_equal_stones_in_a_row_are_one_step() -> None:
    before = begin()
    assert moves(before, play(before, "PRRB@1")) == [
        ("R", "main", "tower.0.1", 2),
        ("B", "main", "tower.0.1", 1),
    ]


def test_scored_stones_wait_in_the_hand_for_the_answer() -> None:
    before = play(begin(), "PR@1", "PB@1")
    asked = play(before, "T1")
    assert moves(before, asked) == [
        ("R", "tower.0.1", "hand", 1),
        ("marker", "track.0.0", "track.0.1", 1),
    ]
    assert moves(asked, play(asked, "=0")) == [("stone", "hand", "mandala", 1)]


def test_a_reveal_is_no_work() -> None:
    before = begin("board", artists=ARTISTS, tops=["Ro"] + ["Bx"] * 23)
    asked = play(before, "Pa2-a1:1@1")
    assert moves(asked, play(asked, "R1=Yx")) == []


def test_passing_fifty_points_brings_a_marker() -> None:
    before = play(begin(), "N")
    after = play(before, "O51")
    assert moves(before, after) == [
        ("fifty", "box", "fifty.0", 1),
        ("marker", "track.0.0", "track.0.1", 1),
    ]
    assert moves(after, before)[0] == ("fifty", "fifty.0", "box", 1)


def test_artists_that_changed_places_pass_through_the_hand() -> None:
    before = begin("board", artists=ARTISTS, deal=DEAL)
    swapped = {"a2": "x", "b1": "o", "b3": "x", "c2": "o"}
    after = begin("board", artists=swapped, deal=DEAL)
    assert moves(before, after) == [
        ("artist.o", "circle.a2", "hand", 1),
        ("artist.x", "circle.b1", "circle.a2", 1),
        ("artist.o", "hand", "circle.b1", 1),
    ]


def test_hidden_stones_of_a_deal_stay_hidden() -> None:
    state = begin("board", artists=ARTISTS, deal=DEAL)
    assert moves(None, state)[:2] == [("stone", "box", "stack.1", 3), ("Yo", "box", "stack.1", 1)]


def test_a_corrected_top_is_exchanged_with_the_box() -> None:
    before = begin("board", artists=ARTISTS, tops=["Ro"] + ["Bx"] * 23)
    after = begin("board", artists=ARTISTS, tops=["Yo"] + ["Bx"] * 23)
    assert moves(before, after) == [
        ("Ro", "stack.1", "hand", 1),
        ("Yo", "box", "hand", 1),
        ("Yo", "hand", "stack.1", 1),
        ("Ro", "hand", "box", 1),
    ]


def test_a_stone_in_exchange_for_one_on_the_mandala() -> None:
    start = Start({"tracking": "towers"}, 2, 0, 1)
    state = play(begin(mandala=["0", "0"]), "PR@1", "PB@1", "T1")
    value = GAME.position(state)
    value["towers"][1][0] = "R"
    other = GAME.from_position(value, start)
    assert GAME.check(other) == ()
    must_lead(state, other)
    value = GAME.position(play(begin(mandala=["end"]), "PR@1", "PB@1", "T1"))
    before = GAME.from_position(value, start)
    value["towers"][1][0] = "R"
    must_lead(before, GAME.from_position(value, start))


def test_stones_between_mandala_and_aside_go_through_the_hand() -> None:
    start = Start({"tracking": "towers"}, 2, 0, 1)
    before = play(begin(mandala=["0", "end"]), "PR@1", "PB@1", "T1")
    after = GAME.from_position(GAME.position(before) | {"placed": 0, "aside": 1}, start)
    assert moves(before, after) == [
        ("stone", "mandala", "hand", 1),
        ("stone", "hand", "aside", 1),
    ]
    must_lead(after, before)


@samples
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_its_words(sample: dict[str, Any], language: str) -> None:
    voice = Voice(GAME.words, translator(language))
    states = states_of(sample)
    chance = random.Random(3)
    pairs: list[tuple[State | None, State]] = [(None, states[-1]), (None, states[0])]
    pairs += [(chance.choice(states), chance.choice(states)) for _ in range(10)]
    for before, after in pairs:
        for step in GAME.steps(before, after):
            sentence = voice.say(step.say)
            assert all(voice.fact(value) in sentence for value in step.say.facts.values())
