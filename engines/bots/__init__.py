"""Shared parts of the bots: protocol (`player`), view of a seat (`seat_view`), time (`deadline`).

The bot of a game is in the game's own package.
"""
