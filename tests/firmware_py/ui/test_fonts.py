"""The font sheets: their format, their characters, and what makes letters readable."""

from __future__ import annotations

import itertools

import pytest

from firmware_py.ui.fonts import (
    FONT_NAMES,
    SOFT_HYPHEN,
    Font,
    FontName,
    ellipsis,
    font,
    text_width,
    wrap,
)
from firmware_py.ui.fonts.sheet import BadSheet, Columns, FontSheet, columns_of

TEXT_FONTS: tuple[FontName, ...] = ("small", "medium", "bold", "large")
ASCII = "".join(map(chr, range(0x20, 0x7F)))
LATIN = "".join(map(chr, range(0xA0, 0x100))) + "œŒŸ"
NAMES = "ąćęłńóśźżčďěňřšťůžľŕőűăşţșțğıİđāēīōūėįųĄĆĘŁŃŚŹŻČĎĚŇŘŠŤŮŽĽŔŐŰĂŞŢȘȚĞĐĀĒĪŌŪĖĮŲ"
"""Letters of names from further east."""
SIGNS = "€’‘…–—«»“”•←↑→↓▲▼◀▶✓✗○●■□▪×☰−\u202f\u2011"
DIGITS = "0123456789+-:./ "
ACCENTED = "àáâãäåèéêëìíîïñòóôõöùúûüýÿÀÁÂÃÄÅÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸ"
ACCENTED += "ćńśźżčěňřšůžőűăğāēīōūėĆŃŚŹŻČĎĚŇŘŠŤŮŽŐŰĂĞİĀĒĪŌŪĖ"
MINIMAL = "rows 2\nglyphs missing\n##\n##\n"


@pytest.mark.parametrize("name", TEXT_FONTS)
@pytest.mark.parametrize(
    "characters", [ASCII, LATIN, NAMES, SIGNS], ids=["ascii", "latin", "names", "signs"]
)
def test_a_text_font_has_every_character(name: FontName, characters: str) -> None:
    assert [c for c in characters if not font(name).has(c)] == []


def test_the_large_digits_have_what_scores_and_clocks_need() -> None:
    assert [c for c in DIGITS if not font("digits").has(c)] == []


@pytest.mark.parametrize(
    ("name", "height"), [("small", 8), ("medium", 12), ("bold", 12), ("large", 16), ("digits", 22)]
)
def test_the_line_heights_are_those_of_the_layouts(name: FontName, height: int) -> None:
    assert font(name).height == height


@pytest.mark.parametrize("name", FONT_NAMES)
def test_digits_are_equally_wide(name: FontName) -> None:
    """A clock does not jump when a 1 passes."""
    assert len({len(font(name).glyphs[digit]) for digit in "0123456789"}) == 1


@pytest.mark.parametrize("name", TEXT_FONTS)
def test_no_two_letters_or_digits_look_alike(name: FontName) -> None:
    signs = [c for c in ASCII + LATIN if c.isalnum() and c not in "²³¹ªº"]
    shapes: dict[tuple[int, ...], str] = {}
    for sign in signs:
        glyph = font(name).glyphs[sign]
        assert shapes.setdefault(glyph, sign) == sign


def differences(ui: Font, one: str, other: str) -> int:
    """Count the pixels that tell two glyphs apart, laid on each other at the left."""
    pairs = itertools.zip_longest(ui.line(one).columns, ui.line(other).columns, fillvalue=0)
    return sum((a ^ b).bit_count() for a, b in pairs)


@pytest.mark.parametrize("name", TEXT_FONTS)
@pytest.mark.parametrize("pair", ["0O", "1l", "1I", "lI", "5S", "B8", "6G", "2Z", "ec", "ao"])
def test_letters_that_people_confuse_differ_in_several_pixels(name: FontName, pair: str) -> None:
    assert differences(font(name), *pair) >= 2


