"""The configuration file."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.core.config import BadConfig, Config, data_folder, find, load, parse

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "docs" / "tablemate.example.toml"


def test_without_a_file_the_defaults_hold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing needs to be configured."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    if find(None) is None:
        assert load() == Config()


def test_the_example_is_the_defaults() -> None:
    """And it still is when every commented line is switched on."""
    assert load(EXAMPLE) == Config()
    lines = EXAMPLE.read_text().splitlines()
    switched_on = [
        line.removeprefix("# ") if "=" in line.partition("#  ")[0] else line for line in lines
    ]
    import tomllib

    config = parse(tomllib.loads("\n".join(switched_on)))
    assert config.display == Config().display
    assert config.controls == Config().controls
    assert config.web == Config().web
    assert config.thinking == Config().thinking
    assert config.pins.seats == (16, 20, 21, 26, 19)


@pytest.mark.parametrize(
    "section", ["box", "display", "controls", "web", "wifi", "serial", "thinking"]
)
def test_the_example_names_every_key(section: str) -> None:
    """What can be set stands where people look for it."""
    here = EXAMPLE.read_text(encoding="utf-8").partition(f"[{section}]\n")[2].partition("\n[")[0]
    named = {line.lstrip("# ").partition("=")[0].strip() for line in here.splitlines()}
    defaults = getattr(Config(), section)._asdict()
    assert {key for key, value in defaults.items() if value is not None} - named == set()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[displays]\n", r"unknown section \[displays\]; known are \[box\], .*\[wifi\]$"),
        ("webb = 5\n", "unknown key 'webb' outside of all sections; known is data$"),
        ("[display]\nchip = 'lcd'\n", "lcd"),
        ("[display]\nchips = 'x'\n", "chips"),
        ("[serial]\nuse = 5\n", r"use = 5 in \[serial\]; it should be like '"),
        (
            "[controls]\ndebounce_s = '1'\n",
            r"debounce_s = '1' in \[controls\]; it should be like 0",
        ),
        ("[pins]\nknob = 5\n", "knob"),
        ("[pins]\nback = 17\n", "GPIO17"),
        ("[web]\nport = '80'\n", "port = '80'"),
        ("[web]\nprot = 80\n", "unknown key 'prot'"),
        ("[web]\nnames = [1]\n", "names"),
        ("[web]\nnames = 'x'\n", r'it should be like \["one", "two"\], or \[\]'),
        ("[thinking]\nmemory_mb = 10\n", "memory_mb = 10"),
        ("[thinking]\nseconds = 0\n", "seconds = 0"),
        ("[serial]\nuse = 'maybe'\n", "off, panel, referee"),
        ("web = 5\n", "write \\[web\\]"),
        ("data = 5\n", "directory in quotes"),
        ("[web\n", "not TOML"),
        (f"data = {'[' * 5000}", "not TOML: The line has more than 500 characters"),
        ("data = " + "[\n" * 5000, "not TOML: It is nested too deeply"),
        ("a." * 20 + "a = 1", "not TOML: A key has more than 16 parts"),
        ("#\n" * 40_000, "not TOML: It has more than 64 kB"),
        ("data = '\udcff'\n", "not TOML: it is not text"),
        ("[web]\nport = 65536\n", "1024 to 65535, or 0 for any that is free"),
        ("[serial]\nbaudrate = 0\n", "115200"),
        ("[controls]\nsteps_per_detent = 3\n", "1, 2 or 4"),
        ("[controls]\ndirection = 0\n", "swap left and right"),
        ("[controls]\ndebounce_s = -0.1\n", "0 to 1"),
        ("[controls]\ndebounce_s = nan\n", "0 to 1"),
        ("[voice]\nwords_per_minute = 20\n", "80 to 450"),
        ("[wifi]\ncountry = 'ch'\n", "two capital letters, such as CH"),
        ("[wifi]\ncountry = 'Switzerland'\n", "two capital letters"),
        ("[wifi]\ncountry = 41\n", r"country = 41 in \[wifi\]; it should be like"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, text: str, problem: str) -> None:
    """With the file it is in."""
    path = tmp_path / "bad.toml"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(BadConfig, match=problem) as caught:
        load(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_that_was_named_is_an_error(tmp_path: Path) -> None:
    """A typing mistake must not mean the defaults."""
    with pytest.raises(BadConfig, match="cannot be read"):
        load(tmp_path / "nothing.toml")


def test_where_matches_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The command line, then the file, then systemd, then the user's own place."""
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/tablemate:/other")
    assert data_folder(tmp_path, Config(data=Path("/x"))) == tmp_path
    assert data_folder(None, Config(data=Path("/x"))) == Path("/x")
    assert data_folder(None, Config()) == Path("/var/lib/tablemate")
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder(None, Config()) == tmp_path / "tablemate"
