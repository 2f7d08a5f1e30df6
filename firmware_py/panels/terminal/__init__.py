"""The box in a terminal."""
