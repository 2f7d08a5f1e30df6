"""What the tree says about the project as a package, against its metadata."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from shutil import copytree, ignore_patterns, which
from zipfile import ZipFile

import pytest

from tests.support.service_files import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
INSTALL = re.compile(r"(?:pip|pipx|uv tool) install ((?:[^`\n;|&]|\\\n)*)")
FOREIGN = re.compile(r"^tablemate\b(?!-box)")
"""`tablemate` on PyPI is another project."""


def tracked() -> list[Path]:
    """Return every text file that git knows; in a tree without git, as of an sdist, all."""
    if (ROOT / ".git").exists():
        said = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
        paths = [ROOT / name for name in said.stdout.decode().split("\0")[:-1]]
    else:
        paths = [path for path in ROOT.rglob("*") if "node_modules" not in path.parts]
    endings = {".py", ".md", ".toml", ".yml", ""}
    return [path for path in paths if path.suffix in endings and path.is_file()]


def advised(text: str) -> list[str]:
    """Return what commands in a text would install."""
    words = [word.strip("'\"(),.`") for found in INSTALL.findall(text) for word in found.split()]
    return [word for word in words if word.startswith("tablemate")]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("pip install 'tablemate[pi]', or", ["tablemate[pi]"]),
        ("`pipx install tablemate-box`", ["tablemate-box"]),
        ("uv tool install --python 3.13 tablemate", ["tablemate"]),
        ("pip install gpiod", []),
    ],
)
def test_advice_is_found(text: str, names: list[str]) -> None:
    """So that the next test can fail."""
    assert advised(text) == names


def test_no_advice_installs_another_project() -> None:
    """Every instruction to install Tablemate names the distribution."""
    assert PROJECT["name"] == "tablemate-box"
    wrong = {
        str(path.relative_to(ROOT)): names
        for path in tracked()
        if path != Path(__file__)
        and (names := [n for n in advised(path.read_text(errors="replace")) if FOREIGN.match(n)])
    }
    assert wrong == {}


def test_the_command_keeps_its_name() -> None:
    """Only the distribution is called otherwise."""
    assert list(PROJECT["scripts"]) == ["tablemate"]


START = "from firmware_py.__main__ import main; raise SystemExit(main(['--version']))"


def start(folder: Path, *places: Path) -> subprocess.CompletedProcess[str]:
    """Ask for the version, with packages from some places."""
    path = os.pathsep.join(map(str, places))
    return subprocess.run(
        [sys.executable, "-c", START],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", ["engines", "hardware"])
def test_a_package_of_another_project_is_named(tmp_path: Path, name: str) -> None:
    """Both names are taken on PyPI: a clear sentence, not an error from somewhere inside."""
    foreign = tmp_path / "site" / name / "__init__.py"
    foreign.parent.mkdir(parents=True)
    foreign.touch()
    done = start(tmp_path, tmp_path / "site", ROOT)
    assert done.returncode == 1
    assert done.stderr.startswith(f"tablemate: {foreign} is not Tablemate's")
    assert "pipx install tablemate-box" in done.stderr
    assert start(tmp_path, ROOT, tmp_path / "site").returncode == 0


def test_a_package_that_lost_its_beginning_is_named(tmp_path: Path) -> None:
    """As `pip uninstall hardware` of the other project leaves it."""
    for name in ("engines", "hardware", "firmware_py"):
        copytree(ROOT / name, tmp_path / name, ignore=ignore_patterns("__pycache__", "case"))
    assert start(tmp_path, tmp_path).returncode == 0
    (tmp_path / "hardware" / "__init__.py").unlink()
    done = start(tmp_path, tmp_path)
    assert done.returncode == 1
    assert "hardware" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_form_for_volunteers_has_the_steps_of_their_page() -> None:
    """Each number once, in order."""
    found = [
        re.findall(r"(?m)^\| (\d+) \|", (ROOT / name).read_text())
        for name in (
            "docs/hardware-acceptance.md",
            ".github/ISSUE_TEMPLATE/hardware-acceptance.md",
        )
    ]
    assert found[0] == found[1] == [str(number) for number in range(1, 18)]


ADDRESS = "https://example.org/tablemate"


def metadata_of(folder: Path, url: str) -> Message:
    """Build a wheel with the address of a repository, and return its metadata."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    env = {**os.environ, "TABLEMATE_URL": url}
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env=env)
    (made,) = folder.glob("*.whl")
    with ZipFile(made) as wheel:
        (name,) = (each for each in wheel.namelist() if each.endswith(".dist-info/METADATA"))
        return message_from_bytes(wheel.read(name))