@pytest.mark.parametrize("name", TEXT_FONTS)
@pytest.mark.parametrize(("pair", "single"), [("rn", "m"), ("cl", "d"), ("vv", "w")])
def test_two_letters_do_not_read_as_one(name: FontName, pair: str, single: str) -> None:
    assert differences(font(name), pair, single) >= 3


@pytest.mark.parametrize("name", TEXT_FONTS)
@pytest.mark.parametrize("letter", ACCENTED)
def test_a_mark_does_not_touch_its_letter(name: FontName, letter: str) -> None:
    """There is a dark row between the mark above and the letter below."""
    ink = 0
    for bits in font(name).glyphs[letter]:
        ink |= bits
    rows = format(ink, "b").strip("0")
    assert "0" in rows


@pytest.mark.parametrize("name", TEXT_FONTS)
def test_every_glyph_has_ink_but_the_spaces(name: FontName) -> None:
    blank = {c for c, glyph in font(name).glyphs.items() if not any(glyph)}
    assert blank == {" ", "\u00a0", "\u202f"}


@pytest.mark.parametrize("name", TEXT_FONTS)
def test_no_glyph_has_an_unlit_edge_except_a_digit(name: FontName) -> None:
    """The gap between letters is the font's, not the drawing's."""
    edged = [
        c for c, glyph in font(name).glyphs.items() if any(glyph) and not (glyph[0] and glyph[-1])
    ]
    assert [c for c in edged if not c.isdigit()] == []


@pytest.mark.parametrize("name", FONT_NAMES)
def test_an_unknown_character_is_a_visible_box(name: FontName) -> None:
    line = font(name).line("\u6f22")
    assert line.columns == font(name).missing
    assert line.columns[0].bit_count() == line.columns[-1].bit_count() > 5


def test_unknown_characters_are_reported() -> None:
    assert font("small").line("a\u6f22b\u5b57").missing == "\u6f22\u5b57"


@pytest.mark.parametrize(
    ("name", "least", "most"), [("small", 21, 30), ("medium", 16, 24), ("large", 12, 20)]
)
def test_a_line_holds_about_as_many_letters_as_layouts_expect(
    name: FontName, least: int, most: int
) -> None:
    sentence = "The bird demands a double and this square is a single one. "
    assert least <= 127 // (text_width(sentence, name) / len(sentence)) <= most


# Fitting text into a width


def test_the_width_is_that_of_the_drawn_columns() -> None:
    for name in FONT_NAMES:
        for text in ("", "1", "12:34", "7/9 "):
            assert text_width(text, name) == len(font(name).line(text).columns)


def test_a_soft_hyphen_has_no_width_inside_a_line() -> None:
    assert text_width(f"ab{SOFT_HYPHEN}cd", "small") == text_width("abcd", "small")
    assert font("small").line(f"ab{SOFT_HYPHEN}cd").columns == font("small").line("abcd").columns


@pytest.mark.parametrize("name", TEXT_FONTS)
@pytest.mark.parametrize("width", [20, 40, 61, 127])
def test_no_wrapped_line_is_wider_than_asked(name: FontName, width: int) -> None:
    text = "Anticonstitutionnellement, l’oiseau exige une case double - là-bas, peut-être ?"
    assert max(text_width(line, name) for line in wrap(text, name, width)) <= width


def test_wrapping_loses_nothing() -> None:
    text = "The bird demands a double; d3 is a single."
    assert " ".join(wrap(text, "medium", 60)) == text


def test_a_line_breaks_after_a_hyphen() -> None:
    assert wrap("là-bas", "medium", text_width("là-b", "medium")) == ("là-", "bas")


def test_a_line_never_breaks_at_a_no_break_space() -> None:
    width = text_width("le tour", "medium")
    assert wrap("le tour\u00a0?", "medium", width) == ("le", "tour\u00a0?")


