"""Mana: a blind table, which knows only the steps, turns the earlier view into the later one."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.engine import Json, Start, Step
from engines.languages import LANGUAGES
from engines.mana import GAME
from engines.mana.state import State
from engines.wording import Voice, translator

SAMPLES = json.loads((Path(__file__).parents[1] / "vectors" / "mana.json").read_text())
CHART = ["122312", "313132", "231213", "213231", "131312", "322132"]
WAYS: list[dict[str, Any]] = [
    {},
    {"ask_bird": True},
    {"bird_blocks": True},
    {"advanced": True, "blocked": "free"},
    {"edition": "2005"},
    {"edition": "2005", "drop_anywhere": True},
]
SQUARES = {f"{file}{rank}" for file in "abcdef" for rank in "123456"}

Table = Counter[tuple[str, str]]
"""How many of which item are at which place."""


def chart(orientation: int) -> list[str]:
    """Return the kinds of the board, rows 6 to 1, turned clockwise."""
    rows = CHART
    for _ in range(orientation // 90):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return rows


def box() -> Table:
    """Return the table before anything is unpacked."""
    return Counter({("b", "box"): 5, ("B", "box"): 1, ("w", "box"): 5, ("W", "box"): 1})


def seen(view: Json) -> Table:
    """Return the table that a view shows."""
    table: Table = Counter()
    kinds = chart(view["orientation"])
    free_kinds = set()
    for row, letters in enumerate(view["board"]):
        for column, letter in enumerate(letters):
            if letter == ".":
                free_kinds.add(int(kinds[row][column]))
            else:
                table[letter, f"{'abcdef'[column]}{6 - row}"] = 1
    for colour, captured in zip("bw", view["captured"], strict=True):
        table[colour, f"off.{colour}"] = captured
        if view.get("by") == "daimio" and not any(item == colour.upper() for item, _ in table):
            table[colour.upper(), f"off.{colour}"] = 1
        for item, owned in ((colour, 5), (colour.upper(), 1)):
            used = sum(count for (each, _), count in table.items() if each == item)
            table[item, "box"] = owned - used
    table["board", f"turned.{view['orientation']}"] = 1
    bird = view["mana"]
    if bird is None:
        is_somewhere = view["kind"] in free_kinds or (view["edition"] == "2005" and view["kind"])
        bird = f"kind.{view['kind']}" if is_somewhere else "beside"
    table["mana" if view["edition"] == "2005" else "bird", bird] = 1
    return +table


def follow(table: Table, steps: tuple[Step, ...]) -> Table:
    """Do the steps, and only the steps; no piece is put on another, none comes from nowhere."""
    for step in steps:
        assert step.count > 0
        # The bird goes to another square of a kind, the Mana to the piece that took its piece.
        assert step.source != step.target or step.item in ("bird", "mana")
        table.subtract(_ends(step, step.source))
        assert min(table.values()) >= 0, step
        for _, square in _ends(step, step.target):
            if step.item in "bBwW" and square in SQUARES:
                assert not any(table[letter, square] for letter in "bBwW"), step
        table.update(_ends(step, step.target))
    return +table


def _ends(step: Step, place: str) -> Table:
    """Return what a step takes from or brings to a place: one to each square of a list."""
    if "," not in place:
        return Counter({(step.item, place): step.count})
    squares = place.split(",")
    assert len(set(squares)) == len(squares) == step.count
    return Counter((step.item, square) for square in squares)


def assert_leads(before: State, after: State) -> None:
    """The steps lead from one view to the other."""
    steps = GAME.steps(before, after)
    assert follow(seen(GAME.view(before)), steps) == seen(GAME.view(after))


def game(options: dict[str, Any], seed: int, length: int = 60) -> list[State]:
    """Return the states of a random game, from its set-up on."""
    chance = Random(seed)
    states = [GAME.setup(Start(options, 2, seed % 2, 0))]
    while len(states) < length and GAME.turn(states[-1]) is not None:
        states.append(GAME.apply(states[-1], chance.choice(GAME.legal(states[-1]))))
    return states


@pytest.mark.parametrize("options", WAYS)
@pytest.mark.parametrize("seed", range(6))
def test_each_move_and_its_undo(options: dict[str, Any], seed: int) -> None:
    """Forward and back, set-up and the end included."""
    states = game(options, seed)
    for before, after in pairwise(states):
        assert_leads(before, after)
        assert_leads(after, before)


@pytest.mark.parametrize("options", WAYS)
@pytest.mark.parametrize("seed", range(6))
def test_jumps(options: dict[str, Any], seed: int) -> None:
    """From any moment of a game to any other, as a resume or a repair needs."""
    states = game(options, seed)
    chance = Random(seed)
    for _ in range(60):
        assert_leads(*chance.choices(states, k=2))


@pytest.mark.parametrize("number", range(len(SAMPLES)))
def test_samples_move_by_move(number: int) -> None:
    """Every move of every sample, and its undo; and from the box."""
    sample = SAMPLES[number]
    start = Start({"edition": sample["edition"]}, 2, 0, 0)
    state = GAME.from_position(sample["position"], start)
    for text in sample["moves"]:
        after = GAME.apply(state, GAME.read(text))
        assert_leads(state, after)
        assert_leads(after, state)
    unpacked = box() + Counter({("board", "box"): 1})
    unpacked += Counter({("mana" if sample["edition"] == "2005" else "bird", "box"): 1})
    assert follow(unpacked, GAME.steps(None, state)) == seen(GAME.view(state))


def test_between_samples() -> None:
    """Tables that have nothing in common; pieces in each other's way are parted."""
    start = Start({"edition": "2005"}, 2, 0, 0)
    positions = [each["position"] for each in SAMPLES if each["edition"] == "2005"]
    states = [GAME.from_position(position, start) for position in positions]
    for before in states:
        for after in states:
            assert_leads(before, after)


