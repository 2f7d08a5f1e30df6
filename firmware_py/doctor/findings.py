"""The findings of the doctor, and the environment that it checks."""

from __future__ import annotations

import grp
import os
import pwd
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import metadata, util
from pathlib import Path

from firmware_py.core.config import Config
from hardware.display.i2c_probe import probe_i2c

CONFIG_TXT = ("boot/firmware/config.txt", "boot/config.txt")


class Status(StrEnum):
    """The severity of a finding."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: what was found, and what to do about it."""

    status: Status
    about: str
    says: str
    remedy: str = ""


def well(about: str, says: str) -> Finding:
    """Return a finding without a problem."""
    return Finding(Status.OK, about, says)


def warn(about: str, says: str, remedy: str) -> Finding:
    """Return a finding of something that works, but not as it should."""
    return Finding(Status.WARNING, about, says, remedy)


def fail(about: str, says: str, remedy: str) -> Finding:
    """Return a finding of something that does not work."""
    return Finding(Status.PROBLEM, about, says, remedy)


def find_version(package: str) -> str | None:
    """Return the version of an installed package, or None."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def has_module(name: str) -> bool:
    """Return whether a module could be imported."""
    return util.find_spec(name) is not None


def groups_now() -> frozenset[str]:
    """Return the groups of this session."""
    names = set()
    for number in {*os.getgroups(), os.getegid()}:
        try:
            names.add(grp.getgrgid(number).gr_name)
        except KeyError:  # a group without a name
            names.add(str(number))
    return frozenset(names)


def groups_after_login(user: str) -> frozenset[str]:
    """Return the groups that a new session of the user would have."""
    return frozenset(group.gr_name for group in grp.getgrall() if user in group.gr_mem)


def user_name() -> str:
    """Return the name of the user who runs the program."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:  # a container's user without a name
        return str(os.geteuid())


@dataclass(frozen=True, slots=True)
class Environment:
    """The machine as the checks see it; tests replace the root folder and the probes."""

    config: Config
    data: Path
    root: Path = Path("/")
    user: str = field(default_factory=user_name)
    groups: frozenset[str] = field(default_factory=groups_now)
    later_groups: Callable[[str], frozenset[str]] = groups_after_login
    can_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    probe: Callable[[int, int], None] = probe_i2c
    version: Callable[[str], str | None] = find_version
    has_module: Callable[[str], bool] = has_module
    find_program: Callable[[str], str | None] = shutil.which
    free_bytes: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free
    python: tuple[int, int, int] = sys.version_info[:3]
    service: Callable[[], dict[str, str]] = dict
    """Returns systemd's properties of the service."""

    def at(self, path: str) -> Path:
        """Return a path of the system."""
        return self.root / path.lstrip("/")

    def read(self, path: str) -> str:
        """Return the text of a small file, stripped, or "" if it cannot be read."""
        try:
            return self.at(path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""

    @property
    def model(self) -> str:
        """The model of the Raspberry Pi, or "" on other machines."""
        model = self.read("proc/device-tree/model")
        return model if model.startswith("Raspberry Pi") else ""

    @property
    def config_txt(self) -> Path:
        """The config.txt of the Pi, which switches its buses on."""
        paths = [self.at(path) for path in CONFIG_TXT]
        return next((path for path in paths if path.exists()), paths[0])

    @property
    def is_card(self) -> bool:
        """Whether this is the card image, whose buses are switched on by an overlay of its own."""
        return self.at("etc/systemd/system/tablemate-card.service").exists()

    def device_parameters(self) -> dict[str, str]:
        """Return the dtparam settings of config.txt, of all sections but [none]."""
        parameters: dict[str, str] = {}
        counts = True
        for line in self.read(str(self.config_txt.relative_to(self.root))).splitlines():
            text = line.partition("#")[0].strip()
            if text.startswith("["):
                counts = text != "[none]"
            elif counts and (match := re.fullmatch(r"dtparam\s*=\s*(.+)", text)):
                for each in match[1].split(","):
                    name, _, value = each.partition("=")
                    parameters[name.strip()] = value.strip() or "on"
        return parameters
