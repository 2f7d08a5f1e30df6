"""The table editor of Mandala Stones.

Every change keeps the number of stones: one that leaves a tower goes to the main board (to a stack,
if they are tracked) or to the mandala, and one that is added comes from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from engines.engine import Json, Seat, Term
from engines.stones.board import CIRCLES, COLOURS, PER_COLOUR, STACK_HEIGHT, STONE
from engines.stones.position import write
from engines.stones.scoring import track
from engines.stones.spaces import SHOWS
from engines.stones.state import SPACES, State
from firmware_py.core.language import N_
from firmware_py.games.play_widgets import TOP
from firmware_py.games.stones.oled_board import LARGE, StackMarks, draw_known_board, draw_towers
from firmware_py.games.stones.oled_prompt import next_special
from firmware_py.games.stones.words import letters, shows_name, spell
from firmware_py.games.table_editor import (
    EditField,
    Editor,
    TableArea,
    at,
    numbers,
    people,
    terms,
    yes_no,
)
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.widgets import narrowed

_POINTS_AROUND = 30
_LAST_ROUND = 60
NOBODY_KNOWS = "?"
_UNKNOWN = "??"

MANDALA, MAIN_BOARD = -1, 0
"""Places of a stone other than a stack, which is given by its number."""


def areas(scene: AnyScene) -> tuple[TableArea, ...]:
    """Return each player's towers and points, the mandala, the main board, the turn."""
    state: State = scene.state
    edit = Editor(write(state))
    areas = [_player(scene, edit, seat) for seat in range(state.seats)]
    areas.append(_mandala(scene, edit))
    if state.board is not None:
        areas.append(_board(scene, edit))
    areas.append(_turn(scene, edit))
    return tuple(areas)


# --- players --------------------------------------------------------------------------------


def _player(scene: AnyScene, edit: Editor[Json], seat: int) -> TableArea:
    state: State = scene.state
    names = letters(scene.say)
    towers = [
        f"{at}: {spell(tower, names).upper() or '-'}"
        for at, tower in enumerate(state.towers[seat], 1)
    ]
    vp = state.vp[seat]
    around = numbers(range(max(0, vp - _POINTS_AROUND), vp + _POINTS_AROUND + 1))
    fields = [edit.field(scene.say(N_("Points")), around, vp, at("vp", seat))]
    for space in range(1, SPACES + 1):
        fields += _tower(scene, edit, seat, space)
    return TableArea(
        scene.voice.fact(Seat(seat)),
        (*towers, scene.say(N_("{points} VP"), points=vp)),
        tuple(fields),
        partial(_draw_player, scene, seat),
    )


def _draw_player(scene: AnyScene, seat: int, canvas: Canvas) -> None:
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


def _tower(scene: AnyScene, edit: Editor[Json], seat: int, space: int) -> Iterator[EditField]:
    """Yield a field for each stone of a tower, and one for a stone on top of it."""
    stones = _stones(edit.table, seat, space)
    title = partial(scene.say, N_("Space {space}, stone {stone}"), space=space)
    names = terms(scene, "stone", COLOURS if scene.state.board is None else STONE)
    for level, stone in enumerate(stones):
        domain: dict[str | int, str] = {}
        domain.update(names)
        if level == len(stones) - 1:
            domain.update(_targets(scene, edit.table))
        put = partial(_change_stone, seat, space, level)
        yield edit.field(title(stone=level + 1), domain, stone, put)
    if len(stones) < STACK_HEIGHT:
        sources = _sources(scene, edit.table, names)
        put_top = partial(_add_stone, seat, space)
        yield edit.field(title(stone=len(stones) + 1), sources, None, put_top)


def _targets(scene: AnyScene, position: Json) -> Iterator[tuple[int, str]]:
    """Yield where the top of a tower could be instead."""
    yield MANDALA, scene.say(N_("→ mandala"))
    if scene.state.board is None:
        yield MAIN_BOARD, scene.say(N_("→ main board"))
        return
    for stack, height in enumerate(position["board"]["heights"], 1):
        if height < STACK_HEIGHT:
            yield stack, scene.say(N_("→ stack {stack}"), stack=stack)


def _sources(scene: AnyScene, position: Json, names: dict[str, str]) -> dict[tuple[int, str], str]:
    """Return the stones that could be on top of a tower, with the place they come from."""
    sources: dict[tuple[int, str], str] = {}
    if scene.state.board is None:
        sources |= {(MAIN_BOARD, colour): names[colour] for colour in COLOURS}
    else:
        tops = _known_tops(position).items()
        sources |= {(stack, stone): f"{stack}: {names[stone]}" for stack, stone in tops}
    if scene.state.placed + scene.state.aside:
        for stone, count in sorted(_on_mandala(position).items()):
            if count > 0:
                name = scene.voice.fact(Term("stone", stone))
                sources[MANDALA, stone] = scene.say(N_("mandala: {stone}"), stone=name)
    return sources


