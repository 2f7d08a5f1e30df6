"""Drawing, widgets, lists and navigation: what every screen is made of."""
