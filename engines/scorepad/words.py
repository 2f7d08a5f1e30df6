"""Every sentence of the score pad, under the code of its message."""

from __future__ import annotations

from collections.abc import Mapping

from engines.translation import N_, N_plural

REFUSALS: Mapping[str, str] = {
    "BAD_ENTRY": N_('"{text}" is not an entry. Example: {example}.'),
    "ANSWER_PENDING": N_("Finish this first: {question}."),
    "NOTHING_ASKED": N_("Nothing was rolled or drawn. Do that first."),
    "NO_CELLS": N_("This sheet has one running total: add to it. {text} fills a cell of a round."),
    "NO_RUNNING": N_("This sheet has rounds: fill its cells. {text} is for a running total."),
    "NO_PLAYER": N_("There is no player {player}. There are 1 to {seats}."),
    "NOT_AT_TABLE": N_("Not in the game: {seat}. First let this player join."),
    "IS_AT_TABLE": N_("Already in the game: {seat}."),
    "LAST_PLAYER": N_("Nobody else is in the game ({seat}). End the game instead."),
    "NO_LINE": N_("There is no line {line}. The lines are: {lines}."),
    "LINE_NEEDED": N_("Say which line: {lines}."),
    "NO_ROUND": N_("There is no round {round} yet. The last one is round {last}."),
    "CELL_TAKEN": N_("{seat} already has {points} in round {round}. To change that, correct it."),
    "ROUND_TAKEN": N_("{seat} has already filled a line in round {round}. Correct that one."),
    "LINE_USED": N_("{seat} has already used the line {line}. Choose a free one."),
    "CELL_MISSING": N_("{seat} has no number there in round {round} yet. Enter one."),
    "SITS_OUT": N_("{seat} sits out round {round}. Undo that first."),
    "HAS_PLAYED": N_("{seat} has already played round {round}. Undo that first."),
    "SKIPS_ALL": N_("Nobody else plays this round ({seat}): somebody must play it."),
    "BAD_VALUE": N_("{line}: {value} is not possible. Enter {low} to {high}."),
    "NOT_A_VALUE": N_("{line}: {value} is not possible. Enter one of: {values}."),
    "TRICKS_SUM": N_(
        "{value} is not possible. Tricks left in round {round}: {left}. Enter "
        "that, or correct another player's."
    ),
    "PAST_TARGET": N_(
        "{value} is too much for {seat}. The total must be exactly {target}. Enter 0."
    ),
    "SHEET_FULL": N_("The sheet is full: it has {limit} entries. End the game and begin another."),
    "NO_ENTRY": N_("There is no entry {number}. The last one is {last}."),
    "NO_TURNS": N_("There are no turns on this sheet: enter points for anyone."),
    "TOO_FEW_FOR_TEAMS": N_("{seats} players are too few for teams. Each plays alone."),
    "SHEET_BEGUN": N_(
        "You can draw teams only before the first points. Undo the points, or begin another game."
    ),
    "BAD_TEAMS": N_("You can draw {low} to {high} teams, not {value}."),
    "BAD_DICE": N_("You can roll {low} to {high} dice, not {value}."),
    "BAD_DIE": N_("A die cannot have {value} sides; it has {low} to {high}."),
    "BAD_TIMER": N_("A countdown runs from {low} to {high} seconds, not {value}."),
    "BAD_GIVEN": N_("Before the game, {place} cannot be {value}. Possible: {expected}."),
}

TEMPLATES: Mapping[str, str] = {
    "BAD_TEMPLATE": N_(
        "The template cannot be used: at {place} it has {value}. Possible: {expected}."
    ),
    "BAD_TEMPLATE_LINE": N_(
        "Line {line} of the template, {place}: {value} is not possible. Possible: {expected}."
    ),
    "TEMPLATE_SYNTAX": N_(
        "Line {line} of the template is not TOML ({problem}). Compare it with one that works."
    ),
    "TEMPLATE_TOO_LARGE": N_("A template has at most {limit} KB; make the file smaller."),
    "expected.no_key": N_("only keys that are known here"),
    "expected.items": N_("a list with this number of things"),
    "expected.text": N_("a text without special characters, of this length"),
    "expected.languages": N_("texts by the codes of languages, en among them"),
    "expected.id": N_("small letters, digits and _, not the word rounds"),
    "expected.new_id": N_("an id that no other line has"),
    "expected.low_high": N_("the lower number first, then the higher"),
    "expected.different": N_("each one only once"),
    "expected.with_target": N_("a target next to it, or leave it out"),
    "expected.with_turns": N_("no rounds here, or turns that count them"),
    "expected.with_bids": N_("no needs_hit, or a table of bids"),
    "expected.with_marker": N_("a marker that can move, or leave it out"),
    "expected.sheet_of_rounds": N_("leave it out, or use a sheet of rounds (rounds)"),
    "expected.running_sheet": N_("none or entry; only a running sheet has next"),
    "expected.once_alone": N_("rounds; a sheet of once has neither bids nor a number of rounds"),
    "expected.another_line": N_("another line than the bid's"),
    "expected.one_threshold": N_("either at_least or every, not both"),
    "expected.most_or_fewest": N_("either most or fewest"),
    "expected.each_count": N_("one number of rounds for each number of players, and no others"),
    "expected.one_number": N_("a single number of rounds next to it, or a list"),
    "expected.teams": N_("2 or more, or none"),
    "expected.small_sheet": N_("fewer lines, or fewer rounds"),
    "expected.all_teams": N_("every team with a player, none left out"),
    "expected.somebody": N_("a player who is there from the start"),
}

