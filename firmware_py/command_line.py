"""The command line of `tablemate`."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event

from firmware_py.core.config import BadConfig, Config, data_folder, load
from firmware_py.panels.kinds import PANELS
from firmware_py.system.signals import stop_on_signals
from firmware_py.version import __version__
from hardware.events import Inbox

DESCRIPTION = "A referee beside your board game."
CLUB_ACTIONS = (
    *("init", "archive", "invite", "boxes", "dismiss", "players", "unite", "take", "matches"),
    *("viewer", "history", "partner", "pull"),
    *("join", "leave", "send", "try"),
)
OPTIONS_BEFORE = "--data DIR and --config FILE are understood here, too."


def _options(top: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add the options that stand before a command, or alone."""
    top.add_argument("--version", action="version", version=f"tablemate {__version__}")
    panels = ("auto", *PANELS, "none")
    top.add_argument("--panel", choices=panels, default="auto", help="which box to show")
    top.add_argument("--data", type=_path, metavar="DIR", help="where matches are kept")
    top.add_argument("--config", type=_path, metavar="FILE", help="the TOML file to read")
    return top


def _path(text: str) -> Path:
    """Return a path. An empty one comes from a variable that is not set, and is refused."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def _number(text: str) -> int:
    """Return the number of a match."""
    if not text.isdecimal() or not 0 < int(text) < 2**63:
        raise argparse.ArgumentTypeError(f"{text!r} is not the number of a match")
    return int(text)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = _options(argparse.ArgumentParser(prog="tablemate", description=DESCRIPTION))
    commands = top.add_subparsers(title="commands", dest="command", metavar="COMMAND")

    def add(name: str, what: str, example: str, more: str = "") -> argparse.ArgumentParser:
        """Add a command with its help and an example."""
        return commands.add_parser(
            name,
            help=what,
            description=f"{what[:1].upper()}{what[1:]}. {more}".strip(),
            epilog=f"{OPTIONS_BEFORE}\n\nexample:\n  tablemate {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    add(
        "referee",
        "answer JSON requests on standard input",
        'referee <<< \'{"cmd":"games"}\'',
        "The match is in memory only.\nThe protocol is in docs/referee.md.",
    )
    panel = add("panel", "try the controls of one panel", "panel terminal", "No match is touched.")
    panel.add_argument("name", choices=tuple(PANELS))
    doctor = add(
        "doctor",
        "check the box and say what to do",
        "doctor --no-input",
        f"Nothing is changed.\n{_where('Looks at')}",
    )
    doctor.add_argument("--no-input", action="store_true", help="ask for no presses")
    doctor.add_argument(
        "--acceptance",
        nargs="?",
        type=_path,
        const=Path(),
        metavar="FILE",
        help="try a real box step by step, and write a report to FILE",
    )
    export = add(
        "export",
        "write finished matches to files",
        "export --format json matches/",
        f"Without a target they go into its\nfolder for exports. {_where('Takes them from')}",
    )
    export.add_argument("--match", type=_number, metavar="N", help="one match; without it, all")
    forms = ("record", "signed", "json", "bgstats", "picture")
    export.add_argument("--format", choices=forms, default="record")
    export.add_argument("target", nargs="?", type=Path, help="a folder, or - for standard output")
    backup = add(
        "backup",
        "copy all data into FILE",
        "backup evening.db",
        f"The box may run meanwhile.\n{_where('Copies')}",
    )
    restore = add(
        "restore",
        "take data from FILE",
        "restore evening.db",
        f"What is there now is kept aside.\n{_where('Replaces')}",
    )
    replay = add(
        "replay",
        "walk through a record or a problem report",
        "replay match-12.txt",
        "Shown on a simulated box;\nno stored match is touched.",
    )
    for command in (backup, restore, replay):
        command.add_argument("file", type=Path, metavar="FILE")
    club = add(
        "club",
        "join a club of boxes, or run its archive",
        "club join archive.local K7Q2M9XWPC Table 3",
        "At a box: join HOST CODE [NAME] joins with a code of the archive, send FILE writes what\n"
        "the archive lacks for a USB stick, leave deletes all of the club. At the archive: init\n"
        "NAME makes a club, archive runs it (archive worker: without the hall page), invite\n"
        "prints a code, boxes lists them and what is wrong with them, dismiss BOX ends a\n"
        "membership, players and unite ID OTHER are about players, take FILE takes what a box\n"
        "sent on a stick, matches FOLDER writes the signed matches, viewer FOLDER\n"
        "a certificate for Home Assistant, history FOLDER everything as the data of a box,\n"
        "partner FOLDER a certificate for another archive, which pulls with pull HOST FOLDER.\n"
        "try [PORT] shows a hall with three simulated boxes.\n"
        "docs/club.md has more.",
    )
    club.add_argument("action", choices=CLUB_ACTIONS, metavar="ACTION")
    club.add_argument("words", nargs="*", metavar="WORD")
    report = add(
        "report",
        "gather what a problem report needs",
        "report problem.zip",
        f"Without FILE into the current folder.\n{_where('Takes it from')}",
    )
    report.add_argument("file", nargs="?", type=Path, metavar="FILE")
    return top


def _port(words: Sequence[str]) -> int:
    """Return the port that was given for the hall page, or the usual one."""
    return int(words[0]) if words and words[0].isdecimal() else 8090


def _where(what: str) -> str:
    """Return a sentence about the data folder of a command, with its default here."""
    try:
        folder = str(data_folder(None, Config()))
    except BadConfig:
        folder = "no folder: this user has no home"
    return (
        f"{what} the data folder (here {folder}, unless --data or the configuration names another)."
    )


def read_arguments(words: Sequence[str]) -> argparse.Namespace:
    """Return the arguments; the options before a command are also accepted after it."""
    before = _options(argparse.ArgumentParser(prog="tablemate", add_help=False))
    asked, others = before.parse_known_args(words)
    if others:
        return parser().parse_args(others, asked)
    asked.command = None
    return asked


def start_box(panel: str, file: Path | None = None, folder: Path | None = None) -> int:
    """Run the box, with a given configuration and data folder or the default ones."""
    # Objects of the start live for the whole run, so skip garbage collection until the first frame.
    gc.disable()
    try:
        config = load(file)
        data = data_folder(folder, config)
    except BadConfig as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 2
    inbox, started = Inbox(), Event()
    with stop_on_signals(inbox, for_good=True, started=started):
        from firmware_py.app.run import run  # only now: an interrupt during imports gets lost

        return run(config, data, panel, inbox, started.set)


def run_command(words: Sequence[str], heed_interrupts: Callable[[], object]) -> int:
    """Run the box or a command; return the exit code. Ctrl-C ends a command as in Python."""
    asked = read_arguments(words)
    if asked.command is None:
        return start_box(asked.panel, asked.config, asked.data)
    heed_interrupts()
    try:
        config = load(asked.config)
        if asked.command == "referee":  # needs no data folder
            from firmware_py.app import stdio_referee  # only for this command

            return stdio_referee.run()
        data = data_folder(asked.data, config)
    except BadConfig as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 2
    done = _carry_out(asked, config, data)
    if sys.stdout is not None:
        sys.stdout.flush()  # here, where a closed pipe is not an error
    return done


def _carry_out(asked: argparse.Namespace, config: Config, data: Path) -> int:
    """Run a command that is not the box itself."""
    match asked.command:
        case "panel":
            from firmware_py.panels.test_pattern import run_panel
            from firmware_py.system.fitted_hat import as_remembered  # only for this command

            return run_panel(asked.name, as_remembered(config, data), time.monotonic, os.environ)
        case "doctor":
            from firmware_py.doctor import run_doctor, run_guided  # only for this command

            if asked.acceptance is not None:
                is_led = not asked.no_input
                return run_guided(config, data, asked.acceptance, is_led, clock=time.monotonic)
            return run_doctor(config, data, interactive=not asked.no_input, clock=time.monotonic)
        case "export":
            from firmware_py.history.export import run_export  # only for this command

            return run_export(data, asked.match, asked.format, asked.target)
        case "backup":
            from firmware_py.storage.backup import run_backup  # only for this command

            return run_backup(data, asked.file)
        case "replay":
            from firmware_py.app.run import show_record  # only for this command

            return show_record(asked.file, config, asked.panel)
        case "club":
            from firmware_py.storage.store import now  # only for this command

            if asked.action == "try":
                from firmware_py.app.club_try import run_try  # only for this command

                return run_try(time.monotonic, now, _port(asked.words))
            from firmware_py.club.commands import run_club  # only for this command

            return run_club(asked.action, asked.words, data, clock=time.monotonic, now=now)
        case "restore":
            from firmware_py.storage.backup import run_restore  # only for this command

            return run_restore(data, asked.file)
    from firmware_py.history.problem_report import run_report  # only for this command

    return run_report(data, asked.file, lambda: _doctor_says(config, data))


def _doctor_says(config: Config, data: Path) -> str:
    """Return the doctor's findings as text."""
    from firmware_py.doctor import run_doctor  # only for this command

    lines: list[str] = []
    run_doctor(config, data, interactive=False, say=lines.append, clock=time.monotonic)
    return "\n".join(lines)
