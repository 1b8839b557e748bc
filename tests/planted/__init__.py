"""Sections with a hidden fact, for testing the search for corrections."""
