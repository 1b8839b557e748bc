"""Lessons as values: what is asked on each slide, what is told, and what moves."""
