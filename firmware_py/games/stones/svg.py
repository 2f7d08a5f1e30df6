"""The table of Mandala Stones, for pages and exports: towers, the main board, the mandala.

    main board, where it is tracked      the mandala: its spaces, the stones on it
    Ida 12                               Bo 7
    towers on five spaces                towers on five spaces
    ...                                  stones to name, where the main board is not tracked

Stones are discs with the letter of their colour; on the main board a ring or a cross is their
pattern, as the artists have it.
"""

from __future__ import annotations

from engines.engine import Term
from engines.stones.board import COLOURS
from engines.stones.state import State
from firmware_py.core.language import N_, labelled
from firmware_py.games.picture import cursor_mark
from firmware_py.games.stones.entry import stone_part
from firmware_py.games.stones.focus import has_entry, last_tower
from firmware_py.games.stones.svg_board import (
    Drawing,
    draw_chart,
    draw_track,
    drawing_of,
    pebble,
)
from firmware_py.games.svg import Taps, element, kept, narrow_leaf, piece, rect, sheet, words
from firmware_py.match.scene import Scene
from firmware_py.match.taps import part_code

WIDTH = 1000
_BOX, _BOX_HIGH = 478.0, 244.0
_SPACE = 88.0
_STONE = 34.0
_CHART = 490.0
_TRACK = 150.0
_SUPPLY = 92.0
_NARROW = 506
"""The width on a phone: that of the main board."""


def draw_picture(scene: Scene[State], taps: Taps) -> str:
    """Draw the table of a moment."""
    on, board, seats = drawing_of(scene, taps), scene.state.board, scene.state.seats
    if board is None:
        top = _TRACK + 20
        chart = ""
        track = draw_track(on, 14, 14, WIDTH - 28, _TRACK - 8)
    else:
        top = _CHART + 24
        chart = draw_chart(on, board, 14, 10)
        track = draw_track(on, 508, 14, 476, _CHART - 6)
    rows = (seats + 1) // 2
    bottom = top + rows * (_BOX_HIGH + 10)
    names_stones = board is None and any(part.name == "stone" for part in scene.options)
    height = bottom + (_SUPPLY + 6 if names_stones else 0)
    points, winners = scene.state.vp, scene.winners
    # A person who plays against the box has the own towers first.
    own = scene.faces or 0
    order = [own, *(seat for seat in range(seats) if seat != own)]
    # On a phone the board is as wide as the glass, then the towers, then the mandala.
    down = (_CHART + 24 if chart else 10) + seats * (_BOX_HIGH + 10)
    scale = 1 if chart else (_NARROW - 28) / (WIDTH - 28)
    tall = (
        down + (_CHART if chart else _TRACK * scale) + (2.2 * _SUPPLY if names_stones else 0) + 16
    )
    boxes = []
    for place, seat in enumerate(order):
        x, y = 14 + place % 2 * (_BOX + 16), top + place // 2 * (_BOX_HIGH + 10)
        drawn = _seat(on, seat, x, y, points[seat], has_won=seat in winners)
        below = (_CHART + 24 if chart else 10) + place * (_BOX_HIGH + 10)
        boxes.append(narrow_leaf(drawn, narrow=(14 - x, below - y)))
    return sheet(
        WIDTH,
        height,
        scene.say(N_("The table")),
        rect(0, 0, "100%", "100%", "felt", r=18),
        chart,
        *boxes,
        narrow_leaf(
            track, narrow=(14 - 508, down - 14) if chart else (14 - 14 * scale, down), scale=scale
        ),
        _supply(on, bottom, tall - 2.2 * _SUPPLY) if names_stones else "",
        narrow=(_NARROW, tall),
    )


# --- a player ---


def _seat(on: Drawing, seat: int, x: float, y: float, points: int, *, has_won: bool) -> str:
    """Draw a player's board: name, points, what binds, and five spaces."""
    state, name = on.scene.state, on.scene.name(seat)
    is_on_turn = state.phase != "over" and state.turn == seat
    strong = " strong" if is_on_turn or has_won else ""
    shapes = [
        rect(x, y, _BOX, _BOX_HIGH, "strip turn" if is_on_turn else "strip", r=14),
        words(x + 16, y + 38, f"{'★ ' if has_won else ''}{name}", f"l{strong}", fit=200),
        # A star here would reach into what is noted before it.
        words(x + _BOX - 16, y + 38, str(points), f"l end{strong}"),
        words(x + 226, y + 38, _note(on.scene, seat), "l strong", fit=170),
    ]
    is_own = is_on_turn and has_entry(on.scene)
    last = last_tower(on.scene)
    last_space = last[1] if last is not None and last[0] == seat and not on.scene.picked else None
    text = on.scene.say(N_("space {number}: {stones}"))
    for space, tower in enumerate(state.towers[seat], 1):
        px = x + 18 + (space - 1) * (_SPACE + 2)
        mark = _mark(on, space) if is_own else ""
        if not mark and space == last_space:
            mark = "last"
        stones, look = tower.upper(), ""
        if is_own and not tower and space == on.focus.space:
            stones, look = _proposed(on), "ghost"
        said = ", ".join([on.scene.fact(Term("stone", stone)) for stone in stones])
        label = text.format(number=space, stones=said or "-")
        inside = _space(on.letters, (seat, space), stones, look, mark, px, y + 52)
        shapes.append(
            on.taps.tappable(_code(space, has_tower=bool(tower)), label, inside)
            if is_own
            else element("g", inside, role="img", aria_label=label)
        )
    return element("g", *shapes, role="group", aria_label=labelled(on.scene.say, name, points))


