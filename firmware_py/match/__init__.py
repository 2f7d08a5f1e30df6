"""A match at this table: clock, undo, opponents, turning points, and entering a choice."""
