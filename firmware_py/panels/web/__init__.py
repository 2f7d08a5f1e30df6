"""The box as a web page."""
