"""Templates: strictly read, written back, and errors of a bad file name its line."""

from __future__ import annotations

import dataclasses
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.engine import BadStart, Term
from engines.languages import LANGUAGES
from engines.scorepad import GAME
from engines.scorepad.shipped import FOLDER, names, shipped
from engines.scorepad.template import BadTemplate, load, read
from engines.scorepad.template_lines import find_line
from engines.scorepad.template_values import Template
from engines.scorepad.template_writer import value_of, write
from engines.scorepad.words import TEMPLATES
from engines.toml_text import SIZE_LIMIT
from engines.wording import Voice, translator
from tests.support.pads import pad

DOCS = Path(__file__).parents[3] / "docs" / "templates.md"
TEXTS = {name: (FOLDER / f"{name}.toml").read_text(encoding="utf-8") for name in names()}
TITLE = 'title = "T"\n'


def refused(text: str) -> BadTemplate:
    """Return the error of a bad file."""
    with pytest.raises(BadTemplate) as error:
        load(text)
    return error.value


# --- shipped --------------------------------------------------------------------------------


def test_forty_are_shipped() -> None:
    """Every kind of sheet is among them, and three kinds of bids."""
    templates = [shipped(name) for name in names()]
    assert len(templates) >= 40
    assert {template.sheet for template in templates} == {"rounds", "once", "running"}
    assert len({template.bids for template in templates} - {None}) == 3


@pytest.mark.parametrize("name", names())
def test_a_shipped_template_has_names_in_every_language(name: str) -> None:
    """Its title and its lines; no title is the name of a game that somebody owns.

    What the rules name themselves is in the catalogs.
    """
    template = shipped(name)
    for texts in (template.title, *(line.name for line in template.lines)):
        by_rules = [text for _, text in texts if text in GAME.words.values()]
        assert {code for code, _ in texts} == set(LANGUAGES) or len(texts) == len(by_rules) == 1
        for owned in template.fits:
            assert owned not in dict(texts).values()


@pytest.mark.parametrize("name", names())
def test_a_template_is_written_and_read_back(name: str) -> None:
    """As JSON and as TOML."""
    template = shipped(name)
    assert read(json.loads(json.dumps(value_of(template)))) == template
    assert load(write(template)) == template


# --- any values -----------------------------------------------------------------------------

words = st.text("abcdefghijklmnop_", min_size=1, max_size=8).filter(
    lambda word: word[0] != "_" and word != "rounds"
)
texts = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=12)
numbers = st.integers(-900, 900)


@st.composite
def values(draw: st.DrawFn) -> dict[str, Any]:
    """Return the value of a template."""
    ids = draw(st.lists(words, min_size=1, max_size=5, unique=True))
    sheet = draw(st.sampled_from(["rounds", "running", "once"]))
    value: dict[str, Any] = {
        "title": draw(texts | st.fixed_dictionaries({"en": texts, "de": texts})),
        "sheet": sheet,
        "wins": draw(st.sampled_from(["highest", "lowest"])),
        "count": draw(st.sampled_from(["up", "down"])),
        "start": draw(numbers),
        "for": draw(st.lists(texts, min_size=1, max_size=3)),
        "turns": draw(st.sampled_from(["none", "entry"])),
        "join": draw(st.sampled_from(["start", "last", "mean"])),
        "order": {"play": draw(st.sampled_from(["clockwise", "counterclockwise", "last_first"])),
                  "marker": "dealer", "moves": draw(st.booleans())},
        "end": {"target": draw(numbers), "when": draw(st.sampled_from(["at_once", "round"])),
                "lead": draw(st.integers(0, 9)), "exact": draw(st.booleans())},
        "line": [
            {"id": name, "times": draw(st.integers(-9, 9)), "step": draw(st.integers(1, 9)),
             "optional": name != ids[0] and draw(st.booleans()) and sheet == "running",
             "except": draw(st.lists(numbers, min_size=1, max_size=3, unique=True)),
             "quick": draw(st.lists(numbers, min_size=1, max_size=4, unique=True)),
             "name": {"en": draw(texts), "fr": draw(texts)}}
            for name in ids
        ],
        "bonus": [{"lines": ids[:1], "points": draw(numbers), "every": draw(st.integers(1, 99)),
                   "take": draw(st.sampled_from(["sum", "fewest", "product"]))}],
        "out": [{"line": ids[0], "at_least": 5}, {"zeros": 3}, {"score": draw(numbers)}],
        "floor": draw(numbers),
        "tie": [{draw(st.sampled_from(["most", "fewest"])): draw(st.sampled_from(ids))}],
    }  # fmt: skip
    if sheet == "rounds" and len(ids) > 1:
        value["end"]["rounds"] = draw(st.integers(1, 30))
        worth = st.dictionaries(
            st.sampled_from(["base", "per_bid", "per_off", "per_card"]), numbers
        )
        value["bids"] = {"bid": ids[0], "made": ids[1], "hit": draw(worth), "zero_hit": draw(worth),
                         "cards": draw(st.sampled_from(["up", "down", [3, 2, 1]]))}  # fmt: skip
        value["multiply"] = [{"rounds": [2, 3], "by": draw(st.integers(-2, 3))}]
    return value


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(value=values())
def test_any_template_is_written_and_read_back(value: dict[str, Any]) -> None:
    """What people make on the box or on the page comes back as it was."""
    template = read(value)
    assert load(write(template)) == template
    assert read(value_of(template)) == template
    hash(template)


