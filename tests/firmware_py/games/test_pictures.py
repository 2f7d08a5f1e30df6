"""The pictures of tables: over whole games, by taps alone, in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from engines import catalog
from engines.engine import Reason
from engines.languages import LANGUAGES
from engines.match import Match
from engines.rng import Chance
from firmware_py.games import ui_of
from firmware_py.games.picture import table_picture
from firmware_py.games.picture_style import stand_alone
from firmware_py.games.svg import SIZES
from firmware_py.match.picker import Picker
from firmware_py.match.scene import entry_of
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.result import ResultScreen
from tests.support.fingerprints import changed
from tests.support.gallery.table_pictures import games, pictures
from tests.support.scenes import make_scene
from tests.support.table_players import TablePlayers, new_game, shown_ways, way_name
from tests.support.tapping import Tapper, look

MOST_BYTES = 36_000
NAMES = ("<Ida>", 'B"o', "N&é", "Lea", "Pi")
SVG = "{http://www.w3.org/2000/svg}"


def with_picture() -> list[Any]:
    """Return the ways to play every game that has a picture."""
    return [each for each in shown_ways() if ui_of(each.values[0]).picture is not None]


def first_ways() -> list[Any]:
    """Return one way to play every game that has a picture: the first that its table lists."""
    ways = {each.values[0]: each for each in reversed(with_picture())}
    return list(reversed(ways.values()))


def begin(box: Any, game: str, seats: int, options: dict[str, object]) -> None:
    """Sit down, with names that would break a picture that does not escape them."""
    players = TablePlayers(box, game, seats=seats, options=options)
    new_game(box, game, ("Ida", "Bo", "Noé", "Lea", "Pi")[:seats], options=options)
    players.set_up()


def check(svg: str) -> None:
    """Look at a picture as a reader of XML does."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert len(svg.encode()) <= MOST_BYTES
    for each in root.iter():
        assert each.tag.startswith(SVG)
        assert each.tag != f"{SVG}style"
        assert "style" not in each.attrib
        assert not any(name.startswith("on") for name in each.attrib)
        if "data-tap" in each.attrib:
            assert each.get("role") == "button"
            assert each.get("aria-label")


@pytest.mark.parametrize(("game", "seats", "options"), first_ways())
def test_a_whole_game_is_played_by_taps_alone(
    make_box: Any, game: str, seats: int, options: dict[str, object]
) -> None:
    """Every option can be tapped, every picture is sound, and the game comes to its end."""
    box = make_box()
    begin(box, game, seats, options)
    box.panel.is_watched = True
    tapper = Tapper(box)
    for moment in range(3000):
        if not isinstance(box.screen, Play):
            break
        tapper.choose()
        if moment % 5 == 0:
            check(look(box).svg)
    assert isinstance(box.screen, ResultScreen), box.text
    assert tapper.untappable == []
    check(look(box).svg)
    assert changed(f"taps-{way_name(game, seats, options)}", box.panel.tables) == ""


@pytest.mark.parametrize(("game", "seats", "options"), with_picture())
def test_every_way_to_play_begins_with_taps(
    make_box: Any, game: str, seats: int, options: dict[str, object]
) -> None:
    """Under every option that changes the table, whatever is offered can be tapped."""
    box = make_box(language=LANGUAGES[-1])
    begin(box, game, seats, options)
    box.panel.is_watched = True
    tapper = Tapper(box)
    for _ in range(24):
        if isinstance(box.screen, Play):
            tapper.choose()
            check(look(box).svg)
    assert tapper.untappable == []
    assert changed(f"begin-{way_name(game, seats, options)}", box.panel.tables) == ""


@pytest.mark.parametrize(("game", "seats", "options"), first_ways())
def test_a_picture_is_a_function_of_its_scene(
    make_box: Any, game: str, seats: int, options: dict[str, object]
) -> None:
    """Drawn twice it is the same; names are escaped; the file that stands alone is sound."""
    box = make_box()
    begin(box, game, seats, options)
    voice = box.services.voice(box.services.table.match.engine, NAMES[:seats])
    scene = replace(box.app.table_scene(), voice=voice)
    ui = ui_of(game)
    picture = table_picture(ui, scene)
    assert picture is not None
    assert picture == table_picture(ui, scene)
    check(picture.svg)
    assert "&lt;Ida&gt;" in picture.svg
    assert ET.fromstring(stand_alone(picture.svg, "dark").encode()).tag == f"{SVG}svg"


def test_what_is_hidden_changes_no_picture() -> None:
    """Two tables that differ in hidden cards alone are drawn with the same bytes."""
    engine = catalog.load("mandala")
    start = catalog.begin(engine, seats=2, seed=3, first=0, options={"table": "full"})
    match = Match(engine, start, names=NAMES[:2])
    chance = Chance(3, "hidden")
    for _ in range(30):
        state = match.state
        dealt = state.dealt
        other = replace(
            state,
            dealt=replace(
                dealt, deck=dealt.deck[::-1], hands=dealt.hands[::-1], cups=dealt.cups[::-1], seed=9
            ),
        )
        assert other != state
        assert drawn(match, state) == drawn(match, other)
        match.play(engine.write(chance.choose(engine.legal(state))))


def test_the_choices_do_not_reveal_a_hand_that_the_box_keeps(box: Any) -> None:
    """The colours on offer would be the colours held; and why one cannot be laid tells as much."""
    engine = catalog.load("mandala")
    start = catalog.begin(engine, seats=2, seed=3, first=0, options={"table": "full"})
    match = Match(engine, start, names=NAMES[:2], practice=True)
    match.play(engine.write(engine.legal(match.state)[0]))
    picker = Picker(ui_of("mandala").tree(match.state))
    picker.press()
    scene = replace(
        box.services.scene(match),
        **entry_of(picker),
        refused=Reason("NOT_IN_HAND"),
        may_choose=True,
    )
    public = scene.public()
    assert picker.options
    assert (public.picked, public.options, public.complete, public.reachable) == ((), (), (), ())
    assert (public.plays, public.refused, public.state.dealt) == ("", None, None)
    picture = table_picture(ui_of("mandala"), public)
    assert picture is not None
    assert "card:R colour:R" in picture.svg  # and yet it can be tapped
    assert picture.buttons == ()


def drawn(match: Match[Any, Any], state: Any) -> str:
    """Draw a state of a match as a viewer sees it."""
    scene = make_scene(match.engine, state, match.names)
    picture = table_picture(ui_of(match.engine.name), scene.public())
    assert picture is not None
    return picture.svg


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_set_up_middle_and_end_are_sound_in_every_language(game: str, language: str) -> None:
    """As files that stand alone, they bring their looks and nothing that a viewer must resolve."""
    for _, svg in pictures(game, language):
        assert ET.fromstring(svg.encode()).tag == f"{SVG}svg"
        assert "var(" not in svg
        assert len(svg.encode()) <= MOST_BYTES + 9_000


PHONE_PIXELS = 340
"""What a phone that is 360 pixels wide has for a picture."""
READABLE_PIXELS = 10.5


@pytest.mark.parametrize("game", ["mandala", "mana", "icehouse", "scorepad"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_can_be_read_on_a_phone_or_are_left_out_there(game: str, language: str) -> None:
    for _, svg in pictures(game, language):
        root = ET.fromstring(svg.encode())
        scale = PHONE_PIXELS / float(root.attrib["viewBox"].split()[2])
        for each in root.iter(f"{SVG}text"):
            looks = each.attrib["class"].split()
            size = next(SIZES[look] for look in looks if look in SIZES)
            assert "fine" in looks or size * scale >= READABLE_PIXELS, each.text
