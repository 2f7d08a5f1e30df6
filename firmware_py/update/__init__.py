"""New versions of the program: signed bundles, checked here, installed by a unit of its own."""
