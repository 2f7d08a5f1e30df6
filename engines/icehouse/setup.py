"""The start of a game: with a given path, one dealt from the seed, or one still to be entered."""

from __future__ import annotations

from collections import Counter

from engines.engine import BadStart, Json, Reason, Start, Term
from engines.icehouse.refusals import bad_path
from engines.icehouse.state import COPIES, GROUPS, LAY, PLAY, PLAYERS, SPACES, START, State
from engines.json_reader import shown
from engines.rng import Chance


def setup(start: Start) -> State:
    """Return the first state (Icehouse 2.2); raise BadStart."""
    if not PLAYERS[0] <= start.seats <= PLAYERS[1]:
        raise BadStart(Reason("BAD_PLAYER_COUNT", {"seats": start.seats}))
    path = _path(start)
    if not 0 <= start.first < start.seats:
        facts = {"first": start.first + 1, "seats": start.seats}
        raise BadStart(Reason("BAD_FIRST_PLAYER", facts))
    return State(
        phase=PLAY if path else LAY,
        turn=start.first,
        path=path or ("",) * SPACES,
        pawns=(START,) * start.seats,
        held=((),) * start.seats,
    )


def _path(start: Start) -> tuple[str, ...]:
    """Return the pyramids in order; empty if they are entered by hand."""
    if "path" in start.given:
        return _read_path(start.given["path"])
    if start.options.get("path") == "entered":
        return ()
    return Chance(start.seed, "path").shuffle(GROUPS * COPIES)


def _read_path(value: Json) -> tuple[str, ...]:
    """Return a given path; raise BadStart unless it has five of each of the fifteen groups."""
    path = value if isinstance(value, list | tuple) else ()
    codes = tuple(code if isinstance(code, str) else shown(code) for code in path)
    copies = Counter(codes)
    strange = next((code for code in codes if code not in GROUPS), None)
    if strange is not None:
        raise BadStart(bad_path(len(codes), copies[strange], shown(strange)))
    # Too many of one group is a better explanation than too few of another.
    for group in sorted(GROUPS, key=lambda group: copies[group] <= COPIES):
        if copies[group] != COPIES:
            raise BadStart(bad_path(len(codes), copies[group], Term("pyramid", group)))
    return codes
