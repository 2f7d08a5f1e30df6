"""The choices that decided a match: found in the background, stored, shown, never in the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from engines import catalog
from engines.bots.player import Thought
from engines.engine import Message, Seat, Term
from engines.languages import LANGUAGES
from engines.match import Match
from firmware_py.app.page_queries import PageQueries
from firmware_py.app.page_state import BigTable, moment_picture
from firmware_py.games import ui_of
from firmware_py.games.picture import table_picture
from firmware_py.history.archive import EndedMatches
from firmware_py.history.ended_match import gather
from firmware_py.match import turning_points as analysts
from firmware_py.match.engine_process import Job, Reply
from firmware_py.match.game_info import info_of
from firmware_py.match.scene import Stop
from firmware_py.match.table_match import begin_match
from firmware_py.match.turning_points import Review, TurningPoint, TurningPointFiles, key_of
from firmware_py.screens.history.history import PastMatch
from firmware_py.screens.history.replay import Replay, TurningPoints, turning_points, turning_row
from firmware_py.screens.history.share import put_on_page
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import GoToMatch

GAME = next(game for game in catalog.GAMES if catalog.load(game).coach is not None)
LINES = ["=b1", "=b6", "b1-b3", "e6-e5", "a1-c2", "a6-a5", "e1-e4", "a5-b3"]
BLUNDER = LINES.index("e1-e4") + 1
NAMES = ("Anna", "Ben")


def short_match() -> Match[Any, Any]:
    """Return a match that ended by a blunder."""
    engine = catalog.load(GAME)
    match = Match(engine, catalog.begin(engine, seats=2, seed=1, first=0), NAMES)
    for text in LINES:
        match.play(text)
    return match


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Think little about each position: the blunder is seen at once."""
    monkeypatch.setattr(analysts, "MOST_S", 0.02)


def end_match(box: Any) -> Any:
    """Play the match on the box, and show its result."""
    services = box.services
    services.reviews = True
    engine = catalog.load(GAME)
    services.table = begin_match(
        services.queue,
        GAME,
        catalog.begin(engine, seats=2, seed=1, first=0),
        names=NAMES,
        timing=services.timing(GAME),
        time=services.time,
    )
    for text in LINES:
        services.table.play(text)
    box.app.follow(GoToMatch())
    box.app.paint()
    return services.table


def file_of(box: Any, number: int) -> Path:
    """Return where the turning points of a match are kept."""
    folder: Path = box.store.path.parent
    return folder / "turning-points" / f"{number}.json"


# --- reckoning ---


def answer(
    review: Review, worth: Callable[[int, int, str | None], tuple[str | None, float] | None]
) -> list[int]:
    """Answer all questions of a review; return the places that were looked at, in their order.

    `worth` gets the place, the seat and the choice to be judged, and returns a choice (None: the
    one that was played) with its value.
    """
    looked: list[int] = []
    while (question := review.question) is not None:
        at = review._at or review._suspects[0].at  # noqa: SLF001 - which choice is looked at
        if review._at is not None:  # noqa: SLF001 - on the way back
            looked.append(at.place)
        said = worth(at.place, at.seat, question.move)
        move, value = said or (None, 0.0)
        thought = Thought(move or at.played or "", value, ())
        review.take(thought if said else None, (Message("why"), Message("more")))
    return looked


