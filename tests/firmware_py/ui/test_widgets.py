"""The widgets: what they draw, where, and what they refuse to cut."""

from __future__ import annotations

import pytest

from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, FontName, text_width
from firmware_py.ui.widgets import (
    BAR_HEIGHT,
    BODY,
    CROSS,
    MARK_FLAG,
    MARK_PAUSE,
    TICK,
    WHOLE,
    Item,
    Rect,
    Role,
    TextStyle,
    buttons,
    dialog,
    fitting,
    headline,
    holding,
    menu,
    narrowed,
    paragraph,
    progress,
    question,
    scroll_mark,
    toast,
    top_bar,
)

LONG = (
    "The bird demands a double; d3 is a single. Possible instead: take the white ronin on c2 "
    "and put the bird on any free double, or pass if nobody can move there any more."
)
ITEMS = [Item(f"Item {number}") for number in range(9)]


@pytest.fixture
def canvas() -> Canvas:
    return Canvas()


def lit_rows(canvas: Canvas) -> set[int]:
    return {y for y in range(HEIGHT) if any(canvas.lit(x, y) for x in range(WIDTH))}


def count(canvas: Canvas, area: Rect) -> int:
    """Count the lit pixels of an area."""
    xs = range(area.x, area.x + area.w)
    return sum(canvas.lit(x, y) for x in xs for y in range(area.y, area.y + area.h))


# The top bar


def test_the_bar_keeps_to_its_ten_rows(canvas: Canvas) -> None:
    top_bar(canvas, "À Gyða", "12:34", [MARK_PAUSE, MARK_FLAG, TICK])
    assert max(lit_rows(canvas)) == BAR_HEIGHT - 1
    assert canvas.check() == []


def test_the_bar_is_read_from_left_to_right(canvas: Canvas) -> None:
    top_bar(canvas, "Anna", "12:34")
    assert canvas.reading() == ("Anna", "12:34")


def test_a_name_too_long_for_the_bar_is_a_fault(canvas: Canvas) -> None:
    top_bar(canvas, "Maximiliane Hohenzollern", "12:34", [MARK_PAUSE])
    assert len(canvas.check()) == 1


def test_a_name_in_the_bar_may_be_cut_if_asked(canvas: Canvas) -> None:
    top_bar(canvas, "Maximiliane Hohenzollern", "12:34", [MARK_PAUSE], may_cut=True)
    assert canvas.check() == []
    assert canvas.reading()[0] == "Maximiliane Hohenzollern"


# Menus


@pytest.mark.parametrize("style", TextStyle)
@pytest.mark.parametrize("index", range(9))
def test_the_chosen_item_is_always_visible(canvas: Canvas, style: TextStyle, index: int) -> None:
    menu(canvas, ITEMS, index, style=style)
    assert f"> Item {index}" in canvas.reading()
    assert canvas.check() == []


@pytest.mark.parametrize(("style", "rows"), [(TextStyle.NORMAL, 4), (TextStyle.LARGE, 3)])
def test_a_menu_shows_as_many_rows_as_fit(canvas: Canvas, style: TextStyle, rows: int) -> None:
    menu(canvas, ITEMS, 0, style=style)
    assert len(canvas.reading()) == rows + 1
    assert canvas.reading()[-1] == f"... {rows}/{len(ITEMS)}"


def test_words_say_where_a_list_or_a_text_goes_on(canvas: Canvas) -> None:
    """Those who have words alone do not see the mark at the edge."""
    menu(canvas, ITEMS, len(ITEMS) - 1)
    assert canvas.reading()[-1] == f"{len(ITEMS)}/{len(ITEMS)}"
    text = Canvas()
    last = paragraph(text, "many words " * 40, scroll=0)
    assert text.reading()[-1] == f"... 4/{last + 4}"
    short = Canvas()
    paragraph(short, "few words", scroll=0)
    assert short.reading() == ("few words",)


def test_the_chosen_row_is_a_lit_bar(canvas: Canvas) -> None:
    menu(canvas, ITEMS[:2], 1)
    label = text_width(ITEMS[1].label, "medium")
    chosen = Rect(BODY.x, BODY.y + 13, label + 4, 13)
    assert count(canvas, chosen) > chosen.w * chosen.h * 0.6
    assert count(canvas, Rect(label + 4, BODY.y + 13, WIDTH - label - 4, 13)) == 0


