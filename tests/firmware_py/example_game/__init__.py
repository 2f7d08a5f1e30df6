"""A tiny game that is no part of the product: it proves how little a new game takes.

rules       the engine: Nim, take one to three sticks; who takes the last one wins
faces/nim   its face on the box
plugin      adds it to the catalog for a whole run of the tests
"""
