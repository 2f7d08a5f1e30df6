"""What the box says about Mandala Stones, in English, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping

from engines.bots.evaluation_words import STANDING
from engines.translation import N_

_TERMS = {
    "colour.R": N_("red"),
    "colour.P": N_("purple"),
    "colour.B": N_("blue"),
    "colour.Y": N_("yellow"),
    "pattern.o": N_("pattern o"),
    "pattern.x": N_("pattern x"),
    "stone.R": N_("red"),
    "stone.P": N_("purple"),
    "stone.B": N_("blue"),
    "stone.Y": N_("yellow"),
    "stone.Ro": N_("red o"),
    "stone.Rx": N_("red x"),
    "stone.Po": N_("purple o"),
    "stone.Px": N_("purple x"),
    "stone.Bo": N_("blue o"),
    "stone.Bx": N_("blue x"),
    "stone.Yo": N_("yellow o"),
    "stone.Yx": N_("yellow x"),
    "stone.stone": N_("any stone"),
    "one.R": N_("red stone"),
    "one.P": N_("purple stone"),
    "one.B": N_("blue stone"),
    "one.Y": N_("yellow stone"),
    "one.Ro": N_("red stone o"),
    "one.Rx": N_("red stone x"),
    "one.Po": N_("purple stone o"),
    "one.Px": N_("purple stone x"),
    "one.Bo": N_("blue stone o"),
    "one.Bx": N_("blue stone x"),
    "one.Yo": N_("yellow stone o"),
    "one.Yx": N_("yellow stone x"),
    "one.stone": N_("stone"),
    "many.R": N_("red stones"),
    "many.P": N_("purple stones"),
    "many.B": N_("blue stones"),
    "many.Y": N_("yellow stones"),
    "many.Ro": N_("red stones o"),
    "many.Rx": N_("red stones x"),
    "many.Po": N_("purple stones o"),
    "many.Px": N_("purple stones x"),
    "many.Bo": N_("blue stones o"),
    "many.Bx": N_("blue stones x"),
    "many.Yo": N_("yellow stones o"),
    "many.Yx": N_("yellow stones x"),
    "many.stone": N_("stones"),
    "artist.o": N_("pattern o"),
    "artist.x": N_("pattern x"),
    "shows.0": N_("blank"),
    "shows.1": N_("+1 VP"),
    "shows.2": N_("+2 VP"),
    "shows.h2": N_("2 hands"),
    "shows.h3": N_("3 hands"),
    "shows.h4": N_("4 hands"),
    "shows.end": N_("no space: the board ends"),
    "action.pick": N_("PICK"),
    "action.colour": N_("SCORE a colour"),
    "action.tops": N_("SCORE tops"),
    "action.nothing": N_("nothing to pick"),
    "why.empty": N_("empty"),
    "why.artist": N_("touches another artist"),
    "why.pattern": N_("another pattern"),
    "why.far": N_("not next to this circle"),
    "question.mandala": N_("mandala space"),
    "question.reveal": N_("new top of stack"),
    "question.objective": N_("objective"),
}

_DEFECTS = {
    "defect.no_list": N_("the mandala must be a list of spaces"),
    "defect.no_such_space": N_("a space shows 0, 1, 2, h2, h3, h4 or end"),
    "defect.after_end": N_("nothing can follow the end of the mandala"),
    "defect.pattern": N_("all 48 stones of this pattern are out already"),
    "defect.dealt": N_("another stone was dealt there"),
    "defect.towers_only": N_("the box must follow the main board"),
    "defect.tops_and_deal": N_("the tops and the deal contradict each other"),
    "defect.no_artists": N_("write artists as circles with patterns"),
    "defect.no_artist": N_("an artist is a circle a1 to c3 with pattern o or x"),
    "defect.two_of_each": N_("there are four artists, two of each pattern"),
    "defect.stack_count": N_("there are 24 stacks"),
    "defect.stack_height": N_("a stack has 4 stones"),
    "defect.no_stone": N_("a stone is R, P, B or Y followed by o or x"),
    "defect.colour_count": N_("there are 24 stones of each colour"),
    "defect.pattern_count": N_("there are 48 stones of each pattern"),
}

_REFUSALS = {
    "BAD_NOTATION": N_('"{text}" is not an action here. Example: {example}.'),
    "ANSWER_PENDING": N_("First answer this question: {question} ({about})."),
    "NOTHING_ASKED": N_("The box did not ask anything that {answer} would answer."),
    "HAS_LEFT": N_("{seat} has left the game already."),
    "NO_EMPTY_SPACE": N_("All five spaces have a tower ({seat}): you cannot PICK, you must SCORE."),
    "PICK_WAIVED": N_("You must SCORE: {seat} said that there is nothing to pick."),
    "SPACE_TAKEN": N_("There is already a tower on space {space}. Empty spaces: {empty}."),
    "BAD_SPACE": N_("There is no space {space}: the spaces are 1 to 5."),
    "BAD_COUNT": N_("A tower has 1 to 4 stones, not {count}."),
    "COLOUR_EXHAUSTED": N_(
        "Colour {colour}: only {left} of the 24 stones are left, so {wanted} more are not possible."
    ),
    "NO_ARTIST_THERE": N_("There is no artist on {circle}. Artists: {artists}."),
    "CIRCLE_TAKEN": N_("Another artist is on {circle}. Empty circles: {empty}."),
    "SAME_CIRCLE": N_("The artist on {circle} must move to another circle."),
    "NOTHING_ALLOWED": N_(
        "Nothing to take at {circle}. Stack {north}: {north_why}; stack {east}: {east_why}; "
        "stack {south}: {south_why}; stack {west}: {west_why}."
    ),
    "FIRST_NOT_ALLOWED": N_("Stack {stack}: {why}. Begin with one of: {allowed}."),
    "COLOUR_NOT_ON_TWO_TOPS": N_(
        "To score a colour, it must be on top of two towers or more. {colour}: {count}."
    ),
    "NO_TOWER": N_("There is no tower on space {space}."),
    "BAD_BOARD_ANSWER": N_("This is not possible: {what} ({defect})."),
}

_CHECKS = {
    "CHECK_COLOUR": N_("Colour {colour}: there are 24 stones, not {count}."),
    "CHECK_PATTERN": N_("There are 48 stones with {pattern}, not {count}."),
    "CHECK_TOWERS": N_(
        "The towers have {count} stones of this colour ({colour}), but only "
        "{taken} left the main board."
    ),
    "CHECK_STONES": N_(
        "Towers, mandala and stones set aside: {count}. But {taken} left the main board."
    ),
    "CHECK_PLACED": N_("There are {placed} stones on the mandala, but {count} known spaces."),
    "CHECK_ASIDE": N_("Stones are set aside ({aside}), but the mandala is not full."),
    "CHECK_WAITING": N_(
        "Stones are not yet on mandala space {space}, although the box knows this space."
    ),
    "CHECK_TRIGGERED": N_("It is the last round, but no space with {hands} hands is covered."),
    "CHECK_NOT_TRIGGERED": N_("{hands} hands are covered: this is the last round."),
    "CHECK_LEFT": N_("It cannot be the turn of {seat}: this player left the game."),
    "CHECK_ALONE": N_("Only {seat} is left in the game, so it is over."),
    "CHECK_ASKED": N_("This objective is known already: {seat}."),
    "CHECK_NO_CHOICE": N_("Nothing is possible for {seat}: the game must be over."),
    "CHECK_HEIGHTS": N_("Stones missing from the stacks: {count}. Stones taken: {taken}."),
    "CHECK_LIFTED": N_(
        "Colour {colour}: {count} stones are known to have left the stacks, not {taken}."
    ),
}

_SAYINGS = {
    "say.pick": N_("pick {stones} for space {space}"),
    "say.artist_pick": N_(
        "move the artist {source} to {target}, begin with stack {first}, build on space {space}"
    ),
    "say.colour": N_("score the colour {colour}, spaces {spaces}"),
    "say.top": N_("score the top on space {space}"),
    "say.tops": N_("score the tops on spaces {spaces}"),
    "say.nothing": N_("say that there is nothing to pick"),
    "say.printed": N_("the mandala space shows: {shows}"),
    "say.reveal": N_("stack {stack} now shows {stone}"),
    "say.objective": N_("the objective gives {points} VP"),
    "ask.mandala": N_("What does the next mandala space show?"),
    "ask.reveal": N_("Which stone is on top now?"),
    "ask.objective": N_("How many VP does the chosen objective give? 0 if it is not met."),
    "question.mandala.about": N_("What does mandala space {about} show?"),
    "question.reveal.about": N_("Which stone is now on top of stack {about}?"),
    "question.objective.about": N_(
        "How many VP does the objective of {about} give? 0 if it is not met."
    ),
    "option.tracking": N_("What the box follows: the players' towers, or the main board as well."),
    "option.tracking.towers": N_("towers"),
    "option.tracking.board": N_("board"),
}

_REPORTS = {
    "report.pick": N_("Tower built on space {space}: {stones}."),
    "report.artist_pick": N_("Artist {source}→{target}. Tower built on space {space}: {stones}."),
    "report.colour": N_("Colour scored: {colour}, spaces {spaces} ({points} VP)."),
    "report.top": N_("Top scored: space {space} ({points} VP)."),
    "report.tops": N_("Tops scored: spaces {spaces} ({points} VP)."),
    "report.nothing": N_("There is nothing to pick."),
    "report.printed": N_("Mandala space {space} shows: {shows}."),
    "report.reveal": N_("Stack {stack} now shows {stone}."),
    "report.objective": N_("Objective ({seat}): {points} VP."),
}

_GROUNDS = {
    "grounds.full": N_("No space is empty ({seat}), so you must SCORE."),
    "grounds.waived": N_("You said that there is nothing to pick, so you must SCORE."),
    "grounds.dead_end": N_("No artist can take a stone, so you must SCORE."),
    "grounds.pick": N_("To PICK you need an empty space. Empty spaces: {empty}."),
    "grounds.unseen": N_(
        "The box does not see the main board: it offers every colour of which stones are left."
    ),
    "grounds.artist": N_(
        "The artist from {source} takes all tops next to {target} with its "
        "{pattern} that touch no other artist: stacks {stacks}."
    ),
    "grounds.first": N_(
        "The first stone is any of them, here stack {first}. Then go on clockwise."
    ),
    "grounds.colour": N_("This colour is on top of {count} towers, and two are enough: {colour}."),
    "grounds.worth": N_("All towers with this colour on top score: {points} VP in all."),
    "grounds.tops": N_("You may score the tops of any towers: 1 VP each. Colours do not matter."),
    "grounds.nothing": N_("Only the players see whether an artist can take a stone."),
    "grounds.then_score": N_("You have a tower, so you must SCORE this turn."),
    "grounds.then_end": N_("There is no tower to score either ({seat}): the game ends at once."),
    "grounds.printed": N_("Tell the box what is printed on mandala space {space}."),
    "grounds.reveal": N_("The top of stack {stack} was taken, so another stone is on top now."),
    "grounds.objective": N_(
        "{seat} shows two objectives and scores one of them: its VP, or 0 if it is not met."
    ),
}

_EVENTS = {
    "picked": N_("Tower of {seat} on space {space}: {stones}."),
    "picked.short": N_("{seat}: tower on space {space}."),
    "nothing_to_pick": N_("{seat} says that there is nothing to pick."),
    "nothing_to_pick.short": N_("{seat}: nothing to pick."),
    "score_due": N_("No artist can take a stone: {seat} must SCORE."),
    "score_due.short": N_("{seat}: artists blocked."),
    "learned": N_("Saved: mandala space {space} shows {shows}."),
    "hands_again": N_(
        "Mandala space {space} shows {hands} hands, and so does space {earlier}. Saved anyway."
    ),
    "hands_again.short": N_("{hands} hands on space {earlier} too? Saved."),
    "end_without_hands": N_("No space of the mandala shows hands (spaces: {count}). Saved anyway."),
    "end_without_hands.short": N_("No hands? Check it. Saved."),
    "uncovered": N_("Stack {stack} now shows {stone}."),
    "left": N_("Out of the game: {seat}."),
    "earned_space1": N_("{points} VP for {seat} on space 1."),
    "earned_space2": N_("{points} VP for {seat} on space 2."),
    "earned_space3": N_("{points} VP for {seat} on space 3."),
    "earned_space4": N_("{points} VP for {seat} on space 4."),
    "earned_space5": N_("{points} VP for {seat} on space 5."),
    "earned_tops": N_("{points} VP for {seat} for top stones."),
    "earned_bonus": N_("+{points} VP for {seat} on mandala space {space}."),
    "earned_bonus.short": N_("mandala space {space}: +{points}."),
    "earned_objective": N_("{points} VP for {seat} for the objective."),
    "triggered": N_("{hands} hands are covered: the game ends with this round."),
    "triggered.short": N_("{hands} hands covered: last round."),
    "set_aside": N_("The mandala is full. Stones set aside: {count}."),
    "set_aside.short": N_("The mandala is full."),
    "round": N_("Round {round}."),
    "ending_hands": N_("The last round is over. Now come the objectives."),
    "ending_hands.short": N_("The last round is over."),
    "ending_immediate": N_("Neither PICK nor SCORE is possible: the game ends at once."),
    "ending_immediate.short": N_("The game ends at once."),
    "ending_agreed_end": N_("The players agree to end here. The points so far count."),
    "ending_agreed_end.short": N_("Ended by agreement."),
    "ending_agreed_draw": N_("The players agree on a draw."),
    "ending_resignation": N_("Only one player is left."),
    "tie": N_("Tied with {points} VP: {seats}. The first of them in turn order wins: {winner}."),
}

_ENDS = {
    "hands": N_("Enough hands are covered, and the round is finished."),
    "immediate": N_("Neither PICK nor SCORE was possible."),
    "agreed_end": N_("Ended by agreement."),
    "agreed_draw": N_("A draw: both players agreed."),
    "resignation": N_("The others resigned."),
    "sheet.space1": N_("Round {round}, space 1, heights: {heights}"),
    "sheet.space2": N_("Round {round}, space 2, height: {height}"),
    "sheet.space3": N_("Round {round}, space 3, height: {height}"),
    "sheet.space4": N_("Round {round}, space 4, height: {height}"),
    "sheet.space5": N_("Round {round}, space 5, colours: {colours}, + 1"),
    "sheet.tops": N_("Round {round}, tops: {count}"),
    "sheet.bonus": N_("Round {round}, mandala space {space}"),
    "sheet.objective": N_("Objective, after round {round}"),
    "sheet.corrected": N_("Corrected by hand in round {round}"),
}

_STEPS = {
    "step.main.tower": N_("Main board to space {space} of {seat}: {count} {stone}."),
    "step.stack.tower": N_("Stack {stack} to space {space} of {seat}: {count} {stone}."),
    "step.tower.main": N_("Space {space} of {seat} back to the main board: {count} {stone}."),
    "step.tower.stack": N_("Space {space} of {seat} back to stack {stack}: {count} {stone}."),
    "step.tower.mandala": N_("Space {space} of {seat} to the mandala: {count} {stone}."),
    "step.tower.mandala.short": N_("{who}: top {space} to the mandala."),
    "step.tower.mandala.all.short": N_("{who}: tops {space} to the mandala."),
    "step.tower.aside": N_("Space {space} of {seat}, set aside: {count} {stone}."),
    "step.tower.aside.short": N_("{who}: set top {space} aside."),
    "step.tower.aside.all.short": N_("{who}: set tops {space} aside."),
    "step.mandala.tower": N_("Mandala back to space {space} of {seat}: {count} {stone}."),
    "step.aside.tower": N_(
        "Of the stones set aside, back to space {space} of {seat}: {count} {stone}."
    ),
    "step.main.hand": N_("Take from the main board: {count} {stone}."),
    "step.stack.hand": N_("Take from stack {stack}: {count} {stone}."),
    "step.tower.hand": N_("Take from space {space} of {seat}: {count} {stone}."),
    "step.tower.hand.short": N_("{who}: take off top {space}."),
    "step.tower.hand.all.short": N_("{who}: take off tops {space}."),
    "step.mandala.hand": N_("Take from the mandala: {count} {stone}."),
    "step.aside.hand": N_("Take from the stones aside: {count} {stone}."),
    "step.box.hand": N_("Take from the game's box: {count} {stone}."),
    "step.hand.main": N_("Put back on the main board: {count} {stone}."),
    "step.hand.stack": N_("Put on stack {stack}: {count} {stone}."),
    "step.hand.tower": N_("Put on space {space} of {seat}: {count} {stone}."),
    "step.hand.mandala": N_("Put on the next mandala spaces: {count} {stone}."),
    "step.hand.mandala.short": N_("{who}: {count} to the mandala."),
    "step.hand.mandala.nobody.short": N_("Put {count} on the mandala."),
    "step.hand.aside": N_("Set aside: {count} {stone}."),
    "step.hand.aside.short": N_("{who}: {count} aside."),
    "step.hand.aside.nobody.short": N_("Set {count} aside."),
    "step.hand.box": N_("Put back into the game's box: {count} {stone}."),
    "step.box.main": N_("Fill the main board from the bag: {count} stones, four on each stack."),
    "step.box.main.rest": N_(
        "Put {count} stones from the bag on the main board, none of its stacks above four."
    ),
    "step.box.stack": N_("Put on stack {stack} from the bag: {count} {stone}."),
    "step.box.tower": N_("From the game's box to space {space} of {seat}: {count} {stone}."),
    "step.box.mandala": N_("From the game's box on the mandala: {count} {stone}."),
    "step.box.aside": N_("From the game's box, set aside: {count} {stone}."),
    "step.artist.box.main": N_(
        "Put the four artists, at random, on the middle circles of the four sides."
    ),
    "step.artist.box.circle": N_("Put an artist on {target}: {artist}."),
    "step.artist.circle.circle": N_("Move the artist on {source} to {target}: {artist}."),
    "step.artist.circle.hand": N_("Take the artist off {source}: {artist}."),
    "step.artist.hand.circle": N_("Put the artist on {target}: {artist}."),
    "step.box.cards": N_("Deal {count} objective cards to {seat}, face down."),
    "step.box.cards.all": N_("Deal {count} objective cards each, face down: {seat}."),
    "step.box.track": N_("Put the score marker of {seat} on {new}."),
    "step.box.track.all": N_("Put the score markers on {new}: {seat}."),
    "step.track.track": N_("Move the score marker of {seat} from {old} to {new}."),
    "step.track.track.short": N_("{seat}: marker {old}→{new}."),
    "step.box.fifty": N_("Give +50 markers to {seat}: {count}."),
    "step.box.fifty.short": N_("{seat}: take a +50 marker."),
    "step.fifty.box": N_("Take +50 markers back from {seat}: {count}."),
}

_ASSUMPTIONS = {
    "assumes.reach": N_("An artist can take, bottom first: {stones}."),
    "assumes.offers": N_(
        "What others can pick is a guess, because the box does not follow the main board."
    ),
    "assumes.end": N_("The game will end at about space {space} of the mandala."),
}

RULEBOOK: Mapping[str, str] = {
    "ANSWER_PENDING": "learned",
    "NOTHING_ASKED": "learned",
    "NOT_YOUR_TURN": "rounds",
    "HAS_LEFT": "leaving",
    "NO_EMPTY_SPACE": "must-score",
    "PICK_WAIVED": "at-least-one",
    "SPACE_TAKEN": "place-tower",
    "BAD_SPACE": "players",
    "BAD_COUNT": "take-all",
    "COLOUR_EXHAUSTED": "stones",
    "NO_ARTIST_THERE": "no-artist-there",
    "CIRCLE_TAKEN": "empty-circle",
    "SAME_CIRCLE": "artist-must-move",
    "NOTHING_ALLOWED": "at-least-one",
    "FIRST_NOT_ALLOWED": "first-stone",
    "COLOUR_NOT_ON_TWO_TOPS": "two-tops",
    "NO_TOWER": "tops",
    "BAD_BOARD_ANSWER": "main-board",
    "CHECK_COLOUR": "stones",
    "CHECK_PATTERN": "patterns",
    "CHECK_TOWERS": "stones",
    "CHECK_STONES": "stones",
    "CHECK_PLACED": "to-the-mandala",
    "CHECK_ASIDE": "full-mandala",
    "CHECK_WAITING": "learned",
    "CHECK_TRIGGERED": "hands",
    "CHECK_NOT_TRIGGERED": "hands",
    "CHECK_LEFT": "leaving",
    "CHECK_ALONE": "leaving",
    "CHECK_ASKED": "objectives",
    "CHECK_NO_CHOICE": "nothing-at-all",
    "CHECK_HEIGHTS": "main-board",
    "CHECK_LIFTED": "main-board",
}
"""Refusals to the statements of the rulebook, by id."""

RULES: Mapping[str, str] = {
    "rule.learned": N_("the mandala board"),
    "rule.rounds": N_("whose turn it is"),
    "rule.leaving": N_("leaving the game"),
    "rule.must-score": N_("when you must score"),
    "rule.at-least-one": N_("at least one stone"),
    "rule.place-tower": N_("where the new tower goes"),
    "rule.players": N_("your board"),
    "rule.take-all": N_("which stones you take"),
    "rule.stones": N_("the stones"),
    "rule.no-artist-there": N_("moving an artist"),
    "rule.empty-circle": N_("moving an artist"),
    "rule.artist-must-move": N_("moving an artist"),
    "rule.first-stone": N_("which stones you take"),
    "rule.two-tops": N_("scoring a colour"),
    "rule.tops": N_("scoring top stones"),
    "rule.main-board": N_("the main board"),
    "rule.patterns": N_("the stones"),
    "rule.to-the-mandala": N_("the mandala board"),
    "rule.full-mandala": N_("the mandala board"),
    "rule.hands": N_("the last round"),
    "rule.objectives": N_("the objectives"),
    "rule.nothing-at-all": N_("the end of the game"),
}
"""What people call those statements."""

WORDS: Mapping[str, str] = {
    **_TERMS,
    **_DEFECTS,
    **_REFUSALS,
    **_CHECKS,
    **_SAYINGS,
    **_REPORTS,
    **_GROUNDS,
    **_EVENTS,
    **_ENDS,
    **_STEPS,
    **_ASSUMPTIONS,
    **RULES,
}

COACH: dict[str, str] = {
    **STANDING,
    "coach.scores": N_("It scores {points} VP now."),
    "coach.prepares": N_("If you score next, your towers give up to {points} VP."),
    "coach.prepares.of": N_("If scored next, these towers ({seat}) give up to {points} VP."),
    "coach.waits": N_("There is nothing better to pick."),
}
"""What the coach says."""