def codes(before: State | None, after: State) -> list[str]:
    """Return the codes of what is said."""
    return [step.say.code for step in GAME.steps(before, after)]


def at(position: str, **options: Any) -> State:
    """Return the state of a position."""
    return GAME.from_position(position, Start(options, 2, 0, 0))


def test_captured_piece_is_taken_off_first() -> None:
    """As hands do it: off with the captured one, then the move, then the bird."""
    before = at("W...../....../.w.B../....../....../...... b 0 00 -", ask_bird=True)
    after = GAME.apply(before, GAME.read("d4-b4@b2"))
    assert codes(before, after) == ["step.take", "step.move", "step.bird"]
    assert codes(after, before) == ["step.move", "step.back", "step.bird_beside"]


def test_bird_is_sent_to_any_square_of_its_kind() -> None:
    """Not asked for, its square is left to the players."""
    before = at("wWwwww/....../....../....../....../bBbbbb b 0 00 -")
    after = GAME.apply(before, GAME.read("b1-b3"))
    assert codes(before, after) == ["step.move", "step.bird_kind"]


def test_steps_name_the_bird_after_every_move_and_return() -> None:
    """Also when the kind stays the same: the bird may be standing where the piece lands."""
    said = Counter[str]()
    for seed in range(20):
        states = game({}, seed)
        for before, after in pairwise(states):
            if after.phase == "over":
                continue
            is_bird_taken_up = before.phase == "play" and not after.free
            birds = [step for step in GAME.steps(before, after) if step.item == "bird"]
            assert len(birds) == is_bird_taken_up
            said.update(step.say.code for step in birds)
    assert said["step.bird_again"] > 10
    assert said["step.bird_kind"] > said["step.bird_again"]


def test_undo_leaves_a_bird_whose_kind_fits() -> None:
    """Taken back, a move that kept the kind asks nothing of the bird; its square is not known."""
    before = at("W...../....../....../....../....../B..... b 2 10 -")
    after = GAME.apply(before, GAME.read("*b1"))
    assert codes(before, after) == ["step.back", "step.bird_again"]
    assert codes(after, before) == ["step.take"]


