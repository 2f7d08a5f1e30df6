"""Web panels to open pages of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.browser import Chromium, chromium
from tests.support.web_panel import Rig


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """Start Chromium once for all tests that look at pages."""
    with chromium(tmp_path_factory.mktemp("chromium")) as started:
        yield started


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
