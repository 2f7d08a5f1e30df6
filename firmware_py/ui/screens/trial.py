"""A table that nobody has laid: a match of a lesson or a puzzle, which no store ever sees."""

from __future__ import annotations

from dataclasses import replace

from engines.contract import Reason, judge
from firmware_py.app.services import Services
from firmware_py.games import face_of
from firmware_py.games.scene import Scene
from firmware_py.games.telling import Page, set_pages
from firmware_py.ui.picker import Picker, way_to
from firmware_py.ui.screens.why import AnyMatch, Explanation, pages_of, refusal_text

_REACH = 200
"""How many choices of an option a face can point out."""


class Trial:
    """The match as it stands, how it is drawn, and the cursor on what can be chosen."""

    def __init__(self, services: Services, match: AnyMatch) -> None:
        self.services = services
        self.match = match
        self.face = face_of(match.engine.name)
        state = match.state
        self.picker = Picker(
            self.face.tree(state), lambda picked, options: self.face.start(state, picked, options)
        )

    def offer_attempts(self, text: str) -> None:
        """Offer whatever hands could try, the cursor one turn before a certain choice."""
        tree = self.face.attempts(self.match.state)
        way = way_to(tree, text)
        assert way is not None, text

        def start(picked: tuple[object, ...], options: tuple[object, ...]) -> int:
            part = way[len(picked)] if len(picked) < len(way) else None
            return options.index(part) - 1 if part in options else 0

        self.picker = Picker(tree, start)

    def scene(self, title: str, corner: str = "", *, asks: bool = True) -> Scene:
        """Return what the face draws: with the cursor, or the table of whoever is on turn."""
        match, picker = self.match, self.picker
        scene = Scene(
            state=match.state,
            voice=self.services.voice(match.engine, match.names),
            say=self.services.say,
            title=title,
            corner=corner,
            large=self.services.settings["text"] == "large",
            last=None if match.last is None else match.last.text,
        )
        if not asks:
            return scene
        return replace(
            scene,
            picked=picker.picked,
            options=picker.options,
            index=picker.index,
            complete=picker.complete,
            reachable=picker.reach(_REACH),
            before=match.before_last,
        )

    def pages(self, text: str, scene: Scene) -> tuple[Page, ...]:
        """Return a sentence in the place that the table leaves for words."""
        place = self.face.hands.place(scene)
        return set_pages((text,), place, large=scene.large, grows=False)

    def describe(self, text: str) -> str:
        """Return the words of a legal choice, for use within a sentence."""
        engine = self.match.engine
        voice = self.services.voice(engine, self.match.names)
        return voice.phrase(engine.describe(self.match.state, engine.read(text)))

    def reasons(self, attempts: tuple[str, ...]) -> list[Explanation]:
        """Return why choices are refused, each under its own name."""
        tree = self.face.attempts(self.match.state)
        voice = self.services.voice(self.match.engine, self.match.names)
        pages = []
        for text in attempts:
            reason = judge(self.match.engine, self.match.state, text)
            assert isinstance(reason, Reason), text
            title = " ".join(voice.fact(part.value) for part in way_to(tree, text) or ())
            told = refusal_text(self.services, reason, self.match)
            pages += [Explanation(title or text, page) for page in pages_of(self.services, told)]
        return pages
