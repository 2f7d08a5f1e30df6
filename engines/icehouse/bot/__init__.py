"""The player of Icehouse Mandala.

`track` is the fast core, `worth` what groups bring, `judgement` how a table stands, `player` the
search over them.
"""
