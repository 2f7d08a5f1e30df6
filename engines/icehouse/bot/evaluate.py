"""Evaluates a table: the expected points of each seat, and its chance to win."""

from __future__ import annotations

from functools import cache
from math import exp, sqrt

from engines.bots.search import POINTS_WEIGHT, Values
from engines.icehouse.bot.fast_state import FastState
from engines.icehouse.bot.worth import LEARNED, place, read

POINTS_SPREAD = 1.2
"""The standard error of the expected points, for one open group."""
MIN_SPREAD = 0.3
MARGIN_SPREAD = 8.0


@cache
def worth(count: int) -> tuple[float, ...]:
    """Return the learned values of groups for a number of seats."""
    return read(LEARNED[count])


def hopes(track: FastState) -> list[float]:
    """Return the expected points of each seat: those it has and its share of the open groups."""
    return _two(track) if track.count == 2 else _more(track)


def _two(track: FastState) -> list[float]:
    table = worth(2)
    own, standing = track.own, track.standing
    one, two = track.pawns
    in_front, behind = int(one > two), int(two > one)
    one += 1
    two += 1
    first, second = track.points
    hope = float(first)
    other = float(second)
    at = 0
    for mask in track.masks:
        if group := standing & mask:
            mine, theirs = own[at], own[at + 1]
            my_rest, their_rest = (group >> one).bit_count(), (group >> two).bit_count()
            # The same index as `place` returns, without a call.
            hope += table[mine * 432 + theirs * 72 + my_rest * 12 + their_rest * 2 + in_front]
            other += table[theirs * 432 + mine * 72 + their_rest * 12 + my_rest * 2 + behind]
        at += 2
    return [hope, other]


def _more(track: FastState) -> list[float]:
    count, pawns = track.count, track.pawns
    table = worth(count)
    total = [float(points) for points in track.points]
    for number, mask in enumerate(track.masks):
        group = track.standing & mask
        if not group:
            continue
        own = track.own[number * count : number * count + count]
        rest = [(group >> (pawn + 1)).bit_count() for pawn in pawns]
        first, second = _strongest(own, pawns)
        for seat in range(count):
            rival = second if seat == first else first
            total[seat] += table[
                place(own[seat], own[rival], rest[seat], rest[rival], pawns[seat] > pawns[rival])
            ]
    return total


def _strongest(own: list[int], pawns: list[int]) -> tuple[int, int]:
    """Return the two seats that would be ranked first and second now."""
    first = second = -1
    most = more = -1
    for seat, have in enumerate(own):
        rank = have * 100 + pawns[seat] + 1
        if rank > most:
            second, more = first, most
            first, most = seat, rank
        elif rank > more:
            second, more = seat, rank
    return first, second


def chances(track: FastState) -> Values:
    """Return the chance of each seat to win."""
    if track.turn < 0:
        return _result(track)
    standing = track.standing
    still_open = sum(1 for mask in track.masks if standing & mask)
    spread = POINTS_SPREAD * sqrt(still_open) + MIN_SPREAD
    total = hopes(track)
    if track.count == 2:
        mine = 1 / (1 + exp((total[1] - total[0]) / spread))
        return mine, 1 - mine
    best = max(total)
    shares = [exp((hope - best) / spread * 1.4) for hope in total]
    for seat in track.left:
        shares[seat] = 0.0
    whole = sum(shares)
    return [share / whole for share in shares]


def _result(track: FastState) -> Values:
    """Return the result; a small part is for the margin, so that a lost game is still fought."""
    ranking, points = track.ranking(), track.points
    winner, second = ranking[0], ranking[1]
    values = []
    for seat in range(track.count):
        margin = points[seat] - points[second if seat == winner else winner]
        values.append(POINTS_WEIGHT / (1 + exp(-margin / MARGIN_SPREAD)))
    values[winner] += 1 - POINTS_WEIGHT
    return values
