"""Choosing a game, its players and options, and setting up the table."""
