"""Nim on the box."""

from firmware_py.match.game_info import Facts

FACTS = Facts(title="Nim", has_points=False, option_names={"heap": "Sticks"})
