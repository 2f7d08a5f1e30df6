"""What the screens that look back have in common: a match in words, and played again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from engines.engine import Outcome
from engines.match import Match
from engines.record import EDIT, TABLE, Header, RecordLine
from firmware_py.core.language import N_, labelled
from firmware_py.games.titles import game_name, in_language, numbered_player
from firmware_py.history.archive import EndedMatches
from firmware_py.history.ended_match import replay_named
from firmware_py.match.game_info import info_of
from firmware_py.match.scene import report_text
from firmware_py.match.turning_points import TurningPoint, better_words
from firmware_py.storage.store import ABANDONED, DAMAGED, StoredMatch
from firmware_py.ui.canvas import ellipsis
from firmware_py.ui.services import Services

_TITLE = 70
"""Columns for the name of a game."""


def title_of(services: Services, stored: StoredMatch) -> str:
    """Return the name of the game that was played; its code, if a newer Tablemate knew more.

    A name that the table brought is cut, because a date is next to it.
    """
    game, start = stored.header.game, stored.header.start
    played = info_of(game).played(start.given)
    if played is None:
        return game_name(services, game)
    return ellipsis(played.title(services.settings["language"]), "small", _TITLE)


def day(services: Services, date: int | None) -> str:
    """Return a date as every language reads it, or that there is none."""
    if date is None:
        return services.say(N_("no date"))
    return f"{datetime.fromtimestamp(date, UTC).astimezone():%Y-%m-%d}"


def day_of(services: Services, stored: StoredMatch) -> str:
    """Return the day a match ended, or else began."""
    return day(services, stored.ended_at if stored.ended_at is not None else stored.began_at)


def people(services: Services, stored: StoredMatch) -> str:
    """Return who played and what came of it, marked: "✓Anna: 45  Ben: 38", "=Anna  =Ben"."""
    if stored.status == DAMAGED:
        return services.say(N_("damaged"))
    names = names_of(services, stored.header)
    outcome = stored.outcome
    if stored.status == ABANDONED or outcome is None:
        return services.say(N_("stopped: {names}"), names=", ".join(names))
    drawn = len(outcome["winners"]) == len(names)
    words = []
    for seat, name in enumerate(names):
        mark = "=" if drawn else "✓" if seat in outcome["winners"] else ""
        if info_of(stored.header.game).has_points:
            # No line ends between a name and its score.
            name = labelled(services.say, name, outcome["scores"][seat]).replace(" ", "\u00a0")  # noqa: PLW2901 - the same, with its points
        words.append(f"{mark}{name}")
    return "  ".join(words)


def marked(services: Services, stored: StoredMatch, text: str) -> str:
    """Return words about a match, marked if it was only practice."""
    if not stored.header.is_exercise:
        return text
    return labelled(services.say, services.say(N_("Practice")), text)


def names_of(services: Services, header: Header) -> tuple[str, ...]:
    """Return who sat where; a match without names has numbered players."""
    if header.names:
        return tuple(in_language(services, name) for name in header.names)
    return tuple(numbered_player(services, seat + 1) for seat in range(header.start.seats))


def play_again(services: Services, stored: StoredMatch) -> Match[Any, Any]:
    """Play the record of a stored match again; raise EngineError or StoreError."""
    record = EndedMatches(services.queue.store.connection).record(stored.id)
    return replay_named(record, names_of(services, record.header))


def apart_from_play(services: Services, line: RecordLine, names: tuple[str, ...]) -> str | None:
    """Return a line that is not a choice of the game, such as a correction, in words; or None."""
    if line.text.startswith(EDIT):
        return services.say(N_("The table was corrected."))
    if line.text == "draw":
        return services.say(N_("A draw"))
    if line.text == "end":
        return services.say(N_("End and score"))
    if line.text != "resign":
        return None
    return say_leaving(services, names, int(line.who))


def say_leaving(services: Services, names: tuple[str, ...], seat: int) -> str:
    """Return that a seat gives up: one of three or more leaves, one of two resigns."""
    words = N_("{name} leaves") if len(names) > 2 else N_("{name} resigns")
    return services.say(words, name=names[seat])


def say_line(services: Services, match: Match[Any, Any], line: RecordLine, before: Any) -> str:
    """Return a line of a record in words; `before` is the state in which it was played."""
    said = apart_from_play(services, line, match.names)
    if said is not None:
        return said
    voice = services.voice(match.engine, match.names)
    return report_text(voice, match.engine, before, line)


def who_played(services: Services, match: Match[Any, Any], line: RecordLine) -> str:
    """Return the name of the player of a line; agreements are the table's."""
    return services.say(N_("Everyone")) if _is_tables(line) else match.names[int(line.who)]


def _is_tables(line: RecordLine) -> bool:
    return line.who == TABLE or line.text in ("draw", "end")


def line_with_name(
    services: Services, match: Match[Any, Any], line: RecordLine, before: Any
) -> tuple[str, str]:
    """Return who played a line, and the line in words.

    The name is empty if the words begin with it, or if the line is the table's.
    """
    who, said = who_played(services, match, line), say_line(services, match, line, before)
    return ("" if _is_tables(line) or said.startswith(who) else who), said


def who_won(services: Services, names: Sequence[str], outcome: Outcome) -> str:
    """Return who won, in a line of its own."""
    if outcome.winner is not None:
        return services.say(N_("{name} wins"), name=names[outcome.winner])
    is_shared = len(outcome.winners) < len(names)
    return services.say(N_("A shared win") if is_shared else N_("A draw"))


def say_better(
    services: Services, match: Match[Any, Any], before: Any, point: TurningPoint
) -> list[str]:
    """Return the better choice, why if the game can say it, and what was lost."""
    voice = services.voice(match.engine, match.names)
    return better_words(services.say, voice, match.engine, before, point)
