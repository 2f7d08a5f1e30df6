"""How a confirmed move gets on disk and is found again."""
