"""Exercises made of ratings, and challenge cards judged by what the user tries."""
