"""Lets root work in the service's data folder as the service's own user.

Whoever owns a folder can put a link there, and root would follow it to any file of the system.
So a command that root runs in a folder of somebody else goes on as that somebody, before it opens
anything there. A file that root named on the command line is opened by root first.
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, NoReturn

from firmware_py.storage.disk import is_root
from firmware_py.storage.errors import StoreError


def become_owner_of(folder: Path) -> bool:
    """Give up root for the owner of a folder, for good; say whether that was done.

    A folder that is not there yet belongs to the owner of the nearest one above it that is.
    """
    if not is_root():
        return False
    place = folder.absolute()
    while not os.path.lexists(place):
        place = place.parent
    owner = place.lstat() if place == folder.absolute() else place.stat()
    if owner.st_uid == 0:
        return False
    try:
        groups = os.getgrouplist(pwd.getpwuid(owner.st_uid).pw_name, owner.st_gid)
    except KeyError:  # an owner without a name
        groups = [owner.st_gid]
    os.setgroups(groups)
    os.setresgid(owner.st_gid, owner.st_gid, owner.st_gid)
    os.setresuid(owner.st_uid, owner.st_uid, owner.st_uid)
    return True


def write_as_owner(folder: Path, job: Callable[[BinaryIO], object], target: BinaryIO) -> None:
    """Let a job read a folder as its owner, and write into a file that we have opened.

    Root does it in a child, and stays root itself; raises StoreError with what the child said.
    """
    if not is_root():
        job(target)
        return
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _work_as_owner(folder, job, target, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        said = pipe.read().decode(errors="replace")
    if os.waitpid(child, 0)[1] or said:
        raise StoreError(said or "the work failed")


def _work_as_owner(
    folder: Path, job: Callable[[BinaryIO], object], target: BinaryIO, pipe: int
) -> NoReturn:
    code = 1
    try:
        become_owner_of(folder)
        job(target)
        target.flush()
        code = 0
    except BaseException as error:  # noqa: BLE001 - the parent raises it again
        os.write(pipe, (str(error) or type(error).__name__)[:4000].encode())
    finally:
        os._exit(code)