@pytest.mark.parametrize("url", ["", ADDRESS, f"{ADDRESS}/"])
def test_the_readme_works_on_an_index(tmp_path: Path, url: str) -> None:
    """Its pictures and links lead to the repository, or are gone: none is relative."""
    found = metadata_of(tmp_path, url)
    text = found.get_payload()
    assert isinstance(text, str)
    places = re.findall(r'\]\(([^)\s#]+)\)|src="([^"]+)"', text)
    assert [place for pair in places for place in pair if place and ":" not in place] == []
    assert (f"{ADDRESS}/raw/main/docs/gallery/" in text) == bool(url)
    assert (f"{ADDRESS}/blob/main/docs/flash.md" in text) == bool(url)
    urls = dict(each.split(", ") for each in found.get_all("Project-URL", []))
    assert set(urls) == ({"Changelog", "Documentation", "Issues", "Source"} if url else set())
    assert all(each.startswith(ADDRESS) for each in urls.values())


def test_the_metadata_is_complete(tmp_path: Path) -> None:
    """Who made it, what it is, and for which Python: from 3.11 on, without an upper bound."""
    found = metadata_of(tmp_path, ADDRESS)
    assert found["Requires-Python"] == ">=3.11"
    assert found["Author"] == "The Tablemate contributors"
    assert "board games" in found["Keywords"]
    classifiers = found.get_all("Classifier", [])
    assert any(each.startswith("Development Status") for each in classifiers)
    for minor in range(11, 15):
        assert f"Programming Language :: Python :: 3.{minor}" in classifiers


def test_the_manual_page_and_the_completions_are_those_of_the_parser(tmp_path: Path) -> None:
    """`make man` writes them; here they are made again, in a process without this one's places."""
    script = "import sys, pathlib, make_man; make_man.make(pathlib.Path(sys.argv[1]))"
    subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "docs"), "HOME": str(tmp_path)},
    )
    kept = {path.name: path.read_text() for path in (ROOT / "firmware_py/shell").iterdir()}
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == kept
    assert set(kept) == {"tablemate.1", "tablemate.bash", "_tablemate"}
    for option in ("acceptance", "no-input"):
        assert option in kept["tablemate.1"].replace("\\-", "-")
        assert option in kept["tablemate.bash"]


@pytest.mark.skipif(not which("bash"), reason="apt install bash")
def test_bash_completes_commands_and_options() -> None:
    """As somebody types them."""
    script = f"""
    source {ROOT / "firmware_py/shell/tablemate.bash"}
    ask() {{
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
      _shtab_tablemate "$1" "${{@: -1}}"
      echo "${{COMPREPLY[@]}}"
    }}
    ask tablemate do
    ask tablemate doctor --acc
    ask tablemate --panel ter
    """
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["doctor", "--acceptance", "terminal"], done.stderr


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the tree of the sdist."""
    folder = tmp_path_factory.mktemp("sdist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.glob("*.tar.gz")
    subprocess.run(["tar", "-xf", made, "-C", folder], check=True)
    return folder / made.name.removesuffix(".tar.gz")


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is the tree of an sdist already")
def test_the_tests_pass_from_the_sdist(unpacked: Path) -> None:
    """Some of each kind, with the packages of that tree, which has no git and no catalogs yet."""
    files = (
        *("system/test_readme.py", "system/test_units.py", "system/test_image.py"),
        *("hardware/test_hats.py", "hardware/test_doctests.py", "engines/mana/test_mana.py"),
        *("firmware_py/doctor/test_acceptance.py", "firmware_py/ui/test_canvas.py"),
    )
    compiled = [
        sys.executable,
        "-c",
        "import hatch_build, pathlib as p; hatch_build.compile_catalogs(p.Path())",
    ]
    subprocess.run(compiled, cwd=unpacked, check=True)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist"]
        + [f"tests/{name}" for name in files],
        cwd=unpacked,
        capture_output=True,
        text=True,
        check=False,
        env={name: value for name, value in os.environ.items() if "PYTEST" not in name},
    )
    assert done.returncode == 0, done.stdout[-3000:]
