"""Frames, and the cheapest bytes that bring a display chip to one."""
