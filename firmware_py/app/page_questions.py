"""Answers questions of somebody who cannot see the table, in a sentence or two each.

turn    whose turn it is, and what binds them        last    the last move
clocks  what the clocks show                         mine    where the pieces of a seat are
may     what may be chosen now                       table   everything, as on the display

If the box keeps hands, the answers to viewers do not depend on them. A page that may act gets what
the display shows to the player in front of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

from firmware_py.core.language import N_, labelled
from firmware_py.games import ui_of
from firmware_py.games.vocabulary import tell_offers
from firmware_py.history.match_text import line_with_name
from firmware_py.match.taps import path_code
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.paging import sentences

if TYPE_CHECKING:
    from firmware_py.screens.play.play import Play
    from firmware_py.screens.play.seat_play import SeatPlay
    from firmware_py.ui.services import Services


def answer_question(
    services: Services, play: Play | SeatPlay | None, which: str, *, may_act: bool = False
) -> str:
    """Return the answer in the table's language, or a sentence that no match is being played."""
    if services.table is None:
        return services.say(N_("No game is being played."))
    if play is None:
        return services.say(N_("The game is over or has not begun."))
    answer = _ANSWERS.get(which)
    return "" if answer is None else answer(services, play, may_act)


def moment(services: Services, play: Play | SeatPlay | None, *, may_act: bool = False) -> str:
    """Return a code for the state that answers depend on; answers with another code are stale.

    It contains the length of the record, which only grows, and the current choice, except for
    viewers who must not know that.
    """
    if services.table is None:
        return ""
    table = services.table
    code = f"{services.settings['language']}.{table.number}.{len(table.match.lines)}"
    if play is None or play.table is not table or (play.has_secrets and not may_act):
        return code
    return f"{code}.{play.is_covered:d}.{crc32(path_code(*play.picker.picked).encode()):x}"


def _turn(services: Services, play: Play | SeatPlay, may_act: bool) -> str:
    del services, may_act
    scene = play.scene()
    said = [play.ui.asked(scene) or scene.title, play.ui.binds(scene)]
    return sentences(said)


def _clocks(services: Services, play: Play | SeatPlay, may_act: bool) -> str:
    del may_act
    clocks = play.scene().clocks
    if not clocks:
        return services.say(N_("No clock is running."))
    if play.table.clock.is_shared:
        return max(each.text for each in clocks)
    return ". ".join(labelled(services.say, each.name, each.text) for each in clocks)


def _last(services: Services, play: Play | SeatPlay, may_act: bool) -> str:
    del may_act
    match = play.table.match
    if match.last is None:
        return services.say(N_("Nothing has been played yet"))
    who, said = line_with_name(services, match, match.last, match.before_last)
    return labelled(services.say, who, said) if who else said


def _mine(services: Services, play: Play | SeatPlay, may_act: bool) -> str:
    """Return the pieces of the only person who plays, or of the player on turn."""
    scene = play.scene()
    held = play.ui.held(scene) if may_act else ""
    said = play.ui.pieces(scene, play.whose) or _table(services, play, may_act)
    return sentences((held, said))


def _may(services: Services, play: Play | SeatPlay, may_act: bool) -> str:
    if play.has_secrets and not may_act:
        return services.say(N_("That would give away someone's cards."))
    if play.is_covered:
        return services.say(N_("Everyone else: look away. Then hold the knob."))
    offers = tell_offers(services.say, play.ui.questions(play.scene()))
    return offers or services.say(N_("There is nothing to choose now."))


def _table(services: Services, play: Play | SeatPlay, may_act: bool) -> str:
    del services
    canvas = Canvas()
    if may_act or not play.draw_for_viewers(canvas):
        play.draw(canvas)
    return sentences(canvas.masked_reading())


_ANSWERS = {
    "turn": _turn,
    "clocks": _clocks,
    "last": _last,
    "mine": _mine,
    "may": _may,
    "table": _table,
}


def aid_pages(services: Services) -> list[dict[str, Any]]:
    """Return the text pages of the player aid of the match on the table."""
    if services.table is None:
        return []
    match = services.table.match
    say = services.say
    return [
        {"title": say(page.title), "text": say(page.text)}
        for page in ui_of(match.engine.name).aid(match.state)
        if page.text
    ]
