"""Pages end where a reader takes a breath."""

from __future__ import annotations

from firmware_py.ui.paging import sentences, split_text


def short(text: str) -> bool:
    return len(text) <= 20


def test_sentences_follow_each_other_each_ended_once() -> None:
    said = sentences(("Hint", "", "Stand it in front of Bot 2.", "Are you sure?", "bird: simple"))
    assert said == "Hint. Stand it in front of Bot 2. Are you sure? bird: simple"
    assert sentences(()) == ""


def test_what_fits_is_one_page() -> None:
    assert split_text("One. Two, three.", short) == ["One. Two, three."]


def test_a_page_ends_after_a_sentence() -> None:
    assert split_text("It is here. It goes there now.", short) == [
        "It is here.",
        "It goes there now.",
    ]


def test_a_sentence_too_long_for_a_page_breaks_after_a_phrase() -> None:
    text = "Now. Take the bird, then the other one; and wait."
    assert split_text(text, short) == ["Now.", "Take the bird,", "then the other one;", "and wait."]


def test_a_phrase_too_long_for_a_page_breaks_between_words_and_loses_none() -> None:
    text = "a phrase that is far too long for any page of these"
    pieces = split_text(text, short)
    assert " ".join(pieces) == text
    assert all(map(short, pieces))


def test_a_word_too_long_for_a_page_is_kept() -> None:
    assert split_text("so extraordinarilylongword it", short) == [
        "so",
        "extraordinarilylongword",
        "it",
    ]


def test_a_line_of_its_own_stays_one() -> None:
    """The last line is not joined to the sentence above, and moves to a page whole."""
    text = "One two three. Four five.\nMana: no jumping"
    assert split_text(text, lambda page: len(page) <= 60) == [text]
    assert split_text(text, lambda page: len(page) <= 30) == [
        "One two three. Four five.",
        "Mana: no jumping",
    ]
    assert split_text(text, lambda page: len(page) <= 28) == [
        "One two three. Four five.",
        "Mana: no jumping",
    ]
    assert split_text("One two three.\nFour\nFive", lambda page: len(page) <= 14) == [
        "One two three.",
        "Four\nFive",
    ]
