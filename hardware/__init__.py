"""Drivers for the box: input events and display output. Independent of any game."""
