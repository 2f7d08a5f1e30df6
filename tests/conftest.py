"""What holds for all tests."""

from hypothesis import settings

# A busy machine is no bug: time is measured in bench/, never in a test.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
