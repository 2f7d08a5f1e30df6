"""Whole detents out of the two contacts of an encoder.

Turned clockwise, contact A closes first and B follows a quarter of a cycle later:

    contacts    --    A-    AB    -B    --    A-    AB    -B    --
    A closed        +-----------+           +-----------+
      open    ------+           +-----------+           +-----------
    B closed              +-----------+           +-----------+
      open    ------------+           +-----------+           +-----
    at rest     ^                       ^                       ^

So the contacts walk round a ring, clockwise to the right, and one edge is one step on it:

    ... -> -- -> A- -> AB -> -B -> -- -> ...

Encoders differ in how often they click on the way: once a lap (4 edges a detent, at rest on --),
twice (2 edges, at rest on -- and AB) or on every step (1 edge). A detent counts when the knob
*arrives* at a place of rest other than the one it left, or the same one after a whole lap:

    4 edges     CC1 <-> CC2 <-> CC3 -> REST <- CW3 <-> CW2 <-> CW1
    a detent     |               -1            +1               |
                 +------------------> REST <--------------------+      (turned back: nothing)

A bouncing contact only walks to and fro between two neighbours, so it can neither add nor lose a
detent, whichever edge it bounces on; nor can a turn that is given up half way. (With 1 edge a
detent a bounce is a real step back and forth: the sum is right, the steps in between are seen.)

When both contacts changed at once an edge was missed. That only happens at speed, and a fast knob
goes on the way it went: the tables carry on in that direction, and count nothing where there was
none yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from hardware.errors import BadSetting

Row = tuple[tuple[str, int], tuple[str, int], tuple[str, int], tuple[str, int]]

# Each row: in this state, seeing  --,  A-,  AB,  -B:  the next state and the detents counted.
FOUR_EDGES: Mapping[str, Row] = MappingProxyType({
    "REST": (("REST", 0),  ("CW1", 0),  ("HALF", 0), ("CC1", 0)),
    "CW1":  (("REST", 0),  ("CW1", 0),  ("CW2", 0),  ("CW3", 0)),
    "CW2":  (("REST", +1), ("CW1", 0),  ("CW2", 0),  ("CW3", 0)),
    "CW3":  (("REST", +1), ("CW1", +1), ("CW2", 0),  ("CW3", 0)),
    "CC1":  (("REST", 0),  ("CC3", 0),  ("CC2", 0),  ("CC1", 0)),
    "CC2":  (("REST", -1), ("CC3", 0),  ("CC2", 0),  ("CC1", 0)),
    "CC3":  (("REST", -1), ("CC3", 0),  ("CC2", 0),  ("CC1", -1)),
    "HALF": (("REST", 0),  ("CC3", 0),  ("HALF", 0), ("CW3", 0)),
})  # fmt: skip

# OPEN and SHUT are the two places of rest; the others are on the way from the one named, and LOST
# is where a knob begins that stands between them.
TWO_EDGES: Mapping[str, Row] = MappingProxyType({
    "OPEN":    (("OPEN", 0),  ("OPEN_CW", 0),  ("SHUT", 0),  ("OPEN_CC", 0)),
    "OPEN_CW": (("OPEN", 0),  ("OPEN_CW", 0),  ("SHUT", +1), ("SHUT_CW", +1)),
    "SHUT_CW": (("OPEN", +1), ("OPEN_CW", +1), ("SHUT", 0),  ("SHUT_CW", 0)),
    "SHUT":    (("OPEN", 0),  ("SHUT_CC", 0),  ("SHUT", 0),  ("SHUT_CW", 0)),
    "SHUT_CC": (("OPEN", -1), ("SHUT_CC", 0),  ("SHUT", 0),  ("OPEN_CC", -1)),
    "OPEN_CC": (("OPEN", 0),  ("SHUT_CC", -1), ("SHUT", -1), ("OPEN_CC", 0)),
    "LOST":    (("OPEN", 0),  ("LOST", 0),     ("SHUT", 0),  ("LOST", 0)),
})  # fmt: skip

ONE_EDGE: Mapping[str, Row] = MappingProxyType({
    "--": (("--", 0),  ("A-", +1), ("AB", 0),  ("-B", -1)),
    "A-": (("--", -1), ("A-", 0),  ("AB", +1), ("-B", 0)),
    "AB": (("--", 0),  ("A-", -1), ("AB", 0),  ("-B", +1)),
    "-B": (("--", +1), ("A-", 0),  ("AB", -1), ("-B", 0)),
})  # fmt: skip

# For each number of edges a detent: the table, and where to begin when seeing  --,  A-,  AB,  -B.
TABLES: Mapping[int, tuple[Mapping[str, Row], tuple[str, str, str, str]]] = MappingProxyType({
    4: (FOUR_EDGES, ("REST", "CW1", "HALF", "CC1")),
    2: (TWO_EDGES, ("OPEN", "LOST", "SHUT", "LOST")),
    1: (ONE_EDGE, ("--", "A-", "AB", "-B")),
})  # fmt: skip


class Quadrature:
    """Counts detents; `direction` -1 is for an encoder whose contacts are the other way round."""

    def __init__(self, steps_per_detent: int = 4, direction: int = 1) -> None:
        if steps_per_detent not in TABLES:
            raise BadSetting(f"steps_per_detent is {steps_per_detent!r}; an encoder has 1, 2 or 4")
        if direction not in (1, -1):
            raise BadSetting(f"direction is {direction!r}; give 1, or -1 to swap left and right")
        self._table, self._begin = TABLES[steps_per_detent]
        self._direction = direction
        self._state: str | None = None

    def feed(self, a: bool, b: bool) -> int:
        """Take in which contacts are closed now; return the detents completed, clockwise positive.

        The first call only tells where the knob stands.
        """
        place = _place(a, b)
        if self._state is None:
            self._state = self._begin[place]
            return 0
        self._state, detents = self._table[self._state][place]
        return detents * self._direction


class EncoderSettings(NamedTuple):
    """The two settings of `Quadrature`, as one detent tells them."""

    steps_per_detent: int
    direction: int


def learn(transitions: Iterable[tuple[bool, bool]]) -> EncoderSettings | None:
    """Derive the settings from the contacts seen while the knob was turned clockwise by one detent.

    The first pair is the place of rest before the turn. None: this was not one detent (turned
    back, turned too far, or an edge was missed), so ask for another.
    """
    places = [_place(a, b) for a, b in transitions]
    net = 0
    for before, after in pairwise(places):
        moved = (after - before) % 4
        if moved == 2:
            return None
        net += -1 if moved == 3 else moved
    if abs(net) not in TABLES:
        return None
    return EncoderSettings(steps_per_detent=abs(net), direction=1 if net > 0 else -1)


def _place(a: bool, b: bool) -> int:
    """Return the place on the ring: 0 for --, 1 for A-, 2 for AB, 3 for -B."""
    return (2 if a else 3) if b else (1 if a else 0)
