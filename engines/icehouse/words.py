"""The sentences of Icehouse Mandala, by message code."""

from __future__ import annotations

from collections.abc import Mapping

from engines.bots.evaluation_words import STANDING
from engines.translation import N_, N_plural

REFUSALS: Mapping[str, str] = {
    "BAD_ACTION": N_('"{text}" is not an action here. Example: {example}.'),
    "BAD_PLAYER": N_("There is no player {player}. Players in this game: {seats}."),
    "AT_END": N_(
        "No pyramid is ahead of this pawn ({seat}), which waits for the end. It is "
        "the turn of {turn}."
    ),
    "MUST_MOVE": N_("You may not pass: there is still a pyramid ahead of this pawn ({seat})."),
    "BAD_SPACE": N_("There is no space {space}. The path has spaces 1 to 75."),
    "SAME_SPACE": N_("This pawn ({seat}) is already on space {space}. It must move forward."),
    "BACKWARD": N_(
        "Space {space} is behind this pawn ({seat}), which is on {pawn}. Pawns only move forward."
    ),
    "EMPTY_SPACE": N_("Space {space} is empty. A pawn can only move to a pyramid."),
    "HAS_LEFT": N_("{seat} has left the game already."),
    "BAD_PLAYER_COUNT": N_("2 to 5 can play, not {seats}."),
    "BAD_FIRST_PLAYER": N_("Player {first} cannot begin; the players are 1 to {seats}."),
    "BAD_PATH": N_(
        "A path has 75 pyramids, 5 of each kind. This one has {count}, among them "
        "{pyramid}: {copies}."
    ),
}

CHECKS: Mapping[str, str] = {
    "CHECK_COPIES": N_("There must be 5 x {pyramid}. On the table: {count}."),
    "CHECK_UNSCORED": N_("None is left on the path, so this group gives points now: {pyramid}."),
    "CHECK_SCORED": N_(
        "{pyramid}: the points are wrong. They must be 3 and 2, or 5 for one "
        "player who is the only one to have any, and none of the pyramids may be "
        "kept."
    ),
    "CHECK_PAWN": N_("The pawn of {seat} is on space {space}, where there is still a pyramid."),
    "CHECK_TOGETHER": N_("The pawns of {seat} and {other} are both on space {space}."),
    "CHECK_AT_START": N_("{seat} has not moved yet, so cannot have a pyramid."),
    "CHECK_SWEEP": N_("All pawns have passed the pyramid on space {space}: it must be in the eye."),
    "CHECK_LEFT": N_(
        "Players still there: {count}. Two are needed to play; a single one wins at once."
    ),
    "CHECK_MOVERS": N_(
        "Players with a pyramid ahead: {count}. With fewer than two the game is over."
    ),
    "CHECK_TURN": N_(
        "It cannot be the turn of {seat}: this player has left, or has no pyramid ahead."
    ),
    "CHECK_REST": N_plural(
        "The game is over, but {count} pyramid is still on the path.",
        "The game is over, but {count} pyramids are still on the path.",
    ),
    "CHECK_LAID": N_("All {count} pyramids are on the path, so the set-up is finished."),
    "CHECK_GAP": N_("Space {space} is empty, but a later one is not. Lay the path without gaps."),
    "CHECK_LAYING": N_(
        "Only {count} of 75 pyramids are laid, so nobody can have moved, taken or "
        "scored anything yet."
    ),
}

