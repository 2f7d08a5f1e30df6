"""What is given away: the compressed image, its description for the Imager, a list of packages."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import shutil
from pathlib import Path

from outfit import PROJECT
from workshop import Workshop

LARGEST_MB = 350
DEVICES = ("pi3-64bit", "pi4-64bit")
"""As the Imager calls them; a Zero 2 W counts among the first."""
ICON = PROJECT / "firmware_py/panels/web/page/icon.svg"


def publish(
    workshop: Workshop, image: Path, folder: Path, name: str, epoch: int, url: str | None
) -> Path:
    """Compress the image into a folder and return it; with a URL, describe it for the Imager."""
    folder.mkdir(parents=True, exist_ok=True)
    packed = workshop.cache / f"part-{name}.img.xz"
    pack = 'exec xz --threads=2 --block-size=24MiB -6 --check=crc32 --stdout "$1" >"$2"'
    workshop.inside("sh", "-c", pack, "sh", image, packed)
    target = folder / f"{name}.img.xz"
    shutil.copyfile(packed, target)
    packed.unlink()
    if url:
        shutil.copyfile(ICON, folder / f"{name}.svg")
        entry = describe(image, target, epoch, url)
        text = json.dumps({"os_list": [entry]}, indent=2) + "\n"
        (folder / "os_list.json").write_text(text)
    return target


def describe(image: Path, packed: Path, epoch: int, url: str) -> dict[str, object]:
    """Return the Imager's entry. No `init_format`: with one it would offer settings."""
    place = f"{url.rstrip('/')}/{packed.name}"
    return {
        "name": "Tablemate",
        "description": "The referee beside the board game: flash, plug, play",
        "icon": place.removesuffix(".img.xz") + ".svg",
        "url": place,
        "release_date": f"{dt.datetime.fromtimestamp(epoch, dt.UTC):%Y-%m-%d}",
        "extract_size": image.stat().st_size,
        "extract_sha256": file_hash(image),
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": file_hash(packed),
        "devices": list(DEVICES),
        "architecture": "armv8",
    }


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
