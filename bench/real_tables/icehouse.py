"""Icehouse Mandala at a real table: everything lies open."""

from __future__ import annotations

from real_tables import RealTable

TABLE = RealTable(target=(6, 14), ways={"dealt": (5, {}), "entered": (2, {"path": "entered"})})
