"""Matches that are over: lists, replay, statistics, turning points, sharing."""
