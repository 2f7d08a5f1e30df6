"""A serial port that comes and goes, and an external panel behind it."""
