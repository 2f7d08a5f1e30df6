"""Plural forms, contexts and cases: a made-up language has four plural forms and three cases."""

from __future__ import annotations

import pickle
from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from engines.engine import Message, Seat, Term
from engines.translation import N_, N_context, N_plural, Translator, Word
from engines.wording import Voice

CATALOG = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=4; plural=n%100==1?0:n%100==2?1:n%100==3||n%100==4?2:3;\n"

msgid "{who} takes {count} card."
msgid_plural "{who} takes {count} cards."
msgstr[0] "{who:dat} {count} karta."
msgstr[1] "{who:dat} {count} karti."
msgstr[2] "{who:dat} {count} karte."
msgstr[3] "{who:dat} {count} kart."

msgid "black"
msgstr "čřn"

msgctxt "a player"
msgid "black"
msgstr "Čřnek|acc=Čřnka|dat=Čřnku"

msgid "ronin"
msgstr "ronin|acc=ronina|dat=roninu"

msgid "bird"
msgstr "ptich|acc=ptica"

msgid "{piece} is on a1."
msgstr "{piece} na a1."

msgid "Move {piece}."
msgstr "prem {piece:acc}."
"""

TAKES = N_plural("{who} takes {count} card.", "{who} takes {count} cards.")
WORDS = {
    "takes": TAKES,
    "move": N_("Move {piece}."),
    "on": N_("{piece} is on a1."),
    "piece.r": N_("ronin"),
    "piece.b": N_("bird"),
    "side.black": N_context("a player", "black"),
    "colour.black": N_("black"),
}


@pytest.fixture
def say() -> Translator:
    """Return the translator into the language."""
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(CATALOG.encode()), locale="sl"))
    compiled.seek(0)
    return Translator(GNUTranslations(compiled))


@pytest.mark.parametrize(
    ("count", "said"), [(1, "karta"), (2, "karti"), (4, "karte"), (5, "kart"), (101, "karta")]
)
def test_the_number_chooses_the_form(say: Translator, count: int, said: str) -> None:
    assert say(TAKES, who="Ada", count=count) == f"Ada {count} {said}."
    voice = Voice(WORDS, say, ["Ada"])
    assert voice.say(Message("takes", {"who": Seat(0), "count": count})) == f"Ada {count} {said}."


def test_english_has_two_forms() -> None:
    said = [Translator()(TAKES, who="Ada", count=count) for count in (0, 1, 2)]
    assert said == ["Ada takes 0 cards.", "Ada takes 1 card.", "Ada takes 2 cards."]


def test_a_plural_needs_its_number(say: Translator) -> None:
    """A missing number, or one that is text already, is a mistake of the code."""
    with pytest.raises(TypeError, match=r"needs a number in {count}, not '3'"):
        say(TAKES, who="Ada", count="3")
    with pytest.raises(TypeError, match="not None"):
        Translator()(TAKES)
    with pytest.raises(ValueError, match=r"has no place {points}"):
        N_plural("{points} point", "points", by="points")
    assert Translator()(N_plural("{n} more", "{n} more", by="n"), n=1) == "1 more"


def test_a_context_tells_apart_what_is_alike_in_english(say: Translator) -> None:
    voice = Voice(WORDS, say)
    facts = [voice.fact(Term(family, "black")) for family in ("colour", "side")]
    assert facts == ["čřn", "Čřnek"]
    assert Translator()(WORDS["side.black"]) == "black"


def test_a_sentence_chooses_the_case_of_a_term(say: Translator) -> None:
    """Also of a list of terms; a capital letter begins the sentence only."""
    voice = Voice(WORDS, say)
    ronin, bird, black = Term("piece", "r"), Term("piece", "b"), Term("side", "black")
    assert voice.say(Message("move", {"piece": ronin})) == "Prem ronina."
    assert voice.say(Message("on", {"piece": ronin})) == "Ronin na a1."
    assert voice.say(Message("move", {"piece": (ronin, bird)})) == "Prem ronina, ptica."
    assert say(TAKES, who=voice.fact(black), count=1) == "Čřnku 1 karta."


def test_without_the_form_the_plain_one_is_said(say: Translator) -> None:
    """Of a term, of a name, and of every word in English."""
    voice = Voice(WORDS, say)
    assert say(TAKES, who=voice.fact(Term("piece", "b")), count=1) == "Ptich 1 karta.".lower()
    assert say("Move {piece}.", piece="Ada") == "prem Ada."
    assert format(Word("ronin"), "acc") == "ronin"


def test_a_marked_text_can_be_sent_to_another_process() -> None:
    again = pickle.loads(pickle.dumps(TAKES))
    assert (again, again.one, again.by) == (TAKES, TAKES.one, "count")
