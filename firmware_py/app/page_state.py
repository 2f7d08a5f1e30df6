"""The table for whoever has more room than the display: everything about it, ready for JSON.

    screen    what the box asks or tells now, in rows and words (None: only its picture says it)
    caption   the same, where the picture of the table is what it shows
    title     what that picture is, where it is none of the match on the table
    note      a short note, shown once
    head      the game, who chooses, what binds them
    seats     everybody with their score
    clocks    what each clock shows
    hands     what hands do now, or what happened
    held      the hand of whoever looks, where the box keeps the cards
    answer    what the next press picks or plays
    moves     what was played, the last ones
    picture   the table as SVG
    choices   buttons for what is no thing on the table
    number    the number that is asked for, where it can be typed
    moment    a code of what answers to questions depend on: with another one they are over

A page on the network may only look: it gets what everybody at the table may see.
Nothing is made twice: a part that did not change is the very same object as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from firmware_py.app.page_questions import moment
from firmware_py.core.language import N_, labelled
from firmware_py.games import face_of
from firmware_py.games.picture import TablePicture, table_picture
from firmware_py.match.game_info import facts_of
from firmware_py.match.scene import AnyScene
from firmware_py.ui.navigation import public_part
from firmware_py.ui.paged_text import sentences

if TYPE_CHECKING:
    from engines.match import Match
    from engines.record import RecordLine
    from firmware_py.match.scene import SeatClock
    from firmware_py.screens.play.play import Play
    from firmware_py.ui.navigation import Screen, ScreenWords
    from firmware_py.ui.services import Services

MOVES_AT_MOST = 120
OPTIONS_AT_MOST = 80
ROWS_AT_MOST = 120
TEXT_AT_MOST = 4000
SVG_AT_MOST = 128 * 1024
WIDE_RANGE = 10_000
"""Limits further apart are no help to anybody."""
PLAYING = "play"
"""The screen is the table itself."""

Parts = dict[str, Any]


class BigTable:
    """Makes the parts anew whenever the box has painted; remembers what is costly."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._moves = _Moves(services)
        self._last: Parts = {}
        self._last_hidden: Parts = {}
        self._pictures: dict[bool, tuple[AnyScene, TablePicture | None]] = {}
        """The pictures drawn last: whether for viewers alone, and what each was drawn from."""

    def parts(self, stack: Sequence[Screen]) -> tuple[Parts, Parts]:
        """Return the table of this moment, and what of it is different for strangers.

        Where somebody's hand is on the display, what may be chosen, and why not, tells of it.
        """
        made = self._make(stack)
        public = public_part(stack)
        if len(public) == len(stack):
            hidden = self._hidden(stack, made)
        else:
            below = {**self._make(public), "note": ""}
            hidden = {**dict.fromkeys(made), **below, **self._hidden(public, below)}
        # The same object for the same value: whoever sends it looks at that alone.
        for parts, last in ((made, self._last), (hidden, self._last_hidden)):
            for name, before in last.items():
                if name in parts and parts[name] == before:
                    parts[name] = before
        self._last, self._last_hidden = made, hidden
        return made, hidden

    def _make(self, stack: Sequence[Screen]) -> Parts:
        top = stack[-1]
        made: Parts = {"note": self.services.toast, "screen": _screen(top), "caption": ""}
        own = top.table_scene()
        if own is not None and not top.rows():
            # The picture is what it shows; its words stand below, and cover nothing.
            words = top.words()
            made |= {"screen": PLAYING, **_caption(words, is_here=own.is_here)}
        made["number"] = self._number(top)
        scenes = (screen.table_scene() for screen in reversed(stack[:-1]))
        public = own or next((scene for scene in scenes if scene is not None), None)
        if public is not None:
            made |= self._picture_parts(public, top)
        if self.services.table is not None and (public is None or public.is_here):
            made |= self._match_parts(stack)
            # Who won stands above already.
            made["caption"] = made["caption"].removeprefix(f"{made['head']['who']}. ")
        if own is not None and top is not _play_in(stack):
            made["answer"] = None if own.is_advice else _answer(own)
        return made

    def _number(self, top: Screen) -> dict[str, Any] | None:
        """Return the number that the screen on top asks for; its limits, where they say much."""
        asked = top.asked_number()
        if asked is None:
            return None
        told = N_("Number from {low} to {high}")
        if asked.high - asked.low > WIDE_RANGE:
            told = N_("Number")
        says = self.services.say(told, low=asked.low, high=asked.high)
        return {**asked._asdict(), "says": says}

    def _picture(self, scene: AnyScene, *, is_hidden: bool = False) -> TablePicture | None:
        """Draw the table, if it is not the one that was drawn last."""
        drawn = self._pictures.get(is_hidden)
        if drawn is None or drawn[0] != scene:
            drawn = scene, table_picture(face_of(scene.engine.name), scene)
            self._pictures[is_hidden] = drawn
        return drawn[1]

    def _picture_parts(self, public: AnyScene, top: Screen) -> Parts:
        """Return the picture, and what can be chosen next to it."""
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
                    for each in top.beside_picture()
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
        has_points = facts_of(match.engine.name).has_points
        made: Parts = {
            "head": self._head(play),
            "seats": [
                {
                    "name": name,
                    "score": score if has_points else None,
                    "hidden": has_points and score is None,
                    "turn": turn is not None and turn.owner == seat,
                }
                for seat, (name, score) in enumerate(zip(table.names, scores, strict=True))
            ],
            "moves": self._moves.of(match),
            "moment": moment(self.services, play, may_act=True),
        }
        if play is None or play.table is not table:
            return made
        scene = play.scene()
        made["clocks"] = [clock_words(each) for each in scene.clocks]
        made["hands"] = list(self._hands(play, scene))
        made["held"] = play.face.held(scene)
        made["answer"] = None if play.is_covered else _answer(scene)
        return made

    def _head(self, play: Play | None) -> dict[str, Any]:
        from firmware_py.history.match_text import who_won  # loaded with the match

        table = self.services.current_table
        turn = table.match.turn
        if turn is None:
            outcome = table.match.engine.outcome(table.match.state)
            assert outcome is not None
            who = who_won(self.services, table.names, outcome)
        else:
            who = self.services.say(N_("Table")) if turn.seat is None else table.names[turn.seat]
        return {
            "game": self.services.say(facts_of(table.match.engine.name).title),
            "who": who,
            "binds": "" if play is None else play.face.binds(play.scene()),
            "unsaved": self.services.queue.unsaved,
            "saved": play is not None and play.is_saved,
            "playing": play is not None and not table.is_over,
            "practice": table.match.practice,
        }

    def _hands(self, play: Play, scene: AnyScene) -> tuple[str, ...]:
        said = () if play.work is None else play.work.sentences(self.services)
        return (*said, *face_of(play.table.match.engine.name).hands.asked(scene))

    def _hidden(self, stack: Sequence[Screen], made: Parts) -> Parts:
        """Return what viewers get instead, where the box keeps hands."""
        play = _play_in(stack) if "answer" in made else None
        if play is None or not play.has_secrets:
            return {}
        picture = self._picture(play.scene().resting().public(), is_hidden=True)
        return {
            "screen": PLAYING,
            "caption": "",
            "note": "",
            "answer": None,
            "held": "",
            "picture": "" if picture is None else picture.svg,
            "choices": {"buttons": [], "commit": None},
            "number": None,
            "moment": moment(play.services, play),
        }


