"""The list of languages that settings, catalogs and tests use."""

from __future__ import annotations

SOURCE = "en"
"""The language of the sentences in the code; it needs no catalog."""

NAMES = {"en": "English", "fr": "Français", "it": "Italiano"}
"""The native name of each language, in menu order."""

LANGUAGES = tuple(NAMES)
TRANSLATED = tuple(language for language in LANGUAGES if language != SOURCE)
