"""What holds for all tests."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.support")

# A busy machine is no bug: time is measured in bench/, never in a test.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
