"""Makes the big table: everything about the table as JSON, for pages with more room than the OLED.

    screen    the top screen in rows and words (None: only its picture shows it)
    caption   the words of a screen that shows a picture of the table
    refused   the caption says why something is not possible
    redo      what was undone can be played again
    title     the title of such a picture if it is not the match on the table
    note      a short note, shown once
    head      the game, who chooses, what binds them
    seats     all players with their scores
    clocks    what each clock shows
    hands     what to do by hand now, or what happened
    held      the hand of the player on turn, if the box keeps the cards
    answer    what the next press picks or plays
    moves     the last moves
    picture   the table as SVG
    choices   buttons for choices that are not a thing on the table
    number    the number that is asked for, if it can be typed
    asks      there while a page asks to pair
    course    after the end: what could be expected move by move, and the turning points
    phones    the seats whose hands can be on a phone, and those that are
    moment    a code for the state that answers depend on; answers with another code are stale

A page that may not act gets only what everybody at the table may see.
A part that did not change is the same object as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engines import catalog
from firmware_py.app.game_pictures import picture_path
from firmware_py.app.page_questions import moment
from firmware_py.core.language import N_, labelled
from firmware_py.games import ui_of
from firmware_py.games.picture import TablePicture, table_picture
from firmware_py.match.game_info import info_of
from firmware_py.match.scene import AnyScene
from firmware_py.ui.navigation import public_part
from firmware_py.ui.paging import sentences

if TYPE_CHECKING:
    from engines.match import Match
    from engines.record import RecordLine
    from firmware_py.match.scene import SeatClock
    from firmware_py.match.turning_points import TurningPoint
    from firmware_py.screens.play.play import Play
    from firmware_py.screens.play.seat_play import SeatPlay
    from firmware_py.ui.navigation import Screen, ScreenWords
    from firmware_py.ui.services import Services

MOVES_AT_MOST = 120
OPTIONS_AT_MOST = 80
ROWS_AT_MOST = 120
TEXT_AT_MOST = 4000
SVG_AT_MOST = 128 * 1024
WIDE_RANGE = 10_000
"""Limits further apart are not shown."""
PLAYING = "play"
"""The value of `screen` while the screen is the table itself."""

Parts = dict[str, Any]


class BigTable:
    """Makes the parts after each paint, and caches the expensive ones."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._moves = _Moves(services)
        self._last: Parts = {}
        self._last_hidden: Parts = {}
        self._pictures: dict[bool, tuple[AnyScene, TablePicture | None]] = {}
        """The last pictures with their scenes; the key is whether it is for viewers."""

    def parts(self, stack: Sequence[Screen], *, note: str | None = None) -> tuple[Parts, Parts]:
        """Return the parts, and those that differ for viewers.

        While a hand is on the display, the possible choices and refusals would reveal it. `note` is
        that of a phone with screens of its own.
        """
        made = self._make(stack)
        if note is not None:
            made["note"] = note
        public = public_part(stack)
        if len(public) == len(stack):
            hidden = self._hidden(stack, made)
        else:
            below = {**self._make(public), "note": ""}
            hidden = {**dict.fromkeys(made), **below, **self._hidden(public, below)}
        if guards_hand(self.services, stack):
            made = {**made, **hidden}
        # The same object for the same value, because senders compare by identity.
        for parts, last in ((made, self._last), (hidden, self._last_hidden)):
            for name, before in last.items():
                if name in parts and parts[name] == before:
                    parts[name] = before
        self._last, self._last_hidden = made, hidden
        return made, hidden

    def _make(self, stack: Sequence[Screen]) -> Parts:
        top = stack[-1]
        own = top.table_scene()
        made: Parts = {
            "note": self.services.toast,
            "screen": self._screen(top, closes=len(stack) > 1),
            "caption": "",
            "refused": own is not None and own.refused is not None,
        }
        if own is not None and not top.rows():
            # The screen shows the picture; its words go below it.
            words = top.words()
            made |= {"screen": PLAYING, **_caption(words, is_here=own.is_here)}
        made["number"] = self._number(top)
        if top.is_end and (course := self._course()):
            made["course"] = course
        if self.services.page_asks:
            made["asks"] = True
        scenes = (screen.table_scene() for screen in reversed(stack[:-1]))
        public = own or next((scene for scene in scenes if scene is not None), None)
        if public is not None:
            made |= self._picture_parts(public, top)
        if self.services.table is not None and (public is None or public.is_here):
            made |= self._match_parts(stack)
            # `head` shows already who won.
            made["caption"] = made["caption"].removeprefix(f"{made['head']['who']}. ")
        if own is not None and top is not _play_in(stack):
            made["answer"] = None if own.is_advice else _answer(own)
        return made

    def _screen(self, top: Screen, *, closes: bool) -> dict[str, Any] | None:
        """Return a screen in words and rows, and the games where an evening begins."""
        shown = _words_of(top, closes=closes)
        if shown is not None and top.shows_games:
            shown["games"] = [
                {
                    "game": game,
                    "title": self.services.say(info_of(game).title),
                    "picture": picture_path(game),
                    "practice": info_of(game).practice is not None,
                }
                for game in catalog.GAMES
            ]
        if shown is not None and (people := top.extra_buttons()):
            shown["people"] = [
                {"code": each.code, "label": each.label, "chosen": each.is_chosen}
                for each in people
            ]
        if shown is not None and top.is_end and self.services.table is not None:
            shown["ended"] = self.services.table.number
        return shown

    def _course(self) -> dict[str, Any] | None:
        """Return the course of the match that has ended, as far as the box has looked at it."""
        table, analyst = self.services.table, self.services.analyst
        if table is None or analyst is None:
            return None
        values = sorted(analyst.course(table.number, table.match).items())
        points = analyst.found(table.number, table.match) or ()
        return {
            "name": table.names[0],
            "values": [[place, round(value, 2)] for place, value in values],
            "turns": [point.place for point in points],
        }

    def _number(self, top: Screen) -> dict[str, Any] | None:
        """Return the number that the top screen asks for, with its limits unless they are wide."""
        asked = top.asked_number()
        if asked is None:
            return None
        label = N_("Number from {low} to {high}")
        if asked.high - asked.low > WIDE_RANGE:
            label = N_("Number")
        says = self.services.say(label, low=asked.low, high=asked.high)
        return {**asked._asdict(), "says": says}

    def _picture(self, scene: AnyScene, *, is_hidden: bool = False) -> TablePicture | None:
        """Draw the table, unless the last picture is of the same scene."""
        drawn = self._pictures.get(is_hidden)
        if drawn is None or drawn[0] != scene:
            drawn = scene, table_picture(ui_of(scene.engine.name), scene)
            self._pictures[is_hidden] = drawn
        return drawn[1]

    def _picture_parts(self, public: AnyScene, top: Screen) -> Parts:
        """Return the picture and the buttons next to it."""
        picture = self._picture(public)
        if picture is None or len(picture.svg) > SVG_AT_MOST:
            return {}
        commit = picture.commit
        return {
            "picture": picture.svg,
            "choices": {
                "buttons": [
                    {"code": each.code, "label": each.label, "chosen": each.is_chosen}
                    for each in picture.buttons[:OPTIONS_AT_MOST]
                ]
                + [
                    {"code": each.code, "label": each.label, "chosen": each.is_chosen}
                    for each in top.extra_buttons()
                ],
                "commit": commit and {"code": commit.code, "label": commit.label},
            },
        }

    def _match_parts(self, stack: Sequence[Screen]) -> Parts:
        table = self.services.current_table
        match = table.match
        play = _play_in(stack)
        turn = match.turn
        scores = match.engine.scores(match.state)
        has_points = info_of(match.engine.name).has_points
        held = self.services.phone_seats.holders(table)
        made: Parts = {
            "head": self._head(play),
            "seats": [
                {
                    "name": name,
                    "score": score if has_points else None,
                    "hidden": has_points and score is None,
                    "turn": turn is not None and turn.owner == seat,
                    **({"phone": True} if seat in held else {}),
                }
                for seat, (name, score) in enumerate(zip(table.names, scores, strict=True))
            ],
            "moves": self._moves.of(match),
            "moment": moment(self.services, play, may_act=True),
        }
        free = self.services.phone_seats.free(table)
        if len(free) + len(held) > 1:  # one person sees the only hand anyway
            seats = sorted((*free, *held))
            made["phones"] = [
                {"seat": seat, "name": table.names[seat], "taken": seat in held} for seat in seats
            ]
        if play is None or play.table is not table:
            return made
        scene = play.scene()
        made["clocks"] = [clock_words(each) for each in scene.clocks]
        made["redo"] = match.can_redo and not play.waits
        made["hands"] = list(self._hands(play, scene))
        made["held"] = play.ui.held(scene)
        made["answer"] = None if play.is_covered else _answer(scene)
        return made

    def _head(self, play: Play | SeatPlay | None) -> dict[str, Any]:
        from firmware_py.history.match_text import who_won  # loaded with the match

        table = self.services.current_table
        turn = table.match.turn
        if turn is None:
            outcome = table.match.engine.outcome(table.match.state)
            assert outcome is not None
            who = who_won(self.services, table.names, outcome)
        else:
            who = "" if turn.seat is None else table.names[turn.seat]
            if not who and play is not None:
                who = play.ui.asked(play.scene())
            who = who or self.services.say(N_("Everyone"))
        token = ui_of(table.match.engine.name).token
        seat = None if turn is None else turn.owner
        return {
            "token": "" if seat is None else token(table.match.state, seat),
            "game": self.services.say(info_of(table.match.engine.name).title),
            "who": who,
            "binds": "" if play is None else play.ui.binds(play.scene()),
            "unsaved": self.services.queue.unsaved,
            "saved": play is not None and play.is_saved,
            "playing": play is not None and not table.is_over,
            "news": table.match.practice or _is_past(play),
        }

    def _hands(self, play: Play | SeatPlay, scene: AnyScene) -> tuple[str, ...]:
        said = () if play.work is None else play.work.sentences(self.services, whole=True)
        return (*said, *ui_of(play.table.match.engine.name).hands.asked(scene))

    def _hidden(self, stack: Sequence[Screen], made: Parts) -> Parts:
        """Return what viewers get instead if the box keeps hands."""
        play = _play_in(stack) if "answer" in made else None
        if play is None or not play.has_secrets:
            return {}
        bare = replace(play.scene().resting(), eyes=None).public()
        picture = self._picture(bare, is_hidden=True)
        return {
            "screen": PLAYING,
            "caption": "",
            "refused": False,
            "note": "",
            "answer": None,
            "held": "",
            "picture": "" if picture is None else picture.svg,
            "choices": {"buttons": [], "commit": None},
            "number": None,
            "moment": moment(play.services, play),
        }


