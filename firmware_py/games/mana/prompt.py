"""The words beside the board: what is asked, what is under the cursor, and what binds."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract import ChoicePart, Fact, Reason, Seat, Term
from engines.mana.board import DAIMIO, ENEMY, NAMES, RONIN
from engines.mana.rules import is_bound, leave
from engines.mana.state import OVER, PLAY, State
from firmware_py.games.mana.drawing import BIRD, RIGHT, TOKEN, draw_small_ronin
from firmware_py.games.mana.entry import BACK, PASS
from firmware_py.games.mana.moment import board_of, kinds_of, square_of
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, FontName
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect, fitting, narrowed, paragraph

_LEFT = RIGHT + 3
_WIDTH = WIDTH - _LEFT
_FOOT = 56
"""The row where the demand of the bird begins. As far as they can, lines keep to the pages of
the display chip, so that a change of one costs few bytes on the wire."""

_DETAIL = 38
"""The row where the detail of a refusal begins: room for three small lines."""

_TAKES = "×"
_MOVE = N_("Your move")
"""The same for a piece and its destination: what stays costs nothing on the wire."""

_REFUSED = {
    "MUST_PASS": N_("Turn lost"),
    "CANNOT_PASS": N_("No pass"),
    "NOT_YOUR_PIECE": N_("Not your piece"),
    "WRONG_KIND": N_("Wrong kind"),
    "SAME_SQUARE": N_("Not moved"),
    "WRONG_DISTANCE": N_("Out of reach"),
    "PATH_BLOCKED": N_("Way blocked"),
    "OWN_PIECE_THERE": N_("Own piece"),
    "NO_RONIN_CAPTURED": N_("None captured"),
    "DROP_NOT_ALLOWED": N_("A piece must go"),
    "SQUARE_TAKEN": N_("Square taken"),
    "BIRD_SQUARE_TAKEN": N_("Square taken"),
    "DROP_WRONG_KIND": N_("Wrong kind"),
    "BIRD_WRONG_KIND": N_("Wrong kind"),
    "BIRD_MUST_FLY": N_("It must fly"),
    "DAIMIO_NOT_ON_DOUBLE": N_("Not a double"),
    "NOT_YOUR_ROWS": N_("Other rows"),
    "BAD_PIECE_COUNT": N_("Square taken"),
}


_ENDINGS = {
    "daimio": N_("daimio taken"),
    "resignation": N_("resigned"),
    "agreed": N_("agreed"),
    "blocked": N_("both blocked"),
}
_LISTED = 6
"""So many squares are named beside the board; all of them are marked on it."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked, the answer under the cursor, and a note on it."""

    asked: str
    main: str
    note: str = ""
    is_words: bool = False
    """The answer is words, not a square or a move."""
    is_name: bool = False
    """The answer is the name of a player, which may be cut."""


def binding(scene: Scene) -> str:
    """Return what binds the player on turn, for the top bar."""
    state: State = scene.state
    if state.phase == OVER:
        return ""
    if state.phase != PLAY:
        return scene.say(N_("set-up"))
    if not is_bound(state):
        return scene.say(N_("free"))
    text = N_("Mana: {kind}") if state.rules.is_2005 else N_("bird: {kind}")
    return scene.say(text, kind=state.kind)


# --- drawing ---


def draw_prompt(canvas: Canvas, scene: Scene) -> None:
    """Draw everything at the right of the board; hands are told their work in the note's place."""
    prompt = _prompt(scene)
    is_open = scene.refused is None and scene.state.phase == PLAY
    font: FontName = "medium" if scene.large else "small"
    # Capitals begin with a page of the display chip; large ones need one and a half.
    asked, main, note = (10, 22, 36) if scene.large else (15, 22, 39)
    words = "" if (scene.told is not None) else prompt.note
    _line(canvas, asked, prompt.asked, font)
    if prompt.is_words:
        bottom = note if words or (scene.told is not None) else HEIGHT
        # A row lower than a move: accents must clear the tails of the line above.
        _paragraph(canvas, prompt.main, main + (not scene.large), bottom, "large")
    elif prompt.is_name:
        _line(canvas, main, prompt.main, "large", may_cut=True)
    else:
        _draw_move(canvas, main, prompt.main, "large" if scene.large else "medium")
    if not is_open:
        _paragraph(canvas, words, _DETAIL, HEIGHT, font)
        return
    _line(canvas, note, words, font)
    if not ((scene.told is not None) and scene.large):
        _draw_demand(canvas, scene)
        _draw_captured(canvas, scene)


