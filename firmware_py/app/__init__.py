"""Puts the box together and runs it."""
