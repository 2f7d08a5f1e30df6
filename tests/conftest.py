"""What holds for all tests."""

import os

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.support")

from tests.support.order import spread  # noqa: E402 - after the line above
from tests.support.skips import pytest_terminal_summary  # noqa: E402 - the same

__all__ = ["pytest_terminal_summary"]

# A busy machine is not a bug: time is measured in bench/, never in a test.
# And two runs of one tree have one result: the examples are the same each time.
settings.register_profile("repeatable", deadline=None, derandomize=True)
# Other examples with each run: make test ARGS="--hypothesis-profile exploring"
settings.register_profile("exploring", deadline=None, print_blob=True)
settings.load_profile("repeatable")


@pytest.hookimpl(tryfirst=True)  # a random order is drawn after it
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the longest tests over the workers; skip what needs root as anybody else."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0"))
    if workers:
        items[:] = spread(items, workers, lambda item: item.nodeid.partition("::")[0])
    if os.geteuid() == 0:
        return
    for item in items:
        if item.get_closest_marker("needs_root") is not None:
            item.add_marker(pytest.mark.skip(reason="run as root"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of workers: more than cores, since many tests wait for other processes."""
    return len(os.sched_getaffinity(0)) + 2
