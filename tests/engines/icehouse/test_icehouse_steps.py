"""Icehouse Mandala: a table that knows only the steps arrives where the game is."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engines import catalog
from engines.engine import Seat, Start, Step, Term
from engines.icehouse import GAME, State
from engines.icehouse.state import COPIES, GROUPS, SPACES
from engines.languages import LANGUAGES
from engines.match import Match
from engines.wording import Voice, translator

SAMPLES = json.loads((Path(__file__).parents[1] / "vectors" / "icehouse.json").read_text())


class BlindTable:
    """Places with things on them, built from a public view; afterwards it only follows steps."""

    def __init__(self, view: dict[str, Any] | None, seats: int) -> None:
        self.places: dict[str, Counter[str]] = {"box": Counter(dict.fromkeys(GROUPS, COPIES))}
        self.places["box"].update(f"pawn.{seat}" for seat in range(seats))
        if view is None:
            return
        for seat, space in enumerate(view["pawns"]):
            self._put(f"pawn.{seat}", "start" if space < 0 else f"path.{space}")
        for space, code in enumerate(view["path"]):
            if code:
                self._put(code, f"path.{space}")
        for seat, held in enumerate(view["held"]):
            for code in held:
                self._put(code, f"held.{seat}")
        for code in view["eye"]:
            self._put(code, "eye")
        for code, points in view["scored"].items():
            for seat, count in enumerate(points):
                self._put(code, f"points.{seat}", count)

    def _put(self, item: str, place: str, count: int = 1) -> None:
        self._move(item, "box", place, count)

    def _move(self, item: str, source: str, target: str, count: int) -> None:
        assert self.places.get(source, Counter())[item] >= count, (item, source)
        self.places[source][item] -= count
        self.places.setdefault(target, Counter())[item] += count
        if target.startswith("path."):
            assert self.places[target].total() == 1, f"{target} is not free for {item}"

    def follow(self, step: Step) -> None:
        """Do one step; every source has to hold what is taken."""
        if step.item != "pyramids":
            assert step.count >= 1
            self._move(step.item, step.source, step.target, step.count)
            return
        first, last = (int(end) for end in step.source.removeprefix("path.").split("-"))
        found = [
            (code, f"path.{space}")
            for space in range(first, last + 1)
            for code in self.places.get(f"path.{space}", Counter()).elements()
            if not code.startswith("pawn")
        ]
        assert len(found) == step.count
        for code, place in found:
            self._move(code, place, step.target, 1)

    def contents(self) -> dict[str, Counter[str]]:
        """Return the pyramids of each place, without empty places."""
        return {place: +things for place, things in self.places.items() if +things}


def assert_steps_lead(before: State | None, after: State) -> tuple[Step, ...]:
    """Follow the steps blindly and compare; return them."""
    seats = len(after.pawns)
    table = BlindTable(None if before is None else GAME.view(before), seats)
    steps = GAME.steps(before, after)
    for step in steps:
        table.follow(step)
    assert table.contents() == BlindTable(GAME.view(after), seats).contents()
    return steps


def states_of(sample: dict[str, Any]) -> list[State]:
    """Return all tables of a sample game."""
    new = sample["new"]
    given = {"path": new["path"]}
    match = Match(GAME, Start({"path": "dealt"}, new["seats"], new["first"], 0, given))
    for _, text, *_ in sample["steps"]:
        match.play(text)
    return [match.first, *(moment.state for moment in match.moments)]


@pytest.mark.parametrize("sample", SAMPLES, ids=[f"sample-{n}" for n in range(len(SAMPLES))])
def test_steps_forward_back_and_across(sample: dict[str, Any]) -> None:
    """Each move, each undo, and jumps lead to the table they say."""
    states = states_of(sample)
    for before, after in pairwise(states):
        assert_steps_lead(before, after)
        assert_steps_lead(after, before)
    chance = random.Random(1)
    for _ in range(20):
        assert_steps_lead(*chance.choices(states, k=2))
    assert_steps_lead(None, states[0])
    assert_steps_lead(None, chance.choice(states))


def blocks(seats: int = 2) -> Match[Any, Any]:
    """Return a match on a path where each group is together."""
    path = [code for group in GROUPS for code in [group] * COPIES]
    return Match(GAME, Start({"path": "dealt"}, seats, 0, 0, {"path": path}))


def short(steps: tuple[Step, ...]) -> list[str]:
    """Return steps as one line each."""
    return [f"{step.count} {step.item} {step.source} {step.target}" for step in steps]


def test_nothing_to_do_between_equal_tables() -> None:
    """A table is already itself."""
    state = blocks().state
    assert GAME.steps(state, state) == ()


def test_a_move_is_done_in_the_order_of_hands() -> None:
    """Take, move the pawn, sweep all at once, share out what is finished."""
    match = blocks()
    match.play("M1")
    match.play("M6")
    before = match.state
    match.play("M16")
    assert short(assert_steps_lead(before, match.state)) == [
        "1 Y1 path.15 held.0",
        "1 pawn.0 path.0 path.15",
        "4 pyramids path.1-4 eye",
        "1 R1 held.0 points.0",
        "4 R1 eye points.0",
    ]


def test_the_rest_is_taken_in_one_go() -> None:
    """The last player gets all that is left before it is shared out."""
    match = blocks()
    before = match.state
    match.play("M75")
    steps = short(assert_steps_lead(before, match.state))
    assert steps[:3] == [
        "1 K3 path.74 held.0",
        "1 pawn.0 start path.74",
        "74 pyramids path.0-73 held.1",
    ]
    assert steps[3:17] == [f"5 {group} held.1 points.1" for group in GROUPS[:-1]]
    assert steps[17:] == [
        "1 K3 held.0 points.0",
        "3 K3 held.1 points.1",
        "1 K3 held.1 points.0",
    ]


def test_undo_puts_each_pyramid_back_on_its_space() -> None:
    """The pawn goes back first, so that its space is free."""
    match = blocks()
    match.play("M4")
    before = match.state
    match.play("M6")
    assert short(assert_steps_lead(match.state, before)) == [
        "1 pawn.1 path.5 start",
        "1 R1 eye path.0",
        "1 R1 eye path.1",
        "1 R1 eye path.2",
        "1 R2 held.1 path.5",
    ]


def test_setting_up_reads_the_path_out_from_the_start() -> None:
    """Pawns outside, then 75 pyramids in the order of the path."""
    state = blocks(3).state
    steps = assert_steps_lead(None, state)
    assert [step.item for step in steps[:3]] == ["pawn.0", "pawn.1", "pawn.2"]
    assert [step.target for step in steps[3:]] == [f"path.{space}" for space in range(SPACES)]
    assert [step.item for step in steps[3:]] == list(state.path)


def test_laying_by_hand_is_one_step_each() -> None:
    """Answered pyramids are on the path already; an undone answer goes back to the box."""
    start = catalog.begin(GAME, seats=2, seed=1, options={"path": "entered"})
    match = Match(GAME, start)
    match.play("+R1")
    match.play("+K2")
    assert short(assert_steps_lead(match.first, match.state)) == [
        "1 R1 box path.0",
        "1 K2 box path.1",
    ]
    assert short(assert_steps_lead(match.state, match.first)) == ["2 pyramids path.0-1 box"]
    before = match.state
    match.play("+G1")
    assert short(assert_steps_lead(match.state, before)) == ["1 G1 path.2 box"]


def test_pawns_that_change_places_step_outside_first() -> None:
    """Two lines of play can leave pawns on each other's spaces."""
    one, other = blocks(), blocks()
    for match, texts in ((one, ["M1", "M2", "M20"]), (other, ["M2", "M1", "M20"])):
        for text in texts:
            match.play(text)
    one.undo()
    other.undo()
    steps = short(assert_steps_lead(one.state, other.state))
    assert steps[:2] == ["1 pawn.0 path.0 start", "1 pawn.1 path.1 start"]


