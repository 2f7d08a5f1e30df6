"""Drivers for the box: events in, pixels out. Knows no game."""
