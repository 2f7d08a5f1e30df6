"""The style of the page and that of the pictures in it: neither reaches into the other."""

from __future__ import annotations

import re
from importlib.resources import files

from firmware_py.games.picture_style import STYLE


def bare_classes(style: str) -> set[str]:
    """Return the classes that a rule names without anything around them."""
    text = re.sub(r"/[*].*?[*]/", "", style, flags=re.DOTALL)
    return {
        name
        for heads in re.findall(r"([^{};]+){", text)
        for name in re.findall(r"(?:^|,)\s*[.]([a-z-]+)(?=\s*(?:,|$|:))", heads.strip())
    }


def test_a_bare_class_is_seen() -> None:
    """Alone, in a list and with a state; not below something else, nor in a comment."""
    style = ".rim{x:1} .knob .stone, .card:hover, .seat {y:2} /* .gone{z:3} */ #a .below{w:4}"
    assert bare_classes(style) == {"rim", "card", "seat"}


def test_no_bare_class_of_the_page_is_one_of_the_pictures() -> None:
    """A rule for the rim of the knob once moved the rims of all stones into a corner."""
    in_pictures = set(re.findall(r"[.]([a-z][a-z-]*)", STYLE)) - {"dark", "light", "table-picture"}
    page = files("firmware_py.panels.web").joinpath("page")
    bare = set()
    for name in ("tokens.css", "app.css", "table.css"):
        bare |= bare_classes(page.joinpath(name).read_text())
    assert "seat" in bare
    assert not bare & in_pictures
