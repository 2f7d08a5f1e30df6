"""A table that nobody has laid: a match of a lesson or a puzzle, which no store ever sees."""

from __future__ import annotations

from dataclasses import replace

from engines.engine import ChoicePart, Reason, judge
from firmware_py.games import face_of
from firmware_py.match.picker import Picker, way_to
from firmware_py.match.scene import AnyScene, entry_of
from firmware_py.match.taps import find, keeping, played_by
from firmware_py.screens.play.check_move import Verdict, verdict_on
from firmware_py.screens.play.why import AnyMatch, Explanation, explanation, refusal_text
from firmware_py.ui.paged_text import Page, set_pages
from firmware_py.ui.services import Services


class Trial:
    """The match as it stands, how it is drawn, and the cursor on what can be chosen."""

    def __init__(self, services: Services, match: AnyMatch) -> None:
        self.services = services
        self.match = match
        self.face = face_of(match.engine.name)
        state = match.state
        self._tree = self.face.tree(state)
        self._proposed: tuple[ChoicePart, ...] = ()
        """The whole choice that a tap has shown: the next tap on it makes it."""
        self.picker = Picker(
            self._tree, lambda picked, options: self.face.start(state, picked, options)
        )

    def tap(self, code: str) -> str | None:
        """Do what the knob would with what was tapped; return a choice that is tapped again."""
        picker, proposed, self._proposed = self.picker, self._proposed, ()
        text = played_by(code)
        if text is not None:
            return picker.press() if picker.complete and picker.reachable == [text] else None
        parts = find(self._tree, picker.picked, picker.highlighted, code)
        if parts is None or not picker.go(keeping(self._tree, picker.picked, parts)):
            return None
        if not picker.complete:
            picker.press()
        elif picker.complete == proposed:
            return picker.press()
        else:
            self._proposed = picker.complete
        return None

    def verdict_on(self, scene: AnyScene, code: str) -> Verdict | None:
        """Return why what was tapped cannot be chosen; None: it can, or nobody could try it."""
        if played_by(code) is not None:
            return None
        if find(self._tree, self.picker.picked, self.picker.highlighted, code) is not None:
            return None
        return verdict_on(self.services, self.match, scene, code)

    def offer_attempts(self, text: str) -> None:
        """Offer whatever hands could try, the cursor one turn before a certain choice."""
        tree = self.face.attempts(self.match.state)
        way = way_to(tree, text)
        assert way is not None, text

        def start(picked: tuple[object, ...], options: tuple[object, ...]) -> int:
            part = way[len(picked)] if len(picked) < len(way) else None
            return options.index(part) - 1 if part in options else 0

        self._tree, self.picker = tree, Picker(tree, start)

    def scene(self, title: str, corner: str = "", *, asks: bool = True) -> AnyScene:
        """Return what the face draws: with the cursor, or the table of whoever is on turn."""
        scene = replace(self.services.scene(self.match), title=title, corner=corner)
        return replace(scene, **entry_of(self.picker)) if asks else replace(scene, before=None)

    def pages(self, text: str, scene: AnyScene) -> tuple[Page, ...]:
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
        pages: list[Explanation] = []
        for text in attempts:
            reason = judge(self.match.engine, self.match.state, text)
            assert isinstance(reason, Reason), text
            title = " ".join(voice.fact(part.value) for part in way_to(tree, text) or ())
            told = refusal_text(self.services, reason, self.match)
            pages += explanation(self.services, title or text, told)
        return pages
