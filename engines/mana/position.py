"""Reads and writes positions as text (rules page, section 7), and checks them.

    wWwwww/....../....../....../....../bBbbbb b 2@d3 00 - ^90
    rows 6 to 1                            | |    |  | the board turned (2005, if not ^0)
                              side to move-+ |    |  +-"free": the opponent lost a turn
                 demanded kind, bird or Mana-+    +-captured ronins of black and white

Setups have a text too: an empty board, or one with only black pieces and white to move. A 2005 game
with the board at ^0 and no piece yet writes `^0`, otherwise it would read as not yet turned. The
text has no agreements: a game resigned or drawn by agreement reads as still running.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NoReturn

from engines.engine import BadPosition, Fact, Json, Reason, Start, Term
from engines.json_reader import check_start
from engines.mana.board import (
    DAIMIO,
    EMPTY,
    KINDS,
    NAMES,
    ORIENTATIONS,
    OWN,
    RONIN,
    SQUARES,
    from_rows,
    to_rows,
)
from engines.mana.choices import home
from engines.mana.rules import settle
from engines.mana.state import ORIENT, OVER, PLAY, SEATS, SETUP, State, rules_of
from engines.mana.words import colour_term, lord_term

_ROW = re.compile(r"[bBwW.]{6}")
_KIND = re.compile(r"([0-3])(?:@([a-f][1-6]))?")
_CAPTURED = re.compile(r"[0-5]{2}")
_TURNED = {f"^{degrees}": degrees for degrees in ORIENTATIONS}


def write(state: State) -> str:
    """Return the text of a position."""
    at = "" if state.mana is None else f"@{NAMES[state.mana]}"
    black, white = state.captured
    fields = [
        "/".join(to_rows(state.board)),
        "bw"[state.side],
        f"{state.kind}{at}",
        f"{black}{white}",
        "free" if state.free else "-",
    ]
    is_turned = state.rules.is_2005 and state.phase == SETUP and state.board == EMPTY
    if state.orientation or is_turned:
        fields.append(f"^{state.orientation}")
    return " ".join(fields)


def read(value: Json, start: Start) -> State:
    """Return the state of a text; raise BadPosition or BadStart."""
    check_start(start, SEATS)
    if not isinstance(value, str):
        _refuse("text")
    fields = value.split()
    if len(fields) not in (5, 6):
        _refuse("fields")
    board, side, kind, captured, free = fields[:5]
    rows = tuple(board.split("/"))
    if len(rows) != 6 or not all(_ROW.fullmatch(row) for row in rows):
        _refuse("rows")
    if side not in ("b", "w"):
        _refuse("side")
    demand = _KIND.fullmatch(kind)
    if demand is None:
        _refuse("kind")
    if not _CAPTURED.fullmatch(captured):
        _refuse("captured")
    if free not in ("free", "-"):
        _refuse("free")
    state = State(
        rules=rules_of(start.options),
        first=start.first,
        phase=PLAY,
        orientation=_orientation(fields[5:], start),
        board=from_rows(rows),
        side="bw".index(side),
        kind=int(demand[1]),
        mana=SQUARES[demand[2]] if demand[2] else None,
        captured=(int(captured[0]), int(captured[1])),
        free=free == "free",
    )
    return _in_phase(state, is_turned=len(fields) == 6)


def _orientation(fields: list[str], start: Start) -> int:
    turned = _TURNED.get(fields[0]) if fields else 0
    if turned is None:
        _refuse("orientation")
    if turned and not rules_of(start.options).is_2005:
        _refuse("turned")
    return turned


def _refuse(problem: str) -> NoReturn:
    raise BadPosition(Reason("BAD_POSITION", {"problem": Term("problem", problem)}))


def _in_phase(state: State, *, is_turned: bool) -> State:
    """Return the state in the phase that its board shows."""
    is_fresh = state.kind == 0 and state.captured == (0, 0) and not state.free
    if is_fresh and state.board == EMPTY:
        if state.side:
            _refuse("empty")
        asks = state.rules.is_2005 and not is_turned
        return replace(state, phase=ORIENT if asks else SETUP)
    if is_fresh and state.side and not any(letter in OWN[1] for letter in state.board):
        return replace(state, phase=SETUP)
    alive = [side for side in (0, 1) if DAIMIO[side] in state.board]
    if len(alive) == 1:
        return replace(state, phase=OVER, winner=state.seat_of(alive[0]), by="daimio")
    return settle(state)


def check(state: State) -> tuple[Reason, ...]:
    """Return what is wrong with a position that was typed in.

    Missing pieces are allowed: a table may play on without a lost ronin.
    """
    return (*_wrong_armies(state), *_wrong_rows(state), *_wrong_mana(state))


def _wrong_armies(state: State) -> list[Reason]:
    reasons = []
    lord: dict[str, Fact] = {"lord": lord_term(state.rules)}
    for side in (0, 1):
        daimios = state.board.count(DAIMIO[side])
        ronins = state.board.count(RONIN[side])
        captured = state.captured[side]
        colour = colour_term(state.rules, side)
        if daimios > 1 or (state.phase == PLAY and daimios == 0):
            reasons.append(Reason("CHECK_DAIMIO", {**lord, "colour": colour, "count": daimios}))
        if ronins + captured > 5:
            facts: dict[str, Fact] = {"colour": colour, "count": ronins, "captured": captured}
            reasons.append(Reason("CHECK_RONINS", facts))
    return reasons


def _wrong_rows(state: State) -> list[Reason]:
    """Return whether Black is not complete in its setup rows while White sets up."""
    if state.phase != SETUP or state.side == 0:
        return []
    rows = home(0, 2 if state.rules.free_setup else 1)
    stray = [square for square in range(36) if state.board[square] != "." and square not in rows]
    if not stray and state.board.count(".") == 30 and DAIMIO[0] in state.board:
        return []
    return [Reason("CHECK_SETUP", {"position": "/".join(to_rows(state.board))})]


def _wrong_mana(state: State) -> list[Reason]:
    if state.mana is None:
        return []
    square = NAMES[state.mana]
    stands = KINDS[state.orientation][state.mana]
    is_empty = state.board[state.mana] == "."
    reasons = []
    if stands != state.kind:
        facts: dict[str, Fact] = {
            "square": square,
            "stands": Term("kind", stands),
            "demand": Term("kind", state.kind),
        }
        reasons.append(Reason("CHECK_MANA_KIND", facts))
    if state.rules.is_2005 and is_empty:
        reasons.append(Reason("CHECK_MANA_ALONE", {"square": square}))
    if not state.rules.is_2005 and not is_empty:
        reasons.append(Reason("CHECK_BIRD_TAKEN", {"square": square}))
    return reasons
