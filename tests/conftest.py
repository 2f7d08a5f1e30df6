"""What holds for all tests."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.support")

from tests.support.skips import pytest_terminal_summary  # noqa: E402 - after the line above

__all__ = ["pytest_terminal_summary"]

# A busy machine is no bug: time is measured in bench/, never in a test.
# And two runs of one tree have one result: the examples are the same each time.
settings.register_profile("repeatable", deadline=None, derandomize=True)
# Other examples with each run: make test ARGS="--hypothesis-profile exploring"
settings.register_profile("exploring", deadline=None, print_blob=True)
settings.load_profile("repeatable")
