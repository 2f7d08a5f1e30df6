"""The words of the application itself; the games bring their own (`engines.wording`)."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from engines.languages import SOURCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from engines.wording import Translate


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for "translate later"
    """Mark a text for the catalogs and return it as it is."""
    return text


def labelled(say: Callable[..., str], label: object, content: object) -> str:
    """Return "label: content" with the colon as the language sets it; French parts it."""
    return say(N_("{label}: {content}"), label=label, content=content)


@cache
def translator(language: str) -> Translate:
    """Return the function that translates the application's texts."""
    if language == SOURCE:
        return N_
    import gettext  # a box that speaks the language of the sources starts without it

    folder = Path(__file__).parents[1] / "text"
    return gettext.translation("firmware_py", folder, languages=[language]).gettext


def say_in(language: str) -> Callable[..., str]:
    """Return the function that says the application's texts: say("text", place=value)."""
    return partial(_say, translator(language))


def _say(translate: Translate, text: str, **places: object) -> str:
    said = translate(text)
    return said.format(**places) if places else said
