"""The card: three partitions in one file, the same bytes for the same commit and packages."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from workshop import Workshop, run

MB = 1024 * 1024
FIRST_MB = 4
BOOT_MB = 160
DATA_MB = 32
BYTES_PER_INODE = 32768
"""Each 128 MB that are added get as many inodes as the file system has now. Their tables are
written during the first evening, which with the usual 4096 was 1 GB on a large card."""
SPARE = 1.06
"""The root is as large as what is in it, and a little more for the file system itself."""
DISK_ID = 0x7AB1E3A7
ROOT_ID = "7ab1e3a7-0000-4000-8000-000000000001"
DATA_ID = "7ab1e3a7-0000-4000-8000-000000000002"
OWNED = {
    "tablemate": 0o750,
    "network": 0o700,
    "clock": 0o755,
    "ssh": 0o700,
    "program": 0o755,
    "program/changes": 0o755,
    "program/work": 0o755,
}
"""The directories of the data partition."""


def make_card(workshop: Workshop, top: Path, boot: Path, place: Path, epoch: int) -> None:
    """Put the partitions together; `place` is the image."""
    parts = workshop.cache / "part-parts"
    parts.mkdir()
    env = {"SOURCE_DATE_EPOCH": str(epoch), "E2FSPROGS_FAKE_TIME": str(epoch), "TZ": "UTC"}
    size = sum(_blocks(path) for path in top.rglob("*")) + 20 * MB
    root_mb = int(size * SPARE) // MB + 1
    make_root(workshop, top, parts / "root", root_mb, env)
    make_data(workshop, top, parts, env)
    make_boot(workshop, boot, parts / "boot", env)
    with place.open("wb") as image:
        image.truncate((FIRST_MB + BOOT_MB + root_mb + DATA_MB) * MB)
    table = (
        f"label: dos\nlabel-id: {DISK_ID:#x}\nunit: sectors\n"
        f"start={FIRST_MB}MiB, size={BOOT_MB}MiB, type=c, bootable\n"
        f"size={root_mb}MiB, type=83\nsize={DATA_MB}MiB, type=83\n"
    )
    (parts / "table").write_text(table)
    workshop.inside("sh", "-c", 'sfdisk --quiet "$1" <"$2"', "sh", place, parts / "table")
    start = FIRST_MB
    for name, length in (("boot", BOOT_MB), ("root", root_mb), ("data", DATA_MB)):
        run(
            *("dd", f"if={parts / name}", f"of={place}", "bs=1M", f"seek={start}"),
            *("conv=notrunc,sparse", "status=none"),
        )
        start += length
    shutil.rmtree(parts)


def _blocks(path: Path) -> int:
    """Return what a file takes on the card."""
    if path.is_symlink() or not path.is_file():
        return 4096 if path.is_dir() else 256
    return -(-path.stat().st_size // 4096) * 4096 + 256


def make_root(
    workshop: Workshop, top: Path, place: Path, size_mb: int, env: dict[str, str]
) -> None:
    """Make the root's file system from a tar file, whose order and times we know; no journal."""
    pack = (
        'tar --create --file "$2" --directory "$1" --sort=name --numeric-owner --format=posix '
        "--xattrs --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime . && "
        'mke2fs -q -t ext4 -b 4096 -m 0 -O ^has_journal,^resize_inode -L tablemate-root -U "$4" '
        '-E "hash_seed=$4,lazy_itable_init=0,root_owner=0:0" -d "$2" "$3" "$5M"; code=$?; '
        'rm "$2"; exit $code'
    )
    tar = place.with_suffix(".tar")
    workshop.inside("sh", "-c", pack, "sh", top, tar, place, ROOT_ID, str(size_mb), env=env)


def make_data(workshop: Workshop, top: Path, parts: Path, env: dict[str, str]) -> None:
    """Make the data's file system: empty directories, those of the program for its user."""
    folder = parts / "data.d"
    folder.mkdir()
    users = (line.split(":") for line in (top / "etc/passwd").read_text().splitlines())
    ((user, group),) = ((int(row[2]), int(row[3])) for row in users if row[0] == "tablemate")
    epoch = int(env["SOURCE_DATE_EPOCH"])
    for name, mode in OWNED.items():
        (folder / name).mkdir()
        (folder / name).chmod(mode)
        if name == "tablemate":
            os.chown(folder / name, user, group)
    for path in [folder, *folder.rglob("*")]:
        os.utime(path, (epoch, epoch))
    pack = (
        'tar --create --file "$2" --directory "$1" --sort=name --numeric-owner --format=posix '
        "--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime . && "
        'mke2fs -q -t ext4 -b 4096 -m 0 -i "$6" -J size=4 -L tablemate-data -U "$4" '
        '-E "hash_seed=$4,lazy_itable_init=0,root_owner=0:0" -d "$2" "$3" "$5M"'
    )
    tar = parts / "data.tar"
    sizes = (str(DATA_MB), str(BYTES_PER_INODE))
    workshop.inside("sh", "-c", pack, "sh", folder, tar, parts / "data", DATA_ID, *sizes, env=env)


def make_boot(workshop: Workshop, boot: Path, place: Path, env: dict[str, str]) -> None:
    """Make the boot partition, with a fixed number and the files in a fixed order."""
    with place.open("wb") as file:
        file.truncate(BOOT_MB * MB)
    workshop.inside(
        "mformat", "-i", place, "-F", "-v", "TABLEMATE", "-N", f"{DISK_ID:08x}", "::", env=env
    )
    for path in sorted(boot.iterdir()):
        workshop.inside("mcopy", "-i", place, "-s", "-p", "-m", path, "::", env=env)
