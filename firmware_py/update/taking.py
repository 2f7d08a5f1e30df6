"""Taking a bundle in: checked as a whole, put where the unit reads it, and a note left for it.

    a stick, or a page --> take_bundle --> data/update/bundle, /run/tablemate/update
                                       --> tablemate-update.path --> systemd/update, as root

The program has no right to change itself, and what it says of a bundle is only said to people:
the unit believes nothing but the signature.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from firmware_py.core.files import atomic_path
from firmware_py.storage.files import check_free_space, explain_errors
from firmware_py.storage.schema import SCHEMA_VERSION
from firmware_py.update.bundle import (
    BUNDLE_AT_MOST,
    ENDING,
    Here,
    Manifest,
    Refused,
    check_bundle,
    load_keys,
)
from firmware_py.version import __version__

FOLDER = "update"
NAME = "bundle"
NOTE = "update"
UPLOADED = f"tablemate{ENDING}"
"""What a paired page sent, until the table has decided."""
PROJECT_KEY = Path(__file__).parent / "keys" / "project.pem"
BUILDERS_KEYS = Path("/etc/tablemate/keys")
TRUST = Path("/opt/tablemate/trust")
"""Where the unit keeps what updates said about keys."""
UNIT = Path("/etc/systemd/system/tablemate-update.path")


def can_update(environment: Mapping[str, str], unit: Path = UNIT) -> bool:
    """Say whether we run as the service, and the unit that installs is there."""
    return bool(environment.get("RUNTIME_DIRECTORY")) and unit.exists()


def this_box() -> Here:
    """Return what is installed here."""
    python = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return Here(__version__, python, os.uname().machine, SCHEMA_VERSION)


def trusted_keys() -> list[bytes]:
    """Return the keys that this box believes."""
    return load_keys(PROJECT_KEY, BUILDERS_KEYS, TRUST)


def find_bundles(stick: Path) -> list[Path]:
    """Return the bundles on a stick, the newest names first."""
    return sorted((path for path in stick.glob(f"*{ENDING}") if path.is_file()), reverse=True)


def look_at(
    path: Path, keys: Callable[[], list[bytes]] = trusted_keys, here: Here | None = None
) -> Manifest:
    """Check a bundle from one end to the other and write nothing; raise Refused."""
    with explain_errors(path):
        return check_bundle(path, keys(), here or this_box())


def take_bundle(
    path: Path,
    data: Path,
    environment: Mapping[str, str] = os.environ,
    keys: Callable[[], list[bytes]] = trusted_keys,
    here: Here | None = None,
) -> Manifest:
    """Check a bundle, put it where the unit reads it, leave the note; raise Refused or NotWritten.

    Nothing is written before the whole of it was found good.
    """
    manifest = look_at(path, keys, here)
    runtime = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if not runtime:
        raise Refused("NO_UNIT")
    folder = data / FOLDER
    with explain_errors(folder):
        folder.mkdir(mode=0o750, exist_ok=True)
        folder.chmod(0o750)
        size = path.stat().st_size
        check_free_space(folder, min(size, BUNDLE_AT_MOST))
        # The unit is in the group of the service, and may only read.
        with atomic_path(folder / NAME, mode=0o640) as part:
            shutil.copyfile(path, part)
        (Path(runtime) / NOTE).write_text(f"{manifest.version}\n", encoding="ascii")
    return manifest