# --- the mandala, the main board and the turn -----------------------------------------------


def _mandala(scene: AnyScene, edit: Editor[Json]) -> TableArea:
    state: State = scene.state
    lines = [scene.say(N_("Stones on the mandala: {count}"), count=state.placed)]
    if state.aside:
        lines.append(scene.say(N_("Stones set aside: {count}"), count=state.aside))
    number, shows = next_special(state)
    if shows and shows != NOBODY_KNOWS:
        name = shows_name(scene, state.mandala[number - 1])
        lines.append(scene.say(N_("Next: space {number}, {shows}"), number=number, shows=name))
    fields = (*_counts(scene, edit), *_spaces(scene, edit))
    return TableArea(scene.say(N_("Mandala")), tuple(lines), fields)


def _counts(scene: AnyScene, edit: Editor[Json]) -> Iterator[EditField]:
    """Yield the number of stones of each colour on the mandala, if only colours are known."""
    if scene.state.board is not None:
        return
    counts = _on_mandala(edit.table)
    taken = dict(zip(COLOURS, scene.state.taken, strict=True))
    for colour, title in terms(scene, "stone", COLOURS).items():
        most = counts[colour] + PER_COLOUR - taken[colour]
        put = partial(_put_count, colour)
        yield edit.field(title, numbers(range(most + 1)), counts[colour], put)


def _spaces(scene: AnyScene, edit: Editor[Json]) -> Iterator[EditField]:
    """Yield a field for each known space of the mandala, and the first unknown one."""
    known = scene.state.mandala
    domain = {shows: shows_name(scene, shows) for shows in SHOWS} | {NOBODY_KNOWS: NOBODY_KNOWS}
    for number in range(1, len(known) + (1 if "end" in known else 2)):
        title = scene.say(N_("Mandala {number}"), number=number)
        held = known[number - 1] if number <= len(known) else NOBODY_KNOWS
        yield edit.field(title, domain, held, partial(_put_space, number))


def _board(scene: AnyScene, edit: Editor[Json]) -> TableArea:
    state: State = scene.state
    board = state.board
    assert board is not None
    circles = {circle: circle for circle in CIRCLES}
    fields = [
        edit.field(
            scene.say(N_("Artist {pattern}"), pattern=pattern),
            circles,
            circle,
            partial(_move_artist, circle),
        )
        for circle, pattern in zip(CIRCLES, board.artists, strict=True)
        if pattern != "."
    ]
    tops = _known_tops(edit.table)
    stones = terms(scene, "stone", STONE)
    for stack, height in enumerate(board.heights, 1):
        if height:
            title = scene.say(N_("Stack {number}"), number=stack)
            put = partial(_rename_top, stack)
            fields.append(edit.field(title, stones, tops.get(stack), put, missing=NOBODY_KNOWS))

    def draw(canvas: Canvas) -> None:
        draw_known_board(canvas, board, letters(scene.say), StackMarks())

    return TableArea(scene.say(N_("Main board")), (), tuple(fields), draw)


def _turn(scene: AnyScene, edit: Editor[Json]) -> TableArea:
    state: State = scene.state
    say = scene.say
    if state.phase == "over":
        return TableArea(say(N_("Turn")), (say(N_("The game is over.")),))
    seats = people(scene, range(state.seats))
    lines = [
        say(N_("Next: {name}."), name=seats[state.turn]),
        say(N_("Round {number}"), number=state.round),
    ]
    if state.triggered:
        lines.append(say(N_("This is the last round.")))
    rounds = numbers(range(1, _LAST_ROUND + 1))
    fields = [
        edit.field(say(N_("Turn")), seats, state.turn, _put_turn),
        edit.field(say(N_("Round")), rounds, state.round, at("round"), missing=str(state.round)),
    ]
    if state.phase == "play" and state.board is None:
        title = say(N_("Nothing to pick"))
        fields.append(edit.field(title, yes_no(scene), state.waived, at("waived")))
    return TableArea(say(N_("Turn")), tuple(lines), tuple(fields))


# --- changes to a copy of the position ------------------------------------------------------


def _stones(position: Json, seat: int, space: int) -> list[str]:
    """Return the stones of a tower, bottom first: colours, or codes if the board is tracked."""
    tower = position["towers"][seat][space - 1]
    wide = 2 if "board" in position else 1
    return [tower[at : at + wide] for at in range(0, len(tower), wide)]


def _put_tower(position: Json, seat: int, space: int, stones: list[str]) -> None:
    position["towers"][seat][space - 1] = "".join(stones)