def test_a_list_that_fits_has_no_scroll_mark(canvas: Canvas) -> None:
    menu(canvas, ITEMS[:3], 0)
    assert count(canvas, Rect(WIDTH - 2, BODY.y + 13, 2, 40)) == 0


def test_the_scroll_mark_moves_from_top_to_bottom() -> None:
    tops = []
    for index in range(9):
        canvas = Canvas()
        menu(canvas, ITEMS, index)
        tops.append(min(y for y in range(HEIGHT) if canvas.lit(WIDTH - 2, y)))
    assert tops == sorted(tops)
    assert tops[0] == BODY.y
    assert tops[-1] > HEIGHT // 2


def test_a_scroll_mark_stays_in_its_area(canvas: Canvas) -> None:
    area = Rect(20, 12, 50, 30)
    scroll_mark(canvas, area, 96, 4, 100)
    assert count(canvas, WHOLE) == count(canvas, area)


def test_a_value_stands_at_the_right(canvas: Canvas) -> None:
    menu(canvas, [Item("Clock", "Fischer")], 0)
    assert canvas.reading() == ("> Clock: Fischer",)
    assert canvas.check() == []


def test_an_item_that_cannot_be_chosen_is_outlined_not_lit(canvas: Canvas) -> None:
    menu(canvas, [Item("Resume", enabled=False)], 0)
    assert canvas.reading() == ("> (Resume)",)
    assert count(canvas, BODY) < 127 * 13 * 0.4


def test_a_long_item_takes_the_small_font(canvas: Canvas) -> None:
    menu(canvas, [Item("Turn the screen to me", "on")], 0)
    assert canvas.check() == []


def test_rows_that_are_too_long_for_large_letters_keep_their_weight(canvas: Canvas) -> None:
    """At most the value loses it."""
    strokes = {text_width(label, "bold") for label in ("Sleep", "Edition")}
    items = [Item("Sleep", "after 15 min"), Item("Edition", "the Mana bird")]
    menu(canvas, items, 1, style=TextStyle.LARGE)
    assert canvas.check() == []
    assert {word.w for word in canvas.words} == strokes


def test_an_item_too_long_even_for_the_small_font_is_a_fault(canvas: Canvas) -> None:
    menu(canvas, [Item("Turn the screen to the player whose turn it is", "on")], 0)
    assert "wide in" in canvas.check()[0]


def test_an_item_that_may_be_cut_is_cut(canvas: Canvas) -> None:
    menu(canvas, [Item("Maximiliane Hohenzollern-Sigmaringen", "3", may_cut=True)], 0)
    assert canvas.check() == []
    assert canvas.words[0].text.endswith("…")


def test_an_empty_menu_draws_nothing(canvas: Canvas) -> None:
    menu(canvas, [], 0)
    assert lit_rows(canvas) == set()


# Paragraphs and headlines


def test_a_paragraph_that_fits_cannot_scroll(canvas: Canvas) -> None:
    assert paragraph(canvas, "Anna wins.") == 0
    assert canvas.reading() == ("Anna wins.",)


@pytest.mark.parametrize("name", ["small", "medium", "large"])
def test_scrolling_shows_every_word_of_a_long_text(name: FontName) -> None:
    area = Rect(0, 10, WIDTH, 36)
    seen = set()
    scroll, last = 0, 1
    while scroll <= last:
        canvas = Canvas()
        last = paragraph(canvas, LONG, area, font=name, scroll=scroll)
        assert canvas.check() == []
        seen.update(canvas.reading()[0].split())
        scroll += 1
    assert seen == set(LONG.split())


def test_scrolling_stops_at_the_last_line() -> None:
    far, near = Canvas(), Canvas()
    last = paragraph(near, LONG, scroll=0)
    near = Canvas()
    paragraph(near, LONG, scroll=last)
    paragraph(far, LONG, scroll=last + 50)
    assert far.frame() == near.frame()


def test_a_headline_is_as_large_as_it_fits(canvas: Canvas) -> None:
    assert headline(canvas, "Anna wins", Rect(0, 10, 127, 20)) == "large"
    assert headline(Canvas(), "Anna wins by a long way", Rect(0, 10, 127, 26)) == "bold"
    assert headline(Canvas(), LONG) == "small"


def test_a_headline_stands_in_the_middle(canvas: Canvas) -> None:
    headline(canvas, "HHH", WHOLE)
    word = canvas.words[0]
    assert abs(word.x - (WIDTH - word.w - word.x)) <= 1
    assert abs(word.y - (HEIGHT - word.h - word.y)) <= 2


