"""Entering a name with the knob: a wheel of letters."""

from __future__ import annotations

from collections.abc import Callable, Collection
from unicodedata import normalize

from firmware_py.core.language import N_
from firmware_py.ui.canvas import WIDTH, Canvas, FontName
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Push, Screen, ScreenWords
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, narrowed, top_bar
from hardware.events import Control, Held, Pressed, Turned

DONE, ERASE = "✓", "←"


def draw_wheel(canvas: Canvas, sign_at: Callable[[int], str]) -> None:
    """Draw the signs around the chosen one, which is sign 0; those before it are negative."""
    for step in range(-4, 5):
        x = WIDTH // 2 + step * 14 - 7
        if step == 0:
            canvas.fill(x - 1, BODY.y + 24, 16, 17)
        size: FontName = "large" if step == 0 else "medium"
        y = BODY.y + (25 if step == 0 else 28)
        canvas.text(x, y, sign_at(step), size, width=14, align="centre", on=step != 0)


def draw_hints(canvas: Canvas, left: str, right: str) -> None:
    """Write the effects of the buttons below the wheel."""
    canvas.text(0, BODY.y + 44, left, "small")
    canvas.text(WIDTH, BODY.y + 44, right, "small", align="right")


LONGEST = 12
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "ÀÁÂÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖØŒÙÚÛÜŸß"
"""Of the names in the languages of the box and around them; no capital of ß is in the fonts."""
SIGNS = " -'.0123456789"
ALPHABET = DONE + ERASE + LETTERS + ACCENTED + SIGNS


_COMMON = (
    "Adam Alba Alex Alice Amélie Andrea Angela Anna Antoine Ben Bruno Camille Carla Chiara Chloé "
    "Clara Daniel David Elena Elias Emil Emma Eva Felix Francesca Franz Giovanni Giulia Hanna Hugo "
    "Ida Jan Jana Jean Jonas Julia Karl Lara Laura Lea Leo Léa Lena Lina Lisa Louis Luca Lucas "
    "Lucie Manon Marco Maria Marie Mario Mark Marta Martin Matteo Max Mia Michel Nina Noah Nora "
    "Oskar Paolo Paul Paula Peter Pia Pierre Rosa Sam Sara Simon Sofia Sophie Theo Thomas Tim Tina "
    "Tom Tommaso Tobias Tony Valentina Vera Zoé"
)
"""Common first names, from which the wheel learns which letter often comes next."""


def _of_wheel(sign: str) -> str:
    """Return a letter as the wheel has it: a capital, but ß."""
    return sign if sign in ALPHABET else sign.upper()


def likely_next(name: str, known: Collection[str]) -> str:
    """Return the sign that most likely follows: the tick where a whole name stands there.

    >>> likely_next("T", []), likely_next("To", []), likely_next("Tom", [])
    ('o', 'm', '✓')
    >>> likely_next("", []), likely_next("X", [])
    ('M', 'A')
    """
    if not name:
        return "M"  # halfway between A and Z
    begins = [*known, *_COMMON.split()]
    if name in begins:
        return DONE
    after = [each[len(name)] for each in begins if each.startswith(name) and each != name]
    return max(after, key=after.count) if after else "A"


_ABOUT = N_(
    "Turn to a letter and press to write it. The tick, or holding the knob, ends the name. The "
    "arrow, or BACK, erases a letter. With no letter left, BACK leaves."
)


