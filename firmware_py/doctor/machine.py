"""Checks of the machine (Pi, Python, libraries, rights, ports, disk), and of the service: whether
it runs, can write its matches, and whether they are sound.
"""

from __future__ import annotations

import errno
import os
import re
import socket
import sqlite3
import subprocess
import tempfile
from pathlib import Path

from firmware_py.doctor.findings import Environment, Finding, Status, fail, warn, well
from firmware_py.panels.voice import PLAYER, SPEAKER
from firmware_py.storage.damage import inspect
from firmware_py.storage.database import FILE_NAME
from firmware_py.storage.errors import StoreError
from hardware.controls.pin_factory import AUTO, usual_back_end

LIBRARIES = (
    *("gpiozero", "luma.oled", "pillow", "pynacl", "pyserial", "segno", "smbus2", "websockets"),
)
"""Those that `pyproject.toml` names; the library for the pins has a check of its own."""
OLDEST_PYTHON = (3, 11)
LITTLE_BYTES = 100 * 2**20
TOO_LITTLE_BYTES = 10 * 2**20
FORGETFUL = ("overlay", "tmpfs", "ramfs")
"""File systems of a Pi that are empty after a restart."""
ESCAPED = re.compile(r"\\([0-7]{3})")
"""A space, tab, line end or backslash in the kernel's list of mounts."""
PORT_PATTERNS = ("dev/serial/by-id/*", "dev/ttyACM*", "dev/ttyUSB*")


def check_machine(environment: Environment) -> Finding:
    """Report the model of the Pi, or that this is another computer."""
    if environment.model:
        return well("machine", environment.model)
    return well(
        "machine",
        "not a Raspberry Pi, so there is no box to check here; "
        "tablemate --panel terminal and --panel web work on any computer",
    )


def check_python(environment: Environment) -> Finding:
    """Check the version of Python."""
    version = ".".join(map(str, environment.python))
    if environment.python[:2] >= OLDEST_PYTHON:
        return well("Python", version)
    return fail("Python", f"{version} is not supported", "use Python 3.11 or later")


def check_libraries(environment: Environment) -> Finding:
    """Check whether the libraries are installed, and report their versions."""
    versions = {name: environment.version(name) for name in LIBRARIES}
    missing = [name for name, version in versions.items() if version is None]
    if missing:
        return fail(
            "libraries",
            f"missing: {', '.join(missing)}",
            f"pip install {' '.join(missing)}, or install Tablemate again",
        )
    return well("libraries", ", ".join(f"{name} {version}" for name, version in versions.items()))


def check_power(environment: Environment) -> Finding | None:
    """Check whether the voltage was too low since the start."""
    text = environment.read("sys/devices/platform/soc/soc:firmware/get_throttled")
    try:
        flags = int(text, 16)
    except ValueError:
        return None
    if flags & 0x1 or flags & 0x10000:
        when = "is" if flags & 0x1 else "was, since the start,"
        return warn(
            "power",
            f"the voltage {when} too low",
            "use the Pi's own power supply and a short, thick cable: a weak one damages SD cards",
        )
    return well("power", "enough voltage since the start")


def check_back_end(environment: Environment) -> Finding | None:
    """Check whether gpiozero's back end for the pins is installed."""
    name = environment.config.controls.pin_factory
    if name == AUTO:
        name = usual_back_end(environment.has_module)
    module = {"rpigpio": "RPi.GPIO"}.get(name, name)
    if name in ("native", "mock"):
        return None
    if environment.has_module(module.partition(".")[0]):
        return well("pin library", name)
    if name == "gpiod":
        return fail(
            "pin library",
            "neither gpiod nor lgpio is there",
            "pip install 'tablemate-box[pi]', or install Tablemate again",
        )
    package = {"rpigpio": "python3-rpi.gpio"}.get(name, f"python3-{name}")
    return fail(
        "pin library",
        f"{name} is missing",
        f"sudo apt install {package} (and make the virtual environment with "
        "--system-site-packages), or pip install 'tablemate-box[pi]'",
    )


def check_pins(environment: Environment) -> Finding:
    """Check whether the pins may be used."""
    chips = sorted(environment.at("dev").glob("gpiochip*"))
    if not chips:
        return fail(
            "pins",
            "there is no /dev/gpiochip0",
            "use a Raspberry Pi OS with a kernel of its own, not a container without devices",
        )
    if not any(environment.can_use(chip) for chip in chips):
        return fail(
            "pins",
            f"{environment.user} is not allowed to use the pins (/dev/{chips[0].name})",
            f"sudo usermod -aG gpio {environment.user}, then log in again",
        )
    return well("pins", f"/dev/{chips[0].name} is there")


def check_groups(environment: Environment) -> Finding | None:
    """Check whether the user is in the groups of the devices; the service always is."""
    if environment.user == "root" and is_installed(environment):
        return None
    if environment.user == "root":
        return warn(
            "groups",
            "you are root, who may do everything; the service may not",
            "run the doctor as the user who will run Tablemate",
        )
    config = environment.config
    needed = ["gpio", config.display.bus]
    if config.serial.use != "off":
        needed.append("dialout")
    missing = [name for name in needed if name not in environment.groups]
    if not missing:
        return well("groups", f"{environment.user} is in {', '.join(needed)}")
    if set(missing) <= environment.later_groups(environment.user):
        return warn(
            "groups",
            f"{environment.user} is in {', '.join(missing)}, but not yet in this session",
            "log out and in again",
        )
    return warn(
        "groups",
        f"{environment.user} is not in {', '.join(missing)}",
        f"sudo usermod -aG {','.join(missing)} {environment.user}, then log in again",
    )


