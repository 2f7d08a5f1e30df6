"""The site is built without a warning, its links lead somewhere, and its program runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

ROOT = Path(__file__).parents[2]
with patch.object(sys, "path", [*sys.path, str(ROOT / "docs")]):
    import make_site
    import make_tab

pytest.importorskip("sphinx", reason="pip install --group site")
pytestmark = pytest.mark.skipif(not make_tab.PYODIDE.exists(), reason="npm ci --prefix docs/tab")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site once."""
    target = tmp_path_factory.mktemp("built") / "site"
    make_site.make(target, "https://example.org/tablemate")
    return target


def test_every_page_is_there_and_says_where_it_comes_from(site: Path) -> None:
    """With the box in a tab, every rule under its own address, and links to other files."""
    for place in make_site.pages().values():
        assert (site / place).with_suffix(".html").is_file(), place
    assert (site / "try" / "service_worker.js").is_file()
    assert 'id="no-jumping"' in (site / "rules" / "mana.html").read_text()
    assert "https://example.org/tablemate/blob/main/docs/tablemate.example.toml" in "".join(
        page.read_text() for page in site.glob("*.html")
    )


def test_the_api_has_every_public_name(site: Path) -> None:
    page = (site / "api" / "match.html").read_text()
    assert 'id="engines.match.Match.play"' in page or 'id="Match.play"' in page


def test_no_path_of_this_machine_is_in_it(site: Path) -> None:
    """Nor of the folder in which it was built."""
    for page in site.rglob("*"):
        if page.suffix in (".html", ".js", ".json", ".css", ".txt"):
            text = page.read_text(encoding="utf-8")
            assert str(ROOT) not in text, page
            assert str(site.parent) not in text, page


def test_a_warning_fails(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "conf.py").write_text('extensions = ["myst_parser"]\n')
    (source / "index.md").write_text("# Title\n\n```{toctree}\ngone\n```\n")
    with pytest.raises(make_site.NotBuilt, match="nonexisting document"):
        make_site.build(source, tmp_path / "target")


@pytest.mark.parametrize(
    ("link", "is_gone"),
    [
        ("other.html", False),
        ("other.html#here", False),
        ("folder/", False),
        ("https://example.org/", False),
        ("other.html#there", True),
        ("another.html", True),
        ("#nowhere", True),
    ],
)
def test_a_link_that_leads_nowhere_is_noticed(tmp_path: Path, link: str, is_gone: bool) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "index.html").write_text("")
    (tmp_path / "other.html").write_text('<p id="here">')
    (tmp_path / "index.html").write_text(f'<a href="{link}">')
    assert make_site.gone_links(tmp_path) == ([f"index.html: {link}"] if is_gone else [])


def test_the_client_of_the_site_plays_a_game(tmp_path: Path) -> None:
    """In no more lines than its title says."""
    (code,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs/site/client.md").read_text(), re.DOTALL
    )
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    # The command, without an environment in which it is installed.
    command = tmp_path / "tablemate"
    command.write_text(f"#!/bin/sh\ncd '{ROOT}' && exec '{sys.executable}' -m firmware_py \"$@\"\n")
    command.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1] == "tablemate record 1"


def test_each_decision_has_a_date_an_alternative_and_a_row() -> None:
    """In the order of their numbers."""
    folder = ROOT / "docs" / "decisions"
    index = (folder / "index.md").read_text()
    files = sorted(folder.glob("[0-9]*.md"))
    assert [int(file.name[:2]) for file in files] == list(range(1, len(files) + 1))
    for file in files:
        text = file.read_text()
        title = re.fullmatch(rf"# {int(file.name[:2])}\. (.+)", text.splitlines()[0])
        assert title, file
        assert re.search(r"^Decided on 20\d\d-\d\d-\d\d\. See `", text, re.MULTILINE), file
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == [
            "Decision", "Instead of", "What follows",
        ], file  # fmt: skip
        assert f"]({file.name}) |" in index, file
        assert title[1] in index, file
        assert f"\n{file.stem}\n" in index, file
