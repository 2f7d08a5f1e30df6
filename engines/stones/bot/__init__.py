"""The bot for Mandala Stones.

`fast_state` is the table as bits, `known` what a seat knows, `evaluate` the value of towers,
`search_state` and `unseen` the states for the search (with and without the main board), `player`
the rest.
"""
