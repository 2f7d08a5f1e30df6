"""A tiny game outside the product: it shows how little a new game takes.

rules       the engine: Nim, take one to three sticks; who takes the last one wins
games/nim   its UI on the box
plugin      adds it to the catalog for a whole run of the tests
"""
