"""Mana in words."""

from __future__ import annotations

from engines.translation import N_, N_plural

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
    "pieces.b": N_("black ronins"),
    "pieces.w": N_("white ronins"),
    "piece.bird": N_("bird"),
    "bird.beside": N_("beside the board"),
    "colour.2005.b": N_("red"),
    "colour.2005.w": N_("ochre"),
    "piece.2005.b": N_("red ronin"),
    "piece.2005.B": N_("red damyo"),
    "piece.2005.w": N_("ochre ronin"),
    "piece.2005.W": N_("ochre damyo"),
    "pieces.2005.b": N_("red ronins"),
    "pieces.2005.w": N_("ochre ronins"),
    "lord.daimio": N_("daimio"),
    "lord.damyo": N_("damyo"),
    "owner.b": N_("Black's"),
    "owner.B": N_("Black's"),
    "owner.w": N_("White's"),
    "owner.W": N_("White's"),
    "owner.2005.b": N_("Red's"),
    "owner.2005.B": N_("Red's"),
    "owner.2005.w": N_("Ochre's"),
    "owner.2005.W": N_("Ochre's"),
    "owner.empty": N_("empty"),
    "owner.bird": N_("the bird's"),
    "steps.1": N_("exactly 1 step"),
    "steps.2": N_("exactly 2 steps"),
    "steps.3": N_("exactly 3 steps"),
    "reach.far": N_("it is too far away"),
    "reach.diagonal": N_("a diagonal step is none"),
    "reach.no_way": N_("no way has that length"),
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
    "NOT_YOUR_PIECE": N_("Square {square} is {there}."),
    "WRONG_KIND": N_("Demanded: {demand}; {square} is {stands}. Pieces that can obey: {movers}."),
    "SAME_SQUARE": N_("A move cannot end on {square}, where it begins."),
    "WRONG_DISTANCE": N_(
        "A piece goes {steps} from {start}, no square twice; {end} is out of reach: {why}."
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
        "A {lord} and 5 ronins stand on 6 squares; here, ronins: {ronins}, squares: {squares}."
    ),
    "CHECK_DAIMIO": N_("Each side has one {lord}; here {colour} has {count}."),
    "CHECK_RONINS": N_(
        "Each side has 5 ronins; here {colour} has {count} on the board and {captured} captured."
    ),
    "CHECK_SETUP": N_(
        "The second player sets up when all six pieces of the first stand in their rows; "
        "here they do not: {position}."
    ),
    "CHECK_MANA_KIND": N_("The square {square} is {stands}, but the demanded kind is: {demand}."),
    "CHECK_MANA_ALONE": N_("The Mana sits on a piece, and {square} is empty."),
    "CHECK_BIRD_TAKEN": N_("The bird sits on a free square, and a piece stands on {square}."),
}

