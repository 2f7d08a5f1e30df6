"""Turns contact changes into detents, presses and holds."""
