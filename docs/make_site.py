"""Build the site from the pages of docs, with the box in a tab.

python docs/make_site.py build/site

    pages of the project --links turned--> build/site-source --Sphinx--> site
    docstrings of engines --> api/*.md --'                     tab  --> site/try

A warning of Sphinx, or a link in what it made that leads nowhere, fails. With TABLEMATE_URL, the
address of the repository, links to other files lead there. The same tree gives the same
bytes.
"""

from __future__ import annotations

import importlib
import inspect
import os
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote, urlsplit

import make_tab

ROOT = Path(__file__).parents[1]
SITE = ROOT / "docs" / "site"
PAGE = ROOT / "firmware_py" / "panels" / "web" / "page"
TAB = "try"
"""Where the box in a tab is."""
ALSO = {
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "CONTRIBUTING.md": "contributing.md",
    "RELEASE.md": "release.md",
    "SECURITY.md": "security.md",
    "quality.md": "quality.md",
    "hardware/HATS.md": "hardware/hats.md",
    "hardware/WIRING.md": "hardware/wiring.md",
    "hardware/pico_panel/README.md": "hardware/pico.md",
    "systemd/README.md": "service.md",
    "systemd/image/README.md": "image.md",
}
"""Pages outside of docs, and where they are on the site."""
API = (
    "engines.catalog", "engines.engine", "engines.match", "engines.record", "engines.start",
    "engines.referee", "engines.wording", "engines.rng", "engines.bots.player",
    "engines.bots.seat_view",
)  # fmt: skip
"""The modules of `engines` that a program imports."""
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|!?\[[^\]]*\])*)\]\((?!https?:|#)([^)\s]+)\)")
_HTML_LINK = re.compile(r'<(a|img)\b([^>]*?) (href|src)="(?!https?:|#)([^"]+)"')
_ANCHOR = re.compile(r'<a id="([\w-]+)"></a>')


class NotBuilt(Exception):
    """The site cannot be built; the message says what to do."""


def pages() -> dict[str, str]:
    """Return the pages of the site: where each is in the project, and on the site."""
    docs = {
        file.relative_to(ROOT).as_posix(): file.relative_to(ROOT / "docs").as_posix()
        for folder in ("docs", "docs/rules", "docs/decisions")
        for file in sorted((ROOT / folder).glob("*.md"))
    }
    own = {each.relative_to(ROOT).as_posix(): each.name for each in sorted(SITE.glob("*.md"))}
    return docs | own | {name: place for name, place in ALSO.items() if (ROOT / name).exists()}


def write_source(folder: Path, url: str) -> None:
    """Write the pages as Sphinx reads them, with the pictures that they show."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    places = pages()
    for name, place in places.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / name).read_text(encoding="utf-8")
        target.write_text(turn_links(text, name, places, folder, url), encoding="utf-8")
    for name in ("conf.py", "site.css"):
        shutil.copyfile(SITE / name, folder / name)
    (folder / "pictures").mkdir(exist_ok=True)
    shutil.copyfile(PAGE / "icon.svg", folder / "pictures" / "icon.svg")
    write_api(folder / "api")


def turn_links(text: str, name: str, places: Mapping[str, str], folder: Path, url: str) -> str:
    """Return a page with its links as they are on the site."""
    at = posixpath.dirname(name)
    here = posixpath.dirname(places[name])

    def turned(target: str) -> str | None:
        """Return where a link of this page leads on the site; None if nowhere."""
        path, hash_, anchor = target.partition("#")
        if path.startswith(f"{TAB}/"):
            return target
        whole = posixpath.normpath(posixpath.join(at, path))
        if whole in places:
            return posixpath.relpath(places[whole], here or ".") + hash_ + anchor
        if (ROOT / whole).suffix in (".gif", ".png", ".svg"):
            copied = f"pictures/{posixpath.basename(whole)}"
            (folder / "pictures").mkdir(exist_ok=True)
            shutil.copyfile(ROOT / whole, folder / copied)
            return posixpath.relpath(copied, here or ".")
        return f"{url}/blob/main/{whole}" if url else None

    def markdown(found: re.Match[str]) -> str:
        mark, words, target = found.groups()
        words = _LINK.sub(markdown, words)
        to = turned(target)
        return words if to is None else f"{mark}[{words}]({to})"

    def html(found: re.Match[str]) -> str:
        to = turned(found[4])
        if to is None:
            raise NotBuilt(f"{name}: {found[4]} is not on the site")
        return f'<{found[1]}{found[2]} {found[3]}="{to.replace(".md", ".html")}"'

    text = _HTML_LINK.sub(html, _LINK.sub(markdown, text))
    return _ANCHOR.sub(r'<span id="\1"></span>', text)


def write_api(folder: Path) -> None:
    """Write a page for each module of `engines` that programs use, from its docstrings."""
    folder.mkdir()
    for name in API:
        text = "\n".join(describe(importlib.import_module(name)))
        (folder / f"{name.removeprefix('engines.').replace('.', '-')}.md").write_text(text)


def describe(module: ModuleType) -> Iterator[str]:
    """Yield the lines of a module's page: what is public in it, in its order."""
    yield f"# {module.__name__}\n"
    yield from _prose(module)
    yield f"\n:::::{{py:module}} {module.__name__}\n:::::\n"
    own = [
        each
        for name, each in vars(module).items()
        if not name.startswith("_") and getattr(each, "__module__", "") == module.__name__
    ]
    for each in own:
        if inspect.isclass(each):
            head = f"{each.__name__}{_signature(each)}".removesuffix(" -> None")
            yield f"\n:::::{{py:class}} {head}\n"
            yield from _prose(each)
            for name, member in vars(each).items():
                if not name.startswith("_"):
                    yield from _member(each, name, member)
            yield ":::::\n"
        elif inspect.isfunction(each):
            yield f"\n:::::{{py:function}} {each.__name__}{_signature(each)}\n"
            yield from _prose(each)
            yield ":::::\n"


def _member(owner: type, name: str, member: object) -> Iterator[str]:
    if isinstance(member, property):
        yield f"\n::::{{py:property}} {name}\n"
        yield from _prose(member)
    elif isinstance(member, staticmethod | classmethod) or inspect.isfunction(member):
        yield f"\n::::{{py:method}} {name}{_signature(getattr(owner, name))}\n"
        yield from _prose(getattr(owner, name))
    else:
        return
    yield "::::\n"


def _signature(what: object) -> str:
    """Return the parameters with their annotations, as they are written."""
    if not callable(what):
        return ""
    try:
        found = inspect.signature(what)
    except ValueError:
        return ""
    return re.sub(r"<[^<>]*>", "...", str(found).replace("'", ""))


def _prose(what: object) -> Iterator[str]:
    """Yield a docstring as Markdown: examples and drawings as they stand."""
    inside = False
    for line in (inspect.getdoc(what) or "").splitlines():
        is_example = line.startswith(">>>")
        if is_example and not inside:
            yield "```pycon"
            inside = True
        elif inside and not line:
            yield "```"
            inside = False
        drawn = inside or line.startswith("    ")
        yield line if drawn else line.replace("<", "&lt;")
    if inside:
        yield "```"
    yield ""


class _Links(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        for key, value in attrs:
            if key in ("href", "src") and value:
                self.links.append(value)
            if key in ("id", "name") and value:
                self.ids.add(value)


def gone_links(site: Path) -> list[str]:
    """Return the links inside of a built site that lead nowhere, each with its page."""
    found = {}
    for file in sorted(site.rglob("*.html")):
        found[file] = _Links()
        found[file].feed(file.read_text(encoding="utf-8"))
    gone = []
    for file, page in found.items():
        for link in page.links:
            where = urlsplit(link)
            if where.scheme or where.netloc or file.parent.name == TAB:
                continue
            target = (file.parent / unquote(where.path)).resolve() if where.path else file
            target = target / "index.html" if target.is_dir() else target
            fragment = unquote(where.fragment)
            is_there = target.exists() and (
                not fragment or target not in found or fragment in found[target].ids
            )
            if not is_there:
                gone.append(f"{file.relative_to(site)}: {link}")
    return sorted(set(gone))


def build(source: Path, target: Path) -> None:
    """Let Sphinx build pages; a warning fails."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "1767225600")
    command = [sys.executable, "-m", "sphinx", "--builder", "html", "--fail-on-warning"]
    command += ["--keep-going", "--nitpicky", "--quiet", "--fresh-env", "--jobs", "1"]
    command += ["--doctree-dir", str(source / ".doctrees"), str(source), str(target)]
    done = subprocess.run(  # noqa: S603 - Sphinx, over our own pages
        command,
        env={**os.environ, "SOURCE_DATE_EPOCH": epoch, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NotBuilt(f"Sphinx: {done.stdout}{done.stderr}")
    for name in (".buildinfo", "objects.inv"):
        (target / name).unlink(missing_ok=True)


def make(target: Path, url: str = "") -> None:
    """Build the site into a folder, which is emptied first."""
    source = target.with_name(f"{target.name}-source")
    shutil.rmtree(target, ignore_errors=True)
    write_source(source, url)
    build(source, target)
    (target / ".nojekyll").touch()
    make_tab.make(target / TAB)
    if gone := gone_links(target):
        raise NotBuilt("These links lead nowhere:\n" + "\n".join(gone))


if __name__ == "__main__":
    try:
        make(Path(sys.argv[1]), os.environ.get("TABLEMATE_URL", "").rstrip("/"))
    except (NotBuilt, make_tab.NotBuilt) as error:
        sys.exit(f"site: {error}")
