"""A bundle: one file with a new version, signed, and read without trusting it.

    tablemate update 1            what this is
    5123                          how long the manifest is
    9f0c...                       Ed25519 signature over the first line and the manifest
    {"version": ...}              the manifest: for what it fits, and each file with its hash
    ...                           the files, one after the other, as the manifest lists them

Nothing in it has a name or a size of its own, so nothing is believed before the signature is, and
nothing is unpacked to be looked at. The unit that installs is root and loads this very file
(`systemd/update`): it imports the standard library alone. Signatures are judged by OpenSSL's
library, which Python itself needs for its hashes; no key here can sign.
"""

from __future__ import annotations

import base64
import ctypes
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

HEAD = b"tablemate update 1\n"
ENDING = ".update"
BUNDLE_AT_MOST = 64 * 2**20
MANIFEST_AT_MOST = 64 * 2**10
KEYS_AT_MOST = 16
CHUNK = 2**16
_ED25519 = 1087
"""OpenSSL's number of the algorithm."""
_PUBLIC_KEY = bytes.fromhex("302a300506032b6570032100")
"""How a public key for Ed25519 begins, in the form that `openssl pkey -pubout` writes."""
_VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){1,3}")
_NAME = re.compile(r"[A-Za-z0-9_.+-]{1,160}\.whl")
_HASH = re.compile(r"[0-9a-f]{64}")
"""A SHA-256, or a public key."""


class Refused(Exception):
    """A bundle is not taken: a code, and the facts behind it."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code} {facts}" if facts else code)
        self.code = code
        self.facts = facts


class Part(NamedTuple):
    """One file of a bundle."""

    name: str
    size: int
    sha256: str


class Manifest(NamedTuple):
    """What a bundle is, as whoever signed it says."""

    version: str
    python: str
    machine: str
    schema: int
    parts: tuple[Part, ...]
    keys: tuple[str, ...] = ()
    """The public keys of the project from now on, in hexadecimal; empty: they stay as they are."""


class Here(NamedTuple):
    """What is installed, and what it runs on."""

    version: str
    python: str
    machine: str
    schema: int


def number_of(version: str) -> tuple[int, ...]:
    """Return a version as numbers, to be compared."""
    return tuple(int(part) for part in version.split("."))


# --- keys and signatures ---


def read_key(text: str) -> bytes:
    """Return the public key in a PEM file; raise Refused."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if lines[:1] != ["-----BEGIN PUBLIC KEY-----"] or lines[-1:] != ["-----END PUBLIC KEY-----"]:
        raise Refused("BAD_KEY")
    try:
        told = base64.b64decode("".join(lines[1:-1]), validate=True)
    except ValueError:
        raise Refused("BAD_KEY") from None
    if len(told) != len(_PUBLIC_KEY) + 32 or not told.startswith(_PUBLIC_KEY):
        raise Refused("BAD_KEY")
    return told[len(_PUBLIC_KEY) :]


class Trust(NamedTuple):
    """What updates have said about the keys of the project.

    An update brings the whole set, signed with a key that counts until then. A key that counted
    and is not in the set is revoked, for good: neither a later set nor an older update brings it
    back, and it does not count even if it is installed with the program or added by a builder.
    """

    version: str = "0.0"
    """The update that brought the set; one that is not newer changes nothing."""
    keys: tuple[str, ...] = ()
    revoked: tuple[str, ...] = ()

    def after(self, manifest: Manifest, project: Path) -> Trust:
        """Return what counts once an update is installed; raise Refused for a set without keys."""
        if not manifest.keys or number_of(manifest.version) <= number_of(self.version):
            return self
        before = {read_key(project.read_text("ascii")).hex(), *self.keys}
        keys = sorted(set(manifest.keys) - set(self.revoked))
        if not keys:
            raise Refused("BAD_MANIFEST")
        revoked = sorted((before | set(self.revoked)) - set(keys))
        return Trust(manifest.version, tuple(keys), tuple(revoked))


def read_trust(place: Path) -> Trust:
    """Return what is written there; raise Refused unless it is whole, or there is nothing at all.

    A file that cannot be read must not make a revoked key count again.
    """
    try:
        told = json.loads(place.read_text("ascii"))
        trust = Trust(told["version"], tuple(told["keys"]), tuple(told["revoked"]))
        is_sound = _VERSION.fullmatch(trust.version) and all(
            _HASH.fullmatch(key) for key in trust.keys + trust.revoked
        )
    except FileNotFoundError:
        return Trust()
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        is_sound = None
    if not is_sound:
        raise Refused("BAD_KEY")
    return trust


