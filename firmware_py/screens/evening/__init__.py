"""An evening of several rounds: set it up, enter results, standings, television, export."""
