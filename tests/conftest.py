"""What holds for all tests."""

import os

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.support")

from tests.support.skips import pytest_terminal_summary  # noqa: E402 - after the line above

__all__ = ["pytest_terminal_summary"]

# A busy machine is not a bug: time is measured in bench/, never in a test.
# And two runs of one tree have one result: the examples are the same each time.
settings.register_profile("repeatable", deadline=None, derandomize=True)
# Other examples with each run: make test ARGS="--hypothesis-profile exploring"
settings.register_profile("exploring", deadline=None, print_blob=True)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what only root can try, as anybody else."""
    if os.geteuid() == 0:
        return
    for item in items:
        if item.get_closest_marker("needs_root") is not None:
            item.add_marker(pytest.mark.skip(reason="run as root"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of workers: more than cores, since many tests wait for other processes."""
    cores = len(os.sched_getaffinity(0))
    return cores + (cores + 1) // 2