class TestReview:
    """Backwards through a match, then a closer look, with thoughts that are known."""

    def test_the_played_choice_is_compared_with_the_best(self) -> None:
        """By what the seat knew: a cost that the closer look does not confirm is not a mistake."""
        review = Review(short_match())

        def worth(place: int, seat: int, move: str | None) -> tuple[str | None, float]:
            if move is not None:
                return move, -0.9 if place == BLUNDER else 0.4
            if place == 8:
                return None, 1.0
            return "another", 0.6 if seat == 0 else -0.5

        assert answer(review, worth) == list(range(8, 0, -1))
        (point,) = review.points
        assert (point.place, point.seat, point.played) == (BLUNDER, 0, "e1-e4")
        assert (point.before, point.after, point.better) == (0.6, -0.9, "another")
        assert point.words == (Message("why"),)
        assert review.part == 1.0

    def test_what_the_first_seat_could_expect_is_known_move_by_move(self) -> None:
        review = Review(short_match())
        answer(review, lambda place, seat, _: (None, 0.1 * place * (1 if seat == 0 else -1)))
        values = {place - 1: round(0.1 * place, 2) for place in range(1, 9)}
        assert {at: round(value, 2) for at, value in review.course.items()} == {**values, 8: -1.0}

    def test_luck_is_no_mistake(self) -> None:
        """Everything got worse afterwards, but the choices were as good as the best."""
        review = Review(short_match())
        answer(review, lambda _, seat, move: (move or "another", 0.5 if seat == 0 else -0.5))
        assert review.points == ()

    def test_a_choice_that_a_closer_look_finds_best_is_no_mistake(self) -> None:
        review = Review(short_match())
        looked = set[int]()

        def worth(place: int, _seat: int, _move: str | None) -> tuple[str | None, float]:
            first = place not in looked
            looked.add(place)
            return ("another" if first else None), 1.0

        answer(review, worth)
        assert review.points == ()

    def test_the_best_choice_costs_nothing_however_it_went_on(self) -> None:
        """Who plays what was best made no mistake."""
        review = Review(short_match())
        answer(review, lambda *_: (None, 1.0))
        assert review.points == ()

    def test_a_position_without_a_thought_is_left_out(self) -> None:
        """The others are measured all the same."""
        review = Review(short_match())
        answer(review, lambda *_: None)
        assert review.points == ()

    def test_of_many_the_most_expensive_are_kept_in_their_order(self) -> None:
        """Three at most; then nothing more is asked."""
        review = Review(short_match())
        answer(review, lambda _, __, move: ("another", 1.0) if move is None else (move, -1.0))
        assert len(review.points) == 3
        places = [point.place for point in review.points]
        assert places == sorted(places)

    def test_among_three_a_seat_is_measured_by_its_own_next_turn(self) -> None:
        """What one loses, no certain other wins; a shared win is none."""
        engine = catalog.load("icehouse")
        match = Match(engine, catalog.begin(engine, seats=3, seed=1, first=0), ("A", "B", "C"))
        for _ in range(4):
            match.play(engine.write(engine.legal(match.state)[0]))
        match.play("end")
        review = Review(match)
        values = {5: -0.5, 4: 1.0, 3: 1.0, 2: 0.9}

        def worth(place: int, _: int, move: str | None) -> tuple[str | None, float]:
            return ("another", values.get(place, 1.0)) if move is None else (move, -0.5)

        answer(review, worth)
        second = next(point for point in review.points if point.place == 2)
        assert (second.seat, second.before, second.after) == (1, 0.9, -0.5)


class TestFiles:
    """The file next to the database."""

    POINT = TurningPoint(
        7, 0, "x", "y", 0.5, -1.0,
        (Message("code", {"a": 1, "b": Term("kind", 2), "c": (Seat(1), "d")}),),
    )  # fmt: skip

    def test_it_comes_back_as_it_was(self, tmp_path: Path) -> None:
        """Words and all; for the same course of the match only."""
        files = TurningPointFiles(tmp_path)
        files.write(3, "key", (self.POINT,))
        assert files.read(3, "key") == (self.POINT,)
        assert files.course(3, "key") == {}
        files.write(3, "key", (self.POINT,), {0: 0.25, 2: -0.5})
        assert files.course(3, "key") == {0: 0.25, 2: -0.5}
        assert files.course(3, "other") == {}
        assert files.read(3, "other") is None
        assert files.read(4, "key") is None
        files.forget(3)
        files.forget(3)
        assert files.read(3, "key") is None

    @pytest.mark.parametrize(
        "text",
        [b"", b"{", b"[]", b"\xff", b'{"key": "key"}', b'{"key": "key", "points": [[1]]}',
         b'{"key": "key", "points": [[1, 0, "a", "b", 1, 1, [["c", {"f": {"x": 1}}]]]]}',
         b"[" * 5000],
    )  # fmt: skip
    def test_damage_is_as_good_as_nothing(self, tmp_path: Path, text: bytes) -> None:
        """It is found again by thinking."""
        files = TurningPointFiles(tmp_path)
        files.write(3, "key", ())
        (tmp_path / "turning-points" / "3.json").write_bytes(text)
        assert files.read(3, "key") is None
        assert files.course(3, "key") == {}

    def test_a_place_that_cannot_be_written_is_no_fault(self, tmp_path: Path) -> None:
        """Nothing is kept, and nobody is bothered."""
        (tmp_path / "turning-points").write_text("a file in the way")
        files = TurningPointFiles(tmp_path)
        files.write(3, "key", ())
        assert files.read(3, "key") is None

    def test_the_key_changes_with_the_match(self) -> None:
        """An undo is another course."""
        match = short_match()
        before = key_of(match)
        match.undo()
        assert key_of(match) != before