TALK: Mapping[str, str] = {
    "option.path": N_("The path: the box deals it, or you lay it and enter it"),
    "option.path.dealt": N_("dealt"),
    "option.path.entered": N_("entered"),
    "ask.lay": N_("Which pyramid comes next on the path?"),
    "describe.take": N_("take {pyramid} on space {space}, number {ahead} ahead"),
    "describe.move": N_("move to space {space}"),
    "describe.lay": N_("lay {pyramid}"),
    "describe.pass": N_("pass"),
    "report.take": N_("{seat} takes space {space}: {pyramid}."),
    "report.lay": N_("Laid: {pyramid}."),
    "grounds.ahead": N_(
        "It is ahead of this pawn ({seat}), number {ahead}. You may take any pyramid ahead."
    ),
    "grounds.only": N_("It is the only pyramid ahead of this pawn ({seat}), and you may not pass."),
    "grounds.five": N_("Now all five have left the path, and the group gives points at once."),
    "grounds.passed": N_plural(
        "Then all pawns have passed {count} pyramid: it goes to the eye.",
        "Then all pawns have passed {count} pyramids: they go to the eye.",
    ),
    "grounds.last": N_("Then no pyramid is ahead of this pawn: it waits for the end."),
    "grounds.lay": N_("On the path: {count} of 5. Each group has five."),
    "laid": N_("On space {space}: {pyramid}."),
    "laid.short": N_("{pyramid} on space {space}."),
    "path_complete": N_("The path is complete: {spaces} pyramids. {seat} begins."),
    "taken": N_("{seat} takes space {space}: {pyramid}."),
    "swept": N_("Passed by everyone, up to space {last}: {count}. These pyramids go to the eye."),
    "rest_taken": N_plural(
        "Only {seat} can still move and takes what is left: {count} pyramid.",
        "Only {seat} can still move and takes all that is left: {count} pyramids.",
    ),
    "group_scored": N_("{pyramid}: 3 points for {first}, 2 for {second}."),
    "group_scored.short": N_("Group {pyramid}: 3 points {first}, 2 points {second}."),
    "group_alone": N_("{pyramid}: all 5 points for {seat}. Nobody else has any."),
    "group_alone.short": N_("Group {pyramid}: all 5 points {seat}."),
    "group_in_eye": N_("{pyramid}: all five are in the eye. Nobody gets points."),
    "at_end": N_("{seat} has reached the end of the path and waits from now on."),
    "left": N_("{seat} leaves the game. The points stay, but {seat} can no longer win."),
    "agreed.draw": N_("Everyone agrees on a draw."),
    "agreed.end": N_("Everyone agrees to stop. Unfinished groups score nothing."),
    "points": N_plural(
        "{winner} wins with {points} point.", "{winner} wins with {points} points.", by="points"
    ),
    "furthest": N_("A tie: {winner} wins, because this pawn is furthest ahead."),
    "shared": N_("{winners} win together: they are still tied, and their pawns never moved."),
    "agreed_end": N_("Stopped by agreement."),
    "agreed_draw": N_("A draw: both players agreed."),
    "resignation": N_("Nobody else is left in the game."),
    "sheet.alone": N_("{pyramid}: nobody else has any ({held})"),
    "sheet.most": N_("{pyramid}: the most, {held}"),
    "sheet.most_level": N_("{pyramid}: {held}, tied with {rivals}; pawn further ahead"),
    "sheet.second": N_("{pyramid}: second, {held}"),
    "sheet.second_level": N_("{pyramid}: second, {held}, tied with {rivals}; pawn further ahead"),
    "sheet.second_behind": N_("{pyramid}: {held}, tied with {rival}; pawn further back"),
    "sheet.nothing": N_("{pyramid}: {held}, but only the first two get points"),
}

STEPS: Mapping[str, str] = {
    "step.pawn.start": N_("Put the pawn of {seat} outside, at the start of the path."),
    "step.pawn.start.all": N_("Put the pawns outside, at the start of the path: {seat}."),
    "step.pawn.path": N_("Put the pawn of {seat} on space {space}."),
    "step.all.eye": N_("Put upright in the eye: the {count} pyramids of spaces {first} to {last}."),
    "step.all.eye.short": N_("{who}: passed by all, spaces {first} to {last}: into the eye."),
    "step.all.held": N_(
        "Put upright in front of {seat}: the {count} pyramids of spaces {first} to {last}."
    ),
    "step.all.points": N_(
        "Lay the {count} pyramids of spaces {first} to {last} in front of {seat} as points."
    ),
    "step.all.box": N_(
        "Put the {count} pyramids of spaces {first} to {last} back in the game's box."
    ),
    "step.box.path": N_("Lay on space {space}: {pyramid}."),
    "step.box.held": N_("Put {count} x {pyramid} upright in front of {seat}."),
    "step.box.points": N_("Lay {count} x {pyramid} in front of {seat} as points."),
    "step.box.eye": N_("Put {count} x {pyramid} upright in the eye."),
    "step.path.box": N_("Space {origin}, back in the game's box: {pyramid}."),
    "step.path.held": N_("Take from space {origin} and put upright in front of {seat}: {pyramid}."),
    "step.path.held.short": N_("{who}: take {pyramid} on\u00a0{origin}, put the pawn there."),
    "step.path.points": N_(
        "Take from space {origin} and lay in front of {seat} as a point: {pyramid}."
    ),
    "step.path.eye": N_("Take from space {origin} and put upright in the eye: {pyramid}."),
    "step.path.eye.short": N_("{who}: passed by all, space {origin}: into the eye."),
    "step.held.path": N_("Take from {giver} and lay on space {space}: {pyramid}."),
    "step.held.held": N_("Move {count} x {pyramid} from {giver} to {seat}, upright."),
    "step.held.points": N_(
        "Take {count} x {pyramid} from {giver} and lay in front of {seat} as points."
    ),
    "step.held.eye": N_("Take {count} x {pyramid} from {giver} and put upright in the eye."),
    "step.held.box": N_("Put {count} x {pyramid} from {giver} back in the game's box."),
    "step.points.path": N_("Take from the points of {giver} and lay on space {space}: {pyramid}."),
    "step.points.held": N_(
        "Take {count} x {pyramid} from the points of {giver} and put upright in front of {seat}."
    ),
    "step.points.points": N_("Points, from {giver} to {seat}: {count} x {pyramid}."),
    "step.points.eye": N_("Points of {giver}, upright to the eye: {count} x {pyramid}."),
    "step.points.box": N_("Points of {giver}, back in the game's box: {count} x {pyramid}."),
    "step.eye.path": N_("Take from the eye and lay on space {space}: {pyramid}."),
    "step.eye.held": N_(
        "Take {count} x {pyramid} from the eye and put upright in front of {seat}."
    ),
    "step.eye.points": N_("Lay {count} x {pyramid} from the eye in front of {seat} as points."),
    "step.eye.box": N_("Put {count} x {pyramid} from the eye back in the game's box."),
}

