"""The player of Mandala.

`fast_state` is the table in short lists and bits, `known` what a seat knows, `evaluate` how a
table stands, `search_state` what the search plays on, `player` the rest.
"""
