"""Settings of the machine, languages and values that every other package uses."""
