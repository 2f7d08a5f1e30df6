"""Mana in words, and the names of pieces and sides, which differ between the editions.

The values are the same in both editions, so programs see no difference; only the words change.
"""

from __future__ import annotations

from engines.engine import Term
from engines.mana.state import Rules
from engines.translation import N_, N_plural

_THERE = {".": "empty", "#": "bird"}


def _family(rules: Rules, name: str) -> str:
    return f"{name}.2005" if rules.is_2005 else name


def piece_term(rules: Rules, letter: str) -> Term:
    """Return the name of a piece, its colour included."""
    return Term(_family(rules, "piece"), letter)


def pieces_term(rules: Rules, letter: str) -> Term:
    """Return the plural name of a piece."""
    return Term(_family(rules, "pieces"), letter)


def colour_term(rules: Rules, side: int) -> Term:
    """Return the colour of a side."""
    return Term(_family(rules, "colour"), "bw"[side])


def lord_term(rules: Rules) -> Term:
    """Return the name of the piece whose capture ends the game."""
    return Term("lord", "damyo" if rules.is_2005 else "daimio")


def there_term(rules: Rules, letter: str) -> Term:
    """Return what is on a square."""
    if letter in _THERE:
        return Term("piece", _THERE[letter])
    return piece_term(rules, letter)


def owner_term(rules: Rules, letter: str) -> Term:
    """Return whose piece is on a square."""
    if letter in _THERE:
        return Term("owner", _THERE[letter])
    return Term(_family(rules, "owner"), letter)


TERMS: dict[str, str] = {
    "kind.0": N_("any kind"),
    "kind.1": N_("single"),
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
    "bird.beside": N_("next to the board"),
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
    "owner.b": N_("a black piece"),
    "owner.B": N_("a black piece"),
    "owner.w": N_("a white piece"),
    "owner.W": N_("a white piece"),
    "owner.2005.b": N_("a red piece"),
    "owner.2005.B": N_("a red piece"),
    "owner.2005.w": N_("an ochre piece"),
    "owner.2005.W": N_("an ochre piece"),
    "owner.empty": N_("empty"),
    "owner.bird": N_("the bird"),
    "reach.far": N_("it is too far away"),
    "reach.diagonal": N_("diagonal steps are not allowed"),
    "reach.no_way": N_("no way there has that length"),
    "action.drop": N_("put a ronin back"),
    "action.pass": N_("pass"),
    "BAD_POSITION": N_("This is not a position of the game: {problem}."),
    "problem.text": N_("a position is a text"),
    "problem.fields": N_(
        "its parts are board, player, kind of square, captured ronins, free or -, and "
        "the turn of the board"
    ),
    "problem.rows": N_(
        "the board is six rows of six characters out of b B w W . with / between them"
    ),
    "problem.side": N_("the player to move is b or w"),
    "problem.kind": N_("the kind of square is 0 to 3, with @ and a square if that is known"),
    "problem.captured": N_("the captured ronins are two digits from 0 to 5"),
    "problem.free": N_("the fifth part is free or -"),
    "problem.orientation": N_("the board is turned by ^0, ^90, ^180 or ^270"),
    "problem.turned": N_("only the 2005 edition turns the board"),
    "problem.empty": N_("on an empty board the first player, b, begins"),
}