def _draw_move(canvas: Canvas, y: int, text: str, font: FontName) -> None:
    """Write squares and arrows, each sign in its own place: what stays the same does not move."""
    pitch = len(font_of(font).line("8").columns) + 1
    wide = len(font_of(font).line("→").columns) + 2
    x = _LEFT
    for place, sign in enumerate(text):
        room = wide if sign in ("→", _TAKES) else pitch
        canvas.text(x, y, sign, font, width=room - 1, align="centre", say="" if place else text)
        x += room


def _line(canvas: Canvas, y: int, text: str, font: FontName, *, may_cut: bool = False) -> None:
    size = narrowed(text, _WIDTH, font)
    canvas.text(_LEFT, y, text, size, width=_WIDTH, may_cut=may_cut)


def _paragraph(canvas: Canvas, text: str, top: int, bottom: int, font: FontName) -> None:
    area = Rect(_LEFT, top, _WIDTH, bottom - top)
    paragraph(canvas, text, area, font=fitting(text, area, font))


def _draw_demand(canvas: Canvas, scene: Scene) -> None:
    """Draw the kind that the proposed square will demand; the top bar has that of this turn."""
    state: State = scene.state
    end = _landing(scene)
    if end is None or state.board[end] == DAIMIO[1 - state.side]:
        return
    x, y = (_LEFT, _FOOT) if scene.large else (WIDTH - 16, 24)
    canvas.bitmap(x, y + 1, TOKEN if state.rules.is_2005 else BIRD)
    font: FontName = "small" if scene.large else "medium"
    top = font_of(font).line("8").top
    canvas.text(x + 10, y - top, str(kinds_of(scene)[end]), font, say="")


def _landing(scene: Scene) -> int | None:
    """Return the square a piece goes to, as far as it is entered or proposed."""
    for part in (*scene.picked, scene.highlighted):
        if part is not None and part.name == "destination":
            return square_of(part)
    return None


def _draw_captured(canvas: Canvas, scene: Scene) -> None:
    """Draw the captured ronins of each side, White's on top or at the left."""
    state: State = scene.state
    for place, side in enumerate((1, 0)):
        count = state.captured[side]
        if not count:
            continue
        x, y = (
            (WIDTH - 13, _FOOT - 7 + 7 * place) if scene.large else (_LEFT + 1 + 18 * place, _FOOT)
        )
        lit = scene.highlighted == BACK and side == state.side
        if lit:
            canvas.fill(x - 1, y - 1, 14, 8)
        draw_small_ronin(canvas, x, y + 1 if scene.large else y, RONIN[side], lit=lit)
        canvas.text(x + 7, y - 1, str(count), "small", on=not lit, say="")


def describe_board(canvas: Canvas, scene: Scene) -> None:
    """Say where the pieces stand, for those who cannot see the board."""
    board = board_of(scene)
    for letter in "BbWw":
        squares = tuple(NAMES[square] for square in range(36) if board[square] == letter)
        if squares:
            piece = scene.voice.fact(Term("piece", letter))
            canvas.describe(f"{piece}: {scene.voice.fact(squares)}", HEIGHT - 1)


# --- words ---


def _prompt(scene: Scene) -> Prompt:
    state: State = scene.state
    if scene.refused is not None:
        return _refusal(scene, scene.refused)
    if state.phase == OVER:
        return _ending(scene)
    if scene.highlighted is None:
        return _at_rest(scene)
    match scene.highlighted.name:
        case "piece":
            return _ask_piece(scene, scene.highlighted)
        case "destination":
            return _ask_destination(scene, scene.highlighted)
        case "bird":
            return _ask_bird(scene, scene.highlighted)
        case "orientation":
            return _ask_orientation(scene, scene.highlighted)
    return _ask_place(scene, scene.highlighted)


def _ending(scene: Scene) -> Prompt:
    """Say who won and why, in few words: the result has a screen of its own."""
    state: State = scene.state
    assert state.by is not None
    why = scene.say(_ENDINGS[state.by])
    if state.winner is None:
        return Prompt(scene.say(N_("Over")), scene.say(N_("Draw")), why, is_words=True)
    name = scene.voice.fact(Seat(state.winner))
    return Prompt(scene.say(N_("Winner:")), name, why, is_name=True)


