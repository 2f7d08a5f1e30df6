"""Reads an update file: a signed new version, which is not trusted until its signature is checked.

    tablemate update 1            the type of the file
    5123                          length of the manifest
    9f0c...                       Ed25519 signature of the first line and the manifest
    {"version": ...}              the manifest: the machine it is for, and each file with its hash
    ...                           the files, in the order of the manifest

Names and sizes of the files are only in the manifest, so nothing is used before the signature is
checked, and nothing is unpacked to check it. The helper that installs (`systemd/update`, as root)
also loads this module, so it imports only the standard library. The caller passes the function that
checks a signature: PyNaCl's in the program, `openssl pkeyutl` in the helper.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

HEAD = b"tablemate update 1\n"
ENDING = ".update"
UPDATE_AT_MOST = 64 * 2**20
MANIFEST_AT_MOST = 64 * 2**10
KEYS_AT_MOST = 16
CHUNK = 2**16
KEY_PREFIX = bytes.fromhex("302a300506032b6570032100")
"""The DER form of an Ed25519 public key is this and the 32 bytes of the key."""
IsSigned = Callable[[bytes, bytes, bytes], bool]
"""Returns whether a message has this signature by this key."""
_VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){1,3}")
_NAME = re.compile(r"[A-Za-z0-9_.+-]{1,160}\.whl")
_HASH = re.compile(r"[0-9a-f]{64}")
"""A SHA-256, or a public key."""


class BadUpdate(Exception):
    """An update is refused. `code` is a key of `install.REASONS`, `facts` its values."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code} {facts}" if facts else code)
        self.code = code
        self.facts = facts


class Part(NamedTuple):
    """One file of an update."""

    name: str
    size: int
    sha256: str


class Manifest(NamedTuple):
    """The signed description of an update."""

    version: str
    python: str
    machine: str
    schema: int
    parts: tuple[Part, ...]
    keys: tuple[str, ...] = ()
    """The new public keys of the project, in hexadecimal; empty if they do not change."""


class Installed(NamedTuple):
    """The installed version, and the machine it runs on."""

    version: str
    python: str
    machine: str
    schema: int


def number_of(version: str) -> tuple[int, ...]:
    """Return a version as numbers, for comparison.

    >>> number_of("0.10") > number_of("0.9.1")
    True
    """
    return tuple(int(part) for part in version.split("."))


# --- keys and signatures ---


