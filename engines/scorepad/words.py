"""Every sentence of the score pad, under the code of its message."""

from __future__ import annotations

from collections.abc import Mapping

from engines.wording import N_

REFUSALS: Mapping[str, str] = {
    "BAD_ENTRY": N_('"{text}" is no entry; write for example {example}.'),
    "ANSWER_PENDING": N_("Chance answers first ({question}); then you go on."),
    "NOTHING_ASKED": N_("Nothing is asked of chance now. First roll, toss or draw."),
    "NO_CELLS": N_("This is one running score: add to it, {text} fills a cell of a round."),
    "NO_RUNNING": N_("This is a sheet of rounds: fill its cells, {text} is for a running score."),
    "NO_PLAYER": N_("There is no player {player}; there are 1 to {seats}."),
    "NOT_AT_TABLE": N_("Not at the table: {seat}. First let this player join."),
    "IS_AT_TABLE": N_("Already at the table: {seat}."),
    "LAST_PLAYER": N_("{seat} is the last one at the table: end the game instead."),
    "NO_LINE": N_("There is no line {line}; there are: {lines}."),
    "LINE_NEEDED": N_("Say which line: {lines}."),
    "NO_ROUND": N_("There is no round {round} yet; the last one is round {last}."),
    "CELL_TAKEN": N_("{seat} already has {points} in round {round}; to change it, mend it."),
    "ROUND_TAKEN": N_("{seat} has already filled a line in round {round}; mend that one."),
    "LINE_USED": N_("{seat} has already used the line {line}; choose a free one."),
    "CELL_MISSING": N_("{seat} has nothing there in round {round} yet: enter it."),
    "SITS_OUT": N_("{seat} sits out round {round}; undo that first."),
    "HAS_PLAYED": N_("{seat} has already played round {round}; undo that first."),
    "SKIPS_ALL": N_("Only {seat} is left in this round: somebody has to play it."),
    "BAD_VALUE": N_("{line}: {value} is not possible; from {low} to {high} is."),
    "NOT_A_VALUE": N_("{line}: {value} is not possible; there are: {values}."),
    "TRICKS_SUM": N_(
        "{value} cannot be: in round {round} there are {left} tricks left. "
        "Enter that, or mend another player's."
    ),
    "PAST_TARGET": N_("{value} is too many for {seat}: {target} must be met exactly. Enter 0."),
    "SHEET_FULL": N_("The sheet is full with {limit} entries: end the game and begin another."),
    "NO_ENTRY": N_("There is no entry {number}; the last one is {last}."),
    "NO_TURNS": N_("This sheet knows no turns to pass: enter points for anybody."),
    "TOO_FEW_FOR_TEAMS": N_("{seats} are too few for teams; each plays alone."),
    "SHEET_BEGUN": N_(
        "Teams are drawn before the first points: undo these, or begin another game."
    ),
    "BAD_TEAMS": N_("{value} teams cannot be; from {low} to {high} can."),
    "BAD_DICE": N_("{value} dice cannot be rolled; {low} to {high} can."),
    "BAD_DIE": N_("A die cannot have {value} sides; it has {low} to {high}."),
    "BAD_TIMER": N_("A countdown runs from {low} to {high} seconds, not {value}."),
    "BAD_GIVEN": N_("This cannot be told before the game, {place}: {value}; expected: {expected}."),
}

TEMPLATES: Mapping[str, str] = {
    "BAD_TEMPLATE": N_("The template cannot be used at {place}: {value}; expected: {expected}."),
    "BAD_TEMPLATE_LINE": N_(
        "Line {line} of the template, {place}: {value} cannot be; expected: {expected}."
    ),
    "TEMPLATE_SYNTAX": N_(
        "Line {line} of the template is not TOML ({problem}). Compare it with one that works."
    ),
    "TEMPLATE_TOO_LARGE": N_("A template has at most {limit} KB; make the file smaller."),
    "expected.no_key": N_("only keys that are known here"),
    "expected.items": N_("a list; so many things in it"),
    "expected.text": N_("a text without odd characters; so long"),
    "expected.languages": N_("texts by the codes of languages, en among them"),
    "expected.id": N_("small letters, digits and _, not the word rounds"),
    "expected.new_id": N_("an id that no other line has"),
    "expected.low_high": N_("the lower number first, then the higher"),
    "expected.different": N_("each one only once"),
    "expected.with_target": N_("a target beside it, or leave it out"),
    "expected.with_turns": N_("no rounds here, or turns that count them"),
    "expected.with_bids": N_("no needs_hit, or a table of bids"),
    "expected.with_marker": N_("a marker that can move, or leave it out"),
    "expected.sheet_of_rounds": N_("leave it out, or a sheet of rounds"),
    "expected.running_sheet": N_("none or entry; only a running sheet has next"),
    "expected.once_alone": N_("rounds; a sheet of once has neither bids nor a number of rounds"),
    "expected.another_line": N_("another line than the bid's"),
    "expected.one_threshold": N_("either at_least or every, not both"),
    "expected.most_or_fewest": N_("either most or fewest"),
    "expected.each_count": N_("one number of rounds for each number of players, no other"),
    "expected.one_number": N_("a single number of rounds beside it, or a list"),
    "expected.teams": N_("2 or more, or none"),
    "expected.small_sheet": N_("fewer lines, or fewer rounds"),
    "expected.all_teams": N_("every team with a player, none left out"),
    "expected.somebody": N_("somebody who is there from the beginning"),
}

