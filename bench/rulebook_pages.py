"""Write docs/rules/<game>.md from the statements of the rulebooks.

    make rules

Each page is the game as it is played here, in the order of its rulebook, with every ruling.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import rulebook
from mutate import ROOT
from rulebook import Rulebook, Statement

from engines import catalog
from engines.engine import Engine, Message
from engines.wording import voice

PAGES = ROOT / "docs" / "rules"


def page(book: Rulebook) -> str:
    """Return the page of a game."""
    return "\n".join(_lines(book, catalog.load(book.game))) + "\n"


def _lines(book: Rulebook, engine: Engine[Any, Any]) -> Iterator[str]:
    yield f"# {book.title}, as it is played here"
    yield ""
    yield "Every statement of the rulebook in our own words, in its order."
    yield "Where the book is unclear or silent, the line below says how the box plays and why."
    yield ""
    yield "The books:"
    yield ""
    yield from (f"- *{name}*: {text}" for name, text in book.books.items())
    for statement in book.statements:
        if statement.heading:
            yield ""
            yield f"## {statement.heading}"
        yield ""
        yield f'<a id="{statement.id}"></a>{statement.says}'
        yield from _notes(statement, engine)
    yield ""
    yield "## Where each statement is held"
    yield ""
    yield "`make rulebook` breaks the engine at each statement; one of its tests must fail then."
    yield ""
    yield "| statement | in the book | refusals | tests |"
    yield "|---|---|---|---|"
    for statement in book.statements:
        refusals = [code for code, rule in engine.rulebook.items() if rule == statement.id]
        tests = [test.partition("::")[2] for test in statement.tests]
        yield (
            f"| [{statement.id}](#{statement.id}) | {'; '.join(statement.at)} "
            f"| {_codes(refusals)} | {_codes(tests)} |"
        )


def _notes(statement: Statement, engine: Engine[Any, Any]) -> Iterator[str]:
    if statement.ruling:
        yield ""
        yield f"> **Ruling.** {statement.ruling}"
    if statement.option:
        option = next(each for each in engine.options if each.name == statement.option)
        said = voice(engine, "en").say(Message(option.explain))
        yield ""
        yield f"> **Option** `{option.name}`: {said}"
    if statement.by_hand:
        yield ""
        yield f"> **By hand.** {statement.by_hand}"


def _codes(codes: list[str]) -> str:
    return ", ".join(f"`{code}`" for code in codes)


def main() -> None:
    """Write every page."""
    PAGES.mkdir(exist_ok=True)
    for game in rulebook.games():
        (PAGES / f"{game}.md").write_text(page(rulebook.load(game)), "utf-8")


if __name__ == "__main__":
    main()
