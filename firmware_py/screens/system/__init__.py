"""Faults, the screen saver, USB sticks and updates."""
