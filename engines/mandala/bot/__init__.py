"""The bot for Mandala.

`fast_state` is the table as short lists and bits, `known` what a seat knows, `evaluate` the
evaluation, `search_state` the state for the search, `player` the rest.
"""
