"""The system on the card: Debian's packages, our program installed by its own script, trimmed.

debian   a tar file, from the kept packages alone             mmdebstrap, scripts run emulated
tree     the same, trimmed, with our files and the program    systemd/install, run emulated
"""

from __future__ import annotations

import lzma
import os
import re
import shutil
import sys
from pathlib import Path

from locked import locked
from outfit import PROJECT
from packages import ARCH, PACKAGES
from workshop import SUITE, Workshop, digest, run

HERE = Path(__file__).parent
PYTHON = "3.13"
PLATFORMS = ("manylinux2014_aarch64", "manylinux_2_28_aarch64", "manylinux_2_34_aarch64")
FIXED_TIME = "1735689600"
"""Of Debian's part: the same whenever the packages are."""
EXCLUDED = ("man", "doc", "locale", "info", "lintian", "bash-completion", "zsh", "i18n/charmaps")
KEPT = "/usr/share/doc/*/copyright"
"""The licences: nothing may be passed on without them."""
MODULES = (
    *("arch", "crypto", "lib", "block", "security", "virt/lib", "mm"),
    *(f"fs/{name}" for name in ("ext4", "jbd2", "fat", "exfat", "nls", "overlayfs", "autofs")),
    *("fs/mbcache.ko.xz", "fs/fuse"),
    *(f"net/{name}" for name in ("core", "ipv4", "ipv6", "netfilter", "wireless", "mac80211")),
    *(f"net/{name}" for name in ("rfkill", "packet", "bridge", "802", "llc", "sched")),
    *(f"drivers/{name}" for name in ("base", "bcma", "char", "clk", "clocksource", "cpufreq")),
    *(f"drivers/{name}" for name in ("dma", "firmware", "gpio", "hid", "hwmon", "i2c", "input")),
    *(f"drivers/{name}" for name in ("leds", "mailbox", "mfd", "misc", "mmc", "nvmem", "of")),
    *(f"drivers/{name}" for name in ("pci", "phy", "pinctrl", "pmdomain", "pwm", "regulator")),
    *(f"drivers/{name}" for name in ("reset", "rtc", "scsi", "soc", "spi", "thermal", "tty")),
    *("drivers/usb", "drivers/watchdog", "drivers/net/ethernet/broadcom", "drivers/net/mdio"),
    *(
        "drivers/net/phy",
        "drivers/net/usb",
        "drivers/net/wireless/broadcom",
        "drivers/net/mii.ko.xz",
    ),
    *("drivers/net/wireless/virtual", "drivers/net/pcs"),
)
"""What of the kernel's modules stays, below its directory; the rest is for other machines."""
RADIOS = re.compile(r"(brcmfmac(43430|43436|43455|43456)|cyfmac(43430|43455)|BCM|regulatory)")
GONE = (
    *("boot/*", "var/cache/*", "var/lib/apt/lists/*", "var/log/*", "etc/ssh/ssh_host_*", "tmp/*"),
    *("usr/lib/linux-image-*", "usr/lib/raspi-firmware", "etc/machine-id"),
    *("var/lib/dbus/machine-id", "var/lib/systemd/random-seed", "var/lib/systemd/catalog/database"),
    *("usr/share/initramfs-tools", "etc/.pwd.lock", "var/lib/dpkg/*-old", "etc/*-", "root/.cache"),
    *("vmlinuz*", "initrd.img*", "etc/udev/hwdb.bin", "etc/resolv.conf", "etc/apt/sources.list*"),
)
"""What is made anew, is on the boot partition, or nobody needs."""
MASKED = (
    # Nobody logs in, and nothing is upgraded in place.
    *("getty@.service", "serial-getty@.service", "getty.target", "systemd-firstboot.service"),
    *("apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer"),
    *("sshd-keygen.service", "ssh.socket", "NetworkManager-wait-online.service"),
    *("rpi-reconfigure-raspi-firmware.service", "rpi-set-sysconf.service"),
    # The root is only read.
    *("e2scrub_all.timer", "e2scrub_reap.service", "fstrim.timer", "systemd-random-seed.service"),
    # What no program here uses; each costs a moment before the first picture.
    *("modprobe@drm.service", "modprobe@efi_pstore.service", "modprobe@fuse.service"),
    *("systemd-pstore.service", "systemd-binfmt.service", "proc-sys-fs-binfmt_misc.automount"),
    *("dev-hugepages.mount", "dev-mqueue.mount", "sys-fs-fuse-connections.mount"),
    *("sys-kernel-debug.mount", "sys-kernel-tracing.mount", "sys-kernel-config.mount"),
    *("modprobe@configfs.service", "systemd-udev-load-credentials.service"),
    # The initrd has mounted the root as it stays, and the journal is in memory.
    *("systemd-remount-fs.service", "systemd-journal-flush.service"),
)
ENABLED = (
    "tablemate-card.service",
    "tablemate-picture.service",
    "ssh.service",
    "NetworkManager.service",
)