REFUSALS: dict[str, str] = {
    "BAD_NOTATION": N_("“{text}” is not a move that can be entered now. Example: {example}."),
    "MUST_PASS": N_("You can only pass: your pieces on {demand} squares cannot move ({pieces})."),
    "CANNOT_PASS": N_plural(
        "You cannot pass: you lose a turn only if you have no move. You have {count} move.",
        "You cannot pass: you lose a turn only if you have no move. You have {count} moves.",
        by="count",
    ),
    "NOT_YOUR_PIECE": N_("You must move one of your own pieces. On {square}: {there}."),
    "WRONG_KIND": N_(
        "You must move from a {demand} square; {square} is {stands}. You can move: {movers}."
    ),
    "SAME_SQUARE": N_("A move cannot end on {square}, the square where it began."),
    "WRONG_DISTANCE": N_plural(
        "From {start} a piece goes exactly {steps} step and never over the same square "
        "twice. It cannot reach {end}: {why}.",
        "From {start} a piece goes exactly {steps} steps and never over the same square "
        "twice. It cannot reach {end}: {why}.",
        by="steps",
    ),
    "PATH_BLOCKED": N_(
        "You cannot jump over pieces, and every way from {start} to {end} is blocked. In "
        "the way: {blockers}."
    ),
    "OWN_PIECE_THERE": N_("You cannot move to {square}: your own piece is there."),
    "NO_RONIN_CAPTURED": N_("No ronin can come back, because none is captured ({colour})."),
    "DROP_NOT_ALLOWED": N_(
        "You can put a ronin back only if no piece must move. These can move: {movers}."
    ),
    "SQUARE_TAKEN": N_("A ronin comes back on an empty square. On {square}: {there}."),
    "DROP_WRONG_KIND": N_("A ronin must come back on a {demand} square; {square} is {stands}."),
    "BIRD_WRONG_KIND": N_(
        "The bird cannot go to {square}. The move ended on {end}, so the bird needs a "
        "free {demand} square."
    ),
    "BIRD_SQUARE_TAKEN": N_("The bird needs a free square, but there is a piece on {square}."),
    "BIRD_MUST_FLY": N_("The bird must fly to another square: it is already on {square}."),
    "DAIMIO_NOT_ON_DOUBLE": N_("The daimio must start on a double square; {square} is {stands}."),
    "NOT_YOUR_ROWS": N_("You must set up in your own rows ({rows}); {square} is outside them."),
    "BAD_PIECE_COUNT": N_(
        "You set up 6 pieces on 6 squares: 1 {lord} and 5 ronins. Here, ronins: "
        "{ronins}, squares: {squares}."
    ),
    "CHECK_DAIMIO": N_("Each player has 1 {lord}. Here, {colour}: {count}."),
    "CHECK_RONINS": N_(
        "Each player has 5 ronins. Here, {colour}: {count} on the board, {captured} captured."
    ),
    "CHECK_SETUP": N_(
        "The second player sets up after the first player's six pieces are in their "
        "rows. Here they are not: {position}."
    ),
    "CHECK_MANA_KIND": N_(
        "The square {square} is {stands}, but the next move must start on a {demand} square."
    ),
    "CHECK_MANA_ALONE": N_("The Mana must be on a piece, but {square} is empty."),
    "CHECK_BIRD_TAKEN": N_("The bird must be on a free square, but there is a piece on {square}."),
}

STORY: dict[str, str] = {
    "oriented": N_("The board is turned by {degrees} degrees."),
    "placed": N_("{seat} has set up: {lord} on {square}."),
    "captured": N_("Captured on {square}: {piece}."),
    "returned": N_("Put back on {square}: {piece}."),
    "turn_lost": N_("{seat} loses the turn."),
    "turn_lost.short": N_("{seat} loses the turn"),
    "free_turn": N_(
        "{seat} has a free turn: move any piece, or put a captured ronin back on any empty square."
    ),
    "free_turn.short": N_("{seat}: any piece, or a ronin back"),
    "mana": N_("The Mana is on {square}. The next move must start on a {demand} square."),
    "bird": N_("The bird is on {square}. The next move must start on a {demand} square."),
    "bird_goes": N_("The bird goes to a free {demand} square: {squares}."),
    "bird_again": N_(
        "The bird goes to another free {demand} square: {squares}. It may stay where it "
        "is, but not on {end}."
    ),
    "bird_again.short": N_("It may stay, but not on {end}"),
    "bird_beside": N_(
        "No {demand} square is free: the bird stays next to the board. The next "
        "move must still start on a {demand} square."
    ),
    "bird_beside.short": N_("No {demand} square is free"),
    "unbound": N_("{seat} cannot move from a {demand} square: move any piece."),
    "unbound_back": N_(
        "{seat} cannot move from a {demand} square: move any piece or put a ronin back."
    ),
    "must_pass": N_(
        "{seat} must move from a {demand} square, but all pieces there are blocked: "
        "{seat} loses the turn."
    ),
    "resigned": N_("{seat} gave up."),
    "draw_agreed": N_("Both players agreed on a draw."),
    "daimio": N_("{loser} has no {lord} any more."),
    "resignation": N_("{loser} gives up."),
    "agreed": N_("A draw: both players agreed."),
    "blocked": N_("It is a draw: neither player can move."),
    "score.win": N_("Won the game"),
    "say.orient": N_("turn the board by {degrees} degrees clockwise"),
    "say.place": N_("set up with {lord} on {square}"),
    "say.place_all": N_("set up with {lord} on {square} and ronins on {ronins}"),
    "say.move": N_("move {piece} from {start} to {end}"),
    "say.move_bird": N_("move {piece} from {start} to {end}, bird: {bird}"),
    "say.capture": N_("capture {victim} on {end} with {piece} from {start}"),
    "say.capture_bird": N_("capture {victim} on {end} with {piece} from {start}, bird: {bird}"),
    "say.drop": N_("put {piece} back on {square}"),
    "say.drop_bird": N_("put {piece} back on {square}, bird: {bird}"),
    "say.pass": N_("pass"),
    "done.orient": N_("The board was turned by {degrees} degrees clockwise."),
    "done.place": N_("Set up: {lord} on {square}."),
    "done.place_all": N_("Set up: {lord} on {square}, ronins on {ronins}."),
    "done.move": N_("Moved from {start} to {end}: {piece}."),
    "done.move_bird": N_("Moved from {start} to {end}: {piece}. Bird: {bird}."),
    "done.capture": N_("Captured on {end}: {victim}, by {piece} from {start}."),
    "done.capture_bird": N_("Captured on {end}: {victim}, by {piece} from {start}. Bird: {bird}."),
    "done.drop": N_("Came back on {square}: {piece}."),
    "done.drop_bird": N_("Came back on {square}: {piece}. Bird: {bird}."),
    "done.pass": N_("The turn was lost."),
}

