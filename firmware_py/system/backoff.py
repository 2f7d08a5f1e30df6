"""Back-off of pairing: makes guessing a code hopeless, also over restarts.

    network   each failed request doubles the wait of its network (see `network_of`): 30 s to 12 h
    tries     wrong codes of all networks together: ten, and one more every twelve hours

Only the time in which the box runs counts, so setting the clock or pulling the plug gains nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from math import isfinite

CODE_DIGITS = 8
TRIES_PER_CODE = 3
TRIES_AT_ONCE = 10
TRY_EVERY_S = 12 * 3600.0
FIRST_WAIT_S = 30.0
WAIT_AT_MOST_S = 12 * 3600.0
FORGIVEN_AFTER_S = 24 * 3600.0
NETWORKS_AT_MOST = 64
StoredWaits = dict[str, object]


@dataclass(frozen=True, slots=True)
class _Faults:
    """The failed requests of a network, and until when it waits."""

    count: int
    wait_until_s: float


class Backoff:
    """Counts failed requests and wrong codes, and returns how long to wait."""

    def __init__(self, stored: object, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._networks: dict[str, _Faults] = {}
        self._tries = float(TRIES_AT_ONCE)
        self._tries_at_s = clock()
        if isinstance(stored, Mapping):
            self._recall(stored)

    def wait_s(self, address: str) -> float:
        """Return how long an address must wait, or 0."""
        faults = self._networks.get(network_of(address))
        own_s = 0.0 if faults is None else faults.wait_until_s - self._clock()
        return max(0.0, own_s, self.tries_wait_s())

    def tries_wait_s(self) -> float:
        """Return how long nobody may try a code, or 0."""
        self._earn_tries()
        return max(0.0, (1.0 - self._tries) * TRY_EVERY_S)

    def use_try(self) -> None:
        """Count a wrong code."""
        self._earn_tries()
        self._tries -= 1.0

    def blame(self, address: str) -> None:
        """Count a failed request."""
        key = network_of(address)
        now_s = self._clock()
        before = self._networks.pop(key, _Faults(0, now_s))
        is_old = now_s - before.wait_until_s >= FORGIVEN_AFTER_S
        count = 1 if is_old else before.count + 1
        wait_s = min(FIRST_WAIT_S * 2.0 ** min(count - 1, 20), WAIT_AT_MOST_S)
        self._networks[key] = _Faults(count, now_s + wait_s)
        while len(self._networks) > NETWORKS_AT_MOST:
            del self._networks[min(self._networks, key=self._until_s)]

    def forgive(self, address: str) -> None:
        """Clear the failed requests of a network, because one of its pages was paired."""
        self._networks.pop(network_of(address), None)

    def has_waits(self) -> bool:
        """Return whether any back-off is still in effect."""
        now_s = self._clock()
        self._earn_tries()
        is_any_waiting = any(faults.wait_until_s > now_s for faults in self._networks.values())
        return is_any_waiting or self._tries < TRIES_AT_ONCE

    def to_store(self) -> StoredWaits:
        """Return the state to store."""
        self._earn_tries()
        now_s = self._clock()
        networks = {
            key: [faults.count, round(max(0.0, faults.wait_until_s - now_s), 1)]
            for key, faults in self._networks.items()
        }
        return {"tries": round(self._tries, 4), "networks": networks}

    def _recall(self, stored: Mapping[object, object]) -> None:
        """Restore the stored state; what cannot be read is ignored."""
        match stored.get("tries"):
            case int(tries) | float(tries) if isfinite(tries):
                self._tries = min(max(float(tries), 0.0), float(TRIES_AT_ONCE))
        networks = stored.get("networks")
        for key, value in networks.items() if isinstance(networks, Mapping) else ():
            match value:
                case [int(count), int(wait_s) | float(wait_s)] if isfinite(wait_s) and count > 0:
                    until_s = self._clock() + min(max(wait_s, 0.0), WAIT_AT_MOST_S)
                    self._networks[str(key)] = _Faults(count, until_s)

    def _until_s(self, key: str) -> float:
        return self._networks[key].wait_until_s

    def _earn_tries(self) -> None:
        now_s = self._clock()
        earned = (now_s - self._tries_at_s) / TRY_EVERY_S
        self._tries = min(float(TRIES_AT_ONCE), self._tries + earned)
        self._tries_at_s = now_s


def network_of(address: str) -> str:
    """Return the network in which one owner may have many addresses.

    That is an IPv6 /64 or a public IPv4 /24. A private IPv4 address is a network of its own, so
    that nobody waits because of a neighbour:

    >>> network_of("192.168.1.7"), network_of("203.0.113.9"), network_of("2001:db8::7%eth0")
    ('192.168.1.7', '203.0.113.9', '2001:db8::/64')
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is None:
            return f"{IPv6Address(int(ip) >> 64 << 64)}/64"
        ip = ip.ipv4_mapped
    return str(ip) if ip.is_private else f"{str(ip).rpartition('.')[0]}.0/24"
