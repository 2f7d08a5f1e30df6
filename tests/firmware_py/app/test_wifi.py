"""Wi-Fi: wishes for the helper, what it answers, and who the box is on the air."""

from __future__ import annotations

import json
import stat
import time
from pathlib import Path

import pytest

from firmware_py.panels.web.address import lan_address
from firmware_py.system.wifi import CLOSE, SCAN, SIGNS, Wifi, WifiState, find_wifi, join
from tests.support.fake_wifi import AROUND, PASSWORD, FakeWifi


@pytest.fixture
def wifi(tmp_path: Path) -> FakeWifi:
    """Return a Wi-Fi with a radio and a helper."""
    return FakeWifi(tmp_path)


def test_opened_and_closed(wifi: FakeWifi) -> None:
    """The state says so, with the address that phones find the box at."""
    assert wifi.own_address is None
    opened = wifi.ask(wifi.open_wish())
    assert opened.own is not None
    assert opened.own.name == wifi.identity[0]
    assert wifi.own_address == "10.42.0.1"
    assert wifi.ask(CLOSE).own is None
    assert wifi.own_address is None


def test_the_networks_around(wifi: FakeWifi) -> None:
    """Any bytes can be a name, and not every network can be joined."""
    networks = wifi.ask(SCAN).networks
    assert [network.name for network in networks[:3]] == ["Café", "Library", "🎲 at 5"]
    assert [network.can_join for network in networks] == [True, True, True, False, True]
    assert [network.needs_password for network in networks] == [True, False, True, False, False]
    assert [network.name for network in networks if network.is_used] == ["Library"]


def test_joining(wifi: FakeWifi) -> None:
    """With the right password, and with another."""
    ssid = str(AROUND[0]["ssid"])
    assert wifi.ask(join(ssid, PASSWORD)).error == ""
    assert wifi.ask(join(ssid, "something else")).error == "wrong-password"


def test_name_and_password_are_drawn_once(tmp_path: Path) -> None:
    """Each box has its own, and keeps it where only its user can read it."""
    ours, theirs = FakeWifi(tmp_path / "ours"), FakeWifi(tmp_path / "theirs")
    name, password = ours.identity
    again = Wifi(tmp_path / "ours" / "data", tmp_path / "wishes", clock=time.monotonic)
    assert again.identity == (name, password) != theirs.identity
    assert len(password) == 10
    assert set(password) <= set(SIGNS)
    file = tmp_path / "ours" / "data" / "hotspot.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_torn_file_is_drawn_again(tmp_path: Path) -> None:
    """And a disk that cannot be written costs nothing but the memory."""
    wifi = FakeWifi(tmp_path)
    file = tmp_path / "data" / "hotspot.json"
    file.write_text('{"name": "Tabl')
    name, password = wifi.identity
    assert json.loads(file.read_text()) == {"name": name, "password": password}
    nowhere = Wifi(tmp_path / "gone", tmp_path / "wishes", clock=time.monotonic)
    assert nowhere.identity == nowhere.identity


def test_the_wish_is_for_the_helper_alone(tmp_path: Path) -> None:
    """It holds a password: the helper's group may read it and take it away, nobody else."""
    wifi = FakeWifi(tmp_path, helper=False)
    place = wifi._leave(join("00ff", PASSWORD), 7)  # noqa: SLF001 - the file before the helper takes it
    assert stat.S_IMODE(place.stat().st_mode) == 0o640
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o770
    assert json.loads(place.read_text()) == {
        "do": "join", "number": 7, "ssid": "00ff", "password": PASSWORD
    }  # fmt: skip


def test_without_a_helper_nobody_waits_for_ever(tmp_path: Path) -> None:
    """And no wish stays behind that would be granted tomorrow."""
    wifi = FakeWifi(tmp_path, helper=False)
    assert wifi.ask(SCAN).error == "no-helper"
    assert not (tmp_path / "run" / "wifi" / "wish").exists()


def test_a_helper_that_never_answers(wifi: FakeWifi) -> None:
    """It took the wish, and that was all."""
    wifi.tell = lambda **state: None  # type: ignore[method-assign]
    assert wifi.ask(SCAN).error == "failed"
    assert wifi.now_s < 300


@pytest.mark.parametrize("text", ["", "[]", "null", "{", '{"own": {"name": 1}}', '{"networks": 3}'])
def test_a_state_that_cannot_be_read_is_no_state(wifi: FakeWifi, text: str) -> None:
    """Any content of the state file."""
    (wifi.folder / "states" / "state").write_text(text)
    assert wifi.state == WifiState()


def test_a_machine_without_a_radio(tmp_path: Path) -> None:
    """As a Pi with its Wi-Fi switched off, or one that never had any."""
    assert FakeWifi(tmp_path / "with").has_radio
    assert not FakeWifi(tmp_path / "without", radio=False).has_radio


def test_only_the_service_looks_after_it(tmp_path: Path) -> None:
    """On a desk the system has menus of its own for that."""
    assert find_wifi({}, tmp_path, time.monotonic) is None
    assert find_wifi({"RUNTIME_DIRECTORY": "/run/x"}, tmp_path, time.monotonic) is None
    assert (
        find_wifi({"RUNTIME_DIRECTORY": "/run/x", "NOTIFY_SOCKET": "y"}, tmp_path, time.monotonic)
        is not None
    )


def test_the_own_wifi_is_where_phones_find_the_page() -> None:
    """Where the page listens everywhere; a page that is only for this machine stays so."""
    assert lan_address("0.0.0.0", 8080, "10.42.0.1") == "http://10.42.0.1:8080/"
    assert lan_address("127.0.0.1", 8080, "10.42.0.1") is None
