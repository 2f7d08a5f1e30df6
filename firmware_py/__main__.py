"""The command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from firmware_py.version import __version__

PANELS = ("auto", "box", "terminal", "web", "none")


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    top = argparse.ArgumentParser(prog="tablemate", description="A referee beside your board game.")
    top.add_argument("--version", action="version", version=f"tablemate {__version__}")
    top.add_argument("--panel", choices=PANELS, default="auto", help="which box to show")
    top.add_argument("--data", type=Path, metavar="DIR", help="where matches are kept")
    top.add_argument("--config", type=Path, metavar="FILE", help="the TOML file to read")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("referee", help="answer JSON requests on standard input")
    panel = commands.add_parser("panel", help="try the controls of one panel")
    panel.add_argument("name", choices=("terminal", "web", "box"))
    doctor = commands.add_parser("doctor", help="check the box and say what to do")
    doctor.add_argument("--no-input", action="store_true", help="ask for no presses")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `tablemate`."""
    asked = parser().parse_args(arguments)
    if asked.command == "referee":
        from firmware_py import referee

        return referee.run()
    from firmware_py import config as configuration

    try:
        config = configuration.load(asked.config)
    except configuration.BadConfig as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 2
    data = configuration.data_folder(asked.data, config)
    if asked.command == "panel":
        from firmware_py.panels.trial import run_panel

        return run_panel(asked.name, config)
    if asked.command == "doctor":
        from firmware_py.doctor import run_doctor

        return run_doctor(config, data, interactive=not asked.no_input)
    from firmware_py.run import run

    return run(config, data, asked.panel)


if __name__ == "__main__":
    raise SystemExit(main())
