"""Every bench and every soak fails when what it looks for is there: a planted fault for each."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import all_rows
import arena
import cost_of_turn
import damage
import disk_faults
import entry_scorepad
import fault_soak
import instructions
import page
import page_network
import perft_mana
import pytest
import slow_disk
import soak
import speed
import storage
import update_soak
import web_soak
import wire
from opponents import Bout
from real_tables import table_of
from rows import Row, judge

from engines import catalog
from hardware.events import Control, Pressed

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text()
GAME = next(iter(catalog.GAMES))


# --- rows and their judge ---


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (Row("below", 1.4, 1.5), 0),
        (Row("equal", 1.5, 1.5), 0),
        (Row("above", 1.6, 1.5), 1),
        (Row("ratio above", 3.2, 1.5, yardstick=2.0), 1),
        (Row("ratio below", 2.8, 1.5, yardstick=2.0), 0),
        (Row("enough", 4.0, 4.0, at_least=True), 0),
        (Row("too little", 3.9, 4.0, at_least=True), 1),
        (Row("no number", float("nan"), 1.5), 1),
        (Row("no limit at all", 9.0), 1),
    ],
    ids=lambda value: value.name if isinstance(value, Row) else None,
)
def test_a_row_beyond_its_limit_fails_the_run(
    row: Row, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """So does a run that judges nothing."""
    assert judge([row]) == code
    said = capsys.readouterr().out
    assert row.name in said
    assert ("EXCEEDED" in said) == (not row.is_kept)


def test_one_row_of_many_fails_the_run() -> None:
    """Whichever it is."""
    good, bad = Row("good", 1.0, 2.0), Row("bad", 3.0, 2.0)
    assert [judge(rows) for rows in ([good], [bad, good], [good, bad])] == [0, 1, 1]


def benches() -> list[str]:
    """Return the scripts that `make bench` runs, and the arena."""
    found = re.search(r"^BENCHES := (.*)$", MAKEFILE, re.MULTILINE)
    assert found is not None
    return [*found[1].split(), "arena.py"]


def returns_verdict(code: str) -> bool:
    """Return whether a script ends with the exit code of `judge`."""
    returned = any(
        isinstance(node, ast.Return)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func) == "judge"
        for node in ast.walk(ast.parse(code))
    )
    return returned and bool(re.search(r"^    sys\.exit\((main|run)\(", code, re.MULTILINE))


@pytest.mark.parametrize("script", benches())
def test_every_bench_ends_with_the_verdict_over_its_rows(script: str) -> None:
    """One that printed EXCEEDED and ended well would be believed."""
    assert returns_verdict((ROOT / "bench" / script).read_text())


def test_a_bench_that_only_prints_is_seen() -> None:
    """In any of the three ways to forget it."""
    whole = "def main():\n    return judge([])\nif __name__:\n    sys.exit(main())\n"
    assert returns_verdict(whole)
    assert not returns_verdict(whole.replace("return judge", "judge"))
    assert not returns_verdict(whole.replace("sys.exit(main())", "main()"))
    assert not returns_verdict(whole.replace("judge([])", "0"))


FAULTS = {
    "kept": ("judge([Row('a', 1.0, 2.0)])", 0, ""),
    "exceeded": ("judge([Row('a', 1.0, 2.0), Row('b', 3.0, 2.0)])", 1, "exceeded.py: b"),
    "dies": ("judge([Row('a', 1.0, 2.0)]); raise SystemExit(3)", 1, "dies.py: exit code 3"),
    "silent": ("print('all is well')", 1, "silent.py: exit code 0, 0 rows"),
    "lacking": ("print('no row: it needs a program')", 0, "lacking.py: no row: it needs"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_one_table_of_all_rows_fails_with_any_of_them(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A script that dies or measures nothing fails it, too."""
    code, verdict, said = FAULTS[name]
    script = tmp_path / f"{name}.py"
    script.write_text(f"import sys\nsys.path.append({str(ROOT / 'bench')!r})\n"
                      f"from rows import Row, judge\n{code}\n")  # fmt: skip
    result = all_rows.run(script, tmp_path / "output")
    assert all_rows.show([result], {}) == verdict
    assert said in capsys.readouterr().out
    assert all_rows.picture([result]).count("<rect") == 1 + len(result.rows)


def test_a_ratio_is_compared_with_the_last_release(capsys: pytest.CaptureFixture[str]) -> None:
    """Both ways; a tenth is noise. Nothing at all is not a success."""
    before = all_rows.Result(
        "a.py", 1.0, 0, [Row("a", 2.0, 9.0, yardstick=1.0), Row("b", 2.0, 9.0)]
    )
    last = {row["name"]: row for row in all_rows.as_data([before])[0]["rows"]}
    now = all_rows.Result("a.py", 1.0, 0, [Row("a", 3.0, 9.0, yardstick=1.0), Row("b", 2.1, 9.0)])
    assert all_rows.show([now], last) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.endswith("+50 %") for line in lines] == [False, True, False]
    assert all_rows.show([], {}) == 1