POSITION: Mapping[str, str] = {
    "CHECK_NOBODY": N_("Nobody is in the game."),
    "CHECK_MARKER": N_("{seat} has the marker but is not in the game."),
    "CHECK_OUT": N_("{seat} is not in the game and must sit out round {round}."),
    "CHECK_VALUE": N_("{seat} cannot have {value} on the line {line}."),
    "CHECK_COMPLETE": N_("Round {round} has all its points, so it must be closed."),
    "CHECK_OVER": N_("Somebody has reached {target}, so the game must be over."),
    "CHECK_TARGET": N_("Nobody has reached {target}, so the game must go on."),
}

TERMS: Mapping[str, str] = {
    "cell.missing": N_("missing"),
    "coin.0": N_("heads"),
    "coin.1": N_("tails"),
    "tie.rounds": N_("rounds won"),
    "title.plain": N_("Score pad"),
    "line.points": N_("Points"),
    "action.next": N_("next player"),
    "action.other": N_("another player"),
    "action.more": N_("other …"),
    "action.correct": N_("correct"),
    "action.skip": N_("sit out"),
    "action.leave": N_("leave the game"),
    "action.join": N_("join the game"),
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
    "describe.correct": N_("{seat}, {line} in round {round}, corrected: {points}"),
    "describe.add": N_("{seat}, {line}: {points}"),
    "describe.correct_entry": N_("entry {number}, corrected: {points}"),
    "describe.next": N_("end the turn"),
    "describe.skip": N_("{seat} sits out this round"),
    "describe.leave": N_("{seat} leaves the game"),
    "describe.join": N_("{seat} joins the game"),
    "describe.givemarker": N_("the marker goes to {seat}"),
    "describe.timer": N_plural(
        "a countdown of {seconds} second", "a countdown of {seconds} seconds", by="seconds"
    ),
    "describe.dice": N_("roll {dice}"),
    "describe.coin": N_("toss a coin"),
    "describe.first": N_("draw the first player"),
    "describe.teams": N_plural("draw {count} team", "draw {count} teams"),
    "entered": N_("{seat}: {points} ({line}, round {round}). Total: {total}."),
    # In short sentences the name is last: it changes with every entry, and what is before it can
    # stay as it is on a slow wire.
    "entered.short": N_("{seat}: {points}, total {total}."),
    "added": N_("{seat}: {points} ({line}). Total: {total}."),
    "added.short": N_("{seat}: {points}, total {total}."),
    "corrected": N_(
        "Corrected for {seat}: {points} instead of {was} ({line}, round {round}). Total: {total}."
    ),
    "corrected.short": N_("{seat}: {points} instead of {was}, total {total}."),
    "corrected_entry": N_(
        "Entry {number} corrected ({seat}): {points} instead of {was}. Total: {total}."
    ),
    "corrected_entry.short": N_("{seat}: {points} instead of {was}, total {total}."),
    "skipped": N_("{seat} sits out round {round}."),
    "timer": N_plural(
        "Countdown: {seconds} second.", "Countdown: {seconds} seconds.", by="seconds"
    ),
    "rolled": N_("Rolled: {values}. Sum: {sum}."),
    "tossed": N_("The coin shows {side}."),
    "drawn_first": N_("{seat} goes first (drawn at random)."),
    "drawn_first.short": N_("{seat} begins."),
    "drawn_teams": N_("The teams in the order of the seats: {teams}."),
    "drawn_teams.short": N_("Teams by seat: {teams}."),
    "left": N_("{seat} leaves the game."),
    "joined": N_("{seat} joins the game with a total of {total}."),
    "joined.short": N_("{seat} joins with {total}."),
    "round_complete": N_("Round {round} is complete."),
    "leads": N_("Now leading: {seat}, with {total}."),
    "leads.short": N_("Leading: {seat}, {total}."),
    "begins": N_("{seat} begins."),
    "marker.dealer": N_("{seat} deals."),
    "marker.first": N_("{seat} is the first player."),
    "order": N_("The order of play: {seats}."),
    "order.short": N_("Order: {seats}."),
    "target_reached": N_("{target} is reached: the game is over."),
    "last_round": N_("Round {round} was the last one: the game is over."),
    "agreed.end": N_("The game is ended here. What is on the sheet counts."),
    "agreed.draw": N_("Everyone agrees on a draw."),
    "all_gave_up": N_("Everybody else has given up: the game is over."),
    "won": N_plural(
        "Won by {winners}, with {points} point.",
        "Won by {winners}, with {points} points.",
        by="points",
    ),
    "shared": N_plural(
        "First place is shared: {winners}, with {points} point each.",
        "First place is shared: {winners}, with {points} points each.",
        by="points",
    ),
    "solo": N_plural("{winners}: {points} point.", "{winners}: {points} points.", by="points"),
    "tie_most": N_plural(
        "Tied with {points} point. The most in {line} decides for {winners}.",
        "Tied with {points} points. The most in {line} decides for {winners}.",
        by="points",
    ),
    "tie_fewest": N_plural(
        "Tied with {points} point. The fewest in {line} decides for {winners}.",
        "Tied with {points} points. The fewest in {line} decides for {winners}.",
        by="points",
    ),
    "resignation": N_("All others have given up. Won by {winners}."),
    "all_left": N_plural(
        "Nobody is left at the table. Best: {winners}, with {points} point.",
        "Nobody is left at the table. Best: {winners}, with {points} points.",
        by="points",
    ),
    "agreed_draw": N_("Everyone agrees on a draw."),
    "sheet.start": N_("At the beginning"),
    "sheet.cell": N_("Round {round}: {line}"),
    "sheet.bid": N_("Round {round}: bid {bid}, tricks {made}"),
    "sheet.entry": N_("Entry {number}: {line}"),
    "sheet.bonus": N_("Bonus for {lines}"),
}

