"""Debian's packages for the card: fetched once, checked by apt, and kept.

What is kept is a small archive with nothing else in it: a second build from it, on whatever day,
has the same packages. `--update` fetches anew. Versions and hashes are listed in a file next to it.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from workshop import SUITE, Workshop, digest

ARCH = "arm64"
PACKAGES = (
    *("systemd", "systemd-sysv", "systemd-timesyncd", "udev", "dbus", "kmod", "e2fsprogs", "fdisk"),
    *("linux-image-arm64", "raspi-firmware", "busybox-static", "e2fsck-static"),
    *("python3", "python3-venv", "python3-spidev", "openssl"),
    *("network-manager", "wpasupplicant", "dnsmasq-base", "iproute2", "nftables"),
    *("wireless-regdb", "firmware-brcm80211", "avahi-daemon", "openssh-server"),
)
MIRROR = "http://deb.debian.org/debian"
SECURITY = "http://deb.debian.org/debian-security"
PARTS = "main contrib non-free non-free-firmware"
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
SOURCES = "".join(
    f"deb [signed-by={KEYS}] {mirror} {suite} {PARTS}\n"
    for mirror, suite in (
        (MIRROR, SUITE),
        (MIRROR, f"{SUITE}-updates"),
        (SECURITY, f"{SUITE}-security"),
    )
)
FETCH = """set -eu
place=$1
shift
state=$place/apt
mkdir -p "$state/lists/partial" "$state/archives/partial"
: >"$state/status"
options="-o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o APT::Sandbox::User=root
  -o Dir::State=$state -o Dir::State::status=$state/status -o Dir::Cache=$state
  -o Dir::Etc::sourcelist=$place/sources -o Dir::Etc::sourceparts=/dev/null
  -o Dir::Etc::parts=/dev/null -o APT::Install-Recommends=false -o Acquire::Languages=none"
apt-get $options -q update
apt-get $options -q -y --download-only install '?essential' apt "$@"
mv "$state"/archives/*.deb "$place"
rm -r "$state"
cd "$place"
for file in *.deb; do
  dpkg-deb --field "$file"
  echo "Filename: ./$file"
  echo "Size: $(stat -c %s "$file")"
  echo "SHA256: $(sha256sum "$file" | cut -d' ' -f1)"
  echo
done >Packages
{
  echo "Origin: Debian"
  echo "Suite: stable"
  echo "Codename: trixie"
  echo "Architectures: arm64"
  echo "Date: Thu, 01 Jan 2026 00:00:00 UTC"
  echo "SHA256:"
  echo " $(sha256sum Packages | cut -d' ' -f1) $(stat -c %s Packages) Packages"
} >Release
"""


def packages(workshop: Workshop) -> Path:
    """Return a directory with every package, as an archive that apt can read."""

    def make(place: Path) -> None:
        place.mkdir()
        (place / "sources").write_text(SOURCES)
        workshop.inside("sh", "-c", FETCH, "sh", place, *PACKAGES)

    return workshop.step("packages", digest(PACKAGES, SOURCES, FETCH), make)


def manifest(archive: Path) -> str:
    """Return the list of packages: name, version and hash, a line each."""
    return "".join(sorted(f"{' '.join(each)}\n" for each in _entries(archive)))


def _entries(archive: Path) -> Iterator[tuple[str, str, str]]:
    """Yield name, version and hash of every package."""
    for entry in (archive / "Packages").read_text().strip().split("\n\n"):
        fields = dict(
            line.split(": ", 1) for line in entry.splitlines() if ": " in line and line[0] != " "
        )
        yield fields["Package"], fields["Version"], fields["SHA256"]


def sbom(archive: Path, libraries: Path, version: str) -> str:
    """Return the contents of the card in CycloneDX: Debian's packages and Python's libraries."""
    debian = [
        _component(name, number, f"pkg:deb/debian/{name}@{number}?arch={ARCH}", digest)
        for name, number, digest in sorted(_entries(archive))
    ]
    card = {"type": "firmware", "name": "tablemate card", "version": version}
    return cyclonedx(card, debian + wheel_components(libraries))


def wheel_components(folder: Path) -> list[dict[str, object]]:
    """Return a CycloneDX component for each wheel in a folder."""
    components = []
    for wheel in sorted(folder.glob("*.whl")):
        name, number, *_ = wheel.name.split("-")
        name = name.lower().replace("_", "-")
        found = sha256(wheel.read_bytes()).hexdigest()
        components.append(_component(name, number, f"pkg:pypi/{name}@{number}", found))
    return components


def npm_component(folder: Path, name: str) -> dict[str, object]:
    """Return a CycloneDX component for a package of npm that a folder's lock file pins."""
    lock = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))
    found = lock["packages"][f"node_modules/{name}"]
    way, _, digest = found["integrity"].partition("-")
    hashes = [{"alg": way.upper().replace("SHA", "SHA-"), "content": b64decode(digest).hex()}]
    number = found["version"]
    what = {"type": "library", "name": name, "version": number}
    return {**what, "purl": f"pkg:npm/{name}@{number}", "hashes": hashes}


def cyclonedx(whole: dict[str, str], components: list[dict[str, object]]) -> str:
    """Return a CycloneDX document: what `whole` is made of."""
    head = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1}
    metadata = {"component": whole}
    return json.dumps({**head, "metadata": metadata, "components": components}, indent=1)


def _component(name: str, version: str, address: str, digest: str) -> dict[str, object]:
    hashes = [{"alg": "SHA-256", "content": digest}]
    what = {"type": "library", "name": name, "version": version}
    return {**what, "purl": address, "hashes": hashes}