def test_a_number_stays_with_the_name_it_belongs_to() -> None:
    width = text_width("Now it is Player", "small") + 1
    assert wrap("Now it is Player 1: draw 3 cards", "small", width)[:2] == (
        "Now it is",
        "Player 1: draw",
    )
    assert wrap("then you draw 3 cards", "small", text_width("then you draw", "small")) == (
        "then you draw",
        "3 cards",
    )


def test_what_is_cut_keeps_the_number_behind_it() -> None:
    """Two players without names are distinguished."""
    width = text_width("Player", "large")
    assert ellipsis("Player 1", "large", width) == "Pla…1"
    assert ellipsis("Giocatore 12", "large", width) == "Gi…12"
    assert ellipsis("Player 1", "large", text_width("P…", "large")) == "P…"


def test_a_line_never_breaks_after_a_minus_sign() -> None:
    assert wrap("a -5 b", "small", text_width("a -", "small")) == ("a", "-5", "b")


def test_a_soft_hyphen_shows_where_the_line_ends() -> None:
    text = f"explan{SOFT_HYPHEN}ation"
    assert wrap(text, "small", text_width("explana", "small")) == ("explan-", "ation")


def test_a_word_longer_than_the_line_is_hyphenated() -> None:
    lines = wrap("incomprehensible", "medium", 40)
    assert all(line.endswith("-") for line in lines[:-1])
    assert "".join(line.removesuffix("-") for line in lines) == "incomprehensible"


def test_a_newline_starts_a_line_and_an_empty_one_stays() -> None:
    assert wrap("one\n\ntwo", "small", 100) == ("one", "", "two")


def test_an_ellipsis_replaces_what_does_not_fit() -> None:
    cut = ellipsis("Maximiliane Hohenzollern", "medium", 70)
    assert cut.endswith("…")
    assert "Maximiliane Hohenzollern".startswith(cut[:-1])
    assert 55 < text_width(cut, "medium") <= 70


def test_a_text_that_fits_has_no_ellipsis() -> None:
    assert ellipsis("Anna", "medium", text_width("Anna", "medium")) == "Anna"


def test_a_width_too_small_for_anything_gives_nothing() -> None:
    assert ellipsis("Anna", "medium", 2) == ""


# The format


def test_columns_are_read_from_rows() -> None:
    assert columns_of(("#.", "##")) == (0b11, 0b10)


def test_a_mark_is_laid_centred_over_its_base() -> None:
    sheet = FontSheet(MINIMAL + "glyphs a dot\n... #\n### .\nwith dot á a\n")
    assert sheet.drawings["á"] == (0b10, 0b11, 0b10)


def test_a_wide_mark_widens_a_narrow_letter() -> None:
    sheet = FontSheet(MINIMAL + "glyphs ı dots\n. #.#\n# ...\nwith dots ï ı\n")
    assert sheet.drawings["ï"] == (0b01, 0b10, 0b01)


def test_blank_and_same_and_numbers() -> None:
    sheet = FontSheet("; comment\n" + MINIMAL + "blank U+0020 3\nsame U+00A0 U+0020\n")
    blank: Columns = (0, 0, 0)
    assert sheet.drawings[" "] == sheet.drawings["\u00a0"] == blank


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (MINIMAL + "glyphs a b\n# #\n#\n", "line 5.*every row must have 2 pieces"),
        (MINIMAL + "glyphs a\n#\n", "line 5.*every row must have 1 pieces"),
        (MINIMAL + "glyphs a\n#\nx\n", "line 5.*x"),
        (MINIMAL + "glyphs a\n#\n#\nsame a missing\n", "line 8.*a is drawn twice"),
        (MINIMAL + "with acute á a\n", "line 5.*acute is not drawn above"),
        (MINIMAL + "same a\n", "line 5.*pairs"),
        (MINIMAL + "glyph a\n", "line 5.*unknown word glyph"),
        ("rows\n", "line 1"),
        ("rows 2\n", "needs its rows and the part 'missing'"),
    ],
)
def test_a_bad_sheet_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(BadSheet, match=place):
        FontSheet(text)
