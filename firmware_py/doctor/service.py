"""Checks of the service: whether it runs, can write its matches, and whether they are sound."""

from __future__ import annotations

import sqlite3
import subprocess
from pathlib import Path

from firmware_py.doctor.findings import Environment, Finding, Status, fail, warn, well
from firmware_py.storage.damage import inspect
from firmware_py.storage.database import FILE_NAME
from firmware_py.storage.errors import StoreError


def check_stored(environment: Environment) -> Finding:
    """Check the stored matches as a start does, without changing them."""
    return look_at_stored(environment.data)


def look_at_stored(folder: Path) -> Finding:
    """Check the stored matches of a folder."""
    path = folder / FILE_NAME
    try:
        damage = inspect(path)
        if damage is None:
            path.stat()
    except FileNotFoundError:
        return well("saved games", "there are none yet")
    except StoreError as error:
        return fail("saved games", str(error), "update Tablemate")
    except (OSError, sqlite3.Error) as error:
        return fail(
            "saved games",
            f"{path} cannot be read: {error}",
            "check the card and its contacts; the box plays from memory until it can be read",
        )
    if damage is not None:
        return fail(
            "saved games",
            f"{path} is damaged: {damage.splitlines()[-1]}",
            "start the box, which sets the file aside and saves what can be read; if matches are "
            "missing then, restore a backup",
        )
    return well("saved games", f"{path} is sound")


UNIT = "tablemate.service"
USER = "tablemate"
DATA = "var/lib/tablemate"
LOOK = "sudo journalctl -u tablemate -n 30 says why"
PROPERTIES = ("LoadState", "ActiveState", "Result", "NRestarts")


def ask_systemd() -> dict[str, str]:
    """Return systemd's properties of the service, or {} without systemd."""
    command = ["systemctl", "show", UNIT, *(f"--property={name}" for name in PROPERTIES)]
    try:
        shown = subprocess.run(  # noqa: S603 - a fixed command
            command, capture_output=True, text=True, check=False, timeout=10
        )
    except (OSError, subprocess.TimeoutExpired):
        return {}
    pairs = (line.partition("=") for line in shown.stdout.splitlines())
    return {name: value for name, _, value in pairs}


def is_installed(environment: Environment) -> bool:
    """Return whether the service is installed."""
    return environment.service().get("LoadState") == "loaded"


def check_service(environment: Environment) -> Finding | None:
    """Check whether the service runs."""
    if not is_installed(environment):
        return None
    properties = environment.service()
    about, state = "service", properties.get("ActiveState", "")
    if state == "active":
        restarts = properties.get("NRestarts", "0")
        if restarts != "0":
            return warn(about, f"runs, after {restarts} restarts by itself", LOOK)
        return well(about, "runs")
    if state == "failed":
        has_hit_limit = properties.get("Result") == "start-limit-hit"
        why = "ended too often" if has_hit_limit else "could not run"
        remedy = f"{LOOK}; then: sudo systemctl restart tablemate"
        return fail(about, f"{why} and was given up", remedy)
    if state in ("activating", "reloading"):
        return warn(about, "is starting; after damage to its file that can take minutes", LOOK)
    return warn(about, "does not run", "sudo systemctl start tablemate")


def check_service_data(environment: Environment) -> Finding | None:
    """Check whether the service may write its matches, if root runs the doctor."""
    folder = environment.at(DATA)
    if environment.user != "root" or not is_installed(environment) or not folder.is_dir():
        return None
    foreign = [path for path in sorted(folder.iterdir()) if _owner(path) != _owner(folder)]
    if foreign:
        return fail(
            "matches",
            f"{foreign[0]} does not belong to the service",
            f"sudo chown -R {USER}: {folder}, then: sudo systemctl restart tablemate",
        )
    if (stored := look_at_stored(folder)).status is not Status.OK:
        return stored
    return well("matches", f"in {folder}, {environment.free_bytes(folder) // 2**20} MB free")


def _owner(path: Path) -> int:
    return path.lstat().st_uid
