"""Wi-Fi: the box writes a request to a file, and systemd's path unit starts a helper for it.

    Wifi.ask(Wish) --> /run/tablemate/wifi/wish --> tablemate-wifi.path --> systemd/wifi, root
                   <-- /run/tablemate-wifi/state <---------------------------------'

So the program needs no rights and does not depend on NetworkManager.
"""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from engines.unicode import read_json
from firmware_py.core.files import atomic_write
from firmware_py.core.language import N_

FOLDER, WISH, STATE = "wifi", "wish", "state"
STATE_FOLDER = Path("/run/tablemate-wifi")
RADIOS = Path("/sys/class/net")
PRIVATE = "hotspot.json"
"""The file with name and password of the box's own Wi-Fi, in the data folder."""
SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"
"""The characters of passwords: 32 that are not easily confused, five bits each."""
PASSWORD_LENGTH = 10
START_S = 45.0
"""A helper that has not taken the request by then is missing; a busy machine needed over 20 s."""
ANSWER_S = 240.0
LOOK_S = 0.1

ERRORS = {
    "no-radio": N_("This box has no Wi-Fi."),
    "no-manager": N_("NetworkManager is missing. The box needs it for Wi-Fi."),
    "no-helper": N_("The Wi-Fi service is missing. Install Tablemate again."),
    "wrong-password": N_("The password is wrong."),
    "gone": N_("The network cannot be found any more."),
    "not-ours": N_("This network was not set up on the box, so it cannot be left here."),
    "idle": N_("Wi-Fi closed after an hour without a phone."),
    "failed": N_("It did not work. Try again."),
}
"""The sentence for each error code of the helper."""


class Wish(NamedTuple):
    """A request to the helper."""

    do: str
    values: Mapping[str, str]


CLOSE = Wish("close", {})
SCAN = Wish("scan", {})


def join(ssid: str, password: str) -> Wish:
    """Return the request to join a network; an open one has no password."""
    return Wish("join", {"ssid": ssid, "password": password})


def forget(ssid: str) -> Wish:
    """Return the request to leave a joined network and to delete its password."""
    return Wish("forget", {"ssid": ssid})


class OwnNetwork(NamedTuple):
    """The box's own Wi-Fi while it is open."""

    name: str
    address: str
    phones: int | None
    """The number of connected phones, or None if unknown."""


class Network(NamedTuple):
    """A Wi-Fi network in range."""

    ssid: str
    """The bytes of the name in hexadecimal, because not every name is text."""
    signal: int
    """Per cent."""
    kind: str
    is_used: bool

    @property
    def name(self) -> str:
        """The name as text."""
        return bytes.fromhex(self.ssid).decode("utf-8", "replace")

    @property
    def needs_password(self) -> bool:
        """Whether a password has to be entered."""
        return self.kind in ("password", "sae")

    @property
    def can_join(self) -> bool:
        """Whether the box can join this kind of network."""
        return self.kind in ("open", "password", "sae")


class WifiState(NamedTuple):
    """The state of the Wi-Fi, as the helper wrote it."""

    own: OwnNetwork | None = None
    number: int = 0
    """The number of the last request that was answered."""
    error: str = ""
    networks: tuple[Network, ...] = ()


class Wifi:
    """The box's Wi-Fi, through its helper."""

    def __init__(
        self,
        data: Path,
        wishes: Path,
        states: Path = STATE_FOLDER,
        radios: Path = RADIOS,
        *,
        clock: Callable[[], float],
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._data = data
        self._wishes = wishes
        self._state = states / STATE
        self._radios = radios
        self._wait = wait
        self._clock = clock
        self._identity: tuple[str, str] | None = None

    @property
    def has_radio(self) -> bool:
        """Whether this machine has Wi-Fi."""
        return any(self._radios.glob("*/phy80211"))

    @property
    def state(self) -> WifiState:
        """The state that the helper wrote last."""
        try:
            return _read_state(read_json(self._state.read_bytes()))
        except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return WifiState()

    @property
    def own_address(self) -> str | None:
        """The box's address in its own Wi-Fi, or None while that is closed."""
        own = self.state.own
        return None if own is None else own.address

    @property
    def identity(self) -> tuple[str, str]:
        """Name and password of the box's own Wi-Fi: drawn by lot once, then always the same."""
        if self._identity is None:
            self._identity = _read_identity(self._data / PRIVATE) or self._draw_identity()
        return self._identity

    def _draw_identity(self) -> tuple[str, str]:
        import secrets  # needed once in the life of a box; OpenSSL comes with it

        name = f"Tablemate-{secrets.token_hex(2).upper()}"
        password = "".join(secrets.choice(SIGNS) for _ in range(PASSWORD_LENGTH))
        try:
            kept = json.dumps({"name": name, "password": password})
            atomic_write(self._data / PRIVATE, kept.encode(), mode=0o600)
        except OSError:  # then it is another one after the next start
            logging.exception("the Wi-Fi's password cannot be kept")
        return name, password

    def open_wish(self) -> Wish:
        """Return the wish to open the box's own Wi-Fi."""
        name, password = self.identity
        return Wish("open", {"name": name, "password": password})

    def ask(self, wish: Wish) -> WifiState:
        """Leave a wish and wait for what becomes of it; for a thread that may wait."""
        number = int.from_bytes(os.urandom(6), "big")
        try:
            place = self._leave(wish, number)
        except OSError:
            return self.state._replace(error="no-helper")
        begun_s = self._clock()
        while (state := self.state).number != number:
            waited_s = self._clock() - begun_s
            if waited_s > START_S and place.exists():
                place.unlink(missing_ok=True)
                return self.state._replace(error="no-helper")
            if waited_s > ANSWER_S:
                return self.state._replace(error="failed")
            self._wait(LOOK_S)
        return state

    def _leave(self, wish: Wish, number: int) -> Path:
        """Write a wish where the path unit looks, readable for its group and nobody else."""
        self._wishes.mkdir(exist_ok=True)
        self._wishes.chmod(0o770)  # the helper, of the same group, takes the wish away
        place = self._wishes / WISH
        text = json.dumps({"do": wish.do, "number": number, **wish.values})
        atomic_write(place, text.encode(), mode=0o640, durable=False)
        return place


def find_wifi(
    environment: Mapping[str, str], data: Path, clock: Callable[[], float]
) -> Wifi | None:
    """Return the Wi-Fi if we run as the service; on a desk it is the system's own matter."""
    folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if not folder or not environment.get("NOTIFY_SOCKET"):
        return None
    return Wifi(data, Path(folder) / FOLDER, clock=clock)


def _read_identity(file: Path) -> tuple[str, str] | None:
    try:
        match read_json(file.read_bytes()):
            case {"name": str(name), "password": str(password)} if name and password:
                return name, password
    except (OSError, ValueError):
        pass
    return None


def _read_state(found: dict[str, Any]) -> WifiState:
    own = found.get("own")
    return WifiState(
        own=None if own is None else OwnNetwork(own["name"], own["address"], own["phones"]),
        number=found.get("number", 0),
        error=found.get("error", ""),
        networks=tuple(
            Network(each["ssid"], each["signal"], each["kind"], each["used"])
            for each in found.get("networks", ())
        ),
    )
