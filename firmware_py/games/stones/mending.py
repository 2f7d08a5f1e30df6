"""The table area by area: what to compare, and what can be mended there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engines.engine import Json, Seat, Term
from engines.stones.board import CIRCLES, COLOURS, PER_COLOUR, STACK_HEIGHT, STONE
from engines.stones.position import write as position_of
from engines.stones.scoring import track
from engines.stones.spaces import SHOWS
from engines.stones.state import SPACES, State
from firmware_py.core.language import N_
from firmware_py.games.scene import TOP, Scene
from firmware_py.games.stones import changes
from firmware_py.games.stones.labels import shows_name
from firmware_py.games.stones.letters import letters, spell
from firmware_py.games.stones.mainboard import StackMarks, draw_known_board
from firmware_py.games.stones.prompt import next_special
from firmware_py.games.stones.towers import LARGE, draw_towers
from firmware_py.games.table_editor import COPY, EditField, TableArea
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.widgets import narrowed

Change = Callable[[Json], Json]
"""A position to a mended one."""

_POINTS_AROUND = 30
_LAST_ROUND = 60
NOBODY_KNOWS = "?"


def areas(scene: Scene) -> tuple[TableArea, ...]:
    """Return every player's towers and points, the mandala, the main board, the turn."""
    state: State = scene.state
    areas = [_player(scene, seat) for seat in range(state.seats)]
    areas.append(_mandala(scene))
    if state.board is not None:
        areas.append(_board(scene))
    areas.append(_turn(scene))
    return tuple(areas)


# --- players --------------------------------------------------------------------------------


def _player(scene: Scene, seat: int) -> TableArea:
    state: State = scene.state
    name = scene.voice.fact(Seat(seat))
    names = letters(scene.say)
    towers = [
        f"{at}: {spell(tower, names).upper() or '-'}"
        for at, tower in enumerate(state.towers[seat], 1)
    ]
    fields = [_points(scene, seat)]
    for space in range(1, SPACES + 1):
        fields += _tower(scene, seat, space)
    return TableArea(
        name,
        (*towers, scene.say(N_("{points} VP"), points=state.vp[seat])),
        tuple(fields),
        partial(_draw_player, scene, seat),
    )


def _draw_player(scene: Scene, seat: int, canvas: Canvas) -> None:
    state: State = scene.state
    draw_towers(canvas, state.towers[seat], letters(scene.say))
    x = SPACES * LARGE.column + 2
    w = WIDTH - x
    points = state.vp[seat]
    markers, rest = track(points)
    words = scene.say(N_("{points} VP"), points=points)
    canvas.text(x, TOP + 5, words, narrowed(words, w, "large"), width=w, align="centre")
    if markers:
        canvas.text(x, TOP + 24, f"{markers} x 50", "small", width=w, align="centre")
        canvas.text(x, TOP + 33, f"+ {rest}", "small", width=w, align="centre")


def _points(scene: Scene, seat: int) -> EditField:
    points = scene.state.vp[seat]

    def put(value: int, position: Json) -> Json:
        vp = list(position["vp"])
        vp[seat] = value
        return {**position, "vp": vp}

    around = range(max(0, points - _POINTS_AROUND), points + _POINTS_AROUND + 1)
    ways = {str(value): partial(put, value) for value in around}
    return COPY.field(scene.say(N_("Points")), str(points), ways)


def _tower(scene: Scene, seat: int, space: int) -> list[EditField]:
    """Return a field for each stone of a tower, and one for a stone on top of it."""
    position = position_of(scene.state)
    stones = changes.stones_of(position, seat, space)
    title = partial(scene.say, N_("Space {space}, stone {stone}"), space=space)
    fields = []
    for level, stone in enumerate(stones):
        ways: dict[str, Change] = {
            _stone_name(scene, other): partial(changes.recolour, seat, space, level, other)
            for other in (COLOURS if scene.state.board is None else STONE)
        }
        if level == len(stones) - 1:
            ways |= _ways_out(scene, position, seat, space)
        fields.append(COPY.field(title(stone=level + 1), _stone_name(scene, stone), ways))
    if len(stones) < STACK_HEIGHT:
        ways = _ways_in(scene, position, seat, space)
        fields.append(COPY.field(title(stone=len(stones) + 1), "-", ways))
    return fields


def _stone_name(scene: Scene, stone: str) -> str:
    return scene.voice.fact(Term("stone", stone))


def _ways_out(scene: Scene, position: Json, seat: int, space: int) -> dict[str, Change]:
    """Return where the top of a tower could be instead."""
    say = scene.say
    ways: dict[str, Change] = {say(N_("→ mandala")): partial(changes.move_to_mandala, seat, space)}
    if scene.state.board is None:
        ways[say(N_("→ main board"))] = partial(changes.return_to_main, seat, space)
        return ways
    return ways | {
        say(N_("→ stack {stack}"), stack=stack): partial(
            changes.return_to_stack, seat, space, stack
        )
        for stack in changes.open_stacks(position)
    }