def test_steps_name_a_known_bird_that_stays() -> None:
    """With its square asked for: it stays, and that is said."""
    before = at("W...../....../....../....../....../B..... b 2@d4 10 -", ask_bird=True)
    after = GAME.apply(before, GAME.read("*b1@d4"))
    assert codes(before, after) == ["step.back", "step.bird_stays"]


def test_2005_speaks_of_its_own_material() -> None:
    """Red and ochre, damyo and ronin, in the steps, the events and the descriptions."""
    state = at("wWwwww/....../....../....../....../bBbbbb b 0 00 -", edition="2005")
    for language, words in (
        ("en", ("red damyo", "red ronins", "ochre damyo", "ochre ronins")),
        ("fr", ("damyo rouge", "rônins rouges", "damyo ocre", "rônins ocre")),
        ("it", ("damyo rosso", "ronin rossi", "damyo ocra", "ronin ocra")),
    ):
        voice = Voice(GAME.words, translator(language))
        said = " ".join(voice.say(step.say) for step in GAME.steps(None, state))
        assert all(word in said for word in words)
        assert "daimio" not in said


def test_setup_lays_the_board_and_the_pieces() -> None:
    """The board, each daimio, five ronins in one line, the bird off the board."""
    state = at("wWwwww/....../....../....../....../bBbbbb b 0 00 -")
    side = ["step.place", "step.place_all"]
    assert codes(None, state) == ["step.board", *side, *side, "step.bird_beside"]
    ronins = GAME.steps(None, state)[2]
    assert (ronins.item, ronins.count, ronins.target) == ("b", 5, "a1,c1,d1,e1,f1")
    voice = Voice(GAME.words, translator("en"))
    assert voice.say(ronins.say) == "Put 5 black ronins on a1, c1, d1, e1, f1."
    assert GAME.steps(None, state)[0].say.facts == {"row": "3-2-2-1-3-2"}


def test_like_steps_are_merged() -> None:
    """Three captured ronins are laid aside, and packed again, in one step."""
    old = {"edition": "2005"}
    full = at("W...../....../....../....../....../B..... b 2 30 -", **old)
    none = at("W...../....../....../....../....../B..... b 2 00 -", **old)
    assert [step.count for step in GAME.steps(none, full)] == [3]
    assert codes(none, full) == ["step.aside_all"]
    assert codes(full, none) == ["step.box_all"]
    assert codes(None, full)[-1] == "step.mana_kind"


def test_pieces_that_change_places_are_parted() -> None:
    """Two pieces on each other's squares: one is laid aside while the other moves."""
    one = at("....../....../....../....../....../B....W b 1 00 -")
    other = at("....../....../....../....../....../W....B b 1 00 -")
    assert codes(one, other) == ["step.take", "step.move", "step.back"]


def test_turning_the_board_is_a_step() -> None:
    """2005: the choice of the orientation, and the set-up after it."""
    setup = GAME.setup(Start({"edition": "2005"}, 2, 0, 0))
    turned = GAME.apply(setup, GAME.read("^90"))
    assert codes(setup, turned) == ["step.board"]
    placed = GAME.apply(turned, GAME.read("=c1:a1,b2,d1,e1,f2"))
    assert codes(turned, placed) == ["step.place", "step.place_all"]
    assert codes(placed, turned) == ["step.box", "step.box_all"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_steps_can_be_said(language: str) -> None:
    """Every sentence names its facts in every language."""
    voice = Voice(GAME.words, translator(language))
    for options in WAYS:
        states = game(options, 3)
        for before, after in zip([None, *states], states, strict=False):
            for step in GAME.steps(before, after):
                said = voice.say(step.say).casefold()
                assert all(voice.fact(v).casefold() in said for v in step.say.facts.values())