# --- bad files ------------------------------------------------------------------------------

BIDS = '[[line]]\nid = "a"\n[[line]]\nid = "b"\n[bids]\nbid = "a"\nmade = "b"\n'

LEVEL = '[[level]]\nname = "L"\ntarget = 3\n'

BAD = [
    ("", 1, "needed"),
    ("title = 4", 1, "text"),
    ('title = "a\\u0007"', 1, "text"),
    (f'title = "{"a" * 41}"', 1, "text"),
    ('title = " a"', 1, "text"),
    ("title = 2020-01-01", 1, "text"),
    ('\n\ntitle = { fr = "a" }', 3, "languages"),
    ('title = { en = "a", french = "b" }', 1, "languages"),
    (TITLE + "colour = 4", 2, "no_key"),
    (TITLE + "players = [0, 4]", 2, "number"),
    (TITLE + "players = [4, 2]", 2, "low_high"),
    (TITLE + "players = [4]", 2, "list"),
    (TITLE + "start = 1.5", 2, "number"),
    (TITLE + "start = true", 2, "number"),
    (TITLE + "start = 10000001", 2, "number"),
    (TITLE + 'sheet = "columns"', 2, None),
    (TITLE + "teams = 1", 2, "teams"),
    (TITLE + 'turns = "next"', 2, "running_sheet"),
    (TITLE + "for = []", 2, "items"),
    (TITLE + "[order]\nmoves = true", 3, "with_marker"),
    (TITLE + '[order]\nmoves = "yes"', 3, "flag"),
    (TITLE + '\n[end]\nwhen = "round"', 4, "with_target"),
    (TITLE + "[end]\nrounds = 0", 3, "number"),
    (TITLE + "[end]\nrounds = 201", 3, "number"),
    (TITLE + "[end]\nrounds = { 3 = 20 }", 3, "each_count"),
    (TITLE + "[end]\nrounds = { many = 20 }", 3, "no_key"),
    (TITLE + '[end]\nrounds = 3\n\n[[line]]\nid = "rounds"', 6, "id"),
    (TITLE + '[[line]]\nid = "Tricks"', 3, "id"),
    (TITLE + '[[line]]\nname = "a"', 2, "needed"),
    (TITLE + '[[line]]\nid = "a"\n[[line]]\nid = "a"', 5, "new_id"),
    (TITLE + '[[line]]\nid = "a"\nlow = 4\nhigh = 3', 5, "low_high"),
    (TITLE + '[[line]]\nid = "a"\nquick = [\n  1,\n  1,\n]', 4, "different"),
    (TITLE + '[[line]]\nid = "a"\nhigh = 5\nquick = [1, 6]', 5, "number"),
    (TITLE + '[[line]]\nid = "a"\nneeds_hit = true', 4, "with_bids"),
    (TITLE + '[bids]\nbid = "a"\nmade = "b"', 3, None),
    (TITLE + '[[line]]\nid = "a"\n[bids]\nbid = "a"\nmade = "a"', 6, "another_line"),
    (TITLE + f"{BIDS}cards = 'down'", 9, "one_number"),
    (TITLE + '[[line]]\nid = "a"\n[[bonus]]\nlines = ["a"]\npoints = 3', 4, "one_threshold"),
    (TITLE + "[[multiply]]\nrounds = [1]\nby = 2\n[[multiply]]\nrounds = [1]\nby = 11", 7, None),
    (TITLE + 'multiply = [{ rounds = [1], by = 2 }, { rounds = [1], by = 3 }]', 2, "different"),
    (TITLE + '[[tie]]\nmost = "points"\nfewest = "points"', 2, "most_or_fewest"),
    (TITLE + '[[tie]]\nmost = "colours"', 3, None),
    (TITLE + 'sheet = "running"\n[[tie]]\nmost = "rounds"', 3, "sheet_of_rounds"),
    (TITLE + 'sheet = "running"\n[end]\nrounds = 3', 4, "with_turns"),
    (TITLE + 'sheet = "once"\n[end]\nrounds = 3', 2, "once_alone"),
    (TITLE + '[[line]]\nid = "a"\nlow = 0\nhigh = 3\ntable = [0, 1, 3]', 6, "table"),
    (TITLE + '[[line]]\nid = "a"\nneeds_hit = true\nmiss_times = -1', 5, "one_of_hit"),
    (TITLE + '[[line]]\nid = "a"\nmiss_times = -1', 4, "with_bids"),
    (TITLE + '[[line]]\nid = "a"\nlow = 0\nhigh = 3\nexcept = [4]', 6, "number"),
    (TITLE + '[[line]]\nid = "a"\noptional = true', 2, "needed_line"),
    (TITLE + f"{BIDS}".replace('"b"\n[', '"b"\noptional = true\n['), 2, "needed_line"),
    (TITLE + "[end]\ntarget = 9\nexact = true\nback = 3", 5, "one_of_past"),
    (TITLE + "[end]\nback = 3", 3, "with_target"),
    (TITLE + "[[out]]\nscore = 3\nzeros = 2", 2, "one_out"),
    (TITLE + "[[out]]\nat_least = 2", 2, "one_out"),
    (TITLE + LEVEL + "tie_at = 4", 2, "both_ties"),
    (TITLE + LEVEL + "tie_at = 4\ntie_target = 5", 5, "other_level"),
    (TITLE + LEVEL + LEVEL + 'called = ["0"]', 8, "other_level"),
    (TITLE + LEVEL + LEVEL.replace("3", "0"), 7, "number"),
    (TITLE + "floor = 0\n" + LEVEL, 2, "levels_alone"),
    (TITLE + "[end]\ntarget = 3\n" + LEVEL, 3, "levels_alone"),
    (TITLE + 'sheet = "once"\n' + LEVEL, 2, "levels_alone"),
    (TITLE + 'sheet = "running"\npays = "bank"', 3, "sheet_of_rounds"),
    (TITLE + "[frames]\nfull = 10", 2, "frames"),
    (TITLE + 'pays = "all"', 2, None),
    (TITLE + "".join(f'[[line]]\nid = "l{n}"\n' for n in range(31)), 2, "items"),
    (TITLE + "".join(f'[[line]]\nid = "l{n}"\n' for n in range(11)), 1, "small_sheet"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "expected"), BAD, ids=[str(n) for n in range(len(BAD))])
