"""The table of Mandala Stones, for pages and exports: towers, the main board, the mandala.

    main board, where it is tracked      the mandala: its spaces, the stones on it
    Ida 12                               Bo 7
    towers on five spaces                towers on five spaces
    ...                                  stones to name, where the main board is not tracked

Stones are discs with the letter of their colour; on the main board a ring or a cross is their
pattern, as the artists have it.
"""

from __future__ import annotations

from engines.engine import BadNotation, ChoicePart, Term
from engines.stones.board import COLOURS
from engines.stones.choices import ArtistPick, Choice, Pick
from engines.stones.notation import read
from engines.stones.state import SPACES
from firmware_py.core.language import N_, labelled
from firmware_py.games.picture import SceneView
from firmware_py.games.stones.entry import stone_part
from firmware_py.games.stones.svg_board import draw_chart, draw_track, hand, pebble
from firmware_py.games.stones.words import letters
from firmware_py.games.svg import element, rect, sheet, words
from firmware_py.match.taps import part_code

WIDTH = 1000
_BOX, _BOX_HIGH = 478.0, 244.0
_SPACE = 88.0
_STONE = 34.0
_CHART = 490.0
_TRACK = 150.0
_SUPPLY = 92.0


def draw_picture(scene: SceneView) -> str:
    """Draw the table of a moment."""
    has_chart = "artists" in scene.view
    top = _CHART + 24 if has_chart else _TRACK + 20
    upper = (
        draw_chart(scene, 14, 10) + draw_track(scene, 508, 14, 476, _CHART - 6)
        if has_chart
        else draw_track(scene, 14, 14, WIDTH - 28, _TRACK - 8)
    )
    seats = len(scene.view["towers"])
    rows = (seats + 1) // 2
    bottom = top + rows * (_BOX_HIGH + 10)
    names_stones = not has_chart and any(part.name == "stone" for part in scene.options)
    height = bottom + (_SUPPLY + 6 if names_stones else 0)
    return sheet(
        WIDTH,
        height,
        scene.say(N_("The table")),
        rect(0, 0, WIDTH, height, "felt", r=18),
        upper,
        *(
            _seat(scene, seat, 14 + seat % 2 * (_BOX + 16), top + seat // 2 * (_BOX_HIGH + 10))
            for seat in range(seats)
        ),
        _supply(scene, bottom) if names_stones else "",
    )


# --- a player ---


def _seat(scene: SceneView, seat: int, x: float, y: float) -> str:
    """Draw a player's board: name, points, what binds, and five spaces."""
    view = scene.view
    is_on_turn = view["turn"] == seat
    strong = " strong" if is_on_turn or seat in scene.winners else ""
    star = "★ " if seat in scene.winners else ""
    shapes = [
        rect(x, y, _BOX, _BOX_HIGH, "strip turn" if is_on_turn else "strip", r=14),
        words(x + 16, y + 38, f"{star}{scene.name(seat)}", f"l{strong}", fit=200),
        # A star here would reach into what is noted before it.
        words(x + _BOX - 16, y + 38, str(view["vp"][seat]), f"l end{strong}"),
        words(x + 226, y + 38, _note(scene, seat), "l strong", fit=170),
    ]
    shapes += [
        _space(scene, seat, space, x + 18 + (space - 1) * (_SPACE + 2), y + 52)
        for space in range(1, SPACES + 1)
    ]
    label = labelled(scene.say, scene.name(seat), view["vp"][seat])
    return element("g", *shapes, role="group", aria_label=label)


def _note(scene: SceneView, seat: int) -> str:
    """Return what binds a player, or the objective once it is told."""
    view = scene.view
    if "objectives" in view and view["objectives"][seat] is not None:
        return scene.say(N_("objective {points}"), points=view["objectives"][seat])
    if view["turn"] != seat or view["phase"] != "play":
        return ""
    names = {part.name for part in scene.options}
    if names and not scene.picked and names <= {"some", "all", "score"}:
        return scene.say(N_("must score"))
    return scene.say(N_("last round")) if view["triggered"] else ""


def _space(scene: SceneView, seat: int, space: int, x: float, y: float) -> str:
    """Draw a space with its tower, bottom first; those of the player on turn can be tapped."""
    tower = str(scene.view["towers"][seat][space - 1])
    is_own = scene.view["turn"] == seat and bool(scene.options or scene.picked)
    proposed = _proposed(scene) if is_own and _chosen_space(scene) == space else ""
    shown = tower or proposed
    foot = y + 146
    shapes = [
        rect(x, y + 4, _SPACE - 4, 178, "field", r=10),
        words(x + (_SPACE - 4) / 2, y + 176, str(space), "l mid soft"),
    ]
    names = letters(scene.say)
    for at, stone in enumerate(shown):
        look = "" if tower else "ghost"
        cy = foot - 18 - at * _STONE
        shapes.append(pebble(names, stone, x + (_SPACE - 4) / 2, cy, look=look))
    mark = _mark(scene, seat, space) if is_own else ""
    if not mark and (seat, space) == _last_tower(scene) and not scene.picked:
        mark = "last"
    if mark:
        shapes.append(rect(x + 2, y + 6, _SPACE - 8, 174, mark, r=9))
    stones = ", ".join(scene.fact(Term("stone", stone)) for stone in shown)
    label = scene.say(N_("space {number}: {stones}"), number=space, stones=stones or "-")
    if not is_own:
        return element("g", *shapes, role="img", aria_label=label)
    return scene.taps.tappable(_code(space, has_tower=bool(tower)), label, *shapes)


def _code(space: int, *, has_tower: bool) -> str:
    """Return what a tap on a space may mean: a tower goes there, or its top is scored."""
    if has_tower:
        return f"top:{space} some:tops/top:{space} space:{space}"
    return f"space:{space} */space:{space} top:{space}"


def _mark(scene: SceneView, seat: int, space: int) -> str:
    """Return how a space of the player on turn is pointed out."""
    if space in _scored(scene, seat) or _chosen_space(scene) == space:
        return "against-frame" if scene.refused is not None else "cursor"
    offered = {part.value for part in scene.options if part.name in ("space", "top")}
    return "open" if space in offered else ""


def _chosen_space(scene: SceneView) -> int | None:
    """Return the space where a tower would stand."""
    for part in scene.shown:
        if part.name == "space" and isinstance(part.value, int):
            return part.value
    return None


def _proposed(scene: SceneView) -> str:
    """Return the stones that are in the hand, bottom first: named one by one, or an artist's."""
    if "artists" in scene.view:
        return hand(scene)
    return "".join(
        str(part.value.value)
        for part in scene.shown
        if part.name == "stone" and isinstance(part.value, Term)
    )


def _scored(scene: SceneView, seat: int) -> tuple[int, ...]:
    """Return the spaces whose tops are being scored."""
    towers = scene.view["towers"][seat]
    spaces: list[int] = []
    for part in scene.shown:
        match part:
            case ChoicePart("score", (_, Term(_, str(colour)))):
                return topped(towers, colour)
            case ChoicePart("all", (_, *chosen)):
                return tuple(space for space in chosen if isinstance(space, int))
            case ChoicePart("top", int(space)):
                spaces.append(space)
    return tuple(spaces)


def topped(towers: list[str], colour: str) -> tuple[int, ...]:
    """Return the spaces whose towers end in a colour."""
    return tuple(at for at, tower in enumerate(towers, 1) if tower and tower[-1] == colour)


def played(scene: SceneView) -> Choice | None:
    """Return the last choice; None: none, or people agreed on something or mended the table."""
    try:
        return None if scene.last is None else read(scene.last)
    except BadNotation:
        return None


def _last_tower(scene: SceneView) -> tuple[int, int] | None:
    """Return where the tower of the last choice stands."""
    match played(scene):
        case Pick(space=space) | ArtistPick(space=space) if scene.before is not None:
            return int(scene.before["turn"]), space
    return None


# --- stones to name ---


def _supply(scene: SceneView, y: float) -> str:
    """Draw the four colours to name the stones of a tower, and the tower so far."""
    names = letters(scene.say)
    wide = (WIDTH - 28 - 170) / len(COLOURS)
    drawn = []
    for at, colour in enumerate(COLOURS):
        x, part = 184 + at * wide, stone_part(colour)
        said = scene.fact(Term("colour", colour))
        mark = ""
        if part in scene.options:
            mark = "cursor" if part == scene.highlighted else "open"
        shapes = [
            rect(x + 4, y, wide - 8, _SUPPLY - 8, "strip", r=14),
            pebble(names, colour, x + 46, y + 42),
            words(x + 92, y + 53, said, "l strong", fit=wide - 106),
            rect(x + 4, y, wide - 8, _SUPPLY - 8, mark, r=14) if mark else "",
        ]
        drawn.append(
            scene.taps.tappable(part_code(part), said, *shapes, look="" if mark else "ghost")
        )
    stones = _proposed(scene)
    drawn += [pebble(names, stone, 44 + at * 36, y + 42) for at, stone in enumerate(stones)]
    return "".join(drawn)
