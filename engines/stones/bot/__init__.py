"""The player of Mandala Stones.

`quarry` is the fast core, `known` what a seat knows, `judgement` what towers promise, `walk` and
`unseen` the tables that the search walks on (with the main board, and without), `player` the rest.
"""
