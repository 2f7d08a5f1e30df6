"""How a match starts; in its own module because lists of matches need nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engines.engine import Json


class Start(NamedTuple):
    """Everything needed to start the same game again; the header of a record contains it."""

    options: Mapping[str, str | bool]
    seats: int
    first: int
    seed: int
    given: Mapping[str, Json] = MappingProxyType({})
    """What the table fixed in advance, under the keys of `Engine.given`."""