def test_every_script_of_make_bench_is_in_the_table() -> None:
    assert all_rows.scripts() == benches()[:-1]


# --- figures of a bench above its limits ---


def test_the_choice_and_the_start_have_limits() -> None:
    """A choice against a bare insert, and the instructions of a start."""
    assert judge([storage.row_of("a choice", 1.0, 1.0 + storage.BARE, storage.BARE)]) == 1
    assert judge([instructions.row_of(101 * instructions.LIMIT, 100)]) == 1
    assert judge([instructions.row_of(99 * instructions.LIMIT, 100)]) == 0


def test_speed_takes_its_limits_from_the_games() -> None:
    """A move of six plies is above the usual limit of five."""
    label = next(iter(table_of(GAME).ways))
    limit = table_of(GAME).limits.get(label, speed.LIMIT)
    assert judge([speed.row_of(GAME, label, limit * 1.01, 1.0)]) == 1
    assert judge([speed.row_of(GAME, label, limit * 0.99, 1.0)]) == 0


def test_pairing_has_a_limit_in_plies() -> None:
    assert judge([speed.row_of_pairing(speed.PAIRING_LIMIT * 1001, 1.0)]) == 1
    assert judge([speed.row_of_pairing(speed.PAIRING_LIMIT * 999, 1.0)]) == 0


def test_perft_wants_a_rate() -> None:
    """Less than four times the leaves of chess is too slow."""
    assert judge([perft_mana.row_of([3.0, 4.9], [1.0])]) == 1
    assert judge([perft_mana.row_of([3.0, 5.1], [1.0])]) == 0


def test_the_wire_has_limits_for_the_worst_and_for_the_mean() -> None:
    """One change in ten above it counts for the worst, not for the mean."""
    (worst, limit), *_ = wire.LIMITS.items()
    (mean, mean_limit), *_ = wire.MEAN_LIMITS.items()
    assert judge([wire.row_of("chip", worst, [0] * 9 + [int(1100 * limit)], 1000)]) == 1
    assert judge([wire.row_of("chip", worst, [0] * 9 + [int(900 * limit)], 1000)]) == 0
    assert judge([wire.row_of("chip", mean, [0] * 9 + [int(1100 * mean_limit)], 1000)]) == 0
    assert judge([wire.row_of("chip", mean, [int(1100 * mean_limit)] * 10, 1000)]) == 1


@pytest.mark.parametrize("at", [0, 1])
def test_a_turn_has_a_target_for_the_median_and_for_nine_in_ten(at: int) -> None:
    """Each is missed by itself."""
    target = table_of(GAME).target
    assert target is not None
    median, ninetieth = map(float, target)
    costs = [median] * 6 + [ninetieth] * 4
    kept = cost_of_turn.Costs(costs, costs, costs)
    assert judge(cost_of_turn.rows_of(GAME, kept, 1)) == 0
    costs = [median + 1] * 6 + [ninetieth] * 4 if at == 0 else [median] * 6 + [ninetieth + 1] * 4
    missed = cost_of_turn.Costs(costs, costs, costs)
    assert judge(cost_of_turn.rows_of(GAME, missed, 1)) == 1


def test_storage_must_not_grow() -> None:
    """Half as much again is noise, more is growth."""
    assert judge([storage.row_of("a choice", 1.0, 1.4)]) == 0
    assert judge([storage.row_of("a choice", 1.0, 1.6)]) == 1


@pytest.mark.parametrize("at", range(4))
def test_every_figure_of_the_page_has_a_limit(at: int) -> None:
    """Each is exceeded by itself."""
    limits: list[Any] = [page.BYTES_AT_MOST, page.FIRST_MS, page.TAP_MS, page.WATCHERS_RATIO]
    assert judge(page.rows_of(*limits)) == 0
    limits[at] += 1
    assert judge(page.rows_of(*limits)) == 1


def test_whatever_a_page_links_counts() -> None:
    """With or without a slash, and what a query makes another file; icons of a phone do not."""
    links = ["icon-192.png", "app.webmanifest", "app.js", "/page.css", "boot.js?again", "#i-home"]
    found = page.linked("".join(f'<link href="{each}">' for each in links))
    assert found == {"app.js", "page.css", "boot.js?again"}


