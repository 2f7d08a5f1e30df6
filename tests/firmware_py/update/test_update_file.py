"""Updates: what is accepted, and every way in which one is refused with its reason."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

from firmware_py.storage.files import NotWritten
from firmware_py.storage.schema import SCHEMA_VERSION
from firmware_py.update import install, update_file
from firmware_py.update.install import (
    PROJECT_KEY,
    REASONS,
    UpdateResult,
    explain,
    find_updates,
    read_result,
    unseen_result,
)
from firmware_py.update.update_file import (
    HEAD,
    BadUpdate,
    Installed,
    IsSigned,
    Manifest,
    load_keys,
    read_key,
    read_trust,
)
from hardware.errors import HardwareError

ROOT = Path(__file__).parents[3]
HERE = Installed("1.2", "3.13", "aarch64", SCHEMA_VERSION)
FITS = {"python": "3.13", "machine": "aarch64", "schema": SCHEMA_VERSION}

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="apt install openssl")


def load_script(name: str) -> Any:
    """Load a script of systemd/, which has no suffix."""
    loader = SourceFileLoader(name, str(ROOT / "systemd" / name))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def by_helper(message: bytes, signature: bytes, key: bytes) -> bool:
    """Check a signature as the helper does that is root."""
    found: bool = load_script("update").is_signed(message, signature, key)
    return found


def check_update(path: Path, keys: list[bytes], here: Installed) -> Manifest:
    """Check an update as the program does and as the helper does: both must find the same."""

    def check(is_signed: IsSigned) -> Manifest | BadUpdate:
        try:
            return update_file.check_update(path, keys, here, is_signed)
        except BadUpdate as refused:
            return refused

    found, by_root = check(install.is_signed), check(by_helper)
    if isinstance(found, BadUpdate):
        assert isinstance(by_root, BadUpdate)
        assert (found.code, found.facts) == (by_root.code, by_root.facts)
        raise found
    assert found == by_root
    return found


class Maker:
    """Somebody with a private key, and two wheels to sign."""

    def __init__(self, folder: Path) -> None:
        self.tool = load_script("make_update")
        self.folder = folder
        self.key = folder / "private"
        self.public = read_key(self.tool.make_key(self.key))
        self.wheels = [folder / f"{name}-1.0-py3-none-any.whl" for name in ("a", "b")]
        for number, wheel in enumerate(self.wheels):
            wheel.write_bytes(bytes([number]) * (70_000 + number))

    def make(self, version: str = "1.3", *, key: Path | None = None, **other: Any) -> Path:
        """Make an update."""
        target = self.folder / f"tablemate-{version}.update"
        facts = FITS | other
        self.tool.write_update(target, self.wheels, version, key=key or self.key, **facts)
        return target


@pytest.fixture(scope="module")
def maker(tmp_path_factory: pytest.TempPathFactory) -> Maker:
    return Maker(tmp_path_factory.mktemp("maker"))


def refusal(path: Path, maker: Maker, here: Installed = HERE) -> tuple[str, dict[str, object]]:
    """Return why an update is refused."""
    with pytest.raises(BadUpdate) as caught:
        check_update(path, [maker.public], here)
    return caught.value.code, caught.value.facts


def test_an_update_that_fits_is_read(maker: Maker) -> None:
    """With all that its manifest says."""
    manifest = check_update(maker.make(), [bytes(32), maker.public], HERE)
    assert (manifest.version, manifest.python) == ("1.3", "3.13")
    assert [part.name for part in manifest.parts] == [wheel.name for wheel in maker.wheels]


def test_an_update_that_nobody_signed_is_refused(maker: Maker) -> None:
    """As one that was made without a key."""
    path = maker.folder / "unsigned.update"
    maker.tool.write_update(path, maker.wheels, "1.3", "3.13", "aarch64", None)
    assert refusal(path, maker) == ("NOT_SIGNED", {})


def test_an_update_of_somebody_else_is_refused(maker: Maker, tmp_path: Path) -> None:
    """Signed well, with a key that the box does not know."""
    maker.tool.make_key(tmp_path / "other")
    path = maker.make(key=tmp_path / "other")
    assert refusal(path, maker) == ("BAD_SIGNATURE", {})
    public = subprocess.run(
        ["openssl", "pkey", "-in", tmp_path / "other", "-pubout"], capture_output=True, check=True
    ).stdout.decode()
    assert check_update(path, [read_key(public)], HERE).version == "1.3"


@pytest.mark.parametrize(
    ("version", "other", "code"),
    [
        ("1.1", {}, "OLDER"),
        ("1.1.9", {}, "OLDER"),
        ("1.2", {}, "SAME"),
        ("1.10", {"python": "3.11"}, "OTHER_MACHINE"),
        ("1.3", {"machine": "x86_64"}, "OTHER_MACHINE"),
        ("1.3", {"schema": SCHEMA_VERSION + 1}, "OTHER_DATA"),
        ("1.3rc1", {}, "BAD_MANIFEST"),
        ("../1.3", {}, "BAD_MANIFEST"),
    ],
)
def test_an_update_that_does_not_fit_is_refused(
    maker: Maker, tmp_path: Path, version: str, other: dict[str, Any], code: str
) -> None:
    """Though it is signed."""
    path = tmp_path / "new.update"
    maker.tool.write_update(path, maker.wheels, version, key=maker.key, **(FITS | other))
    found, facts = refusal(path, maker)
    assert found == code
    assert explain(code, facts, lambda text, **places: text.format(**places))


def test_ten_is_more_than_nine(maker: Maker) -> None:
    """Versions are numbers, not words."""
    path = maker.make("1.10")
    assert check_update(path, [maker.public], HERE._replace(version="1.9")).version == "1.10"


def test_an_update_that_is_too_big_is_not_even_read(maker: Maker, tmp_path: Path) -> None:
    """Its size is enough."""
    path = tmp_path / "big"
    with path.open("wb") as file:
        file.truncate(update_file.UPDATE_AT_MOST + 1)
    assert refusal(path, maker) == ("TOO_BIG", {"megabytes": 65, "most": 64})


def test_every_byte_counts(maker: Maker, tmp_path: Path) -> None:
    """Wherever one of an update is changed, added or missing, it is refused."""
    good = maker.make().read_bytes()
    manifest = good.index(b"{")
    places = [0, 5, len(HEAD), len(HEAD) + 8, manifest, manifest + 40, len(good) - 140_000]
    path = tmp_path / "new.update"
    codes = []
    for place in [*places, len(good) - 1]:
        path.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
        codes.append(refusal(path, maker)[0])
    assert codes[-1] == "DAMAGED"
    assert set(codes[4:6]) == {"BAD_SIGNATURE"}
    for cut in (0, 3, len(HEAD) + 3, manifest - 5, manifest + 9, len(good) - 1):
        path.write_bytes(good[:cut])
        assert refusal(path, maker)[0] in ("NOT_AN_UPDATE", "CUT_SHORT")
    path.write_bytes(good + b"x")
    assert refusal(path, maker)[0] == "NOT_AN_UPDATE"


PART = {"name": "x.whl", "size": 1, "sha256": "0" * 64}


def manifest_of(*parts: dict[str, object]) -> bytes:
    """Write a manifest with some parts."""
    return json.dumps({"version": "1.3", **FITS, "parts": parts}).encode()


@pytest.mark.parametrize(
    "manifest",
    [
        b"[]",
        b"{}",
        b"not json",
        b"[" * 5000,
        manifest_of(),
        *(
            json.dumps({"version": "1.3", **FITS, "parts": [PART], "keys": keys}).encode()
            for keys in (
                5,
                "x",
                {"a": 1},
                ["0"],
                [None],
                ["0" * 64] * 2,
                ["A" * 64],
                [f"{number:064x}" for number in range(17)],
            )
        ),
        json.dumps(
            {
                "version": "1.3",
                **FITS,
                "parts": [{"name": "../x.whl", "size": 1, "sha256": "0" * 64}],
            }
        ).encode(),
        json.dumps(
            {"version": "1.3", **FITS, "parts": [{"name": "x.whl", "size": -1, "sha256": "0" * 64}]}
        ).encode(),
    ],
)
def test_a_signed_manifest_has_to_be_in_order_too(
    maker: Maker, tmp_path: Path, manifest: bytes
) -> None:
    """A signed manifest may contain mistakes."""
    signature = maker.tool.sign(HEAD + manifest, maker.key).hex().encode()
    path = tmp_path / "new.update"
    path.write_bytes(HEAD + b"%d\n%s\n" % (len(manifest), signature) + manifest)
    assert refusal(path, maker)[0] == "BAD_MANIFEST"


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_only_a_plain_file_is_opened(maker: Maker, tmp_path: Path, kind: str) -> None:
    """No link is followed and no pipe waited for."""
    path = tmp_path / "new.update"
    match kind:
        case "link":
            path.symlink_to(maker.make())
        case "pipe":
            os.mkfifo(path)
        case _:
            path.mkdir()
    with pytest.raises((OSError, BadUpdate)):
        check_update(path, [maker.public], HERE)


# --- keys ---


def test_the_key_of_the_project_is_a_public_one() -> None:
    """And no private key is anywhere near it."""
    assert len(read_key(PROJECT_KEY.read_text())) == 32
    rooms = [ROOT / "systemd", *(ROOT / name for name in ("engines", "hardware", "firmware_py"))]
    files = [path for room in rooms for path in room.rglob("*") if path.is_file()]
    assert len(files) > 100
    assert [path for path in files if b"PRIVATE KEY--" in path.read_bytes()] == []


def test_a_builder_adds_a_key_that_only_root_could_add(maker: Maker, tmp_path: Path) -> None:
    """A file or a folder that others may write to is not believed."""
    mine, trust = os.getuid(), tmp_path / "trust"
    folder = tmp_path / "keys"
    folder.mkdir(mode=0o755)
    pem = folder / "builder.pem"
    public: list[str | Path] = ["openssl", "pkey", "-in", maker.key, "-pubout", "-out", pem]
    subprocess.run(public, check=True)
    pem.chmod(0o644)
    (folder / "private.pem").write_bytes(maker.key.read_bytes())
    (folder / "private.pem").chmod(0o600)
    project = read_key(PROJECT_KEY.read_text())
    assert load_keys(PROJECT_KEY, folder, trust, owner=mine) == [project, maker.public]
    assert load_keys(PROJECT_KEY, folder, trust, owner=mine + 1) == [project]
    pem.chmod(0o666)
    assert load_keys(PROJECT_KEY, folder, trust, owner=mine) == [project]
    pem.chmod(0o644)
    folder.chmod(0o777)
    assert load_keys(PROJECT_KEY, folder, trust, owner=mine) == [project]
    assert load_keys(PROJECT_KEY, tmp_path / "none", trust) == [project]


# --- replacing and revoking keys ---


class Keys:
    """A box that takes updates, and what it believes after each."""

    def __init__(self, maker: Maker, folder: Path) -> None:
        self.maker = maker
        self.folder = folder
        self.trust = folder / "trust"
        self.version = "1.0"
        self.private: dict[str, Path] = {}
        self.public: dict[str, str] = {}
        for name in "ABCD":
            self.private[name] = folder / name
            pem = maker.tool.make_key(self.private[name])
            self.public[name] = read_key(pem).hex()
            if name == "A":
                (folder / "project.pem").write_text(pem)

    def update(self, version: str, signer: str, keys: str = "") -> Path:
        """Sign an update that brings a set of keys."""
        named = [self.public[name] for name in keys] or None
        made = self.maker.make(version, key=self.private[signer], keys=named)
        return made.rename(self.folder / f"{version}-{signer}-{keys}")

    def take(self, path: Path, *, kept: bool = True) -> str:
        """Install an update as the helper does; return why not, or nothing."""
        here = HERE._replace(version=self.version)
        project = self.folder / "project.pem"
        try:
            keys = load_keys(project, self.folder / "none", self.trust)
            manifest = check_update(path, keys, here)
            after = read_trust(self.trust).after(manifest, project)
        except BadUpdate as refused:
            return refused.code
        self.trust.write_text(json.dumps(after._asdict()))
        if kept:
            self.version = manifest.version
        return ""

    def believed(self) -> str:
        """Return the names of the keys that count."""
        found = load_keys(self.folder / "project.pem", self.folder / "none", self.trust)
        return "".join(name for name, key in self.public.items() if bytes.fromhex(key) in found)


@pytest.fixture
def keys(maker: Maker, tmp_path: Path) -> Keys:
    return Keys(maker, tmp_path)


def test_an_update_without_keys_leaves_them_as_they_are(keys: Keys) -> None:
    assert keys.take(keys.update("1.1", "A")) == ""
    assert keys.believed() == "A"


def test_a_key_is_replaced_by_an_update_that_the_old_one_signed(keys: Keys) -> None:
    """First both, then the new one alone."""
    assert keys.take(keys.update("1.1", "B")) == "BAD_SIGNATURE"
    assert keys.take(keys.update("1.1", "A", "AB")) == ""
    assert keys.believed() == "AB"
    assert keys.take(keys.update("1.2", "B", "B")) == ""
    assert keys.believed() == "B"
    assert keys.take(keys.update("1.3", "A")) == "BAD_SIGNATURE"
    assert keys.take(keys.update("1.3", "B")) == ""


def test_a_revoked_key_never_counts_again(keys: Keys, tmp_path: Path) -> None:
    """Neither in a later set, nor installed with the program, nor as a builder's."""
    assert keys.take(keys.update("1.1", "A", "B")) == ""
    assert keys.take(keys.update("1.2", "B", "AB")) == ""
    assert keys.believed() == "B"
    assert keys.take(keys.update("1.3", "B", "A")) == "BAD_MANIFEST"
    others = tmp_path / "builder"
    others.mkdir(mode=0o755)
    (others / "a.pem").write_text((tmp_path / "project.pem").read_text())
    found = load_keys(tmp_path / "project.pem", others, keys.trust, owner=os.getuid())
    assert [key.hex() for key in found] == [keys.public["B"]]


