"""Descriptions of choices, and of what happened after them."""

from __future__ import annotations

from engines.engine import Fact, Message, Seat, Term
from engines.icehouse.choices import Choice, Lay, Take
from engines.icehouse.state import (
    DRAW,
    END,
    LAY,
    OVER,
    PLAY,
    SPACES,
    Scored,
    State,
    active,
    ahead,
    laid,
    present,
)


def describe(state: State, choice: Choice) -> Message:
    """Return the description of a choice; pyramids ahead are counted from the pawn on turn."""
    match choice:
        case Take(space):
            spaces = ahead(state, state.turn)
            if space not in spaces:
                return Message("describe.move", {"space": space + 1})
            facts: dict[str, Fact] = {
                "pyramid": Term("pyramid", state.path[space]),
                "space": space + 1,
                "ahead": spaces.index(space) + 1,
            }
            return Message("describe.take", facts)
        case Lay(pyramid):
            return Message("describe.lay", {"pyramid": Term("pyramid", pyramid)})
        case _:
            return Message("describe.pass")


def events(before: State, choice: Choice | None, after: State) -> tuple[Message, ...]:
    """Return what happened between two tables, in the order of the rules."""
    if isinstance(choice, Lay):
        return _tell_lay(choice.pyramid, after)
    said: list[Message] = []
    gone: set[int] = set()
    if isinstance(choice, Take):
        gone.add(choice.space)
        facts: dict[str, Fact] = {
            "seat": Seat(before.turn),
            "pyramid": Term("pyramid", before.path[choice.space]),
            "space": choice.space + 1,
        }
        said.append(Message("taken", facts))
    else:
        said += [Message("left", {"seat": Seat(s)}) for s in after.left if s not in before.left]
        if after.ended in (DRAW, END):
            said.append(Message(f"agreed.{after.ended}"))
    if before.phase == PLAY:
        said += _tell_table(before, after, gone)
    return tuple(said)


def _tell_lay(pyramid: str, after: State) -> tuple[Message, ...]:
    said = [Message("laid", {"pyramid": Term("pyramid", pyramid), "space": laid(after)})]
    if after.phase != LAY:
        said.append(Message("path_complete", {"spaces": SPACES, "seat": Seat(after.turn)}))
    return tuple(said)


def _tell_table(before: State, after: State, gone: set[int]) -> list[Message]:
    """Return what was swept, scored and taken at the end; `gone` has the space of the move
    itself.
    """
    said: list[Message] = []
    low = min(after.pawns[seat] for seat in present(after))
    emptied = [s for s in range(SPACES) if before.path[s] and not after.path[s] and s not in gone]
    swept = [space for space in emptied if space < low]
    if swept:
        said.append(Message("swept", {"count": len(swept), "last": swept[-1] + 1}))
    rest = len(emptied) - len(swept)
    if rest:
        # After the move only one seat had anything ahead: the one furthest behind.
        seat = min(present(after), key=lambda each: after.pawns[each])
        said.append(Message("rest_taken", {"seat": Seat(seat), "count": rest}))
    known = {group.group for group in before.scored}
    said += [_tell_group(group) for group in after.scored if group.group not in known]
    if after.phase != OVER:
        ended = sorted(set(active(before)) - set(active(after)) - set(after.left))
        said += [Message("at_end", {"seat": Seat(seat)}) for seat in ended]
    return said


def _tell_group(group: Scored) -> Message:
    pyramid = Term("pyramid", group.group)
    by_points = {points: seat for seat, points in enumerate(group.points)}
    if 5 in by_points:
        return Message("group_alone", {"pyramid": pyramid, "seat": Seat(by_points[5])})
    if 3 in by_points:
        facts: dict[str, Fact] = {
            "pyramid": pyramid,
            "first": Seat(by_points[3]),
            "second": Seat(by_points[2]),
        }
        return Message("group_scored", facts)
    return Message("group_in_eye", {"pyramid": pyramid})