def _answer(scene: AnyScene) -> dict[str, Any] | None:
    """Return the option under the cursor in words; for a complete choice, the sentence."""
    if scene.highlighted is None:
        return None
    plays = scene.plays
    return {
        "says": plays or scene.fact(scene.highlighted.value),
        "plays": bool(plays),
        "place": scene.index + 1,
        "of": len(scene.options),
    }


def _caption(words: ScreenWords | None, *, is_here: bool) -> Parts:
    """Return the caption of a picture, and its title if it is not the match on the table."""
    if words is None:
        return {"caption": ""}
    if not is_here:
        return {"title": words.title, "caption": words.text}
    return {"caption": sentences((words.title, words.text))}


def _is_past(play: Play | SeatPlay | None) -> bool:
    """Return whether the work that is shown was done before a pause."""
    return play is not None and play.work is not None and play.work.is_past


def _play_in(stack: Sequence[Screen]) -> Play | SeatPlay | None:
    """Return the play screen, even below others, or None."""
    from firmware_py.screens.play.play import Play  # loaded with the match
    from firmware_py.screens.play.seat_play import SeatPlay  # loaded with the match

    return next((each for each in reversed(stack) if isinstance(each, Play | SeatPlay)), None)


def guards_hand(services: Services, stack: Sequence[Screen]) -> bool:
    """Return whether the display shows a hand that no page may see.

    Once a hand of the match is on a phone, pages see their own or none.
    """
    from firmware_py.screens.play.play import Play  # loaded with the match

    if services.table is None or not services.phone_seats.holders(services.table):
        return False
    play = _play_in(stack)
    return isinstance(play, Play) and play.has_secrets and play.hands.eyes is not None


