"""Mana in words."""

from __future__ import annotations

from engines.wording import N_

TERMS: dict[str, str] = {
    "kind.0": N_("any kind"),
    "kind.1": N_("simple"),
    "kind.2": N_("double"),
    "kind.3": N_("triple"),
    "colour.b": N_("black"),
    "colour.w": N_("white"),
    "piece.b": N_("black ronin"),
    "piece.B": N_("black daimio"),
    "piece.w": N_("white ronin"),
    "piece.W": N_("white daimio"),
    "piece.empty": N_("empty square"),
    "piece.bird": N_("bird"),
    "bird.beside": N_("beside the board"),
    "action.drop": N_("bring a ronin back"),
    "action.pass": N_("pass"),
    "BAD_POSITION": N_("This is no position of the game: {problem}."),
    "problem.text": N_("a position is a text"),
    "problem.fields": N_(
        "its parts are board, side, kind, captured ronins, free or -, and the turn of the board"
    ),
    "problem.rows": N_("the board is six rows of six signs out of b B w W . with / between them"),
    "problem.side": N_("the side to move is b or w"),
    "problem.kind": N_("the demanded kind is 0 to 3, with @ and a square if that is known"),
    "problem.captured": N_("the captured ronins are two digits from 0 to 5"),
    "problem.free": N_("the fifth part is free or -"),
    "problem.orientation": N_("the board is turned by ^0, ^90, ^180 or ^270"),
    "problem.turned": N_("only the 2005 edition turns the board"),
    "problem.empty": N_("on an empty board the first player, b, begins"),
}

REFUSALS: dict[str, str] = {
    "BAD_NOTATION": N_(
        "'{text}' is not written as a choice of this moment is: for example {example}."
    ),
    "MUST_PASS": N_("Only pass is possible: {pieces} cannot move (demanded: {demand})."),
    "CANNOT_PASS": N_("A turn is lost only if nothing can be played; playable now: {count}."),
    "NOT_YOUR_PIECE": N_("No piece of the player on turn stands on {square} ({there})."),
    "WRONG_KIND": N_("Demanded: {demand}; {square} is {stands}. Pieces that can obey: {movers}."),
    "SAME_SQUARE": N_("A move cannot end on {square}, where it begins."),
    "WRONG_DISTANCE": N_(
        "From {start} the number of steps is {steps}, no square twice: {end} is out of reach."
    ),
    "PATH_BLOCKED": N_("Every way from {start} to {end} is blocked. In the way: {blockers}."),
    "OWN_PIECE_THERE": N_("An own piece stands on {square}."),
    "NO_RONIN_CAPTURED": N_("No ronin of this side ({colour}) is captured, so none can come back."),
    "DROP_NOT_ALLOWED": N_(
        "A ronin comes back only when no piece has to move; these can: {movers}."
    ),
    "SQUARE_TAKEN": N_(
        "The square {square} is taken: {there}. A ronin comes back on an empty square."
    ),
    "DROP_WRONG_KIND": N_(
        "The square {square} is {stands}; a ronin comes back on the demanded kind: {demand}."
    ),
    "BIRD_WRONG_KIND": N_(
        "The bird cannot go to {square}: it needs a free square of the kind of {end}, {demand}."
    ),
    "BIRD_SQUARE_TAKEN": N_("The bird needs a free square; a piece stands on {square}."),
    "BIRD_MUST_FLY": N_("The bird must fly: it is on {square} already."),
    "DAIMIO_NOT_ON_DOUBLE": N_("The daimio begins on a double square; {square} is {stands}."),
    "NOT_YOUR_ROWS": N_("The square {square} is outside the rows of this player's set-up: {rows}."),
    "BAD_PIECE_COUNT": N_(
        "A daimio and 5 ronins stand on 6 squares; here, ronins: {ronins}, squares: {squares}."
    ),
    "CHECK_DAIMIO": N_("Each side has one daimio; here {colour} has {count}."),
    "CHECK_RONINS": N_(
        "Each side has 5 ronins; here {colour} has {count} on the board and {captured} captured."
    ),
    "CHECK_SETUP": N_(
        "White sets up when all six black pieces stand in their rows; here they do not: {position}."
    ),
    "CHECK_MANA_KIND": N_("The square {square} is {stands}, but the demanded kind is: {demand}."),
    "CHECK_MANA_ALONE": N_("The Mana sits on a piece, and {square} is empty."),
    "CHECK_BIRD_TAKEN": N_("The bird sits on a free square, and a piece stands on {square}."),
}

