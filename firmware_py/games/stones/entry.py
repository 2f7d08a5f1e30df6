"""How the knob enters a turn, and moves to try.

    first ring:  R  P  B  Y  nothing  some tops  all tops  colour  best colour   (wraps around)
                 |                    |
    then:        R  P  B  Y  1 .. 5   the leftmost tower, the next one or done

A tower is entered stone by stone, bottom first, and ends with its space. With the main board the
first ring has the artists; then come the new circle, the stack taken first and the space.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from engines.engine import ChoicePart, Term
from engines.stones.board import AROUND, CIRCLES, COLOURS, PER_COLOUR, STACK_HEIGHT, STONE
from engines.stones.choices import (
    ArtistPick,
    Choice,
    NothingToPick,
    Objective,
    Printed,
    Reveal,
    ScoreTops,
)
from engines.stones.notation import write
from engines.stones.rules import legal, topped
from engines.stones.scoring import score_space
from engines.stones.spaces import SHOWS
from engines.stones.state import SPACES, State, Towers
from firmware_py.match.picker import ChoiceNode, Later, grow

NOTHING = ChoicePart("nothing", Term("action", "nothing"))
NOTHING_TEXT = write(NothingToPick())
SOME_TOPS = ChoicePart("some", Term("action", "tops"))
DONE = ChoicePart("done", "✓")

# --- parts ----------------------------------------------------------------------------------


def stone_part(colour: str) -> ChoicePart:
    """Return the part for the next stone of a tower."""
    return ChoicePart("stone", Term("colour", colour))


def score_part(colour: str) -> ChoicePart:
    """Return the part for scoring a colour."""
    return ChoicePart("score", (Term("action", "colour"), Term("colour", colour)))


def all_tops_part(spaces: tuple[int, ...]) -> ChoicePart:
    """Return the part for scoring the top of every tower."""
    return ChoicePart("all", (Term("action", "tops"), *spaces))


def artist_parts(choice: ArtistPick) -> tuple[ChoicePart, ...]:
    """Return the parts of a pick from the main board."""
    return (
        ChoicePart("artist", choice.source),
        ChoicePart("circle", choice.target),
        ChoicePart("first", choice.first),
        ChoicePart("space", choice.space),
    )


def answer_parts(choice: Choice) -> tuple[ChoicePart, ...]:
    """Return the only part of an answer to the game's question."""
    match choice:
        case Printed(shows):
            return (ChoicePart("shows", Term("shows", shows)),)
        case Reveal(_, stone):
            return (ChoicePart("reveal", Term("stone", stone)),)
        case Objective(points):
            return (ChoicePart("points", points),)
    raise AssertionError(choice)


# --- points ---------------------------------------------------------------------------------


def worth(state: State, colour: str) -> int:
    """Return the points for scoring a colour, without those of the mandala."""
    return sum(score_space(state.own, at, state.round).points for at in topped(state, colour))


def tower_worth(towers: Towers, tower: str, space: int) -> int:
    """Return what a tower would score if it stood on an empty space."""
    return score_space((*towers[: space - 1], tower, *towers[space:]), space, 1).points


def full_spaces(state: State) -> tuple[int, ...]:
    """Return the spaces of the player on turn with a tower."""
    return tuple(at for at, tower in enumerate(state.own, 1) if tower)


def empty_spaces(state: State) -> tuple[int, ...]:
    """Return the spaces of the player on turn without a tower."""
    return tuple(at for at, tower in enumerate(state.own, 1) if not tower)


# --- trees ----------------------------------------------------------------------------------


def legal_tree(state: State) -> ChoiceNode:
    """Return the legal choices as the knob enters them."""
    if state.phase == "over":
        return ChoiceNode()
    if state.asks is not None:
        return grow((write(choice), answer_parts(choice)) for choice in legal(state))
    root = ChoiceNode()
    if not state.waived and empty_spaces(state):
        root.children.update(_picks(state))
    root.children.update(_scores(state))
    return root


def _picks(state: State) -> dict[ChoicePart, ChoiceNode]:
    if state.board is not None:
        picks = (choice for choice in legal(state) if isinstance(choice, ArtistPick))
        return grow((write(choice), artist_parts(choice)) for choice in picks).children
    left = tuple(min(STACK_HEIGHT, PER_COLOUR - taken) for taken in state.taken)
    return {
        **towers_tree(empty_spaces(state), left).children,
        NOTHING: ChoiceNode(choice=NOTHING_TEXT),
    }


def towers_tree(spaces: tuple[int, ...], left: tuple[int, ...]) -> ChoiceNode:
    """Return every tower of the remaining stones on each of the spaces: at most 1,700 choices."""
    return _tower_node("", spaces, dict(zip(COLOURS, left, strict=True)))


def _tower_node(tower: str, spaces: tuple[int, ...], left: dict[str, int]) -> ChoiceNode:
    def grow_it() -> dict[ChoicePart, ChoiceNode]:
        children: dict[ChoicePart, ChoiceNode] = {}
        if len(tower) < STACK_HEIGHT:
            for colour in COLOURS:
                if tower.count(colour) < left[colour]:
                    children[stone_part(colour)] = _tower_node(tower + colour, spaces, left)
        if tower:
            for space in spaces:
                children[ChoicePart("space", space)] = ChoiceNode(choice=f"P{tower}@{space}")
        return children

    return Later(grow_it)


