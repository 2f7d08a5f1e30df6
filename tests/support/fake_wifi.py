"""A helper for Wi-Fi in a folder: it answers wishes as the real one does, in this process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from firmware_py.system.wifi import Wifi

AROUND = [
    {"ssid": "Café".encode().hex(), "signal": 92, "kind": "password", "used": False},
    {"ssid": b"Library".hex(), "signal": 60, "kind": "open", "used": True},
    {"ssid": "🎲 at 5".encode().hex(), "signal": 31, "kind": "sae", "used": False},
    {"ssid": b"Company".hex(), "signal": 20, "kind": "other", "used": False},
    {"ssid": b"Square".hex(), "signal": 12, "kind": "open", "used": False},
]
PASSWORD = "longenough"


class FakeWifi(Wifi):
    """The box's half as it is; the helper acts whenever the box waits for it."""

    def __init__(self, folder: Path, *, radio: bool = True, helper: bool = True) -> None:
        self.folder = folder
        self.now_s = 0.0
        self.wishes: list[dict[str, Any]] = []
        self._has_helper = helper
        for name in ("data", "run", "states", "radios/wlan0" + "/phy80211" * radio):
            (folder / name).mkdir(parents=True)
        super().__init__(
            *(folder / "data", folder / "run" / "wifi", folder / "states", folder / "radios"),
            clock=lambda: self.now_s,
            wait=self._pass_time,
        )

    def _pass_time(self, seconds: float) -> None:
        self.now_s += seconds
        place = self._wishes / "wish"
        if self._has_helper and place.exists():
            wish = json.loads(place.read_text())
            place.unlink()
            self.wishes.append(wish)
            self.tell(number=wish["number"], **self._grant(wish))

    def _grant(self, wish: dict[str, Any]) -> dict[str, Any]:
        match wish:
            case {"do": "open", "name": name}:
                return {"own": {"name": name, "address": "10.42.0.1", "phones": None}}
            case {"do": "scan"}:
                return {"networks": AROUND}
            case {"do": "join", "password": password} if password not in ("", PASSWORD):
                return {"error": "wrong-password"}
        return {}

    def tell(self, **state: Any) -> None:
        """Write down how things stand."""
        (self.folder / "states" / "state").write_text(json.dumps({"own": None, **state}))

    def let_in(self, phones: int) -> None:
        """Let phones into the box's own Wi-Fi."""
        own = self.state.own
        assert own is not None
        self.tell(own={"name": own.name, "address": own.address, "phones": phones})
