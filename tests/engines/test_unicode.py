"""JSON can spell half of a character, and nothing that is read holds one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines.record import Header, Record, read, write
from engines.start import Start
from engines.unicode import read_json, valid_text

ROOT = Path(__file__).parents[2]
WITHOUT_US = {
    "engines/unicode.py",
    "engines/referee.py",  # the id of a request comes back as it came
    "firmware_py/club/archive.py",  # what it wrote itself, of entries read by read_json
    "firmware_py/update/update_file.py",  # runs as root with the standard library alone
}


@pytest.mark.parametrize("number", [0xD800, 0xDFFF, 0xDC80])
def test_half_a_character_is_replaced(number: int) -> None:
    """In keys and values, however deep; everything else stays."""
    sign = chr(number)
    value = {f"a{sign}": ["\u00e9\U0001f3b2", {"b": f"{sign}c", "n": 1.5}], "none": None}
    expected = {"a?": ["\u00e9\U0001f3b2", {"b": "?c", "n": 1.5}], "none": None}
    assert read_json(json.dumps(value)) == expected
    assert read_json(json.dumps(value, ensure_ascii=False)) == expected
    assert (
        read_json(json.dumps(value, ensure_ascii=False).encode(errors="surrogatepass")) == expected
    )


def test_two_halves_that_belong_together_stay() -> None:
    """As JSON spells a character of the higher planes."""
    assert read_json('"\\ud83c\\udfb2"') == "\U0001f3b2"
    assert valid_text("\U0001f3b2") == "\U0001f3b2"


def test_a_record_gives_names_that_can_be_written() -> None:
    """A file that somebody else wrote may hold them."""
    text = write(Record(Header("x", 1, Start({}, 2, 0, 0), names=("a\ud800b", "Ben"))))
    assert read(text).header.names == ("a?b", "Ben")


def test_all_json_is_read_in_one_place() -> None:
    """A module that calls `json.loads` could bring half a character in."""
    files = [
        path for package in ("engines", "firmware_py") for path in (ROOT / package).rglob("*.py")
    ]
    found = {str(path.relative_to(ROOT)) for path in files if "json.loads(" in path.read_text()}
    assert found == WITHOUT_US
