"""Points from river and cup, the score sheet, and the winner (Mandala 1.6)."""

from __future__ import annotations

from engines.engine import Message, Outcome, ScoreLine, Seat
from engines.mandala.cards import EMPTY, INDEX, Heap, colour_term, plus
from engines.mandala.state import State


def whole_cup(state: State, seat: int) -> Heap:
    """Return everything known to be in a cup, without starting cards that were not entered."""
    return plus(state.cups_known[seat], state.cups_told[seat] or EMPTY)


def points(river: str, cup: Heap) -> int:
    """Return the points of a cup: a card is worth the slot of its colour in the river."""
    return sum(slot * cup[INDEX[colour]] for slot, colour in enumerate(river, 1))


def scores(state: State) -> tuple[int | None, ...]:
    """Return the points of each seat; hidden before the end."""
    if state.phase != "over":
        return (None, None)
    return _points(state)


def _points(state: State) -> tuple[int, ...]:
    return tuple(points(state.rivers[seat], whole_cup(state, seat)) for seat in (0, 1))


def score_sheet(state: State) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return a line for each river slot and one for the cards without a slot."""
    return tuple(_sheet(state, seat) for seat in (0, 1))


def _sheet(state: State, seat: int) -> tuple[ScoreLine, ...]:
    river = state.rivers[seat]
    if state.phase != "over":
        return (
            *(
                ScoreLine(
                    None, Message("score.slot", {"slot": slot, "colour": colour_term(colour)})
                )
                for slot, colour in enumerate(river, 1)
            ),
            ScoreLine(None, Message("score.hidden")),
        )
    cup = whole_cup(state, seat)
    lines = [
        ScoreLine(
            slot * cup[INDEX[colour]],
            Message(
                "score.cup",
                {"count": cup[INDEX[colour]], "colour": colour_term(colour), "slot": slot},
            ),
        )
        for slot, colour in enumerate(river, 1)
    ]
    unmatched = sum(count for colour, count in zip(INDEX, cup, strict=True) if colour not in river)
    return (*lines, ScoreLine(0, Message("score.unmatched", {"count": unmatched})))


def outcome(state: State) -> Outcome | None:
    """Return how the game ended: more points, then fewer cards in the cup, else a draw (M14)."""
    if state.phase != "over":
        return None
    totals = _points(state)
    if state.resigned is not None:
        winner = 1 - state.resigned
        return Outcome((winner,), totals, Message("resignation", {"seat": Seat(state.resigned)}))
    if state.drawn:
        return Outcome((0, 1), totals, Message("agreed_draw"))
    sizes = tuple(sum(whole_cup(state, seat)) for seat in (0, 1))
    if totals[0] != totals[1]:
        winner = 0 if totals[0] > totals[1] else 1
        return Outcome((winner,), totals, _won("points", winner, "points", totals))
    if sizes[0] != sizes[1]:
        winner = 0 if sizes[0] < sizes[1] else 1
        return Outcome((winner,), totals, _won("fewest_cup_cards", winner, "cards", sizes))
    return Outcome((0, 1), totals, Message("draw", {"points": totals[0], "cards": sizes[0]}))


def _won(code: str, winner: int, what: str, counts: tuple[int, ...]) -> Message:
    return Message(
        code, {"winner": Seat(winner), what: counts[winner], "other": counts[1 - winner]}
    )