def test_an_older_update_brings_no_older_keys(keys: Keys) -> None:
    """A downgrade is refused; one that is replayed after another was taken back changes no key."""
    old = keys.update("1.1", "A", "AC")
    assert keys.take(keys.update("1.2", "A", "AB"), kept=False) == ""
    assert keys.version == "1.0"
    assert keys.take(old) == ""  # newer than the program, and signed by a key that counts
    assert keys.believed() == "AB"
    assert keys.take(keys.update("1.3", "A", "B")) == ""
    assert keys.take(old) == "BAD_SIGNATURE"
    assert keys.take(keys.update("1.2", "B", "BC")) == "OLDER"
    assert keys.believed() == "B"


def test_the_same_update_once_more_changes_nothing(keys: Keys) -> None:
    again = keys.update("1.1", "A", "B")
    assert keys.take(again, kept=False) == ""
    before = keys.trust.read_text()
    assert keys.take(again) == "BAD_SIGNATURE"
    assert keys.trust.read_text() == before


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "[]", "{}", "5", "null", "\u00e9", "[" * 5000,
        '{"version": "1.1", "keys": [], "revoked": 5}',
        '{"version": "x", "keys": [], "revoked": []}',
        '{"version": "1.1", "keys": ["x"], "revoked": []}',
        '{"version": "1.1", "keys": [], "revoked": [null]}',
        '{"version": "1.1", "keys": []}',
    ],
)  # fmt: skip
def test_what_cannot_be_read_about_keys_lets_none_count(keys: Keys, text: str) -> None:
    """Else damage would bring a revoked key back."""
    keys.trust.write_text(text)
    assert keys.take(keys.update("1.1", "A")) == "BAD_KEY"


