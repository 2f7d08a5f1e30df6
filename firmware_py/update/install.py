"""Updates as the unprivileged program sees them: check one, hand it over, report its result.

    a stick, or a page --> check --> the table agrees --> hand_over --> data/update/new.update and a
    note in /run/tablemate --> tablemate-update.path --> systemd/update, as root --> a result

The program cannot change itself. The helper trusts nothing but the signature, which it checks
again while it unpacks; the check here is for people, who learn at once why a file is refused.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.unicode import read_json
from firmware_py.core.files import atomic_path
from firmware_py.core.language import N_
from firmware_py.storage.files import check_free_space, explain_errors
from firmware_py.storage.schema import SCHEMA_VERSION
from firmware_py.update.update_file import (
    ENDING,
    BadUpdate,
    Installed,
    Manifest,
    check_update,
    load_keys,
    open_update,
)
from firmware_py.version import __version__

FOLDER = "update"
NAME = f"new{ENDING}"
NOTE = "update"
UPLOADED = f"tablemate{ENDING}"
"""A file that a paired page sent, until the table has decided."""
PROJECT_KEY = Path(__file__).parent / "keys" / "project.pem"
BUILDERS_KEYS = Path("/etc/tablemate/keys")
TRUST = Path("/opt/tablemate/trust")
"""Where the helper keeps the keys that updates have set."""
RESULT = Path("/opt/tablemate/verdict")
UNKNOWN = "?"
"""The version of an update whose signature is unknown."""
MEMORY = "update"
"""The setting that holds the number of the last result that was shown."""

REASONS: Mapping[str, str] = {
    "NOT_AN_UPDATE": N_("This is not an update."),
    "CUT_SHORT": N_("The file is not complete. Copy it again."),
    "NOT_SIGNED": N_("This update is not signed, so it was refused."),
    "BAD_SIGNATURE": N_("The box does not know who signed this update."),
    "BAD_MANIFEST": N_("The list of files in this update is wrong."),
    "BAD_KEY": N_("The key of this box cannot be read."),
    "DAMAGED": N_("{name} is damaged. Copy the file again."),
    "TOO_BIG": N_("This update has {megabytes} MB. It may have {most} MB at most."),
    "SAME": N_("Version {version} is already on the box."),
    "OLDER": N_("Version {version} is older than {here} on the box."),
    "OTHER_MACHINE": N_("This update is for {wanted}. This box has {here}."),
    "OTHER_DATA": N_("{version} stores games differently: install it by hand."),
    "NO_ROOM": N_("The card needs {megabytes} MB of free space."),
    "FORGETS": N_("This card cannot be updated: write a new card."),
    "NO_UNIT": N_("Tablemate is not installed as a service here, so it cannot update itself."),
    "NOT_MADE": N_("The update could not be unpacked. The log says more."),
    "CUT_OFF": N_("The update was interrupted. Nothing has changed."),
    "TAKEN_BACK": N_("The new version did not run for a minute. The old one is back."),
    "KEPT": N_("The new version works. All your games are there."),
}


def explain(code: str, facts: Mapping[str, object], say: Callable[..., str]) -> str:
    """Return why an update is refused, or its result."""
    words = REASONS.get(code)
    return code if words is None else say(words, **facts)


# --- checking ---


def this_box() -> Installed:
    """Return what is installed here."""
    python = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return Installed(__version__, python, os.uname().machine, SCHEMA_VERSION)


def trusted_keys() -> list[bytes]:
    """Return the keys whose signatures count on this box."""
    return load_keys(PROJECT_KEY, BUILDERS_KEYS, TRUST)


def is_signed(message: bytes, signature: bytes, key: bytes) -> bool:
    """Return whether the owner of a key signed a message."""
    from nacl.exceptions import BadSignatureError  # only for an update
    from nacl.signing import VerifyKey

    try:
        VerifyKey(key).verify(message, signature)
    except BadSignatureError:
        return False
    return True


def find_updates(stick: Path) -> list[Path]:
    """Return the updates on a stick, the newest names first."""
    return sorted((path for path in stick.glob(f"*{ENDING}") if path.is_file()), reverse=True)


def check(
    path: Path, keys: Callable[[], list[bytes]] = trusted_keys, here: Installed | None = None
) -> Manifest:
    """Check the whole of an update, writing nothing; raise BadUpdate or FileTrouble."""
    with explain_errors(path):
        return check_update(path, keys(), here or this_box(), is_signed)


# --- handing over ---


def hand_over(
    path: Path, manifest: Manifest, data: Path, environment: Mapping[str, str] = os.environ
) -> None:
    """Put an update that was checked where the helper reads it, and leave the note for it.

    Raise BadUpdate where there is no helper, and NotWritten. What is copied is not checked again:
    the helper refuses a file that was exchanged since.
    """
    runtime = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if not runtime:
        raise BadUpdate("NO_UNIT")
    folder = data / FOLDER
    with explain_errors(path), open_update(path) as source, explain_errors(folder):
        folder.mkdir(mode=0o750, exist_ok=True)
        folder.chmod(0o750)
        check_free_space(folder, os.fstat(source.fileno()).st_size)
        # The helper is in the group of the service, and may only read.
        with atomic_path(folder / NAME, mode=0o640) as part, part.open("wb") as copy:
            shutil.copyfileobj(source, copy)
        (Path(runtime) / NOTE).write_text(f"{manifest.version}\n", encoding="ascii")


# --- the result ---


@dataclass(frozen=True)
class UpdateResult:
    """What became of an update, as the helper wrote it down."""

    number: int
    version: str
    kept: bool
    code: str
    facts: Mapping[str, object]

    def text(self, say: Callable[..., str]) -> str:
        """Return the result in words."""
        why = explain(self.code, self.facts, say)
        if self.version == UNKNOWN:
            return why
        title = N_("Update to {version}.") if self.kept else N_("No update to {version}.")
        return f"{say(title, version=self.version)} {why}"


def read_result(place: Path = RESULT) -> UpdateResult | None:
    """Return the last result; None if there is none that can be read."""
    try:
        read: Any = read_json(place.read_text("utf-8"))
        facts = {str(name): value for name, value in read["facts"].items()}
        result = UpdateResult(read["number"], read["version"], read["kept"], read["code"], facts)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    is_sound = (
        type(result.number) is int and isinstance(result.version, str) and result.code in REASONS
    )
    return result if is_sound else None


def unseen_result(remembered: object, place: Path = RESULT) -> UpdateResult | None:
    """Return the last result if it was not shown yet; `remembered` is the number of the last."""
    result = read_result(place)
    return None if result is None or result.number == remembered else result