@pytest.mark.parametrize("name", page_network.NETWORKS)
def test_a_page_that_loads_too_slowly_over_one_network_fails_the_run(name: str) -> None:
    """The median counts: the longest of many loads is printed next to it."""
    loads = {each: [network.load_s] * 3 for each, network in page_network.NETWORKS.items()}
    assert judge(page_network.rows_of(loads)) == 0
    loads[name] = [0.1, loads[name][0] + 0.1, loads[name][0] + 0.1]
    assert judge(page_network.rows_of(loads)) == 1


@pytest.mark.parametrize(
    ("detents", "presses"), [([30, 1, 1], [1, 1, 1]), ([6, 6, 1], [1, 1, 1]), ([1], [3])]
)
def test_an_entry_has_limits_for_means_and_medians(detents: list[int], presses: list[int]) -> None:
    """Each is exceeded by itself."""
    costs = entry_scorepad.Costs(detents, presses)
    assert judge(entry_scorepad.rows_of("all", costs, is_judged=True)) == 1
    few = entry_scorepad.Costs([1], [1])
    assert judge(entry_scorepad.rows_of("all", few, is_judged=True)) == 0


def test_a_bout_that_is_lost_fails_the_arena() -> None:
    """Seven of ten were wanted."""
    bout = Bout("", "level-5", "random", 0.7, 10)
    assert judge([arena.row_of(GAME, bout, arena.Tally(games=10, points=6.5))]) == 1
    assert judge([arena.row_of(GAME, bout, arena.Tally(games=10, points=7.0))]) == 0


# --- soaks ---


def test_a_broken_game_ends_the_soak_with_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    """Of whichever batch it is."""

    def play(game: str, games: int, seed: int, first: int) -> soak.Counts:
        if first >= soak.BATCH:
            raise soak.Broken(f"{game} {seed}")
        return soak.Counts(games=games)

    with ThreadPoolExecutor(1) as pool:
        assert soak.soak_all((GAME,), soak.BATCH, 7, pool, play) == 0
        assert soak.soak_all((GAME,), 2 * soak.BATCH, 7, pool, play) == 1
    assert f"{GAME}: BROKEN" in capsys.readouterr().out


@pytest.mark.parametrize("bad", ["silent", "never start"])
def test_damage_that_nobody_tells_fails_the_run(bad: str) -> None:
    """So does a kind of damage that was not tried."""
    good = Counter(reported=5, harmless=3)
    assert damage.verdict({"mixed": good}) == 0
    assert damage.verdict({"bit flip": good, "mixed": good + Counter({bad: 1})}) == 1
    assert damage.verdict({"bit flip": good, "mixed": Counter()}) == 1


