"""Wi-Fi: the box only leaves a wish, and systemd's path unit has a helper grant it.

    Wifi.ask(Wish) --> /run/tablemate/wifi/wish --> tablemate-wifi.path --> systemd/wifi, root
                   <-- /run/tablemate-wifi/state <---------------------------------'

So the program needs no rights of its own, and knows nothing of NetworkManager.
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
"""Name and password of the box's own Wi-Fi, in the data folder."""
SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Of passwords: none that is taken for another. Thirty-two, so each is worth five bits."""
PASSWORD_LENGTH = 10
START_S = 45.0
"""A helper that has not taken the wish by then is not there; a starved machine needed over 20 s."""
ANSWER_S = 240.0
LOOK_S = 0.1

ERRORS = {
    "no-radio": N_("This box has no Wi-Fi."),
    "no-manager": N_("NetworkManager is missing: it looks after the Wi-Fi."),
    "no-helper": N_("The service for Wi-Fi is missing. Install the box anew."),
    "wrong-password": N_("The password is not right."),
    "gone": N_("The network is not there any more."),
    "not-ours": N_("This network was not joined here: the box stays in it."),
    "idle": N_("Closed: nobody came for an hour."),
    "failed": N_("It did not work. Try again."),
}
"""What the helper says, in words."""


class Wish(NamedTuple):
    """What shall be done, with what it takes."""

    do: str
    values: Mapping[str, str]


CLOSE = Wish("close", {})
SCAN = Wish("scan", {})


def join(ssid: str, password: str) -> Wish:
    """Return the wish to join a network; one without a password is open."""
    return Wish("join", {"ssid": ssid, "password": password})


def forget(ssid: str) -> Wish:
    """Return the wish to leave a network that was joined so, and to keep nothing of it."""
    return Wish("forget", {"ssid": ssid})


class OwnNetwork(NamedTuple):
    """The box's own Wi-Fi while it is open."""

    name: str
    address: str
    phones: int | None
    """How many are in it; None: not known."""


class Network(NamedTuple):
    """A network around."""

    ssid: str
    """Its bytes, as hexadecimal digits: not every name is a text."""
    signal: int
    """In per cent."""
    kind: str
    is_used: bool

    @property
    def name(self) -> str:
        """The name as people read it."""
        return bytes.fromhex(self.ssid).decode("utf-8", "replace")

    @property
    def needs_password(self) -> bool:
        """Say whether a password has to be entered."""
        return self.kind in ("password", "sae")

    @property
    def can_join(self) -> bool:
        """Say whether a box can join at all."""
        return self.kind in ("open", "password", "sae")


class WifiState(NamedTuple):
    """How things stand."""

    own: OwnNetwork | None = None
    number: int = 0
    """The wish that was granted or refused last."""
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
        """Say whether this machine can do Wi-Fi."""
        return any(self._radios.glob("*/phy80211"))

    @property
    def state(self) -> WifiState:
        """How things stand, as the helper wrote it down last."""
        try:
            return _read_state(read_json(self._state.read_bytes()))
        except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return WifiState()

    @property
    def own_address(self) -> str | None:
        """The box's address in its own Wi-Fi; None while that is closed."""
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
