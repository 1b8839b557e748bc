"""Exercises made of ratings: what is given, what is left blank, and the answers."""
