"""Checks the stored matches as a start does, and writes nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from firmware_py.doctor.findings import Environment, Finding, fail, well
from firmware_py.storage.damage import inspect
from firmware_py.storage.database import FILE_NAME
from firmware_py.storage.errors import StoreError


def check_stored(environment: Environment) -> Finding:
    """Check the stored matches as a start does, without changing them."""
    return look_at_stored(environment.data)


def look_at_stored(folder: Path) -> Finding:
    """Return how the stored matches of a folder are."""
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