RULEBOOK: Mapping[str, str] = {
    "ANSWER_PENDING": "chance-answers",
    "NOTHING_ASKED": "chance-answers",
    "NO_CELLS": "running",
    "NO_RUNNING": "running",
    "NO_PLAYER": "seats",
    "NOT_AT_TABLE": "leave",
    "LAST_PLAYER": "leave",
    "CHECK_NOBODY": "leave",
    "IS_AT_TABLE": "join",
    "NO_LINE": "line-ids",
    "LINE_NEEDED": "line-ids",
    "NO_ROUND": "enter",
    "CELL_TAKEN": "corrections-apart",
    "ROUND_TAKEN": "once",
    "LINE_USED": "once",
    "CELL_MISSING": "correct",
    "SITS_OUT": "out",
    "CHECK_OUT": "out",
    "HAS_PLAYED": "skip",
    "SKIPS_ALL": "skip",
    "BAD_VALUE": "limits",
    "CHECK_VALUE": "limits",
    "NOT_A_VALUE": "values",
    "TRICKS_SUM": "all-taken",
    "PAST_TARGET": "exact",
    "SHEET_FULL": "entry-limit",
    "NO_ENTRY": "correct-entry",
    "NO_TURNS": "next",
    "TOO_FEW_FOR_TEAMS": "teams",
    "SHEET_BEGUN": "teams-empty-sheet",
    "BAD_TEAMS": "draw-teams",
    "BAD_DICE": "dice",
    "BAD_DIE": "dice",
    "BAD_TIMER": "timer",
    "BAD_GIVEN": "told-before",
    "BAD_TEMPLATE": "given-template",
    "BAD_TEMPLATE_LINE": "fault-line",
    "TEMPLATE_SYNTAX": "fault-line",
    "TEMPLATE_TOO_LARGE": "file",
    "CHECK_MARKER": "marker-stays",
    "CHECK_COMPLETE": "round-closes",
    "CHECK_OVER": "at-once",
    "CHECK_TARGET": "target",
}
"""Refusals to the statements of the rulebook, by id."""

RULES: Mapping[str, str] = {
    "rule.chance-answers": N_("rolls and draws"),
    "rule.running": N_("the two kinds of sheet"),
    "rule.seats": N_("the seats"),
    "rule.leave": N_("leaving the game"),
    "rule.join": N_("joining the game"),
    "rule.line-ids": N_("the lines"),
    "rule.enter": N_("entries"),
    "rule.corrections-apart": N_("corrections"),
    "rule.once": N_("lines to fill once"),
    "rule.correct": N_("corrections"),
    "rule.out": N_("sitting out"),
    "rule.skip": N_("sitting out"),
    "rule.limits": N_("the limits of a line"),
    "rule.values": N_("the limits of a line"),
    "rule.all-taken": N_("all tricks are taken"),
    "rule.exact": N_("reaching the target exactly"),
    "rule.entry-limit": N_("the length of the sheet"),
    "rule.correct-entry": N_("corrections"),
    "rule.next": N_("turns"),
    "rule.teams": N_("teams"),
    "rule.teams-empty-sheet": N_("drawing teams"),
    "rule.draw-teams": N_("drawing teams"),
    "rule.dice": N_("dice"),
    "rule.timer": N_("countdowns"),
    "rule.told-before": N_("before the game"),
    "rule.given-template": N_("before the game"),
    "rule.fault-line": N_("template files"),
    "rule.file": N_("template files"),
    "rule.marker-stays": N_("the marker"),
    "rule.round-closes": N_("when a round closes"),
    "rule.at-once": N_("the target"),
    "rule.target": N_("the target"),
}
"""What people call those statements."""

WORDS: Mapping[str, str] = {**REFUSALS, **TEMPLATES, **POSITION, **TERMS, **TALK, **RULES}
