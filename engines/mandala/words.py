"""Every sentence of Mandala, under the code of its message."""

from __future__ import annotations

from collections.abc import Mapping

from engines.bots.evaluation_words import STANDING
from engines.translation import N_, N_plural

REFUSALS: Mapping[str, str] = {
    "BAD_ACTION": N_('"{text}" is not an action of this game. Examples: {examples}.'),
    "ANSWER_PENDING": N_("First tell the box {question}: {about}."),
    "NOTHING_ASKED": N_("The box asks nothing now. It is the turn of {turn}."),
    "BAD_COUNT": N_("{count} is not the right number of cards. Possible: {expected}."),
    "expected.any": N_("1 or more"),
    "expected.1": N_("exactly 1"),
    "expected.2": N_("exactly 2"),
    "UNSEEN_EXCEEDED": N_(
        "{count} x {colour} is not possible: only {left} of the 18 are still unseen."
    ),
    "NOTHING_TO_CLAIM": N_(
        "No mandala is being destroyed, so there is nothing to claim; {turn} plays an action."
    ),
    "CLAIM_PENDING": N_("Finish {mandala} first: {turn} claims a colour."),
    "BAD_MANDALA": N_("There is no mandala {mandala}. There are 1 and 2."),
    "BAD_COLOUR": N_('"{colour}" is not a colour. Colours: {colours}.'),
    "COLOUR_NOT_IN_MOUNTAIN": N_(
        "{colour} is not on the mountain of {mandala}. These are: {colours}."
    ),
    "NOT_IN_HAND": N_("You do not have {count} x {colour} in hand. You have {held}."),
    "HAND_TOO_SMALL": N_plural(
        "You cannot play {count} card from a hand of {hand}.",
        "You cannot play {count} cards from a hand of {hand}.",
    ),
    "COLOUR_IN_OWN_FIELD": N_(
        "{colour} is already in your own field of {mandala}. You can only add it there."
    ),
    "COLOUR_IN_OPP_FIELD": N_("{colour} is already in the field of {opponent} in {mandala}."),
    "COLOUR_IN_MOUNTAIN": N_(
        "{colour} is already on the mountain of {mandala}. You can only add it there."
    ),
    "MUST_KEEP_ONE": N_(
        "You must keep at least one card in hand at the end of your turn. {count} "
        "of {hand} is too many."
    ),
    "CUP_MISMATCH": N_(
        "{told} cannot be this cup ({seat}). It has the claimed cards ({claimed}) and 2 more."
    ),
    "BAD_DECK": N_(
        "A draw pile can only be given if the box deals: {cards} letters out of "
        "{colours}, {each} of each."
    ),
    "question.flip": N_("which cards were turned up on the mountain"),
    "question.cups": N_("the two starting cup cards"),
    "cards.none": N_("none"),
}

POSITION: Mapping[str, str] = {
    "expected.actor": N_("the same as turn, unless a mandala is claimed"),
    "expected.claim": N_("a mandala with cards on its mountain"),
    "expected.null": N_("null, as no mandala is being destroyed"),
    "expected.final": N_("false, unless a mandala is claimed"),
    "expected.empty": N_("an empty mountain where cards are turned up"),
    "expected.untold": N_("cups that fit the phase: null until they are shown"),
    "expected.over": N_("over, as somebody resigned or a draw was agreed"),
    "CHECK_CARDS": N_plural(
        "There is {count} card instead of {all}.", "There are {count} cards instead of {all}."
    ),
    "CHECK_COLOUR": N_("There are {count} x {colour} instead of {all}."),
    "CHECK_COLOUR_RULE": N_("{colour} is in more than one place of {mandala}."),
    "CHECK_HAND": N_plural(
        "{seat} has {count} card in hand. There must be 1 to {limit}.",
        "{seat} has {count} cards in hand. There must be 1 to {limit}.",
    ),
    "CHECK_RIVER": N_("{colour} is twice in the river of {seat}."),
    "CHECK_COMPLETE": N_("All six colours are in {mandala}, so it must be destroyed."),
    "CHECK_MOUNTAIN": N_("The mountain of {mandala} is empty."),
    "CHECK_LAST": N_("The draw pile is empty, so it must be marked as such."),
    "CHECK_CUP": N_("Starting cards in the cup of {seat}: {count} instead of {all}."),
    "CHECK_TOLD": N_("Cup: these are not the two starting cards that were dealt ({seat})."),
}

