"""Boxes that show the picture: the real one, a terminal, a web page, a Pico."""
