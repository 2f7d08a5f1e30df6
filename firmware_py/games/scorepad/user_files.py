"""Templates edited in a browser: listed, read, checked, saved and removed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engines import catalog
from engines.engine import Named
from engines.match import Match
from engines.scorepad import GAME
from engines.scorepad.shipped import FOLDER, shipped
from engines.scorepad.shipped import names as shipped_names
from engines.scorepad.template import BadTemplate, load
from engines.scorepad.template_values import Template
from engines.scorepad.template_writer import value_of
from engines.toml_text import SIZE_LIMIT
from engines.wording import Voice
from engines.wording import translator as engine_translator
from firmware_py.core.language import N_, translator
from firmware_py.games import ui_of
from firmware_py.games.picture import table_picture
from firmware_py.games.scorepad import templates
from firmware_py.games.scorepad.templates import NoTemplate, Unread, summary
from firmware_py.games.user_files import Checked, FormField, NoUserFile, UserFile
from firmware_py.match.scene import scene_of
from firmware_py.storage import own_texts
from firmware_py.storage.files import safe_name


class TemplateFiles:
    """The templates of one table, in one language."""

    bytes_at_most = SIZE_LIMIT

    def __init__(self, data: Path, language: str) -> None:
        self._folder = templates.folder_of(data)
        self._language = language
        self._translate = translator(language)
        self._engine_words = engine_translator(language)
        self._voice = Voice(GAME.words, self._engine_words)
        self.title = self.say(N_("Templates"))
        self.hint = self.say(
            N_(
                "A template says what a sheet has: lines, rounds, who wins. "
                "Open one, change it, check it, save it as your own."
            )
        )

    def say(self, text: str, **places: object) -> str:
        """Return a text of the application in the page's language."""
        return self._translate(text, **places)

    def list(self) -> list[UserFile]:
        """Return the table's own templates, then the built-in ones."""
        templates.read_all(self._folder)
        return [
            *(self._own(name) for name in own_texts.names(self._folder)),
            *(self._paper(name, shipped(name), is_own=False) for name in shipped_names()),
        ]

    def read(self, name: str, *, is_own: bool) -> str:
        """Return the text of a template; raise NoUserFile."""
        if not is_own and name in shipped_names():
            return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
        try:
            return templates.read(self._folder, name if is_own else "")
        except NoTemplate as error:
            raise NoUserFile(self.say(N_("It is already removed"))) from error

    def check(self, text: str) -> Checked:
        """Return a summary of a template, or its fault and the line."""
        try:
            about = load(text)
        except BadTemplate as error:
            return Checked(is_fine=False, says=self._voice.say(error.reason), line=error.line)
        said = self.say(N_("No fault found: {title}"), title=self._title(about))
        says = f"{said}. {summary(self, about)}"
        return Checked(is_fine=True, says=says, preview=self._preview(about))

    def form(self) -> tuple[FormField, ...]:
        """Return the keys that most templates need."""
        sheets = (("rounds", N_("rounds")), ("once", N_("each line once")),
                  ("running", N_("a running total")))  # fmt: skip
        wins = (("highest", N_("the highest")), ("lowest", N_("the lowest")))
        return (
            FormField("", "title", "text", self.say(N_("Title"))),
            FormField("", "sheet", "choice", self.say(N_("Sheet")), self._named(sheets)),
            FormField("", "wins", "choice", self.say(N_("Who wins")), self._named(wins)),
            FormField("", "players", "first", self.say(N_("Fewest players"))),
            FormField("", "players", "second", self.say(N_("Most players"))),
            FormField("", "start", "number", self.say(N_("Points at the start"))),
            FormField("end", "rounds", "number", self.say(N_("Ends after rounds"))),
            FormField("end", "target", "number", self.say(N_("Ends at points"))),
            FormField("[line]", "id", "text", self.say(N_("Short name"))),
            FormField("[line]", "name", "text", self.say(N_("Name"))),
            FormField("[line]", "low", "number", self.say(N_("Lowest entry"))),
            FormField("[line]", "high", "number", self.say(N_("Highest entry"))),
            FormField("[line]", "times", "number", self.say(N_("One of it counts"))),
        )

    def _named(self, values: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        return tuple((value, self.say(name)) for value, name in values)

    def _preview(self, about: Template) -> str:
        """Return an empty sheet of a template."""
        low, high = about.players
        seats = min(max(low, 3), high)
        given = {"template": value_of(about)}
        names = tuple(self.say(N_("Player {number}"), number=seat + 1) for seat in range(seats))
        match = Match(GAME, catalog.begin(GAME, seats=seats, seed=0, first=0, given=given), names)
        scene = scene_of(match, Voice(GAME.words, self._engine_words, names), self._language)
        picture = table_picture(ui_of(GAME.name), scene.public())
        return "" if picture is None else picture.svg

    def save(self, text: str, name: str) -> Checked:
        """Save a template over one of the table's own, or under a new name."""
        found = self.check(text)
        if not found.is_fine:
            return found
        title = self._title(load(text))
        taken = own_texts.names(self._folder)
        if name not in taken:
            if len(taken) >= own_texts.MOST:
                says = N_("There are {count} templates already. Remove one first.")
                return Checked(is_fine=False, says=self.say(says, count=len(taken)))
            name = _free_name(safe_name(title), taken)
        templates.write(self._folder, name, text)
        return Checked(is_fine=True, says=self.say(N_("Saved: {title}"), title=title), name=name)

    def remove(self, name: str) -> None:
        """Remove one of the table's own; raise NoUserFile."""
        try:
            templates.remove(self._folder, name)
        except NoTemplate as error:
            raise NoUserFile(self.say(N_("It is already removed"))) from error

    def _own(self, name: str) -> UserFile:
        try:
            return self._paper(name, templates.known(self._folder, name))
        except BadTemplate as error:
            return UserFile(name, name, self._voice.say(error.reason), is_own=True)
        except (NoTemplate, Unread):
            return UserFile(name, name, self.say(N_("It is already removed")), is_own=True)

    def _paper(self, name: str, about: Template, *, is_own: bool = True) -> UserFile:
        return UserFile(name, self._title(about), summary(self, about), is_own)

    def _title(self, about: Template) -> str:
        return self._voice.fact(Named("title", about.title))


def _free_name(wanted: str, taken: list[str]) -> str:
    """Return a free file name, so that another template of the same title stays."""
    numbered = (f"{wanted[:56]}-{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (wanted, *numbered) if each not in taken)