TERMS: Mapping[str, str] = {
    "colour.R": N_("red"),
    "colour.O": N_("orange"),
    "colour.Y": N_("yellow"),
    "colour.G": N_("green"),
    "colour.P": N_("purple"),
    "colour.K": N_("black"),
    "mandala.0": N_("mandala 1"),
    "mandala.1": N_("mandala 2"),
    "mountain.0": N_("mountain 1"),
    "mountain.1": N_("mountain 2"),
    "field.0": N_("field 1"),
    "field.1": N_("field 2"),
    "slot.1": N_("river slot 1"),
    "slot.2": N_("river slot 2"),
    "slot.3": N_("river slot 3"),
    "slot.4": N_("river slot 4"),
    "slot.5": N_("river slot 5"),
    "slot.6": N_("river slot 6"),
    "action.A": N_("onto the mountain"),
    "action.B": N_("into the field"),
    "action.C": N_("discard and draw"),
    "action.T": N_("claim"),
    "place.mountain": N_("mountain"),
    "place.field": N_("field"),
    "place.river": N_("river"),
    "place.cup": N_("cup"),
    "place.hand": N_("hand"),
    "place.deck": N_("draw pile"),
    "place.discard": N_("discard pile"),
    "option.table": N_("Who deals: you, with real cards, or the box, with its own cards"),
    "option.table.public": N_("real cards"),
    "option.table.full": N_("dealt by the box"),
    "option.strict_next": N_(
        "When completing a mandala empties the draw pile, one more mandala is played"
    ),
    "option.strict_next.false": N_("no"),
    "option.strict_next.true": N_("yes"),
    "ask.flip": N_("Which cards were turned up on the mountain?"),
    "ask.cups": N_("Which two starting cards are in the cup?"),
}

TALK: Mapping[str, str] = {
    "describe.A": N_("put {colour} on the mountain of {mandala}"),
    "describe.B": N_("put {count} x {colour} into your field of {mandala}"),
    "describe.C": N_("discard {count} x {colour} and draw again"),
    "describe.T": N_("claim {colour}"),
    "describe.F": N_("turn up {cards} on {mandala}"),
    "describe.H": N_("the cup of {seat} began with {cards}"),
    "report.A": N_("{seat}, {place}: {colour}."),
    "report.B": N_("{seat}, {place}: {count} x {colour}."),
    "report.C": N_("{seat} discards {count} x {colour} and draws again."),
    "report.T": N_("{seat} claims {count} x {colour}."),
    "report.F": N_("Turned up on {place}: {cards}."),
    "report.H": N_("Cup ({seat}): {cards}."),
    "turned_up": N_("Turned up on the mountain of {mandala}: {cards}."),
    "built": N_("{seat} puts {colour} on the mountain of {mandala}."),
    "grown": N_("{seat} puts {count} x {colour} into the field of {mandala}."),
    "discarded": N_("{seat} discards {count} x {colour}."),
    "drew": N_("{seat} drew from the draw pile: {count}."),
    "shuffle_first": N_(
        "The draw pile is empty: shuffle the discard pile into a new one, then turn up the cards."
    ),
    "shuffle_first.short": N_("Shuffle the discard pile."),
    "reshuffled": N_("The discard pile was shuffled: it is the new draw pile. Cards: {count}."),
    "deck_exhausted": N_("The draw pile was empty: the next mandala is the last one."),
    "deck_exhausted.short": N_("The draw pile was empty: the end is near."),
    "completed": N_("Six colours: {mandala} is complete. {first} claims first."),
    "completed.short": N_("Six colours: {mandala} is complete."),
    "mountain_lost": N_("Both fields of {mandala} are empty: its mountain is discarded."),
    "mountain_lost.short": N_("{mandala} is complete and both fields are empty."),
    "destroyed": N_("All of {mandala} is claimed."),
    "claimed_river": N_("{seat} claims {colour}: one card to river slot {slot}."),
    "claimed_cup": N_("{seat} claims {colour}: {count} face down to the cup."),
    "claimed_lost": N_("{seat} claims {colour} with an empty field: {count} discarded."),
    "river_full": N_("The river of {seat} is full: this is the last mandala."),
    "river_full.short": N_("River full: this is the last mandala."),
    "play_ended": N_("The last mandala is destroyed. Now the cups are counted."),
    "play_ended.short": N_("The end: now the cups."),
    "cup_told": N_("Cup shown by {seat}: {cards}."),
    "agreed_end": N_("Everyone agrees to end the game now and to count the points."),
    "points": N_("{winner} wins by {points} to {other}."),
    "fewest_cup_cards": N_(
        "The points are tied. {winner} wins with fewer cards in the cup, {cards} to {other}."
    ),
    "draw": N_("A draw: tied in points ({points}) and in cards in the cup ({cards})."),
    "resignation": N_("{seat} resigns."),
    "agreed_draw": N_("Everyone agrees on a draw."),
    "score.cup": N_("{count} x {colour} in the cup, river slot {slot}"),
    "score.unmatched": N_("Cup cards without a place in the river: {count}"),
    "score.slot": N_("{colour} in the cup, river slot {slot}: hidden until the end"),
    "score.hidden": N_("The cup is hidden until the end"),
}

