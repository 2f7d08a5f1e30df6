"""A short run of the bench that damages files: a start always, and never a silent loss."""

from __future__ import annotations

import pytest
from damage import KINDS, Data, try_one

TRIES = 8
"""Of each kind, always the same; `make fault-soak` tries 2,459."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Data:
    """Return files with a dozen matches."""
    return Data(tmp_path_factory.mktemp("damage"), 1)


@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_harmless_or_reported(data: Data, kind: str) -> None:
    """Or it is the choice in flight, which a power cut leaves the same way."""
    came = [try_one(data, kind, seed) for seed in range(TRIES)]
    assert set(came) <= {"harmless", "reported", "last choice"}
    assert "reported" in came