def clock_words(clock: SeatClock) -> dict[str, Any]:
    """Return one clock as a page shows it."""
    return {
        "text": clock.text,
        "running": clock.is_running,
        "paused": clock.is_paused,
        "over": clock.is_over,
        "free": clock.free,
    }


def _words_of(top: Screen, *, closes: bool) -> dict[str, Any] | None:
    """Return a screen in words and rows, or None if it has only a picture."""
    words, rows = top.words(), top.rows()
    if words is None and not rows:
        return None
    chosen = next((place for place, row in enumerate(rows) if row.is_chosen), 0)
    # Of a very long list a page gets the rows around the bar.
    first = max(0, min(chosen - ROWS_AT_MOST // 2, len(rows) - ROWS_AT_MOST))
    return {
        "closes": closes,
        "title": "" if words is None else words.title,
        "text": "" if words is None else words.text[:TEXT_AT_MOST],
        "typed": None if words is None else words.typed,
        "longest": 0 if words is None else words.longest,
        "rows": [
            {
                "code": row.code,
                "label": row.label,
                "detail": row.detail,
                "chosen": row.is_chosen,
                "enabled": row.is_enabled,
                "hint": row.hint,
                "key": row.key,
            }
            for row in rows[first : first + ROWS_AT_MOST]
        ],
    }


def moment_picture(services: Services, place: int) -> dict[str, Any]:
    """Return the table after one of the moves, for a page that looks back."""
    from firmware_py.history.match_text import line_with_name, say_better  # with the match
    from firmware_py.match.scene import stops_of

    made: dict[str, Any] = {"place": place, "svg": "", "says": ""}
    if services.table is None:
        return made
    match = services.table.match
    stops = stops_of(match)
    if not 0 < place < len(stops):
        return made
    stop, ui = stops[place], ui_of(match.engine.name)
    scene = services.scene(match, stop)
    if stop.line is not None:
        who, said = line_with_name(services, match, stop.line, stop.before)
        made["says"] = f"{place}. {labelled(services.say, who, said) if who else said}"
    point = _turning_point(services, place)
    if point is not None:
        before = stops[place - 1]
        scene = ui.advised(services.scene(match, before), point.better)
        better = say_better(services, match, before.state, point)
        made["says"] = "\n".join([made["says"], *better])
    picture = table_picture(ui, scene.public())
    if shown_stop(services, place) is not None:
        made["goes_on"] = f"{services.table.number} {place}"
    return {**made, "svg": "" if picture is None else picture.svg}


def shown_stop(services: Services, place: int) -> int | None:
    """Return the stop to practise from where a page looks back at a move, or None.

    A turning point is shown before its move, with the better one.
    """
    from firmware_py.match.scene import stops_of  # with the match
    from firmware_py.screens.history.replay import may_go_on

    if services.table is None:
        return None
    match = services.table.match
    stops = stops_of(match)
    index = place if _turning_point(services, place) is None else place - 1
    return index if 0 < place < len(stops) and may_go_on(match, stops[index]) else None


def _turning_point(services: Services, place: int) -> TurningPoint | None:
    """Return the turning point at a place of the match on the table, once it has ended."""
    table, analyst = services.table, services.analyst
    if table is None or analyst is None or not table.is_over:
        return None
    points = analyst.found(table.number, table.match) or ()
    return next((point for point in points if point.place == place), None)


class _Moves:
    """Caches the moves in words."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._said: list[tuple[RecordLine, str, str]] = []
        self._match: Match[Any, Any] | None = None
        self._state: object = None
        self._language = ""
        self._made: dict[str, Any] = {}

    def of(self, match: Match[Any, Any]) -> dict[str, Any]:
        """Return the last moves and the number of the first of them."""
        from firmware_py.history.match_text import line_with_name  # loaded with the match
        from firmware_py.match.scene import stops_of

        language = self._services.settings["language"]
        is_same = match is self._match and language == self._language
        if is_same and match.state is self._state:
            return self._made
        if not is_same:
            self._said = []
        self._match, self._language, self._state = match, language, match.state
        stops = [stop for stop in stops_of(match) if stop.line is not None]
        known = 0
        for (line, _, _), stop in zip(self._said, stops, strict=False):
            if line is not stop.line:
                break
            known += 1
        del self._said[known:]
        for stop in stops[known:]:
            assert stop.line is not None
            who, said = line_with_name(self._services, match, stop.line, stop.before)
            self._said.append((stop.line, who, said))
        last = self._said[-MOVES_AT_MOST:]
        self._made = {
            "first": len(self._said) - len(last) + 1,
            "lines": [[who, said] for _, who, said in last],
        }
        return self._made
