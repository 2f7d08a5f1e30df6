"""The one configuration file: wiring and deployment, in TOML. The program never writes it.

What people change on the box (language, names, clock ...) is in the database, not here.
It is read before the first frame: named tuples are quicker to define than data classes.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from engines.toml_text import SIZE_LIMIT, read_toml
from hardware.controls.pins import Pins
from hardware.display.config import DisplayConfig
from hardware.errors import BadPins, BadSetting
from hardware.hats import HATS

SYSTEM_FILE = Path("/etc/tablemate.toml")


class BadConfig(Exception):
    """The configuration cannot be used; the message names the file, the key and what to do."""


_PORTS = "choose one from 1024 to 65535, or 0 for any that is free"

ASK = "ask"
"""Instead of a HAT's name: the first start finds out, and the box remembers it."""


class BoxConfig(NamedTuple):
    """The HAT of the box; without one it is wired as [display] and [pins] say."""

    hat: str = ""


class ControlsConfig(NamedTuple):
    """How the knob and the buttons are read."""

    pin_factory: str = "auto"
    steps_per_detent: int = 4
    direction: int = 1
    debounce_s: float = 0.02


class WebConfig(NamedTuple):
    """Where the page is served; on loopback only, unless configured."""

    host: str = "127.0.0.1"
    port: int = 8080
    names: tuple[str, ...] = ()


class SerialConfig(NamedTuple):
    """The use of the serial port: `panel`, `referee` or `off`; never guessed."""

    use: str = "off"
    port: str = "/dev/ttyACM0"
    baudrate: int = 115200


class VoiceConfig(NamedTuple):
    """Whether the words of the display are spoken, on which sound device, and how fast."""

    speak: bool = False
    device: str = "default"
    words_per_minute: int = 175


class ThinkingConfig(NamedTuple):
    """The memory and time of the engine process."""

    memory_mb: int = 150
    seconds: float = 1.0


class WifiConfig(NamedTuple):
    """The country whose channels the radio uses; read by the first program of the card."""

    country: str = ""


class Config(NamedTuple):
    """The whole configuration."""

    box: BoxConfig = BoxConfig()
    pins: Pins = Pins()
    display: DisplayConfig = DisplayConfig()
    controls: ControlsConfig = ControlsConfig()
    web: WebConfig = WebConfig()
    serial: SerialConfig = SerialConfig()
    thinking: ThinkingConfig = ThinkingConfig()
    voice: VoiceConfig = VoiceConfig()
    wifi: WifiConfig = WifiConfig()
    data: Path | None = None


_KEYS = ("data",)
"""The keys outside of all sections."""


def find(named: Path | None) -> Path | None:
    """Return the file to read: the one named, the user's, the system's, or None."""
    if named is not None:
        return named
    home = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    for path in (_expand(home) / "tablemate.toml", SYSTEM_FILE):
        if os.path.exists(path):  # noqa: PTH110 - says False where Path.exists raises for lack of rights
            return path
    return None


