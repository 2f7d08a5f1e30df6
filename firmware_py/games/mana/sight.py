"""What a picture of the board points out, read from what everybody may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engines.engine import BadNotation, ChoicePart, Fact, Json
from engines.mana import GAME
from engines.mana.board import DAIMIO, KINDS, NAMES, OWN, RONIN, SQUARES, from_rows, routes, way
from engines.mana.choices import Drop, Move, home
from engines.mana.state import PLAY, SETUP, Rules, rules_of
from firmware_py.games.mana.entry import BACK
from firmware_py.games.picture import SceneView
from firmware_py.match.taps import BELOW_CURSOR

Squares = frozenset[int]


@dataclass(frozen=True, slots=True)
class Sight:
    """The board of a moment: pieces, proposals, and what to point out."""

    scene: SceneView
    rules: Rules
    board: str
    """The pieces, those of a set-up or a move that is being entered included."""
    kinds: tuple[int, ...]
    cursor: Squares
    picked: Squares
    open: Squares
    """What the knob can pick."""
    reached: Squares
    """Where the piece under the cursor can go."""
    proposed: Squares
    """Pieces that do not stand there yet."""
    against: Squares
    """What forbids a choice."""
    way: tuple[int, ...]
    """Of the move that is being entered, both ends included."""
    last: Squares
    last_way: tuple[int, ...]
    drops: str
    """Whether the captured ronins are on offer: "open", or "cursor"."""

    @property
    def view(self) -> Mapping[str, Json]:
        """The public view."""
        view: Mapping[str, Json] = self.scene.view
        return view

    @property
    def edition(self) -> str:
        """The edition: its colours, and the bird or the Mana."""
        return self.rules.edition

    @property
    def mana(self) -> int | None:
        """Where the bird or the Mana is, if that is known."""
        return SQUARES.get(self.view["mana"] or "")

    @property
    def bound(self) -> int:
        """The kind that the player on turn must obey; 0: none."""
        if self.view["phase"] != PLAY or self.view["free"]:
            return 0
        return int(self.view["kind"])

    def code(self, square: int) -> str:
        """Return what a tap on a square may mean."""
        name = NAMES[square]
        if self.view["phase"] == SETUP:
            return f"daimio:{name} ronin:{name}"
        own = OWN[self.view["side"]]
        there = from_rows(tuple(self.view["board"]))[square]
        bird = f" bird:{name}" if self.rules.asks_bird else ""
        if there in own:
            return f"piece:{name}{bird}"
        piece = f" piece:{name}" if there != "." else ""
        return f"destination:{name} {BELOW_CURSOR}/destination:{name}{bird}{piece}"


def sight_of(scene: SceneView) -> Sight:
    """Return what to draw of a scene."""
    rules = rules_of(scene.view["options"])
    pieces = from_rows(tuple(scene.view["board"]))
    board = _with_proposals(scene, rules, pieces)
    is_refused = scene.refused is not None
    in_play = scene.view["phase"] == PLAY
    offered = _squares(part.value for part in scene.options)
    cursor = _squares([scene.highlighted.value] if scene.highlighted else [])
    return Sight(
        scene=scene,
        rules=rules,
        board=board,
        kinds=_kinds(scene),
        cursor=cursor,
        picked=_squares(part.value for part in scene.picked) if in_play else Squares(),
        open=_possible(scene) if is_refused else offered,
        reached=_reached(scene) - offered,
        proposed=frozenset(n for n in range(36) if board[n] != pieces[n] and board[n] != "."),
        against=_against(scene),
        way=_way(scene, rules),
        last=_last(scene),
        last_way=() if scene.picked else _last_way(scene),
        drops=_drops(scene),
    )


def _squares(facts: Iterable[Fact]) -> Squares:
    return frozenset(SQUARES[fact] for fact in facts if isinstance(fact, str) and fact in SQUARES)


def _square_of(part: ChoicePart | None) -> int | None:
    value = None if part is None else part.value
    return SQUARES.get(value) if isinstance(value, str) else None


def _kinds(scene: SceneView) -> tuple[int, ...]:
    """Return the kinds, of the board as it would be turned while that is asked."""
    for part in scene.shown:
        if part.name == "orientation" and isinstance(part.value, int):
            return KINDS[part.value]
    return KINDS[scene.view["orientation"]]


def _with_proposals(scene: SceneView, rules: Rules, pieces: str) -> str:
    """Return the pieces with what is entered of a set-up, or moved before the bird flies."""
    letters, side = list(pieces), int(scene.view["side"])
    if scene.view["phase"] == SETUP:
        if scene.shown and not rules.free_setup:
            for square in home(side, 1):
                letters[square] = RONIN[side]
        for part in scene.shown:
            placed = _square_of(part)
            if placed is not None:
                letters[placed] = (DAIMIO if part.name == "daimio" else RONIN)[side]
    elif scene.options and scene.options[0].name == "bird":
        begin, end = (_square_of(part) for part in scene.picked[:2])
        letter = RONIN[side]
        if begin is not None:
            letter, letters[begin] = letters[begin], "."
        if end is not None:
            letters[end] = letter
    return "".join(letters)


def _reached(scene: SceneView) -> Squares:
    """Return where the piece under the cursor can go."""
    if scene.highlighted is None or scene.highlighted.name != "piece":
        return Squares()
    ends = set()
    for text in scene.reachable:
        match GAME.read(text):
            case Move(end=end) | Drop(end):
                ends.add(end)
    return frozenset(ends)


def _drops(scene: SceneView) -> str:
    if scene.highlighted == BACK or BACK in scene.picked:
        return "cursor"
    return "open" if BACK in scene.options else ""


# --- ways ---


def _way(scene: SceneView, rules: Rules) -> tuple[int, ...]:
    """Return the way of the move that is entered or refused."""
    parts = {part.name: part for part in (*scene.picked, *scene.shown)}
    begin, end = _square_of(parts.get("piece")), _square_of(parts.get("destination"))
    if begin is None or end is None or begin == end:
        return ()
    return _found(scene.view, rules, begin, end)


def _found(view: Mapping[str, Json], rules: Rules, begin: int, end: int) -> tuple[int, ...]:
    """Return a way that is open, or else one with little in it."""
    board = from_rows(tuple(view["board"]))
    bird = SQUARES.get(view["mana"] or "")
    if rules.bird_blocks and bird is not None:
        board = board[:bird] + "#" + board[bird + 1 :]
    steps = KINDS[view["orientation"]][begin]
    if open_way := way(board, begin, end, steps):
        return open_way
    ways = list(routes(begin, end, steps))
    if not ways:
        return ()
    return (begin, *min(ways, key=lambda way: sum(board[n] != "." for n in way)), end)


def _played(scene: SceneView) -> Move | Drop | None:
    """Return the last choice, if it moved a piece."""
    try:
        choice = None if scene.last is None else GAME.read(scene.last)
    except BadNotation:  # an agreement, or a table that was mended
        return None
    return choice if isinstance(choice, Move | Drop) else None


def _last(scene: SceneView) -> Squares:
    match _played(scene):
        case Move(begin, end):
            return frozenset({begin, end})
        case Drop(square):
            return frozenset({square})
    return Squares()


def _last_way(scene: SceneView) -> tuple[int, ...]:
    played = _played(scene)
    if not isinstance(played, Move) or scene.before is None:
        return ()
    return _found(scene.before, rules_of(scene.before["options"]), played.start, played.end)


# --- a refusal on the board ---


def _named(scene: SceneView, *names: str) -> Squares:
    """Return the squares that facts of the refusal name."""
    facts = {} if scene.refused is None else scene.refused.facts
    found: set[int] = set()
    for name in names:
        fact = facts.get(name, ())
        found |= _squares(fact if isinstance(fact, tuple) else (fact,))
    return frozenset(found)


def _against(scene: SceneView) -> Squares:
    """Return what stands against a move: what is in its way, or its end."""
    return _named(scene, "blockers") or _named(scene, "square", "end")


def _possible(scene: SceneView) -> Squares:
    """Return what a refusal names instead."""
    return _named(scene, "movers", "pieces")
