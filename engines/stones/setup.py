"""The start of a game: with given stones, or dealt from the seed."""

from __future__ import annotations

from collections import Counter

from engines.engine import BadStart, Json, Reason, Start, Term
from engines.json_reader import check_start, shown
from engines.rng import Chance
from engines.stones.board import (
    CIRCLES,
    COLOURS,
    FREE,
    PATTERNS,
    PER_COLOUR,
    PER_PATTERN,
    STACK_HEIGHT,
    STACKS,
    START_CIRCLES,
    STONE,
    UNKNOWN,
    Board,
)
from engines.stones.spaces import read_mandala
from engines.stones.state import PLAYERS, SPACES, State
from engines.stones.turns import begin_turn

PER_ARTIST = 2


def setup(start: Start) -> State:
    """Return the table before the first turn; raise BadStart."""
    check_start(start, PLAYERS)
    given = start.given
    tracked = start.options.get("tracking") == "board"
    mandala = read_mandala(given.get("mandala", ()))
    if not tracked:
        for key in ("artists", "tops", "deal"):
            if key in given:
                raise refuse(key, "towers_only")
    state = State(
        seats=start.seats,
        first=start.first,
        turn=start.first,
        towers=(("",) * SPACES,) * start.seats,
        sheet=((),) * start.seats,
        objectives=(None,) * start.seats,
        mandala=mandala,
        board=_board(start) if tracked else None,
    )
    return begin_turn(state)


def refuse(what: str, defect: str) -> BadStart:
    """Return the refusal of a given value about the board."""
    return BadStart(Reason("BAD_BOARD_ANSWER", {"what": what, "defect": Term("defect", defect)}))


def _board(start: Start) -> Board:
    given = start.given
    artists = read_artists(given["artists"]) if "artists" in given else _draw_artists(start.seed)
    if "deal" in given:
        stacks = _read_deal(given["deal"])
        if "tops" in given and _read_tops(given["tops"]) != [stack[-1] for stack in stacks]:
            raise refuse("tops", "tops_and_deal")
    elif "tops" in given:
        stacks = tuple(
            UNKNOWN * (STACK_HEIGHT - 1) + letter for letter in _read_tops(given["tops"])
        )
    else:
        stacks = _draw_stacks(start.seed)
    return Board(artists, stacks)


def read_artists(value: Json) -> str:
    """Return the artists by circle; raise BadStart."""
    if not isinstance(value, dict):
        raise refuse(f"artists = {shown(value)}", "no_artists")
    for circle, pattern in value.items():
        if circle not in CIRCLES or pattern not in tuple(PATTERNS):
            raise refuse(f"{shown(circle)} = {shown(pattern)}", "no_artist")
    counts = Counter(value.values())
    if any(counts[pattern] != PER_ARTIST for pattern in PATTERNS):
        raise refuse(f"artists = {shown(' '.join(map(str, value.values())))}", "two_of_each")
    return "".join(value.get(circle, FREE) for circle in CIRCLES)


def _read_tops(value: Json) -> list[str]:
    if not isinstance(value, list | tuple) or len(value) != STACKS:
        raise refuse("tops", "stack_count")
    return [_read_stone(code, f"tops {at}") for at, code in enumerate(value, 1)]


def _read_deal(value: Json) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) != STACKS:
        raise refuse("deal", "stack_count")
    stacks = []
    for at, stack in enumerate(value, 1):
        if not isinstance(stack, list | tuple) or len(stack) != STACK_HEIGHT:
            raise refuse(f"deal {at}", "stack_height")
        stacks.append("".join(_read_stone(code, f"deal {at}") for code in stack))
    stones = Counter("".join(stacks))
    for colour in COLOURS:
        if stones[colour] + stones[colour.lower()] != PER_COLOUR:
            raise refuse("deal", "colour_count")
    if sum(count for letter, count in stones.items() if letter.isupper()) != PER_PATTERN:
        raise refuse("deal", "pattern_count")
    return tuple(stacks)


def _read_stone(code: Json, where: str) -> str:
    if not isinstance(code, str) or code not in STONE:
        raise refuse(f"{where} = {shown(code)}", "no_stone")
    return STONE[code]


def _draw_artists(seed: int) -> str:
    patterns = Chance(seed, "stones artists").shuffle(PATTERNS * PER_ARTIST)
    drawn = dict(zip(START_CIRCLES, patterns, strict=True))
    return "".join(drawn.get(circle, FREE) for circle in CIRCLES)


def _draw_stacks(seed: int) -> tuple[str, ...]:
    """Deal 96 stones; the real combinations of colour and pattern are unknown, so they are
    random.
    """
    chance = Chance(seed, "stones deal")
    colours = chance.shuffle(COLOURS * PER_COLOUR)
    patterns = chance.shuffle(PATTERNS * PER_PATTERN)
    stones = "".join(STONE[a + b] for a, b in zip(colours, patterns, strict=True))
    return tuple(stones[at : at + STACK_HEIGHT] for at in range(0, len(stones), STACK_HEIGHT))
