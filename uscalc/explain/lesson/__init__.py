"""Lessons as values: each slide's question, answer and moving picture."""
