"""The public table as JSON."""

from __future__ import annotations

from engines.engine import Json
from engines.stones.board import CIRCLES, CODE, COLOURS, FREE, STACKS, Board
from engines.stones.scoring import winners
from engines.stones.state import State, patterns_out


def view(state: State, _: int | None = None) -> dict[str, Json]:
    """Return the table as JSON; nothing is hidden."""
    shown: dict[str, Json] = {
        "phase": state.phase,
        "round": state.round,
        "first": state.first,
        "turn": None if state.phase == "over" else state.turn,
        "triggered": state.triggered,
        "waived": state.waived,
        "placed": state.placed,
        "aside": state.aside,
        "mandala": list(state.mandala),
        "taken": dict(zip(COLOURS, state.taken, strict=True)),
        "vp": list(state.vp),
        "towers": [[tower.upper() for tower in towers] for towers in state.towers],
        "ask": _ask(state),
    }
    if state.board is not None:
        shown |= _board(state.board)
    if state.left:
        shown["left"] = list(state.left)
    if state.phase == "over":
        won = winners(state)
        shown |= {
            "winner": won[0] if len(won) == 1 else None,
            "cause": state.cause,
            "objectives": list(state.objectives),
            "scores": list(state.vp),
        }
    return shown


def _ask(state: State) -> Json:
    match state.asks:
        case "mandala":
            return {"mandala": state.placed + 1}
        case "reveal":
            assert state.board is not None
            return {"stack": state.board.uncovered[0]}
        case "objective":
            return {"objective": state.turn}
    return None


def _board(board: Board) -> dict[str, Json]:
    return {
        "artists": show_artists(board.artists),
        "tops": [_code(board.top(stack)) for stack in range(1, STACKS + 1)],
        "heights": list(board.heights),
        "patterns": patterns_out(board),
    }


def show_artists(artists: str) -> dict[str, str]:
    """Return the pattern of the artist on each circle that has one."""
    return {
        circle: artist for circle, artist in zip(CIRCLES, artists, strict=True) if artist != FREE
    }


def _code(letter: str) -> str:
    return CODE[letter] if letter else ""
