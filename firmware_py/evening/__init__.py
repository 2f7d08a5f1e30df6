"""Evenings of several rounds: who is here, pairings, results, standings, exports."""
