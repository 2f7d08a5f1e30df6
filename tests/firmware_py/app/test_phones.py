"""A phone that holds a seat sees that seat's hand and plays from it; nobody else sees it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engines.engine import ChoicePart
from engines.languages import LANGUAGES
from engines.mandala.cards import COLOURS, colour_term, heap, letters
from engines.rng import Chance
from firmware_py.games.draft import Draft
from firmware_py.games.mandala.entry import FIELDS
from firmware_py.history.archive import EndedMatches
from firmware_py.history.ended_match import gather
from firmware_py.history.export import bgstats_play
from firmware_py.history.statistics import reckon
from firmware_py.match.taps import part_code, path_code
from firmware_py.screens.new_game.new_game import begin
from firmware_py.ui.canvas import Canvas
from hardware.events import Control, Held, PageRequest, Pressed, Tapped
from tests.support.box import MemoryPanel

CLAIMS = ("a" * 32, "b" * 32)


class Pages:
    """Two pages that may act: what they send, and what they are answered."""

    def __init__(self, box: Any) -> None:
        self.box = box
        self.answers: list[Any] = []
        self.seats: dict[str, int | None] = {}
        box.panel.answer = lambda source, what, value: self.answers.append((source, what, value))
        box.panel.give_seat = self.seats.__setitem__

    def want(self, page: int, what: str, text: str) -> Any:
        self.box.feed(PageRequest(what, text, f"web-{page}", may_act=True))
        return self.answers[-1][2]

    def claim(self, page: int, **more: Any) -> Any:
        return self.want(page, "seat", json.dumps({"claim": CLAIMS[page], **more}))

    def tap(self, page: int, code: str) -> None:
        self.box.feed(Tapped(code, f"web-{page}"))

    def parts(self, seat: int) -> Any:
        return dict(self.box.app.painter.phones.parts())[seat]


@pytest.fixture
def pages(box: Any) -> Pages:
    """Mandala between two people, dealt by the box."""
    plan = Draft("mandala", ["Anna", "Ben"], 0, practice=True)
    box.app.follow(begin(box.services, plan))
    box.app.paint()
    return Pages(box)


def seated(pages: Pages) -> Pages:
    for page in (0, 1):
        assert pages.claim(page, seat=page) == {"seat": page, "says": ""}
    return pages


def everybody(box: Any) -> str:
    """Return what the display and the pages without a seat get."""
    parts, hidden = box.app.painter._big_table.parts(box.app.screens)  # noqa: SLF001 - what is sent
    canvas = Canvas()
    box.app.top.draw(canvas)
    return json.dumps([parts, hidden, canvas.masked_reading(), canvas.frame().hex()])


def watch(box: Any) -> None:
    box.panel.is_watched = True
    box.app.paint()


def choose(pages: Pages, seat: int, text: str) -> None:
    """Tap a whole choice together, part by part, on the page of a seat."""
    phone = pages.box.app.painter.phones.of(f"web-{seat}")
    node = phone.seat.entry._tree  # noqa: SLF001 - the way of this choice
    while node.choice is None:
        part = next(each for each, child in node.children.items() if text in child.walk())
        lines = len(pages.box.services.table.match.lines)
        pages.tap(seat, part_code(part))
        if len(pages.box.services.table.match.lines) > lines:
            return
        node = node.children[part]
    pages.tap(seat, f"play:{text}")


def test_a_phone_takes_a_seat_and_sees_its_hand_and_no_other(pages: Pages) -> None:
    box = pages.box
    watch(box)
    assert [each["taken"] for each in json.loads(everybody(box))[0]["phones"]] == [False, False]
    seated(pages)
    dealt = box.services.table.match.state.dealt
    for seat in (0, 1):
        held = pages.parts(seat)["held"].removeprefix("Your hand: ")
        counts = [int(each.split()[0]) for each in held.split(", ")]
        assert counts == [count for count in dealt.hands[seat] if count]
        assert "×" in pages.parts(seat)["picture"]
    parts = json.loads(everybody(box))[0]
    assert parts["held"] == ""
    assert "×" not in parts["picture"]
    assert parts["choices"] == {"buttons": [], "commit": None}
    assert [each.get("phone") for each in parts["seats"]] == [True, True]
    assert pages.seats == {"web-0": 0, "web-1": 1}


def test_nothing_that_is_sent_or_shown_depends_on_a_hand_that_is_not_ones_own(
    pages: Pages,
) -> None:
    """A whole game: other cards in a hidden hand change nothing for all who may not see it."""
    box = seated(pages).box
    watch(box)
    table, chance, seen = box.services.table, Chance(3, "phones"), 0
    while table.match.turn is not None:
        moments = table.match._moments  # noqa: SLF001 - another state in the place of the last
        if moments:
            last = moments[-1]
            for seat in (0, 1):
                other = replace(last.state, dealt=swapped(last.state.dealt, 1 - seat))
                before = everybody(box), json.dumps(pages.parts(seat))
                moments[-1] = replace(last, state=other)
                for phone in (box.app.top, *(each.seat for each in phones(box))):
                    phone.entry.state = other
                assert (everybody(box), json.dumps(pages.parts(seat))) == before
                moments[-1] = last
                for phone in (box.app.top, *(each.seat for each in phones(box))):
                    phone.entry.state = last.state
                seen += other != last.state
        engine = table.match.engine
        legal = [engine.write(each) for each in engine.legal(table.match.state)]
        choose(pages, table.match.turn.seat, chance.choose(legal))
    assert seen > 20
    assert table.is_over
    assert pages.seats == {"web-0": None, "web-1": None}


def phones(box: Any) -> list[Any]:
    return list(box.app.painter.phones._phones.values())  # noqa: SLF001 - all of them


def swapped(dealt: Any, seat: int) -> Any:
    """Deal other cards to a seat, from the deck."""
    hand = letters(dealt.hands[seat])
    pool = "".join(sorted(hand + dealt.deck, key=lambda c: -COLOURS.index(c)))
    hands = list(dealt.hands)
    hands[seat] = heap(pool[: len(hand)])
    return replace(dealt, hands=tuple(hands), deck=pool[len(hand) :])


def test_a_refusal_is_shown_on_the_phone_that_tried_and_to_nobody_else(pages: Pages) -> None:
    box = seated(pages).box
    watch(box)
    before = everybody(box)
    eight = ChoicePart("count", 8)  # nobody begins with more than six cards
    pages.tap(0, path_code(ChoicePart("colour", colour_term("R")), FIELDS[0], eight))
    phone = box.app.painter.phones.of("web-0")
    assert len(phone.stack) == 2
    assert pages.parts(0)["refused"]
    assert everybody(box) == before
    assert not pages.parts(1)["refused"]


def test_why_and_the_menu_of_a_phone_are_its_own(pages: Pages) -> None:
    box = seated(pages).box
    watch(box)
    before = everybody(box)
    box.feed(Pressed(Control.WHY, "web-0"))
    assert pages.parts(0)["screen"]["title"]
    box.feed(Pressed(Control.BACK, "web-0"))
    assert pages.parts(0)["screen"] == "play"
    box.feed(Held(Control.KNOB, 1.0, "web-0"))
    assert pages.parts(0)["screen"]["title"] == "Anna"
    assert everybody(box) == before


def test_who_is_not_on_turn_cannot_choose_and_hears_whose_turn_it_is(pages: Pages) -> None:
    box = seated(pages).box
    watch(box)
    lines = len(box.services.table.match.lines)
    pages.tap(1, "place:0.mountain")
    assert pages.parts(1)["note"] == "It is Anna's turn."
    assert pages.want(1, "lift", ".")["to"] == []
    assert len(box.services.table.match.lines) == lines
    assert box.services.toast == ""


def test_the_box_neither_shows_nor_chooses_for_a_seat_on_a_phone(pages: Pages) -> None:
    box = pages.box
    assert "Everyone else: look away. Then hold the knob." in " ".join(box.text)
    pages.claim(0, seat=0)
    assert "on a phone" in box.text
    lines = len(box.services.table.match.lines)
    box.turn(1).press().press("why")
    assert len(box.services.table.match.lines) == lines
    assert "Anna chooses on a phone" in " ".join(box.text)
    box.now += 1
    choose(pages, 0, engine_choice(box))
    # Ben has no phone: his hand is behind the curtain of the box.
    assert "Ben" in " ".join(box.text)
    assert "look away" in " ".join(box.text)


def engine_choice(box: Any) -> str:
    match = box.services.table.match
    return str(match.engine.write(next(iter(match.engine.legal(match.state)))))


def test_a_seat_that_a_phone_holds_goes_to_no_other_and_comes_back_by_its_claim(
    pages: Pages,
) -> None:
    box = pages.box
    pages.claim(0, seat=0)
    refused = pages.claim(1, seat=0)
    assert refused == {"seat": None, "says": "This hand is on another phone already."}
    assert pages.want(1, "seat", '{"claim": "short", "seat": 1}')["seat"] is None
    assert pages.claim(0, seat=1)["seat"] == 0  # one phone, one hand
    # The same phone after a reload, and after the box was switched off.
    box.feed(PageRequest("seat", json.dumps({"claim": CLAIMS[0]}), "web-7", may_act=True))
    assert pages.answers[-1] == ("web-7", "seat", {"seat": 0, "says": ""})
    assert pages.seats == {"web-0": None, "web-1": None, "web-7": 0}  # one page at a time
    box.restart()
    again = Pages(box)
    box.choose("Resume Mandala")
    assert again.claim(0)["seat"] == 0
    assert again.claim(1)["seat"] is None


def test_a_hand_is_given_back_on_the_phone_or_brought_back_at_the_box(pages: Pages) -> None:
    box = seated(pages).box
    assert pages.claim(1, seat="")["seat"] is None
    assert list(box.services.phone_seats.holders(box.services.table)) == [0]
    box.hold("knob").choose("Anna plays here")
    box.app.paint()
    watch(box)
    assert dict(box.app.painter.phones.parts()) == {}
    assert pages.seats["web-0"] is None
    assert "look away" in " ".join(box.text)


@pytest.mark.parametrize(
    "text", ["", "[", "{}", '{"claim": 5, "seat": 0}', '{"seat": 0}', "[[" * 99]
)
def test_a_request_that_makes_no_sense_takes_no_seat(pages: Pages, text: str) -> None:
    assert pages.want(0, "seat", text)["seat"] is None


def test_a_seat_of_the_box_or_of_a_game_with_open_cards_is_not_for_a_phone(box: Any) -> None:
    pages = Pages(box)
    assert pages.claim(0, seat=0)["seat"] is None
    box.choose("Practice").choose("Mandala").choose("Start")
    assert pages.claim(0, seat=1)["seat"] is None
    assert pages.claim(0, seat=9)["seat"] is None
    box.hold("back").choose("Practice").choose("Mana").choose("Start")
    assert pages.claim(0, seat=0)["seat"] is None


def test_the_sheet_lets_the_box_deal_to_two_people(box: Any) -> None:
    box.choose("New game").choose("Mandala").choose("Cards").choose("Start")
    match = box.services.table.match
    assert match.start.options["table"] == "full"
    assert match.levels in ((), (0, 0))
    assert not match.header.is_exercise


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["normal", "large"])
def test_all_of_it_fits_on_the_display(make_box: Any, language: str, text: str) -> None:
    box = make_box(language=language)
    box.services.settings.put("text", text)
    box.choose("New game").choose("Mandala").find("Cards").press("why").press("back")
    box.choose("Cards").choose("Start")
    pages, seat = Pages(box), box.services.table.match.turn.seat
    pages.claim(seat, seat=seat)
    box.press().press("why").hold("why")
    box.hold("knob").turn(2).press("back")
    box.now += 1
    choose(pages, seat, engine_choice(box))
    box.hold("knob")
    assert box.unfit == {}


def test_a_match_between_people_counts_though_the_box_dealt_it(pages: Pages) -> None:
    """Practice is what is played against the box."""
    box = pages.box
    box.services.table.play("resign", 1)
    (result,) = EndedMatches(box.store.connection).results()
    assert not result.practice
    assert reckon([result]).people["Anna"].total.won == 1
    assert bgstats_play(gather(EndedMatches(box.store.connection), box.services.table.number))


def test_a_hand_that_the_box_shows_is_on_no_page_once_another_is_on_a_phone(pages: Pages) -> None:
    """Also not on a page that has just come back and has not asked for its own yet."""
    box = pages.box
    page = MemoryPanel()
    page.never_sleeps = page.is_watched = True
    box.app.painter.join(page)
    box.hold("knob")
    hand = box.services.table.match.state.dealt.hands[0]
    assert json.loads(page.tables[-1])[0]["held"]  # no phone yet: pages are as the display
    seen = page.pictures[-1].text
    pages.claim(1, seat=1)
    assert sum(hand) == 6
    for parts in json.loads(page.tables[-1])[:2]:
        assert not parts["held"]
        assert "×" not in parts["picture"]
        assert parts["choices"] == {"buttons": [], "commit": None}
    assert page.pictures[-1].text != seen
    assert box.panel.pictures[-1].text == seen  # the display itself shows it