def _change_stone(seat: int, space: int, level: int, position: Json, found: str | int) -> Json:
    """Exchange a stone of a tower for another one, or move the top one somewhere else."""
    stones = _stones(position, seat, space)
    old = stones.pop(level)
    if isinstance(found, str):
        stones.insert(level, found)
        position["taken"][old[0]] -= 1
        position["taken"][found[0]] += 1
        if "board" in position:
            _rename_lifted(position, old, found)
    elif found == MANDALA:
        _lay(position, 1)
    else:
        position["taken"][old[0]] -= 1
        if found != MAIN_BOARD:
            _return_to_stack(position, found, old)
    _put_tower(position, seat, space, stones)
    return position


def _add_stone(seat: int, space: int, position: Json, found: tuple[int, str]) -> Json:
    """Move a stone from the mandala or the main board to a tower."""
    source, stone = found
    _put_tower(position, seat, space, [*_stones(position, seat, space), stone])
    if source == MANDALA:
        _lay(position, -1)
        return position
    position["taken"][stone[0]] += 1
    if source != MAIN_BOARD:
        board = position["board"]
        board["heights"][source - 1] -= 1
        if not board["heights"][source - 1]:
            _name(board, source)
    return position


def _on_mandala(position: Json) -> Counter[str]:
    """Return the stones that are neither on the main board nor on towers, by colour or code."""
    if "board" in position:
        board = position["board"]
        stacks = zip(board["stacks"], board["heights"], strict=True)
        out = Counter(stone for stack, height in stacks for stone in stack[height:])
    else:
        out = Counter(position["taken"])
    for seat, towers in enumerate(position["towers"]):
        for space in range(1, len(towers) + 1):
            out.subtract(_stones(position, seat, space))
    return out


def _put_count(colour: str, position: Json, count: int) -> Json:
    """Set the number of stones of a colour on the mandala, taken from the main board."""
    more = count - _on_mandala(position)[colour]
    position["taken"][colour] += more
    _lay(position, more)
    return position


def _put_space(number: int, position: Json, shows: str) -> Json:
    """Set what is printed on a mandala space; after an unknown one the rest is unknown, too."""
    spaces = position["mandala"]
    if shows == NOBODY_KNOWS:
        del spaces[number - 1 :]
    else:
        spaces[number - 1 : number] = [shows]
        if shows == "end":
            del spaces[number:]
    _lay(position, 0)
    return position


def _lay(position: Json, more: int) -> None:
    """Add stones to the mandala, or remove some; those without a space are set aside."""
    count = position["placed"] + position["aside"] + more
    spaces = [shows for shows in position["mandala"] if shows != "end"]
    room = len(spaces) if "end" in position["mandala"] else count
    position["placed"] = max(0, min(count, room))
    position["aside"] = count - position["placed"]
    hands = f"h{len(position['towers'])}"
    position["triggered"] = hands in spaces[: position["placed"]]


def _return_to_stack(position: Json, stack: int, stone: str) -> None:
    board = position["board"]
    level = board["heights"][stack - 1]
    # This stone was recorded as lifted from another stack: the two exchange their records.
    _rename_lifted(position, stone, board["stacks"][stack - 1][level])
    board["stacks"][stack - 1][level] = stone
    board["heights"][stack - 1] += 1
    _name(board, stack)


def _rename_top(stack: int, position: Json, stone: str) -> Json:
    board = position["board"]
    board["stacks"][stack - 1][board["heights"][stack - 1] - 1] = stone
    _name(board, stack)
    return position


def _move_artist(source: str, position: Json, target: str) -> Json:
    """Put an artist on another circle; an artist there is swapped."""
    artists = position["board"]["artists"]
    moved, other = artists.pop(source), artists.pop(target, None)
    artists[target] = moved
    if other is not None:
        artists[source] = other
    return position


def _put_turn(position: Json, seat: int) -> Json:
    return position | {"turn": seat, "waived": False}


def _known_tops(position: Json) -> dict[int, str]:
    board = position["board"]
    return {
        number: stack[height - 1]
        for number, (stack, height) in enumerate(
            zip(board["stacks"], board["heights"], strict=True), 1
        )
        if height and number not in board["uncovered"] and stack[height - 1] != _UNKNOWN
    }


def _name(board: Json, stack: int) -> None:
    board["uncovered"] = [each for each in board["uncovered"] if each != stack]


def _rename_lifted(position: Json, old: str, new: str) -> None:
    """Exchange the record of a stone that left the main board, if there is one."""
    board = position["board"]
    for stack, height in zip(board["stacks"], board["heights"], strict=True):
        for place in range(height, STACK_HEIGHT):
            if stack[place] == old:
                stack[place] = new
                return