def _scores(state: State) -> dict[ChoicePart, ChoiceNode]:
    """Return the ways to score, the best colour last, so that it is next to the first pick."""
    spaces = full_spaces(state)
    if not spaces:
        return {}
    made: dict[ChoicePart, ChoiceNode] = {}
    some = tops_tree(
        chosen for count in range(1, len(spaces)) for chosen in combinations(spaces, count)
    )
    if some.children:
        made[SOME_TOPS] = some
    made[all_tops_part(spaces)] = ChoiceNode(choice=write(ScoreTops(spaces)))
    colours = [colour for colour in COLOURS if len(topped(state, colour)) > 1]
    for colour in sorted(colours, key=lambda colour: worth(state, colour)):
        made[score_part(colour)] = ChoiceNode(choice=f"S{colour}")
    return made


def tops_tree(sets: Iterable[tuple[int, ...]]) -> ChoiceNode:
    """Return sets of towers, each entered from left to right; "done" ends a set that could grow."""
    chosen = sorted(sets)
    rows = []
    for spaces in chosen:
        grows = any(len(more) > len(spaces) and more[: len(spaces)] == spaces for more in chosen)
        parts = [ChoicePart("top", space) for space in spaces]
        rows.append((write(ScoreTops(spaces)), (*parts, *([DONE] if grows else []))))
    return grow(rows)


# --- the cursor -----------------------------------------------------------------------------


def cursor(state: State, picked: tuple[ChoicePart, ...], options: tuple[ChoicePart, ...]) -> int:
    """Return the index of the likeliest option, where the cursor starts."""
    names = [part.name for part in options]
    if not picked and state.asks is None:
        return _first_cursor(names)
    if "space" in names:
        return _space_cursor(state, picked, options)
    if DONE in options:
        return options.index(DONE)
    return 0


def _first_cursor(names: list[str]) -> int:
    """Start at the best colour, else at the second pick, so that the others are near it."""
    if names[-1] == "score":
        return len(names) - 1
    if names[0] in ("stone", "artist"):
        return min(1, names.count(names[0]) - 1)
    return names.index("all") if "all" in names else 0


def _space_cursor(
    state: State, picked: tuple[ChoicePart, ...], options: tuple[ChoicePart, ...]
) -> int:
    """Start at the space where the tower scores most; while it is low, at the second colour."""
    tower = built(state, picked)
    stones = sum(part.name == "stone" for part in options)
    if stones and len(tower) < STACK_HEIGHT - 1:
        return min(1, stones - 1)
    values = [
        tower_worth(state.own, tower, part.value) if isinstance(part.value, int) else -1
        for part in options
    ]
    return values.index(max(values))


def built(state: State, picked: Iterable[ChoicePart]) -> str:
    """Return the tower of the parts picked so far, bottom first, or empty."""
    values = {part.name: part.value for part in picked if part.name != "stone"}
    if state.board is None:
        terms = (part.value for part in picked if part.name == "stone")
        return "".join(str(term.value) for term in terms if isinstance(term, Term))
    if not {"artist", "circle", "first"} <= values.keys():
        return ""
    source, target = (CIRCLES.index(str(values[name])) for name in ("artist", "circle"))
    first = values["first"]
    allowed = state.board.allowed(source, target)
    return state.board.pick(source, target, first)[0] if first in allowed else ""


# --- moves to try ---


_SPACES = tuple(range(1, SPACES + 1))
_PICK = ChoicePart("pick", Term("action", "pick"))
_COLOUR = ChoicePart("colour", Term("action", "colour"))
_MOST_POINTS = 20


def all_attempts(state: State) -> ChoiceNode:
    """Return everything that a person could try, legal or not."""
    if state.phase == "over":
        return ChoiceNode()
    if state.asks is not None:
        return _answers(state)
    root = ChoiceNode()
    if state.board is None:
        root.children.update(towers_tree(_SPACES, (STACK_HEIGHT,) * len(COLOURS)).children)
        root.children[NOTHING] = ChoiceNode(choice="N")
    else:
        root.children.update(_artist_picks().children)
    root.children.update(_scores_tried(state))
    return root


def _artist_picks() -> ChoiceNode:
    return grow(
        (write(choice), artist_parts(choice))
        for choice in (
            ArtistPick(source, target, first, space)
            for source in CIRCLES
            for target, around in zip(CIRCLES, AROUND, strict=True)
            for first in around
            for space in _SPACES
        )
    )


def _scores_tried(state: State) -> dict[ChoicePart, ChoiceNode]:
    everything = full_spaces(state) or _SPACES
    sets = (chosen for count in _SPACES for chosen in combinations(_SPACES, count))
    made = {
        SOME_TOPS: tops_tree(chosen for chosen in sets if chosen != everything),
        all_tops_part(everything): ChoiceNode(choice=write(ScoreTops(everything))),
    }
    return made | {score_part(colour): ChoiceNode(choice=f"S{colour}") for colour in COLOURS}


def _answers(state: State) -> ChoiceNode:
    """Return every answer to the open question, and a turn, which is refused."""
    answers: list[Printed | Reveal | Objective]
    if state.asks == "mandala":
        answers = [Printed(shows) for shows in SHOWS]
    elif state.asks == "reveal":
        assert state.board is not None
        answers = [Reveal(state.board.uncovered[0], stone) for stone in STONE]
    else:
        answers = [Objective(points) for points in range(_MOST_POINTS + 1)]
    root = grow((write(answer), answer_parts(answer)) for answer in answers)
    pick = "PR@1" if state.board is None else "Pa1-a2:2@1"
    root.children[_PICK] = ChoiceNode(choice=pick)
    root.children[_COLOUR] = ChoiceNode(choice="SR")
    return root