GROUNDS: Mapping[str, str] = {
    "grounds.A": N_(
        "{colour} is in neither field of {mandala}, so you may put it on the mountain."
    ),
    "grounds.draw": N_("Then draw from the draw pile: {count} (at most 8 cards in hand)."),
    "grounds.B": N_(
        "{colour} is not on the mountain of {mandala} and not in your opponent's "
        "field, so you may put it here."
    ),
    "grounds.keep": N_("At least 1 card stays in hand. No card is drawn."),
    "grounds.sixth": N_(
        "It is the sixth colour: {mandala} is complete, and its colours are claimed."
    ),
    "grounds.C": N_("You may always discard cards of one colour and draw the same number."),
    "grounds.C_only": N_(
        "You have one card and cannot draw. You must keep a card in hand, so you can only discard."
    ),
    "grounds.T_last": N_("{colour} is the only colour left on the mountain."),
    "grounds.T_turns": N_("You take turns to claim. Now {seat} claims any colour."),
    "grounds.T_more": N_(
        "{seat} has more cards in the field ({count} to {other}) and claims first."
    ),
    "grounds.T_tie": N_(
        "The fields are tied. {seat} did not complete the mandala, so {seat} claims first."
    ),
    "grounds.T_river": N_(
        "A new colour: one card goes to river slot {slot}, the others face down into the cup."
    ),
    "grounds.T_cup": N_(
        "The colour is in the river already: all its cards go face down into the cup."
    ),
    "grounds.T_lost": N_("This field is empty, so these cards are discarded."),
    "grounds.F": N_("You may turn up any two cards on the empty mountain of {mandala}."),
    "grounds.F_one": N_("Only one card is left to turn up on the mountain of {mandala}."),
    "grounds.H": N_(
        "Only two cards are still unknown: those that {seat} got face down at the start."
    ),
}

STEPS: Mapping[str, str] = {
    "step.pack": N_("Shuffle the {count} sand cards: they are the draw pile, face down."),
    "step.draw": N_("{seat} draws from the draw pile: {count}."),
    "step.draw.short": N_("{seat} draws\u00a0{count}."),
    "step.draw.all": N_("Each draws {count} from the draw pile: {seat}."),
    "step.return": N_("{seat} puts the cards drawn last back on the draw pile: {count}."),
    "step.undraw": N_("Last cards drawn, back on the draw pile: {count}."),
    "step.cup": N_("{seat} puts {count} cards from the draw pile face down in the cup."),
    "step.cup.all": N_(
        "Each puts {count} cards from the draw pile face down in their own cup: {seat}."
    ),
    "step.shuffle": N_("Shuffle the {count} discards: the new draw pile."),
    "step.shuffle.short": N_("Shuffle the discard pile."),
    "step.shuffle_refill": N_("Shuffle the {count} discards: the new draw pile."),
    "step.lay": N_("{seat}, {target}: {count} x {colour}."),
    "step.take_back": N_("{seat} takes {count} x {colour} back in hand: {source}."),
    "step.back_in_hand": N_("{count} x {colour} back in hand: {source}."),
    "step.turn_up": N_("Turn up {count} x {colour}: {target}."),
    "step.find": N_("Find {count} x {colour} in the draw pile: {target}."),
    "step.to_river": N_("{seat}: 1 x {colour} to river slot {slot}."),
    "step.off_river": N_("1 x {colour} from river slot {slot} back to {target}."),
    "step.to_cup": N_("{seat}: {count} x {colour} face down in the cup."),
    "step.out_of_cup": N_("{count} x {colour} from the cup back to {target}."),
    "step.lost": N_("Discard {count} x {colour} of {source}."),
    "step.lost.short": N_("{who}: {count} x {colour} to the discard pile."),
    "step.clear_field": N_("{seat}: discard {count} x {colour}, {source}."),
    "step.clear_field.short": N_("Discard both fields."),
    "step.restore_field": N_("{seat}, {target}: {count} x {colour} (discard pile)."),
    "step.clear_mountain": N_("Discard {count} x {colour} of {source}."),
    "step.clear_mountain.short": N_("Discard the whole mountain."),
    "step.move": N_("{count} x {colour} from {source} to {target}."),
}

ASSUMPTIONS: Mapping[str, str] = {
    "assumes.hand": N_("In hand: {count} x {colour}."),
}

