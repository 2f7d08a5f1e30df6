"""Runs the tests in many surroundings: `make test-anywhere`, see CONTRIBUTING.md.

rows.py      the surroundings: clocks, users, places, interpreters
runner.py    makes a copy for a row, runs pytest in it, counts
subset.py    which test files touch clocks, users or the environment
"""
