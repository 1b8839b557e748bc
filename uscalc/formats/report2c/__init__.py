"""Ratings reports in DBF."""
