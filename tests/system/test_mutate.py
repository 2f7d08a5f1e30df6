"""The mutation tool sees what tests notice and what they do not, in a project of three files."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import mutate
import pytest
import tests_by_line
from tests_by_line import TimedTest, batches

CODE = '''\
"""Sums."""

LIMIT = 3


def add(a, b):
    return a + b  # why: a comment that has to stay


def turn(n):
    return f"{-n}"


def never(n):
    return -n
'''
TESTS = """\
from tiny.sums import LIMIT, add, turn


def test_add():
    assert add(1, 2) == 3


def test_limit():
    add(0, 0)
    assert LIMIT == 3


def test_turn():
    turn(2)
"""
CHILDREN = """\
import os, subprocess, sys


def test_child():
    script = "from tiny.sums import turn; import os; os._exit(turn(2) != '-2')"
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0


def test_fork():
    child = os.fork()
    if not child:
        from tiny.sums import never
        os._exit(never(2) != -2)
    assert os.waitpid(child, 0)[1] == 0
"""
RUN = "import mutate, pathlib, sys; sys.exit(mutate.main(sys.argv[2:], pathlib.Path(sys.argv[1])))"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """Return a project whose tests notice some mutants, and others not."""
    for folder, name, text in (
        ("tiny", "__init__.py", ""),
        ("tiny", "sums.py", CODE),
        ("tests", "test_sums.py", TESTS),
    ):
        (tmp_path / "project" / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / folder / name).write_text(text)
    return tmp_path / "project"


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the tool over the project."""
    return subprocess.run(
        [sys.executable, "-c", RUN, str(project), *arguments],
        env=tests_by_line.environment(project),
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )


def test_survivors_are_listed_and_fail_the_run(tiny: Path) -> None:
    """A sum that a test compares is noticed; one that is only run, or not even that, is not."""
    done = run(tiny, "--by-line", "--least", "61", "tiny", "--", "tests")
    survivors = [line for line in done.stdout.splitlines() if line.startswith("tiny/")]
    assert survivors == [
        "tiny/sums.py:11: return f'{-n}'  ->  return None  1 of 1 tests tried",
        "tiny/sums.py:15: return -n  ->  return None  no test runs it",
    ]
    assert "seed 1: 3 of 5 mutants noticed (0 hung), 2 survived (1 where no test" in done.stdout
    assert done.returncode == 1
    assert (tiny / "tiny" / "sums.py").read_text() == CODE
    draw = ("--by-line", "--least", "0", "--sample", "1", "--seed", "2")
    again = run(tiny, *draw, "tiny", "--", "tests")
    assert "recorded in" in done.stdout
    assert "recorded in" not in again.stdout  # it is kept until something changes
    assert again.returncode == 0


def test_given_tests_meet_every_mutant(tiny: Path) -> None:
    """Also one that they do not run."""
    (tiny / "tiny" / "sums.py").write_text(CODE.partition("def turn")[0] + "turn = add\n")
    done = run(tiny, "--least", "20", "tiny", "--", "tests/test_sums.py::test_limit")
    assert "return a + b  ->  return None" in done.stdout
    assert "seed 1: 1 of 3 mutants noticed" in done.stdout
    assert done.returncode == 0


def test_a_test_that_fails_without_a_mutant_notices_nothing(tiny: Path) -> None:
    """It passed while it was recorded, and fails ever after."""
    flag = tiny.parent / "flag"
    (tiny / "tests" / "test_sums.py").write_text(
        "from pathlib import Path\nfrom tiny.sums import add\n\ndef test_once():\n    add(1, 2)\n"
        f"    flag = Path({str(flag)!r})\n    assert not flag.exists()\n    flag.touch()\n"
    )
    done = run(tiny, "--by-line", "tiny/sums.py", "--", "tests")
    assert "unproven, fails without it too: tiny/sums.py:7: " in done.stdout
    assert "0 of 5 mutants noticed" in done.stdout


def test_what_only_a_child_of_a_test_runs_is_met_by_that_test(tiny: Path) -> None:
    """Also in a fork, and in a process that ends at once."""
    (tiny / "tests" / "test_sums.py").write_text(CHILDREN)
    done = run(tiny, "--by-line", "--least", "0", "tiny", "--", "tests")
    survivors = [line for line in done.stdout.splitlines() if line.startswith("tiny/")]
    assert survivors == [
        "tiny/sums.py:3: 3  ->  4  2 of 2 tests tried",
        "tiny/sums.py:7: return a + b  ->  return None  no test runs it",
        "tiny/sums.py:7: a + b  ->  a - b  no test runs it",
    ]


def test_a_mutant_that_hangs_counts_apart(tiny: Path, tmp_path: Path) -> None:
    """The test never ends; the tool does not wait for it."""
    (tiny / "tests" / "test_sums.py").write_text(
        "from threading import Event\n\ndef test_forever():\n    Event().wait()\n"
    )
    copy = mutate.Copy(tmp_path / "copy", tiny, start_s=0.2)
    (mutant, *_) = mutate.mutants(Path("tiny/sums.py"), tiny)
    tests = [TimedTest("tests/test_sums.py::test_forever", 0.0)]
    assert copy.meet_by_line(mutant, tests, 1.0).how == mutate.HUNG


def test_all_but_the_broken_place_stays_as_it_is(tiny: Path) -> None:
    """Tests that read comments must not notice a mutant by them."""
    add, *_ = (each for each in mutate.mutants(Path("tiny/sums.py"), tiny) if each.line == 7)
    assert add.text == CODE.replace("return a + b ", "return None ")


def test_the_fastest_of_few_files_are_tried_first() -> None:
    """Then the fastest of every file; none beyond the time that there is."""
    tests = [TimedTest(f"tests/test_{file}.py::test_{at}", 0.1 + at) for file in range(10)
             for at in range(3)]  # fmt: skip
    tests.sort(key=lambda test: (test.taken_s, test.name))
    soon, later = batches(tests, 10.0)
    assert {test.taken_s for test in soon} == {0.1, 1.1}
    assert len({test.file for test in soon}) == 8
    assert [test.file for test in later[:2]] == ["tests/test_8.py", "tests/test_9.py"]
    assert sum(test.taken_s for test in (*soon, *later)) <= 10.0
    assert len(set(soon) | set(later)) == len(soon) + len(later)


def test_a_sample_is_drawn_from_all_mutants(tiny: Path) -> None:
    """Only those that are drawn are made, and the seed alone decides which."""
    files = [Path("tiny/sums.py")]
    every = list(mutate.mutants(files[0], tiny))
    assert mutate.count_mutants(files[0], tiny) == len(every) > 3
    assert mutate.sample(files, None, 1, tiny) == mutate.sample(files, 99, 1, tiny) == every
    for seed in range(5):
        assert mutate.sample(files, 3, seed, tiny) == random.Random(seed).sample(every, 3)
