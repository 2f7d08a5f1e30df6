"""Iterative deepening of a position until the budget is used up.

Nothing is hidden in this game, so a view can be turned back into its state.
"""

from __future__ import annotations

from engines.bots.deadline import Deadline
from engines.bots.player import Budget, Stop, Strength, Thought, level_of
from engines.engine import Json
from engines.mana.board import SQUARES, from_rows
from engines.mana.bot.evaluate import expected
from engines.mana.bot.oversight import BlindSearch, Oversight
from engines.mana.bot.search import WIN, WIN_THRESHOLD, OutOfTime, PvSearch
from engines.mana.bot.solved import solved
from engines.mana.choices import DROPS, MOVES, OFF_BOARD, PASS, Choice, drop_flights, flights
from engines.mana.fast_state import ALL, BIRD, FastRules, FastState, armies_of, fast_state_of
from engines.mana.notation import write
from engines.mana.rules import apply, ends_game, perches
from engines.mana.state import OVER, State, rules_of
from engines.rng import Chance

DEEPEST = 60
FORCED_DEPTH = 6
"""The search depth if there is only one choice, for the expected continuation."""
LONGEST_LINE = 12
LOST_AT_ONCE = 2 - WIN


def state_of(view: Json) -> State:
    """Return the state that a view shows."""
    return State(
        rules=rules_of(view["options"]),
        first=0 if view["turn"] is None else view["turn"] ^ view["side"],
        phase=view["phase"],
        orientation=view["orientation"],
        board=from_rows(tuple(view["board"])),
        side=view["side"],
        kind=view["kind"],
        mana=None if view["mana"] is None else SQUARES[view["mana"]],
        captured=(view["captured"][0], view["captured"][1]),
        free=view["free"],
    )


def stood_twice(view: Json, state: State) -> tuple[State, ...]:
    """Return the positions that would occur for the third time, as far as the view has them."""
    return tuple(
        State(
            rules=state.rules,
            first=state.first,
            phase=state.phase,
            orientation=state.orientation,
            board=board,
            side=side,
            kind=kind,
            captured=(captured[0], captured[1]),
            free=free,
        )
        for (board, side, kind, free, captured), times in view.get("seen", ())
        if times >= 2
    )


def think_of_play(
    state: State, view: Json, number: int, budget: Budget, seed: int, stop: Stop, move: str | None
) -> Thought:
    """Return the choice of the side on turn, or what a move is worth."""
    level = level_of(number)
    fast, position, armies = FastRules(state), fast_state_of(state), armies_of(state)
    share = level.of(budget)
    search = _search(level, fast, armies, share, stop, seed)
    stood = stood_twice(view, state)
    search.avoid(fast_state_of(old) for old in stood)
    steps = fast.steps(position, *armies)
    win = None if level.overlooks or stood else solved(state)
    if win is not None and move in (None, win.first):
        step = _steps_of(state, steps, win.first)[0]
        return _thought(search, state, position, step, WIN + 1 - 2 * win.turns)
    if move is not None:
        step, value = deepen(search, position, _steps_of(state, steps, move), DEEPEST)
        return _thought(search, state, position, step, value)
    depth = min(level.horizon or DEEPEST, DEEPEST if len(steps) > 1 else FORCED_DEPTH)
    steps = list(Chance(seed, "order").shuffle(steps))
    step, value = deepen(search, position, _noticed(search, position, steps), depth)
    if value == LOST_AT_ONCE and level.is_careful:
        # Search all steps before giving up.
        step, value = deepen(search, position, steps, depth)
    return _thought(search, state, position, step, value)


def _steps_of(state: State, steps: list[int], move: str) -> list[int]:
    """Return the step of a move; where the bird makes no difference, wherever it was put."""
    written = {step: write(choice_of(state, step)) for step in steps}
    return [step for step in steps if written[step] == move] or [
        step for step in steps if written[step].partition("@")[0] == move.partition("@")[0]
    ]


def _noticed(search: PvSearch, position: FastState, steps: list[int]) -> list[int]:
    """Return the steps that the level sees."""
    if not isinstance(search, BlindSearch):
        return list(steps)
    return search.oversight.noticed(position, steps) or steps[:1]


def _search(
    level: Strength, fast: FastRules, armies: tuple[int, int], budget: Budget, stop: Stop, seed: int
) -> PvSearch:
    is_over = Deadline(budget, stop).is_over
    if not level.overlooks:
        return PvSearch(fast, armies, budget.memory_mb, is_over)
    search = BlindSearch(fast, armies, budget.memory_mb, is_over, extends=False)
    search.oversight = Oversight(level, seed)
    return search


def deepen(
    search: PvSearch, position: FastState, steps: list[int], deepest: int
) -> tuple[int, int]:
    """Return the best step and its value; depth 1 is always searched completely.

    `steps` is reordered: the best step of a depth is searched first at the next. A loss is claimed
    only when every step of a depth was searched: if the time ends before that and all steps so far
    lose, the next one is played, with the value of the depth before.
    """
    best, value = steps[0], 0
    for depth in range(1, deepest + 1):
        search.hurries = depth > 1
        before, searched = value, 0
        try:
            for best, value in search.best(position, steps, depth):  # noqa: B007 - the last counts
                searched += 1
                if best != steps[0]:
                    steps.remove(best)
                    steps.insert(0, best)
        except OutOfTime:
            if searched and value < -WIN_THRESHOLD:
                return steps[searched], before
            break
        if abs(value) > WIN_THRESHOLD:
            break
    return best, value


def _thought(search: PvSearch, state: State, position: FastState, step: int, value: int) -> Thought:
    steps = [step]
    if not step & position.foes & position.lords:
        steps += search.line(search.fast.after(position, step), LONGEST_LINE - 1)
    line = []
    for each in steps:
        if state.phase == OVER:
            break
        choice = choice_of(state, each)
        line.append(write(choice))
        state = apply(state, choice)
    return Thought(line[0], result(value), tuple(line), wins_in(value))


def result(value: int) -> float:
    """Return the expected result of a value."""
    if abs(value) > WIN_THRESHOLD:
        return 1.0 if value > 0 else -1.0
    return expected(value)


def wins_in(value: int) -> int | None:
    """Return the own turns to a forced win, or, negative, to a forced loss."""
    if value > WIN_THRESHOLD:
        return (WIN - value + 1) // 2
    return -((WIN + value) // 2) if value < -WIN_THRESHOLD else None


def choice_of(state: State, step: int) -> Choice:
    """Return the choice of a step; a bird that makes no difference goes to the first possible
    square.
    """
    if not step:
        return PASS
    own = fast_state_of(state).own
    squares, bird = step & ALL, step >> BIRD
    end = (squares & ~own).bit_length() - 1
    start = (squares & own).bit_length() - 1
    move = MOVES[start][end] if start >= 0 else None
    if not state.rules.asks_bird or (move is not None and ends_game(state, move)):
        return DROPS[end] if move is None else move
    if state.rules.bird_blocks:
        perch = bird.bit_length() - 1 if bird else OFF_BOARD
    else:
        perch = perches(state, end)[0]
    return drop_flights(end)[perch] if move is None else flights(start, end)[perch]
