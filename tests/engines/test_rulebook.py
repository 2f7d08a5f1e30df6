"""The statements of the rulebooks, held to the engines and to the tests that they name.

`make rulebook` goes further: it breaks each statement and runs its tests.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import rulebook
import rulebook_pages
from mutate import Copy
from rulebook import Replacement, Rulebook, Statement

from engines import catalog
from engines.engine import Engine, Reason, Term
from engines.languages import LANGUAGES, SOURCE
from engines.wording import voice

ROOT = Path(__file__).parents[2]
BOOKS = {game: rulebook.load(game) for game in rulebook.games()}
EACH = [
    pytest.param(book, statement, id=f"{book.game}-{statement.id}")
    for book in BOOKS.values()
    for statement in book.statements
]
FORM = {"BAD_POSITION"}
"""Refusals of what cannot be read at all: no statement of a rulebook is behind them."""


def engine_of(book: Rulebook) -> Engine[Any, Any]:
    """Return the engine of a game."""
    return catalog.load(book.game)


@cache
def functions(path: Path) -> frozenset[str]:
    """Return the tests of a file, those in classes as Class::test."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {
                f"{node.name}::{each.name}"
                for each in node.body
                if isinstance(each, ast.FunctionDef)
            }
    return frozenset(found)


def faults(statement: Statement, book: Rulebook, engine: Engine[Any, Any]) -> list[str]:
    """Return what is wrong with a statement."""
    found = []
    if statement.kind not in rulebook.KINDS:
        found.append(f"kind {statement.kind}")
    found += [f"book of {at}" for at in statement.at if at.partition(",")[0] not in book.books]
    if not statement.at:
        found.append("no place in a book")
    if not statement.tests:
        found.append("no test")
    for test in statement.tests:
        file, _, name = test.partition("::")
        path = ROOT / "tests" / "engines" / file
        if not path.is_file() or name.partition("[")[0] not in functions(path):
            found.append(f"test {test}")
    if (statement.mutant is None) != bool(statement.by_hand):
        found.append("neither a mutant nor kept by hand, or both")
    if statement.mutant is not None:
        try:
            ast.parse(statement.mutant.applied(statement.id).text)
        except (OSError, ValueError, SyntaxError) as error:
            found.append(str(error))
    if statement.option and statement.option not in {each.name for each in engine.options}:
        found.append(f"option {statement.option}")
    found += [f"code {each}" for each in statement.events if each not in engine.words]
    found += [f"code {each}" for each in statement.scores if each not in engine.words]
    return found


@pytest.mark.parametrize(("book", "statement"), EACH)
def test_statement_is_sound(book: Rulebook, statement: Statement) -> None:
    """Its kind, place, option and codes exist, its tests exist, its mutant can be applied."""
    assert faults(statement, book, engine_of(book)) == []


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ({"kind": "gossip"}, "kind gossip"),
        ({"at": ("1999, moving 1",)}, "book of 1999, moving 1"),
        ({"at": ()}, "no place in a book"),
        ({"tests": ()}, "no test"),
        ({"tests": ("mana/test_mana.py::test_gone",)}, "test mana/test_mana.py::test_gone"),
        ({"by_hand": "people do it"}, "neither a mutant nor kept by hand, or both"),
        ({"option": "house"}, "option house"),
        ({"events": ("exploded",)}, "code exploded"),
        (
            {"mutant": Replacement(Path("engines/mana/rules.py"), "no such line", "")},
            "has this 0 times",
        ),
    ],
)
def test_unsound_statement_is_noticed(broken: dict[str, Any], fault: str) -> None:
    """Each fault that the test above looks for is found where it is planted."""
    book = BOOKS["mana"]
    sound = {name: getattr(book.statements[0], name) for name in Statement.__slots__}
    found = faults(Statement(**{**sound, **broken}), book, engine_of(book))
    assert [each for each in found if fault in each]