def test_the_error_of_a_bad_file_names_its_line(text: str, line: int, expected: str | None) -> None:
    """And what should be there, in every language."""
    error = refused(text)
    assert error.line == line
    assert error.reason.code == "BAD_TEMPLATE_LINE"
    wanted = error.reason.facts["expected"]
    if expected is not None:
        assert Term("expected", expected) in (wanted if isinstance(wanted, tuple) else (wanted,))
    for language in LANGUAGES:
        voice = Voice(GAME.words, translator(language))
        said = voice.say(error.reason)
        assert str(line) in said
        assert voice.fact(wanted) in said


def test_every_expectation_is_reached() -> None:
    """No sentence about templates is there in vain."""
    reached = {expected for _, _, expected in BAD}
    named = {code.removeprefix("expected.") for code in TEMPLATES if code.startswith("expected.")}
    assert named - reached == {"all_teams", "somebody"}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("title = ", 1),
        ('title = "a"\nbgg = = 4', 2),
        ('title = "a"\n[end', 2),
        ('title = "a"\n\n[end]\ntarget = 3\ntarget = 4\n', 5),
        ('title = """a\n\n', 3),
        ("bgg = " + "9" * 5000, 1),
        ("bgg = " + "[" * 30000, 1),
        ('title = "\0"', 1),
    ],
)
def test_the_error_of_text_that_is_not_toml_names_its_line(text: str, line: int) -> None:
    """Whatever Python says of it."""
    error = refused(text)
    assert (error.reason.code, error.line) == ("TEMPLATE_SYNTAX", line)
    assert Voice(GAME.words, translator("fr")).say(error.reason)


