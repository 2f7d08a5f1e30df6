"""Home, and the matches that wait there."""
