"""A serial port that may be unplugged, and an external panel connected to it."""
