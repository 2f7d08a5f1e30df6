"""One module for each game: the only place where a game meets pixels."""
