"""The settings of the box, declared as data, from which the screens are made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engines.languages import NAMES
from firmware_py.core.language import N_
from firmware_py.storage.schema import OWN_KEY
from firmware_py.storage.write_queue import WriteQueue


class Setting(NamedTuple):
    """A setting: its key, title, values with their names, and a hint."""

    key: str
    title: str
    values: tuple[tuple[Any, str], ...]
    """Value and name (marked for translation, or the same in every language)."""
    hint: str

    @property
    def offered(self) -> tuple[tuple[Any, str], ...]:
        """The values in the order of the list: numbers by size, others as declared."""
        values = [value for value, _ in self.values]
        if all(type(value) in (int, float) for value in values):
            return tuple(sorted(self.values))
        return self.values

    @property
    def default(self) -> Any:
        """The first value."""
        return self.values[0][0]


ON_OFF = ((True, N_("on")), (False, N_("off")))
OFF_ON = ((False, N_("off")), (True, N_("on")))

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "language",
        N_("Language"),
        tuple(NAMES.items()),
        N_("The language of the box. Your game goes on."),
    ),
    Setting(
        "text",
        N_("Text size"),
        (("normal", N_("normal")), ("large", N_("large"))),
        N_("Large text is easier to read from far away, but needs more pages."),
    ),
    Setting(
        "sleep",
        N_("Sleep"),
        (
            ("normal", N_("after 5 min")),
            ("soon", N_("after 2 min")),
            ("late", N_("after 20 min")),
            ("never", N_("never")),
        ),
        N_("When the display goes dark. The first touch only wakes it up."),
    ),
    Setting(
        "contrast",
        N_("Brightness"),
        tuple((n, f"{n} %") for n in (80, 100, 60, 40, 20, 5)),
        N_("A dimmer display lasts longer."),
    ),
    Setting(
        "rotation",
        N_("Screen faces"),
        (
            ("fixed", N_("front")),
            ("flipped", N_("back")),
            ("player", N_("current player")),
        ),
        N_(
            "Who can read the display: people in front of the box, behind it, or the player "
            "whose turn it is."
        ),
    ),
    Setting(
        "hold",
        N_("Hold time"),
        tuple((n / 10, f"{n / 10} s") for n in (7, 5, 6, 8, 10, 12)),
        N_("How long you hold a button for its second function."),
    ),
    Setting(
        "acceleration", N_("Fast turning"), ON_OFF, N_("Spin fast to jump through long lists.")
    ),
    Setting(
        "sounds", N_("Sounds"), ON_OFF, N_("A beep for each turn, at the end, and when time is up.")
    ),
    Setting(
        "hints",
        N_("Hints"),
        (("practice", N_("in practice")), ("on", N_("on")), ("off", N_("off"))),
        N_("During play, hold WHY for the best move. The game record notes who asked."),
    ),
    Setting(
        "danger",
        N_("Danger warning"),
        OFF_ON,
        N_("Warns you when your most important piece could be captured next turn."),
    ),
    Setting(
        "ratings",
        N_("Ratings"),
        OFF_ON,
        N_("Shows in the menu of an evening how strong everyone plays."),
    ),
    Setting("web", N_("Web page"), ON_OFF, N_("Web page on or off (after the next start).")),
)

BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}


class Settings:
    """The current values, and other things that the box remembers."""

    def __init__(self, queue: WriteQueue) -> None:
        self._queue = queue
        self._values: dict[str, Any] = queue.store.settings()
        self._in_force: dict[str, Any] = {}
        """A cache of checked values, because every word on a screen looks up the language."""
        self.changes = 0
        """Counts changes of values, so that others can see whether what they derived is stale."""

    def __getitem__(self, key: str) -> Any:
        if key not in self._in_force:
            self._in_force[key] = self._look_up(key)
        return self._in_force[key]

    def _look_up(self, key: str) -> Any:
        setting = BY_KEY[key]
        value = self._values.get(key, setting.default)
        # A stored value may come from another version that offered other values.
        return value if value in [each for each, _ in setting.values] else setting.default

    def is_set(self, key: str) -> bool:
        """Return whether a value was stored."""
        return key in self._values

    def put(self, key: str, value: Any) -> None:
        """Change and store a value."""
        self._values[key] = value
        self._in_force.pop(key, None)
        self.changes += 1
        self._queue.write(lambda store: store.put_setting(key, value))

    def recall(self, key: str, default: Any) -> Any:
        """Return a remembered value that is not a setting."""
        return self._values.get(f"memory.{key}", default)

    def remember(self, key: str, value: Any) -> None:
        """Store a value that is not a setting."""
        self.put(f"memory.{key}", value)

    def recall_own(self, key: str) -> Any:
        """Return a remembered value of this box that is left out of backups, or None."""
        return self._values.get(f"{OWN_KEY}{key}")

    def remember_own(self, key: str, value: Any) -> None:
        """Store a value of this box that a restore does not change."""
        self.put(f"{OWN_KEY}{key}", value)