def load_keys(project: Path, others: Path, trust: Path, owner: int = 0) -> list[bytes]:
    """Return the keys that count: the project's, and a builder's that only root could have added.

    `trust` is the file in which the helper keeps what updates said about them.
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
        except (Refused, ValueError, OSError):
            continue  # a private key, or none at all
    return keys


def is_signed(message: bytes, signature: bytes, key: bytes) -> bool:
    """Say whether the owner of a key signed a message."""
    crypto: Any = ctypes.CDLL("libcrypto.so.3")
    for name in ("EVP_PKEY_new_raw_public_key", "EVP_MD_CTX_new"):
        getattr(crypto, name).restype = ctypes.c_void_p
    public = ctypes.c_void_p(
        crypto.EVP_PKEY_new_raw_public_key(_ED25519, None, key, ctypes.c_size_t(len(key)))
    )
    context = ctypes.c_void_p(crypto.EVP_MD_CTX_new())
    try:
        if not public or not context:
            return False
        if crypto.EVP_DigestVerifyInit(context, None, None, None, public) != 1:
            return False
        sizes = (ctypes.c_size_t(len(signature)), ctypes.c_size_t(len(message)))
        return bool(crypto.EVP_DigestVerify(context, signature, sizes[0], message, sizes[1]) == 1)
    finally:
        crypto.EVP_MD_CTX_free(context)
        crypto.EVP_PKEY_free(public)


# --- reading ---


def open_bundle(path: Path) -> BinaryIO:
    """Open a plain file: no link is followed, no pipe waited for; raise Refused or OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    file = open(handle, "rb")  # noqa: PTH123, SIM115 - a handle; whoever asked closes it
    size = os.fstat(handle).st_size
    if size > BUNDLE_AT_MOST:
        file.close()
        raise Refused("TOO_BIG", megabytes=size // 2**20 + 1, most=BUNDLE_AT_MOST // 2**20)
    return file


def read_manifest(file: BinaryIO, keys: Iterable[bytes]) -> Manifest:
    """Read the beginning of a bundle, and leave the file where its parts begin."""
    if file.read(len(HEAD)) != HEAD:
        raise Refused("NO_BUNDLE")
    size = _line(file, 8)
    signature = _line(file, 130)
    if not size.isdecimal() or not 0 < int(size) <= MANIFEST_AT_MOST:
        raise Refused("NO_BUNDLE")
    text = file.read(int(size))
    if len(text) != int(size):
        raise Refused("CUT_SHORT")
    if not signature.strip("0"):
        raise Refused("NOT_SIGNED")
    if not re.fullmatch("[0-9a-f]{128}", signature):
        raise Refused("NO_BUNDLE")
    if not any(is_signed(HEAD + text, bytes.fromhex(signature), key) for key in keys):
        raise Refused("BAD_SIGNATURE")
    return _parse(text)


def _line(file: BinaryIO, longest: int) -> str:
    line = file.readline(longest)
    if not line.endswith(b"\n"):
        raise Refused("NO_BUNDLE")
    return line[:-1].decode("ascii", "replace")


def _parse(text: bytes) -> Manifest:
    """Make a manifest of what is signed; even that has to be in order."""
    try:
        told = json.loads(text)
        parts = tuple(Part(part["name"], part["size"], part["sha256"]) for part in told["parts"])
        keys = tuple(told.get("keys", ()))
        made = Manifest(
            told["version"], told["python"], told["machine"], told["schema"], parts, keys
        )
        is_sound = (
            _VERSION.fullmatch(made.version)
            and all(isinstance(word, str) for word in (made.python, made.machine))
            and type(made.schema) is int
            and len({part.name for part in parts}) == len(parts) > 0
            and all(_NAME.fullmatch(part.name) and _HASH.fullmatch(part.sha256) for part in parts)
            and all(type(part.size) is int and 0 < part.size <= BUNDLE_AT_MOST for part in parts)
            and len(set(keys)) == len(keys) <= KEYS_AT_MOST
            and all(_HASH.fullmatch(key) for key in keys)
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        is_sound = None
    if not is_sound:
        raise Refused("BAD_MANIFEST")
    return made


def check_fit(manifest: Manifest, here: Here) -> None:
    """Raise Refused where a bundle is not for this box, or not newer than what it has."""
    if number_of(manifest.version) == number_of(here.version):
        raise Refused("SAME", version=manifest.version)
    if number_of(manifest.version) < number_of(here.version):
        raise Refused("OLDER", version=manifest.version, here=here.version)
    if (manifest.python, manifest.machine) != (here.python, here.machine):
        raise Refused(
            "OTHER_MACHINE",
            wanted=f"Python {manifest.python}, {manifest.machine}",
            here=f"Python {here.python}, {here.machine}",
        )
    if manifest.schema != here.schema:
        raise Refused("OTHER_DATA", version=manifest.version)


def read_parts(file: BinaryIO, manifest: Manifest) -> Iterator[tuple[Part, bytes]]:
    """Yield the files chunk by chunk; raise Refused at the end of one that is not as it was signed.

    The end of a part is an empty chunk: what came before it is good.
    """
    for part in manifest.parts:
        digest = hashlib.sha256()
        left = part.size
        while left:
            chunk = file.read(min(CHUNK, left))
            if not chunk:
                raise Refused("CUT_SHORT")
            digest.update(chunk)
            left -= len(chunk)
            yield part, chunk
        if digest.hexdigest() != part.sha256:
            raise Refused("DAMAGED", name=part.name)
        yield part, b""
    if file.read(1):
        raise Refused("NO_BUNDLE")


def check_bundle(path: Path, keys: Iterable[bytes], here: Here) -> Manifest:
    """Read a bundle from one end to the other, and write nothing; raise Refused or OSError."""
    with open_bundle(path) as file:
        manifest = read_manifest(file, keys)
        check_fit(manifest, here)
        for _ in read_parts(file, manifest):
            pass
    return manifest
