"""The canvas: shapes, text, what it records, secrets and frames."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.ui.canvas import HEIGHT, WIDTH, Align, Bitmap, Canvas, FontName, text_width
from firmware_py.ui.fonts import font
from hardware.display.frame import BLANK, FRAME_BYTES, Frame, pixel


def lit(canvas: Canvas) -> set[tuple[int, int]]:
    """Return the lit pixels, read from the frame as a display would."""
    return lit_in(canvas.frame())


def lit_in(frame: Frame) -> set[tuple[int, int]]:
    return {(x, y) for x in range(128) for y in range(64) if pixel(frame, x, y)}


def rectangle(x: int, y: int, w: int, h: int) -> set[tuple[int, int]]:
    inside = {(a, b) for a in range(x, x + w) for b in range(y, y + h)}
    return {(a, b) for a, b in inside if 0 <= a < WIDTH and 0 <= b < HEIGHT}


@pytest.fixture
def canvas() -> Canvas:
    return Canvas()


# Shapes


def test_a_new_canvas_is_dark(canvas: Canvas) -> None:
    assert canvas.frame() == BLANK


def test_a_pixel_lands_where_the_display_has_it(canvas: Canvas) -> None:
    canvas.pixel(5, 17)
    assert lit(canvas) == {(5, 17)}
    assert canvas.lit(5, 17)


def test_a_pixel_can_be_darkened(canvas: Canvas) -> None:
    canvas.pixel(5, 17)
    canvas.pixel(5, 17, on=False)
    assert not canvas.lit(5, 17)


def test_the_corner_is_cut_out_as_a_bitmap(canvas: Canvas) -> None:
    canvas.fill(0, 0, 4, 4)
    corner = canvas.cut(3, 2)
    assert (corner.columns, corner.width, corner.height) == ((0b11, 0b11, 0b11), 3, 2)


@given(st.integers(-9, 150), st.integers(-9, 90))
def test_a_bitmap_is_clipped_to_the_drawing_area(x: int, y: int) -> None:
    canvas = Canvas()
    canvas.bitmap(x, y, Bitmap.parse("#####/#####/#####/#####"))
    assert lit(canvas) == rectangle(x, y, 5, 4)


@given(st.integers(-20, 150), st.integers(-20, 90), st.integers(0, 150), st.integers(0, 90))
def test_a_filled_rectangle_is_clipped_to_the_drawing_area(x: int, y: int, w: int, h: int) -> None:
    canvas = Canvas()
    canvas.fill(x, y, w, h)
    assert lit(canvas) == rectangle(x, y, w, h)


def test_inverting_twice_changes_nothing(canvas: Canvas) -> None:
    canvas.text(3, 3, "Anna")
    before = canvas.frame()
    canvas.invert(-4, -4, 60, 90)
    assert canvas.frame() != before
    canvas.invert(-4, -4, 60, 90)
    assert canvas.frame() == before


def test_a_box_is_an_outline(canvas: Canvas) -> None:
    canvas.box(2, 3, 6, 5)
    assert lit(canvas) == rectangle(2, 3, 6, 5) - rectangle(3, 4, 4, 3)


def test_lines_lie_level_and_upright(canvas: Canvas) -> None:
    canvas.line_h(1, 2, 4)
    canvas.line_v(9, 3, 5)
    assert lit(canvas) == rectangle(1, 2, 4, 1) | rectangle(9, 3, 1, 5)


@given(*[st.integers(0, 62)] * 4)
def test_a_slanting_line_is_connected_and_has_both_ends(x0: int, y0: int, x1: int, y1: int) -> None:
    canvas = Canvas()
    canvas.line(x0, y0, x1, y1)
    pixels = lit(canvas)
    assert {(x0, y0), (x1, y1)} <= pixels
    assert len(pixels) == max(abs(x1 - x0), abs(y1 - y0)) + 1


@pytest.mark.parametrize("r", range(1, 12))
def test_a_circle_is_symmetric_and_as_wide_as_said(r: int) -> None:
    canvas = Canvas()
    canvas.circle(30, 30, r)
    pixels = {(x - 30, y - 30) for x, y in lit(canvas)}
    assert pixels == {(y, x) for x, y in pixels} == {(-x, y) for x, y in pixels}
    assert max(x for x, _ in pixels) == r


@pytest.mark.parametrize("r", range(1, 12))
def test_a_disc_is_a_circle_with_its_inside(r: int) -> None:
    ring, disc = Canvas(), Canvas()
    ring.circle(30, 30, r)
    disc.circle(30, 30, r, filled=True)
    assert lit(ring) < lit(disc)
    assert disc.lit(30, 30)


def test_stipple_is_half_lit_and_replaces_what_was_there(canvas: Canvas) -> None:
    canvas.fill(0, 0, 20, 20)
    canvas.stipple(0, 0, 20, 20)
    assert len(lit(canvas)) == 200


def test_a_bitmap_is_drawn_from_text(canvas: Canvas) -> None:
    canvas.bitmap(10, 20, Bitmap.parse("#.#/.#."))
    assert lit(canvas) == {(10, 20), (12, 20), (11, 21)}


def test_a_bitmap_may_be_indented_lines() -> None:
    art = """
        ##.
        ..#
    """
    assert Bitmap.parse(art) == Bitmap.parse("##./..#")
    assert (Bitmap.parse(art).width, Bitmap.parse(art).height) == (3, 2)


def test_an_uneven_bitmap_is_our_mistake() -> None:
    with pytest.raises(ValueError):
        Bitmap.parse("##/#")


def test_a_solid_bitmap_blanks_its_place(canvas: Canvas) -> None:
    canvas.fill(0, 0, 9, 9)
    canvas.bitmap(3, 3, Bitmap.parse("#.#/.#."), solid=True)
    assert rectangle(0, 0, 9, 9) - lit(canvas) == {(4, 3), (3, 4), (5, 4)}


# Text


def test_text_is_the_glyphs_of_the_font(canvas: Canvas) -> None:
    width = canvas.text(4, 9, "É", "medium")
    rows = ["".join(".#"[canvas.lit(4 + x, 9 + y)] for x in range(width)) for y in range(12)]
    assert rows == [
        "...#.",
        ".##..",
        ".....",
        "#####",
        "#....",
        "#....",
        "####.",
        "#....",
        "#....",
        "#####",
        ".....",
        ".....",
    ]


@pytest.mark.parametrize(
    ("align", "width", "left"),
    [
        ("left", None, 60),
        ("right", None, 60 - 24),
        ("centre", None, 60 - 12),
        ("left", 40, 60),
        ("right", 40, 60 + 16),
        ("centre", 40, 60 + 8),
    ],
)
def test_text_is_aligned(canvas: Canvas, align: Align, width: int | None, left: int) -> None:
    assert text_width("Hann", "medium") == 24
    canvas.text(60, 20, "Hann", "medium", width=width, align=align)
    pixels = {x for x, _ in lit(canvas)}
    assert (min(pixels), max(pixels)) == (left, left + 23)


def test_dark_text_on_a_lit_bar(canvas: Canvas) -> None:
    canvas.fill(0, 0, 60, 13)
    canvas.text(2, 0, "Anna", on=False)
    bright = Canvas()
    bright.text(2, 0, "Anna")
    assert lit(canvas) == rectangle(0, 0, 60, 13) - lit(bright)
    assert canvas.check() == []


@pytest.mark.parametrize("name", ["small", "medium", "large"])
def test_faint_text_is_thinner_but_there(canvas: Canvas, name: FontName) -> None:
    full = Canvas()
    for one, faint in ((full, False), (canvas, True)):
        one.text(0, 0, "Not possible", name, faint=faint)
    assert lit(canvas) < lit(full)
    assert len(lit(canvas)) > len(lit(full)) * 0.45


def test_a_sound_layout_has_no_faults(canvas: Canvas) -> None:
    canvas.text(0, 0, "Anna", "small")
    canvas.text(WIDTH, 0, "12:34", "small", align="right")
    canvas.text(0, 10, "Égypte, déjà ?")
    canvas.text(0, 22, "Ça y est !")
    assert canvas.check() == []


@pytest.mark.parametrize(("x", "y"), [(-1, 20), (110, 20), (20, -4), (20, 55)])
def test_text_that_leaves_the_area_is_a_fault(canvas: Canvas, x: int, y: int) -> None:
    canvas.text(x, y, "Anna")
    assert "leaves the drawing area" in canvas.check()[0]


def test_blank_rows_of_a_line_may_leave_the_area(canvas: Canvas) -> None:
    """Only ink counts: 'Anna' has neither accents nor descenders."""
    canvas.text(20, -2, "Anna")
    canvas.text(20, HEIGHT - 10, "Anna")
    assert canvas.check() == []


def test_text_wider_than_its_place_is_a_fault_and_is_cut(canvas: Canvas) -> None:
    assert canvas.text(0, 0, "Maximiliane", width=30) == 30
    assert "wide in 30" in canvas.check()[0]
    assert max(x for x, _ in lit(canvas)) < 30


def test_text_that_may_be_cut_ends_in_an_ellipsis(canvas: Canvas) -> None:
    canvas.text(0, 0, "Maximiliane", width=30, may_cut=True)
    assert canvas.check() == []
    assert canvas.words[0].text.endswith("…")


def test_text_that_was_cut_is_read_out_whole(canvas: Canvas) -> None:
    canvas.text(0, 0, "Maximiliane", width=30, may_cut=True)
    assert canvas.reading() == ("Maximiliane",)


def test_overlapping_texts_are_a_fault(canvas: Canvas) -> None:
    canvas.text(0, 0, "Anna")
    canvas.text(22, 0, "Ben")
    assert "'Ben' overlaps 'Anna'" in canvas.check()


def test_texts_side_by_side_need_a_gap(canvas: Canvas) -> None:
    width = canvas.text(0, 0, "Anna")
    canvas.text(width, 0, "Ben")
    assert canvas.check() == ["'Ben' overlaps 'Anna'"]


def test_text_over_a_line_is_a_fault(canvas: Canvas) -> None:
    canvas.line_h(0, 6, 60)
    canvas.text(0, 0, "Anna")
    assert "touches something" in canvas.check()[0]


def test_dark_text_that_leaves_its_bar_is_a_fault(canvas: Canvas) -> None:
    canvas.fill(0, 0, 10, 13)
    canvas.text(2, 0, "Anna", on=False)
    assert "touches something" in canvas.check()[0]


def test_a_character_without_a_glyph_is_a_fault(canvas: Canvas) -> None:
    canvas.text(0, 0, "\u6f22")
    assert "medium has no '\u6f22'" in canvas.check()[0]


def test_an_empty_text_is_nothing(canvas: Canvas) -> None:
    assert canvas.text(0, 0, "") == 0
    assert canvas.reading() == ()
    assert canvas.check() == []


# Reading


def test_words_are_read_line_by_line_whatever_the_order_of_drawing(canvas: Canvas) -> None:
    canvas.text(0, 30, "third")
    canvas.text(WIDTH, 0, "second", "small", align="right")
    canvas.text(0, 0, "first", "small")
    assert canvas.reading() == ("first", "second", "third")


def test_other_words_may_be_read_out(canvas: Canvas) -> None:
    canvas.text(0, 0, "Anna", say="> Anna")
    canvas.text(0, 20, "decoration", say="")
    assert canvas.reading() == ("> Anna",)


def test_a_drawing_can_be_described(canvas: Canvas) -> None:
    canvas.text(0, 0, "Anna", "small")
    canvas.describe("white ronin on d3", 20)
    canvas.text(0, 50, "Ben", "small")
    assert canvas.reading() == ("Anna", "white ronin on d3", "Ben")
    assert canvas.check() == []


def test_what_is_covered_is_not_read_and_does_not_overlap(canvas: Canvas) -> None:
    canvas.text(0, 0, "above")
    canvas.text(0, 40, "under")
    canvas.cover(0, 38, WIDTH, 25)
    canvas.text(0, 42, "below")
    assert canvas.reading() == ("above", "below")
    assert canvas.check() == []


# Secrets and frames


def test_a_masked_frame_differs_only_in_the_secret_place(canvas: Canvas) -> None:
    canvas.text(0, 0, "Pairing")
    canvas.text(0, 30, "4711", "digits")
    canvas.secret(0, 28, 60, 30)
    public = lit_in(canvas.masked())
    assert public ^ lit(canvas) <= rectangle(0, 28, 60, 30)


def test_a_masked_frame_does_not_depend_on_the_secret() -> None:
    frames = set()
    for code in ("4711", "0815", "1111"):
        canvas = Canvas()
        canvas.text(0, 30, code, "digits")
        canvas.secret(0, 28, 60, 30)
        frames.add(canvas.masked())
    assert len(frames) == 1


def test_a_picture_with_a_secret_has_a_public_side(canvas: Canvas) -> None:
    canvas.text(0, 0, "Pairing")
    canvas.text(0, 30, "4711", "digits")
    canvas.secret(0, 28, 60, 30)
    picture = canvas.picture()
    assert picture.text == ("Pairing", "4711")
    assert picture.for_viewers() == (canvas.masked(), ("Pairing", "•••"))
    assert picture.frame == canvas.frame()


def test_the_words_for_a_secret_drawing_are_masked(canvas: Canvas) -> None:
    canvas.describe("a red card in the cup", 30)
    canvas.secret(0, 28, 60, 30)
    assert canvas.masked_reading() == ("•••",)


def test_a_picture_without_a_secret_has_none(canvas: Canvas) -> None:
    canvas.text(0, 0, "Anna")
    picture = canvas.picture()
    assert picture.public is None
    assert picture.public_text is None


def test_the_last_column_and_row_stay_free(canvas: Canvas) -> None:
    """A display moves everything by a pixel now and then."""
    canvas.fill(0, 0, 200, 200)
    assert lit_in(canvas.frame()) == {(x, y) for x in range(WIDTH) for y in range(HEIGHT)}


def test_a_frame_has_the_size_of_the_display(canvas: Canvas) -> None:
    canvas.fill(0, 0, WIDTH, HEIGHT)
    assert len(canvas.frame()) == FRAME_BYTES


def test_a_screen_full_of_text_takes_well_under_a_millisecond() -> None:
    """Counted as processor time, best of many, with every line new to the font."""
    best = 1.0
    for turn in range(30):
        font("small").line.cache_clear()
        start = time.process_time()
        canvas = Canvas()
        for row in range(7):
            canvas.text(0, row * 8, f"line {row} of turn {turn} is full", "small")
        canvas.frame()
        best = min(best, time.process_time() - start)
    assert best < 0.001
