"""Rules of the games. Uses only the standard library: no clock, no random source, no drawing."""
