"""The arrows between the packages point one way."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ALLOWED = {
    "engines": {"engines"},
    "hardware": {"hardware", "gpiozero", "luma", "serial", "PIL", "lgpio", "smbus2"},
    "firmware_py": {"firmware_py", "engines", "hardware", "websockets", "segno"},
}
NOT_PACKAGES = ("hardware/case", "hardware/pico_panel")


def modules(package: str) -> list[Path]:
    """Return the files of a package that the wheel holds."""
    files = sorted((ROOT / package).rglob("*.py"))
    return [f for f in files if not str(f.relative_to(ROOT)).startswith(NOT_PACKAGES)]


def imported(file: Path) -> set[str]:
    """Return the top-level names a file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("package", ALLOWED)
def test_a_package_imports_only_what_it_may(package: str) -> None:
    """Rule 1: engines know the standard library, hardware its drivers, the firmware both."""
    files = modules(package)
    assert files
    for file in files:
        strange = imported(file) - ALLOWED[package] - set(sys.stdlib_module_names)
        assert not strange, f"{file.relative_to(ROOT)} imports {sorted(strange)}"


def test_engines_touch_no_clock_no_chance_no_file() -> None:
    """Rule 2: no clock, no randomness, no I/O in the rules."""
    for file in modules("engines"):
        strange = imported(file) & {"time", "datetime", "random", "secrets", "os", "io", "socket"}
        assert not strange, f"{file.relative_to(ROOT)} imports {sorted(strange)}"