def test_another_path_goes_through_the_box() -> None:
    """A corrected path may hold the same pyramids on other spaces."""
    match = blocks()
    before = match.state
    position = GAME.position(before)
    position["path"] = position["path"][::-1]
    assert_steps_lead(before, GAME.from_position(position, match.start))


def test_leaving_tells_what_to_sweep() -> None:
    """When the last pawn behind is out of the game, what it kept goes to the eye."""
    match = blocks(3)
    match.play("M4")
    match.play("M6")
    before = match.state
    match.play("resign", 2)
    assert short(assert_steps_lead(before, match.state)) == ["3 pyramids path.0-2 eye"]


def test_jumps_between_different_lines_of_play() -> None:
    """Any table of one path leads to any other, in words of every language."""
    chance = random.Random(3)
    voices = [Voice(GAME.words, translator(language)) for language in LANGUAGES]
    said = set()
    for seats in (2, 3, 5):
        states = []
        for _ in range(12):
            match = blocks(seats)
            for _ in range(chance.randrange(60)):
                if match.turn is None:
                    break
                near = GAME.legal(match.state)[: chance.choice((3, 12, 75))]
                match.play(GAME.write(chance.choice(near)))
            states.append(match.state)
        for before in states:
            for after in states:
                for step in assert_steps_lead(before, after):
                    said.add(step.say.code)
                    for voice in voices if chance.random() < 0.05 else ():
                        sentence = voice.say(step.say).casefold()
                        for fact in step.say.facts.values():
                            assert voice.fact(fact).casefold() in sentence
        empty = GAME.setup(Start({"path": "entered"}, seats, 0, 0))
        for state in states:
            said |= {step.say.code for step in assert_steps_lead(state, empty)}
            said |= {step.say.code for step in assert_steps_lead(None, state)}
    steps = {code for code in GAME.words if code.startswith("step.")}
    assert said == {code for code in steps if not code.endswith((".all", ".short"))}


def test_a_step_says_what_it_does() -> None:
    """The sentence names pyramid, space and player, counted from 1."""
    match = blocks()
    before = match.state
    match.play("M4")
    say = GAME.steps(before, match.state)[0].say
    assert say.facts == {"pyramid": Term("pyramid", "R1"), "origin": 4, "seat": Seat(0)}
    assert Voice(GAME.words, translator("en")).say(say) == (
        "Take from space 4 and put upright in front of player 1: small red pyramid."
    )