def debian(workshop: Workshop, archive: Path) -> Path:
    """Return Debian as a tar file, made from the kept packages."""

    def make(place: Path) -> None:
        tar = place.with_suffix(".tar")
        temporary = workshop.cache / "part-tmp"
        temporary.mkdir()
        workshop.inside(
            *("mmdebstrap", "--mode=root", "--variant=apt", f"--architectures={ARCH}"),
            *("--skip=check/qemu", f"--include={','.join(PACKAGES)}"),
            *('--aptopt=APT::Sandbox::User "root"', '--aptopt=APT::Install-Recommends "false"'),
            *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in EXCLUDED),
            f"--dpkgopt=path-include={KEPT}",
            *(SUITE, tar, f"deb [trusted=yes] copy://{archive} ./"),
            # We have an initrd of our own; making Debian's takes long where it is emulated.
            env={"TMPDIR": str(temporary), "INITRD": "No", "SOURCE_DATE_EPOCH": FIXED_TIME},
        )
        shutil.rmtree(temporary)
        tar.rename(place)

    key = digest(archive / "Packages", PACKAGES, EXCLUDED, KEPT, FIXED_TIME)
    return workshop.step("debian", key, make)


def wheels(workshop: Workshop) -> Path:
    """Return a directory with the libraries that `box.lock` names, for a Raspberry Pi."""
    wanted = locked(PYTHON)

    def make(place: Path) -> None:
        place.mkdir()
        lock = place / "lock"
        lock.write_text(wanted)
        run(
            *(sys.executable, "-m", "pip", "download", "--quiet", "--dest", place),
            *("--python-version", PYTHON, "--only-binary", ":all:", "--no-deps"),
            *(f"--platform={platform}" for platform in PLATFORMS),
            *("--require-hashes", "--requirement", lock),
            cwd=workshop.cache,
        )
        lock.unlink()

    return workshop.step("wheels", digest(wanted, PLATFORMS, PYTHON), make)


def furnish(workshop: Workshop, top: Path, epoch: int) -> None:
    """Make the root of a tree with Debian's packages, once its boot files have been taken."""
    with workshop.progress("program"):
        install(workshop, top, epoch)
    with workshop.progress("trimmed tree"):
        trim(workshop, top, epoch)


def trim(workshop: Workshop, top: Path, epoch: int) -> None:
    """Delete what no Raspberry Pi needs, add our files, and compile Python."""
    release = (next((top / "usr/lib/modules").iterdir())).name
    trim_modules(top / "usr/lib/modules" / release / "kernel")
    workshop.inside("depmod", "--basedir", top, release)
    trim_firmware(top / "usr/lib/firmware")
    for pattern in GONE:
        for path in top.glob(pattern):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    lay_files(HERE / "tree", top)
    (top / "etc/resolv.conf").symlink_to("/run/NetworkManager/resolv.conf")
    (top / "etc/machine-id").write_text("uninitialized\n")
    for name in ("data", "boot/firmware", "var/lib/tablemate", "var/lib/systemd/timesync"):
        (top / name).mkdir(parents=True, exist_ok=True)
    workshop.in_tree(top, "systemctl", "--quiet", "mask", *MASKED)
    workshop.in_tree(top, "systemctl", "--quiet", "enable", *ENABLED)
    # It would open a door of its own for SSH.
    generators = top / "etc/systemd/system-generators"
    generators.mkdir(exist_ok=True)
    (generators / "systemd-ssh-generator").symlink_to("/dev/null")
    compile_python(workshop, top)
    settle(top, epoch)
    # Else every start would bring up to date what this one forgets again.
    for name in ("etc/.updated", "var/.updated"):
        (top / name).write_text(f"TIMESTAMP_NSEC={epoch}000000000\n")
        os.utime(top / name, (epoch, epoch))
    for name in ("etc", "var"):
        os.utime(top / name, (epoch, epoch))


