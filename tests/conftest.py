"""What holds for all tests."""

import sys
from pathlib import Path

from hypothesis import settings

# The benches are scripts beside the packages; their short versions run here.
sys.path.append(str(Path(__file__).parents[1] / "bench"))

# A busy machine is no bug: time is measured in bench/, never in a test.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
