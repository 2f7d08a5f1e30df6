"""The languages of the box: the one list that settings, catalogs and tests go by."""

from __future__ import annotations

SOURCE = "en"
"""What the sentences in the code are written in: it needs no catalog."""

NAMES = {"en": "English", "fr": "Français", "it": "Italiano"}
"""Each language by the name its speakers give it, in the order of menus."""

LANGUAGES = tuple(NAMES)
TRANSLATED = tuple(language for language in LANGUAGES if language != SOURCE)