def install(workshop: Workshop, top: Path, epoch: int) -> None:
    """Install the program with our own script, in the tree."""
    project = top / "project"
    (project / "docs").mkdir(parents=True)
    shutil.copytree(wheels(workshop), project / "wheels")
    shutil.copytree(
        PROJECT / "systemd", project / "systemd", ignore=shutil.ignore_patterns("image")
    )
    shutil.copy(card_config(project / "docs"), project / "docs" / "tablemate.example.toml")
    build = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", project / "wheels")
    run(*build, cwd=PROJECT, env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)})
    command = ("/project/systemd/install", "--wheels", "/project/wheels", "--no-shutdown-button")
    for path in top.glob("boot/firmware/config.txt"):
        path.unlink()  # it is ours, and has what the script would write
    # A new user's entry has the day on it.
    print(workshop.in_tree(top, *command, env={"SOURCE_DATE_EPOCH": str(epoch)}), end="")
    shutil.rmtree(project)


def card_config(folder: Path) -> Path:
    """Return the configuration of a card: the first start asks what is fitted, phones may look."""
    text = (PROJECT / "docs" / "tablemate.example.toml").read_text()
    for usual, ours in (
        ('# hat = ""    ', 'hat = "ask"   '),
        ('# host = "127.0.0.1"', 'host = "0.0.0.0"    '),
    ):
        assert text.count(usual) == 1, usual
        text = text.replace(usual, ours)
    place = folder / "card.toml"
    place.write_text(text)
    return place


def lay_files(source: Path, top: Path) -> None:
    """Put our files into the tree, with the rights that git knows, whatever the checkout has."""
    for path in sorted(source.rglob("*")):
        target = top / path.relative_to(source)
        if path.is_dir():
            target.mkdir(exist_ok=True)
        else:
            shutil.copyfile(path, target)
            target.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)


def trim_modules(kernel: Path) -> None:
    """Delete the modules for machines other than a Raspberry Pi, and unpack the others.

    They load faster that way, and the whole image becomes smaller when it is compressed.
    """
    kept = tuple(f"{name}" if ".ko" in name else f"{name}/" for name in MODULES)
    for path in sorted(kernel.rglob("*.ko.xz")):
        if str(path.relative_to(kernel)).startswith(kept):
            path.with_suffix("").write_bytes(lzma.decompress(path.read_bytes()))
        path.unlink()


def trim_firmware(firmware: Path) -> None:
    """Delete the firmware of radios that no Raspberry Pi has."""
    for path in sorted(firmware.rglob("*")):
        if not path.is_dir() and not RADIOS.search(path.name):
            path.unlink()


def compile_python(workshop: Workshop, top: Path) -> None:
    """Compile all of Python by contents, not by times: the files are never written again."""
    for cache in sorted(top.rglob("__pycache__")):
        shutil.rmtree(cache)
    places = (top / "usr/lib/python3.13", top / "usr/lib/python3", top / "opt")
    workshop.inside(
        *("python3", "-m", "compileall", "-q", "-j", "1", "--invalidation-mode", "unchecked-hash"),
        *("-s", top, "-p", "/", "-x", "lib2to3|/test/", *places),
        env={"PYTHONHASHSEED": "0"},
    )


def settle(top: Path, epoch: int) -> None:
    """Let nothing be younger than the commit, so that the day of the build does not matter."""
    for folder, _, names in os.walk(top):
        for path in [folder, *(f"{folder}/{name}" for name in names)]:
            if os.lstat(path).st_mtime > epoch:
                os.utime(path, (epoch, epoch), follow_symlinks=False)
