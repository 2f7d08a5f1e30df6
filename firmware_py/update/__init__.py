"""Updates of the program: signed files, checked here and installed by a root helper."""