def read_key(text: str) -> bytes:
    """Return the public key in a PEM file; raise BadUpdate."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if lines[:1] != ["-----BEGIN PUBLIC KEY-----"] or lines[-1:] != ["-----END PUBLIC KEY-----"]:
        raise BadUpdate("BAD_KEY")
    try:
        der = base64.b64decode("".join(lines[1:-1]), validate=True)
    except ValueError:
        raise BadUpdate("BAD_KEY") from None
    if len(der) != len(KEY_PREFIX) + 32 or not der.startswith(KEY_PREFIX):
        raise BadUpdate("BAD_KEY")
    return der[len(KEY_PREFIX) :]


class Trust(NamedTuple):
    """The keys of the project, as set by updates.

    An update contains the whole set and is signed with a key that was valid before. A valid key
    that is missing from the set is revoked for good: neither a later set nor an older update makes
    it valid again, even if it is installed with the program or added by a builder.
    """

    version: str = "0.0"
    """The update that set the keys; only a newer one can change them."""
    keys: tuple[str, ...] = ()
    revoked: tuple[str, ...] = ()

    def after(self, manifest: Manifest, project: Path) -> Trust:
        """Return the keys after an update is installed; raise BadUpdate if none would be valid."""
        if not manifest.keys or number_of(manifest.version) <= number_of(self.version):
            return self
        before = {read_key(project.read_text("ascii")).hex(), *self.keys}
        keys = sorted(set(manifest.keys) - set(self.revoked))
        if not keys:
            raise BadUpdate("BAD_MANIFEST")
        revoked = sorted((before | set(self.revoked)) - set(keys))
        return Trust(manifest.version, tuple(keys), tuple(revoked))


def read_trust(place: Path) -> Trust:
    """Return the keys in a file, or the default if it is missing; raise BadUpdate.

    A file that cannot be read is an error, because a revoked key must not become valid again.
    """
    try:
        stored = json.loads(place.read_text("ascii"))
        trust = Trust(stored["version"], tuple(stored["keys"]), tuple(stored["revoked"]))
        is_sound = _VERSION.fullmatch(trust.version) and all(
            _HASH.fullmatch(key) for key in trust.keys + trust.revoked
        )
    except FileNotFoundError:
        return Trust()
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        is_sound = None
    if not is_sound:
        raise BadUpdate("BAD_KEY")
    return trust


def load_keys(project: Path, others: Path, trust: Path, owner: int = 0) -> list[bytes]:
    """Return the valid keys: the project's, and those that only root could have added.

    `trust` is the file in which the helper stores the keys that updates have set.
    """
    known = read_trust(trust)
    keys = [read_key(project.read_text("ascii")), *map(bytes.fromhex, known.keys)]
    keys += _builders_keys(others, owner)
    return [key for key in dict.fromkeys(keys) if key.hex() not in known.revoked]


def _builders_keys(others: Path, owner: int) -> list[bytes]:
    keys = []
    for path in sorted(others.glob("*.pem")):
        places = (others.stat(), path.stat())
        if any(place.st_uid != owner or place.st_mode & 0o022 for place in places):
            continue
        try:
            keys.append(read_key(path.read_text("ascii")))
        except (BadUpdate, ValueError, OSError):
            continue  # a private key, or not a key
    return keys


# --- reading ---


def open_update(path: Path) -> BinaryIO:
    """Open a file, without following links or blocking on a pipe; raise BadUpdate or OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    file = open(handle, "rb")  # noqa: PTH123, SIM115 - a handle; the caller closes it
    size = os.fstat(handle).st_size
    if size > UPDATE_AT_MOST:
        file.close()
        raise BadUpdate("TOO_BIG", megabytes=size // 2**20 + 1, most=UPDATE_AT_MOST // 2**20)
    return file


def read_manifest(file: BinaryIO, keys: Iterable[bytes], is_signed: IsSigned) -> Manifest:
    """Read and check the signed start of an update; the file is then at its first part."""
    if file.read(len(HEAD)) != HEAD:
        raise BadUpdate("NOT_AN_UPDATE")
    size = _line(file, 8)
    signature = _line(file, 130)
    if not size.isdecimal() or not 0 < int(size) <= MANIFEST_AT_MOST:
        raise BadUpdate("NOT_AN_UPDATE")
    text = file.read(int(size))
    if len(text) != int(size):
        raise BadUpdate("CUT_SHORT")
    if not signature.strip("0"):
        raise BadUpdate("NOT_SIGNED")
    if not re.fullmatch("[0-9a-f]{128}", signature):
        raise BadUpdate("NOT_AN_UPDATE")
    if not any(is_signed(HEAD + text, bytes.fromhex(signature), key) for key in keys):
        raise BadUpdate("BAD_SIGNATURE")
    return _parse(text)


def _line(file: BinaryIO, longest: int) -> str:
    line = file.readline(longest)
    if not line.endswith(b"\n"):
        raise BadUpdate("NOT_AN_UPDATE")
    return line[:-1].decode("ascii", "replace")


def _parse(text: bytes) -> Manifest:
    """Return a signed manifest; raise BadUpdate if it is invalid."""
    try:
        data = json.loads(text)
        parts = tuple(Part(part["name"], part["size"], part["sha256"]) for part in data["parts"])
        keys = tuple(data.get("keys", ()))
        made = Manifest(
            data["version"], data["python"], data["machine"], data["schema"], parts, keys
        )
        is_sound = (
            _VERSION.fullmatch(made.version)
            and all(isinstance(word, str) for word in (made.python, made.machine))
            and type(made.schema) is int
            and len({part.name for part in parts}) == len(parts) > 0
            and all(_NAME.fullmatch(part.name) and _HASH.fullmatch(part.sha256) for part in parts)
            and all(type(part.size) is int and 0 < part.size <= UPDATE_AT_MOST for part in parts)
            and len(set(keys)) == len(keys) <= KEYS_AT_MOST
            and all(_HASH.fullmatch(key) for key in keys)
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        is_sound = None
    if not is_sound:
        raise BadUpdate("BAD_MANIFEST")
    return made


def check_fit(manifest: Manifest, here: Installed) -> None:
    """Raise BadUpdate unless an update is for this box and newer than the installed version."""
    if number_of(manifest.version) == number_of(here.version):
        raise BadUpdate("SAME", version=manifest.version)
    if number_of(manifest.version) < number_of(here.version):
        raise BadUpdate("OLDER", version=manifest.version, here=here.version)
    if (manifest.python, manifest.machine) != (here.python, here.machine):
        raise BadUpdate(
            "OTHER_MACHINE",
            wanted=f"Python {manifest.python}, {manifest.machine}",
            here=f"Python {here.python}, {here.machine}",
        )
    if manifest.schema != here.schema:
        raise BadUpdate("OTHER_DATA", version=manifest.version)


def read_parts(file: BinaryIO, manifest: Manifest) -> Iterator[tuple[Part, bytes]]:
    """Yield the files chunk by chunk; raise BadUpdate at the end of one with a wrong hash.

    An empty chunk ends each part, whose hash was checked then.
    """
    for part in manifest.parts:
        digest = hashlib.sha256()
        left = part.size
        while left:
            chunk = file.read(min(CHUNK, left))
            if not chunk:
                raise BadUpdate("CUT_SHORT")
            digest.update(chunk)
            left -= len(chunk)
            yield part, chunk
        if digest.hexdigest() != part.sha256:
            raise BadUpdate("DAMAGED", name=part.name)
        yield part, b""
    if file.read(1):
        raise BadUpdate("NOT_AN_UPDATE")


def check_update(
    path: Path, keys: Iterable[bytes], here: Installed, is_signed: IsSigned
) -> Manifest:
    """Read a whole update without writing anything; raise BadUpdate or OSError."""
    with open_update(path) as file:
        manifest = read_manifest(file, keys, is_signed)
        check_fit(manifest, here)
        for _ in read_parts(file, manifest):
            pass
    return manifest