def _expand(path: str) -> Path:
    """Return a path with `~` expanded; unchanged for a user without a home."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def load(named: Path | None = None) -> Config:
    """Read the configuration; raise BadConfig."""
    path = find(named)
    if path is None:
        return Config()
    try:
        with path.open("rb") as file:
            text = file.read(SIZE_LIMIT + 1).decode()
        return parse(read_toml(text))
    except OSError as error:
        raise BadConfig(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadConfig(f"{path} is not TOML: it is not text in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(f"{path} is not TOML: {error}") from error
    except (BadConfig, BadSetting, BadPins) as error:
        raise BadConfig(f"{path}: {error}") from error


def parse(values: Mapping[str, Any]) -> Config:
    """Return the configuration for parsed TOML; raise BadConfig, which names an unknown key."""
    for name, value in values.items():
        if name not in Config._fields:
            raise BadConfig(_unknown(name, is_section=isinstance(value, dict)))
        if name not in _KEYS and not isinstance(value, dict):
            raise BadConfig(f"{name!r} is a section: write [{name}]")
    box = _section(BoxConfig, "box", values)
    display, pins = _read_wiring(box.hat, values)
    serial = _section(SerialConfig, "serial", values)
    controls = _section(ControlsConfig, "controls", values)
    web = _section(WebConfig, "web", values)
    if serial.use not in ("off", "panel", "referee"):
        raise BadConfig(f"serial use = {serial.use!r}; it is one of off, panel, referee")
    _check(serial.baudrate > 0, "serial", "baudrate", serial.baudrate, "usual is 115200")
    _check(0 <= web.port < 2**16, "web", "port", web.port, _PORTS)
    steps = controls.steps_per_detent
    _check(steps in (1, 2, 4), "controls", "steps_per_detent", steps, "an encoder has 1, 2 or 4")
    way = controls.direction
    _check(way in (1, -1), "controls", "direction", way, "give 1, or -1 to swap left and right")
    pause = controls.debounce_s
    _check(0 <= pause <= 1, "controls", "debounce_s", pause, "give seconds, 0 to 1, such as 0.02")
    thinking = _section(ThinkingConfig, "thinking", values)
    memory, seconds = thinking.memory_mb, thinking.seconds
    _check(40 <= memory <= 4096, "thinking", "memory_mb", memory, "give 40 to 4096, such as 150")
    _check(0 < seconds <= 60, "thinking", "seconds", seconds, "give seconds, up to 60, such as 1.0")
    voice = _section(VoiceConfig, "voice", values)
    pace = voice.words_per_minute
    _check(80 <= pace <= 450, "voice", "words_per_minute", pace, "give 80 to 450, such as 175")
    wifi = _section(WifiConfig, "wifi", values)
    land = wifi.country
    is_code = len(land) == 2 and land.isascii() and land.isalpha() and land.isupper()
    _check(is_code or not land, "wifi", "country", land, "give two capital letters, such as CH")
    data = values.get("data")
    if data is not None and not isinstance(data, str):
        raise BadConfig(f"data = {data!r}; give a directory in quotes")
    return Config(
        box=box,
        pins=pins,
        display=display,
        controls=controls,
        web=web,
        serial=serial,
        thinking=thinking,
        voice=voice,
        wifi=wifi,
        data=None if data is None else _expand(data),
    )


def _unknown(name: str, *, is_section: bool) -> str:
    """Return the message for an unknown section, or a key outside all sections."""
    if not is_section:
        return f"unknown key {name!r} outside of all sections; known is {', '.join(_KEYS)}"
    known = (f"[{each}]" for each in Config._fields if each not in _KEYS)
    return f"unknown section [{name}]; known are {', '.join(known)}"


def _read_wiring(hat: str, values: Mapping[str, Any]) -> tuple[DisplayConfig, Pins]:
    """Return display and pins: those of the HAT with possible additions, or those named."""
    display, pins = values.get("display", {}), values.get("pins", {})
    if hat == ASK and (display or pins):
        raise BadConfig(f"hat = {ASK!r} finds out what is fitted: take [display] and [pins] out")
    if hat in ("", ASK):
        read = DisplayConfig.from_mapping(display)
        return read, Pins.from_mapping(pins, read.bus)
    if hat not in HATS:
        names = ", ".join((*HATS, ASK))
        raise BadConfig(f"hat = {hat!r} in [box]; known are {names}; without, it is wired by hand")
    for key in ("steps_per_detent", "direction"):
        if key in values.get("controls", {}):
            raise BadConfig(f"{key} in [controls] is for a knob, and the HAT {hat} has none")
    return HATS[hat].display_with(display), HATS[hat].pins(pins)


def _check(fits: bool, section: str, key: str, value: object, advice: str) -> None:
    if not fits:
        raise BadConfig(f"{key} = {value!r} in [{section}]; {advice}")


def _section(kind: Any, name: str, values: Mapping[str, Any]) -> Any:
    """Read a section into its named tuple, which gives the known keys and their types."""
    defaults = kind._field_defaults
    read = {}
    for key, value in values.get(name, {}).items():
        if key not in defaults:
            raise BadConfig(f"unknown key {key!r} in [{name}]; known are {', '.join(defaults)}")
        default = defaults[key]
        fits = type(value) is type(default) or (isinstance(default, float) and type(value) is int)
        if isinstance(default, tuple):
            fits = isinstance(value, list) and all(isinstance(each, str) for each in value)
            value = tuple(value) if fits else value  # noqa: PLW2901 - the same, as the field wants it
        if not fits:
            like = '["one", "two"], or []' if isinstance(default, tuple) else repr(default)
            raise BadConfig(f"{key} = {value!r} in [{name}]; it should be like {like}")
        read[key] = value
    return kind(**read)


def data_folder(named: Path | None, config: Config) -> Path:
    """Return the data folder: as named, as configured, systemd's, or the user's."""
    if named is not None:
        return named
    if config.data is not None:
        return config.data
    if state := os.environ.get("STATE_DIRECTORY"):
        return Path(state.partition(":")[0])
    home = _expand(os.environ.get("XDG_DATA_HOME") or "~/.local/share")
    if home.parts[:1] == ("~",):
        raise BadConfig("this user has no home: say with --data where matches are kept")
    return home / "tablemate"