def test_a_font_that_would_break_a_word_does_not_fit() -> None:
    assert fitting("Unentschieden!", Rect(0, 0, 60, 63)) != "large"
    assert fitting("", WHOLE) == "large"


def test_narrowing_ends_at_the_small_font() -> None:
    assert narrowed("Anna", 127) == "medium"
    assert narrowed(LONG, 127) == "small"


# The rest


@pytest.mark.parametrize(("fraction", "columns"), [(-1, 0), (0, 0), (0.5, 28), (1, 56), (7, 56)])
def test_progress_fills_its_bar(canvas: Canvas, fraction: float, columns: int) -> None:
    progress(canvas, fraction, Rect(10, 10, 60, 8))
    assert count(canvas, Rect(12, 12, 56, 4)) == columns * 4


@pytest.mark.parametrize("labels", [["No", "Yes"], ["Non", "Oui, tous"], ["1", "2", "3", "4"]])
def test_buttons_fill_their_row_and_one_is_chosen(canvas: Canvas, labels: list[str]) -> None:
    area = Rect(0, 48, WIDTH, 15)
    buttons(canvas, labels, 1, area)
    assert canvas.check() == []
    assert [word for word in canvas.reading() if word.startswith("> ")] == [f"> {labels[1]}"]
    assert count(canvas, WHOLE) == count(canvas, area)
    assert any(canvas.lit(WIDTH - 3, y) for y in range(48, HEIGHT))


@pytest.mark.parametrize("style", TextStyle)
@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Shut down?", ["No", "Yes"]),
        ("Tout le monde est d’accord pour revenir en arrière ?", ["Non", "Oui, tous"]),
        ("What now?", ["Continue this match", "Abandon the match"]),
        ("Which one?", ["The first of four answers", "The second", "Third", "The fourth one"]),
    ],
)
def test_a_question_fits_with_its_answers(
    canvas: Canvas, style: TextStyle, text: str, answers: list[str]
) -> None:
    for index in range(len(answers)):
        canvas = Canvas()
        question(canvas, text, answers, index, style=style)
        assert canvas.check() == []
        assert canvas.reading()[0] == text
        assert f"> {answers[index]}" in canvas.reading()


def test_a_toast_covers_the_last_row_of_a_menu_only(canvas: Canvas) -> None:
    menu(canvas, ITEMS, 0)
    before = [canvas.lit(x, y) for x in range(WIDTH) for y in range(48)]
    toast(canvas, "Saved ✓")
    assert [canvas.lit(x, y) for x in range(WIDTH) for y in range(48)] == before
    assert canvas.check() == []
    assert canvas.reading()[-1] == "Saved ✓"


def test_a_long_toast_takes_the_small_font_and_more_lines(canvas: Canvas) -> None:
    toast(canvas, "The display was away; the match went on and nothing was lost.")
    assert canvas.check() == []


def test_holding_shows_how_long_is_left() -> None:
    lit = []
    for fraction in (0.0, 0.5, 1.0):
        canvas = Canvas()
        holding(canvas, "Hold to take back", fraction)
        assert canvas.check() == []
        lit.append(count(canvas, WHOLE))
    assert lit == sorted(set(lit))


@pytest.mark.parametrize("style", TextStyle)
def test_a_dialog_hides_what_is_below_it(canvas: Canvas, style: TextStyle) -> None:
    menu(canvas, ITEMS, 0)
    dialog(canvas, "Display lost", "The game goes on. Check the cable.", largest=style.font("body"))
    assert canvas.reading() == ("Display lost", "The game goes on. Check the cable.")
    assert canvas.check() == []


@pytest.mark.parametrize("role", ["title", "body", "value", "hint"])
def test_large_text_is_never_smaller(role: Role) -> None:
    order: tuple[FontName, ...] = ("small", "medium", "large")
    assert order.index(TextStyle.LARGE.font(role)) >= order.index(TextStyle.NORMAL.font(role))


def test_large_text_makes_sentences_larger() -> None:
    assert (TextStyle.NORMAL.font("body"), TextStyle.LARGE.font("body")) == ("medium", "large")


def test_the_little_drawings_have_the_size_of_a_line() -> None:
    for mark in (TICK, CROSS, MARK_PAUSE, MARK_FLAG):
        assert mark.height <= 7
