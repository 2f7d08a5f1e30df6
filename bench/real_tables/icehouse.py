"""Icehouse Mandala at a real table: everything is visible."""

from __future__ import annotations

from real_tables import RealTable

TABLE = RealTable(target=(4, 9), ways={"dealt": (5, {}), "entered": (2, {"path": "entered"})})