GROUNDS: dict[str, str] = {
    "why.orient": N_("The first player chooses which way round the board is."),
    "why.place": N_("The daimio starts on a double square of the first row: {square} is one."),
    "why.place_free": N_("The six pieces may start anywhere on the first two rows."),
    "why.first": N_("This is the first move of the game: you may move any piece."),
    "why.free_any": N_("{seat} lost the turn, so any piece may now move."),
    "why.free_back": N_("{seat} lost the turn, so a captured ronin may now come back."),
    "why.obeys": N_(
        "You must move from a {demand} square, like the bird's. This piece is on one: {start}."
    ),
    "why.obeys_mana": N_(
        "You must move from a {demand} square, like the piece with the Mana. This piece "
        "is on one: {start}."
    ),
    "why.no_piece_any": N_(
        "None of your pieces is on a {demand} square, so you may move any piece."
    ),
    "why.no_piece_back": N_(
        "None of your pieces is on a {demand} square, so you may put a captured ronin back."
    ),
    "why.blocked_any": N_(
        "All your pieces on {demand} squares are blocked ({pieces}). You may move any piece."
    ),
    "why.blocked_back": N_(
        "All your pieces on {demand} squares are blocked ({pieces}). You may put a ronin back."
    ),
    "why.pass": N_(
        "All your pieces on {demand} squares are blocked ({pieces}). You lose your turn."
    ),
    "why.pass_all": N_(
        "None of your pieces can move, and no ronin can come back. You lose your turn."
    ),
    "why.way": N_plural(
        "From {start} it goes exactly {steps} step: {way}.",
        "From {start} it goes exactly {steps} steps: {way}.",
        by="steps",
    ),
    "why.way_takes": N_plural(
        "From {start} it goes exactly {steps} step: {way}. There it captures {victim}.",
        "From {start} it goes exactly {steps} steps: {way}. There it captures {victim}.",
        by="steps",
    ),
    "why.way_wins": N_plural(
        "From {start} it goes exactly {steps} step: {way}. There it captures {victim} and wins.",
        "From {start} it goes exactly {steps} steps: {way}. There it captures {victim} and wins.",
        by="steps",
    ),
    "why.drop_anywhere": N_("It may come back on any empty square."),
    "why.drop_kind": N_(
        "It comes back on an empty {demand} square, as the rules of 2005 ask: {square} is one."
    ),
    "why.bird": N_(
        "The bird goes to a free {demand} square, because the move ended on one ({end}): "
        "{bird} is free and {demand}."
    ),
    "why.bird_beside": N_("No {demand} square is free for the bird: it stays next to the board."),
}

HANDS: dict[str, str] = {
    "step.board": N_("First row, from the left: {row}."),
    "step.board.short": N_("Turn the board, row 1: {row}"),
    "step.move": N_("Move {piece} from {start} to {end}."),
    "step.take": N_("Take off {square}: {piece}."),
    "step.take.short": N_("{who}:\ntake {piece} on {square}"),
    "step.take_all": N_("Take {count} {pieces} off {squares}."),
    "step.back": N_("Put back on {square}: {piece}."),
    "step.back.short": N_("{who}:\n{piece} back on {square}"),
    "step.back_all": N_("Put {count} {pieces} back on {squares}."),
    "step.place": N_("Put on {square}: {piece}."),
    "step.place_all": N_("Put {count} {pieces} on {squares}."),
    "step.place_all.short": N_("{who}:\nall {count} ronins in the row"),
    "step.box": N_("Pack away from {square}: {piece}."),
    "step.box_all": N_("Pack away {count} {pieces}."),
    "step.aside": N_("Captured, next to the board: {piece}."),
    "step.aside_all": N_("Captured, next to the board: {count} {pieces}."),
    "step.unaside": N_("Pack away one captured piece: {piece}."),
    "step.bird": N_("Put the bird on {square}."),
    "step.bird.short": N_("{who}:\nbird to {square}"),
    "step.bird_stays": N_("The bird stays on {square}."),
    "step.bird_stays.short": N_("{who}:\nbird stays on {square}"),
    "step.bird_kind": N_("Put the bird on a free {demand} square."),
    "step.bird_kind.short": N_("{who}:\nbird to a free {demand} square"),
    "step.bird_again": N_("Put the bird on another free {demand} square."),
    "step.bird_again.short": N_("{who}:\nbird to a free {demand} square"),
    "step.bird_beside": N_("Put the bird next to the board."),
    "step.bird_beside.short": N_("{who}:\nbird next to the board"),
    "step.mana": N_("Put the Mana on the piece on {square}."),
    "step.mana.short": N_("{who}:\nMana on the piece on {square}"),
    "step.mana_kind": N_("Put the Mana on the piece that moved last (on a {demand} square)."),
    "step.mana_beside": N_("Put the Mana next to the board."),
}