@pytest.mark.parametrize(
    "text", ["", "x", "-----BEGIN PUBLIC KEY-----\n!\n-----END PUBLIC KEY-----"]
)
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(BadUpdate, match="BAD_KEY"):
        read_key(text)


# --- taking one in ---


@pytest.fixture
def service(tmp_path: Path) -> dict[str, Path]:
    """The folders of a service."""
    folders = {"data": tmp_path / "data", "run": tmp_path / "run"}
    for folder in folders.values():
        folder.mkdir()
    return folders


GOOD = Manifest("1.3", "3.13", "aarch64", SCHEMA_VERSION, ())


def hand_over(path: Path, service: dict[str, Path], **environment: str) -> None:
    where = {"RUNTIME_DIRECTORY": str(service["run"])} | environment
    install.hand_over(path, GOOD, service["data"], where)


def test_a_good_update_is_put_where_the_helper_reads_it(
    maker: Maker, service: dict[str, Path]
) -> None:
    """Whole, readable for the group of the service, and with a note."""
    path = maker.make()
    hand_over(path, service)
    taken = service["data"] / "update" / "new.update"
    assert taken.read_bytes() == path.read_bytes()
    assert (taken.stat().st_mode & 0o777, taken.parent.stat().st_mode & 0o777) == (0o640, 0o750)
    assert (service["run"] / install.NOTE).read_text() == "1.3\n"


