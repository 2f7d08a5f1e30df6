"""The bot for Icehouse Mandala: `fast_state` (bitboards), `worth`, `evaluate` and `player`
(search).
"""