# --- at the box ---


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("language", LANGUAGES)
def test_from_the_result_to_the_replay(make_box: Any, language: str) -> None:
    """The moment, what would have been better in words, the replay there; kept for the history."""
    box = make_box(language=language)
    table = end_match(box)
    assert box.services.thinker.is_busy  # nobody has asked for it yet
    box.press().choose("Turning points")
    assert box.said("The box is looking at the game.") in box.text
    box.think()
    screen = box.screen
    assert isinstance(screen, TurningPoints)
    assert BLUNDER in [point.place for point in screen.points]
    pages = []
    for _ in screen.pages:
        pages += [" ".join(box.text)]
        box.turn(1)
    better = box.said("Better: {move}.").partition("{")[0]
    assert any(better in text for text in pages)
    assert any(text.startswith(f"{BLUNDER}/") for text in pages)  # "!7/9" was read as 17
    coached = [word for point in screen.points for word in point.words]
    assert coached
    screen.index = next(n for n, page in enumerate(screen.pages) if page.point.place == BLUNDER)
    box.press("why")
    assert better in " ".join(box.text)
    box.press("back").press()
    assert isinstance(box.screen, Replay)
    assert box.screen.index == BLUNDER
    box.press("why")
    assert isinstance(box.screen, TextScreen)
    box.turn(20)
    last = box.said("Before: {before}. Then: {after}.").partition("{")[0]
    assert last in " ".join(box.text)
    assert file_of(box, table.number).exists()
    assert box.unfit == {}

    box.restart()
    box.services.reviews = True
    box.choose("History").press().choose("Turning points")
    assert not box.services.thinker.is_busy
    assert isinstance(box.screen, TurningPoints)
    assert BLUNDER in [point.place for point in box.screen.points]
    box.press("back").choose("Replay").turn(BLUNDER)
    assert any(f"!{BLUNDER}/" in line for line in box.text)
    assert box.unfit == {}


@pytest.mark.usefixtures("quick")
def test_a_page_gets_the_course_and_sees_the_better_move_on_the_board(box: Any) -> None:
    """Once the match is over: before that it would be a hint."""
    table = end_match(box)
    box.think()
    course = BigTable(box.services).parts(box.app.screens)[0]["course"]
    assert BLUNDER in course["turns"]
    assert [place for place, _ in course["values"]] == list(range(len(LINES) + 1))
    assert course["values"][-1][1] == -1.0
    plain, turned = (moment_picture(box.services, place) for place in (BLUNDER - 1, BLUNDER))
    assert "Better: " in turned["says"]
    assert "Better: " not in plain["says"]
    before = table.match.moments[BLUNDER - 2].state
    bare = table_picture(ui_of(GAME), box.services.scene(table.match, Stop(before)).public())
    assert turned["svg"] != bare.svg  # the move is drawn in the position before it
    table.undo()
    assert "Better: " not in moment_picture(box.services, BLUNDER)["says"]


