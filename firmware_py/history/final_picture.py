"""The table as a match left it, as a picture that stands alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from engines import catalog
from engines.languages import LANGUAGES, SOURCE
from engines.match import replay
from engines.record import Record, write
from engines.wording import Voice, translator
from firmware_py.games import face_of, facts_of
from firmware_py.games.picture import public_scene, say_in, table_picture
from firmware_py.games.picture_style import stand_alone
from firmware_py.games.scene import Scene


def final_picture(
    record: Record, names: tuple[str, ...], settings: Mapping[str, Any], theme: str = ""
) -> str | None:
    """Return the last table of a record as SVG, in the words of a box's settings.

    None: its game is not known here, or draws no picture. Raise EngineError.
    """
    game = record.header.game
    if game not in catalog.GAMES:
        return None
    engine = catalog.load(game)
    named = Record(record.header._replace(names=names), record.lines)
    match = replay(write(named), engine)
    known = settings.get("language", SOURCE)
    language = known if known in LANGUAGES else SOURCE
    words = facts_of(game).words(engine.words, partial(_recall, settings))
    scene = Scene(
        state=match.state,
        voice=Voice(words, translator(language), names),
        say=say_in(language),
        last=None if match.last is None else match.last.text,
        before=match.before_last,
    )
    picture = table_picture(face_of(game), public_scene(match, scene, language, names))
    return None if picture is None else stand_alone(picture.svg, theme)


def _recall(settings: Mapping[str, Any], key: str, default: Any) -> Any:
    return settings.get(f"memory.{key}", default)
