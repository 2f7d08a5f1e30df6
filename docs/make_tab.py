"""Put together the box that runs in a browser tab: page, program, and Python for the browser.

python docs/make_tab.py build/tab

Everything that the tab loads is in the folder; any web server can serve it, at any path. Python is
the npm package `pyodide`, whose version docs/tab/package-lock.json pins. What a box never needs in
a browser is left out, so that less has to be loaded. The same tree gives the same bytes.
"""

from __future__ import annotations

import importlib.util
import io
import json
import lzma
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from firmware_py.app.game_pictures import GamePictures
from firmware_py.panels.web.page_files import load_page
from firmware_py.version import __version__

ROOT = Path(__file__).parents[1]
TAB = ROOT / "docs" / "tab"
PYODIDE = TAB / "node_modules" / "pyodide"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PAGE_FILES = (
    "app.js", "app.webmanifest", "boot.js", "desk.js", "icon.svg", "icon-192.png", "icon-512.png",
    "page.css",
)  # fmt: skip
"""What the page loads; everything else is joined into these."""
PACKAGES = ("engines", "hardware", "firmware_py")
LEFT_OUT = (
    "firmware_py/doctor/", "firmware_py/panels/terminal", "firmware_py/panels/web/page/",
    "firmware_py/shell/", "hardware/case/", "hardware/display/chip_models.py",
    "hardware/pico_panel/", "hardware/serial/",
)  # fmt: skip
"""Parts of the packages that have no use in a browser."""
ENDINGS = (".py", ".mo", ".toml", ".json", ".txt")
WEBSOCKETS = (
    "__init__", "datastructures", "exceptions", "extensions/__init__", "extensions/base", "frames",
    "http11", "imports", "typing", "utils", "version",
)  # fmt: skip
"""The modules of `websockets` behind its exceptions and codes, which is all that the tab uses."""
STDLIB_LEFT_OUT = (
    "_aix_support", "_android_support", "_apple_support", "_ios_support", "_osx_support",
    "_pydatetime", "_pydecimal", "_pyio", "_pyrepl", "antigravity", "bdb", "cProfile", "cmd",
    "code", "compileall", "ctypes", "curses", "dbm", "doctest", "ensurepip", "filecmp", "fileinput",
    "ftplib", "graphlib", "idlelib", "imaplib", "mailbox", "modulefinder", "multiprocessing",
    "netrc", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile", "pstats", "pty",
    "py_compile", "pyclbr", "pydoc", "pydoc_data", "rlcompleter", "runpy", "sched", "shelve",
    "smtplib", "socketserver", "statistics", "symtable", "tabnanny", "this", "timeit", "trace",
    "tracemalloc", "turtle", "turtledemo", "unittest", "venv", "wave", "webbrowser", "wsgiref",
    "xml", "xmlrpc", "zipapp", "asyncio.windows_events", "asyncio.windows_utils",
    "asyncio.proactor_events", "http.cookiejar", "http.cookies", "http.server",
)  # fmt: skip
"""Modules of the standard library that neither the program nor Pyodide imports."""
ENCODINGS = frozenset({"", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_8"})
"""Those of the standard library that the tab has."""


class NotBuilt(Exception):
    """Something that the tab needs is missing; the message says what to do."""


def make(target: Path) -> None:
    """Write all files of the tab to a folder, which is emptied first."""
    if not PYODIDE.exists():
        raise NotBuilt("Python for the browser is missing: npm ci --prefix docs/tab")
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    page = load_page()
    for name in PAGE_FILES:
        (target / name).write_bytes(page[f"/{name}"].body)
    for name in RUNTIME:
        shutil.copyfile(PYODIDE / name, target / name)
    for each in sorted(TAB.iterdir()):
        if each.suffix in (".js", ".css", ".py", ".txt") and each.name != "service_worker.js":
            shutil.copyfile(each, target / each.name)
    for path, route in GamePictures({}).items():
        place = target / path[1:]
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(route()[1])
    (target / "index.html").write_text(index(page["/"].body.decode()), encoding="utf-8")
    (target / "pyodide-lock.json").write_text(lock_file(), encoding="utf-8")
    (target / "python_stdlib.zip").write_bytes(standard_library())
    (target / "program.tar.xz").write_bytes(program())
    (target / "service_worker.js").write_text(service_worker(target), encoding="utf-8")


def index(page: str) -> str:
    """Return the page of the box with the tab in place of a server."""
    before = '    <script async src="boot.js"></script>\n'
    ours = '    <link rel="stylesheet" href="tab.css">\n    <script src="tab.js"></script>\n'
    first = '    <link rel="preload" href="first" as="fetch" crossorigin>\n'
    if before not in page or first not in page:
        raise NotBuilt("index.html does not begin as docs/make_tab.py expects")
    return page.replace(first, "").replace(before, ours + before)


def lock_file() -> str:
    """Return Pyodide's list of packages without packages: the tab needs none."""
    found = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps({**found, "packages": {}})


def standard_library() -> bytes:
    """Return Python's own modules, packed anew without those that are left out."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as whole,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as part,
    ):
        for name in sorted(whole.namelist()):
            if name.endswith(".py") and not _is_left_out(name.removesuffix(".py").split("/")):
                part.writestr(_dated(name), whole.read(name), compresslevel=9)
    return made.getvalue()


def _is_left_out(parts: list[str]) -> bool:
    """Return whether a module of the standard library is left out, by the parts of its name."""
    if parts[0] == "encodings":
        return parts[1].removeprefix("__init__") not in ENCODINGS
    return parts[0] in STDLIB_LEFT_OUT or ".".join(parts[:2]) in STDLIB_LEFT_OUT


def _dated(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def program() -> bytes:
    """Return our packages and what they use of `websockets`, in an archive."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, body in sorted(_sources()):
            info = tarfile.TarInfo(name)
            info.size = len(body)
            archive.addfile(info, io.BytesIO(body))
    return lzma.compress(made.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def _sources() -> Iterator[tuple[str, bytes]]:
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*"):
            name = file.relative_to(ROOT).as_posix()
            if file.suffix in ENDINGS and not name.startswith(LEFT_OUT):
                yield name, file.read_bytes()
    found = importlib.util.find_spec("websockets")
    assert found is not None
    assert found.origin is not None
    for name in WEBSOCKETS:
        yield f"websockets/{name}.py", (Path(found.origin).parent / f"{name}.py").read_bytes()


def service_worker(target: Path) -> str:
    """Return the service worker with the files to keep, under a version that follows from them."""
    files = (each for each in target.rglob("*") if each.is_file())
    names = sorted(each.relative_to(target).as_posix() for each in files)
    digest = sha256(b"".join((target / name).read_bytes() for name in names)).hexdigest()[:16]
    lines = {"VERSION": f"{__version__}-{digest}", "FILES": ["./", *names]}
    text = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in lines.items())
    return text + (TAB / "service_worker.js").read_text(encoding="utf-8")


if __name__ == "__main__":
    try:
        make(Path(sys.argv[1]))
    except NotBuilt as error:
        sys.exit(f"{error}")
