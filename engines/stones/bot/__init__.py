"""The player of Mandala Stones.

`fast_state` is the table in bits, `known` what a seat knows, `evaluate` what towers promise,
`search_state` and `unseen` the tables that the search plays on (with the main board, and without),
`player` the rest.
"""
