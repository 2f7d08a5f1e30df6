"""Everything about matches that are over."""