def _ways_in(scene: Scene, position: Json, seat: int, space: int) -> dict[str, Change]:
    """Return what could stand on top of a tower and from where."""
    ways: dict[str, Change] = {}
    if scene.state.board is None:
        for colour in COLOURS:
            ways[_stone_name(scene, colour)] = partial(changes.add_from_main, seat, space, colour)
    else:
        for stack, stone in changes.known_tops(position).items():
            words = f"{stack}: {_stone_name(scene, stone)}"
            ways[words] = partial(changes.take_from_stack, seat, space, stack)
    if scene.state.placed + scene.state.aside:
        for stone, count in sorted(changes.lying(position).items()):
            if count > 0:
                words = scene.say(N_("mandala: {stone}"), stone=_stone_name(scene, stone))
                ways[words] = partial(changes.add_from_mandala, seat, space, stone)
    return ways


# --- the mandala ----------------------------------------------------------------------------


def _mandala(scene: Scene) -> TableArea:
    state: State = scene.state
    lines = [scene.say(N_("Stones on the mandala: {count}"), count=state.placed)]
    if state.aside:
        lines.append(scene.say(N_("Stones set aside: {count}"), count=state.aside))
    number, shows = next_special(state)
    if shows and shows != NOBODY_KNOWS:
        name = shows_name(scene, state.mandala[number - 1])
        lines.append(scene.say(N_("Next: space {number}, {shows}"), number=number, shows=name))
    fields = _lying(scene) if state.board is None else []
    return TableArea(scene.say(N_("Mandala")), tuple(lines), (*fields, *_spaces(scene)))


def _lying(scene: Scene) -> list[EditField]:
    """Return how many stones of each colour lie there, where only colours are known."""
    state: State = scene.state
    counts = changes.lying(position_of(state))
    fields = []
    for colour, taken in zip(COLOURS, state.taken, strict=True):
        count = counts[colour]

        most = count + PER_COLOUR - taken
        ways = {str(value): partial(changes.put_lying, colour, value) for value in range(most + 1)}
        fields.append(COPY.field(_stone_name(scene, colour), str(count), ways))
    return fields


def _spaces(scene: Scene) -> list[EditField]:
    """Return what each known space shows, and the first unknown one."""
    known = scene.state.mandala
    ended = "end" in known
    fields = []
    for number in range(1, len(known) + (1 if ended else 2)):
        ways: dict[str, Change] = {
            shows_name(scene, shows): partial(changes.put_space, number, shows) for shows in SHOWS
        }
        ways[NOBODY_KNOWS] = partial(changes.put_space, number, None)
        value = shows_name(scene, known[number - 1]) if number <= len(known) else NOBODY_KNOWS
        fields.append(COPY.field(scene.say(N_("Mandala {number}"), number=number), value, ways))
    return fields


# --- the main board and the turn ------------------------------------------------------------


def _board(scene: Scene) -> TableArea:
    state: State = scene.state
    board = state.board
    assert board is not None

    fields = []
    for circle, pattern in zip(CIRCLES, board.artists, strict=True):
        if pattern != ".":
            title = scene.say(N_("Artist {pattern}"), pattern=pattern)
            moves = {target: partial(changes.move_artist, circle, target) for target in CIRCLES}
            fields.append(COPY.field(title, circle, moves))
    position = position_of(state)
    tops = changes.known_tops(position)
    for stack in range(1, len(board.stacks) + 1):
        if board.heights[stack - 1]:
            value = _stone_name(scene, tops[stack]) if stack in tops else NOBODY_KNOWS
            names = {
                _stone_name(scene, code): partial(changes.rename_top, stack, code) for code in STONE
            }
            title = scene.say(N_("Stack {number}"), number=stack)
            fields.append(COPY.field(title, value, names))

    def draw(canvas: Canvas) -> None:
        draw_known_board(canvas, board, letters(scene.say), StackMarks())

    return TableArea(scene.say(N_("Main board")), (), tuple(fields), draw)


def _turn(scene: Scene) -> TableArea:
    state: State = scene.state
    say = scene.say
    if state.phase == "over":
        return TableArea(say(N_("Turn")), (say(N_("The game is over.")),))
    name = scene.voice.fact(Seat(state.turn))
    lines = [
        say(N_("Next: {name}."), name=name),
        say(N_("Round {number}"), number=state.round),
    ]
    if state.triggered:
        lines.append(say(N_("This is the last round.")))

    def put(key: str, value: Json, position: Json) -> Json:
        changed = {**position, key: value}
        return {**changed, "waived": False} if key == "turn" else changed

    seats = {
        scene.voice.fact(Seat(seat)): partial(put, "turn", seat) for seat in range(state.seats)
    }
    rounds = {str(number): partial(put, "round", number) for number in range(1, _LAST_ROUND + 1)}
    fields = [
        COPY.field(say(N_("Turn")), name, seats),
        COPY.field(say(N_("Round")), str(state.round), rounds),
    ]
    if state.phase == "play" and state.board is None:
        answers = {say(N_("no")): partial(put, "waived", False)}
        answers[say(N_("yes"))] = partial(put, "waived", True)
        said = say(N_("yes") if state.waived else N_("no"))
        fields.append(COPY.field(say(N_("Nothing to pick")), said, answers))
    return TableArea(say(N_("Turn")), tuple(lines), tuple(fields))
