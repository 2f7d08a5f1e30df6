"""The tests, in the same folders as what they test, and in `support` what they share."""
