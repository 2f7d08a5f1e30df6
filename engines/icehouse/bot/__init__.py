"""The player of Icehouse Mandala.

`fast_state` is the table in bits, `worth` what groups bring, `evaluate` how a table stands,
`player` the search over them.
"""