TERMS: Mapping[str, str] = {
    "colour.R": N_("red"),
    "colour.Y": N_("yellow"),
    "colour.G": N_("green"),
    "colour.B": N_("blue"),
    "colour.K": N_("black"),
    "short.R1": N_("small red"),
    "short.R2": N_("medium red"),
    "short.R3": N_("large red"),
    "short.Y1": N_("small yellow"),
    "short.Y2": N_("medium yellow"),
    "short.Y3": N_("large yellow"),
    "short.G1": N_("small green"),
    "short.G2": N_("medium green"),
    "short.G3": N_("large green"),
    "short.B1": N_("small blue"),
    "short.B2": N_("medium blue"),
    "short.B3": N_("large blue"),
    "short.K1": N_("small black"),
    "short.K2": N_("medium black"),
    "short.K3": N_("large black"),
    "kind.R1": N_("red, small"),
    "kind.R2": N_("red, medium"),
    "kind.R3": N_("red, large"),
    "kind.Y1": N_("yellow, small"),
    "kind.Y2": N_("yellow, medium"),
    "kind.Y3": N_("yellow, large"),
    "kind.G1": N_("green, small"),
    "kind.G2": N_("green, medium"),
    "kind.G3": N_("green, large"),
    "kind.B1": N_("blue, small"),
    "kind.B2": N_("blue, medium"),
    "kind.B3": N_("blue, large"),
    "kind.K1": N_("black, small"),
    "kind.K2": N_("black, medium"),
    "kind.K3": N_("black, large"),
    "size.1": N_("small"),
    "size.2": N_("medium"),
    "size.3": N_("large"),
    "action.pass": N_("pass"),
    "place.empty": N_("empty space"),
    "pyramid.R1": N_("small red pyramid"),
    "pyramid.R2": N_("medium red pyramid"),
    "pyramid.R3": N_("large red pyramid"),
    "pyramid.Y1": N_("small yellow pyramid"),
    "pyramid.Y2": N_("medium yellow pyramid"),
    "pyramid.Y3": N_("large yellow pyramid"),
    "pyramid.G1": N_("small green pyramid"),
    "pyramid.G2": N_("medium green pyramid"),
    "pyramid.G3": N_("large green pyramid"),
    "pyramid.B1": N_("small blue pyramid"),
    "pyramid.B2": N_("medium blue pyramid"),
    "pyramid.B3": N_("large blue pyramid"),
    "pyramid.K1": N_("small black pyramid"),
    "pyramid.K2": N_("medium black pyramid"),
    "pyramid.K3": N_("large black pyramid"),
}