def test_a_file_that_is_too_large() -> None:
    """It is not even looked at."""
    assert refused("#" * (SIZE_LIMIT + 1)).reason.code == "TEMPLATE_TOO_LARGE"
    assert load(TITLE + ("#" * 99 + "\n") * ((SIZE_LIMIT - len(TITLE)) // 100))


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(name=st.sampled_from(names()), data=st.data())
def test_a_damaged_file_is_read_or_refused(name: str, data: st.DataObject) -> None:
    """Any cut or exchange of letters ends in a template, or in a line of the file."""
    text = TEXTS[name]
    at = data.draw(st.integers(0, len(text)))
    upto = data.draw(st.integers(at, min(at + 30, len(text))))
    text = text[:at] + data.draw(st.text("\"=[]{}#\n'.,a9-\\é", max_size=6)) + text[upto:]
    line, said = 1, "fine"
    try:
        template = load(text)
    except BadTemplate as error:
        line, said = error.line, Voice(GAME.words, translator("it")).say(error.reason)
    else:
        assert load(write(template)) == template
    assert 1 <= line <= text.count("\n") + 1
    assert said


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=200)
@given(name=st.sampled_from(names()), data=st.data())
def test_any_json_is_read_as_a_template_or_refused(name: str, data: st.DataObject) -> None:
    """A record may hold anything."""
    holder: list[Any] = [value_of(shipped(name))]
    inner: Any = holder
    key: Any = 0
    while isinstance(inner[key], dict | list) and inner[key] and data.draw(st.booleans()):
        inner = inner[key]
        key = data.draw(
            st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner)))
        )
    inner[key] = data.draw(json_values | st.just(10**400))
    try:
        said = read(holder[0]).title[0][1]
    except BadStart as error:
        said = Voice(GAME.words, translator("en")).say(error.reason)
    assert said


def test_a_template_says_how_many_can_play() -> None:
    """Others are refused with the numbers."""
    with pytest.raises(BadStart) as error:
        pad("players = [3, 6]", seats=2)
    assert error.value.reason.code == "BAD_SEATS"
    assert (error.value.reason.facts["low"], error.value.reason.facts["high"]) == (3, 6)


# --- lines ----------------------------------------------------------------------------------

TRICKY = """\
title = "a # no [comment]" # don't
for = [ # "x
  "[end]",
  'line = 4', # ]
]
[ order ] # [x]
"play" = '''
[[line]]
'''
[[line]]
id = "a"
name.en = "b"
[[ line ]]
id = "c"
name = { en = "}", fr = "#" }
"""


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("title", 1),
        ("for", 2),
        ("for 2", 2),
        ("order", 6),
        ("order play", 7),
        ("line", 10),
        ("line 1 id", 11),
        ("line 1 name en", 12),
        ("line 2", 13),
        ("line 2 id", 14),
        ("line 2 name fr", 15),
        ("line 2 low", 13),
        ("template", None),
    ],
)
def test_a_place_is_found(place: str, line: int | None) -> None:
    """Though texts and comments look like tables."""
    assert tomllib.loads(TRICKY)
    assert find_line(TRICKY, place) == line


# --- the page about them --------------------------------------------------------------------


def test_the_page_names_every_key() -> None:
    """What the reader knows, people can read about."""
    page = DOCS.read_text(encoding="utf-8")
    for part in (Template, *_parts()):
        for name in (field.name for field in dataclasses.fields(part) if field.init):
            key = {"fits": "for", "lines": "line", "bonuses": "bonus", "multiplies": "multiply",
                   "ties": "tie", "of": "most", "outs": "out", "levels": "level",
                   "gaps": "except"}.get(name, name)  # fmt: skip
            assert any(sign in page for sign in (f"`{key}`", f"`[{key}]`", f"`[[{key}]]`")), key


def test_the_examples_of_the_page_are_templates() -> None:
    """Each can be copied."""
    blocks = DOCS.read_text(encoding="utf-8").split("```toml\n")[1:]
    assert len(blocks) >= 2
    for block in blocks:
        assert load(block.split("```", maxsplit=1)[0])


def _parts() -> list[Any]:
    from engines.scorepad import template_values as values

    return [values.Line, values.Worth, values.Bids, values.Bonus, values.Multiply, values.Tie,
            values.Order, values.End, values.Out, values.Level, values.Frames]  # fmt: skip
