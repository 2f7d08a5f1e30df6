"""Nim on the box."""

from firmware_py.match.game_info import GameInfo

INFO = GameInfo(title="Nim", has_points=False, option_names={"heap": "Sticks"})
