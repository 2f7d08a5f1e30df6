"""What the computer offers besides the game: Wi-Fi, power, signals, watchdog, pairing of pages."""