STORY: dict[str, str] = {
    "oriented": N_("The board is turned by {degrees} degrees."),
    "placed": N_("Set up by {seat}, the daimio on {square}."),
    "captured": N_("Captured on {square}: {piece}."),
    "returned": N_("Back on {square}: {piece}."),
    "turn_lost": N_("Turn lost by {seat}."),
    "free_turn": N_("A free turn for {seat}: any piece, or a captured ronin on any empty square."),
    "mana": N_("The Mana is on {square} and demands: {demand}."),
    "bird": N_("The bird is on {square} and demands: {demand}."),
    "bird_goes": N_("The bird goes to a free square ({demand}): {squares}."),
    "bird_beside": N_(
        "No free square for the bird: it stays beside the board and demands: {demand}."
    ),
    "unbound": N_("No piece of {seat} can obey ({demand}): any piece may move."),
    "unbound_back": N_(
        "No piece of {seat} can obey ({demand}): any piece may move, or a ronin come back."
    ),
    "must_pass": N_("No piece of {seat} can move as demanded ({demand}): the turn will be lost."),
    "resigned": N_("Resigned: {seat}."),
    "draw_agreed": N_("A draw was agreed."),
    "daimio": N_("The daimio of {loser} is captured: {winner} wins."),
    "resignation": N_("Resignation of {loser}: {winner} wins."),
    "agreed": N_("A draw by agreement."),
    "blocked": N_("A draw: neither side can move."),
    "score.win": N_("Won the game"),
    "say.orient": N_("turn the board by {degrees} degrees clockwise"),
    "say.place": N_("set up with the daimio on {square}"),
    "say.place_all": N_("set up with the daimio on {square} and ronins on {ronins}"),
    "say.move": N_("move the {piece} from {start} to {end}"),
    "say.move_bird": N_("move the {piece} from {start} to {end}, the bird: {bird}"),
    "say.capture": N_("take the {victim} on {end} with the {piece} from {start}"),
    "say.capture_bird": N_(
        "take the {victim} on {end} with the {piece} from {start}, the bird: {bird}"
    ),
    "say.drop": N_("bring the {piece} back on {square}"),
    "say.drop_bird": N_("bring the {piece} back on {square}, the bird: {bird}"),
    "say.pass": N_("pass"),
}

HANDS: dict[str, str] = {
    "step.board": N_("Lay the board so that the first player's row reads, from the left: {row}."),
    "step.move": N_("Move the {piece} from {start} to {end}."),
    "step.take": N_("Take the {piece} off {square}."),
    "step.back": N_("Put the {piece} back on {square}."),
    "step.place": N_("Take the {piece} out of the box and put it on {square}."),
    "step.place.all": N_("Put each {piece} on its square: {square}."),
    "step.box": N_("Put the {piece} from {square} into the box."),
    "step.aside": N_("Out of the box to the captured pieces: {count} x {piece}."),
    "step.unaside": N_("From the captured pieces into the box: {count} x {piece}."),
    "step.bird": N_("Put the bird on {square}."),
    "step.bird_kind": N_("Put the bird on any free square of this kind: {demand}."),
    "step.bird_beside": N_("Put the bird beside the board."),
    "step.mana": N_("Put the Mana on the piece on {square}."),
    "step.mana_kind": N_(
        "Put the Mana on the piece that moved last, on a square of this kind: {demand}."
    ),
    "step.mana_beside": N_("Put the Mana beside the board."),
}

YES_NO = {"true": N_("yes"), "false": N_("no")}

OPTIONS: dict[str, str] = {
    "option.edition": N_(
        "The rules with the Mana bird, or those of 2005 with the Mana on the piece that moved."
    ),
    "option.edition.bird": N_("Mana bird"),
    "option.edition.2005": N_("2005"),
    "option.advanced": N_("Bird: set up freely on the first two rows."),
    "option.ask_bird": N_("Bird: enter the bird's square after each move."),
    "option.bird_must_fly": N_("Bird: it may not stay on its square if another one fits."),
    "option.bird_blocks": N_(
        "Bird: its square cannot be crossed, landed on or filled (asks for its square)."
    ),
    "option.blocked": N_(
        "Bird: when all pieces on the demanded kind are blocked, lose the turn or play freely."
    ),
    "option.blocked.pass": N_("turn lost"),
    "option.blocked.free": N_("play freely"),
    "option.drop_anywhere": N_(
        "2005: a ronin comes back on any empty square, not only on the demanded kind."
    ),
    **{
        f"option.{name}.{value}": word
        for name in ("advanced", "ask_bird", "bird_must_fly", "bird_blocks", "drop_anywhere")
        for value, word in YES_NO.items()
    },
}

WORDS: dict[str, str] = {**TERMS, **REFUSALS, **STORY, **HANDS, **OPTIONS}
