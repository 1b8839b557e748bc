"""Computed beside published ratings."""
