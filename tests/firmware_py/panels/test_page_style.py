"""The style of the page and that of the pictures in it: neither reaches into the other."""

from __future__ import annotations

import re
from importlib.resources import files

from firmware_py.games.picture_style import STYLE


def test_no_bare_class_of_the_page_is_one_of_the_pictures() -> None:
    """A rule for the rim of the knob once moved the rims of all stones into a corner."""
    in_pictures = set(re.findall(r"[.]([a-z][a-z-]*)", STYLE)) - {"dark", "light", "table-picture"}
    page = files("firmware_py.panels.web").joinpath("page")
    bare = set()
    for name in ("app.css", "table.css"):
        text = re.sub(r"/[*].*?[*]/", "", page.joinpath(name).read_text(), flags=re.DOTALL)
        for heads in re.findall(r"([^{};]+){", text):
            bare |= set(re.findall(r"(?:^|,)\s*[.]([a-z-]+)(?=\s*(?:,|$|:))", heads.strip()))
    assert "seat" in bare
    assert not bare & in_pictures
