"""Exercises made of ratings: given values, blanks and answers."""
