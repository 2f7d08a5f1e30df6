"""The mandala board, whose spaces are unknown until the table enters them.

A space shows nothing (`0`), points (`1`, `2`) or hands (`h2`, `h3`, `h4`); `end` follows the last.
"""

from __future__ import annotations

from engines.engine import BadStart, Json, Message, Reason, Term
from engines.json_reader import shown

SHOWS = ("0", "1", "2", "h2", "h3", "h4", "end")


def read_mandala(value: Json) -> tuple[str, ...]:
    """Return the known spaces of a list; raise BadStart."""
    if not isinstance(value, list | tuple):
        raise BadStart(_reason(shown(value), "no_list"))
    for number, space in enumerate(value, 1):
        if not isinstance(space, str) or space not in SHOWS:
            raise BadStart(_reason(f"mandala {number} = {shown(space)}", "no_such_space"))
        if number > 1 and value[number - 2] == "end":
            raise BadStart(_reason(f"mandala {number} = {space}", "after_end"))
    return tuple(value)


def _reason(what: str, defect: str) -> Reason:
    return Reason("BAD_BOARD_ANSWER", {"what": what, "defect": Term("defect", defect)})


def warnings(mandala: tuple[str, ...]) -> tuple[Message, ...]:
    """Return what is unusual about a known board, though it may be right."""
    found = []
    hands: dict[str, int] = {}
    for number, space in enumerate(mandala, 1):
        if space.startswith("h"):
            if space in hands:
                found.append(
                    Message(
                        "hands_again",
                        {"space": number, "hands": int(space[1:]), "earlier": hands[space]},
                    )
                )
            hands.setdefault(space, number)
        elif space == "end" and not hands:
            found.append(Message("end_without_hands", {"count": number - 1}))
    return tuple(found)
