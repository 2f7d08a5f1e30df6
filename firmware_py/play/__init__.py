"""The match at this table, its clock, and programs that play on it."""