def _at_rest(scene: Scene) -> Prompt:
    """Nothing is open: an answer to "check a move", or a look at the table."""
    if scene.picked:
        return Prompt(scene.say(N_("Possible")), _move(scene.picked))
    colour = Term("colour", "bw"[scene.state.side])
    return Prompt(scene.say(N_("On turn:")), scene.voice.fact(colour), is_words=True)


def _ask_piece(scene: Scene, part: ChoicePart) -> Prompt:
    state: State = scene.state
    if part == PASS:
        asked, main = scene.say(N_("Turn lost")), scene.voice.fact(part.value)
        return Prompt(asked, main, scene.say(N_("None can move")), is_words=True)
    asked = scene.say(_MOVE if is_bound(state) and leave(state).obeys else N_("Any piece"))
    if part == BACK:
        return Prompt(asked, scene.voice.fact(part.value), is_words=True)
    return Prompt(asked, str(part.value))


def _ask_destination(scene: Scene, part: ChoicePart) -> Prompt:
    move = _move((*scene.picked, part))
    if scene.picked[:1] == (BACK,):
        return Prompt(scene.say(N_("Ronin back on")), move)
    square = square_of(part)
    takes = square is not None and scene.state.board[square] in ENEMY[scene.state.side]
    return Prompt(scene.say(_MOVE), move.replace("→", _TAKES) if takes else move)


def _ask_bird(scene: Scene, part: ChoicePart) -> Prompt:
    asked, move = scene.say(N_("Bird goes to")), _move(scene.picked)
    if square_of(part) is None:
        return Prompt(asked, scene.voice.fact(part.value), is_words=True)
    return Prompt(asked, str(part.value), move)


def _ask_orientation(scene: Scene, part: ChoicePart) -> Prompt:
    row = "-".join(str(kind) for kind in kinds_of(scene)[::6])
    return Prompt(scene.say(N_("Turn the board")), f"{part.value}°", row)


def _ask_place(scene: Scene, part: ChoicePart) -> Prompt:
    state: State = scene.state
    if part.name == "daimio":
        asked = scene.say(N_("Daimio on"))
    else:
        number = sum(each.name == "ronin" for each in scene.picked) + 1
        asked = scene.say(N_("Ronin {number} of 5"), number=number)
    letter = (DAIMIO if part.name == "daimio" else RONIN)[state.side]
    return Prompt(asked, str(part.value), scene.voice.fact(Term("piece", letter)))


def _move(parts: tuple[ChoicePart, ...]) -> str:
    """Return a move as people read it, without the bird; of a set-up the square placed last."""
    squares = [
        str(part.value) for part in parts if part.name != "bird" and square_of(part) is not None
    ]
    if squares and parts[0] == BACK:
        return f"→{squares[0]}"
    return squares[-1] if squares and parts[0].name == "daimio" else "→".join(squares)


def _refusal(scene: Scene, reason: Reason) -> Prompt:
    asked = scene.say(_REFUSED.get(reason.code, N_("Not possible")))
    if reason.code.startswith("BIRD_"):
        return Prompt(asked, str(reason.facts["square"]), _move(scene.picked))
    main = _move(scene.picked) or scene.voice.fact(tuple(part.value for part in scene.picked))
    return Prompt(asked, main, _detail(scene, reason))


def _detail(scene: Scene, reason: Reason) -> str:
    facts = {name: _listed(scene, fact) for name, fact in reason.facts.items()}
    match reason.code:
        case "PATH_BLOCKED":
            return scene.say(N_("In the way: {blockers}"), **facts)
        case "WRONG_KIND" | "DROP_NOT_ALLOWED":
            return scene.say(N_("These can: {movers}"), **facts)
        case "WRONG_DISTANCE":
            return scene.say(N_("Exactly {steps} steps"), **facts)
    return facts.get("there", "")


def _listed(scene: Scene, fact: Fact) -> str:
    """Return a fact in words; a long list of squares ends early."""
    if isinstance(fact, tuple) and len(fact) > _LISTED:
        return scene.voice.fact((*fact[:_LISTED], "…"))
    return scene.voice.fact(fact)
