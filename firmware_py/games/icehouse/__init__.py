"""Icehouse Mandala on the box: the roles that all games have, and

strip   a stretch of the path             turn     a turn in text of the usual size
choice  what the cursor is on             pieces   pyramids, pawns and letters
points  the points beside the pawns       spiral   the spiral as it fills up
changes what a mending does to the table
"""

from __future__ import annotations

from firmware_py.games.facts import Facts
from firmware_py.language import N_

FACTS = Facts(title=N_("Icehouse Mandala"), option_names={"path": N_("Path")})