def _note(scene: Scene[State], seat: int) -> str:
    """Return what binds a player, or the objective once it is told."""
    state = scene.state
    if state.phase == "over" and state.objectives[seat] is not None:
        return scene.say(N_("objective {points}"), points=state.objectives[seat])
    if state.turn != seat or state.phase != "play":
        return ""
    names = {part.name for part in scene.options}
    if names and not scene.picked and names <= {"some", "all", "score"}:
        return scene.say(N_("must score"))
    return scene.say(N_("last round")) if state.triggered else ""


@kept
def _space(
    letters: str,
    place: tuple[int, int],
    stones: str,
    look: str,
    mark: str,
    x: float,
    y: float,
) -> str:
    """Draw a space of a seat with its tower, bottom first."""
    seat, space = place
    middle = x + (_SPACE - 4) / 2
    shapes = [
        rect(x, y + 4, _SPACE - 4, 178, "field", r=10),
        words(middle, y + 176, str(space), "l mid soft"),
    ]
    for at, stone in enumerate(stones):
        drawn = pebble(letters, stone, middle, y + 128 - at * _STONE, look=look)
        shapes.append(drawn if look else piece(stone, f"s{seat}.{space}.{at}", drawn))
    if mark:
        shapes.append(rect(x + 2, y + 6, _SPACE - 8, 174, mark, r=9))
    return "".join(shapes)


def _code(space: int, *, has_tower: bool) -> str:
    """Return what a tap on a space may mean: a tower goes there, or its top is scored."""
    if has_tower:
        return f"top:{space} some:tops/top:{space} space:{space}"
    return f"space:{space} */space:{space} top:{space}"


def _mark(on: Drawing, space: int) -> str:
    """Return how a space of the player on turn is pointed out."""
    if space in on.focus.tops or space == on.focus.space:
        return "against-frame" if on.scene.refused is not None else cursor_mark(on.scene)
    is_open = "open" in (on.marks.get(f"space:{space}"), on.marks.get(f"top:{space}"))
    return "open" if is_open else ""


def _proposed(on: Drawing) -> str:
    """Return the stones in hand, bottom first; none of an artist who stays where it is."""
    state = on.scene.state
    has_hand = state.board is None or on.focus.taken(state)
    return on.focus.tower.upper() if has_hand else ""


# --- stones to name ---


def _supply(on: Drawing, y: float, below: float) -> str:
    """Draw the four colours to name the stones of a tower, and the tower so far.

    On a phone they are in two rows, from `below` on.
    """
    wide = (WIDTH - 28 - 170) / len(COLOURS)
    drawn = []
    for at, colour in enumerate(COLOURS):
        x, part = 184 + at * wide, stone_part(colour)
        said = on.scene.fact(Term("colour", colour))
        mark = ""
        if part in on.scene.options:
            mark = "cursor" if part == on.scene.highlighted else "open"
        shapes = [
            rect(x + 4, y, wide - 8, _SUPPLY - 8, "strip", r=14),
            pebble(on.letters, colour, x + 46, y + 42),
            words(x + 92, y + 53, said, "l strong", fit=wide - 106),
            rect(x + 4, y, wide - 8, _SUPPLY - 8, mark, r=14) if mark else "",
        ]
        look = "" if mark else "ghost"
        chip = on.taps.tappable(part_code(part), said, *shapes, look=look)
        row, column = divmod(at, 2)
        place = (column * _NARROW / 2 - x * 1.2 + 4, below + row * 1.1 * _SUPPLY - y * 1.2)
        drawn.append(narrow_leaf(chip, narrow=place, scale=1.2))
    stones = _proposed(on)
    drawn += [pebble(on.letters, stone, 44 + at * 36, y + 42) for at, stone in enumerate(stones)]
    return "".join(drawn)
