"""Panels, which show the picture: the box, a terminal, a web page, a Pico."""
