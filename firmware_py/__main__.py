"""The command line and composition root."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from firmware_py.version import __version__


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    top = argparse.ArgumentParser(prog="tablemate", description="A referee beside your board game.")
    top.add_argument("--version", action="version", version=f"tablemate {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("referee", help="answer JSON requests on standard input")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `tablemate`."""
    parser().parse_args(arguments)
    from firmware_py import referee

    return referee.run()


if __name__ == "__main__":
    raise SystemExit(main())
