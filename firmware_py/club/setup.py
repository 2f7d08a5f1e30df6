"""What `tablemate club init` writes: the key of the club, certificates, the broker's configuration.

    FOLDER/club.toml           name, ports, database; people may edit it
    FOLDER/identity.key        the club's own key, with which it signs cards
    FOLDER/ca.key  ca.pem      the authority that signs certificates; for this club alone
    FOLDER/broker.* archive.*  certificates of the two programs, with their keys
    FOLDER/mosquitto.conf acl  for `mosquitto -c FOLDER/mosquitto.conf`

Certificates are made by `openssl`. A box has the user name that its certificate names, which is its
public key; the broker lets it write under that name only, and the archive alone may answer.
"""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from firmware_py.club.archive import Archive
from firmware_py.club.archive_database import open_database
from firmware_py.club.identity import Identity
from firmware_py.club.wire import PACKET_LIMIT, Broker
from firmware_py.core.files import atomic_write

CONFIG_NAME = "club.toml"
BROKER_NAME = "mosquitto.conf"
DAYS = "36500"
ARCHIVE_USER = "archive"
VIEWER = "viewer"

CONFIG = """\
# A club, made by `tablemate club init`. Start the archive again after a change.
name = {name}
host = ""                  # where boxes find the broker; "": where they joined
port = {port}                # of the broker
hall_host = "{hall_host}"
hall_port = {hall_port}           # of the hall page, and where boxes join
database = "archive.db"    # or "postgresql://user@host/name", for several archive workers
share_port = 0             # where partners pull from this archive, over TLS; 0: nowhere
language = "en"            # of the hall page: en, fr or it
rest_while_playing = false # true: who plays sees no other tables on the hall page
"""

BROKER = """\
# The broker of a club, written by `tablemate club init`.
listener {port} {listen}
cafile {folder}/ca.pem
certfile {folder}/broker.pem
keyfile {folder}/broker.key
require_certificate true
use_identity_as_username true
allow_anonymous false
acl_file {folder}/acl
# What is kept is written again by boxes and archive when they connect.
persistence false
max_packet_size {limit}
max_queued_messages 1000
max_keepalive 60
log_dest stderr
log_type error
log_type warning
"""

ACL = f"""\
# A box writes under its own key only, and nobody but the archive answers.
user {ARCHIVE_USER}
topic readwrite club/#
topic write homeassistant/device/#

# Sees what a page of the hall sees, such as Home Assistant.
user {VIEWER}
topic read club/+/table
topic read club/+/clocks
topic read club/+/alive
topic read homeassistant/#

pattern write club/%u/events
pattern write club/%u/table
pattern write club/%u/clocks
pattern write club/%u/alive
pattern read club/%u/have
pattern read club/players
pattern read club/pairings
"""

AUTHORITY = ("basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign")


class NoClub(Exception):
    """A club cannot be made or opened; the message says what to do."""


class ClubConfig(NamedTuple):
    """The club of a folder."""

    folder: Path
    name: str
    host: str = ""
    port: int = 8883
    hall_host: str = "127.0.0.1"
    hall_port: int = 8090
    database: str = "archive.db"
    share_port: int = 0
    language: str = "en"
    rest_while_playing: bool = False

    @property
    def place(self) -> str:
        """The database, as `open_database` takes it."""
        return self.database if "://" in self.database else str(self.folder / self.database)

    @property
    def broker(self) -> Broker:
        """The way to the broker, on this machine."""
        files = (self.folder / name for name in ("ca.pem", "archive.pem", "archive.key"))
        return Broker("127.0.0.1", self.port, *files)

    def open_archive(self) -> Archive:
        """Open the archive; raise NoClub or DatabaseDown."""
        identity = Identity(self.folder)
        key = identity.public_key
        if key is None:
            raise NoClub(f"{self.folder}/identity.key cannot be read: take it from a backup")
        return Archive(open_database(self.place), self.name, key, identity.sign)


