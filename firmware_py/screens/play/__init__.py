"""Playing a match, and what is asked or looked up while it lasts."""