@pytest.mark.usefixtures("quick")
class TestNeverInTheWay:
    """It gives way, ends, and begins anew."""

    def test_other_questions_come_first(self, box: Any) -> None:
        """A player who waits for a move gets it before the next position is analysed."""
        end_match(box)
        heard: list[str] = []
        question = Review(short_match()).question
        assert question is not None
        box.services.thinker.ask(
            Job(GAME, question.view, 1, nodes=10), lambda reply: heard.append("move")
        )
        whole = box.services.analyst._files  # noqa: SLF001 - watched
        keeps = whole.write

        def write(*what: Any) -> Any:
            heard.append("kept")
            return keeps(*what)

        whole.write = write
        box.think()
        assert heard == ["move", "kept"]

    def test_what_was_found_so_far_can_be_read_meanwhile(self, box: Any) -> None:
        """Nothing yet, which is not the same as a match that nobody thinks about."""
        table = end_match(box)
        assert box.services.analyst.found(table.number, table.match) == ()

    def test_another_match_is_not_the_one_it_thinks_about(self, box: Any) -> None:
        table = end_match(box)
        analyst = box.services.analyst
        assert analyst.found(table.number + 1, table.match) is None
        assert analyst.part(table.number + 1) is None

    def test_the_time_is_limited(self, box: Any) -> None:
        """What was found until then is kept."""
        table = end_match(box)
        box.now += analysts.LIMIT_S + 1
        box.think()
        analyst = box.services.analyst
        assert analyst.part(table.number) is None
        assert analyst.found(table.number, table.match) is not None

    def test_a_match_that_goes_on_is_not_thought_about(self, box: Any) -> None:
        """Taken back: nobody thinks, and nothing is kept."""
        table = end_match(box)
        box.hold("undo").turn(1).press()
        assert not table.is_over
        assert not box.services.thinker.is_busy
        assert not file_of(box, table.number).exists()

    def test_a_damaged_file_is_found_again(self, box: Any) -> None:
        """The next request waits once more."""
        table = end_match(box)
        box.think()
        file_of(box, table.number).write_text(json.dumps({"key": "?"}))
        box.press().choose("Turning points")
        assert box.services.thinker.is_busy
        box.think()
        assert box.services.analyst.found(table.number, table.match)

    def test_a_deleted_match_leaves_nothing(self, box: Any) -> None:
        """Its number may be given to another."""
        table = end_match(box)
        box.think()
        assert file_of(box, table.number).exists()
        box.hold("back").choose("History").press()
        assert isinstance(box.screen, PastMatch)
        box.choose("Delete").turn(1).press().turn(1).press()
        assert not file_of(box, table.number).exists()

    def test_a_player_that_fails_is_reported(self, box: Any) -> None:
        """And tried again when somebody asks."""
        table = end_match(box)
        analyst = box.services.analyst
        token = analyst._token  # noqa: SLF001 - the question that is answered
        box.services.thinker.cancel(token)
        analyst._hear(Reply(token, Job(GAME, None), why_not="no memory"))  # noqa: SLF001 - an answer of the engine process
        assert analyst.found(table.number, table.match) is None
        box.press().choose("Turning points")
        assert analyst.part(table.number) is not None
        box.press("back")
        box.services.reviews = False
        assert box.services.analyst is None


def test_where_nobody_knows_the_hands_no_choice_is_judged(box: Any) -> None:
    """A record of the public table says what was played, not what could have been."""
    box.services.reviews = True
    analyst = box.services.analyst
    judged = {}
    for game in catalog.GAMES:
        engine = catalog.load(game)
        match = Match(engine, catalog.begin(engine, seats=2, seed=1), NAMES)
        judged[game] = analyst.can_review(match)
        analyst.begin(1, match)
        assert (analyst.found(1, match) is not None) == judged[game]
        analyst.stop()
        if not judged[game]:
            assert turning_row(box.services, 1, match) == []
            screen = turning_points(box.services, 1, match)
            assert isinstance(screen, TextScreen)
            canvas = Canvas()
            screen.draw(canvas)
            assert canvas.check() == []
    assert set(judged.values()) == {True, False}


def test_the_history_offers_them_where_the_game_has_a_player(box: Any) -> None:
    """A sheet for any game has nobody to ask."""
    table = end_match(box)
    box.services.thinker.close()
    stored = table.stored()
    for game in catalog.GAMES:
        past = PastMatch(box.services, stored._replace(header=stored.header._replace(game=game)))
        labels = [row.item.label for row in past._make()]
        assert ("Turning points" in labels) == (info_of(game).practice is not None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_desk_of_the_page_tells_what_decided_a_match(make_box: Any, language: str) -> None:
    """In its history, as far as it was found; a page makes nobody think."""
    box = make_box(language=language)
    table = end_match(box)
    folder = box.store.path.parent
    words = (Message("coach.ahead"),)
    point = TurningPoint(BLUNDER, 0, "e1-e4", "e1-f3", 0.3, -1.0, words)
    TurningPointFiles(folder).write(table.number, key_of(table.match), (point,))
    room = PageQueries(folder, lambda: language)
    (decided,) = room.read("match", json.dumps({"match": table.number}))["decided"]
    assert (decided["place"], decided["who"]) == (BLUNDER, "Anna")
    assert "e4" in decided["played"]
    assert "f3" in decided["words"][0]
    assert len(decided["words"]) == 3
    assert "Anna" in decided["words"][1]  # the reader may be somebody else
    ended = gather(EndedMatches(box.store.connection), table.number)
    path = put_on_page(box.services, ended)
    _, body = box.services.shared_pages[path]()
    shared = unescape(body.decode())
    assert f'<li value="{BLUNDER}"><strong>{decided["played"]}</strong>' in shared
    assert decided["words"][0] in shared
