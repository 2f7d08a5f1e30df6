"""Counts detents from the two contacts of an encoder.

Turned clockwise, contact A closes first and B follows a quarter of a cycle later:

    contacts    --    A-    AB    -B    --    A-    AB    -B    --
    A closed        +-----------+           +-----------+
      open    ------+           +-----------+           +-----------
    B closed              +-----------+           +-----------+
      open    ------------+           +-----------+           +-----
    at rest     ^                       ^                       ^

So the contacts walk round a ring, clockwise to the right, and one edge is one step on it:

    ... -> -- -> A- -> AB -> -B -> -- -> ...

Encoders have one detent per lap (4 edges per detent, at rest on --), two (2 edges, at rest on --
and AB) or one per step (1 edge). A detent counts when the knob *arrives* at a place of rest other
than the one it left, or at the same one after a whole lap:

    4 edges     CC1 <-> CC2 <-> CC3 -> REST <- CW3 <-> CW2 <-> CW1
    a detent     |               -1            +1               |
                 +------------------> REST <--------------------+      (turned back: nothing)

A bouncing contact only moves back and forth between two neighbours, so it neither adds nor loses a
detent; nor does a turn that stops half way. (With 1 edge per detent a bounce is a real step back
and forth: the sum is right, but the steps in between are reported.)

If both contacts changed at once, an edge was missed. That only happens at speed, when the knob
keeps its direction: the tables continue in that direction, and count nothing if there was none yet.
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

# OPEN and SHUT are the two places of rest; the others are between them, named after the one they
# come from. LOST is the start of a knob that is between them.
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

# For each number of edges per detent: the table, and the first state when seeing --, A-, AB, -B.
TABLES: Mapping[int, tuple[Mapping[str, Row], tuple[str, str, str, str]]] = MappingProxyType({
    4: (FOUR_EDGES, ("REST", "CW1", "HALF", "CC1")),
    2: (TWO_EDGES, ("OPEN", "LOST", "SHUT", "LOST")),
    1: (ONE_EDGE, ("--", "A-", "AB", "-B")),
})  # fmt: skip


class Quadrature:
    """Counts detents. `direction` -1 is for an encoder with its contacts swapped.

    Raise BadSetting unless `steps_per_detent` is 1, 2 or 4 and `direction` 1 or -1.

    >>> knob = Quadrature(steps_per_detent=4)
    >>> contacts = [(False, False), (True, False), (True, True), (False, True), (False, False)]
    >>> [knob.feed(a, b) for a, b in contacts]
    [0, 0, 0, 0, 1]
    """

    def __init__(self, steps_per_detent: int = 4, direction: int = 1) -> None:
        if steps_per_detent not in TABLES:
            raise BadSetting(f"steps_per_detent is {steps_per_detent!r}; an encoder has 1, 2 or 4")
        if direction not in (1, -1):
            raise BadSetting(f"direction is {direction!r}; give 1, or -1 to swap left and right")
        self._table, self._begin = TABLES[steps_per_detent]
        self._direction = direction
        self._state: str | None = None

    def feed(self, a: bool, b: bool) -> int:
        """Return the detents completed by this state of the contacts, clockwise positive.

        The first call only sets where the knob is.
        """
        place = _place(a, b)
        if self._state is None:
            self._state = self._begin[place]
            return 0
        self._state, detents = self._table[self._state][place]
        return detents * self._direction


class EncoderSettings(NamedTuple):
    """The settings of `Quadrature` for an encoder."""

    steps_per_detent: int
    direction: int


def learn(transitions: Iterable[tuple[bool, bool]]) -> EncoderSettings | None:
    """Return the settings, from the contacts seen while the knob was turned clockwise by one
    detent.

    The first pair is the state at rest before the turn. Return None if this was not one detent
    (turned back, turned too far, or an edge was missed).
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
