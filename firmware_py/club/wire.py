"""One connection to the broker of a club, over MQTT 5: topics, TLS, and a paced loop.

    club/KEY/events    batches of the box KEY, at least once
    club/KEY/have      what the archive has of it, kept by the broker
    club/KEY/table     what a viewer of its table sees, kept
    club/KEY/clocks    its clocks
    club/KEY/alive     "1"; the broker writes "" when the box is gone, kept
    club/players       ids and names, by the archive, kept
    club/pairings      who plays whom at which table, by the archive, kept

The broker keeps nothing on its disk: each writer writes again what it wrote with each connection.
All calls block for a short time at most, so they belong into a thread that nobody waits for.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

PACKET_LIMIT = 1024 * 1024
"""Bytes of one message; the broker sends none that is longer."""
CONNECT_S = 10.0
KEEPALIVE_S = 20
PLAYERS, PAIRINGS = "club/players", "club/pairings"
NO_CHECK_TIME = 0x200000
"""OpenSSL's X509_V_FLAG_NO_CHECK_TIME: a Pi has no clock before its network is there."""


def topic(box: str, leaf: str) -> str:
    """Return the topic of a box."""
    return f"club/{box}/{leaf}"


def box_of(name: str) -> tuple[str, str]:
    """Return box and leaf of a topic; empty for one without a box."""
    parts = name.split("/")
    return (parts[1], parts[2]) if len(parts) == 3 else ("", "")


class Broker(NamedTuple):
    """Where the broker is, and with which files one gets in."""

    host: str
    port: int
    ca: Path
    certificate: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        """Return how to connect: only to a server of this club, whatever its address is now."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False  # the club's own authority signs one server only
        context.verify_mode = ssl.CERT_REQUIRED
        context.verify_flags |= NO_CHECK_TIME
        context.load_verify_locations(self.ca)
        context.load_cert_chain(self.certificate, self.key)
        return context


Received = Callable[[str, bytes], None]


class Wire:
    """A client of the broker that reads at most `packets_per_s` messages in a second."""

    def __init__(
        self,
        broker: Broker,
        *,
        received: Received,
        connected: Callable[[], None] = lambda: None,
        will: str = "",
        packets_per_s: float = 0.0,
    ) -> None:
        from paho.mqtt.client import CallbackAPIVersion, Client, MQTTv5  # the extra `club`
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.properties import Properties

        self.is_open = False
        self._broker = broker
        self._pause_s = 1 / packets_per_s if packets_per_s else 0.0
        self._limits = Properties(PacketTypes.CONNECT)
        self._limits.MaximumPacketSize = PACKET_LIMIT
        self._limits.ReceiveMaximum = 20
        self._client: Any = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv5)
        self._client.tls_set_context(broker.context())
        self._client.connect_timeout = CONNECT_S
        self._client.max_inflight_messages_set(20)
        self._client.max_queued_messages_set(100)
        if will:
            self._client.will_set(will, b"", qos=1, retain=True)

        def on_connect(_c: Any, _u: Any, _f: Any, reason: Any, _p: Any) -> None:
            self.is_open = not reason.is_failure
            if self.is_open:
                connected()

        def on_message(_c: Any, _u: Any, message: Any) -> None:
            received(message.topic, message.payload)

        def on_disconnect(*_: Any) -> None:
            self.is_open = False

        self._client.on_connect = on_connect
        self._client.on_message = on_message
        self._client.on_disconnect = on_disconnect

    def open(self) -> None:
        """Connect; raise OSError. The answer comes with `serve`."""
        self._client.connect(
            self._broker.host, self._broker.port, KEEPALIVE_S,
            clean_start=True, properties=self._limits,
        )  # fmt: skip

    def subscribe(self, topics: Iterable[str], qos: int = 1) -> None:
        """Ask for topics."""
        self._client.subscribe([(each, self._options(qos)) for each in topics])

    def _options(self, qos: int) -> Any:
        from paho.mqtt.subscribeoptions import SubscribeOptions  # the extra `club`

        return SubscribeOptions(qos=qos)

    def publish(self, where: str, text: str | bytes, *, keep: bool = False, qos: int = 1) -> bool:
        """Send a message; return whether there was room for it."""
        return bool(self._client.publish(where, text, qos=qos, retain=keep).rc == 0)

    def serve(self, wait_s: float) -> bool:
        """Read and write for a moment; return whether the connection is still there."""
        if self._client.loop(wait_s) != 0:
            self.is_open = False
            return False
        if self._pause_s:
            time.sleep(self._pause_s)
        return True

    def close(self) -> None:
        """Leave, so that the broker does not publish the will."""
        self._client.disconnect()
        self._client.loop(0.1)
        self.is_open = False