STORY: dict[str, str] = {
    "oriented": N_("The board is turned by {degrees} degrees."),
    "placed": N_("Set up by {seat}, the {lord} on {square}."),
    "captured": N_("Captured on {square}: {piece}."),
    "returned": N_("Back on {square}: {piece}."),
    "turn_lost": N_("Turn lost by {seat}."),
    "turn_lost.short": N_("{seat} lost the turn"),
    "free_turn": N_("A free turn for {seat}: any piece, or a captured ronin on any empty square."),
    "free_turn.short": N_("{seat}: any piece, or a ronin back"),
    "mana": N_("The Mana is on {square} and demands: {demand}."),
    "bird": N_("The bird is on {square} and demands: {demand}."),
    "bird_goes": N_("The bird goes to a free square ({demand}): {squares}."),
    "bird_again": N_(
        "The bird goes to another free square ({demand}): {squares}. It may stay, but not on {end}."
    ),
    "bird_again.short": N_("It may stay, if not on {end}"),
    "bird_beside": N_(
        "No free square for the bird: it stays beside the board and demands: {demand}."
    ),
    "bird_beside.short": N_("No {demand} square is free"),
    "unbound": N_("No piece of {seat} can obey ({demand}): any piece may move."),
    "unbound_back": N_(
        "No piece of {seat} can obey ({demand}): any piece may move, or a ronin come back."
    ),
    "must_pass": N_("No piece of {seat} can move as demanded ({demand}): the turn will be lost."),
    "resigned": N_("Resigned: {seat}."),
    "draw_agreed": N_("A draw was agreed."),
    "daimio": N_("{loser} has lost the {lord}."),
    "resignation": N_("{loser} resigns."),
    "agreed": N_("A draw by agreement."),
    "blocked": N_("A draw: neither side can move."),
    "score.win": N_("Won the game"),
    "say.orient": N_("turn the board by {degrees} degrees clockwise"),
    "say.place": N_("set up with the {lord} on {square}"),
    "say.place_all": N_("set up with the {lord} on {square} and ronins on {ronins}"),
    "say.move": N_("move the {piece} from {start} to {end}"),
    "say.move_bird": N_("move the {piece} from {start} to {end}, the bird: {bird}"),
    "say.capture": N_("take the {victim} on {end} with the {piece} from {start}"),
    "say.capture_bird": N_(
        "take the {victim} on {end} with the {piece} from {start}, the bird: {bird}"
    ),
    "say.drop": N_("bring the {piece} back on {square}"),
    "say.drop_bird": N_("bring the {piece} back on {square}, the bird: {bird}"),
    "say.pass": N_("pass"),
    "done.orient": N_("The board was turned by {degrees} degrees clockwise."),
    "done.place": N_("Set up, the {lord} on {square}."),
    "done.place_all": N_("Set up, the {lord} on {square}, ronins on {ronins}."),
    "done.move": N_("The {piece} went from {start} to {end}."),
    "done.move_bird": N_("The {piece} went from {start} to {end}. The bird: {bird}."),
    "done.capture": N_("The {piece} from {start} took the {victim} on {end}."),
    "done.capture_bird": N_(
        "The {piece} from {start} took the {victim} on {end}. The bird: {bird}."
    ),
    "done.drop": N_("The {piece} came back on {square}."),
    "done.drop_bird": N_("The {piece} came back on {square}. The bird: {bird}."),
    "done.pass": N_("The turn was lost."),
}

GROUNDS: dict[str, str] = {
    "why.orient": N_("The first player chooses how the board lies."),
    "why.place": N_("The daimio begins on a double square of the first row: {square} is one."),
    "why.place_free": N_("The six pieces begin anywhere on the first two rows."),
    "why.first": N_("Nothing is demanded before the first move: any piece may go."),
    "why.free_any": N_("{seat} lost the turn: now any piece may go."),
    "why.free_back": N_("{seat} lost the turn: now a captured ronin may come back."),
    "why.obeys": N_("The bird demands a {demand} square, and this piece stands on one: {start}."),
    "why.obeys_mana": N_(
        "The Mana demands a {demand} square, and this piece stands on one: {start}."
    ),
    "why.no_piece_any": N_("No own piece stands on a {demand} square, so any piece may go."),
    "why.no_piece_back": N_(
        "No own piece stands on a {demand} square, so a captured ronin may come back."
    ),
    "why.blocked_any": N_(
        "All own pieces on {demand} squares are blocked ({pieces}), so any piece may go."
    ),
    "why.blocked_back": N_(
        "All own pieces on {demand} squares are blocked ({pieces}), so a ronin may come back."
    ),
    "why.pass": N_("All own pieces on {demand} squares are blocked ({pieces}): the turn is lost."),
    "why.pass_all": N_("No own piece can move, and no ronin can come back: the turn is lost."),
    "why.way": N_("From {start} {steps}: {way}."),
    "why.way_takes": N_("From {start} {steps}: {way}. There it takes the {victim}."),
    "why.way_wins": N_("From {start} {steps}: {way}. There it takes the {victim} and wins."),
    "why.drop_anywhere": N_("It may come back on any empty square."),
    "why.drop_kind": N_(
        "It comes back on an empty square of the demanded kind: {square} is {demand}."
    ),
    "why.bird": N_("Square {bird} is free, and of the same kind as {end}: {demand}."),
    "why.bird_beside": N_("No {demand} square is free for the bird: it stays beside the board."),
}