class NameEntry(Screen):
    """A wheel of letters: turn and press; the tick ends, BACK erases, or leaves when empty."""

    may_sleep = False

    def __init__(
        self,
        services: Services,
        name: str,
        taken: Collection[str],
        done: Callable[[str], Next],
    ) -> None:
        self.services = services
        self.name = name
        self.index = 0 if name else self._likely()
        self._taken = taken
        self._done = done

    def draw(self, canvas: Canvas) -> None:
        """Draw the name so far and the wheel below it."""
        top_bar(canvas, self.services.say(N_("Name")), f"{len(self.name)}/{LONGEST}")
        font = narrowed(self.name + "_", WIDTH, "large")
        canvas.text(0, BODY.y + 3, self.name + "_", font, width=WIDTH, align="centre")
        draw_wheel(canvas, lambda step: self._shown(self.index + step).replace(" ", "_"))
        say = self.services.say
        draw_hints(canvas, say(N_("BACK: erase")), say(N_("hold: done")))

    def _shown(self, index: int) -> str:
        """Return a sign of the wheel: capitals first, then small letters."""
        sign = ALPHABET[index % len(ALPHABET)]
        return sign.lower() if self.name and self.name[-1] not in " -'." else sign

    def words(self) -> ScreenWords:
        """Return the name so far: a page with a keyboard writes it at once."""
        title = self.services.say(N_("Name"))
        return ScreenWords(title, typed=self.name, longest=LONGEST)

    def write(self, text: str) -> Next:
        """Take a whole name from a keyboard."""
        self.name = cleaned(text)
        self.index = 0
        step = self._end()
        if step is not STAY and _is_changed(text, self.name):
            self.services.toast = self.services.say(N_("Saved as {name}"), name=self.name)
        return step

    def handle(self, event: Input) -> Next:
        """Turn the wheel, take a letter, erase or end."""
        match event:
            case Turned(steps):
                self.index = (self.index + steps) % len(ALPHABET)
            case Pressed(Control.KNOB):
                return self._take()
            case Pressed(Control.BACK):
                if not self.name:
                    return Pop()
                self.name = self.name[:-1]
            case Pressed(Control.WHY):
                say = self.services.say
                return Push(TextScreen(self.services, say(N_("Name")), say(_ABOUT)))
            case Held(Control.KNOB):
                return self._end()
            case _:
                return IGNORED
        return STAY

    def _take(self) -> Next:
        sign = ALPHABET[self.index]
        if sign == DONE:
            return self._end()
        if sign == ERASE:
            self.name = self.name[:-1]
        elif len(self.name) < LONGEST:
            self.name = (self.name + self._shown(self.index)).lstrip()
            self.index = self._likely()
        return STAY

    def _likely(self) -> int:
        known = self.services.queue.store.players()
        return max(ALPHABET.find(_of_wheel(likely_next(self.name, known))), 0)

    def _end(self) -> Next:
        name = self.name.strip()
        reason = why_not(self.services, name, self._taken)
        if not reason:
            return self._done(name)
        self.services.toast = reason
        return STAY


def cleaned(text: str) -> str:
    """Return a typed text as a name, with only the letters that the wheel has.

    A letter with an accent that it does not have becomes the letter without it.
    """
    return "".join(map(_known, " ".join(text.split())))[:LONGEST].strip()


_BARRED = str.maketrans("ŁłĐđẞ", "LlDdß")
"""Letters that Unicode does not take apart."""


def _known(sign: str) -> str:
    plain = sign.translate(_BARRED)
    if _of_wheel(plain) in ALPHABET[2:]:
        return plain
    base = normalize("NFD", plain)[0]
    return base if base.upper() in LETTERS else ""


def why_not(services: Services, name: str, taken: Collection[str]) -> str:
    """Return why a name cannot be used, or empty."""
    if not name:
        return services.say(N_("Choose letters first"))
    is_taken = name.casefold() in {each.casefold() for each in taken}
    return services.say(N_("This name is taken")) if is_taken else ""


def _is_changed(text: str, name: str) -> bool:
    """Return whether the stored name differs from the typed one, apart from spaces."""
    return " ".join(text.split()) != name


def kept_as(services: Services, text: str, name: str) -> str:
    """Return how a typed name was changed, and why, or empty."""
    if not _is_changed(text, name):
        return ""
    if " ".join(text.split()).casefold() == name.casefold():
        return services.say(N_("Saved as {name}"), name=name)
    says = N_(
        "Saved as {name}. Only letters, digits, spaces, - ' and . are possible, {count} in all."
    )
    return services.say(says, name=name, count=LONGEST)
