"""Contacts become detents, presses and holds."""
