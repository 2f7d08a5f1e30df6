"""The command line and composition root."""

from __future__ import annotations


def main() -> int:
    """Run `tablemate`."""
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