RULEBOOK: Mapping[str, str] = {
    "ANSWER_PENDING": "mountains",
    "NOT_YOUR_TURN": "one-action",
    "NOTHING_ASKED": "one-action",
    "BAD_COUNT": "one-action",
    "UNSEEN_EXCEEDED": "cards",
    "NOTHING_TO_CLAIM": "claim",
    "CLAIM_PENDING": "complete",
    "BAD_MANDALA": "mat",
    "BAD_COLOUR": "cards",
    "COLOUR_NOT_IN_MOUNTAIN": "claim",
    "NOT_IN_HAND": "one-action",
    "HAND_TOO_SMALL": "one-action",
    "COLOUR_IN_OWN_FIELD": "mountain-colours",
    "COLOUR_IN_OPP_FIELD": "other-field",
    "COLOUR_IN_MOUNTAIN": "field-colours",
    "MUST_KEEP_ONE": "keep-one",
    "CUP_MISMATCH": "cup",
    "BAD_DECK": "cards",
    "CHECK_CARDS": "cards",
    "CHECK_COLOUR": "cards",
    "CHECK_COLOUR_RULE": "colour-rule",
    "CHECK_HAND": "hand-limit",
    "CHECK_RIVER": "river-fixed",
    "CHECK_COMPLETE": "complete",
    "CHECK_MOUNTAIN": "refill",
    "CHECK_LAST": "deck-end",
    "CHECK_CUP": "cup",
    "CHECK_TOLD": "cup",
}
"""Refusals to the statements of the rulebook, by id."""

RULES: Mapping[str, str] = {
    "rule.mountains": N_("cards on the mountain"),
    "rule.one-action": N_("what you do on your turn"),
    "rule.cards": N_("the cards"),
    "rule.claim": N_("claiming cards"),
    "rule.complete": N_("a complete mandala"),
    "rule.mat": N_("the mat"),
    "rule.mountain-colours": N_("the colour rule"),
    "rule.other-field": N_("the colour rule"),
    "rule.field-colours": N_("the colour rule"),
    "rule.keep-one": N_("keep one card"),
    "rule.cup": N_("the cup"),
    "rule.colour-rule": N_("the colour rule"),
    "rule.hand-limit": N_("how many cards you may hold"),
    "rule.river-fixed": N_("the river"),
    "rule.refill": N_("after a destruction"),
    "rule.deck-end": N_("an empty draw pile"),
}
"""What people call those statements."""

WORDS: Mapping[str, str] = {
    **REFUSALS,
    **POSITION,
    **TERMS,
    **TALK,
    **GROUNDS,
    **STEPS,
    **ASSUMPTIONS,
    **RULES,
}

COACH: dict[str, str] = {
    **STANDING,
    "coach.river": N_plural(
        "A new colour for your river. From now on each card of it is worth {points} point.",
        "A new colour for your river. From now on each card of it is worth {points} points.",
        by="points",
    ),
    "coach.river.of": N_plural(
        "A new colour for this river ({seat}). From now on each card of it is "
        "worth {points} point.",
        "A new colour for this river ({seat}). From now on each card of it is "
        "worth {points} points.",
        by="points",
    ),
    "coach.cup": N_plural(
        "Into your cup: {cards} card, worth {points} in all.",
        "Into your cup: {cards} cards, worth {points} in all.",
        by="cards",
    ),
    "coach.cup.of": N_plural(
        "Into this cup ({seat}): {cards} card, worth {points} in all.",
        "Into this cup ({seat}): {cards} cards, worth {points} in all.",
        by="cards",
    ),
    "coach.lost": N_(
        "Your field is empty: these cards are discarded, so your opponent does not get them."
    ),
    "coach.lost.of": N_(
        "This field ({seat}) is empty: these cards are discarded, so the opponent "
        "does not get them."
    ),
    "coach.completes": N_("It completes the mandala."),
    "coach.leads": N_plural(
        "That makes {own} card for you there, {theirs} for your opponent.",
        "That makes {own} cards for you there, {theirs} for your opponent.",
        by="own",
    ),
    "coach.leads.of": N_plural(
        "That makes {own} card for {seat} there, {theirs} for the opponent.",
        "That makes {own} cards for {seat} there, {theirs} for the opponent.",
        by="own",
    ),
    "coach.draws": N_plural(
        "You draw up to {cards} card.", "You draw up to {cards} cards.", by="cards"
    ),
    "coach.draws.of": N_plural(
        "{seat} draws up to {cards} card.", "{seat} draws up to {cards} cards.", by="cards"
    ),
    "coach.swaps": N_plural(
        "You exchange {cards} card of your hand.",
        "You exchange {cards} cards of your hand.",
        by="cards",
    ),
    "coach.swaps.of": N_plural(
        "{seat} exchanges {cards} card of the hand.",
        "{seat} exchanges {cards} cards of the hand.",
        by="cards",
    ),
}
"""What the coach says."""
