"""Mends a position of Mandala Stones: every change keeps the count of the stones right.

A stone that leaves a tower goes somewhere, and one that comes to it comes from somewhere: the main
board (with its stacks, where they are tracked) or the mandala. Functions edit the copy that they
get and return it; whether the result can be is for the engine to say.
"""

from __future__ import annotations

from collections import Counter

from engines.engine import Json

_UNKNOWN = "??"
_HIGHEST = 4

# --- towers ---------------------------------------------------------------------------------


def stones_of(position: Json, seat: int, space: int) -> list[str]:
    """Return the stones of a tower, bottom first: colours, or codes where there is a board."""
    tower = position["towers"][seat][space - 1]
    wide = 2 if "board" in position else 1
    return [tower[at : at + wide] for at in range(0, len(tower), wide)]


def recolour(seat: int, space: int, level: int, stone: str, position: Json) -> Json:
    """Say that a stone of a tower is another one: it was so when it left the main board."""
    stones = stones_of(position, seat, space)
    old, stones[level] = stones[level], stone
    _put_tower(position, seat, space, stones)
    position["taken"][old[0]] -= 1
    position["taken"][stone[0]] += 1
    if "board" in position:
        _rename_lifted(position, old, stone)
    return position


def add_from_main(seat: int, space: int, colour: str, position: Json) -> Json:
    """Put a stone from the main board, which is not tracked, on a tower."""
    _put_tower(position, seat, space, [*stones_of(position, seat, space), colour])
    position["taken"][colour] += 1
    return position


def return_to_main(seat: int, space: int, position: Json) -> Json:
    """Put the top of a tower back on the main board, which is not tracked."""
    stone = _lift_top(position, seat, space)
    position["taken"][stone] -= 1
    return position


def add_from_mandala(seat: int, space: int, stone: str, position: Json) -> Json:
    """Put a stone that lies on the mandala, or aside, back on a tower."""
    _put_tower(position, seat, space, [*stones_of(position, seat, space), stone])
    _lay(position, position["placed"] + position["aside"] - 1)
    return position


def move_to_mandala(seat: int, space: int, position: Json) -> Json:
    """Put the top of a tower on the mandala, or aside where that is full."""
    _lift_top(position, seat, space)
    _lay(position, position["placed"] + position["aside"] + 1)
    return position


def _lift_top(position: Json, seat: int, space: int) -> str:
    *rest, top = stones_of(position, seat, space)
    _put_tower(position, seat, space, rest)
    return top


def _put_tower(position: Json, seat: int, space: int, stones: list[str]) -> None:
    position["towers"][seat][space - 1] = "".join(stones)


# --- the mandala ----------------------------------------------------------------------------


def lying(position: Json) -> Counter[str]:
    """Return the stones that are neither on the main board nor on towers: colours or codes."""
    if "board" in position:
        board = position["board"]
        stacks = zip(board["stacks"], board["heights"], strict=True)
        out = Counter(stone for stack, height in stacks for stone in stack[height:])
    else:
        out = Counter(position["taken"])
    for seat, towers in enumerate(position["towers"]):
        for space in range(1, len(towers) + 1):
            out.subtract(stones_of(position, seat, space))
    return out


def put_lying(colour: str, count: int, position: Json) -> Json:
    """Say how many stones of a colour lie on the mandala; others came from the main board."""
    more = count - lying(position)[colour]
    position["taken"][colour] += more
    _lay(position, position["placed"] + position["aside"] + more)
    return position


def put_space(number: int, shows: str | None, position: Json) -> Json:
    """Say what a mandala space shows; None: nobody knows it, nor those after it."""
    spaces = position["mandala"]
    if shows is None:
        del spaces[number - 1 :]
    else:
        spaces[number - 1 : number] = [shows]
        if shows == "end":
            del spaces[number:]
    _lay(position, position["placed"] + position["aside"])
    return position


def _lay(position: Json, count: int) -> None:
    """Lay so many stones on the mandala, and what it cannot take aside."""
    spaces = [shows for shows in position["mandala"] if shows != "end"]
    room = len(spaces) if "end" in position["mandala"] else count
    position["placed"] = max(0, min(count, room))
    position["aside"] = count - position["placed"]
    hands = f"h{len(position['towers'])}"
    position["triggered"] = hands in spaces[: position["placed"]]


# --- the main board -------------------------------------------------------------------------


def take_from_stack(seat: int, space: int, stack: int, position: Json) -> Json:
    """Put the top of a stack on a tower; what comes to light is asked for if nobody knows it."""
    board = position["board"]
    board["heights"][stack - 1] -= 1
    stone = board["stacks"][stack - 1][board["heights"][stack - 1]]
    _put_tower(position, seat, space, [*stones_of(position, seat, space), stone])
    position["taken"][stone[0]] += 1
    if not board["heights"][stack - 1]:
        _name(board, stack)
    return position


def return_to_stack(seat: int, space: int, stack: int, position: Json) -> Json:
    """Put the top of a tower on a stack."""
    stone = _lift_top(position, seat, space)
    board = position["board"]
    at = board["heights"][stack - 1]
    # The stack gets this very stone; from where it was thought to be, the other one came.
    _rename_lifted(position, stone, board["stacks"][stack - 1][at])
    board["stacks"][stack - 1][at] = stone
    board["heights"][stack - 1] += 1
    position["taken"][stone[0]] -= 1
    _name(board, stack)
    return position


def rename_top(stack: int, stone: str, position: Json) -> Json:
    """Say which stone lies on top of a stack."""
    board = position["board"]
    board["stacks"][stack - 1][board["heights"][stack - 1] - 1] = stone
    _name(board, stack)
    return position


def move_artist(source: str, target: str, position: Json) -> Json:
    """Put an artist on another circle; an artist there takes its place."""
    artists = position["board"]["artists"]
    moved, other = artists.pop(source), artists.pop(target, None)
    artists[target] = moved
    if other is not None:
        artists[source] = other
    return position


def open_stacks(position: Json) -> list[int]:
    """Return the stacks that could hold one more stone."""
    heights = position["board"]["heights"]
    return [at for at, height in enumerate(heights, 1) if height < _HIGHEST]


def known_tops(position: Json) -> dict[int, str]:
    """Return the tops that somebody has named, by stack."""
    board = position["board"]
    tops = {}
    for at, (stack, height) in enumerate(zip(board["stacks"], board["heights"], strict=True), 1):
        if height and at not in board["uncovered"] and stack[height - 1] != _UNKNOWN:
            tops[at] = stack[height - 1]
    return tops


def _name(board: Json, stack: int) -> None:
    board["uncovered"] = [each for each in board["uncovered"] if each != stack]


def _rename_lifted(position: Json, old: str, new: str) -> None:
    """Say that a stone which left the main board was another one; there may be none such."""
    board = position["board"]
    for stack, height in zip(board["stacks"], board["heights"], strict=True):
        for place in range(height, _HIGHEST):
            if stack[place] == old:
                stack[place] = new
                return