HANDS: dict[str, str] = {
    "step.board": N_("First row, from the left: {row}."),
    "step.board.short": N_("Turn the board, row 1: {row}"),
    "step.move": N_("Move the {piece} from {start} to {end}."),
    "step.take": N_("Take the {piece} off {square}."),
    "step.take.short": N_("{who}:\ntake {piece} on {square}"),
    "step.take_all": N_("Take {count} {pieces} off {squares}."),
    "step.back": N_("Put the {piece} back on {square}."),
    "step.back.short": N_("{who}:\n{piece} back on {square}"),
    "step.back_all": N_("Put {count} {pieces} back on {squares}."),
    "step.place": N_("Put the {piece} on {square}."),
    "step.place_all": N_("Put {count} {pieces} on {squares}."),
    "step.place_all.short": N_("{who}:\nthe {count} ronins in the row"),
    "step.box": N_("Pack the {piece} of {square} away."),
    "step.box_all": N_("Pack {count} {pieces} away."),
    "step.aside": N_("Lay the {piece} beside the board: captured."),
    "step.aside_all": N_("Lay {count} {pieces} beside the board: captured."),
    "step.unaside": N_("Pack the captured {piece} away."),
    "step.bird": N_("Put the bird on {square}."),
    "step.bird.short": N_("{who}:\nbird to {square}"),
    "step.bird_stays": N_("The bird stays on {square}."),
    "step.bird_stays.short": N_("{who}:\nbird stays on {square}"),
    "step.bird_kind": N_("Bird to a free {demand} square."),
    "step.bird_kind.short": N_("{who}:\nbird to a free {demand} square"),
    "step.bird_again": N_("Bird to another free {demand} square."),
    "step.bird_again.short": N_("{who}:\nbird to a free {demand} square"),
    "step.bird_beside": N_("Put the bird beside the board."),
    "step.bird_beside.short": N_("{who}:\nbird beside the board"),
    "step.mana": N_("Put the Mana on the piece on {square}."),
    "step.mana.short": N_("{who}:\nMana on the piece on {square}"),
    "step.mana_kind": N_("Put the Mana on the piece moved last ({demand})."),
    "step.mana_beside": N_("Put the Mana beside the board."),
}

YES_NO = {"true": N_("yes"), "false": N_("no")}

OPTIONS: dict[str, str] = {
    "option.edition": N_(
        "The rules with the Mana bird, or those of 2005 with the Mana on the piece that moved."
    ),
    "option.edition.bird": N_("Mana bird"),
    "option.edition.2005": N_("2005"),
    "option.advanced": N_("Set up on any six squares of the first two rows."),
    "option.ask_bird": N_("The bird's square is entered after each move."),
    "option.bird_must_fly": N_(
        "The bird may not stay on its square if another one fits (its square is asked for)."
    ),
    "option.bird_blocks": N_(
        "No piece may cross or land on the bird's square (its square is asked for)."
    ),
    "option.blocked": N_(
        "When all pieces on the demanded kind are blocked: the turn is lost, or any piece may go."
    ),
    "option.blocked.pass": N_("turn lost"),
    "option.blocked.free": N_("play freely"),
    "option.drop_anywhere": N_(
        "A captured ronin comes back on any empty square, not only on the demanded kind."
    ),
    **{
        f"option.{name}.{value}": word
        for name in ("advanced", "ask_bird", "bird_must_fly", "bird_blocks", "drop_anywhere")
        for value, word in YES_NO.items()
    },
}

RULEBOOK: dict[str, str] = {
    "MUST_PASS": "blocked",
    "CANNOT_PASS": "no-pass-otherwise",
    "NOT_YOUR_TURN": "one-piece",
    "NOT_YOUR_PIECE": "one-piece",
    "WRONG_KIND": "demand",
    "SAME_SQUARE": "no-square-twice",
    "WRONG_DISTANCE": "exact-distance",
    "PATH_BLOCKED": "no-jumping",
    "OWN_PIECE_THERE": "own-piece",
    "NO_RONIN_CAPTURED": "ronin-comes-back",
    "DROP_NOT_ALLOWED": "return-only-when-free",
    "SQUARE_TAKEN": "return-square",
    "DROP_WRONG_KIND": "return-2005",
    "BIRD_WRONG_KIND": "bird-flies",
    "BIRD_SQUARE_TAKEN": "bird-flies",
    "BIRD_MUST_FLY": "bird-stays",
    "DAIMIO_NOT_ON_DOUBLE": "daimio-on-double",
    "NOT_YOUR_ROWS": "first-row",
    "BAD_PIECE_COUNT": "pieces",
    "CHECK_DAIMIO": "pieces",
    "CHECK_RONINS": "pieces",
    "CHECK_SETUP": "set-up-order",
    "CHECK_MANA_KIND": "demand",
    "CHECK_MANA_ALONE": "mana-on-the-piece",
    "CHECK_BIRD_TAKEN": "bird-flies",
}
"""Refusals to the statements of the rulebook, by id."""

