"""Frames, and the fewest bytes that bring a display chip to show one."""
