"""How a match begins; apart from the other small values, as lists of matches need it alone."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engines.engine import Json


class Start(NamedTuple):
    """Everything that makes a game begin the same way again: the header of a record."""

    options: Mapping[str, str | bool]
    seats: int
    first: int
    seed: int
    given: Mapping[str, Json] = MappingProxyType({})
    """What the table told beforehand, under the keys of `Engine.given`."""
