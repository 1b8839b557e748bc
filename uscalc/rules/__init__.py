"""Reads and validates the dated parameters and hands out rule sets."""