POSITION: Mapping[str, str] = {
    "CHECK_NOBODY": N_("Nobody is at the table."),
    "CHECK_MARKER": N_("{seat} holds the marker and is not at the table."),
    "CHECK_OUT": N_("{seat} is not at the table and must sit out round {round}."),
    "CHECK_VALUE": N_("{seat} cannot have {value} on the line {line}."),
    "CHECK_COMPLETE": N_("Round {round} has all its points: it should be closed."),
    "CHECK_OVER": N_("Somebody has reached {target}: the game should be over."),
    "CHECK_TARGET": N_("Nobody has reached {target}: the game should go on."),
}

TERMS: Mapping[str, str] = {
    "cell.missing": N_("missing"),
    "coin.0": N_("heads"),
    "coin.1": N_("tails"),
    "tie.rounds": N_("rounds won"),
    "action.next": N_("next player"),
    "action.other": N_("another player"),
    "action.more": N_("more"),
    "action.mend": N_("correct"),
    "action.skip": N_("sit out"),
    "action.leave": N_("leave"),
    "action.join": N_("join"),
    "action.marker": N_("give the marker"),
    "action.timer": N_("countdown"),
    "action.dice": N_("roll dice"),
    "action.coin": N_("toss a coin"),
    "action.first": N_("draw the first player"),
    "action.teams": N_("draw teams"),
    "ask.points": N_("Who gets which points?"),
}

TALK: Mapping[str, str] = {
    "describe.enter": N_("{seat}, {line} in round {round}: {points}"),
    "describe.mend": N_("{seat}, {line} in round {round}, corrected: {points}"),
    "describe.add": N_("{seat}, {line}: {points}"),
    "describe.mend_entry": N_("entry {number}, corrected: {points}"),
    "describe.next": N_("end the turn"),
    "describe.skip": N_("{seat} sits out this round"),
    "describe.leave": N_("{seat} leaves the table"),
    "describe.join": N_("{seat} joins the table"),
    "describe.givemarker": N_("the marker goes to {seat}"),
    "describe.timer": N_("a countdown of {seconds} seconds"),
    "describe.dice": N_("roll {dice}"),
    "describe.coin": N_("toss a coin"),
    "describe.first": N_("draw the first player"),
    "describe.teams": N_("draw {count} teams"),
    "entered": N_("{seat}: {points} ({line}, round {round}). Total: {total}."),
    "added": N_("{seat}: {points} ({line}). Total: {total}."),
    "mended": N_(
        "Corrected for {seat}: {points} instead of {was} ({line}, round {round}). Total: {total}."
    ),
    "mended_entry": N_(
        "Entry {number} of {seat} corrected: {points} instead of {was}. Total: {total}."
    ),
    "skipped": N_("{seat} sits out round {round}."),
    "timer": N_("Countdown: {seconds} seconds."),
    "rolled": N_("Rolled: {values}. Sum: {sum}."),
    "tossed": N_("The coin shows {side}."),
    "drawn_first": N_("The lot falls on {seat}, who begins."),
    "drawn_teams": N_("The teams in the order of the seats: {teams}."),
    "left": N_("{seat} leaves the table."),
    "joined": N_("{seat} joins the table with a total of {total}."),
    "round_complete": N_("Round {round} is complete."),
    "leads": N_("Now in front: {seat}, with {total}."),
    "begins": N_("{seat} begins."),
    "marker.dealer": N_("{seat} deals."),
    "marker.first": N_("{seat} is the first player."),
    "order": N_("The order of play: {seats}."),
    "target_reached": N_("{target} is reached: the game is over."),
    "last_round": N_("Round {round} was the last one: the game is over."),
    "agreed.end": N_("The table ends the game: what is on the sheet counts."),
    "agreed.draw": N_("The table agrees on a draw."),
    "all_gave_up": N_("Everybody else has given up: the game is over."),
    "won": N_("Won by {winners}, with {points} points."),
    "shared": N_("First place is shared: {winners}, with {points} points each."),
    "solo": N_("{winners}: {points} points."),
    "tie_most": N_("Level at {points} points; the most in {line} decides for {winners}."),
    "tie_fewest": N_("Level at {points} points; the fewest in {line} decides for {winners}."),
    "resignation": N_("All others have given up. Won by {winners}."),
    "all_left": N_("Nobody is left at the table. Best: {winners}, with {points} points."),
    "agreed_draw": N_("The table agrees on a draw."),
    "sheet.start": N_("At the beginning"),
    "sheet.cell": N_("Round {round}: {line}"),
    "sheet.bid": N_("Round {round}: bid {bid}, made {made}"),
    "sheet.entry": N_("Entry {number}: {line}"),
    "sheet.bonus": N_("Bonus for {lines}"),
}

WORDS: Mapping[str, str] = {**REFUSALS, **TEMPLATES, **POSITION, **TERMS, **TALK}