def read_club(folder: Path) -> ClubConfig:
    """Return the club of a folder; raise NoClub."""
    path = folder / CONFIG_NAME
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        config = ClubConfig(folder, **found)
    except FileNotFoundError as error:
        raise NoClub(f"there is no club in {folder}: make one with: tablemate club init") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise NoClub(f"{path} cannot be read: {error}") from error
    except TypeError as error:
        raise NoClub(f"{path}: known are {', '.join(ClubConfig._fields[1:])}: {error}") from error
    for name, like in ClubConfig._field_defaults.items():
        if type(getattr(config, name)) is not type(like):
            raise NoClub(f"{path}: {name} should be like {like!r}")
    return config


def init(
    folder: Path, name: str, *, port: int = 8883, hall_port: int = 8090, everywhere: bool = True
) -> ClubConfig:
    """Make a club in a folder; raise NoClub. With `everywhere` other machines reach it."""
    if (folder / CONFIG_NAME).exists():
        raise NoClub(f"there is a club in {folder} already")
    if not name.strip() or not name.isprintable() or len(name) > 60:
        raise NoClub("a club needs a name of at most 60 characters")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    identity = Identity(folder)
    identity.make()
    _openssl(
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", DAYS, "-subj", "/CN=Tablemate club", "-keyout", str(folder / "ca.key"),
        "-out", str(folder / "ca.pem"), *(word for each in AUTHORITY for word in ("-addext", each)),
    )  # fmt: skip
    (folder / "ca.key").chmod(0o600)
    for who, usage in (("broker", "serverAuth"), (ARCHIVE_USER, "clientAuth")):
        certificate, key = make_certificate(folder, who, usage)
        atomic_write(folder / f"{who}.pem", certificate.encode())
        atomic_write(folder / f"{who}.key", key.encode(), mode=0o600)
    atomic_write(folder / "acl", ACL.encode(), mode=0o600)
    listen = "0.0.0.0" if everywhere else "127.0.0.1"  # noqa: S104 - said in docs/club.md
    broker = BROKER.format(port=port, listen=listen, folder=folder.resolve(), limit=PACKET_LIMIT)
    atomic_write(folder / BROKER_NAME, broker.encode(), mode=0o600)
    import json  # a TOML string is a JSON string

    config = CONFIG.format(name=json.dumps(name), port=port, hall_host=listen, hall_port=hall_port)
    atomic_write(folder / CONFIG_NAME, config.encode(), mode=0o600)  # the last: it counts
    return read_club(folder)


def make_certificate(folder: Path, user: str, usage: str = "clientAuth") -> tuple[str, str]:
    """Return a certificate for a user name and its key, signed by the club; raise NoClub."""
    with TemporaryDirectory() as made:
        key, request, extension = (Path(made) / each for each in ("key", "request", "extension"))
        extension.write_text(f"basicConstraints=CA:FALSE\nextendedKeyUsage={usage}\n")
        _openssl(
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", f"/CN={user}", "-keyout", str(key), "-out", str(request),
        )  # fmt: skip
        certificate = _openssl(
            "x509", "-req", "-in", str(request), "-CA", str(folder / "ca.pem"),
            "-CAkey", str(folder / "ca.key"), "-CAserial", str(Path(made) / "serial"),
            "-CAcreateserial", "-days", DAYS, "-extfile", str(extension),
        )  # fmt: skip
        return certificate, key.read_text()


def _openssl(*words: str) -> str:
    """Run openssl and return what it prints; raise NoClub."""
    try:
        done = subprocess.run(["openssl", *words], capture_output=True, text=True, check=False)  # noqa: S603, S607 - our own words
    except FileNotFoundError as error:
        raise NoClub("openssl is missing; install it with: sudo apt install openssl") from error
    if done.returncode:
        raise NoClub(f"openssl failed: {done.stderr.strip()[-300:]}")
    return done.stdout