def test_a_check_writes_nothing_and_says_why(maker: Maker, service: dict[str, Path]) -> None:
    with pytest.raises(BadUpdate, match="OLDER"):
        install.check(maker.make("1.1"), lambda: [maker.public], HERE)
    assert install.check(maker.make(), lambda: [maker.public], HERE).version == "1.3"
    assert list(service["data"].iterdir()) + list(service["run"].iterdir()) == []


def test_a_desk_cannot_update_itself(maker: Maker, service: dict[str, Path]) -> None:
    """There is no unit that would install."""
    with pytest.raises(BadUpdate, match="NO_UNIT"):
        hand_over(maker.make(), service, RUNTIME_DIRECTORY="")
    assert list(service["data"].iterdir()) == []


@pytest.mark.parametrize("exchanged", ["gone", "link", "big"])
def test_an_update_that_was_exchanged_since_its_check_is_not_followed(
    maker: Maker, service: dict[str, Path], exchanged: str
) -> None:
    """The stick was pulled out, or holds something else: nothing is copied and no note is left."""
    path = service["data"].parent / "update"
    if exchanged == "link":
        path.symlink_to(maker.make())
    elif exchanged == "big":
        with path.open("wb") as file:
            file.truncate(update_file.UPDATE_AT_MOST + 1)
    with pytest.raises((NotWritten, BadUpdate)):
        hand_over(path, service)
    assert list(service["data"].iterdir()) + list(service["run"].iterdir()) == []
    assert not issubclass(BadUpdate, HardwareError)