def test_damage_sees_what_is_changed_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The truth has one match more than the files, as if it had gone without a report."""
    data = damage.Data(tmp_path, 1)
    harmless = next(
        seed for seed in range(50) if damage.try_one(data, "bit flip", seed) == "harmless"
    )
    for truth in data.truth.values():
        truth[999] = ["lost"]
    assert damage.try_one(data, "bit flip", harmless) == "silent"
    assert f"silent: bit flip {harmless}" in capsys.readouterr().err


@pytest.mark.parametrize("bad", disk_faults.BAD)
def test_a_call_to_the_disk_that_does_harm_fails_the_run(bad: str) -> None:
    """So does a run that met no fault."""
    good = Counter(faults=5)
    assert disk_faults.verdict({"start": good}) == 0
    assert disk_faults.verdict({"start": good, "play": good + Counter({bad: 1})}) == 1
    assert disk_faults.verdict({}) == 1


def test_a_slow_disk_needs_a_fed_watchdog_and_a_word_on_the_screen() -> None:
    """And has to be slow."""
    case = slow_disk.CASES[0]
    good = {"took_s": case.sync_s + 1.0, "silence_s": 1.0, "limit_s": 10.0}
    assert not slow_disk.is_bad(case, **good, is_shown=True)
    assert slow_disk.is_bad(case, **good, is_shown=False)
    assert slow_disk.is_bad(case, **good | {"silence_s": 10.0}, is_shown=True)
    assert slow_disk.is_bad(case, **good | {"took_s": 0.1}, is_shown=True)


@pytest.mark.parametrize("bad", ["lost", "odd", "damaged"])
def test_a_kill_that_costs_something_fails_the_run(bad: str, tmp_path: Path) -> None:
    """So does a run in which nothing was confirmed; test_power_cut.py plants what is counted."""
    trial = fault_soak.Trial(tmp_path, 1)
    assert trial.verdict() == 1
    trial.choices = 5
    assert trial.verdict() == 0
    setattr(trial, bad, 1)
    assert trial.verdict() == 1


class Intruded(web_soak.Siege):
    """A siege in which an attacker gets in."""

    def attack(self) -> None:
        """Press a button of the box."""
        self.inbox.post(Pressed(Control.KNOB))


def test_an_attacker_who_gets_in_fails_the_siege(capsys: pytest.CaptureFixture[str]) -> None:
    """The run stops at the next look."""
    assert web_soak.main(["--connections", "1", "--requests", "0"], Intruded) == 1
    assert "broken: an attacker did something" in capsys.readouterr().out


class FakeBox:
    """A box whose updates take no time, with one thing wrong."""

    def __init__(self, folder: Path, wrong: str) -> None:
        self.folder = folder
        self.programs = folder / "programs"
        self.programs.mkdir(parents=True)
        self.wrong = wrong
        self.matches = 1
        self.runs = "1.0"
        self.offered = ("", "")

    def write_update(self, version: str, fault: str) -> None:
        """Offer a version."""
        self.offered = version, fault

    def helper(self) -> subprocess.Popen[bytes]:
        """Take what is offered, unless it fails."""
        version, fault = self.offered
        is_kept = not fault or self.wrong == "a program that fails was kept"
        if is_kept:
            self.runs = version
        if self.wrong == "the trial did not end":
            (self.programs / "trial").touch()
        return subprocess.Popen(["true"])

    def version(self) -> str:
        """Return what runs."""
        return "0.9" if self.wrong == "0.9" and self.offered[0] else self.runs

    def start(self) -> None:
        """Start it."""
        state = {"ActiveState": "active", "watcher": 0, "program": 0, "InvocationID": ""}
        (self.folder / "state").write_text(json.dumps(state))

    def wait_active(self) -> bool:
        """Return whether it runs."""
        return self.wrong != "no start before the update"

    def said(self) -> str:
        """Return what the programs wrote."""
        return ""

    def verdict(self) -> dict[str, object]:
        """Return what the helper wrote."""
        kept = {"version": self.offered[0], "kept": self.runs == self.offered[0]}
        return kept | {"kept": not kept["kept"]} if self.wrong == "'kept': False" else kept

    def count_matches(self) -> int:
        """Return how many matches there are."""
        return self.matches - (self.wrong == "a match is lost")

    def add_match(self) -> None:
        """Keep one more."""
        self.matches += 1


WRONGS = (
    "a match is lost",
    "a program that fails was kept",
    "the trial did not end",
    "no start before the update",
    "0.9",
    "'kept': False",
)


@pytest.mark.parametrize("wrong", WRONGS)
def test_an_update_that_goes_wrong_fails_the_soak(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Within the first four updates, of which the last offers a program that fails."""
    box: Any = FakeBox(tmp_path / "box", wrong)
    assert update_soak.soak(box, least=4, seed=1) == 1
    assert wrong in capsys.readouterr().out


# --- the verdicts of machines and of the coverage ---


def test_a_scene_that_fails_fails_the_machine() -> None:
    """The table of the virtual machine and of the card; loaded where its neighbours are."""
    code = (
        "from table import Table\n"
        "table = Table()\n"
        "table.note('good', lambda: 'seen')\n"
        "print(table.failed)\n"
        "table.note('bad', lambda: 1 // 0)\n"
        "print(table.failed, '| bad | NO | ZeroDivisionError' in table.text())\n"
        "table.leave_out(['later'])\n"
        "print('| later | - | not tried |' in table.text())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "tests/vm", capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    printed = [line for line in done.stdout.splitlines() if line.startswith(("True", "False"))]
    assert printed == ["False", "True True", "True"]
    for run in ("tests/vm/run", "tests/image/run_card"):
        assert "return int(table.failed)\n" in (ROOT / run).read_text()


@pytest.mark.parametrize("package", ["engines", "hardware"])
def test_too_little_coverage_fails(package: str, tmp_path: Path) -> None:
    """The line of the Makefile, over a file of which half is run."""
    line = re.search(rf"coverage (report --include='{package}/\*' --fail-under=\d+)$", MAKEFILE,
                     re.MULTILINE)  # fmt: skip
    assert line is not None
    (tmp_path / package).mkdir()
    half = tmp_path / package / "half.py"
    half.write_text("import sys\nif len(sys.argv) > 5:\n    print(1)\n    print(2)\n")
    run = [sys.executable, "-m", "coverage"]
    subprocess.run([*run, "run", "--source=.", half], cwd=tmp_path, check=True)
    report = [*run, *line[1].replace("'", "").split()]
    assert subprocess.run(report, cwd=tmp_path, check=False).returncode == 2
    half.write_text("import sys\n")
    subprocess.run([*run, "run", "--source=.", half], cwd=tmp_path, check=True)
    assert subprocess.run(report, cwd=tmp_path, check=False).returncode == 0
