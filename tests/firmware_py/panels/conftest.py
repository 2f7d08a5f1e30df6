"""Web panels to open pages of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from web_rig import Rig


@pytest.fixture
def make_rig() -> Iterator[Callable[..., Rig]]:
    rigs: list[Rig] = []

    def make(**settings: Any) -> Rig:
        rigs.append(Rig(**settings))
        return rigs[-1]

    yield make
    for rig in rigs:
        rig.close()


@pytest.fixture
def rig(make_rig: Callable[..., Rig]) -> Rig:
    return make_rig()


@pytest.fixture
def far_rig(make_rig: Callable[..., Rig]) -> Rig:
    """A computer where every page comes from the network."""
    return make_rig(is_local=lambda _address: False)