YES_NO = {"true": N_("yes"), "false": N_("no")}

OPTIONS: dict[str, str] = {
    "option.edition": N_(
        "The rules with the Mana bird, or the rules of 2005, where the Mana is on the "
        "piece that moved last."
    ),
    "option.edition.bird": N_("Mana bird"),
    "option.edition.2005": N_("2005"),
    "option.advanced": N_("You may set up on any six squares of the first two rows."),
    "option.ask_bird": N_("You enter the bird's square after each move."),
    "option.bird_must_fly": N_(
        "The bird must fly to another square if it can. The box asks where the bird is."
    ),
    "option.bird_blocks": N_(
        "No piece may go over the bird's square or stop on it. The box asks where the bird is."
    ),
    "option.blocked": N_(
        "If all your pieces on that kind of square are blocked, you lose your turn; or "
        "you may move any piece."
    ),
    "option.blocked.pass": N_("turn lost"),
    "option.blocked.free": N_("play freely"),
    "option.drop_anywhere": N_(
        "A captured ronin may come back on any empty square, not only on the kind of "
        "square you must move from."
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
    "rule.demand": N_("the square you must move from"),
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
    "coach.takes": N_("It captures the daimio and wins."),
    "coach.wins": N_plural(
        "It wins in {turns} turn, whatever the opponent does.",
        "It wins in {turns} turns, whatever the opponent does.",
        by="turns",
    ),
    "coach.last": N_("You lose the daimio next turn, whatever you play."),
    "coach.last.of": N_("{seat} loses the daimio next turn, whatever is played."),
    "coach.loses": N_plural(
        "You lose the daimio in {turns} turn; this move delays it most.",
        "You lose the daimio in {turns} turns; this move delays it most.",
        by="turns",
    ),
    "coach.loses.of": N_plural(
        "{seat} loses the daimio in {turns} turn; this move delays it most.",
        "{seat} loses the daimio in {turns} turns; this move delays it most.",
        by="turns",
    ),
    "coach.captures": N_("It wins a piece: {piece}."),
    "coach.blocks": N_("The opponent cannot move and loses a turn."),
    "coach.threat": N_(
        "It threatens the daimio if the opponent lands on a square of this kind: {kinds}."
    ),
    "coach.threat_any": N_("It threatens the daimio wherever the opponent lands."),
    "coach.danger": N_(
        "Be careful: your daimio can be captured if you land on a square of this kind: {kinds}."
    ),
    "coach.danger.of": N_(
        "{seat} can lose the daimio after landing on a square of this kind: {kinds}."
    ),
    "coach.danger_any": N_("Be careful: your daimio is in danger wherever you land."),
    "coach.danger_any.of": N_("{seat} may lose the daimio after landing anywhere."),
    "coach.danger_moves": N_("Be careful: your daimio can be captured after {moves}."),
    "coach.danger_moves.of": N_("{seat} can lose the daimio after {moves}."),
    "coach.danger_some": N_plural(
        "Be careful: after {count} of {all} move your daimio can be captured.",
        "Be careful: after {count} of {all} moves your daimio can be captured.",
        by="all",
    ),
    "coach.danger_some.of": N_plural(
        "{seat} can lose the daimio after {count} of {all} move.",
        "{seat} can lose the daimio after {count} of {all} moves.",
        by="all",
    ),
    "coach.ahead": N_("You are ahead."),
    "coach.ahead.of": N_("{seat} is ahead."),
    "coach.behind": N_("You are behind."),
    "coach.behind.of": N_("{seat} is behind."),
    "coach.even": N_("Both players have about the same chances."),
}
"""What the coach says."""