RULES: dict[str, str] = {
    "rule.blocked": N_("blocked pieces"),
    "rule.no-pass-otherwise": N_("when a turn is lost"),
    "rule.one-piece": N_("your turn, your pieces"),
    "rule.demand": N_("the demanded kind of square"),
    "rule.no-square-twice": N_("never the same square twice"),
    "rule.exact-distance": N_("how far a piece goes"),
    "rule.no-jumping": N_("no jumping"),
    "rule.own-piece": N_("where a move may end"),
    "rule.ronin-comes-back": N_("a ronin comes back"),
    "rule.return-only-when-free": N_("a ronin comes back"),
    "rule.return-square": N_("a ronin comes back"),
    "rule.return-2005": N_("a ronin comes back"),
    "rule.bird-flies": N_("where the bird goes"),
    "rule.bird-stays": N_("where the bird goes"),
    "rule.daimio-on-double": N_("the daimio's first square"),
    "rule.first-row": N_("the set-up"),
    "rule.pieces": N_("the pieces"),
    "rule.set-up-order": N_("the set-up"),
    "rule.mana-on-the-piece": N_("the Mana"),
}
"""What people call those statements."""

WORDS: dict[str, str] = {**TERMS, **REFUSALS, **STORY, **GROUNDS, **HANDS, **OPTIONS, **RULES}

COACH: dict[str, str] = {
    "coach.takes": N_("It takes the daimio and wins."),
    "coach.wins": N_("It wins in {turns} turns, whatever the other side does."),
    "coach.last": N_("You lose the daimio next turn, whatever you play."),
    "coach.last.of": N_("{seat} loses the daimio next turn, whatever is played."),
    "coach.loses": N_("You lose the daimio in {turns} turns; this holds out longest."),
    "coach.loses.of": N_("{seat} loses the daimio in {turns} turns; this holds out longest."),
    "coach.captures": N_("It wins a piece: {piece}."),
    "coach.blocks": N_("The other side cannot move and loses a turn."),
    "coach.threat": N_("It threatens the daimio if the other side lands on: {kinds}."),
    "coach.threat_any": N_("It threatens the daimio wherever the other side lands."),
    "coach.danger": N_("Beware: your daimio can be taken if you land on: {kinds}."),
    "coach.danger.of": N_("The daimio of {seat} can be taken after landing on: {kinds}."),
    "coach.danger_any": N_("Beware: your daimio is in danger wherever you land."),
    "coach.danger_any.of": N_("The daimio of {seat} is in danger after landing anywhere."),
    "coach.danger_moves": N_("Beware: your daimio can be taken after: {moves}."),
    "coach.danger_moves.of": N_("The daimio of {seat} can be taken after: {moves}."),
    "coach.danger_some": N_plural(
        "Beware: your daimio can be taken after {count} of {all} move.",
        "Beware: your daimio can be taken after {count} of {all} moves.",
        by="all",
    ),
    "coach.danger_some.of": N_plural(
        "The daimio of {seat} can be taken after {count} of {all} move.",
        "The daimio of {seat} can be taken after {count} of {all} moves.",
        by="all",
    ),
    "coach.ahead": N_("You stand better."),
    "coach.ahead.of": N_("{seat} stands better."),
    "coach.behind": N_("You stand worse."),
    "coach.behind.of": N_("{seat} stands worse."),
    "coach.even": N_("Both sides stand about equal."),
}
"""What the coach says."""
