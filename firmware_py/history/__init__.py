"""Matches that are over: archive, texts, statistics, exports, reports."""