def check_serial(environment: Environment) -> Finding:
    """Check the serial port, if it is configured."""
    serial = environment.config.serial
    found = [
        f"/{path.relative_to(environment.root)}"
        for pattern in PORT_PATTERNS
        for path in sorted(environment.root.glob(pattern))
    ]
    there = f"found {', '.join(found)}" if found else "none found"
    if serial.use == "off":
        return well("serial port", f"not used ({there})")
    port = environment.at(serial.port)
    if not port.exists():
        return fail(
            "serial port",
            f"{serial.port} is not there ({there})",
            "plug the device in, or set port under [serial] to one that was found",
        )
    if not environment.can_use(port):
        return fail(
            "serial port",
            f"{environment.user} is not allowed to use {serial.port}",
            f"sudo usermod -aG dialout {environment.user}, then log in again",
        )
    return well("serial port", f"{serial.port} is there, for the {serial.use}")


def check_voice(environment: Environment) -> Finding:
    """Check the programs and the sound device of the voice, if it is switched on."""
    about = "voice"
    if not environment.config.voice.speak:
        return well(about, "off")
    packages = {SPEAKER: "espeak-ng", PLAYER: "alsa-utils"}
    missing = [name for name in packages if environment.find_program(name) is None]
    if missing:
        install = f"sudo apt install {' '.join(packages[name] for name in missing)}"
        return fail(about, f"missing: {', '.join(missing)}", install)
    sound = environment.at("dev/snd")
    devices = sorted(sound.glob("pcm*p"))
    if not devices:
        return fail(
            about,
            "there is no sound device",
            "plug in a USB sound adapter, or set dtparam=audio=on in config.txt for the Pi's own",
        )
    if not any(environment.can_use(device) for device in devices):
        return fail(
            about,
            f"{environment.user} is not allowed to use the sound device",
            f"sudo usermod -aG audio {environment.user}, then log in again",
        )
    return well(about, f"{SPEAKER} speaks through {PLAYER}, on {environment.config.voice.device}")


def check_data(environment: Environment) -> Finding:
    """Check whether matches can be stored, by writing a temporary file.

    A missing folder is not created, because it would belong to root if root runs the doctor.
    """
    folder = environment.data
    try:
        place = _nearest(folder)
        with tempfile.TemporaryFile(dir=place) as file:
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
        foreign = [path for path in _files(folder) if not environment.can_use(path)]
    except OSError as error:
        return fail("data", f"{folder} cannot be written: {error.strerror}", _remedy(error, folder))
    if foreign:
        return fail(
            "data",
            f"{environment.user} may not write to {foreign[0]}",
            f"sudo chown -R {environment.user} {folder}",
        )
    if place != folder:
        return well("data", f"{folder} will be made with the first match")
    return well("data", f"{folder} can be written")


def _nearest(folder: Path) -> Path:
    """Return the folder or its nearest existing parent."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def _files(folder: Path) -> list[Path]:
    if not folder.exists():
        return []
    return sorted(path for path in folder.iterdir() if path.is_file())


def _remedy(error: OSError, folder: Path) -> str:
    match error.errno:
        case errno.EACCES | errno.EPERM:
            return f"give yourself the right to write to {folder}, or choose another with --data"
        case errno.EROFS:
            return "the disk is read-only: check the SD card, or choose another place with --data"
        case errno.ENOSPC:
            return "the disk is full: make room"
        case errno.ENOTDIR | errno.EEXIST:
            return f"{folder} is not a directory: choose another place with --data"
    return "choose another place with --data"


def check_disk(environment: Environment) -> Finding | None:
    """Check the free space for matches."""
    try:
        free = environment.free_bytes(_nearest(environment.data))
    except OSError:
        return None
    says = f"{free // 2**20} MB free for {environment.data}"
    kind = _file_system(environment)
    if environment.model and kind in FORGETFUL:
        return fail(
            "disk",
            f"{environment.data} is on {kind}, which is empty after a restart",
            "mount a partition of its own there, as systemd/README.md says",
        )
    if free < TOO_LITTLE_BYTES:
        return fail("disk", says, "make room: nothing can be stored soon")
    if free < LITTLE_BYTES:
        return warn("disk", says, "make room before it is full")
    return well("disk", says)


def _file_system(environment: Environment) -> str:
    """Return the type of the file system of the data, or "" if unknown."""
    folder = environment.data.resolve()
    found = (-1, "")
    for line in environment.read("proc/self/mounts").splitlines():
        _, point, kind, *_ = line.split()
        point = ESCAPED.sub(lambda found: chr(int(found[1], 8)), point)
        if folder.is_relative_to(point):
            found = max(found, (len(point), kind))
    return found[1]


def check_web(environment: Environment) -> Finding:
    """Check whether the port of the web page is free."""
    web = environment.config.web
    place = f"{web.host}, port {web.port}"
    if not 0 <= web.port < 2**16:
        return fail("web page", f"there is no port {web.port}", "set port under [web] to 8080")
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            web.host, web.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except (OSError, UnicodeError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            return warn(
                "web page",
                f"{place} is in use",
                "fine if Tablemate runs already; else choose another port under [web]",
            )
        return fail("web page", f"{place}: {error}", "choose another host or port under [web]")
    return well("web page", f"{place} is free")


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
