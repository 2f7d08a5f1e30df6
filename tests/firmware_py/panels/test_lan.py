"""The address that the code on the display leads to."""

from __future__ import annotations

import socket

import pytest

from firmware_py.panels.web.address import _interfaces, is_only_here, lan_address, own_address


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.9.9.9"])
def test_a_page_for_this_machine_only_has_no_address_for_others(host: str) -> None:
    """Loopback cannot be reached from the network."""
    assert lan_address(host, 8080) is None


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.168.1.23", "http://192.168.1.23:8080/"),
        ("fd00::1", "http://[fd00::1]:8080/"),
        ("tablemate.local", "http://tablemate.local:8080/"),
    ],
)
def test_a_page_on_one_address_is_there(host: str, address: str) -> None:
    """As configured."""
    assert lan_address(host, 8080) == address


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::"])
def test_a_page_on_all_addresses_is_at_the_machines_own(host: str) -> None:
    """Which is none without a network, and never loopback."""
    own = own_address()
    assert lan_address(host, 81) == (None if own is None else f"http://{own}:81/")
    assert own is None or not is_only_here(own)


def test_the_interfaces_know_at_least_this_machine() -> None:
    """Loopback is always one of them."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        assert "127.0.0.1" in _interfaces(probe)