OTHER_COLOURS: Mapping[str, str] = {
    "colour.W": N_("white"),
    "colour.P": N_("purple"),
    "colour.O": N_("orange"),
    "colour.T": N_("turquoise"),
    "colour.C": N_("clear"),
    "pyramid.W1": N_("small white pyramid"),
    "pyramid.W2": N_("medium white pyramid"),
    "pyramid.W3": N_("large white pyramid"),
    "pyramid.P1": N_("small purple pyramid"),
    "pyramid.P2": N_("medium purple pyramid"),
    "pyramid.P3": N_("large purple pyramid"),
    "pyramid.O1": N_("small orange pyramid"),
    "pyramid.O2": N_("medium orange pyramid"),
    "pyramid.O3": N_("large orange pyramid"),
    "pyramid.T1": N_("small turquoise pyramid"),
    "pyramid.T2": N_("medium turquoise pyramid"),
    "pyramid.T3": N_("large turquoise pyramid"),
    "pyramid.C1": N_("small clear pyramid"),
    "pyramid.C2": N_("medium clear pyramid"),
    "pyramid.C3": N_("large clear pyramid"),
    "short.W1": N_("small white"),
    "short.W2": N_("medium white"),
    "short.W3": N_("large white"),
    "short.P1": N_("small purple"),
    "short.P2": N_("medium purple"),
    "short.P3": N_("large purple"),
    "short.O1": N_("small orange"),
    "short.O2": N_("medium orange"),
    "short.O3": N_("large orange"),
    "short.T1": N_("small turquoise"),
    "short.T2": N_("medium turquoise"),
    "short.T3": N_("large turquoise"),
    "short.C1": N_("small clear"),
    "short.C2": N_("medium clear"),
    "short.C3": N_("large clear"),
    "kind.W1": N_("white, small"),
    "kind.W2": N_("white, medium"),
    "kind.W3": N_("white, large"),
    "kind.P1": N_("purple, small"),
    "kind.P2": N_("purple, medium"),
    "kind.P3": N_("purple, large"),
    "kind.O1": N_("orange, small"),
    "kind.O2": N_("orange, medium"),
    "kind.O3": N_("orange, large"),
    "kind.T1": N_("turquoise, small"),
    "kind.T2": N_("turquoise, medium"),
    "kind.T3": N_("turquoise, large"),
    "kind.C1": N_("clear, small"),
    "kind.C2": N_("clear, medium"),
    "kind.C3": N_("clear, large"),
}
"""For sets in other colours; the codes stay R, Y, G, B and K."""

RULEBOOK: Mapping[str, str] = {
    "BAD_PLAYER": "players",
    "NOT_YOUR_TURN": "clockwise",
    "AT_END": "at-the-end",
    "MUST_MOVE": "must-move",
    "BAD_SPACE": "empty-gap",
    "SAME_SPACE": "never-back",
    "BACKWARD": "never-back",
    "EMPTY_SPACE": "empty-gap",
    "HAS_LEFT": "leaving",
    "BAD_PLAYER_COUNT": "players",
    "BAD_FIRST_PLAYER": "first-player",
    "BAD_PATH": "all-pyramids",
    "CHECK_COPIES": "sets",
    "CHECK_UNSCORED": "group-complete",
    "CHECK_SCORED": "most",
    "CHECK_PAWN": "pawn-in-the-gap",
    "CHECK_TOGETHER": "pawn-in-the-gap",
    "CHECK_AT_START": "pawns-outside",
    "CHECK_SWEEP": "sweep",
    "CHECK_LEFT": "leaving",
    "CHECK_MOVERS": "rest",
    "CHECK_TURN": "at-the-end",
    "CHECK_REST": "rest",
    "CHECK_LAID": "all-pyramids",
    "CHECK_GAP": "all-pyramids",
    "CHECK_LAYING": "all-pyramids",
}
"""The id of the rulebook statement behind each refusal."""

RULES: Mapping[str, str] = {
    "rule.players": N_("the players"),
    "rule.clockwise": N_("whose turn it is"),
    "rule.at-the-end": N_("the end of the path"),
    "rule.must-move": N_("you must move"),
    "rule.empty-gap": N_("where a pawn may go"),
    "rule.never-back": N_("never backwards"),
    "rule.leaving": N_("leaving the game"),
    "rule.first-player": N_("the first player"),
    "rule.all-pyramids": N_("the path"),
    "rule.sets": N_("the pyramids"),
    "rule.group-complete": N_("when a group gives points"),
    "rule.most": N_("how a group gives points"),
    "rule.pawn-in-the-gap": N_("where a pawn is"),
    "rule.pawns-outside": N_("the set-up"),
    "rule.sweep": N_("the eye"),
    "rule.rest": N_("the end of the game"),
}
"""The readable names of these statements."""

WORDS: Mapping[str, str] = {
    **REFUSALS,
    **CHECKS,
    **TALK,
    **STEPS,
    **TERMS,
    **OTHER_COLOURS,
    **RULES,
}

COACH: dict[str, str] = {
    **STANDING,
    "coach.held": N_("You then have {count} of 5: {pyramid}."),
    "coach.held.of": N_("{seat} then has {count} of 5: {pyramid}."),
    "coach.near": N_("This move skips no pyramid: it leaves nothing to the others."),
    "coach.skips": N_plural(
        "This move skips {count} pyramid, which the others may take.",
        "This move skips {count} pyramids, which the others may take.",
    ),
}
"""Sentences of the coach."""
