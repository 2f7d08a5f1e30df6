"""Names in narrow places: always different, never too wide."""

from __future__ import annotations

from itertools import product

import pytest

from firmware_py.ui.canvas import before_number, short_names, text_width

TABLES = [
    ("Anna", "Ben"),
    ("Anna", "Annalena", "Annamaria", "Annabelle"),
    ("Al", "Al", "Al"),
    ("WWWWWWWWWWWW", "WWWWWWWWWWWM", "Ida"),
    ("Œdipe-Noël", "Éric", "Ève", "Ömer"),
]


def test_names_that_fit_stay_whole() -> None:
    assert short_names(("Anna", "Ben"), "small", 60) == ("Anna", "Ben")


def test_a_long_name_becomes_its_shortest_prefix_that_no_other_name_has() -> None:
    assert short_names(("Maximilienne", "Marie", "Ben"), "small", 22) == ("Max", "Marie", "Ben")


def test_a_name_that_begins_another_stays_whole_if_it_fits() -> None:
    assert short_names(("Anna", "Annalena"), "small", 30) == ("Anna", "Annal")


def test_two_people_of_one_name_are_numbered() -> None:
    assert short_names(("Al", "Al"), "small", 30) == ("A1", "A2")


@pytest.mark.parametrize(("names", "width"), [*product(TABLES, (6, 10, 14, 20, 30, 60))])
def test_names_are_different_and_fit(names: tuple[str, ...], width: int) -> None:
    short = short_names(names, "small", width)
    assert len(set(short)) == len(names)
    assert max(text_width(name, "small") for name in short) <= width


def test_a_name_that_ends_in_a_number_is_kept_apart_from_points() -> None:
    assert [before_number(name) for name in ("Player 1", "P2", "Ida", "")] == [
        "Player 1:",
        "P2:",
        "Ida",
        "",
    ]