def test_statement_is_guarded_only_if_a_test_fails(tmp_path: Path) -> None:
    """`make rulebook` tells a mutant that a test notices from one that changes nothing."""
    copy = Copy(tmp_path / "copy")
    sound = next(each for each in BOOKS["icehouse"].statements if each.id == "players")
    assert sound.mutant is not None
    idle = replace(sound.mutant, new=f"{sound.mutant.old}  # unchanged")
    chosen = {"sound": sound, "idle": replace(sound, mutant=idle)}
    assert rulebook.look(chosen, [copy]) == {"sound": True, "idle": False}


def without_rulebook(books: Collection[str]) -> list[str]:
    """Return the games of the catalog that none of these rulebooks is about."""
    return [game for game in catalog.GAMES if game not in books]


def test_every_game_has_a_rulebook() -> None:
    """A game that comes into the catalog brings its statements."""
    assert without_rulebook(BOOKS) == []


def test_game_without_a_rulebook_is_noticed() -> None:
    """The test above looks for each game by its name."""
    assert without_rulebook(BOOKS.keys() - {"mana"}) == ["mana"]


@pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))
def test_ids_are_unique(book: Rulebook) -> None:
    """An id names one statement of a game."""
    ids = [each.id for each in book.statements]
    assert len(ids) == len(set(ids))


def without_place(engine: Engine[Any, Any]) -> list[str]:
    """Return the refusals for which people are shown no place in the rulebook."""
    refusals = {key for key in engine.words if key.isupper()} - FORM - {engine.bad_notation}
    if not engine.anybody:
        refusals.add("NOT_YOUR_TURN")
    rules = {code: engine.rule_behind(Reason(code)) for code in refusals}
    return sorted(
        code for code, rule in rules.items() if rule is None or not engine.words.get(rule.key)
    )


@pytest.mark.parametrize("game", BOOKS)
def test_refusal_without_a_place_is_noticed(game: str) -> None:
    """A new code, one that lost its statement, and a statement that people have no name for."""
    engine = catalog.load(game)
    code, rule = next(iter(engine.rulebook.items()))
    others = {each: name for each, name in engine.rulebook.items() if each != code}
    unnamed = {key: text for key, text in engine.words.items() if key != f"rule.{rule}"}
    assert without_place(replace(engine, words={**engine.words, "PLANTED": "No."})) == ["PLANTED"]
    assert without_place(replace(engine, rulebook=others)) == [code]
    assert code in without_place(replace(engine, words=unnamed))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BOOKS)
def test_place_follows_the_name_of_the_game(game: str, language: str) -> None:
    """It is short, begins small, ends without a full stop, and is translated."""
    engine = catalog.load(game)
    speaks = voice(engine, language)
    for rule in set(engine.rulebook.values()):
        name = speaks.fact(Term("rule", rule))
        assert 4 <= len(name) <= 34, name
        assert name[0].islower(), name
        assert name[-1].isalpha(), name
        assert (name == engine.words[f"rule.{rule}"]) == (language == SOURCE), name


@pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))
def test_every_code_of_the_engine_belongs_to_a_statement(book: Rulebook) -> None:
    """Refusals, events, outcomes, lines of the score sheet and options: none without a rule."""
    engine = engine_of(book)
    ids = {each.id for each in book.statements}
    assert {code: rule for code, rule in engine.rulebook.items() if rule not in ids} == {}
    assert without_place(engine) == []
    story = {key for key in engine.words if key.islower() and "." not in key}
    assert story - {code for each in book.statements for code in each.events} == set()
    lines = {key for key in engine.words if key.startswith(("score.", "sheet."))}
    assert lines - {code for each in book.statements for code in each.scores} == set()
    options = {option.name for option in engine.options}
    assert options - {each.option for each in book.statements} == set()


@pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))
def test_page_is_up_to_date(book: Rulebook) -> None:
    """`make rules` was run after the last change of a statement."""
    path = ROOT / "docs" / "rules" / f"{book.game}.md"
    assert path.read_text("utf-8") == rulebook_pages.page(book)
