"""The player of Mandala.

`sand` is the fast core, `known` what a seat knows, `judgement` how a table stands, `walk` what the
search walks on, `player` the rest.
"""