def test_updates_on_a_stick_are_found(tmp_path: Path) -> None:
    """By their ending, the newest name first."""
    for name in ("tablemate-1.2.update", "tablemate-1.3.update", "notes.txt"):
        (tmp_path / name).touch()
    (tmp_path / "folder.update").mkdir()
    found = [path.name for path in find_updates(tmp_path)]
    assert found == ["tablemate-1.3.update", "tablemate-1.2.update"]


# --- what became of it ---


def test_a_result_is_shown_once(tmp_path: Path) -> None:
    """Until there is another one."""
    place = tmp_path / "verdict"
    stored = {"number": 3, "version": "1.3", "kept": False, "code": "TAKEN_BACK", "facts": {}}
    place.write_text(json.dumps(stored))
    result = unseen_result(None, place)
    assert result == UpdateResult(3, "1.3", False, "TAKEN_BACK", {})
    assert unseen_result(3, place) is None
    assert unseen_result(2, place) == result
    said = result.text(lambda text, **places: text.format(**places))
    assert said.startswith("No update to 1.3. The new version did not run")


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"number":1,"version":"1","kept":true,"code":"X","facts":{}}']
)
def test_a_result_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    """It is never a reason not to start."""
    (tmp_path / "verdict").write_text(text)
    assert read_result(tmp_path / "verdict") is None
    assert read_result(tmp_path / "nothing") is None


def test_every_code_of_the_helper_and_the_reader_has_words() -> None:
    """Whatever is refused can be said."""
    import re

    places = (ROOT / "systemd" / "update", ROOT / "firmware_py" / "update" / "update_file.py")
    codes = {
        code
        for place in places
        for code in re.findall(
            r'(?:BadUpdate\(\s*|judge\([^)]*, (?:True|False), )"([A-Z_]+)"', place.read_text()
        )
    }
    assert codes >= {"OLDER", "KEPT", "TAKEN_BACK", "NO_ROOM"}
    assert codes <= REASONS.keys()


@pytest.mark.parametrize("size", ["0", "00", "9999999", "-1", "abc", "1.5", ""])
def test_a_manifest_of_an_impossible_size_is_no_update(size: str) -> None:
    """Nothing of it is read."""
    file = io.BytesIO(update_file.HEAD + f"{size}\n{'0' * 128}\n".encode())
    with pytest.raises(BadUpdate) as error:
        update_file.read_manifest(file, [], lambda *_: True)
    assert error.value.code == "NOT_AN_UPDATE"