def _answer(scene: AnyScene) -> dict[str, Any] | None:
    """Return the option under the cursor in words: of a whole choice, the sentence."""
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
    """Return what is told below a picture; what else it is called is said above it."""
    if words is None:
        return {"caption": ""}
    if not is_here:
        return {"title": words.title, "caption": words.text}
    return {"caption": sentences((words.title, words.text))}


def _play_in(stack: Sequence[Screen]) -> Play | None:
    """Return the screen of play, whatever lies above it."""
    from firmware_py.screens.play.play import Play  # loaded with the match

    return next((each for each in reversed(stack) if isinstance(each, Play)), None)


def clock_words(clock: SeatClock) -> dict[str, Any]:
    """Return one clock as a page shows it."""
    return {
        "text": clock.text,
        "running": clock.is_running,
        "paused": clock.is_paused,
        "over": clock.is_over,
        "free": clock.free,
    }


def _screen(top: Screen) -> dict[str, Any] | None:
    """Return a screen in words and rows; None: only its picture says what it is."""
    words, rows = top.words(), top.rows()
    if words is None and not rows:
        return None
    chosen = next((place for place, row in enumerate(rows) if row.is_chosen), 0)
    # Of a list without end a page gets the stretch around the bar.
    first = max(0, min(chosen - ROWS_AT_MOST // 2, len(rows) - ROWS_AT_MOST))
    return {
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
            }
            for row in rows[first : first + ROWS_AT_MOST]
        ],
    }


def moment_picture(services: Services, place: int) -> dict[str, Any]:
    """Return the table as it lay after one of the moves, for whoever looks back."""
    from firmware_py.history.match_text import line_with_name  # loaded with the match
    from firmware_py.match.scene import stops_of

    made: dict[str, Any] = {"place": place, "svg": "", "says": ""}
    if services.table is None:
        return made
    match = services.table.match
    stops = stops_of(match)
    if not 0 < place < len(stops):
        return made
    stop = stops[place]
    scene = services.scene(match, stop).public()
    picture = table_picture(face_of(match.engine.name), scene)
    if stop.line is not None:
        who, said = line_with_name(services, match, stop.line, stop.before)
        made["says"] = f"{place}. {labelled(services.say, who, said) if who else said}"
    return {**made, "svg": "" if picture is None else picture.svg}


class _Moves:
    """The moves in words; each is said once, as long as it stands."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._said: list[tuple[RecordLine, str, str]] = []
        self._match: Match[Any, Any] | None = None
        self._state: object = None
        self._language = ""
        self._made: dict[str, Any] = {}

    def of(self, match: Match[Any, Any]) -> dict[str, Any]:
        """Return the last moves, and the number of the first of them."""
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
